"""Functions for DuckDB."""

from __future__ import annotations

import functools
import json
from typing import Any, Callable, Dict, List, Optional, Tuple

from . import _native
from ._wish import joined
from .ratings import Ratings, ratings as all_ratings
from .table import Table, classify

#: The calls whose results are kept: a query often uses several columns of the same puzzles.
_KEPT = 8


def register(
    connection: Any, *, prefix: str = "gradus_", threads: Optional[int] = None
) -> List[str]:
    """Adds functions on puzzles to a DuckDB connection, and returns their names. Needs pyarrow.

    ===============================  =======================================================
    function                         value
    ===============================  =======================================================
    ``gradus_w(puzzle)`` and so on   a rating as a number, ``'Infinity'`` if it is infinite;
                                     null if only a bound is known or it is not applicable
    ``gradus_w_status(puzzle)``      its status
    ``gradus_clues(puzzle)``         a count or a fact, such as ``gradus_redundant`` or
                                     ``gradus_expand``, its expansion by Singles
    ``gradus_rate(puzzle, names)``   some ratings as JSON, with their statuses
    ``gradus_reason(puzzle)``        why a puzzle cannot be rated
    ``gradus_canonical(puzzle)``     its canonical form
    ``gradus_solve(puzzle)``         its solution
    ``gradus_check(record)``         true if the checker accepts a path
    ===============================  =======================================================

    A string that is not a puzzle has the value null. Puzzles are rated in blocks, on all cores
    or on ``threads``.

        >>> import duckdb, gradus
        >>> connection = duckdb.connect()
        >>> names = gradus.register(connection)
        >>> connection.sql("select gradus_w(puzzle) as w from 'puzzles.csv'")
    """
    rated = functools.lru_cache(maxsize=_KEPT)(
        lambda names, puzzles: classify(puzzles, names, keep="none", threads=threads)
    )
    names: List[str] = []

    def add(name: str, function: Callable[..., Any], types: List[str], result: str) -> None:
        connection.create_function(
            prefix + name, function, types, result, type="arrow", null_handling="special"
        )
        names.append(prefix + name)

    text = ["VARCHAR"]
    listed = all_ratings()
    for count in ["clues", "candidates", "clues_brt", "candidates_brt", "candidates_w1"]:
        add(count, _column(rated, "te", count, "int32"), text, "INTEGER")
    for one in listed:
        name = one.column
        kind = classify([], name).schema[name]
        is_word = kind == "string"
        if not one.has_status:
            types = {"string": ("string", "VARCHAR"), "double": ("float64", "DOUBLE")}
            arrow, sql = types.get(kind, ("int64", "BIGINT"))
            add(name, _column(rated, name, name, arrow), text, sql)
            continue
        status = f"{name}_status"
        arrow, sql = ("string", "VARCHAR") if is_word else ("float64", "DOUBLE")
        add(name, _rating(rated, name, arrow), text, sql)
        add(status, _column(rated, name, status, "string"), text, "VARCHAR")
    add("reason", _column(rated, "te", "reason", "string"), text, "VARCHAR")
    add("rate", _rows(rated), ["VARCHAR", "VARCHAR"], "VARCHAR")
    add("canonical", _each(lambda puzzle: _native.canonical(puzzle, "minlex")), text, "VARCHAR")
    add("solve", _each(lambda puzzle: _native.solve(puzzle, None, None)), text, "VARCHAR")
    add("check", _each(lambda path: _native.check(path, None)[0], "bool"), text, "BOOLEAN")
    return names


_Rated = Callable[[str, Tuple[str, ...]], Table]


def _texts(column: Any) -> Tuple[str, ...]:
    """The strings of an Arrow column; null is the empty string, which is not a puzzle."""
    return tuple("" if text is None else text for text in column.to_pylist())


def _array(values: List[Any], arrow: str) -> Any:
    import pyarrow

    return pyarrow.array(values, getattr(pyarrow, "bool_" if arrow == "bool" else arrow)())


def _column(rated: _Rated, names: str, column: str, arrow: str) -> Callable[[Any], Any]:
    def function(puzzles: Any) -> Any:
        return _array(rated(names, _texts(puzzles))[column], arrow)

    return function


def _rating(rated: _Rated, name: str, arrow: str) -> Callable[[Any], Any]:
    def function(puzzles: Any) -> Any:
        found = rated(name, _texts(puzzles)).ratings(name)
        exact = [None if one is None or not one.is_exact else one for one in found]
        if arrow == "string":
            return _array([None if one is None else one.value for one in exact], arrow)
        return _array([None if one is None else float(one) for one in exact], arrow)

    return function


def _rows(rated: _Rated) -> Callable[[Any, Any], Any]:
    def function(puzzles: Any, names: Any) -> Any:
        rows: Dict[int, Optional[str]] = {}
        texts, wanted = _texts(puzzles), names.to_pylist()
        for choice in set(wanted):
            places = [place for place, one in enumerate(wanted) if one == choice]
            if choice is None:
                rows.update((place, None) for place in places)
                continue
            table = rated(joined(choice), tuple(texts[place] for place in places))
            rows.update((place, _json(row)) for place, row in zip(places, table))
        return _array([rows[place] for place in range(len(texts))], "string")

    return function


def _json(row: Ratings) -> Optional[str]:
    if row["reason"] is not None:
        return None
    left_out = ("row", "puzzle", "comment", "kind", "reason")
    return json.dumps({name: value for name, value in row.items() if name not in left_out})


def _each(function: Callable[[str], Any], arrow: str = "string") -> Callable[[Any], Any]:
    """A function of a string for columns: what is a ``ValueError`` becomes null."""

    def value(text: str) -> Any:
        try:
            return function(text)
        except ValueError:
            return None

    return lambda texts: _array([value(text) for text in _texts(texts)], arrow)


__all__ = ["register"]
