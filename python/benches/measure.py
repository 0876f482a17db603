"""What the package and clusters cost, measured on this machine.

    python python/benches/measure.py border  PUZZLES   cost of crossing to Arrow and back
    python python/benches/measure.py driver  PUZZLES   cost of the driver, a puzzle and a task
    python python/benches/measure.py dask    PUZZLES   a Dask cluster of N processes against N threads
    python python/benches/measure.py costs   PUZZLES   CPU seconds of each puzzle, for simulate.py

PUZZLES is a file that `gradus classify` reads. Figures are CPU time where they can be: a
machine that does other things besides changes them little.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import resource
import tempfile
import time

import pyarrow

import gradus
import gradus.cluster


def cpu() -> float:
    """CPU seconds of this process so far."""
    return time.process_time()


def puzzles(name: str, limit: int) -> list:
    """The puzzles of a file."""
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "puzzles.parquet"
        gradus.classify_file(name, table, "redundant", first=limit)
        return pyarrow.parquet.read_table(table)["puzzle"].to_pylist()


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


def border(arguments: argparse.Namespace) -> None:
    """A table in and out with one rating, against the same puzzles without Arrow."""
    folder = pathlib.Path(tempfile.mkdtemp())
    text = folder / "in.txt"
    text.write_text("\n".join(puzzles(arguments.puzzles, arguments.limit)) + "\n")
    job = gradus.Job(text, folder / "out.parquet", "te")
    # A first batch shows the job that puzzles are cheap; the second is large.
    first = job.take(wait=10)
    job.give(first.number, first.work())
    time.sleep(1)
    batch = job.take(wait=10)
    # A worker remembers ratings for one request; another one makes it forget, so that both
    # ways begin with nothing.
    other = gradus.Job(text, folder / "other.parquet", "w")
    forget = other.take(wait=10)
    for one in (job, other):
        one.stop()
    table, count = pyarrow.table(batch), len(batch)
    plain, crossed, out = [], [], []
    for _ in range(arguments.repeat):
        forget.work()
        began = cpu()
        assert len(batch.work()) == count
        plain.append(cpu() - began)
        began = cpu()
        rated = gradus.classify(table, "te", threads=1)
        middle = cpu()
        assert pyarrow.table(rated).num_rows == count
        crossed.append(cpu() - began)
        out.append(cpu() - middle)
    job.give(batch.number, batch.work())
    other.give(forget.number, forget.work())
    each = [1e6 * min(times) / count for times in (plain, crossed, out)]
    print(f"te: {each[0]:.2f} µs of CPU a puzzle without Arrow, {each[1]:.2f} µs with it")
    print(f"border: {each[1] - each[0]:.2f} µs, of it {each[2]:.2f} µs on the way out")
    began = cpu()
    for puzzle in batch.puzzles[:2000]:
        gradus.rate(puzzle, "te")
    print(f"rate, one by one: {1e6 * (cpu() - began) / 2000:.1f} µs of CPU a puzzle")
    print(f"{count} puzzles, best of {arguments.repeat}, {load()}")


def driver(arguments: argparse.Namespace) -> None:
    """A job whose batches are worked off here, without the work; and what tasks cost Dask."""
    some = puzzles(arguments.puzzles, arguments.limit)
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "in.txt").write_text("\n".join(some) + "\n")
    job = gradus.Job(folder / "in.txt", folder / "out.parquet", "te")
    batches = []
    began = cpu()
    while not job.is_finished:
        batch = job.take(wait=0.01, workers=64)
        if batch is not None:
            batches.append(batch)
            job.give(batch.number, batch.work())
    total = cpu() - began
    began = cpu()
    for batch in batches:
        batch.work()
    seconds = total - (cpu() - began)
    each = 1e6 * seconds / len(some)
    print(f"driver: {each:.1f} µs of CPU a puzzle, {len(batches)} tasks, {load()}")

    import distributed

    from gradus.cluster._dask import work

    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=":0") as client:
        job = gradus.Job(folder / "in.txt", folder / "again.parquet", "te")
        batch = job.take(wait=10)
        job.stop()
        client.submit(work, batch, pure=False).result()
        count = 500
        began, wall = cpu(), time.monotonic()
        futures = [client.submit(work, batch, pure=False) for _ in range(count)]
        for future in futures:
            future.result()
        seconds, wall = cpu() - began, time.monotonic() - wall
        print(
            f"Dask: {1e3 * seconds / count:.2f} ms of CPU a task in driver and scheduler, "
            f"{1e3 * wall / count:.2f} ms of time, {load()}"
        )
        began = time.monotonic()
        for _ in range(50):
            client.submit(work, batch, pure=False).result()
        print(f"Dask: {20 * (time.monotonic() - began):.1f} ms from submit to result, {load()}")


def dask(arguments: argparse.Namespace) -> None:
    """The same job with threads and with processes of a cluster, in turns."""
    import distributed

    folder = pathlib.Path(tempfile.mkdtemp())
    count, best = arguments.workers, {"threads": 1e9, "Dask": 1e9}
    with distributed.Client(
        n_workers=count, threads_per_worker=1, dashboard_address=":0"
    ) as client:
        for _ in range(arguments.repeat):
            for name, pool in [("threads", count), ("Dask", gradus.cluster.dask(client))]:
                job = gradus.Job(
                    arguments.puzzles, folder / f"{name}.parquet", arguments.ratings,
                    first=arguments.limit, force=True,
                )
                began, used = time.monotonic(), cpu()
                outcome = job.run(pool)
                seconds = time.monotonic() - began
                best[name] = min(best[name], seconds)
                print(
                    f"{name}: {outcome.rows} puzzles in {seconds:.2f} s, {cpu() - used:.2f} s of "
                    f"CPU in the driver, {load()}", flush=True,
                )
    same = (folder / "threads.parquet").read_bytes() == (folder / "Dask.parquet").read_bytes()
    print(f"same bytes: {same}; throughput of Dask: {best['threads'] / best['Dask']:.2f} of threads")


def costs(arguments: argparse.Namespace) -> None:
    """CPU seconds of each puzzle, one a line."""
    for puzzle in puzzles(arguments.puzzles, arguments.limit):
        began = cpu()
        gradus.rate(puzzle, arguments.ratings)
        print(f"{cpu() - began:.6f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["border", "driver", "dask", "costs"])
    parser.add_argument("puzzles")
    parser.add_argument("--limit", type=int, default=20_000)
    parser.add_argument("--ratings", default="te,w,b,gw")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    import pyarrow.parquet  # noqa: F401

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    globals()[arguments.what](arguments)


if __name__ == "__main__":
    main()
