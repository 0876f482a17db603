"""Mutated puzzles of all kinds: each is rated or rejected with a reason, once, within
seconds, and never with a panic."""

import csv
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from common import Count, Process, Ran, Soak
from make import Puzzles

# Puzzles per run.
BATCH = 40

# Seconds of one thread that a puzzle may take.
LIMIT = 5.0

# A good puzzle on the first line, so that all are text.
FIRST = ".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6.. first"


class Mutants:
    """The part with puzzles."""

    def __init__(self, soak: Soak, puzzles: Puzzles, target: int):
        self.soak, self.puzzles = soak, puzzles
        self.count = Count({"puzzles": target})

    def run(self, lines: list[str], folder: Path, *arguments: str, limit: float) -> Ran:
        """Runs a command on lines, with one thread and so many seconds of it at most."""
        text = ("\n".join([FIRST, *lines]) + "\n").encode()
        (folder / "in.txt").write_bytes(text)
        for path in folder.glob("out.*"):
            path.unlink()
        # A process that computes for longer gets SIGXCPU.
        command = ["sh", "-c", f'ulimit -t {int(limit)}; exec "$0" "$@"', str(self.soak.binary), *arguments]
        return Process(command, folder, stdin=text).wait()

    def unit(self, unit: int) -> None:
        dice = self.soak.dice("puzzles", unit)
        folder = self.soak.folder("puzzles")
        lines = [self.puzzles.mutated(dice) for _ in range(BATCH)]
        tagged = dice.random() < 0.5
        if tagged:
            # A tab ends every puzzle.
            lines = [f"{line}\tn{place}n" for place, line in enumerate(lines)]
        classify = ["classify", "in.txt", "-o", "out.csv", "-q", "--force", "--threads", "1"]
        ran = self.run(lines, folder, *classify, limit=120)
        self.count.add("puzzles", len(lines))
        slow = ran.cpu > LIMIT or ran.hung
        if not slow:
            self.count.most("s of one puzzle (at most)", ran.cpu)
        if slow and ran.code == -9:
            # It was ended before it was through.
            self.count.add("batches not read")
        elif ran.code not in (0, 3) or ran.panicked() or ran.hung:
            self.narrow(unit, folder, classify, lines, f"classify ends with {ran.code}", ran, lambda ran: ran.code not in (0, 3) or ran.panicked())
        else:
            self.read(unit, folder, lines, tagged)
        if slow:
            self.time(unit, folder, classify, lines)
        command = dice.choice([["solve", "in.txt", "-q"], ["rate", "--json", "--ratings", "te,w", "-"], ["canon", "in.txt", "-q"], ["expand", "in.txt", "-q"],
                               ["isomorph", "in.txt", "-q"], ["expand", "in.txt", "--theory", "s", "-q"], ["classify", "in.txt", "-o", "-", "-q", "--threads", "1", "--ratings", "core", "--budget", "20000"],
                               ["neighbours", "in.txt", "-q", "--in-solution"], ["minimals", "in.txt", "-q", "--sample", "2"]])
        ran = self.run(lines, folder, *command, limit=600)
        self.count.add(f"runs of {command[0]}")
        if ran.code not in (0, 3) or ran.panicked() or ran.hung:
            self.narrow(unit, folder, command, lines, f"{command[0]} ends with {ran.code}", ran, lambda ran: ran.code not in (0, 3) or ran.panicked())
        elif command[0] == "solve" and tagged:
            self.agree(unit, folder, lines, ran)
        for path in sorted(folder.iterdir()):
            path.unlink()
        folder.rmdir()

    def time(self, unit: int, folder: Path, command: list[str], lines: list[str]) -> None:
        """Finds the puzzles of a batch that take too long."""
        self.count.add("slow batches looked at")
        for line in lines:
            ran = self.run([line], folder, *command, limit=30)
            self.count.most("s of one puzzle", ran.cpu)
            if ran.cpu > LIMIT or ran.hung:
                again = self.run([line], folder, *command, limit=30)
                if again.cpu > LIMIT or again.hung:
                    said = f"{again.cpu:.1f} s of one thread ({ran.cpu:.1f} s before), exit code {again.code}"
                    self.wrong(unit, "a puzzle takes too long", said, [line])

    def wrong(self, unit: int, what: str, said: str, lines: list[str], command: str = "gradus classify in.txt -o out.csv --threads 1 --force") -> None:
        self.soak.defect("puzzles", unit, what, said, command, {"in.txt": ("\n".join([FIRST, *lines]) + "\n").encode()})

    def narrow(self, unit: int, folder: Path, command: list[str], lines: list[str], what: str, ran: Ran, bad: Callable[[Ran], bool]) -> None:
        """Reports the one line that is to blame, if it is one."""
        for line in lines:
            single = self.run([line], folder, *command, limit=60)
            if bad(single):
                return self.wrong(unit, what, single.text(), [line], "gradus " + " ".join(command))
        self.wrong(unit, what, ran.text(), lines, "gradus " + " ".join(command))

    def read(self, unit: int, folder: Path, lines: list[str], tagged: bool) -> None:
        """The table and the rejects have every line once, and every reject has a reason."""
        csv.field_size_limit(1 << 24)
        with (folder / "out.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        rejects: list[dict[str, str]] = []
        if (folder / "out.rejects.csv").exists():
            with (folder / "out.rejects.csv").open(newline="") as file:
                rejects = list(csv.DictReader(file))
        self.count.add("rated", len(rows) - 1)
        self.count.add("rejected", len(rejects))
        for reject in rejects:
            if len(reject["reason"].strip()) < 5 or "defect" in reject["reason"] or "bug" in reject["reason"]:
                line = lines[int(reject["line"]) - 2] if reject["line"].isdigit() and int(reject["line"]) > 1 else "?"
                self.wrong(unit, "a reject without a proper reason", str(reject), [line])
        if len(rows) + len(rejects) > len(lines) + 1:
            self.wrong(unit, "more rows and rejects than lines", f"{len(rows)} rows, {len(rejects)} rejects", lines)
        if not tagged:
            return
        found = Counter(int(reject["line"]) - 2 for reject in rejects)
        found.update(tags(row["comment"] for row in rows))
        for place, line in enumerate(lines):
            silent = line.lstrip("\ufeff").strip().startswith("#") or not line.split("\t")[0].strip()
            if found[place] != 1 and not (silent and found[place] == 0):
                self.wrong(unit, f"a line gives {found[place]} results", "one row or one reject expected", [line])

    def agree(self, unit: int, folder: Path, lines: list[str], ran: Ran) -> None:
        """`solve` solves what `classify` rates, and no more."""
        solved = set(tags(ran.out.decode("utf-8", "replace").split("\n")))
        self.run(lines, folder, "classify", "in.txt", "-o", "out.csv", "-q", "--threads", "1", "--ratings", "te", "--max-depth", "1", limit=600)
        with (folder / "out.csv").open(newline="") as file:
            rated = set(tags(row["comment"] for row in csv.DictReader(file)))
        for place in sorted(solved ^ rated):
            who = "solve" if place in solved else "classify"
            self.wrong(unit, f"only {who} accepts a puzzle", "", [lines[place]])


def tags(texts: object) -> list[int]:
    """The numbers of lines in their comments."""
    found = [re.search(r"n(\d+)n$", text.rstrip()) for text in texts]  # type: ignore[attr-defined]
    return [int(tag[1]) for tag in found if tag]
