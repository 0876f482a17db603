"""Ratings tables as arguments: files, or tables in memory."""

from __future__ import annotations

import contextlib
import os
import pathlib
import tempfile
from typing import Any, Iterable, Iterator, List, Union

from .jobs import FileName
from .table import Table

#: One or several ratings tables: names of files, directories or globs, or tables in memory
#: (:class:`Table`, or anything with ``__arrow_c_stream__``). Several are read as one.
Tables = Union[FileName, Table, Any, Iterable[Union[FileName, Table, Any]]]


@contextlib.contextmanager
def files(tables: Tables) -> Iterator[List[str]]:
    """The tables as files, some of them temporary."""
    is_one = isinstance(tables, (str, os.PathLike)) or hasattr(tables, "__arrow_c_stream__")
    several: Any = [tables] if is_one else tables
    with contextlib.ExitStack() as stack:
        yield [_file(table, number, stack) for number, table in enumerate(several, 1)]


def _file(table: Any, number: int, stack: contextlib.ExitStack) -> str:
    if isinstance(table, (str, os.PathLike)):
        return os.fspath(table)
    if not hasattr(table, "__arrow_c_stream__"):
        text = f"a ratings table must be a file or a table, not {type(table).__name__}"
        raise TypeError(text)
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="gradus-"))
    path = pathlib.Path(folder) / f"table-{number}.parquet"
    if isinstance(table, Table):
        table.write_parquet(path)
    else:
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.table(table), path)
    return str(path)
