"""The progress of a job: one line that is updated in place."""

from __future__ import annotations

import sys
import time
import warnings
from typing import Any, Optional

from . import _native

#: Seconds between two updates.
_INTERVAL = 0.5


class Progress:
    """Shows the progress of a job on a file, or not at all."""

    def __init__(self, file: Optional[Any]) -> None:
        self._file = file
        self._shown = 0.0
        self._began: Optional[float] = None
        self._first = 0
        self._width = 0

    @classmethod
    def of(cls, progress: Any) -> "Progress":
        """True means standard error, false means no progress; anything else is a file."""
        if progress is True:
            return cls(sys.stderr)
        return cls(progress if progress else None)

    def show(self, runner: "_native.Runner") -> None:
        """Updates the line if it is time."""
        for is_warning, text in runner.said():
            if is_warning:
                warnings.warn(text, stacklevel=4)
            elif self._file is not None:
                self._write(text + "\n")
        now = time.monotonic()
        if self._file is None or now - self._shown < _INTERVAL:
            return
        self._shown = now
        self._write(self._line(runner, now))

    def end(self, runner: "_native.Runner") -> None:
        """Updates the line a last time."""
        self._shown = float("-inf")
        self.show(runner)
        if self._file is not None:
            self._file.write("\n")
            self._file.flush()

    def _line(self, runner: "_native.Runner", now: float) -> str:
        rows, before, rejected, share, note, rendering = runner.progress()
        if self._began is None and rows > before:
            self._began, self._first = now, rows
        parts = [f"{rows:,} puzzles"]
        if share is not None:
            filled = round(24 * share)
            parts.insert(0, f"[{'#' * filled}{'.' * (24 - filled)}] {100 * share:.0f} %")
        if self._began is not None and now > self._began:
            parts.append(f"{(rows - self._first) / (now - self._began):,.0f}/s")
        if rejected:
            parts.append(f"{rejected:,} rejected")
        if rendering:
            parts.append("writing the table")
        elif note:
            parts.append(note)
        return ", ".join(parts)

    def _write(self, line: str) -> None:
        assert self._file is not None
        self._file.write("\r" + line.ljust(self._width))
        self._file.flush()
        self._width = len(line)
