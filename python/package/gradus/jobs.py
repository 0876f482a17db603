"""Batch jobs: the runner of ``gradus classify``, with threads or with a pool of workers."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Set, Tuple, Union

from . import _native
from ._progress import Progress
from ._wish import DEFAULT, RatingNames, default_threads, joined, wish
from .table import Table

FileName = Union[str, "os.PathLike[str]"]

#: How long the driver waits for something to happen, in seconds.
_PAUSE = 0.05


class Batch:
    """Some puzzles of a job, with a number. It has ``__arrow_c_stream__``: a table with the
    column ``puzzle``."""

    def __init__(self, native: "_native.Batch") -> None:
        self._native = native

    @property
    def number(self) -> int:
        """The number, to be given with the result."""
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
        """What a worker does with the batch: rates the first puzzles, as many as it takes up
        before its time is over, and one at least. The others go to other workers.

        A puzzle whose worker has died twice gets a process of its own. If that dies, it was
        the puzzle, and the result says so; if the worker dies, it was something else."""
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
        """Whether the worker of its only puzzle has died twice."""
        return self._native.is_suspect


def _work_apart() -> None:
    """What a process of its own does with a batch: bytes in, bytes out."""
    batch = _native.Batch.from_bytes(sys.stdin.buffer.read())
    sys.stdout.buffer.write(batch.work().to_bytes())


def _batch_of(data: bytes) -> Batch:
    return Batch(_native.Batch.from_bytes(data))


class Lost(Exception):
    """The worker of a batch died."""


class PoolGone(Exception):
    """There are no workers any more, and there will be none."""


class Pool:
    """Workers somewhere. A job submits batches and asks what has become of them.

    To be derived from: :func:`gradus.cluster.dask` and :func:`gradus.cluster.ray` return such
    pools.
    """

    #: What the tasks of a pool are called in messages.
    name = "pool"

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *error: Any) -> None:
        """Ends what is still under way."""

    def size(self) -> int:
        """How many batches are worked on at a time, now."""
        raise NotImplementedError

    def submit(self, batch: Batch) -> None:
        """Hands a batch to a worker, who calls its ``work()``."""
        raise NotImplementedError

    def completed(self, wait: float) -> Iterable[Tuple[int, Union[Table, BaseException]]]:
        """What has become of batches, by their numbers, within some seconds: a table, or
        :class:`Lost`, or what the worker raised. Raises :class:`PoolGone`."""
        raise NotImplementedError


class Outcome(NamedTuple):
    """What a job wrote."""

    #: Rows of the table; none if the table was there already.
    rows: Optional[int]
    #: Rejected lines.
    rejected: int
    #: Rated puzzles that are not written because a condition does not hold.
    left_out: int
    #: Rows that were done by earlier runs.
    before: int
    #: Whether the table was there already.
    was_done: bool
    #: The number of puzzles by rating, as a small table of text.
    tally: str


class Job:
    """A job: collections of puzzles into a table of ratings, as ``gradus classify`` does it.

    ``inputs`` are files, folders or patterns, or one of them; the name of ``output`` says
    what is written: ``.parquet``, ``.csv`` or ``.jsonl``. The other arguments are the options
    of the command: ``resume`` goes on with a job that was interrupted, ``force`` overwrites.

    :meth:`run` does it all. Who wants to drive it alone takes batches with :meth:`take`, and
    gives results with :meth:`give`, in any order; the bytes of the table depend neither on
    the order nor on who works.
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
        limit: Optional[int] = None,
        shard: Optional[str] = None,
        strict: bool = False,
        rejects: Optional[FileName] = None,
        max_length: Optional[int] = None,
        budget: Optional[int] = None,
        max_depth: Optional[int] = None,
    ) -> None:
        if resume and force:
            raise ValueError("resume goes on with what is there, force overwrites it: not both")
        names = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
        self._options = {
            "inputs": [os.fspath(name) for name in names],
            "output": os.fspath(output),
            "wish": wish(ratings, max_length, budget, max_depth),
            "column": column,
            "keep": joined(keep),
            "kind": kind,
            "condition": where,
            "limit": limit,
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
        progress: Union[bool, Any] = False,
    ) -> Outcome:
        """Runs the job: with threads of this process (their number, or none for all cores),
        or with a pool. ``progress`` shows how far it is on standard error, or on a file.

        Ctrl-C lets what is in hand be done; a second one does not wait for it. Either way
        ``resume=True`` goes on. Raises :class:`JobError`, and ``FileExistsError`` where
        something would be overwritten.
        """
        if isinstance(pool, Pool):
            self.start()
            assert self._runner is not None
            return _outcome(drive(self._runner, pool, Progress.of(progress)))
        threads = pool if pool is not None else default_threads() or os.cpu_count() or 1
        if threads < 1:
            raise ValueError(f"a job with {threads} threads: give 1 or more")
        self._runner = _native.Runner(threads=threads, **self._options)
        return _outcome(_wait(self._runner, Progress.of(progress)))

    def start(self) -> None:
        """Starts the job: from now on there are batches to be taken."""
        if self._runner is not None:
            raise RuntimeError("the job was started before: make another one")
        self._runner = _native.Runner(threads=None, **self._options)

    def _started(self) -> "_native.Runner":
        if self._runner is None:
            self.start()
        assert self._runner is not None
        return self._runner

    def take(self, wait: float = 1.0, workers: int = 1) -> Optional[Batch]:
        """A batch for one of ``workers``, if there is one within ``wait`` seconds."""
        native = self._started().take(workers, wait)
        return None if native is None else Batch(native)

    def give(self, number: int, result: Any, seconds: float = 0.0) -> None:
        """Takes the result of a batch: a :class:`Table`, or anything with
        ``__arrow_c_stream__`` that has its columns. If it is shorter than the batch, the
        other puzzles go out again; what is given twice counts once."""
        runner = self._started()
        if isinstance(result, Table):
            runner.give(number, result._native)
        else:
            runner.give_arrow(number, result.__arrow_c_stream__(), seconds)

    def lose(self, number: int) -> None:
        """Takes down that the worker of a batch died: its puzzles go out again."""
        self._started().lose(number)

    @property
    def is_finished(self) -> bool:
        """Whether the job has ended."""
        return self._started().is_finished()

    def finish(self) -> Outcome:
        """Waits for the end of the job, and returns what it wrote."""
        return _outcome(_wait(self._started(), Progress.of(False)))

    def stop(self) -> None:
        """Asks the job to stop when what is in hand is done; it can be resumed."""
        self._started().stop()


