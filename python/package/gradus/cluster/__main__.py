"""``python -m gradus.cluster``: ``gradus classify`` on a Dask cluster."""

from __future__ import annotations

import contextlib
import logging
import sys
from typing import Any, Iterator, Optional

from .. import _native
from .._progress import JobProgress
from ..jobs import drive


def main() -> int:
    """Runs the command with the arguments of this process and returns its exit code."""
    command, scheduler, local = _native.Command.parse(["python -m gradus.cluster", *sys.argv[1:]])
    try:
        import distributed
    except ImportError:
        print("gradus: Dask is missing (pip install 'gradus[dask]')", file=sys.stderr)
        return 1
    # The command reports what happens to workers and schedulers, and once.
    logging.disable(logging.CRITICAL)
    try:
        with _client(distributed, scheduler, local) as client:
            from ._dask import DaskPool

            # From here on the command handles signals, like the program.
            return int(drive(command.start(), DaskPool(client), JobProgress(False)))
    except OSError as error:
        print(f"gradus: cannot reach the scheduler {scheduler}: {error}", file=sys.stderr)
        return 1


@contextlib.contextmanager
def _client(distributed: Any, scheduler: Optional[str], local: Optional[int]) -> Iterator[Any]:
    """A client of the scheduler, or of a cluster on this machine."""
    if scheduler is not None:
        with distributed.Client(scheduler, timeout="10s") as client:
            yield client
        return
    cluster = distributed.LocalCluster(
        n_workers=local, threads_per_worker=1, processes=True, dashboard_address=":0"
    )
    with cluster, distributed.Client(cluster) as client:
        yield client


if __name__ == "__main__":
    sys.exit(main())
