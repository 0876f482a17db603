"""What the tests share: the program, puzzles of all sorts, folders."""

from __future__ import annotations

import functools
import os
import pathlib
import random
import subprocess
import sys
from typing import List

import pytest

import gradus

#: PBCS, figure 5.1: W = 4.
DEPTH_1 = "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57"
#: PBCS, figure 7.3: gW = 2, and no whips solve it.
DEPTH_2 = "..1..2..3....1..4.2..4..5....6..7..8.5.....2.9..3..4....8..1..5.9..6....1..9..7.."
#: PBCS, figure 5.7.
NO_SOLUTION = "..3..6....5.1.....6...234...7.....5....9....7.64.3.8...4.....91..2..83..........."
#: Two givens exclude each other.
CLASH = "11" + 79 * "."
#: The controlled-bias sample that comes with the repository.
SAMPLE = pathlib.Path(__file__).parents[2] / "data/cb-sample.txt.zst"
LATIN = "latin:3...45.6.1....2..32......453......64"


def program() -> List[str]:
    """The program that was built by cargo, if the tests are told where it is; else the one in
    the package."""
    built = os.environ.get("GRADUS_BUILT")
    return [built] if built else [sys.executable, "-m", "gradus"]


def run(*arguments: object, code: int = 0, **more: object) -> "subprocess.CompletedProcess[str]":
    """Runs the program, which must end with a code."""
    command = [*program(), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, **more)  # type: ignore
    assert done.returncode == code, done.stderr
    return done


def sukaku(puzzle: str) -> str:
    """All candidates but those that the cells' givens exclude, as a sukaku."""
    cells = ("123456789" if cell == "." else cell.rjust(int(cell), ".").ljust(9, ".") for cell in puzzle)
    return "".join(cells)


def isomorph(puzzle: str, dice: random.Random) -> str:
    """A puzzle turned by a random symmetry."""
    digits = dict(zip("123456789.", dice.sample("123456789", 9) + ["."]))

    def lines() -> List[int]:
        bands = dice.sample(range(3), 3)
        return [3 * band + line for band in bands for line in dice.sample(range(3), 3)]

    rows, columns = lines(), lines()
    return "".join(digits[puzzle[9 * row + column]] for row in rows for column in columns)


@functools.lru_cache(maxsize=None)
def mixed(count: int) -> List[str]:
    """Lines of all sorts: puzzles of the controlled-bias sample, turned, and of a generator;
    sukakus, Latin squares, and what is rejected."""
    dice = random.Random(7)
    sample = run("isomorph", SAMPLE, "--limit", count // 2, "--seed", 3, "-q").stdout
    turned = [line.split()[0] for line in sample.splitlines()]
    puzzles = [*turned, *gradus.generate("top-down", count // 2, 5)]
    lines: List[str] = []
    for place, puzzle in enumerate(puzzles):
        lines.append(str(puzzle))
        if place % 20 == 3:
            lines.append(sukaku(puzzle))
        if place % 97 == 5:
            lines.append(dice.choice([NO_SOLUTION, CLASH, 81 * ".", "no puzzle", puzzle[:80], LATIN]))
    lines.append(isomorph(DEPTH_2, dice))
    return lines[:count]


@pytest.fixture(scope="session")
def lines() -> List[str]:
    """Five thousand lines of all sorts."""
    return mixed(5000)


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """An empty folder in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def few(folder: pathlib.Path) -> pathlib.Path:
    """A file of some hundred puzzles with comments, and lines that are rejected."""
    puzzles = mixed(600)
    text = "".join(f"{line} number {place}\n" for place, line in enumerate(puzzles))
    path = folder / "few.txt"
    path.write_text(text)
    return path
