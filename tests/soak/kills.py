"""Jobs that are killed at random moments, and resumed until they are complete.

Whatever happens, the files at the end are those of an undisturbed job, no others are left,
files of somebody else stay as they are, an output is complete or absent, and a job that is
asked to stop does so within two seconds.
"""

import os
import random
import shlex
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from common import Count, Process, Ran, Soak, differences, snapshot
from make import Puzzles, RANDOM

# How long a job that is asked to stop may take.
SOON = 2.0

# Ends the names of files that are being written.
PART = ".gradus-part"

SIGNALS = {signal.SIGKILL: "SIGKILL", signal.SIGTERM: "SIGTERM", signal.SIGINT: "SIGINT"}


@dataclass
class Scenario:
    """A job, or several in a row. A command has the code of a complete run before it."""

    name: str
    commands: list[list[str]]
    outputs: tuple[str, ...]
    inputs: dict[str, str]
    growing: tuple[str, ...] = ()
    """Beginnings of names of outputs that are not written in one step."""
    program: list[str] | None = None
    soon: float = SOON
    lock: threading.Lock = field(default_factory=threading.Lock)
    reference: "Reference | None" = None


@dataclass
class Reference:
    """What an undisturbed job leaves."""

    files: dict[str, str]
    before: dict[str, str]
    codes: list[int]
    seconds: list[float]


# Puzzles of other kinds that are rated at once.
CHEAP = [
    "latin:..2..3.44......1",
    "sudoku-x:....2.1.3.......",
    "map:4,RYGB..,1-2-3-4-5:2-3-4-6:3-5-6:4-5-6:5-6",
    "kakuro:3;3,.,./4,.,.;4,.,./3,.,.",
    "slitherlink:3x4,.21.30...2.3",
    "queens:8,r1c2,r2c7,r3c5",
]

BAD = ["no puzzle", "latin:12", "." * 81, "55" + "." * 79]


def collection(dice: random.Random, puzzles: Puzzles, count: int) -> str:
    """Puzzles with comments, mostly Sudokus, and lines that are rejected."""
    lines = []
    for row in range(count):
        if row % 40 == 7:
            lines.append(f"{dice.choice(BAD)}\tbad {row}")
        elif row % 25 == 3:
            lines.append(f"{dice.choice(CHEAP)}\tnumber {row}")
        else:
            lines.append(f"{dice.choice(puzzles.sudokus)} number {row}")
    return "\n".join(lines) + "\n"


# Its gW takes seconds.
LONG = "sudoku-x:.....5...9...8..12.8...39...........8.167....2.5............6.4..78.............."


def slow(dice: random.Random) -> str:
    """Puzzles that take long, behind which rows wait."""
    maker = [maker for maker in RANDOM if maker.__name__ in ("coloured_map", "hidato")]
    lines = [LONG, "sudoku:" + "." * 625, "queens:67,r1c1,r2c4", *(dice.choice(maker)(dice) for _ in range(10)), LONG]
    return "".join(f"{line}\n" for line in lines)


PIPELINE = """\
name = "Soak"
[source]
files = ["in.txt"]
[[step]]
do = "expand"
by = "brt"
[[step]]
do = "isomorph"
count = 3
seed = 3
[[step]]
do = "canon"
form = "solution"
unique = true
[[step]]
do = "classify"
ratings = ["te", "w"]
where = "te = 1"
[[step]]
do = "minimals"
sample = 2
seed = 1
[classify]
ratings = ["te", "b", "w"]
[stats]
tables = ["pbcs-6.4"]
[report]
dir = "report"
clock = false
top = 2
"""

GENERATED = """\
name = "Generated"
[source]
generate = { kind = "top-down", count = 3000, seed = 5 }
[[step]]
do = "neighbours"
same_pattern = true
[classify]
ratings = ["te", "w"]
[report]
dir = "out/report"
clock = false
"""


