"""Ratings tables in memory, exchanged with other libraries as Arrow."""

from __future__ import annotations

import html
import math
import os
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union, overload

from . import _native
from ._histogram import Histogram
from ._progress import Counter, ProgressChoice
from ._wish import DEFAULT, RatingNames, default_threads, joined, wish
from .rating import Number, Rating
from .ratings import Ratings

#: Rows that a notebook shows.
_SHOWN = 10

#: Rows that an iteration copies at a time.
_AT_A_TIME = 1024


class Table:
    """A ratings table: the columns of ``gradus classify`` and ``reason``.

    ``t["w"]`` is a column as a list, ``t[0]`` a row as :class:`Ratings`, ``t[:10]`` a table
    of some rows; ``for row in t`` goes through the rows. In columns, an infinite rating is
    ``None`` with the status ``infinite``, as in files; :meth:`ratings` and :meth:`numbers`
    tell it apart from missing values.

    It has ``__arrow_c_stream__``, so ``pyarrow.table(t)``, ``polars.DataFrame(t)``,
    ``pandas.DataFrame.from_arrow(t)`` and DuckDB queries work directly. It can be pickled.
    """

    def __init__(self, native: "_native.Table") -> None:
        self._native = native

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._native.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._native)

    @overload
    def __getitem__(self, key: str) -> List[Any]: ...
    @overload
    def __getitem__(self, key: int) -> Ratings: ...
    @overload
    def __getitem__(self, key: slice) -> "Table": ...
    def __getitem__(self, key: Union[str, int, slice]) -> Union[List[Any], Ratings, "Table"]:
        if isinstance(key, str):
            return self._column(key)
        if isinstance(key, slice):
            return Table(_native.taken(self._native, list(range(*key.indices(len(self))))))
        try:
            place = range(len(self))[key]
        except IndexError:
            raise IndexError(f"no row {key}: the table has {len(self)} rows") from None
        except TypeError:
            text = f"a table is indexed by str, int or slice, not {type(key).__name__}"
            raise TypeError(text) from None
        return next(iter(Table(_native.taken(self._native, [place]))))

    def __iter__(self) -> Iterator[Ratings]:
        names = self.columns
        for start in range(0, len(self), _AT_A_TIME):
            places = list(range(start, min(start + _AT_A_TIME, len(self))))
            cells = _native.taken(self._native, places).lists(names)
            for row in zip(*(cells[name] for name in names)):
                yield Ratings(dict(zip(names, row)))

    def __contains__(self, column: object) -> bool:
        return column in self.columns

    def _column(self, name: str) -> List[Any]:
        if name not in self.columns:
            raise KeyError(f"no column named {name!r} (columns: {', '.join(self.columns)})")
        return self._native.lists([name])[name]

    @property
    def schema(self) -> Dict[str, str]:
        """The type of each column: that of Arrow, such as ``uint8`` or ``string``."""
        return dict(_native.schema(self._native))

    def ratings(self, column: str) -> List[Optional[Rating]]:
        """A column of ratings with their status, ``None`` where the puzzle was not rated."""
        status = f"{column}_status"
        values, statuses = self._column(column), self._column(status)
        pairs = zip(values, statuses)
        return [None if word is None else Rating(value, word) for value, word in pairs]

    def numbers(
        self,
        column: str,
        *,
        bounds: bool = False,
        infinite: Number = math.inf,
        missing: Number = math.nan,
    ) -> List[Number]:
        """A column as numbers. Infinite ratings become ``infinite``; puzzles that were not
        rated and ratings that do not apply become ``missing``. A bound raises
        :class:`InexactError`, unless ``bounds`` allows it to stand for its rating."""
        if f"{column}_status" not in self.columns:
            return [missing if value is None else _number(value) for value in self._column(column)]

        def number(rating: Optional[Rating]) -> Number:
            if rating is None or rating.status == "not applicable":
                return missing
            if rating.is_infinite:
                return infinite
            return rating.bound() if bounds else +rating

        return [number(rating) for rating in self.ratings(column)]

    def filter(self, where: str) -> "Table":
        """The rows for which a condition of the program holds, such as ``"w - b >= 2"`` or
        ``"te = 2 and w_status = infinite"``. Puzzles that were not rated are left out."""
        return Table(_native.filtered(self._native, where))

    def write_parquet(self, path: Union[str, "os.PathLike[str]"], *, force: bool = False) -> None:
        """Writes the table as a Parquet file. An existing file is only overwritten with
        ``force``."""
        _native.write_parquet(self._native, os.fspath(path), force)

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
        """Columns as lists, by name; all of them by default."""
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


def _number(value: Any) -> Number:
    if isinstance(value, (int, float)):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{value!r} is not a number") from None


def read_table(path: Union[str, "os.PathLike[str]"]) -> Table:
    """Reads a ratings table (.parquet, .csv, .jsonl) into memory. Columns that are not ratings
    or facts become strings."""
    return Table(_native.read_table(os.fspath(path)))


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
    where: Optional[str] = None,
    threads: Optional[int] = None,
    max_length: Optional[int] = None,
    budget: Optional[int] = None,
    max_depth: Optional[int] = None,
    timeout: Optional[int] = None,
    progress: ProgressChoice = False,
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
    an exception. With ``where``, the result has only the rated puzzles for which a condition
    holds, see :meth:`Table.filter`. ``progress`` is that of :func:`classify_file`.
    ``threads`` is the number of cores by default, and 1 inside a worker of a
    cluster. The lock of the interpreter is released.
    """
    asked = wish(ratings, max_length, budget, max_depth, timeout)
    count = default_threads() if threads is None else threads
    counter = Counter.of(progress, len(table) if hasattr(table, "__len__") else None)
    tick = None if counter.is_silent else counter.show
    stream = _stream(table, column or "puzzle")
    rated = Table(_native.classify(stream, asked, column, joined(keep), kind, count, tick))
    counter.end(len(rated))
    return rated if where is None else rated.filter(where)


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


__all__ = ["Table", "classify", "read_table"]
