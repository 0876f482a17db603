"""Resolution paths: why a puzzle has its rating."""

from __future__ import annotations

import html
import json
import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union

from . import _native
from ._wish import wish
from .puzzles import Puzzle
from .rating import Rating


class Check(NamedTuple):
    """The verdict of the independent checker on a path. It is true if the path is accepted."""

    #: True if the path is accepted.
    accepted: bool
    #: What the path proves, or why it is not accepted.
    says: str

    def __bool__(self) -> bool:
        return self.accepted


class Step:
    """A step of a path. In a notebook it draws the grid before the step, with its marks."""

    def __init__(self, path: "Path", index: int, rule: str, text: str, length: int) -> None:
        self._path = path
        #: Its number, from 1.
        self.number = index + 1
        #: The name of the rule.
        self.rule = rule
        #: The pattern in nrc notation, with its conclusion.
        self.text = text
        #: The length of a chain or the size of a Subset, 0 for a Single.
        self.length = length

    @property
    def record(self) -> Dict[str, Any]:
        """The step in the record of the path."""
        steps: List[Dict[str, Any]] = self._path.record["steps"]
        return steps[self.number - 1]

    def svg(self) -> Optional[str]:
        """The grid before the step, with its marks, as an SVG image."""
        return self._path._native.svg(self.number - 1)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_step_of, (self._path, self.number))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<step {self.number}: {self.text}>"

    def _repr_html_(self) -> str:
        text = html.escape(f"{self.number}. {self.text}")
        return f"<figure>{self.svg() or ''}<figcaption>{text}</figcaption></figure>"


class Path:
    """A resolution path of a puzzle. ``str(path)`` is the output of ``gradus explain``."""

    def __init__(self, native: "_native.Path") -> None:
        self._native = native
        self._record: Optional[Dict[str, Any]] = None
        rating = native.rating()
        #: The puzzle.
        self.puzzle = Puzzle(native.puzzle())
        #: The theory of the path.
        self.theory = native.theory()
        #: The rating that the path proves, if the theory has one.
        self.rating: Optional[Rating] = None if rating is None else Rating(*rating)
        #: The steps, in order.
        self.steps: List[Step] = [
            Step(self, index, *step) for index, step in enumerate(native.steps())
        ]

    @property
    def record(self) -> Dict[str, Any]:
        """The path as data, in the format of ``gradus explain --json``."""
        if self._record is None:
            self._record = json.loads(self._native.record())
        return self._record

    def check(self, budget: Optional[int] = None) -> Check:
        """Checks the path with the independent checker."""
        return Check(*_native.check(self._native.record(), budget))

    def svg(self, step: Optional[int] = None) -> Optional[str]:
        """The grid before a step, counted from 1, as an SVG image. Without a number, the grid
        at the end."""
        index = len(self.steps) if step is None else step - 1
        if not 0 <= index <= len(self.steps):
            raise IndexError(f"no step {step}: the path has {len(self.steps)} steps")
        return self._native.svg(index)

    def html(
        self,
        file: Union[str, "os.PathLike[str]", None] = None,
        *,
        comment: Optional[str] = None,
        force: bool = False,
    ) -> str:
        """A page to step through the path in a browser, which needs nothing else: that of
        ``gradus explain -o path.html``. With ``file``, also writes it there; an existing file
        is only overwritten with ``force``. ``comment`` is the name of the puzzle."""
        page = self._native.html(comment)
        if file is not None:
            try:
                with open(file, "w" if force else "x", encoding="utf-8", newline="\n") as output:
                    output.write(page)
            except FileExistsError:
                name = os.fspath(file)
                text = f"{name} already exists (use force=True to overwrite it)"
                raise FileExistsError(text) from None
        return page

    def __len__(self) -> int:
        return len(self.steps)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_path_of, (self._native.to_bytes(),))

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        return f"<path of {self.puzzle} in {self.theory}, {len(self.steps)} steps>"

    def _repr_html_(self) -> str:
        first = next((step for step in self.steps if step.length > 0), None)
        picture = first._repr_html_() if first else self.svg(1) or ""
        return f"{picture}<pre>{html.escape(str(self))}</pre>"


def _path_of(data: bytes) -> Path:
    return Path(_native.Path.from_bytes(data))


def _step_of(path: Path, number: int) -> Step:
    return path.steps[number - 1]


class Theory(NamedTuple):
    """A theory that :func:`explain` knows."""

    #: Its name.
    name: str
    #: Its rules.
    meaning: str


def theories() -> List[Theory]:
    """The theories of paths, and the classes with trials."""
    return [Theory(*one) for one in _native.theories()]


def explain(
    puzzle: str,
    theory: str = "W",
    *,
    kind: Optional[str] = None,
    max_length: Optional[int] = None,
    budget: Optional[int] = None,
    max_depth: Optional[int] = None,
    timeout: Optional[int] = None,
) -> Path:
    """Finds a resolution path of a puzzle in a theory, no longer than the rating if
    possible. For a class such as ``"te"`` or ``"bpb"``, finds the trials that matter.
    :func:`theories` lists both. ``kind`` and the limits are those of :func:`rate`.

    Raises ``ValueError`` if the theory is unknown or the puzzle is not valid.
    """
    asked = wish("te", max_length, budget, max_depth, timeout)
    return Path(_native.Path(puzzle, kind, theory, asked))


def check(record: Union[Path, Mapping[str, Any], str], budget: Optional[int] = None) -> Check:
    """Checks a path, or its record as data or JSON, with the independent checker.

    Raises ``ValueError`` if the record is not valid.
    """
    if isinstance(record, Path):
        return record.check(budget)
    text = record if isinstance(record, str) else json.dumps(record)
    return Check(*_native.check(text, budget))


__all__ = ["Check", "Path", "Step", "Theory", "check", "explain", "theories"]
