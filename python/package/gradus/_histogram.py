"""Histograms of the columns of a table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, List, Tuple

from . import _native

if TYPE_CHECKING:
    from .table import Table

_SIGNS = {"upper": "{}", "lower": "≥{}", "infinite": "∞", "not applicable": "-"}


class Histogram:
    """The number of puzzles per value of a column."""

    def __init__(self, column: str, counts: List[Tuple[str, int]]) -> None:
        #: The column.
        self.column = column
        #: The values and their counts, in order.
        self.counts = counts

    @classmethod
    def of(cls, table: "Table", column: str) -> "Histogram":
        """The histogram of a column."""
        if column not in table.columns:
            raise KeyError(f"no column named {column!r} (columns: {', '.join(table.columns)})")
        status = f"{column}_status"
        names = [column, status] if status in table.columns else [column]
        cells = table.to_pydict(names)
        found: Dict[Any, int] = {}
        for value in zip(*(cells[name] for name in names)):
            found[value] = found.get(value, 0) + 1
        counts: Dict[str, int] = {}
        for value in sorted(found, key=_order):
            text = _label(*value)
            counts[text] = counts.get(text, 0) + found[value]
        return cls(column, list(counts.items()))

    def __repr__(self) -> str:
        width = max((len(value) for value, _ in self.counts), default=0)
        lines = [f"{value:>{width}}  {count}" for value, count in self.counts]
        return "\n".join([self.column, *lines])

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self, width: int = 640, height: int = 280) -> str:
        """The histogram as an SVG image, as in reports."""
        values = [{"value": count, "low": count, "high": count} for _, count in self.counts]
        bars = {"name": "", "class": "s1", "mark": "bar", "values": values}
        plot = {
            "label": f"number of puzzles by {self.column}",
            "size": [width, height],
            "variable": self.column,
            "quantity": "puzzles",
            "unit": "count",
            "has_legend": False,
            "categories": [value for value, _ in self.counts],
            "series": [bars],
        }
        return _native.plot(json.dumps(plot))


def _order(value: Tuple[Any, ...]) -> Tuple[Any, ...]:
    first, status = value[0], value[1] if len(value) > 1 else "exact"
    kinds = ["exact", "upper", "lower", "infinite", "not applicable"]
    kind = 0 if status == "upper" else kinds.index(status) if status in kinds else len(kinds)
    number = first if isinstance(first, (int, float)) else 0
    return (kind, first is None, number, str(first))


def _label(value: Any, status: Any = "exact") -> str:
    if status is None:
        return "rejected"
    if status in _SIGNS:
        return _SIGNS[status].format(value)
    return "missing" if value is None else str(value)
