#!/usr/bin/env python3
"""Compare what two builds of gradus write, byte for byte.

    GRADUS_DATA=DIR tests/frozen/frozen.py BINARY --save digests.json
    GRADUS_DATA=DIR tests/frozen/frozen.py BINARY --against digests.json

Runs every command on everything it handles, in a temporary directory, and digests each
output: exit codes, tables, JSON, CSV and puzzles. Text for people (marked "text") may
change; it is listed only with --text. GRADUS_DATA names a directory of collections
(NAME.tsv.zst with a column "puzzle"). --every K takes every K-th puzzle, for a quick run,
and --only WORD the cases whose name contains WORD.
"""

import argparse
import csv
import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# How many puzzles of each collection make up the 3,000 mixed ones.
MIX = {
    "cbg-dev": 1500,
    "royle17": 400,
    "hard-dev": 450,
    "eleven-te2": 200,
    "mith-te3": 100,
    "monhard-te23": 50,
    "dob-38-39": 150,
    "mat18": 100,
    "order-dev": 50,
}

EXAMPLES = """\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\tclassic
87..9621.251..8.699..12...7.3...2..1.........4.28...3.3..2.16.862.9..14.1.56...72
sudoku-x:....2.1.3.......
windoku:1....2.3......2.
jigsaw:....31....23....,aaabccabdccbdddb
jigsaw-x:3......5.3......5..2......5.6......4,aabbbbcaabbdccaaddceefddceeffdceefff
latin:..2..3.44......1
latin:3...45.6.1....2..32......453......64
pandiagonal:....5.......2.3.1........
futoshiki:4,....1...........,----------<-,-----<>-----
futoshiki-hills:4,....1...........,----------<-,-----<>-----
queens:8,r1c2,r2c7,r3c5
sudoqueens:9,r1c1,r2c4
kakuro:3;3,.,./4,.,.;4,.,./3,.,.
numbrix:4,.,14,.,.,.,1,.,.,5,.,.,.,.,.,.,.
numbrix-topological:4,.,14,.,.,.,1,.,.,5,.,.,.,.,.,.,.
hidato:4,.,.,5,.,9,B,.,.,.,.,7,B,.,.,.,.
hidato-topological:4,.,.,5,.,9,B,.,.,.,.,7,B,.,.,.,.
map:4,RYGB..,1-2-3-4-5:2-3-4-6:3-5-6:4-5-6:5-6
slitherlink:3x4,.21.30...2.3
slitherlink-xtd:3x4,.21.30...2.3
"""

BAD = """\
# a comment
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 good
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7 short
55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 twice
................................................................................. many
nonsense:1234
latin:..2..3.44......
map:4,RYGB..,1-2-3
,,,
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..;0;x
"""

THEORIES = "W B gW gB S S+W S+gW S+B S+gB te spb bpb bpbb trid bc z tw tyw fw f3w hls gte".split()

PIPELINE = """\
name = "Frozen"
[source]
files = ["few.txt"]
[[step]]
do = "expand"
by = "brt"
[[step]]
do = "expand"
by = "one"
[[step]]
do = "minimals"
limit = 40
[[step]]
do = "canon"
form = "solution"
unique = true
[[step]]
do = "isomorph"
count = 2
seed = 3
[classify]
ratings = ["te", "b", "w", "bpb"]
max_length = 25
where = "te > 0"
[stats]
where = "b < 20"
tables = ["pbcs-6.4"]
[report]
dir = "report"
clock = false
top = 2
"""


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def puzzles(directory: Path, name: str) -> list[str]:
    path = directory / f"{name}.tsv.zst"
    text = subprocess.run(["zstd", "-dc", path], capture_output=True, check=True, text=True).stdout
    return [row["puzzle"] for row in csv.DictReader(io.StringIO(text), delimiter="\t")]


