#!/usr/bin/env python3
"""Puzzles of Simon Tatham's Portable Puzzle Collection, generated, classified and summed up.

The generators are in Debian's package sgt-puzzles. For each game, size and level this runs the
generator, classifies what it prints with gradus, and writes a page with a table of T&E depth
and W by size and by the level that the generator advertises. Every id must be read, have
exactly one solution and be rated: otherwise the script fails and names what was rejected.

    python3 pipelines/tatham.py                              # a thousand puzzles of each
    python3 pipelines/tatham.py --count 10 --games unequal --output /tmp/tatham.md

Nothing but Python's standard library is needed.
"""

import argparse
import csv
import datetime
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple

ROOT = Path(__file__).resolve().parent.parent

#: The levels of each game, from the easiest on, with the letters of the generators.
UNEQUAL = [("trivial", "t"), ("easy", "e"), ("tricky", "k"), ("extreme", "x"), ("recursive", "r")]
SOLO = [
    ("trivial", "t"),
    ("basic", "b"),
    ("intermediate", "i"),
    ("advanced", "a"),
    ("extreme", "e"),
    ("unreasonable", "u"),
]
LOOPY = [("easy", "e"), ("normal", "n"), ("tricky", "t"), ("hard", "h")]
MAP = [("easy", "e"), ("normal", "n"), ("hard", "h"), ("unreasonable", "u")]


class Setting(NamedTuple):
    """What a generator is asked for."""

    game: str
    size: str
    level: str
    parameters: str

    @property
    def name(self) -> str:
        return f"{self.game} {self.size} {self.level}"


def settings() -> Iterator[Setting]:
    """All settings, in the order of the page."""
    for size, (level, letter) in itertools.product(range(4, 10), UNEQUAL):
        yield Setting("unequal", str(size), level, f"{size}d{letter}")
    # A jigsaw has its size alone; letters before d are kinds of grids.
    for size in ["2x3", "3x3", "3x4", "4x4", "3x3x", "9j", "6j"]:
        for level, letter in SOLO:
            yield Setting("solo", size, level, f"{size}d{letter}")
    for size, (level, letter) in itertools.product(["5x5", "7x7", "10x10"], LOOPY):
        yield Setting("loopy", size, level, f"{size}t0d{letter}")
    for size, (level, letter) in itertools.product(["10x8n12", "20x15n30"], MAP):
        yield Setting("map", size, level, f"{size}d{letter}")


class Failure(Exception):
    """Why there is no page."""


def generator(game: str) -> Optional[str]:
    """The program that generates a game, if it is there."""
    name = f"sgt-{game}"
    return shutil.which(name) or shutil.which(name, path="/usr/games")


def generated(setting: Setting, count: int, seconds: float) -> List[str]:
    """Ids of a setting: so many, or as many as the generator prints within some seconds."""
    program = generator(setting.game)
    assert program is not None
    command = [program, "--generate", str(count), setting.parameters]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        timer = threading.Timer(seconds, process.kill)
        timer.start()
        assert process.stdout is not None and process.stderr is not None
        ids = [line.strip() for line in process.stdout if line.endswith("\n")]
        timer.cancel()
        errors = process.stderr.read().strip()
    was_killed = process.returncode < 0
    if not was_killed and (process.returncode != 0 or len(ids) != count):
        raise Failure(f"{' '.join(command)} failed: {errors or len(ids)}")
    return ids


class Rated(NamedTuple):
    """The ratings of a puzzle, with their signs."""

    te: Tuple[str, str]
    w: Tuple[str, str]
    clues: int


def classify(gradus: str, lines: List[str], folder: Path, threads: Optional[int]) -> Path:
    """Classifies ids with comments into a table; every one of them must be rated."""
    puzzles, table = folder / "tatham.txt", folder / "tatham.csv"
    puzzles.write_text("".join(line + "\n" for line in lines))
    command = [gradus, "classify", str(puzzles), "-o", str(table), "--ratings", "te,w", "--force"]
    command += ["--threads", str(threads)] if threads else []
    done = subprocess.run(command + ["-q"], text=True, capture_output=True)
    if done.returncode != 0:
        rejects = folder / "tatham.rejects.csv"
        shown = done.stderr.strip()
        if rejects.exists():
            with rejects.open(newline="") as file:
                rows = list(csv.DictReader(file))
            first = "\n".join(f"  line {row['line']}: {row['reason']}: {row['text']}" for row in rows[:5])
            shown = f"{len(rows)} of {len(lines)} puzzles were rejected, such as\n{first}"
        raise Failure(f"gradus classify: {shown}")
    return table


