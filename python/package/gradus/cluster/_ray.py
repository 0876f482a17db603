"""The workers of a Ray cluster."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple, Union

import ray
from ray.exceptions import ObjectLostError, RayTaskError, WorkerCrashedError

from ..jobs import Batch, Lost, Pool, PoolGone
from ..table import Table


def work(batch: Batch) -> Table:
    """Runs on a worker."""
    return batch.work()


#: Without retries, because Ray would retry all puzzles of the task; the job sends them out in
#: pieces instead.
_remote_work: Any = ray.remote(max_retries=0, num_cpus=1)(work)


class RayPool(Pool):
    """The workers of a Ray cluster."""

    name = "Ray"

    def __init__(self) -> None:
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        self._out: Dict[Any, int] = {}

    def __exit__(self, *error: Any) -> None:
        for reference in self._out:
            ray.cancel(reference, force=True)
        self._out.clear()

    def size(self) -> int:
        return max(1, int(ray.cluster_resources().get("CPU", 0)))

    def submit(self, batch: Batch) -> None:
        self._out[_remote_work.remote(batch)] = batch.number

    def completed(self, wait: float) -> List[Tuple[int, Union[Table, BaseException]]]:
        try:
            done, _ = ray.wait(list(self._out), timeout=wait) if self._out else ([], [])
            return [(self._out.pop(reference), self._result(reference)) for reference in done]
        except (ConnectionError, ray.exceptions.RaySystemError) as error:
            raise PoolGone(f"the Ray cluster is gone: {error}") from error

    def _result(self, reference: Any) -> Union[Table, BaseException]:
        try:
            result: Table = ray.get(reference)
            return result
        except (WorkerCrashedError, ObjectLostError) as error:
            return Lost(str(error))
        except RayTaskError as error:
            failure: BaseException = error
            return failure
