"""Rates logic puzzles by how hard they are to prove, exactly.

The ratings are those of D. Berthier's *Pattern-Based Constraint Satisfaction and Logic
Puzzles*. This package contains the program ``gradus``: same ratings, same tables.

    >>> import gradus
    >>> r = gradus.rate("..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57")
    >>> r.w
    Rating(4, 'exact')
"""

from ._native import JobError, version as _version
from .explain import Check, Path, Step, check, explain
from .jobs import Job, Outcome, Pool, classify_file
from .puzzles import Puzzle, canonical, expand, generate, minimals, neighbours
from .ratings import Kind, Rating, Ratings, kinds, ratings, rate
from .table import Table, classify

__version__ = _version()

__all__ = [
    "Check",
    "Job",
    "JobError",
    "Kind",
    "Outcome",
    "Path",
    "Pool",
    "Puzzle",
    "Rating",
    "Ratings",
    "Step",
    "Table",
    "canonical",
    "check",
    "classify",
    "classify_file",
    "expand",
    "explain",
    "generate",
    "kinds",
    "minimals",
    "neighbours",
    "rate",
    "ratings",
]