def rated(table: Path, expected: int) -> Dict[str, List[Rated]]:
    """The ratings of each setting."""
    found: Dict[str, List[Rated]] = {}
    rows = 0
    with table.open(newline="") as file:
        for row in csv.DictReader(file):
            rows += 1
            ratings = {name: (row[name], row[f"{name}_status"]) for name in ("te", "w")}
            for name, (_, status) in ratings.items():
                if status not in ("exact", "upper", "lower", "infinite"):
                    raise Failure(f"row {row['row']}: {name} is {status!r}: {row['puzzle']}")
            one = Rated(ratings["te"], ratings["w"], int(row["clues"]))
            found.setdefault(row["comment"], []).append(one)
    if rows != expected:
        raise Failure(f"the table has {rows} rows, and {expected} puzzles were generated")
    return found


def median(numbers: List[int]) -> str:
    middle = len(numbers) // 2
    numbers = sorted(numbers)
    if len(numbers) % 2:
        return str(numbers[middle])
    return f"{(numbers[middle - 1] + numbers[middle]) / 2:g}"


def line(setting: Setting, puzzles: List[Rated]) -> str:
    """A row of the page."""
    depths = [0, 0, 0, 0]
    for puzzle in puzzles:
        value, status = puzzle.te
        depths[min(3, int(value)) if status != "infinite" else 3] += 1
    finite = [int(value) for value, status in (p.w for p in puzzles) if status in ("exact", "upper")]
    infinite = sum(status == "infinite" for _, status in (p.w for p in puzzles))
    bounds = len(puzzles) - len(finite) - infinite
    clues = sum(puzzle.clues for puzzle in puzzles) / len(puzzles)
    short = [sum(w == k for w in finite) for k in (0, 1)]
    longer = sum(w > 1 for w in finite)
    cells = [
        setting.size,
        setting.level,
        len(puzzles),
        f"{clues:.1f}",
        *depths,
        *short,
        longer,
        infinite,
        bounds,
        median(finite) if finite else "–",
        max(finite) if finite else "–",
    ]
    return "| " + " | ".join(str(cell) for cell in cells) + " |\n"


HEAD = """\
| size | level | puzzles | mean clues | T&E 0 | T&E 1 | T&E 2 | T&E 3+ | W 0 | W 1 | W 2+ | W ∞ | W not found | median W | largest W |
| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
"""

TITLES = {
    "unequal": "Unequal (Futoshiki)",
    "solo": "Solo (Sudoku; x with diagonals, j jigsaws)",
    "loopy": "Loopy (Slitherlink)",
    "map": "Map",
}


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def extreme(asked: List[Setting], found: Dict[str, List[Rated]]) -> str:
    """What the level Extreme of Unequal means in W, size by size."""
    sizes = [one for one in asked if one.game == "unequal" and one.level == "extreme" and one.name in found]
    if not sizes:
        return ""
    most = 6
    head = ["W 0, 1"] + [f"W {w}" for w in range(2, most)] + [f"W {most}+", "W ∞", "W not found"]
    text = "\n### What \"Extreme\" means in W\n\n"
    text += f"| size | {' | '.join(head)} |\n| --- |{' --: |' * len(head)}\n"
    values: List[int] = []
    total = beyond = 0
    for one in sizes:
        puzzles = found[one.name]
        own = [int(value) for value, status in (p.w for p in puzzles) if status in ("exact", "upper")]
        infinite = sum(status == "infinite" for _, status in (p.w for p in puzzles))
        counts = [sum(max(1, min(w, most)) == k for w in own) for k in range(1, most + 1)]
        counts += [infinite, len(puzzles) - len(own) - infinite]
        text += f"| {one.size} | {' | '.join(share(count, len(puzzles)) for count in counts)} |\n"
        values += own
        total += len(puzzles)
        beyond += infinite
    small = sum(w <= 1 for w in values)
    usual = sum(2 <= w <= 3 for w in values)
    text += f"""
Of all {total:,} puzzles that the generator calls Extreme, {share(usual, total)} have W = 2 or 3 and {share(small, total)} have less; the median is {median(values)}, the largest {max(values)}, and whips do not solve {beyond}. So Extreme means chains of two or three variables, not long ones. Most puzzles with long chains, and most of those beyond T&E(1), are called recursive.
"""
    return text


