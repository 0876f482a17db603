"""Statistics of ratings tables, extreme puzzles, comparisons, reports, and the page that
explores tables."""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import html
import io
import json
import os
import pathlib
import warnings
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union
from typing import overload

from . import _native
from ._tables import Tables, files
from ._wish import joined
from .jobs import FileName, Outcome
from .puzzles import Puzzle
from .rating import Rating
from .ratings import Ratings

#: Names, or a string with names separated by commas.
Names = Union[str, Iterable[str]]


@dataclasses.dataclass(frozen=True)
class Sheet:
    """A table of statistics, laid out as the program prints it."""

    #: Its name, such as ``distribution-w``.
    id: str
    #: Its title.
    title: str
    #: How to read it.
    notes: List[str]
    #: Its content as CSV.
    csv: str

    @property
    def rows(self) -> List[Dict[str, str]]:
        """The rows, by column."""
        return list(csv.DictReader(io.StringIO(self.csv)))

    def _repr_html_(self) -> str:
        lines = list(csv.reader(io.StringIO(self.csv)))
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in lines[0])
        cells = ("".join(f"<td>{html.escape(cell)}</td>" for cell in line) for line in lines[1:])
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        title = html.escape(self.title)
        return f"<table><caption>{title}</caption><tr>{head}</tr>{body}</table>"


class Stats(Mapping[str, Any]):
    """Statistics of ratings tables: the data of ``gradus stats --json``, by section.

    ``stats["moments"]`` is a section; :attr:`sheets` has them laid out as tables.
    """

    def __init__(self, data: Dict[str, Any], sheets: Dict[str, Sheet]) -> None:
        self._data = data
        #: All tables of numbers, by their names.
        self.sheets = sheets

    @property
    def rows(self) -> int:
        """The number of puzzles."""
        return int(self._data["rows"])

    @property
    def notes(self) -> List[str]:
        """Notes for the reader."""
        return list(self._data["notes"])

    def __getitem__(self, section: str) -> Any:
        return self._data[section]

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Stats, (self._data, self.sheets))

    def __repr__(self) -> str:
        return f"<statistics of {self.rows} puzzles: {', '.join(self._data)}>"

    def _repr_html_(self) -> str:
        return self.sheets["overview"]._repr_html_() if "overview" in self.sheets else repr(self)


def stats(
    tables: Tables,
    *,
    where: Optional[str] = None,
    by: Names = (),
    cross: Iterable[Tuple[str, str]] = (),
    gap: Names = (),
    examples: int = 5,
    published: Names = (),
    unbiased: bool = False,
    despite_flaws: bool = False,
    grids_tried: Optional[int] = None,
    generator: Optional[str] = None,
) -> Stats:
    """Statistics of ratings tables, those of ``gradus stats``.

    ``tables`` are files or tables in memory. ``where`` selects rows; ``by`` names columns,
    arithmetic or ``file`` to group by; ``cross`` has pairs of columns and ``gap`` differences
    such as ``"w-b"``; ``published`` names published tables to compare with. ``unbiased``
    corrects the bias of a controlled-bias sample.

        >>> s = gradus.stats("ratings.parquet", where="te = 1", by="clues")
        >>> s.rows, s["moments"][0]["column"]
        (200, 'clues')
    """
    choices = {
        "by": _names(by),
        "cross": [tuple(pair) for pair in cross],
        "gap": _names(gap),
        "examples": examples,
        "sample": _sample(published, unbiased, grids_tried, generator),
        "despite_flaws": despite_flaws,
    }
    with files(tables) as paths:
        text, sheets = _native.stats(paths, where, choices)
    data: Dict[str, Any] = json.loads(text)
    for warning in data["warnings"]:
        warnings.warn(warning, stacklevel=2)
    return Stats(data, {sheet[0]: Sheet(*sheet) for sheet in sheets})


class Extremes(Sequence[Ratings]):
    """The extreme puzzles of tables, the most extreme first: rows of the tables."""

    def __init__(
        self, rank_by: str, rows: List[Ratings], puzzles: int, unranked: int, notes: List[str]
    ) -> None:
        #: The expression that ranks them.
        self.rank_by = rank_by
        #: The number of puzzles in the tables.
        self.puzzles = puzzles
        #: The number of puzzles without a rank, such as those with an infinite rating.
        self.unranked = unranked
        #: Notes for the reader.
        self.notes = notes
        self._rows = rows

    @overload
    def __getitem__(self, index: int) -> Ratings: ...
    @overload
    def __getitem__(self, index: slice) -> List[Ratings]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Ratings, List[Ratings]]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<{len(self)} of {self.puzzles} puzzles, ranked by {self.rank_by}>"