def scenarios(soak: Soak, puzzles: Puzzles) -> list[Scenario]:
    dice = soak.dice("scenarios", 0)
    few, many = collection(dice, puzzles, 1500), collection(dice, puzzles, 4000)
    seeds = "".join(f"{puzzle}\n" for puzzle in puzzles.sudokus[:100])
    steps = "".join(f"{puzzle} {row}\n" for row, puzzle in enumerate(puzzles.sudokus[:500]))
    behind = slow(dice) + few
    classify = ["classify", "in.txt", "-q", "--resume"]

    def rated(name: str, table: str, text: str, *options: str, **more: object) -> Scenario:
        command = [*classify, "-o", table, *options]
        return Scenario(name, [command], (table,), {"in.txt": text}, **more)  # type: ignore[arg-type]

    shards = [[*classify, "-o", f"s{i}.parquet", "--shard", f"{i}/3", "--ratings", "te,w,b,gw"] for i in range(3)]
    merge = ["merge", *(f"s{i}.parquet" for i in range(3)), "-o", "all.parquet", "-q"]
    hunt = ["hunt", "in.txt", "-q", "--resume", "--seed", "1"]
    return [
        rated("classify-parquet", "out.parquet", many, "--ratings", "te,w,b,gw,hls"),
        rated("classify-csv", "out.csv", many, "--ratings", "te,w,b,gw", "--where", "w > 2"),
        rated("classify-jsonl", "out.jsonl.gz", many, "--ratings", "te,b,gw", "--rejects", "bad.csv"),
        rated("classify-csv-zst", "out.csv.zst", few, "--ratings", "core"),
        rated("classify-proofs", "out.csv", few, "--ratings", "te,w,b", "--proofs", "proofs", growing=("proofs",)),
        rated("classify-slow", "out.jsonl", behind, "--ratings", "te,w,gw", "--budget", "400000"),
        Scenario("shards", [*shards, merge], tuple(f"s{i}.parquet" for i in range(3)) + ("all.parquet",), {"in.txt": many}),
        Scenario("generate-top-down", [["generate", "top-down", "--count", "4000", "--seed", "3", "-o", "out.txt", "-q", "--resume"]], ("out.txt",), {}),
        Scenario("generate-biased", [["generate", "controlled-bias", "--count", "40", "--seed", "3", "-o", "out.txt.zst", "-q", "--resume"]], ("out.txt.zst",), {}),
        Scenario("generate-windoku", [["generate", "top-down", "--kind", "windoku", "--size", "9", "--count", "150", "-o", "out.txt.gz", "-q", "--resume"]], ("out.txt.gz",), {}),
        Scenario("hunt", [[*hunt, "--maximise", "b", "--max-generations", "8", "-o", "out.parquet"]], ("out.parquet",), {"in.txt": seeds}, growing=("out.",)),
        Scenario("hunt-best", [[*hunt, "--maximise", "w-b", "--max-generations", "2", "--random", "20", "--minimal", "--sort", "-o", "out.csv", "--best", "best.jsonl"]],
                 ("out.csv", "best.jsonl"), {"in.txt": seeds}, growing=("best.jsonl", "out.")),
        Scenario("pipeline", [["run", "p.toml", "--work-dir", "w", "-q"]], ("w/ratings.parquet", "report/index.html"), {"in.txt": steps, "p.toml": PIPELINE}, growing=("w/state.json",)),
        Scenario("pipeline-generated", [["run", "p.toml", "-q"]], ("runs/p/ratings.parquet",), {"p.toml": GENERATED}, growing=("runs/p/state.json",)),
    ]


def clusters(soak: Soak, puzzles: Puzzles, python: str) -> list[Scenario]:
    """The same job by the driver of a cluster. Its stops end Dask's processes, too, which
    have a time of their own."""
    text = collection(soak.dice("scenarios", 1), puzzles, 6000)
    program = [python, "-m", "gradus.cluster"]
    command = ["in.txt", "-q", "--resume", "--ratings", "te,w,b,gw", "--local", "2", "-o"]
    made = [Scenario(f"cluster-{ending}", [[*command, f"out.{ending}"]], (f"out.{ending}",), {"in.txt": text}, program=program, soon=20.0) for ending in ("parquet", "csv")]
    return made


