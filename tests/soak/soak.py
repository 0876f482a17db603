#!/usr/bin/env python3
"""Attack the program for an hour: kills, damaged journals, mutated puzzles and records.

    tests/soak/soak.py BINARY [--minutes 60] [--seed N] [--jobs N] [--only PART ...]

Needs no data but that of the repository, and Python 3.9 or later. The parts are kills,
journals, puzzles, records and cluster; the last one needs the Python package and Dask, in
this interpreter or in that of --python, and is skipped without them. They run side by side
until the time is over, and each counts what it has done towards its target. At the end a
table is printed; with --summary FILE the same as JSON.

A defect is printed with a command that repeats it, and its files are kept in --finds DIR.
The exit code is then 1. --only PART --unit N runs one unit again, with the same --seed;
moments of kills, of course, are others each time.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from common import Count, Over, Process, Soak  # noqa: E402
from journals import Journals  # noqa: E402
from kills import Kills, clusters, python_with_dask, scenarios  # noqa: E402
from make import Puzzles  # noqa: E402
from puzzles import Mutants  # noqa: E402
from records import Records  # noqa: E402

PARTS = ("kills", "journals", "puzzles", "records", "cluster")

# What an hour has to do.
TARGETS = {"kills": 180, "journals": 90, "puzzles": 10_000, "records": 4_000, "cluster": 20}


def work(soak: Soak, parts: dict[str, object], units: dict[str, int], lock: threading.Lock) -> None:
    """Runs units of the part that is farthest behind, until the time is over."""
    while not soak.over():
        with lock:
            # Part by part until all targets are reached, then in turn.
            name = min(parts, key=lambda name: (busy.get(name, 0), parts[name].count.progress()))  # type: ignore[attr-defined]
            unit = units[name]
            units[name] += 1
            busy[name] = busy.get(name, 0) + 1
        try:
            parts[name].unit(unit)  # type: ignore[attr-defined]
        except Over:
            # Half a unit says nothing.
            pass
        except Exception as error:  # noqa: BLE001
            # A defect of the test, or files that the program should not have left so.
            soak.defect(name, unit, f"the test failed: {type(error).__name__}: {error}")
            import traceback

            traceback.print_exc()
        finally:
            with lock:
                busy[name] -= 1


busy: dict[str, int] = {}

# How long a unit may go on when the time is over.
GRACE = 60.0

# Seconds between two lines of progress.
PAUSE = 60.0


def report(parts: dict[str, object], soak: Soak) -> None:
    """A line of progress on stderr."""
    counts = [f"{number} {what}" for part in parts.values() for what, number in list(part.count.numbers.items())[:1]]  # type: ignore[attr-defined]
    print(f"{max(0.0, soak.end - time.monotonic()) / 60:.0f} minutes left: {', '.join(counts)}; {len(soak.defects)} defects", file=sys.stderr, flush=True)


def table(parts: dict[str, object], soak: Soak, skipped: dict[str, str]) -> list[str]:
    lines = [f"{'part':<10} {'what':<34} {'count':>9} {'target':>7}"]
    for name, part in parts.items():
        count: Count = part.count  # type: ignore[attr-defined]
        for what, number in count.numbers.items():
            lines.append(f"{name:<10} {what:<34} {number:>9} {count.target.get(what, ''):>7}")
        for what, value in count.largest.items():
            lines.append(f"{name:<10} {'most ' + what:<34} {value:>9.2f}")
    lines += [f"{name:<10} {why}" for name, why in skipped.items()]
    lines.append(f"{len(soak.defects)} defects" + (f", kept in {soak.finds}" if soak.defects else ""))
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, help="seed of the random numbers, by default another one each time")
    parser.add_argument("--jobs", type=int, default=2, help="parts that run side by side")
    parser.add_argument("--only", action="append", choices=PARTS, help="may be repeated")
    parser.add_argument("--unit", type=int, help="run this unit of --only and stop")
    parser.add_argument("--python", help="interpreter with the Python package and Dask")
    parser.add_argument("--finds", type=Path, help="directory for the files of defects")
    parser.add_argument("--summary", type=Path)
    args = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 32) if args.seed is None else args.seed
    binary = args.binary.resolve()
    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    start = time.monotonic()
    finds = (args.finds or Path(tempfile.gettempdir()) / f"gradus-soak-{seed}").resolve()
    with tempfile.TemporaryDirectory(prefix="gradus-soak-") as temporary:
        soak = Soak(binary, seed, finds, Path(temporary), start + 60 * args.minutes)
        Process.latest = soak.end + GRACE
        print(f"{version}, seed {seed}, {args.minutes:g} minutes", flush=True)
        puzzles = Puzzles(soak)
        wanted = args.only or list(PARTS)
        parts: dict[str, object] = {}
        skipped: dict[str, str] = {}
        jobs = scenarios(soak, puzzles)
        if "kills" in wanted:
            parts["kills"] = Kills(soak, puzzles, "kills", jobs, TARGETS["kills"])
        if "journals" in wanted:
            parts["journals"] = Journals(soak, jobs, TARGETS["journals"])
        if "puzzles" in wanted:
            parts["puzzles"] = Mutants(soak, puzzles, TARGETS["puzzles"])
        if "records" in wanted:
            parts["records"] = Records(soak, puzzles, TARGETS["records"])
        if "cluster" in wanted:
            python, why = python_with_dask(args.python)
            if python:
                parts["cluster"] = Kills(soak, puzzles, "cluster", clusters(soak, puzzles, python), TARGETS["cluster"])
            else:
                skipped["cluster"] = why
                print(f"cluster: {why}", flush=True)
        if args.unit is not None:
            for part in parts.values():
                part.unit(args.unit)  # type: ignore[attr-defined]
        elif parts:
            lock, units = threading.Lock(), dict.fromkeys(parts, 0)
            threads = [threading.Thread(target=work, args=(soak, parts, units, lock)) for _ in range(max(1, args.jobs))]
            for thread in threads:
                thread.start()
            said = start
            while any(thread.is_alive() for thread in threads):
                try:
                    time.sleep(1)
                except KeyboardInterrupt:
                    print("finishing units in progress", file=sys.stderr)
                    soak.end, Process.latest = 0.0, time.monotonic() + GRACE
                if time.monotonic() - said >= PAUSE:
                    report(parts, soak)
                    said = time.monotonic()
            for thread in threads:
                thread.join()
        lines = table(parts, soak, skipped)
        minutes = (time.monotonic() - start) / 60
        print("\n".join(lines) + f"\n{minutes:.1f} minutes, seed {seed}")
        if args.summary:
            counts = {
                name: {"counts": part.count.numbers, "targets": part.count.target, "largest": {what: round(value, 3) for what, value in part.count.largest.items()}}  # type: ignore[attr-defined]
                for name, part in parts.items()
            }
            summary = {"version": version, "seed": seed, "minutes": round(minutes, 1), "parts": counts, "skipped": skipped, "defects": soak.defects}
            args.summary.write_text(json.dumps(summary, indent=1) + "\n")
    return 1 if soak.defects else 0


if __name__ == "__main__":
    sys.exit(main())