def extremes(
    tables: Tables,
    rank_by: str,
    *,
    top: int = 20,
    bottom: Optional[int] = None,
    where: Optional[str] = None,
) -> Extremes:
    """The puzzles of ratings tables with the largest ratings or gaps, such as ``"w"`` or
    ``"w-b"``: those of ``gradus extremes``. With ``bottom``, the smallest."""
    with files(tables) as paths:
        count = top if bottom is None else bottom
        if count < 1:
            raise ValueError(f"the number of puzzles is {count} (expected 1 or more)")
        found = _native.extremes(paths, where, rank_by, bottom is None, count)
    lines, puzzles, unranked, notes = found
    rows = [Ratings(json.loads(line)) for line in lines.splitlines()]
    return Extremes(rank_by, rows, puzzles, unranked, notes)


@dataclasses.dataclass(frozen=True)
class ColumnComparison:
    """How well two tables agree in a column."""

    #: The column.
    column: str
    #: The number of puzzles with the same value.
    agree: int
    #: The number of puzzles whose value is greater than that of the reference.
    greater: int
    #: The number of puzzles whose value is smaller.
    smaller: int
    #: The number of differing puzzles of which ours is only an upper bound.
    upper: int
    #: The number of puzzles where a bound allows the other value.
    undecided: int
    #: The number of puzzles for which one table has no value.
    missing: int

    @property
    def differ(self) -> int:
        """The number of puzzles on which the tables differ."""
        return self.greater + self.smaller


@dataclasses.dataclass(frozen=True)
class DifferentPuzzle:
    """A puzzle on which two tables differ in a column."""

    #: Its row in the table.
    row: int
    #: The puzzle.
    puzzle: Puzzle
    #: The column.
    column: str
    #: The value in the table, ``None`` if it has none.
    ours: Optional[Rating]
    #: The value in the reference.
    reference: Optional[Rating]


@dataclasses.dataclass(frozen=True)
class Comparison:
    """How well a table agrees with a reference."""

    #: The number of puzzles in both.
    matched: int
    #: The number of rows of the table whose puzzle is not in the reference.
    only_table: int
    #: The number of rows of the reference whose puzzle is not in the table.
    only_reference: int
    #: Each column that both have.
    columns: Dict[str, ColumnComparison]
    #: The first differences.
    differences: List[DifferentPuzzle]
    #: The number of rows with other values than the first row of the same puzzle in their table.
    conflicts: int
    #: Notes for the reader.
    notes: List[str]

    @property
    def is_equal(self) -> bool:
        """True if the tables have common puzzles and nothing differs."""
        differ = any(column.differ for column in self.columns.values())
        return self.matched > 0 and not differ and self.conflicts == 0


def compare(
    table: Tables, reference: Tables, *, where: Optional[str] = None, differences: int = 10
) -> Comparison:
    """Compares a ratings table with a reference, puzzle by puzzle, like ``gradus compare``.
    ``differences`` is the number of puzzles to list."""
    with files(table) as ours, files(reference) as theirs:
        text, notes = _native.compare(ours, theirs, where, differences)
    data = json.loads(text)
    columns = {}
    for one in data["columns"]:
        one.pop("confusion")
        one["missing"] = one.pop("not_told")
        columns[one["column"]] = ColumnComparison(**one)
    listed = [
        DifferentPuzzle(
            row=one["row"],
            puzzle=Puzzle(one["puzzle"]),
            column=one["column"],
            ours=_entry(one["ours"]),
            reference=_entry(one["reference"]),
        )
        for one in data["differences"]
    ]
    return Comparison(
        matched=data["matched"],
        only_table=data["only_ours"],
        only_reference=data["only_reference"],
        columns=columns,
        differences=listed,
        conflicts=data.get("conflicts", 0),
        notes=notes,
    )


