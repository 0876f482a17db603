"""Batch jobs: ``gradus classify`` with threads or with a pool of workers."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Set, Tuple, Union

from . import _native
from ._progress import JobProgress, ProgressChoice
from ._wish import DEFAULT, RatingNames, default_threads, joined, wish
from .table import Table

FileName = Union[str, "os.PathLike[str]"]

#: How long the driver waits for results, in seconds.
_PAUSE = 0.05


class Batch:
    """Some puzzles of a job. ``__arrow_c_stream__`` returns them as a table with the column
    ``puzzle``."""

    def __init__(self, native: "_native.Batch") -> None:
        self._native = native

    @property
    def number(self) -> int:
        """The number of the batch, to be returned with the result."""
        return self._native.number

    @property
    def puzzles(self) -> List[str]:
        """The puzzles."""
        return self._native.puzzles

    def __len__(self) -> int:
        return len(self._native)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._native.__arrow_c_stream__(requested_schema)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_batch_of, (self._native.to_bytes(),))

    def work(self) -> Table:
        """Rates the first puzzles: at least one, and as many as can be begun in time. The
        others go to other workers.

        A puzzle whose worker has died twice is rated in a separate process. If that process
        dies, the puzzle is to blame, and the result says so."""
        if not self.is_suspect:
            return Table(self._native.work())
        child = subprocess.run(
            [sys.executable, "-c", "from gradus.jobs import _work_apart; _work_apart()"],
            input=self._native.to_bytes(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        if child.returncode != 0:
            return Table(self._native.dead())
        return Table(_native.Table.from_bytes(child.stdout))

    @property
    def is_suspect(self) -> bool:
        """True if the worker of its only puzzle has died twice."""
        return self._native.is_suspect


def _work_apart() -> None:
    """Rates a batch in a separate process: bytes in, bytes out."""
    batch = _native.Batch.from_bytes(sys.stdin.buffer.read())
    sys.stdout.buffer.write(batch.work().to_bytes())


def _batch_of(data: bytes) -> Batch:
    return Batch(_native.Batch.from_bytes(data))


class Lost(Exception):
    """The worker of a batch died."""


class PoolGone(Exception):
    """All workers are gone for good."""


class Pool:
    """A pool of workers. A job submits batches and asks for their results.

    Derive from this class to support another kind of cluster; :func:`gradus.cluster.dask`
    and :func:`gradus.cluster.ray` return such pools.
    """

    #: The name of the pool in messages.
    name = "pool"

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *error: Any) -> None:
        """Cancels the batches in progress."""

    def size(self) -> int:
        """The number of batches that can be rated at the same time."""
        raise NotImplementedError

    def submit(self, batch: Batch) -> None:
        """Sends a batch to a worker, which calls its ``work()``."""
        raise NotImplementedError

    def completed(self, wait: float) -> Iterable[Tuple[int, Union[Table, BaseException]]]:
        """Waits some seconds for results and returns them with the numbers of their batches:
        a table, :class:`Lost`, or the exception of the worker. Raises :class:`PoolGone`."""
        raise NotImplementedError


class Outcome(NamedTuple):
    """The result of a job."""

    #: Rows of the table, or ``None`` if the table was already complete.
    rows: Optional[int]
    #: Rejected lines.
    rejected: int
    #: Rated puzzles that do not satisfy the condition.
    left_out: int
    #: Rows from earlier runs.
    before: int
    #: True if the table was already complete.
    was_done: bool
    #: The number of puzzles by rating, as a small text table.
    tally: str
    #: The same as data: for each rating, the number of puzzles by value, such as ``"4"``,
    #: ``"≥5"`` or ``"∞"``.
    counts: Dict[str, Dict[str, int]]


class Job:
    """A job: rates collections of puzzles into a table, like ``gradus classify``.

    ``inputs`` are files, directories or globs, or a single one. The extension of ``output``
    selects the format: ``.parquet``, ``.csv`` or ``.jsonl``. The other arguments are the
    options of the command: ``resume`` continues an interrupted job, ``force`` overwrites
    existing files, ``where`` is a condition on the rows to write, ``kind`` that of puzzles
    without ``KIND:``, ``first`` the number of puzzles to read, ``shard`` a part such as
    ``"0/4"`` for :func:`merge`, and ``strict`` stops at the first rejected line.

    :meth:`run` runs the job. To distribute the work yourself, take batches with :meth:`take`
    and return results with :meth:`give`, in any order. The bytes of the table depend neither
    on the order nor on the workers.
    """

    def __init__(
        self,
        inputs: Union[FileName, Iterable[FileName]],
        output: FileName,
        ratings: RatingNames = DEFAULT,
        *,
        resume: bool = False,
        force: bool = False,
        column: Optional[str] = None,
        keep: Union[str, Iterable[str]] = "all",
        kind: Optional[str] = None,
        where: Optional[str] = None,
        first: Optional[int] = None,
        shard: Optional[str] = None,
        strict: bool = False,
        rejects: Optional[FileName] = None,
        max_length: Optional[int] = None,
        budget: Optional[int] = None,
        max_depth: Optional[int] = None,
        timeout: Optional[int] = None,
    ) -> None:
        if resume and force:
            raise ValueError("resume and force exclude each other")
        names = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
        self._options: Dict[str, Any] = {
            "inputs": [os.fspath(name) for name in names],
            "output": os.fspath(output),
            "wish": wish(ratings, max_length, budget, max_depth, timeout),
            "column": column,
            "keep": joined(keep),
            "kind": kind,
            "condition": where,
            "limit": first,
            "shard": shard,
            "strict": strict,
            "rejects": None if rejects is None else os.fspath(rejects),
            "before": "resume" if resume else "force" if force else "refuse",
        }
        self._runner: Optional["_native.Runner"] = None

    def run(
        self,
        pool: Union[Pool, int, None] = None,
        *,
        progress: ProgressChoice = False,
    ) -> Outcome:
        """Runs the job with a pool, or with threads of this process (their number, or
        ``None`` for all cores). ``progress`` is that of :func:`classify_file`.

        Ctrl-C finishes the puzzles in progress; a second one stops at once. Use
        ``resume=True`` to continue. Raises :class:`JobError`, and ``FileExistsError`` if a
        file would be overwritten.
        """
        if isinstance(pool, Pool):
            self.start()
            assert self._runner is not None
            return _outcome(drive(self._runner, pool, JobProgress(progress)))
        threads = pool if pool is not None else default_threads() or os.cpu_count() or 1
        if threads < 1:
            raise ValueError(f"threads is {threads} (expected 1 or more)")
        self._runner = _native.Runner(threads=threads, **self._options)
        return _outcome(wait(self._runner, JobProgress(progress)))

    def __getstate__(self) -> Dict[str, Any]:
        if self._runner is not None:
            raise TypeError("a job that has been started cannot be pickled")
        return self.__dict__

    def start(self) -> None:
        """Starts the job, so that batches can be taken."""
        if self._runner is not None:
            raise RuntimeError("the job has already been started")
        self._runner = _native.Runner(threads=None, **self._options)

    def _started(self) -> "_native.Runner":
        if self._runner is None:
            self.start()
        assert self._runner is not None
        return self._runner

    def take(self, wait: float = 1.0, workers: int = 1) -> Optional[Batch]:
        """Waits up to ``wait`` seconds for a batch for one of ``workers``."""
        native = self._started().take(workers, wait)
        return None if native is None else Batch(native)

    def give(self, number: int, result: Any, seconds: float = 0.0) -> None:
        """Returns the result of a batch: a :class:`Table`, or anything with
        ``__arrow_c_stream__`` and the same columns. If it is shorter than the batch, the
        other puzzles go out again. A result that is given twice counts once."""
        runner = self._started()
        if isinstance(result, Table):
            runner.give(number, result._native)
        else:
            runner.give_arrow(number, result.__arrow_c_stream__(), seconds)

    def lose(self, number: int) -> None:
        """Reports that the worker of a batch died. Its puzzles go out again."""
        self._started().lose(number)

    @property
    def is_finished(self) -> bool:
        """True if the job has ended."""
        return self._started().is_finished()

    def finish(self) -> Outcome:
        """Waits for the end of the job and returns its result."""
        return _outcome(wait(self._started(), JobProgress(False)))

    def stop(self) -> None:
        """Stops the job after the puzzles in progress. It can be resumed."""
        self._started().stop()


def classify_file(
    inputs: Union[FileName, Iterable[FileName]],
    output: FileName,
    ratings: RatingNames = DEFAULT,
    *,
    threads: Optional[int] = None,
    progress: ProgressChoice = False,
    resume: bool = False,
    force: bool = False,
    column: Optional[str] = None,
    keep: Union[str, Iterable[str]] = "all",
    kind: Optional[str] = None,
    where: Optional[str] = None,
    first: Optional[int] = None,
    shard: Optional[str] = None,
    strict: bool = False,
    rejects: Optional[FileName] = None,
    max_length: Optional[int] = None,
    budget: Optional[int] = None,
    max_depth: Optional[int] = None,
    timeout: Optional[int] = None,
) -> Outcome:
    """Rates collections of puzzles into a table, like ``gradus classify``: the same bytes, a
    journal next to the table, ``resume=True`` after an interruption.

    ``progress=True`` shows a bar of tqdm or, if that is not installed, a line on standard
    error; a function is called with a :class:`Progress` about twice per second. The other
    options are those of :class:`Job`.
    """
    job = Job(
        inputs,
        output,
        ratings,
        resume=resume,
        force=force,
        column=column,
        keep=keep,
        kind=kind,
        where=where,
        first=first,
        shard=shard,
        strict=strict,
        rejects=rejects,
        max_length=max_length,
        budget=budget,
        max_depth=max_depth,
        timeout=timeout,
    )
    return job.run(threads, progress=progress)


def drive(runner: "_native.Runner", pool: Pool, progress: JobProgress) -> Any:
    """Sends the batches of a job to a pool until the job has ended."""
    suspects: Set[int] = set()
    try:
        with pool:
            _until_finished(runner, progress, lambda: _turn(runner, pool, suspects))
    except BaseException:
        runner.fail("the driver has stopped")
        raise
    progress.end(runner)
    return _finish(runner)


def _until_finished(
    runner: "_native.Runner", progress: JobProgress, turn: Callable[[], None]
) -> None:
    """Calls a function until the job has ended. Ctrl-C stops the job; a second one does not
    wait for it."""
    interrupts = 0
    while not runner.is_finished():
        try:
            turn()
            progress.show(runner)
        except PoolGone as gone:
            runner.fail(str(gone))
        except KeyboardInterrupt:
            interrupts += 1
            runner.stop()
            if interrupts > 1:
                raise
        except BaseException:
            # Nobody waits for the job any more. It can be resumed.
            runner.stop()
            raise


def _turn(runner: "_native.Runner", pool: Pool, suspects: Set[int]) -> None:
    """Sends out batches and takes results."""
    size = pool.size()
    while runner.out() < 2 * size:
        batch = runner.take(size, 0.0)
        if batch is None:
            break
        if batch.is_suspect:
            suspects.add(batch.number)
        pool.submit(Batch(batch))
    for number, result in pool.completed(_PAUSE):
        if isinstance(result, Table):
            runner.give(number, result._native)
        elif isinstance(result, Lost) and number in suspects:
            # The puzzle had a separate process, so it is not to blame.
            runner.give_back(number)
        elif isinstance(result, Lost):
            runner.lose(number)
        else:
            raise PoolGone(f"a worker failed: {type(result).__name__}: {result}")


def wait(runner: "_native.Runner", progress: JobProgress) -> Any:
    _until_finished(runner, progress, lambda: time.sleep(_PAUSE))
    progress.end(runner)
    return _finish(runner)


def _finish(runner: "_native.Runner") -> Any:
    end = runner.finish()
    if isinstance(end, dict) and end["end"] == "interrupted":
        print(
            f"gradus: stopped after {end['rows']} rows; nothing is lost; "
            "rerun with resume=True to continue",
            file=sys.stderr,
        )
        raise KeyboardInterrupt
    return end


def _outcome(end: Any) -> Outcome:
    return Outcome(
        rows=end.get("rows"),
        rejected=end["rejected"],
        left_out=end.get("left_out", 0),
        before=end.get("before", 0),
        was_done=end["end"] == "was done",
        tally=end.get("tally", ""),
        counts=end.get("counts", {}),
    )


__all__ = ["Batch", "Job", "Lost", "Outcome", "Pool", "PoolGone", "classify_file", "drive"]
