"""Puzzles: pictures, solutions, canonical forms, isomorphs, neighbours, generators."""

from __future__ import annotations

import warnings
from typing import Iterable, Iterator, List, Optional, Set, Tuple

from . import _native
from ._progress import Counter, ProgressChoice
from ._wish import default_threads


class Puzzle(str):
    """A puzzle as a string that draws itself in a notebook.

    ``Puzzle.read(text)`` also takes grids of several lines, and checks the text.
    """

    __slots__ = ()

    @classmethod
    def read(cls, text: str, kind: Optional[str] = None) -> "Puzzle":
        """Reads a puzzle in any format of the program, as tables write it. Raises
        ``ValueError`` if the text is not a puzzle."""
        return cls(_native.text(text, kind))

    def svg(self) -> Optional[str]:
        """The givens as an SVG image, if puzzles of this kind can be drawn."""
        return _native.svg(self)

    def _repr_svg_(self) -> Optional[str]:
        return self.svg()


def solve(puzzle: str, *, kind: Optional[str] = None, budget: Optional[int] = None) -> Puzzle:
    """The solution of a puzzle. Raises ``ValueError`` if there is none, or more than one."""
    return Puzzle(_native.solve(puzzle, kind, budget))


def count_solutions(
    puzzle: str,
    limit: int = 2,
    *,
    kind: Optional[str] = None,
    budget: Optional[int] = None,
) -> int:
    """The number of solutions of a puzzle; ``limit`` means that many or more."""
    if limit < 1:
        raise ValueError(f"limit is {limit} (expected 1 or more)")
    return _native.count_solutions(puzzle, kind, limit, budget)


def canonical(puzzle: str, form: str = "minlex") -> Puzzle:
    """The canonical form of a puzzle: the same string for all puzzles that differ only by a
    symmetry of the grid or the names of the digits.

    ``form`` is ``"minlex"``, the lexicographically smallest string, or ``"solution"``, where
    the solution is in its smallest form and the puzzle is transformed with it.

    For many puzzles, ``classify(table, ratings="canon")`` computes it as a column, on all
    cores.
    """
    return Puzzle(_native.canonical(puzzle, form))


def isomorph(puzzle: str, count: int = 1, seed: int = 0) -> List[Puzzle]:
    """Random isomorphs of a puzzle: those of ``gradus isomorph`` for the first puzzle of a
    file. All symmetries are equally likely."""
    if count < 1:
        raise ValueError(f"count is {count} (expected 1 or more)")
    return [Puzzle(one) for one in _native.isomorph(puzzle, count, seed)]


def deduplicate(
    puzzles: Iterable[str],
    exclude: Iterable[str] = (),
    *,
    threads: Optional[int] = None,
) -> List[Puzzle]:
    """The first puzzle of each class of isomorphic puzzles, in their order, without those that
    are isomorphic to a puzzle of ``exclude``: like ``gradus canon --unique --exclude``.

    Raises ``ValueError`` for a string that is not a puzzle with one solution.
    """
    seen: Set[str] = {form for _, form in _forms(exclude, threads)}
    found = []
    for puzzle, form in _forms(puzzles, threads):
        if form not in seen:
            seen.add(form)
            found.append(Puzzle(puzzle))
    return found


def _forms(puzzles: Iterable[str], threads: Optional[int]) -> Iterator[Tuple[str, str]]:
    """Puzzles with their canonical forms."""
    from .table import classify

    table = classify(puzzles, "canon", threads=threads)
    columns = table.to_pydict(["puzzle", "canon", "reason"])
    for puzzle, form, reason in zip(*columns.values()):
        if reason is not None:
            raise ValueError(f"{puzzle}: {reason}")
        # Other kinds of puzzles are only isomorphic to themselves here.
        yield puzzle, form if form is not None else puzzle