def classify_file(
    inputs: Union[FileName, Iterable[FileName]],
    output: FileName,
    ratings: RatingNames = DEFAULT,
    *,
    threads: Optional[int] = None,
    progress: Union[bool, Any] = False,
    **options: Any,
) -> Outcome:
    """Classifies collections of puzzles into a table, as ``gradus classify`` does: the same
    bytes, a journal beside the table, ``resume=True`` after an interruption.

    The options are those of :class:`Job`.
    """
    return Job(inputs, output, ratings, **options).run(threads, progress=progress)


def drive(runner: "_native.Runner", pool: Pool, progress: Progress) -> Any:
    """Hands the batches of a job to a pool until the job has ended."""
    suspects: Set[int] = set()
    try:
        with pool:
            _until_finished(runner, progress, lambda: _turn(runner, pool, suspects))
    except BaseException:
        # Nobody works any more.
        runner.fail("the driver has left")
        raise
    progress.end(runner)
    return _finish(runner)


def _until_finished(
    runner: "_native.Runner", progress: Progress, turn: Callable[[], None]
) -> None:
    """Does something again and again until the job has ended. Ctrl-C asks the job to stop; a
    second one leaves it."""
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


def _turn(runner: "_native.Runner", pool: Pool, suspects: Set[int]) -> None:
    """Hands out what there is, and takes what has come back."""
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
            # The puzzle had a process of its own.
            runner.give_back(number)
        elif isinstance(result, Lost):
            runner.lose(number)
        else:
            raise PoolGone(f"a worker failed: {type(result).__name__}: {result}")


def _wait(runner: "_native.Runner", progress: Progress) -> Any:
    _until_finished(runner, progress, lambda: time.sleep(_PAUSE))
    progress.end(runner)
    return _finish(runner)


def _finish(runner: "_native.Runner") -> Any:
    end = runner.finish()
    if isinstance(end, dict) and end["end"] == "interrupted":
        print(
            f"gradus: stopped after {end['rows']} rows; nothing is lost: "
            "the same job with resume=True goes on",
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
    )


__all__ = ["Batch", "Job", "Lost", "Outcome", "Pool", "PoolGone", "classify_file", "drive"]
