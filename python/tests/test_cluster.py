"""Real clusters: Dask with real processes that are really killed."""

import contextlib
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time
from typing import Iterator, List

import pytest

import gradus
import gradus.cluster
from conftest import DEPTH_1, mixed, run

distributed = pytest.importorskip("distributed")

#: Ratings of the jobs here: dear enough that workers are killed in the middle.
RATINGS = "te,w,b,gw,gb"


@contextlib.contextmanager
def local(workers: int) -> Iterator["distributed.Client"]:
    """A cluster of processes on this machine."""
    cluster = distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0",
        silence_logs=60,
    )
    with cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture(scope="module")
def client() -> Iterator["distributed.Client"]:
    with local(2) as client:
        yield client


@pytest.fixture(scope="module")
def collection(tmp_path_factory) -> pathlib.Path:
    """A collection, and its table as the program makes it."""
    return made(tmp_path_factory.mktemp("collection"), 3000)


@pytest.fixture(scope="module")
def long_collection(tmp_path_factory) -> pathlib.Path:
    """One that takes some seconds, so that a job has not ended when it is interrupted."""
    return made(tmp_path_factory.mktemp("collection"), 20000)


def made(folder: pathlib.Path, count: int) -> pathlib.Path:
    path = folder / "in.txt"
    path.write_text("".join(f"{line} {place}\n" for place, line in enumerate(mixed(count))))
    run("classify", path, "-o", folder / "out.parquet", "--ratings", RATINGS, "-q", code=3)
    return path


def is_whole(collection: pathlib.Path, output: pathlib.Path) -> None:
    """The table and the rejects are those of the program."""
    expected = collection.parent / "out.parquet"
    assert output.read_bytes() == expected.read_bytes()
    rejects = [path.with_name("out.rejects.csv").read_bytes() for path in (expected, output)]
    assert rejects[0] == rejects[1]
    assert sorted(path.name for path in output.parent.iterdir()) == ["out.parquet", "out.rejects.csv"]


def processes(client: "distributed.Client") -> List[int]:
    """The processes of all workers, as far as they answer."""
    return [pid for pid in client.run(os.getpid, on_error="ignore").values() if isinstance(pid, int)]


def killing(client: "distributed.Client", times: int, over: threading.Event) -> List[int]:
    """Kills workers at random; returns who was killed."""
    dice, killed = random.Random(4), []
    while len(killed) < times and not over.wait(dice.uniform(0.1, 0.6)):
        with contextlib.suppress(OSError, IndexError, TimeoutError):
            victim = dice.choice(processes(client))
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)
    return killed


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_any_number_of_workers_gives_the_same_bytes(workers, client, collection, folder):
    client.cluster.scale(workers)
    client.wait_for_workers(workers)
    outcome = gradus.Job(collection, "out.parquet", RATINGS).run(gradus.cluster.dask(client))
    assert outcome.rows + outcome.rejected == 3000
    is_whole(collection, folder / "out.parquet")
    client.cluster.scale(2)


def test_workers_that_are_killed_cost_nothing_but_time(client, collection, folder):
    killed, over = [], threading.Event()
    thread = threading.Thread(target=lambda: killed.extend(killing(client, 10, over)))
    thread.start()
    try:
        for turn in range(20):
            gradus.Job(collection, "out.parquet", RATINGS, force=True).run(gradus.cluster.dask(client))
            is_whole(collection, folder / "out.parquet")
            if not thread.is_alive():
                break
    finally:
        over.set()
        thread.join()
    assert len(killed) == 10


def cluster(*arguments: object) -> List[str]:
    return [sys.executable, "-m", "gradus.cluster", *map(str, arguments)]


def wait_for(condition, process=None, patience=60.0) -> None:
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "it does not come"
        assert process is None or process.poll() is None, process.stderr.read()
        time.sleep(0.01)


def has_begun(folder: pathlib.Path) -> bool:
    journal = folder / "out.parquet.journal"
    return journal.exists() and journal.stat().st_size > 4000


def test_a_driver_that_is_killed_goes_on(long_collection, folder):
    job = cluster(long_collection, "-o", "out.parquet", "--ratings", RATINGS, "--local", 2)
    process = subprocess.Popen(job, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: has_begun(folder), process)
    process.kill()
    process.wait()
    done = subprocess.run([*job, "--resume"], capture_output=True, text=True)
    assert done.returncode == 3, done.stderr
    assert "of them in earlier runs" in done.stderr and "number of puzzles by rating" in done.stderr
    (folder / "out.parquet.lock").unlink(missing_ok=True)
    is_whole(long_collection, folder / "out.parquet")