def plant(scenario: Scenario, folder: Path) -> None:
    """The inputs, and files of somebody else with names like ours beside the outputs."""
    for name, text in scenario.inputs.items():
        (folder / name).write_text(text)
    (folder / "precious.txt").write_text("precious\n")
    os.link(folder / "precious.txt", folder / "linked.txt")
    for output in scenario.outputs:
        if "/" in output:
            continue
        path = folder / output
        path.with_name(f"{output}{PART}").symlink_to("precious.txt")
        path.with_name(f"{output}.0123456789abcdef{PART}").write_text("a diary that somebody keeps under this name\n")
        path.with_name(f"{output}.lock.bak").write_text("mine\n")
        path.with_name(f"{output}.journal~").write_text("mine\n")


class Kills:
    """The part that kills."""

    def __init__(self, soak: Soak, puzzles: Puzzles, part: str, made: list[Scenario], target: int):
        self.soak, self.part, self.scenarios = soak, part, made
        self.count = Count({"kills": target})

    def process(self, scenario: Scenario, command: list[str], folder: Path, threads: int) -> Process:
        if scenario.program:
            env = {"DASK_TEMPORARY_DIRECTORY": str(self.soak.work / "dask"), "PYTHONDONTWRITEBYTECODE": "1"}
            return Process([*scenario.program, *command], folder, env=env)
        with_threads = [] if command[0] == "merge" else ["--threads", str(threads)]
        return Process([str(self.soak.binary), *command, *with_threads], folder)

    def referred(self, scenario: Scenario) -> Reference:
        with scenario.lock:
            if scenario.reference is None:
                scenario.reference = self.refer(scenario)
            return scenario.reference

    def refer(self, scenario: Scenario) -> Reference:
        folder = self.soak.folder(f"reference-{scenario.name}")
        plant(scenario, folder)
        before = snapshot(folder)
        codes, seconds = [], []
        for command in scenario.commands:
            if scenario.program:
                # The program itself has to write the same.
                at = command.index("--local")
                command = ["classify", *command[:at], *command[at + 2 :]]
                ran = self.soak.run(*command, folder=folder)
            else:
                ran = self.process(scenario, command, folder, 2).wait()
            if ran.code not in (0, 3) or ran.panicked() or ran.hung:
                self.soak.defect(self.part, 0, f"{scenario.name}: an undisturbed job ends with {ran.code}", ran.text(), "gradus " + shlex.join(command), {name: folder / name for name in scenario.inputs})
            codes.append(ran.code)
            seconds.append(ran.seconds + (3.0 if scenario.program else 0.0))
        files = snapshot(folder)
        changed = [name for name in before if files.get(name) != before[name]]
        if changed:
            self.soak.defect(self.part, 0, f"{scenario.name}: changes files that are not its own: {changed}", "", "gradus " + shlex.join(scenario.commands[0]), {"folder": folder})
        return Reference(files, before, codes, seconds)

    def unit(self, unit: int) -> None:
        dice = self.soak.dice(self.part, unit)
        scenario = self.scenarios[unit % len(self.scenarios)]
        reference = self.referred(scenario)
        history: list[str] = []
        folder = self.soak.folder(scenario.name)
        plant(scenario, folder)
        (left, at), fresh = (dice.randint(4, 8), 0), 0

        def wrong(what: str, ran: Ran | None = None) -> None:
            said = "\n".join(history) + ("\n" + ran.text() if ran else "")
            command = "gradus " + shlex.join(scenario.commands[min(at, len(scenario.commands) - 1)])
            self.soak.defect(self.part, unit, f"{scenario.name}: {what}", said, command, {"folder": folder})

        while True:
            if at == len(scenario.commands):
                self.count.add("complete jobs")
                wrongs = differences(reference.files, snapshot(folder))
                if wrongs:
                    return wrong("after resuming: " + "; ".join(wrongs[:8]))
                if left <= 0 or self.soak.over():
                    break
                # Finished before all kills: once more from the start.
                shutil.rmtree(folder)
                folder.mkdir()
                plant(scenario, folder)
                at, fresh = 0, 0
                history.append("started over")
            threads = dice.randint(1, 3)
            process = self.process(scenario, scenario.commands[at], folder, threads)
            number = None
            if left > 0 and fresh < 6 and not self.soak.over():
                number = dice.choices([signal.SIGKILL, signal.SIGTERM, signal.SIGINT], [14, 4, 2])[0]
                moment(dice, process, folder, reference.seconds[at])
            if number is None or process.ended.is_set():
                ran = process.wait()
                history.append(f"{shlex.join(scenario.commands[at])} --threads {threads}: ended with {ran.code} after {ran.seconds:.2f} s")
                done = ran.code == reference.codes[at]
                # Killed after the last rename: the file is there, and complete.
                done |= ran.code == 1 and b" exists" in ran.err and not journals(folder) and fresh > 0
                if ran.hung or ran.panicked() or not done:
                    return wrong(f"ends with {ran.code} instead of {reference.codes[at]}{' (it hangs)' if ran.hung else ''}", ran)
                at, fresh = at + 1, 0
                continue
            began, computed = time.monotonic(), process.spent()
            process.signal(number)
            ran = process.wait()
            took, computed = ran.seconds - (began - process.start), ran.cpu - computed
            if os.getloadavg()[0] > (os.cpu_count() or 1) + 1:
                # Others have the processors: what can be told is what it computed, after the
                # second that puzzles in progress are given.
                took = min(took, 1.0 + computed)
            process.end_group()
            left, fresh = left - 1, fresh + 1
            self.count.add("kills")
            self.count.add(SIGNALS[number])
            history.append(f"{shlex.join(scenario.commands[at])} --threads {threads}: {SIGNALS[number]} after {began - process.start:.3f} s, ended with {ran.code} {took:.2f} s later")
            if number != signal.SIGKILL:
                self.count.most(f"s to stop{' (cluster)' if scenario.program else ''}", took)
                if took > scenario.soon:
                    return wrong(f"{SIGNALS[number]}: took {took:.1f} s to stop, and computed for {computed:.1f} s", ran)
                codes = (130, -number, reference.codes[at])
                if scenario.program:
                    # Python itself may be interrupted as it starts.
                    codes += (1,)
                if ran.code not in codes or ran.panicked():
                    return wrong(f"{SIGNALS[number]}: ended with {ran.code}", ran)
                if ran.code == reference.codes[at] and ran.code != 130:
                    at, fresh = at + 1, 0
            now = snapshot(folder)
            if number != signal.SIGKILL and ran.code != -number:
                strays = [name for name in now if name not in reference.before and name.endswith((PART, ".lock"))]
                if strays:
                    return wrong(f"{SIGNALS[number]}: leaves {strays}", ran)
            touched = [name for name, what in reference.before.items() if now.get(name) != what]
            if touched:
                return wrong(f"{SIGNALS[number]}: touched {touched}", ran)
            partial = [name for name in now if name in reference.files and now[name] != reference.files[name] and not name.startswith(scenario.growing or ("\0",))]
            if partial:
                return wrong(f"{SIGNALS[number]}: incomplete files {partial}", ran)
        shutil.rmtree(folder)


