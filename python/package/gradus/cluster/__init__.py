"""Pools of workers on clusters: ``gradus.Job(…).run(gradus.cluster.dask(client))``.

``python -m gradus.cluster`` runs ``gradus classify`` on such a pool.
"""

from __future__ import annotations

from typing import Any

from ..jobs import Pool

__all__ = ["dask", "ray"]


def dask(client: Any) -> Pool:
    """The workers of a Dask cluster. Needs ``pip install 'gradus[dask]'``.

    ``client`` is a ``distributed.Client``. The scheduler and all workers need this package.
    """
    from ._dask import DaskPool

    return DaskPool(client)


def ray() -> Pool:
    """The workers of the Ray cluster that this process is connected to, or of one on this
    machine. Needs ``pip install 'gradus[ray]'``. All workers need this package."""
    from ._ray import RayPool

    return RayPool()
