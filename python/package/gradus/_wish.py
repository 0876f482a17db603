"""Requests in the form that the native module takes."""

from __future__ import annotations

import sys
from typing import Iterable, Optional, Tuple, Union

#: Ratings: a list of names, or a string with names separated by commas, ``"core"`` or
#: ``"everything"``.
RatingNames = Union[str, Iterable[str]]

#: The default ratings.
DEFAULT = ("te", "w", "b", "gw")

Wish = Tuple[str, Optional[int], Optional[int], Optional[int], Optional[int]]


def wish(
    ratings: RatingNames,
    max_length: Optional[int] = None,
    budget: Optional[int] = None,
    max_depth: Optional[int] = None,
    timeout: Optional[int] = None,
) -> Wish:
    """Ratings and limits, ``None`` for the default; the last one is in seconds."""
    return (joined(ratings), max_length, budget, max_depth, timeout)


def joined(names: RatingNames) -> str:
    """Names separated by commas."""
    return names if isinstance(names, str) else ",".join(names)


def default_threads() -> Optional[int]:
    """1 inside a worker of a cluster, which runs as many workers as it has cores, and
    ``None`` elsewhere, which means all cores."""
    return 1 if _in_worker() else None


def _in_worker() -> bool:
    # A library that is not imported has no workers here.
    distributed = sys.modules.get("distributed")
    if distributed is not None:
        try:
            distributed.get_worker()
            return True
        except ValueError:
            pass
    ray = sys.modules.get("ray")
    if ray is not None and ray.is_initialized():
        if ray.get_runtime_context().get_task_id() is not None:
            return True
    pyspark = sys.modules.get("pyspark")
    return pyspark is not None and pyspark.TaskContext.get() is not None