def _entry(entry: Union[int, float, str]) -> Optional[Rating]:
    """An entry of a table as the program writes it."""
    if isinstance(entry, (int, float)):
        return Rating(entry)
    signs = {"≤": "upper", "≥": "lower"}
    if entry[:1] in signs:
        number = float(entry[1:])
        return Rating(int(number) if number.is_integer() else number, signs[entry[0]])
    words = {"∞": Rating(None, "infinite"), "-": Rating(None, "not applicable")}
    return words.get(entry)


def report(
    tables: Tables,
    output: FileName,
    *,
    title: str = "Ratings",
    where: Optional[str] = None,
    published: Names = (),
    unbiased: bool = False,
    grids_tried: Optional[int] = None,
    generator: Optional[str] = None,
    extremes: str = "main",
    top: int = 4,
    paths: int = 1,
    force: bool = False,
) -> pathlib.Path:
    """Writes a report into the directory ``output``: a web page, Markdown, and the data behind
    it, like ``gradus report``. Returns the path of the page.

    A directory that is not empty is only written into with ``force``.
    """
    folder = pathlib.Path(output)
    if not force and folder.is_dir() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty (use force=True to write into it)")
    choices = {
        "title": title,
        "sample": _sample(published, unbiased or None, grids_tried, generator),
        "extremes": extremes,
        "top": top,
        "paths": paths,
        "force": force,
    }
    with files(tables) as names:
        return pathlib.Path(_native.report(names, os.fspath(folder), where, choices))


def merge(shards: Iterable[FileName], output: FileName, *, force: bool = False) -> Outcome:
    """Merges the shards of a job into one table, like ``gradus merge``."""
    names = [os.fspath(name) for name in shards]
    rows, rejected, tally, counts = _native.merge(names, os.fspath(output), force)
    return Outcome(rows, rejected, 0, 0, False, tally, counts)


class Explorer:
    """A page in the browser that explores tables, served by this process. It ends with
    :meth:`stop`, at the end of a ``with`` statement, or from the page."""

    def __init__(
        self, server: "_native.Server", where: Optional[str], kept: contextlib.ExitStack
    ) -> None:
        self._server = server
        self._kept = kept
        self._where = where

    @property
    def url(self) -> str:
        """The address of the page. Anyone who knows it and can reach this machine from within
        can read the tables."""
        from urllib.parse import quote

        query = "" if self._where is None else f"?where={quote(self._where, safe='')}"
        return self._server.address + query

    def stop(self) -> None:
        """Stops the server."""
        self._server.stop()
        self._server.wait(None)
        self._kept.close()

    def wait(self) -> None:
        """Waits until the page is closed from the browser, or for Ctrl-C."""
        try:
            self._server.wait(None)
        finally:
            self.stop()

    def __enter__(self) -> "Explorer":
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<page at {self.url}>"

    def _repr_html_(self) -> str:
        url = html.escape(self.url)
        return f'<a href="{url}" target="_blank" rel="noopener">Explore the table</a>'


def explore(
    tables: Tables,
    *,
    reference: Optional[Tables] = None,
    where: Optional[str] = None,
    port: int = 0,
    open_browser: bool = True,
) -> Explorer:
    """Explores ratings tables in the browser, like ``gradus explore``.

    Returns at once: the page is served in the background, to this machine only, until
    :meth:`Explorer.stop`. Use :meth:`Explorer.wait` at the end of a script. ``where`` is the
    condition to start with.
    """
    with contextlib.ExitStack() as stack:
        paths = stack.enter_context(files(tables))
        others = None if reference is None else stack.enter_context(files(reference))
        server = _native.Server(paths, others, where, port)
        explorer = Explorer(server, where, stack.pop_all())
    if open_browser:
        import webbrowser

        webbrowser.open(explorer.url)
    return explorer


def _names(names: Names) -> List[str]:
    return [name for name in joined(names).split(",") if name]


def _sample(
    published: Names, unbiased: Optional[bool], grids: Optional[int], generator: Optional[str]
) -> Dict[str, Any]:
    return {
        "published": _names(published),
        "unbiased": unbiased,
        "grids_tried": grids,
        "generator": generator,
    }


__all__ = [
    "ColumnComparison",
    "Comparison",
    "DifferentPuzzle",
    "Explorer",
    "Extremes",
    "Sheet",
    "Stats",
    "compare",
    "explore",
    "extremes",
    "merge",
    "report",
    "stats",
]
