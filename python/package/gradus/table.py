"""Ratings tables in memory, exchanged with other libraries as Arrow."""

from __future__ import annotations

import html
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _native
from ._histogram import Histogram
from ._wish import DEFAULT, RatingNames, default_threads, joined, wish

#: Rows that a notebook shows.
_SHOWN = 10


class Table:
    """A ratings table: the columns of ``gradus classify`` and ``reason``.

    It has ``__arrow_c_stream__``, so ``pyarrow.table(t)``, ``polars.DataFrame(t)``,
    ``pandas.DataFrame.from_arrow(t)`` and DuckDB queries work directly.
    """

    def __init__(self, native: "_native.Table") -> None:
        self._native = native

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._native.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._native)

    @property
    def columns(self) -> List[str]:
        """The names of the columns."""
        return self._native.names()

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_table_of, (self._native.to_bytes(),))

    def to_pyarrow(self) -> Any:
        """As a ``pyarrow.Table``."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self) -> Any:
        """As a ``polars.DataFrame``."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> Any:
        """As a ``pandas.DataFrame``."""
        return self.to_pyarrow().to_pandas()

    def histogram(self, column: str) -> Histogram:
        """The number of puzzles per value of a column; draws itself in a notebook. Bounds and
        infinity are separate values, as in the summary of the program."""
        return Histogram.of(self, column)

    def to_pydict(self, columns: Optional[Iterable[str]] = None) -> Dict[str, List[Any]]:
        """Columns as lists, by name."""
        return self._native.lists(list(self.columns if columns is None else columns))

    def __repr__(self) -> str:
        return f"<gradus.Table of {len(self)} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        names = self.columns
        cells = self._native.lists(names, _SHOWN)
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        rows = zip(*(cells[name] for name in names))
        body = "".join(
            "<tr>" + "".join(f"<td>{_shown(cell)}</td>" for cell in row) + "</tr>" for row in rows
        )
        more = f"<p>{len(self)} rows</p>" if len(self) > _SHOWN else ""
        return f"<table><tr>{head}</tr>{body}</table>{more}"


def _table_of(data: bytes) -> Table:
    return Table(_native.Table.from_bytes(data))


def _shown(cell: Any) -> str:
    return "" if cell is None else html.escape(str(cell))


def classify(
    table: Any,
    ratings: RatingNames = DEFAULT,
    *,
    column: Optional[str] = None,
    keep: Union[str, Iterable[str]] = "all",
    kind: Optional[str] = None,
    threads: Optional[int] = None,
    max_length: Optional[int] = None,
    budget: Optional[int] = None,
    max_depth: Optional[int] = None,
) -> Table:
    """Rates the puzzles of a table: one row per row, in the same order.

    ``table`` is anything with ``__arrow_c_stream__`` (pyarrow, polars, pandas, a DuckDB
    relation), an iterable of such batches, or an iterable of strings. The puzzles are in the
    column ``puzzle``, unless ``column`` names another; without both, in the only column that
    contains puzzles. A column ``comment`` and the columns in ``keep`` (``"all"``, ``"none"``
    or names) are kept with their types; one that cannot be kept is a ``ValueError``.
    ``kind`` is the kind of puzzles without a ``KIND:`` prefix. The result has the columns of
    ``gradus classify``, with ``kind`` if a puzzle is not a 9×9 Sudoku.

    A puzzle that cannot be rated becomes a row without numbers and with a ``reason``, never
    an exception. ``threads`` is the number of cores by default, and 1 inside a worker of a
    cluster. The lock of the interpreter is released.
    """
    asked = wish(ratings, max_length, budget, max_depth)
    count = default_threads() if threads is None else threads
    stream = _stream(table, column or "puzzle")
    return Table(_native.classify(stream, asked, column, joined(keep), kind, count))


def _stream(table: Any, column: str) -> Any:
    """A capsule with a stream of Arrow arrays."""
    if hasattr(table, "__arrow_c_stream__"):
        return table.__arrow_c_stream__()
    if isinstance(table, (str, bytes)):
        raise TypeError("classify expects a table or a list of puzzles (use rate() for one puzzle)")
    if hasattr(table, "__arrow_c_array__"):
        return _reader([table]).__arrow_c_stream__()
    iterator = iter(table)
    first = next(iterator, None)
    if first is None or isinstance(first, str):
        return _native.stream_of_texts(_texts(first, iterator), column)
    if isinstance(first, Iterable) and not hasattr(first, "__arrow_c_array__"):
        if not hasattr(first, "__arrow_c_stream__"):
            raise TypeError(f"classify cannot read {type(first).__name__} (expected Arrow or str)")
    return _reader(_chained(first, iterator)).__arrow_c_stream__()


def _texts(first: Optional[str], rest: Iterator[Any]) -> List[str]:
    texts = [] if first is None else [first, *rest]
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"a puzzle must be a str, not {type(text).__name__}")
    return texts


def _chained(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from rest


def _reader(batches: Iterable[Any]) -> Any:
    """Batches as one stream, read on demand."""
    import pyarrow

    def records() -> Iterator[Any]:
        for batch in batches:
            if hasattr(batch, "__arrow_c_stream__"):
                yield from pyarrow.table(batch).to_batches()
            else:
                yield pyarrow.record_batch(batch)

    all_records = records()
    first = next(all_records, None)
    if first is None:
        return pyarrow.table({"puzzle": pyarrow.array([], pyarrow.string())})
    return pyarrow.RecordBatchReader.from_batches(first.schema, _chained(first, all_records))
