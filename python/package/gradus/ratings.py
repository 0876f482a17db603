"""The ratings of a single puzzle."""

from __future__ import annotations

import json
from typing import Any, Iterator, List, Mapping, NamedTuple, Optional, Union

from . import _native
from ._wish import DEFAULT, RatingNames, wish


class Rating(NamedTuple):
    """A rating and its status.

    The status is ``exact``; ``upper`` if a path of this length exists and a shorter one is
    not excluded; ``lower`` if the search was stopped and the rating is at least this value;
    ``infinite`` if no length solves the puzzle; or ``not applicable``. The last two have no
    value.
    """

    value: Union[int, str, None]
    status: str

    def __str__(self) -> str:
        signs = {"exact": "{}", "upper": "≤{}", "lower": "≥{}", "infinite": "∞"}
        return signs.get(self.status, "-").format(self.value)

    def __repr__(self) -> str:
        return f"Rating({self.value!r}, {self.status!r})"


class Ratings(Mapping[str, Any]):
    """The row of a puzzle in a table, by column.

    As a mapping it has the columns of ``gradus classify``: ``r["w"]``, ``r["w_status"]``,
    ``dict(r)``. As attributes, ratings come with their status: ``r.w`` is a
    :class:`Rating`. Counts and facts are plain values: ``r.clues``.
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
        status = self._columns.get(f"{column}_status")
        value = self._columns[column]
        return value if status is None else Rating(value, status)

    def _names(self) -> List[str]:
        return [name for name in self._columns if not name.endswith("_status")]

    def __dir__(self) -> List[str]:
        return [*object.__dir__(self), *self._names()]

    def __reduce__(self) -> Any:
        return (Ratings, (self._columns,))

    def __repr__(self) -> str:
        shown = (f"{name}={self._shown(name)}" for name in self._names())
        return f"Ratings({', '.join(shown)})"

    def _shown(self, name: str) -> str:
        value = getattr(self, name)
        return str(value) if isinstance(value, Rating) else repr(value)

    def _repr_html_(self) -> str:
        names = self._names()
        head = "".join(f"<th>{name}</th>" for name in names)
        cells = "".join(f"<td>{self._shown(name)}</td>" for name in names)
        return f"<table><tr>{head}</tr><tr>{cells}</tr></table>"


class Column(NamedTuple):
    """A rating or fact that can be requested."""

    column: str
    heading: str
    meaning: str
    has_status: bool


def ratings() -> List[Column]:
    """All ratings and facts, in the order of their columns."""
    return [Column(*one) for one in _native.columns()]


class Kind(NamedTuple):
    """A kind of puzzle: its name and a small example."""

    name: str
    example: str


def kinds() -> List[Kind]:
    """All kinds of puzzles."""
    return [Kind(*one) for one in _native.kinds()]


def rate(
    puzzle: str,
    ratings: RatingNames = DEFAULT,
    *,
    max_length: Optional[int] = None,
    budget: Optional[int] = None,
    max_depth: Optional[int] = None,
) -> Ratings:
    """Rates a puzzle.

    ``puzzle`` is a string in any format of the program: 81 characters, the 729 of a sukaku,
    or ``KIND:DATA`` such as ``latin:1..2.....``. ``ratings`` is a list of names, or a string
    with names separated by commas, ``"all"`` or ``"everything"``. The limits are those of
    ``gradus rate``; a budget of 0 means no limit.

    Raises ``ValueError`` if the string is not a puzzle, or the puzzle cannot be rated.
    """
    asked = wish(ratings, max_length, budget, max_depth)
    return Ratings(json.loads(_native.rate(puzzle, asked)))