def spread(items: list[str], count: int) -> list[str]:
    """As many of the items, evenly spread."""
    if len(items) <= count:
        return items
    return [items[i * len(items) // count] for i in range(count)]


def inputs(work: Path, data: Path, every: int) -> None:
    """The inputs of all cases."""
    mixed = [p for name, count in MIX.items() for p in spread(puzzles(data, name), count)]
    mixed = mixed[::every]
    cbg = spread(puzzles(data, "cbg-dev"), max(600 // every, 60))
    (work / "mixed.txt").write_text("".join(f"{p}\n" for p in mixed))
    (work / "cbg.txt").write_text("".join(f"{p} c{i}\n" for i, p in enumerate(cbg)))
    (work / "few.txt").write_text("".join(f"{p} few {i}\n" for i, p in enumerate(cbg[:12])))
    hard = spread(puzzles(data, "hard-dev"), 12)
    (work / "hard.txt").write_text("".join(f"{p}\n" for p in hard))
    (work / "kinds.txt").write_text(EXAMPLES)
    (work / "bad.txt").write_text(BAD)
    rows = "".join(f'{p},{i * 3 % 17},"name, {i}"\n' for i, p in enumerate(cbg[:50]))
    (work / "in.csv").write_text("grid,rank,label\n" + rows)
    lines = "".join(json.dumps({"puzzle": p, "n": i}) + "\n" for i, p in enumerate(cbg[:50]))
    (work / "in.jsonl").write_text(lines)
    (work / "p.toml").write_text(PIPELINE)


class Case:
    """A command, the files that it writes, and whether its output is for machines."""

    def __init__(self, name: str, command: str, files: tuple[str, ...] = (), text: bool = False):
        self.name, self.command, self.files, self.text = name, command, files, text


def cases(work: Path) -> list[list[Case]]:
    """Groups of cases; the cases of a group run one after the other."""
    groups: list[list[Case]] = []

    def group(*items: Case) -> None:
        groups.append(list(items))

    group(Case("everything", "classify mixed.txt -o all.csv --ratings everything -q", ("all.csv", "all.csv.meta.json")))
    group(
        Case("parquet", "classify cbg.txt -o cbg.parquet --ratings all -q", ("cbg.parquet",)),
        Case("jsonl", "classify cbg.txt -o cbg.jsonl.gz --ratings te,w,b -q", ("cbg.jsonl.gz",)),
        Case("csv.zst", "classify cbg.txt -o cbg.csv.zst --ratings te,w,b,gw,gb -q --threads 1", ("cbg.csv.zst",)),
        Case("stdout", "classify cbg.txt -o - --ratings te --limit 50 -q"),
        Case("where", "classify cbg.txt -o where.csv --ratings te,w,b --where 'w > 3 and b < 7' -q", ("where.csv",)),
        Case("proofs", "classify cbg.txt -o proofs.csv --proofs proofs -q --max-length 5 --limit 300", ("proofs.csv", "proofs")),
        Case("check-proofs", "check proofs", text=True),
        Case("depth", "classify cbg.txt -o depth.csv --max-depth 1 --budget 2000 -q", ("depth.csv",)),
        Case("again", "classify cbg.parquet -o again.csv --ratings te -q", ("again.csv",)),
        Case("exists", "classify cbg.txt -o again.csv --ratings te -q"),
        Case("stats-json", "stats cbg.parquet --json"),
        Case("stats-by", "stats cbg.parquet --by clues --by w-b --cross w:b --gap w-b --json --where 'te = 1'"),
        Case("stats-text", "stats cbg.parquet --only all", text=True),
        Case("stats-csv", "stats cbg.parquet --only all --table pbcs-6.4 --table cb-w-b --csv csv", ("csv",)),
        Case("stats-table", "stats cbg.parquet --table pbcs-6.1 --table pbcs-6.3 --table cb-gw-gb --table hls-xxi.1 --json"),
        Case("unbiased", "stats cbg.parquet --unbiased --grids 1000000 --generator controlled-bias --json"),
        Case("extremes", "extremes cbg.parquet --by w-b --json"),
        Case("extremes-csv", "extremes cbg.parquet --by 2*w-clues --bottom 7 --csv"),
        Case("extremes-rows", "extremes cbg.parquet --by w --top 30 --rows rows.csv", ("rows.csv", "rows.csv.meta.json")),
        Case("extremes-parquet", "extremes cbg.parquet --by gw --top 30 --rows rows.parquet --where 'te = 1'", ("rows.parquet",)),
        Case("compare-same", "compare cbg.parquet cbg.csv.zst --json"),
        Case("compare", "compare cbg.parquet depth.csv --json"),
        Case("report", "report cbg.parquet -o report1 --table pbcs-6.4", ("report1/figures",)),
    )
    shards = [Case(f"shard-{i}", f"classify cbg.txt -o s{i}.parquet --shard {i}/3 --ratings te,w -q", (f"s{i}.parquet",)) for i in (0, 1, 2)]
    group(
        *shards,
        Case("merge", "merge s0.parquet s1.parquet s2.parquet -o merged.parquet -q", ("merged.parquet",)),
        Case("merge-missing", "merge s0.parquet s2.parquet -o merged2.parquet -q"),
        Case("kinds", "classify kinds.txt -o kinds.csv --ratings all -q", ("kinds.csv", "kinds.csv.meta.json")),
        Case("kinds-parquet", "classify kinds.txt -o kinds.parquet --ratings everything -q", ("kinds.parquet",)),
        Case("kinds-stats", "stats kinds.csv --by kind --json"),
        Case("rejects", "classify bad.txt -o bad.csv -q", ("bad.csv", "bad.rejects.csv")),
        Case("strict", "classify bad.txt -o strict.csv --strict -q"),
        Case("columns", "classify in.csv -o c.csv --column grid --ratings te -q", ("c.csv",)),
        Case("keep", "classify in.csv -o k.parquet --column grid --keep rank --ratings te,w -q", ("k.parquet",)),
        Case("json-lines", "classify in.jsonl -o j.csv --ratings te -q", ("j.csv",)),
        Case("condition", "stats c.csv --where 'rank > 5 or label = \"name, 3\"' --json"),
        Case("bad-condition", "stats c.csv --where 'rank >' --json"),
        Case("no-such", "classify nowhere.txt -o n.csv"),
        Case("pipeline", "run p.toml --work work", ("work", "report")),
        Case("pipeline-again", "run p.toml --work work", text=True),
    )
    group(
        Case("canon", "canon cbg.txt --automorphisms -o canon.txt -q", ("canon.txt",)),
        Case("canon-solution", "canon cbg.txt --form solution --unique -q"),
        Case("canon-classes", "canon cbg.txt few.txt --classes -q"),
        Case("canon-against", "canon cbg.txt --against few.txt -q"),
        Case("isomorph", "isomorph cbg.txt --seed 5 --count 2 -q"),
        Case("expand", "expand cbg.txt --by s -q"),
        Case("expand-one", "expand few.txt --one -q"),
        Case("minimals", "minimals few.txt -q"),
        Case("minimals-sample", "minimals hard.txt --sample 5 --seed 2 -q"),
        Case("neighbours", "neighbours few.txt --limit 3 -q"),
        Case("neighbours-minimal", "neighbours few.txt --minus 1 --plus 1 --minimal --same-pattern -q"),
        Case("solve", "solve kinds.txt -q"),
        Case("solve-bad", "solve bad.txt -q"),
        Case("generate-top-down", "generate top-down --count 30 --seed 4 -q"),
        Case("generate-bottom-up", "generate bottom-up --count 30 --seed 4 -q"),
        Case("generate-controlled", "generate controlled-bias --count 5 --seed 4 -o cb.txt -q", ("cb.txt",)),
        Case("generate-suexg", "generate suexg --count 30 --seed 4 -q"),
        Case("generate-latin", "generate top-down --kind latin --size 6 --count 5 -q"),
        Case("hunt", "hunt cbg.txt --target b --seed 1 --generations 3 -o hunt.csv --population 50 -q", ("hunt.csv", "hunt.csv.meta.json")),
        Case("hunt-gap", "hunt hard.txt --target w-b --seed 2 --generations 2 -o gap.parquet --minimal --random 5 --population 20 -q", ("gap.parquet",)),
        Case("hunt-where", "hunt few.txt --target 'clues where te = 1' --seed 3 --generations 2 --sort --ratings te,w -o clues.csv -q", ("clues.csv",)),
    )
    explained = []
    for number, line in enumerate(EXAMPLES.splitlines()):
        puzzle = line.split("\t")[0]
        kind = puzzle.split(":")[0] if ":" in puzzle else "sudoku"
        theories = THEORIES if ":" not in puzzle or kind in ("latin", "kakuro", "slitherlink") else ["W", "B", "te"]
        for theory in theories:
            explained.append(Case(f"explain-{number}-{kind}-{theory}", f"explain '{puzzle}' --theory {theory} --json"))
    group(*explained)
    hard = (work / "hard.txt").read_text().split()
    few = [line.split()[0] for line in (work / "few.txt").read_text().splitlines()]
    paths = []
    for i, puzzle in enumerate(few + hard[:6]):
        for theory in ("W", "B", "gW", "S+W", "te", "fw", "trid"):
            name = f"r-{i}-{theory}.json"
            paths.append(Case(f"path-{i}-{theory}", f"explain {puzzle} --theory {theory} --json --max-length 12 > {name}", (name,)))
            paths.append(Case(f"check-{i}-{theory}", f"check {name}", text=True))
        paths.append(Case(f"any-{i}", f"rate {puzzle} --any", text=True))
        paths.append(Case(f"steps-{i}", f"explain {puzzle} --steps one --length 5", text=True))
    paths.append(Case("html", f"explain {few[1]} --html path.html", ("path.html",), text=True))
    paths.append(Case("svg", f"explain {few[1]} --svg path.svg --step 3", ("path.svg",), text=True))
    group(*paths)
    group(
        Case("book", "rate --book --json --ratings te,w,b,gw,s"),
        Case("rate-json", "rate --json - --ratings everything --max-length 12 < few.txt"),
        Case("rate-kinds", "rate --json - --ratings all < kinds.txt"),
        Case("rate-text", "rate - < few.txt", text=True),
        Case("usage", "classify --no-such-option"),
        Case("version", "--version"),
    )
    return groups


def files_below(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(p for p in path.rglob("*") if p.is_file())
    return [path] if path.exists() else []


def run(binary: Path, work: Path, case: Case) -> dict[str, str]:
    start = time.time()
    env = os.environ | {"NO_COLOR": "1"}
    done = subprocess.run(f"{binary} {case.command}", shell=True, cwd=work, env=env, capture_output=True)
    found = {"exit": str(done.returncode), "stdout": digest(done.stdout)}
    for name in case.files:
        for path in files_below(work / name) or [work / name]:
            data = path.read_bytes() if path.exists() else b""
            found[str(path.relative_to(work))] = digest(data) if path.exists() else "missing"
    seconds = time.time() - start
    if seconds > 20:
        print(f"{case.name}: {seconds:.0f} s", file=sys.stderr)
    return found


def is_text(case: Case, part: str) -> bool:
    """Text for people, which may change."""
    if part == "exit":
        return False
    # A ledger has digests of pages, and a state digests of reports.
    return case.text or part.endswith((".html", ".md", ".svg", ".gradus.b3", "state.json"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=Path)
    parser.add_argument("--save", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--text", action="store_true")
    parser.add_argument("--keep", type=Path, help="use this directory and leave the outputs there")
    args = parser.parse_args()
    data = os.environ.get("GRADUS_DATA")
    if not data:
        sys.exit("GRADUS_DATA is not set: it names the directory with the collections")
    binary = args.binary.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        work = args.keep or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        inputs(work, Path(data), args.every)
        groups = cases(work)
        if args.only:
            groups = [[case for case in g if args.only in case.name] for g in groups]

        def run_group(group: list[Case]) -> list[tuple[Case, dict[str, str]]]:
            return [(case, run(binary, work, case)) for case in group]

        with ThreadPoolExecutor(2) as pool:
            done = [pair for group in pool.map(run_group, groups) for pair in group]
    found = {case.name: parts for case, parts in done}
    if args.save:
        args.save.write_text(json.dumps(found, indent=1) + "\n")
    if not args.against:
        return 0
    before = json.loads(args.against.read_text())
    differences = 0
    for case, parts in done:
        then = before.get(case.name, {})
        for part in sorted(parts.keys() | then.keys()):
            if parts.get(part) == then.get(part):
                continue
            if is_text(case, part):
                if args.text:
                    print(f"text  {case.name}: {part}")
                continue
            differences += 1
            was, now = then.get(part, "absent"), parts.get(part, "absent")
            print(f"DIFFERS  {case.name}: {part}: {was} then, {now} now ({case.command})")
    print(f"{len(done)} commands, {differences} differences")
    return differences > 0


if __name__ == "__main__":
    sys.exit(main())