def page(asked: List[Setting], found: Dict[str, List[Rated]], version: str, count: int, seconds: float) -> str:
    """The page."""
    total = sum(map(len, found.values()))
    text = f"""\
# Simon Tatham's puzzles

{total:,} puzzles of the generators of [Simon Tatham's Portable Puzzle Collection](https://www.chiark.greenend.org.uk/~sgtatham/puzzles/), as Debian's package sgt-puzzles has them, classified by {version} on {datetime.date.today()}. Each of them was read, has exactly one solution and was rated. The levels are those that the generators advertise. A puzzle counts as T&E 3+ also where that depth does not suffice; W is *not found* where the search stopped at its limits. The median and the largest W are over finite values. Each setting was given {seconds:g} seconds: where there are fewer than {count:,} puzzles, the generator made no more in this time.

`python3 pipelines/tatham.py` makes this page; the puzzles are random, so the numbers are others each time.
"""
    for game, title in TITLES.items():
        rows = [line(one, found[one.name]) for one in asked if one.game == game and one.name in found]
        if rows:
            text += f"\n## {title}\n\n{HEAD}{''.join(rows)}"
        if game == "unequal":
            text += extreme(asked, found)
    return text + "\n## See also\n\n[Puzzles](README.md) · [Formats](../formats.md)\n"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = target / "release" / "gradus"
    gradus = str(built) if built.exists() else shutil.which("gradus")
    parser.add_argument("--gradus", default=gradus, help="the program (default: the one that was built)")
    parser.add_argument("--count", type=int, default=1000, help="puzzles of each setting")
    parser.add_argument("--seconds", type=float, default=600, help="for a generator, at most, for each setting")
    parser.add_argument("--games", default=",".join(TITLES), help="some of unequal, solo, loopy, map")
    parser.add_argument("--sizes", help="some sizes only, such as 4,7,3x3,9j")
    parser.add_argument("--threads", type=int, help="threads of gradus")
    parser.add_argument("--keep", type=Path, help="a folder in which the ids and the table are kept")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "puzzles" / "tatham.md")
    arguments = parser.parse_args()
    if arguments.gradus is None:
        parser.error("there is no gradus: build it with cargo build --release, or give --gradus")
    games = arguments.games.split(",")
    sizes = arguments.sizes.split(",") if arguments.sizes else None
    asked = [one for one in settings() if one.game in games and (not sizes or one.size in sizes)]
    if not asked or not set(games) <= set(TITLES):
        parser.error("no such game or size")
    missing = sorted({one.game for one in asked if generator(one.game) is None})
    if missing:
        print(f"there is no sgt-{missing[0]}: Debian has it in sgt-puzzles", file=sys.stderr)
        return 2
    folder = arguments.keep or Path(tempfile.mkdtemp(prefix="tatham"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lines: List[str] = []
        for one in asked:
            ids = generated(one, arguments.count, arguments.seconds)
            print(f"{one.name}: {len(ids)} puzzles", file=sys.stderr)
            lines += [f"{puzzle}\t{one.name}" for puzzle in ids]
        table = classify(arguments.gradus, lines, folder, arguments.threads)
        found = rated(table, len(lines))
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    finally:
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
    version = subprocess.run([arguments.gradus, "--version"], text=True, capture_output=True)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    text = page(asked, found, version.stdout.strip(), arguments.count, arguments.seconds)
    arguments.output.write_text(text)
    print(f"{len(lines)} puzzles, {arguments.output}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
