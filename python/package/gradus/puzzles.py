"""Puzzles: pictures, canonical forms, neighbours, generators."""

from __future__ import annotations

import warnings
from typing import Iterator, List, Optional

from . import _native
from ._wish import default_threads


class Puzzle(str):
    """A puzzle as a string that draws itself in a notebook."""

    def _repr_svg_(self) -> Optional[str]:
        return _native.svg(self)


def canonical(puzzle: str, form: str = "minlex") -> Puzzle:
    """The canonical form of a puzzle: the same string for all puzzles that differ only by a
    symmetry of the grid or the names of the digits.

    ``form`` is ``"minlex"``, the lexicographically smallest string, or ``"solution"``, where
    the solution is in its smallest form and the puzzle is transformed with it.

    For many puzzles, ``classify(table, ratings="canon")`` computes it as a column, on all
    cores.
    """
    return Puzzle(_native.canonical(puzzle, form))


def expand(puzzle: str, by: str = "brt") -> Puzzle:
    """The puzzle with all values that a theory asserts: ``"brt"`` (Singles), ``"w1"``
    (and whips[1]) or ``"s"`` (and Subsets)."""
    if by == "one":
        raise ValueError("unknown theory 'one' (expected brt, w1 or s)")
    return Puzzle(_native.expand(puzzle, by)[0])


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
    kind: str, count: int, seed: int = 0, *, threads: Optional[int] = None
) -> "Generated":
    """Generates minimal puzzles: those of ``gradus generate`` with this generator
    (``bottom-up``, ``top-down``, ``controlled-bias``, ``suexg``) and seed, in the same order.

    They are generated ahead on ``threads`` cores, by default all.
    """
    if count < 1:
        raise ValueError(f"count is {count} (expected 1 or more)")
    from os import cpu_count

    cores = threads or default_threads() or cpu_count() or 1
    return Generated(_native.Generator(kind, count, seed, cores))


class Generated(Iterator[Puzzle]):
    """An iterator over generated puzzles. After the last one, ``footer`` describes how they
    were generated."""

    def __init__(self, native: "_native.Generator") -> None:
        self._native = native

    def __next__(self) -> Puzzle:
        puzzle = self._native.next()
        if puzzle is None:
            raise StopIteration
        return Puzzle(puzzle)

    @property
    def footer(self) -> Optional[str]:
        """How the puzzles were generated: the last line of ``gradus generate``."""
        return self._native.footer()

    def close(self) -> None:
        """Stops generating."""
        self._native.close()