def expand(puzzle: str, by: str = "brt", *, kind: Optional[str] = None) -> Puzzle:
    """The puzzle with all values that a theory asserts: ``"brt"`` (Singles), ``"w1"``
    (and whips[1]) or ``"s"`` (and Subsets)."""
    if by == "one":
        raise ValueError("unknown theory 'one' (expected brt, w1 or s; see one_more)")
    return Puzzle(_native.expand(puzzle, kind, by)[0])


def one_more(puzzle: str) -> List[Puzzle]:
    """The puzzle with one more clue of its solution, in every possible way."""
    return [Puzzle(one) for one in _native.expand(puzzle, None, "one")]


def minimals(
    puzzle: str, *, limit: int = 100_000, sample: Optional[int] = None, seed: int = 0
) -> List[Puzzle]:
    """The minimal puzzles contained in a puzzle, sorted.

    With ``sample``, the results of this many random deletions. Warns if there are more than
    ``limit``.
    """
    found, complete = _native.minimals(puzzle, limit, sample, seed)
    if not complete:
        text = f"the puzzle has more than {limit} minimals; only the first {limit} are returned"
        warnings.warn(text, stacklevel=2)
    return [Puzzle(one) for one in found]


def neighbours(
    puzzle: str,
    minus: int = 1,
    plus: int = 1,
    *,
    minimal: bool = False,
    same_pattern: bool = False,
    in_solution: bool = False,
) -> List[Puzzle]:
    """The {-n+m} vicinity of a puzzle: ``minus`` of its clues replaced by ``plus`` others,
    with exactly one solution, sorted."""
    found = _native.neighbours(puzzle, minus, plus, minimal, same_pattern, in_solution)
    return [Puzzle(one) for one in found]


def generate(
    generator: str,
    count: int,
    seed: int = 0,
    *,
    threads: Optional[int] = None,
    progress: ProgressChoice = False,
) -> "Generated":
    """Generates minimal puzzles: those of ``gradus generate`` with this generator
    (``bottom-up``, ``top-down``, ``controlled-bias``, ``suexg``) and seed, in the same order.

    They are generated ahead on ``threads`` cores, by default all. ``progress`` is that of
    :func:`classify_file`.
    """
    if count < 1:
        raise ValueError(f"count is {count} (expected 1 or more)")
    from os import cpu_count

    cores = threads or default_threads() or cpu_count() or 1
    return Generated(generator, count, seed, cores, progress)


class Generated(Iterator[Puzzle]):
    """An iterator over generated puzzles. After the last one, ``footer`` describes how they
    were generated. It can be pickled: the copy generates the puzzles that are left, again."""

    def __init__(
        self,
        generator: str,
        count: int,
        seed: int,
        threads: int,
        progress: ProgressChoice = False,
    ) -> None:
        self._made_by = (generator, count, seed, threads)
        self._native = _native.Generator(generator, count, seed, threads)
        self._taken = 0
        self._is_closed = False
        self._progress = Counter.of(progress, count)

    def __next__(self) -> Puzzle:
        puzzle = self._native.next()
        if puzzle is None:
            self._progress.end(self._taken)
            raise StopIteration
        self._taken += 1
        self._progress.show(self._taken)
        return Puzzle(puzzle)

    def __reduce__(self) -> Tuple[object, ...]:
        return (_generated, (*self._made_by, self._taken, self._is_closed))

    @property
    def footer(self) -> Optional[str]:
        """How the puzzles were generated: the last line of ``gradus generate``."""
        return self._native.footer()

    def close(self) -> None:
        """Stops generating."""
        self._is_closed = True
        self._native.close()


def _generated(
    generator: str, count: int, seed: int, threads: int, taken: int, is_closed: bool
) -> Generated:
    """A generator that has already given some puzzles."""
    again = Generated(generator, count, seed, threads)
    if is_closed:
        again.close()
    else:
        for _ in range(taken):
            next(again)
    return again


__all__ = [
    "Generated",
    "Puzzle",
    "canonical",
    "count_solutions",
    "deduplicate",
    "expand",
    "generate",
    "isomorph",
    "minimals",
    "neighbours",
    "one_more",
    "solve",
]
