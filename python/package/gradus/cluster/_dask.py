"""The workers of a Dask cluster."""

from __future__ import annotations

import queue
import time
from concurrent.futures import CancelledError
from typing import Any, Dict, List, Tuple, Union

from distributed import Client, Future, KilledWorker
from distributed.diagnostics.plugin import SchedulerPlugin

from ..jobs import Batch, Lost, Pool, PoolGone
from ..table import Table

#: The prefix of the keys of our tasks.
PREFIX = "gradus-"

#: Seconds after which a silent scheduler is given up.
PATIENCE = 10.0


def work(batch: Batch) -> Table:
    """Runs on a worker."""
    return batch.work()


class OneTry(SchedulerPlugin):  # type: ignore[misc]
    """Returns a lost task at once. Dask itself would try the task with all its puzzles on
    three more workers; the job sends the puzzles out in pieces instead."""

    name = "gradus-one-try"
    idempotent = True

    async def start(self, scheduler: Any) -> None:
        self.scheduler = scheduler

    def transition(self, key: Any, start: str, finish: str, *args: Any, **more: Any) -> None:
        if finish == "processing" and str(key).startswith(PREFIX):
            self.scheduler.tasks[key].suspicious = self.scheduler.allowed_failures


class DaskPool(Pool):
    """The workers of a Dask cluster."""

    name = "Dask"

    def __init__(self, client: Client) -> None:
        self._client = client
        self._futures: Dict[int, Future] = {}
        self._done: "queue.SimpleQueue[Tuple[int, Future]]" = queue.SimpleQueue()
        self._size, self._looked, self._heard = 1, 0.0, time.monotonic()

    def __enter__(self) -> "DaskPool":
        self._client.register_plugin(OneTry(), name=OneTry.name)
        return self

    def __exit__(self, *error: Any) -> None:
        if self._client.status == "running" and self._futures:
            self._client.cancel(list(self._futures.values()), force=True)
        self._futures.clear()

    def size(self) -> int:
        now = time.monotonic()
        if now - self._looked > 1.0:
            self._looked = now
            self._hear(now)
        return self._size

    def _hear(self, now: float) -> None:
        """Asks the scheduler for its workers. Without an answer for long, it is gone."""
        if self._client.status in ("closed", "closing"):
            raise PoolGone("the Dask scheduler is gone")
        try:
            if self._client.status == "running":
                # All threads of all workers.
                self._size = sum(self._client.nthreads().values())
                self._heard = now
        except (OSError, TimeoutError):
            pass
        if now - self._heard > PATIENCE:
            raise PoolGone(f"the Dask scheduler did not answer for {PATIENCE:.0f} seconds")

    def submit(self, batch: Batch) -> None:
        number = batch.number
        key = f"{PREFIX}{id(self)}-{number}"
        try:
            future = self._client.submit(work, batch, key=key, pure=False, retries=0)
        except Exception as error:
            raise PoolGone(f"the Dask scheduler does not accept tasks: {error}") from error
        self._futures[number] = future
        future.add_done_callback(lambda done: self._done.put((number, done)))

    def completed(self, wait: float) -> List[Tuple[int, Union[Table, BaseException]]]:
        results: List[Tuple[int, Union[Table, BaseException]]] = []
        try:
            while True:
                number, future = self._done.get(timeout=wait if not results else 0)
                if self._futures.pop(number, None) is not None:
                    results.append((number, self._result(future)))
        except queue.Empty:
            return results

    def _result(self, future: Future) -> Union[Table, BaseException]:
        if self._client.status != "running":
            raise PoolGone("the Dask scheduler is gone")
        if future.status == "cancelled":
            return Lost("the task was cancelled: its scheduler or its worker is gone")
        try:
            result: Table = future.result(timeout=PATIENCE)
            return result
        except KilledWorker as killed:
            return Lost(str(killed))
        except (CancelledError, OSError, TimeoutError) as error:
            # The result was on a worker that died before it was fetched.
            return Lost(str(error))
        except Exception as error:
            return error
