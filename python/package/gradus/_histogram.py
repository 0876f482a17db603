"""Histograms of the columns of a table."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Dict, List, Tuple

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
        """The histogram as an SVG image."""
        left, top, bottom = 10, 28, 40
        most = max((count for _, count in self.counts), default=1)
        step = (width - 2 * left) / max(len(self.counts), 1)
        bars = []
        for place, (value, count) in enumerate(self.counts):
            x, size = left + place * step, (height - top - bottom) * count / most
            y, middle = height - bottom - size, left + (place + 0.5) * step
            bars.append(
                f'<rect x="{x + 0.1 * step:.1f}" y="{y:.1f}" width="{0.8 * step:.1f}" '
                f'height="{size:.1f}" fill="#4477aa"><title>{html.escape(value)}: {count}</title>'
                f'</rect><text x="{middle:.1f}" y="{y - 4:.1f}">{count}</text>'
                f'<text x="{middle:.1f}" y="{height - bottom + 16}">{html.escape(value)}</text>'
            )
        title = f"number of puzzles by {self.column}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" aria-label="{html.escape(title)}">'
            f'<g font-family="sans-serif" font-size="12" text-anchor="middle" fill="#444">'
            f'{"".join(bars)}<text x="{width / 2}" y="{height - 6}">{html.escape(title)}</text>'
            "</g></svg>"
        )


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