def journals(folder: Path) -> list[Path]:
    return list(folder.rglob("*.journal"))


def moment(dice: random.Random, process: Process, folder: Path, seconds: float) -> None:
    """Waits for a moment to kill: any, or soon after a file has come or gone."""
    if dice.random() < 0.7:
        process.ended.wait(dice.uniform(0, max(seconds, 0.05) * 1.05))
        return
    changes, end = dice.randint(1, 8), time.monotonic() + 1.5 * seconds

    def names() -> list[tuple[str, int]]:
        return [(place, len(files) + len(folders)) for place, folders, files in os.walk(folder)]

    last = names()
    while changes and not process.ended.is_set() and time.monotonic() < end:
        now = names()
        if now != last:
            changes, last = changes - 1, now
        time.sleep(0.0005)
    process.ended.wait(dice.uniform(0, 0.006))


def python_with_dask(named: str | None) -> tuple[str | None, str]:
    """An interpreter with the package and Dask, or why there is none."""
    python = named or sys.executable
    ran = Process([python, "-c", "import distributed, gradus.cluster"], Path.cwd()).wait(120)
    if ran.code == 0:
        return python, ""
    return None, f"skipped: {python} lacks gradus or dask ({(ran.text().splitlines() or ['?'])[-1]}); --python names another interpreter"


Unit = Callable[[int], None]