def test_ctrl_c_stops_the_command_as_it_stops_the_program(long_collection, folder):
    job = cluster(long_collection, "-o", "out.parquet", "--ratings", RATINGS, "--local", 2)
    process = subprocess.Popen(job, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: has_begun(folder), process)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    err = process.stderr.read()
    assert "finishing puzzles in progress" in err and "--resume to continue" in err, err
    run("classify", long_collection, "-o", "out.parquet", "--ratings", RATINGS, "--resume", "-q", code=3)
    is_whole(long_collection, folder / "out.parquet")


def test_a_scheduler_that_goes_away_is_a_clear_error(long_collection, folder):
    with scheduler(folder) as (address, process):
        job = cluster(long_collection, "-o", "out.parquet", "--ratings", RATINGS, "--scheduler", address)
        driver = subprocess.Popen(job, stderr=subprocess.PIPE, text=True)
        wait_for(lambda: has_begun(folder), driver)
        process.kill()
        assert driver.wait(60) == 1
        err = driver.stderr.read()
    assert "the workers are gone" in err and "--resume to continue" in err, err
    assert "Traceback" not in err
    run("classify", long_collection, "-o", "out.parquet", "--ratings", RATINGS, "--resume", "-q", code=3)
    for name in ["scheduler.json", "dask-scratch-space"]:
        path = folder / name
        subprocess.run(["rm", "-rf", str(path)], check=True)
    is_whole(long_collection, folder / "out.parquet")


@contextlib.contextmanager
def scheduler(folder: pathlib.Path):
    """A scheduler in a process of its own, with two workers."""
    file = folder / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    dask = [sys.executable, "-m", "dask"]
    started = [subprocess.Popen([*dask, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)], **quiet)]
    try:
        wait_for(file.exists)
        for _ in range(2):
            worker = [*dask, "worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-dashboard", "--no-nanny"]
            started.append(subprocess.Popen(worker, **quiet))
        with distributed.Client(scheduler_file=str(file)) as client:
            client.wait_for_workers(2, timeout=60)
            address = client.scheduler.address
        yield address, started[0]
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_a_puzzle_that_kills_its_workers_is_rejected(collection, folder, monkeypatch):
    monkeypatch.setenv("GRADUS_TEST_CRASH", DEPTH_1)
    lines = [f"{line} {place}" for place, line in enumerate(mixed(400))]
    (folder / "without.txt").write_text("\n".join(lines) + "\n")
    (folder / "with.txt").write_text("\n".join([*lines[:200], f"{DEPTH_1} deadly", *lines[200:]]))
    run("classify", "without.txt", "-o", "without.csv", "-q", code=3)
    with local(2) as client:
        outcome = gradus.Job("with.txt", "with.csv").run(gradus.cluster.dask(client))
    rejects = (folder / "with.rejects.csv").read_text().splitlines()
    deadly = [line for line in rejects if "its worker died three times" in line]
    assert len(deadly) == 1 and "deadly" in deadly[0]
    assert outcome.rejected == len((folder / "without.rejects.csv").read_text().splitlines())
    rows = [(folder / name).read_text().splitlines() for name in ("with.csv", "without.csv")]
    puzzles = [[line.split(",", 1)[1] for line in table] for table in rows]
    assert puzzles[0] == puzzles[1]


def test_exit_codes_of_the_command(few, folder):
    def code(*arguments):
        done = subprocess.run(cluster(*arguments), capture_output=True, text=True)
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode

    assert code("--help") == 0
    assert code(few, "-o", "out.csv") == 2
    assert code(few, "-o", "out.csv", "--local", 1, "--scheduler", "tcp://127.0.0.1:1") == 2
    assert code(few, "-o", "out.csv", "--scheduler", "tcp://127.0.0.1:1") == 1
    (folder / "out.csv").write_text("something of others")
    assert code(few, "-o", "out.csv", "--local", 1, "-q") == 1
    assert code(few, "-o", "other.csv", "--local", 1, "-q", "--ratings", "te") == 3
    run("classify", few, "-o", "same.csv", "--ratings", "te", "-q", code=3)
    assert (folder / "other.csv").read_bytes() == (folder / "same.csv").read_bytes()


def test_a_worker_uses_one_thread(client):
    def threads():
        from gradus._wish import default_threads

        return default_threads()

    assert client.submit(threads, pure=False).result() == 1
    assert threads() is None


def test_ray_gives_the_same_bytes(collection, folder):
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    try:
        gradus.Job(collection, "out.parquet", RATINGS).run(gradus.cluster.ray())
    finally:
        ray.shutdown()
    is_whole(collection, folder / "out.parquet")
