"""Rates logic puzzles by how hard they are to prove, exactly.

The ratings are those of D. Berthier's *Pattern-Based Constraint Satisfaction and Logic
Puzzles*. This package contains the program ``gradus``: same ratings, same tables.

    >>> import gradus
    >>> r = gradus.rate("..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57")
    >>> r.w
    Rating(4, 'exact')
    >>> r.w > 3
    True
"""

from ._native import JobError, version as _version
from ._histogram import Histogram
from ._progress import Progress
from .analysis import (
    ColumnComparison,
    Comparison,
    DifferentPuzzle,
    Explorer,
    Extremes,
    Sheet,
    Stats,
    compare,
    explore,
    extremes,
    merge,
    report,
    stats,
)
from .duck import register
from .explain import Check, Path, Step, Theory, check, explain, theories
from .hunting import Find, Hunted, hunt
from .jobs import Job, Outcome, Pool, classify_file
from .puzzles import (
    Generated,
    Puzzle,
    canonical,
    count_solutions,
    deduplicate,
    expand,
    generate,
    isomorph,
    minimals,
    neighbours,
    one_more,
    solve,
)
from .rating import InexactError, Rating
from .ratings import Column, Kind, Ratings, kinds, rate, ratings
from .table import Table, classify, read_table

__version__ = _version()

__all__ = [
    "Check",
    "Column",
    "ColumnComparison",
    "Comparison",
    "DifferentPuzzle",
    "Explorer",
    "Extremes",
    "Find",
    "Generated",
    "Histogram",
    "Hunted",
    "InexactError",
    "Job",
    "JobError",
    "Kind",
    "Outcome",
    "Path",
    "Pool",
    "Progress",
    "Puzzle",
    "Rating",
    "Ratings",
    "Sheet",
    "Stats",
    "Step",
    "Table",
    "Theory",
    "canonical",
    "check",
    "classify",
    "classify_file",
    "compare",
    "count_solutions",
    "deduplicate",
    "expand",
    "explain",
    "explore",
    "extremes",
    "generate",
    "hunt",
    "isomorph",
    "kinds",
    "merge",
    "minimals",
    "neighbours",
    "one_more",
    "rate",
    "ratings",
    "read_table",
    "register",
    "report",
    "solve",
    "stats",
    "theories",
]
