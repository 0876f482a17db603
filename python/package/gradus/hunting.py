"""Hunts: the search for extreme puzzles."""

from __future__ import annotations

import os
from typing import Dict, Iterable, List, NamedTuple, Optional, Union

from . import _native
from ._progress import JobProgress, ProgressChoice
from ._wish import RatingNames, default_threads, joined, wish
from .jobs import FileName, wait
from .puzzles import Puzzle


class Find(NamedTuple):
    """The best find of a hunt."""

    #: Its value, as text: a bound has a sign before it.
    value: str
    #: The puzzle.
    puzzle: Puzzle
    #: Its row in the table.
    row: int


class Hunted(NamedTuple):
    """The result of a hunt."""

    #: Why it ended: ``limit``, ``goal``, ``nothing new``, ``time`` or ``was done``.
    end: str
    #: The number of finds: rows of the table.
    finds: int
    #: The number of generations.
    generations: int
    #: The number of puzzles that moves have made.
    tried: int
    #: The number of rejected input lines.
    rejected: int
    #: The best find, if there is one.
    best: Optional[Find]
    #: The moves with their shares of the finds.
    moves: Dict[str, float]


def hunt(
    inputs: Union[FileName, Iterable[FileName]],
    output: FileName,
    maximise: str,
    *,
    tie_break: Optional[str] = None,
    minimum: Optional[float] = None,
    minimal: bool = False,
    bounds_below: Optional[int] = None,
    ratings: RatingNames = "te",
    random: int = 0,
    generator: str = "top-down",
    seed: int = 0,
    moves: Union[str, Iterable[str], None] = None,
    population: int = 300,
    quota: int = 8,
    restart_after: Optional[int] = None,
    memory: int = 1 << 30,
    max_time: Optional[float] = None,
    goal: Optional[float] = None,
    max_generations: Optional[int] = None,
    max_finds: Optional[int] = None,
    max_tried: Optional[int] = None,
    best: Optional[FileName] = None,
    sort: bool = False,
    resume: bool = False,
    force: bool = False,
    column: Optional[str] = None,
    kind: Optional[str] = None,
    first: Optional[int] = None,
    max_length: Optional[int] = None,
    budget: Optional[int] = None,
    max_depth: Optional[int] = None,
    timeout: Optional[int] = None,
    threads: Optional[int] = None,
    progress: ProgressChoice = False,
) -> Hunted:
    """Searches for puzzles with extreme ratings, like ``gradus hunt``: the same table.

    ``inputs`` are the files to start from, perhaps none with ``random`` puzzles of a
    ``generator``; ``maximise`` is an expression such as ``"b"``, ``"w-b"`` or
    ``"clues where te = 3"``. Without ``max_time`` (in seconds), ``goal`` or another number, a
    hunt continues until Ctrl-C, or until there is nothing new to try. After both, the same
    call with ``resume=True`` continues. The other options are those of the command.
    """
    if resume and force:
        raise ValueError("resume and force exclude each other")
    names = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    chosen: Optional[List[str]] = None
    if moves is not None:
        chosen = moves.split(",") if isinstance(moves, str) else list(moves)
    for name, number in {"population": population, "quota": quota}.items():
        if not 1 <= number <= 1_000_000:
            raise ValueError(f"{name} is {number} (expected 1 to 1,000,000)")
    runner = _native.Runner.hunt(
        {
            "inputs": [os.fspath(name) for name in names],
            "output": os.fspath(output),
            "maximise": maximise,
            "tie_break": tie_break,
            "minimum": minimum,
            "minimal": minimal,
            "bounds_below": bounds_below,
            "wish": wish(joined(ratings), max_length, budget, max_depth, timeout),
            "random": random,
            "generator": generator,
            "seed": seed,
            "moves": chosen,
            "population": population,
            "quota": quota,
            "restart_after": restart_after,
            "memory": memory,
            "max_time": max_time,
            "goal": goal,
            "max_generations": max_generations,
            "max_finds": max_finds,
            "max_tried": max_tried,
            "best": None if best is None else os.fspath(best),
            "sort": sort,
            "before": "resume" if resume else "force" if force else "refuse",
            "column": column,
            "kind": kind,
            "first": first,
            "threads": threads if threads is not None else default_threads(),
        }
    )
    end = wait(runner, JobProgress(progress))
    found = end["best"]
    return Hunted(
        end=end["end"],
        finds=end["finds"],
        generations=end["generations"],
        tried=end["tried"],
        rejected=end["rejected"],
        best=None if found is None else Find(found[0], Puzzle(found[1]), found[2]),
        moves=end["moves"],
    )


__all__ = ["Find", "Hunted", "hunt"]
