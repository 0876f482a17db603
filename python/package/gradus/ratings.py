"""The ratings of a single puzzle."""

from __future__ import annotations

import html
import json
from typing import Any, Iterator, List, Mapping, NamedTuple, Optional, Tuple

from . import _native
from ._wish import DEFAULT, RatingNames, wish
from .rating import Rating


class Ratings(Mapping[str, Any]):
    """The row of a puzzle in a table, by column.

    As a mapping it has the columns of ``gradus classify``: ``r["w"]``, ``r["w_status"]``,
    ``dict(r)``; an infinite rating is ``None`` there. As attributes, ratings come with their
    status: ``r.w`` is a :class:`Rating`, which behaves like a number. Counts and facts are
    plain values: ``r.clues``.
    """

    __slots__ = ("_columns",)

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self._columns = dict(columns)

    def __getitem__(self, column: str) -> Any:
        return self._columns[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __getattr__(self, column: str) -> Any:
        if column.startswith("_") or column not in self._columns:
            known = ", ".join(self._names())
            raise AttributeError(f"{column!r} was not computed (computed: {known})")
        value = self._columns[column]
        if f"{column}_status" not in self._columns:
            return value
        status = self._columns[f"{column}_status"]
        return None if status is None else Rating(value, status)

    def _names(self) -> List[str]:
        columns = self._columns
        return [
            name
            for name in columns
            if not (name.endswith("_status") and name[: -len("_status")] in columns)
        ]

    def __dir__(self) -> List[str]:
        return [*object.__dir__(self), *self._names()]

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Ratings, (self._columns,))

    def __repr__(self) -> str:
        shown = (f"{name}={self._shown(name)}" for name in self._names())
        return f"Ratings({', '.join(shown)})"

    def _shown(self, name: str) -> str:
        value = getattr(self, name)
        return str(value) if isinstance(value, Rating) else repr(value)

    def _repr_html_(self) -> str:
        names = self._names()
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        cells = "".join(f"<td>{html.escape(self._shown(name))}</td>" for name in names)
        return f"<table><tr>{head}</tr><tr>{cells}</tr></table>"


class Column(NamedTuple):
    """A rating or fact that can be requested."""

    #: Its name in tables.
    column: str
    #: Its name in texts.
    heading: str
    #: What it measures.
    meaning: str
    #: True if it is a rating with a status.
    has_status: bool


def ratings() -> List[Column]:
    """All ratings and facts, in the order of their columns."""
    return [Column(*one) for one in _native.columns()]


class Kind(NamedTuple):
    """A kind of puzzle."""

    #: Its name.
    name: str
    #: A small puzzle.
    example: str


def kinds() -> List[Kind]:
    """All kinds of puzzles."""
    return [Kind(*one) for one in _native.kinds()]


def rate(
    puzzle: str,
    ratings: RatingNames = DEFAULT,
    *,
    kind: Optional[str] = None,
    max_length: Optional[int] = None,
    budget: Optional[int] = None,
    max_depth: Optional[int] = None,
    timeout: Optional[int] = None,
) -> Ratings:
    """Rates a puzzle.

    ``puzzle`` is a string in any format of the program: 81 characters, the 729 of a sukaku,
    a grid of several lines, or ``KIND:DATA`` such as ``latin:1..2.....``; ``kind`` is for
    puzzles without ``KIND:``. ``ratings`` is a list of names, or a string with names separated
    by commas, ``"core"`` or ``"everything"``; :func:`ratings` lists them. The limits are those
    of ``gradus rate``; a budget of 0 means no limit, and ``timeout`` is in seconds.

    Raises ``ValueError`` if the string is not a puzzle, or the puzzle cannot be rated.

        >>> r = gradus.rate(puzzle, "te,w")
        >>> r.w == 4, r.w > 3, r["w_status"]
        (True, True, 'exact')
    """
    asked = wish(ratings, max_length, budget, max_depth, timeout)
    return Ratings(json.loads(_native.rate(puzzle, kind, asked)))


__all__ = ["Column", "Kind", "Ratings", "kinds", "rate", "ratings"]
