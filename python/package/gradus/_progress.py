"""The progress of long work: a bar of tqdm, one line that is updated in place, or calls of a
function."""

from __future__ import annotations

import sys
import time
import warnings
from typing import Any, Callable, NamedTuple, Optional, Protocol, TextIO, Union

from . import _native

#: Seconds between two updates.
_INTERVAL = 0.5


class Progress(NamedTuple):
    """The progress of a job, as a function given as ``progress`` gets it."""

    #: Rows so far, with those of earlier runs.
    rows: int
    #: Rows of earlier runs.
    before: int
    #: Rejected lines.
    rejected: int
    #: The fraction of the work that is done, or ``None`` if it is not known.
    share: Optional[float]
    #: What the job is doing, if that needs saying.
    note: Optional[str]
    #: True at the end.
    is_done: bool


#: True for a bar of tqdm or, if that is not installed, a line on standard error; false for
#: nothing; a function, which is called with a :class:`Progress` about twice per second; or a
#: file for the line.
ProgressChoice = Union[bool, Callable[[Progress], object], TextIO, None]


class _Display(Protocol):
    def update(self, progress: Progress) -> None:
        """Shows progress."""

    def say(self, text: str) -> None:
        """Shows a message."""


class _Silent:
    def update(self, progress: Progress) -> None:
        pass

    def say(self, text: str) -> None:
        pass


class _Calls:
    def __init__(self, function: Callable[[Progress], object]) -> None:
        self._function = function

    def update(self, progress: Progress) -> None:
        self._function(progress)

    def say(self, text: str) -> None:
        pass


class _Line:
    """One line of a file that is updated in place."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._began: Optional[float] = None
        self._first = 0
        self._width = 0

    def update(self, progress: Progress) -> None:
        self._write(self._line(progress))
        if progress.is_done:
            self._file.write("\n")
            self._file.flush()

    def say(self, text: str) -> None:
        self._write(text + "\n")

    def _line(self, progress: Progress) -> str:
        now = time.monotonic()
        if self._began is None and progress.rows > progress.before:
            self._began, self._first = now, progress.rows
        parts = [f"{progress.rows:,} puzzles"]
        if progress.share is not None:
            filled = round(24 * progress.share)
            bar = "#" * filled + "." * (24 - filled)
            parts.insert(0, f"[{bar}] {100 * progress.share:.0f} %")
        if self._began is not None and now > self._began:
            parts.append(f"{(progress.rows - self._first) / (now - self._began):,.0f}/s")
        if progress.rejected:
            parts.append(f"{progress.rejected:,} rejected")
        if progress.note:
            parts.append(progress.note)
        return ", ".join(parts)

    def _write(self, line: str) -> None:
        self._file.write("\r" + line.ljust(self._width))
        self._file.flush()
        self._width = len(line)


class _Tqdm:
    """A bar of tqdm, which counts puzzles."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._bar: Any = None

    def update(self, progress: Progress) -> None:
        if self._bar is None:
            self._bar = self._tqdm(unit=" puzzles", initial=progress.before)
        if progress.share:
            self._bar.total = max(round(progress.rows / progress.share), progress.rows)
        shown = [f"{progress.rejected:,} rejected"] if progress.rejected else []
        self._bar.set_postfix_str(", ".join([*shown, *filter(None, [progress.note])]), refresh=False)
        self._bar.update(progress.rows - self._bar.n)
        if progress.is_done:
            self._bar.close()

    def say(self, text: str) -> None:
        self._tqdm.write(text, file=sys.stderr)


def _display(choice: ProgressChoice) -> _Display:
    if not choice:
        return _Silent()
    if isinstance(choice, bool):
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return _Line(sys.stderr)
        return _Tqdm(tqdm)
    if callable(choice):
        return _Calls(choice)
    if hasattr(choice, "write"):
        return _Line(choice)
    raise TypeError(f"progress must be a bool, a function or a file, not {type(choice).__name__}")


class JobProgress:
    """Shows the progress of a job."""

    def __init__(self, choice: ProgressChoice) -> None:
        self._display = _display(choice)
        self._shown = float("-inf")

    def show(self, runner: "_native.Runner") -> None:
        """Updates the display if it is time."""
        self._say(runner)
        if time.monotonic() - self._shown >= _INTERVAL:
            self._update(runner, False)

    def end(self, runner: "_native.Runner") -> None:
        """Updates the display a last time."""
        self._say(runner)
        self._update(runner, True)

    def _say(self, runner: "_native.Runner") -> None:
        for is_warning, text in runner.said():
            if is_warning:
                warnings.warn(text, stacklevel=5)
            else:
                self._display.say(text)

    def _update(self, runner: "_native.Runner", is_done: bool) -> None:
        rows, before, rejected, share, note, rendering = runner.progress()
        note = "writing the table" if rendering else note
        self._display.update(Progress(rows, before, rejected, share, note, is_done))
        self._shown = time.monotonic()


class Counter:
    """Shows how many puzzles of a known or unknown number are done."""

    def __init__(self, display: _Display, total: Optional[int]) -> None:
        self._display = display
        self._total = total
        self._shown = float("-inf")

    @classmethod
    def of(cls, choice: ProgressChoice, total: Optional[int]) -> "Counter":
        """A counter with this display."""
        return cls(_display(choice), total)

    @property
    def is_silent(self) -> bool:
        """True if it shows nothing."""
        return isinstance(self._display, _Silent)

    def show(self, done: int) -> None:
        """Updates the display if it is time."""
        if not self.is_silent and time.monotonic() - self._shown >= _INTERVAL:
            self._update(done, False)

    def end(self, done: int) -> None:
        """Updates the display a last time."""
        self._update(done, True)

    def _update(self, done: int, is_done: bool) -> None:
        share = done / self._total if self._total else None
        self._display.update(Progress(done, 0, 0, share, None, is_done))
        self._shown = time.monotonic()


__all__ = ["Counter", "JobProgress", "Progress", "ProgressChoice"]
