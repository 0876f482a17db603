"""The program inside the package, and how the package behaves in a process."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import textwrap
import threading
import time

import pytest

import gradus
from conftest import DEPTH_1, NO_SOLUTION, mixed

#: The program as a script, and as a module.
SCRIPT = str(pathlib.Path(sysconfig.get_path("scripts")) / "gradus")
COMMANDS = [[SCRIPT], [sys.executable, "-m", "gradus"]]


@pytest.mark.parametrize("command", COMMANDS)
def test_exit_codes_are_those_of_the_program(command, folder):
    def code(*arguments):
        return subprocess.run([*command, *arguments], capture_output=True).returncode

    assert code("--version") == 0
    assert code("rate", DEPTH_1) == 0
    assert code("stats", "nothing.parquet") == 1
    assert code("rate", "--nonsense") == 2
    assert code("rate", DEPTH_1, NO_SOLUTION) == 3


def test_the_versions_are_one():
    done = subprocess.run([*COMMANDS[0], "-V"], capture_output=True, text=True)
    assert done.stdout == f"gradus {gradus.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_job_that_is_interrupted_goes_on(command, folder):
    (folder / "in.txt").write_text("\n".join(mixed(4000)))
    job = [*command, "classify", "in.txt", "-o", "out.csv", "--threads", "1", "-q"]
    process = subprocess.Popen(job, stderr=subprocess.PIPE, text=True)
    journal = folder / "out.csv.journal"
    _wait_for(lambda: journal.exists() and journal.stat().st_size > 1000)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130, process.stderr.read()
    assert subprocess.run([*job, "--resume"]).returncode == 3
    subprocess.run([*command, "classify", "in.txt", "-o", "whole.csv", "-q"])
    assert (folder / "out.csv").read_bytes() == (folder / "whole.csv").read_bytes()


def test_a_command_without_a_journal_dies_of_the_signal(folder):
    process = subprocess.Popen(
        [*COMMANDS[1], "rate", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    process.stdin.write(f"{mixed(2)[0]}\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith("puzzle")
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == -signal.SIGINT


def test_a_reader_that_goes_away_is_no_error(folder):
    (folder / "in.txt").write_text("\n".join(mixed(2000)))
    for command in COMMANDS:
        job = [*command, "classify", "in.txt", "-o", "-", "--ratings", "te", "-q"]
        process = subprocess.Popen(job, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(30) == 0, process.stderr.read()


def _wait_for(condition, patience=60.0):
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.01)


# Says when the main thread is inside of the package.
WATCH = """
import sys, threading, time

def watch():
    main = threading.main_thread().ident
    while "gradus" not in sys._current_frames()[main].f_code.co_filename:
        time.sleep(0.001)
    print("inside", flush=True)
"""


def _interrupted(script: str, folder: pathlib.Path) -> "subprocess.CompletedProcess[str]":
    """Runs a script, interrupts it when it is inside of gradus, and waits for it."""
    (folder / "script.py").write_text(WATCH + textwrap.dedent(script))
    process = subprocess.Popen(
        [sys.executable, "script.py"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "inside\n"
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - began < 10, "Ctrl-C was not heard"
    return subprocess.CompletedProcess([], process.returncode, out, err)


def test_ctrl_c_ends_a_rating(folder):
    done = _interrupted(
        """
        import gradus
        puzzles = list(gradus.generate("top-down", 3000, 1))
        threading.Thread(target=watch).start()
        while True:
            try:
                gradus.classify(50 * puzzles, "all")
            except KeyboardInterrupt:
                print("interrupted")
                break
        """,
        folder,
    )
    assert done.returncode == 0 and done.stdout == "interrupted\n", done.stderr


def test_ctrl_c_ends_a_job_that_can_go_on(folder):
    # Levels of HLS are computed anew for each line, so that the job takes its time.
    (folder / "in.txt").write_text("\n".join(100 * mixed(1000)))
    done = _interrupted(
        """
        import gradus
        threading.Thread(target=watch).start()
        try:
            gradus.classify_file("in.txt", "out.csv", "te,w,b,gw,hls")
        except KeyboardInterrupt:
            print("interrupted")
        """,
        folder,
    )
    assert done.stdout == "interrupted\n", done.stderr
    assert re.search("stopped after [0-9]+ rows; nothing is lost", done.stderr)
    assert (folder / "out.csv.journal").exists()


def test_other_threads_run_while_puzzles_are_rated():
    ticks, over = [], threading.Event()

    def tick():
        while not over.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    puzzles = mixed(1500)
    thread.start()
    began = time.monotonic()
    gradus.classify(puzzles, "te,w,b,gw,gb", threads=1)
    took = time.monotonic() - began
    over.set()
    thread.join()
    during = [tick for tick in ticks if tick < began + took]
    assert len(during) > took * 50, "the lock of the interpreter was held"


def test_files_are_not_overwritten(few):
    gradus.classify_file(few, "out.csv", "te")
    with pytest.raises(FileExistsError, match="use force=True to overwrite it"):
        gradus.classify_file(few, "out.csv", "te")
    assert gradus.classify_file(few, "out.csv", "te", resume=True).was_done
    with pytest.raises(gradus.JobError, match="ratings changed from te to te,w"):
        gradus.classify_file(few, "out.csv", "te,w", resume=True)
    assert gradus.classify_file(few, "out.csv", "te,w", force=True).rows > 0
    with pytest.raises(ValueError, match="exclude each other"):
        gradus.classify_file(few, "out.csv", force=True, resume=True)
    with pytest.raises(OSError, match="cannot read nothing.txt"):
        gradus.classify_file("nothing.txt", "new.csv")
    with pytest.raises(ValueError, match="must end in .parquet"):
        gradus.classify_file(few, "out.xlsx")
    with pytest.raises(ValueError, match="a shard is I/N"):
        gradus.classify_file(few, "new.csv", shard="3")
    with pytest.raises(gradus.JobError, match="line [0-9]+"):
        gradus.classify_file(few, "new.csv", strict=True)


def test_progress_is_shown(few, capsys):
    gradus.classify_file(few, "out.csv", "te", progress=True)
    assert "puzzles" in capsys.readouterr().err
    gradus.classify_file(few, "again.csv", "te")
    assert capsys.readouterr().err == ""


def test_the_package_is_typed():
    folder = pathlib.Path(gradus.__file__).parent
    assert (folder / "py.typed").exists() and (folder / "_native.pyi").exists()
    native = (folder / "_native.pyi").read_text()
    for name in dir(gradus._native):
        if not name.startswith("_"):
            assert re.search(rf"(def|class) {name}\b", native), f"{name} has no stub"
    for name in gradus.__all__:
        assert getattr(gradus, name).__doc__, f"{name} is not documented"
