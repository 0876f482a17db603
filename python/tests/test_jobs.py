"""Jobs that are driven by hand: batches out, results in, in any order."""

import pathlib
import random

import pyarrow
import pytest

import gradus
from conftest import DEPTH_1, run


@pytest.fixture
def expected(few: pathlib.Path) -> bytes:
    run("classify", few, "-o", "program.csv", "-q", code=3)
    return pathlib.Path("program.csv").read_bytes()


def driven(job: gradus.Job, answer) -> gradus.Outcome:
    """Drives a job with four workers whose results come in random order."""
    dice, out = random.Random(1), []
    while not job.is_finished:
        while len(out) < 8:
            batch = job.take(wait=0.002, workers=4)
            if batch is None:
                break
            out.append(batch)
        if out:
            batch = out.pop(dice.randrange(len(out)))
            answer(job, batch)
    return job.finish()


def test_results_come_in_any_order(few, expected):
    outcome = driven(gradus.Job(few, "out.csv"), lambda job, batch: job.give(batch.number, batch.work()))
    assert pathlib.Path("out.csv").read_bytes() == expected and outcome.rejected > 0


def test_results_are_arrow_of_whoever_made_them(few, expected):
    def answer(job, batch):
        puzzles = pyarrow.table(batch)
        assert puzzles.column_names == ["puzzle"] and len(batch) == puzzles.num_rows
        assert puzzles["puzzle"].to_pylist() == batch.puzzles
        job.give(batch.number, pyarrow.table(gradus.classify(puzzles, threads=1)))

    driven(gradus.Job(few, "out.csv"), answer)
    assert pathlib.Path("out.csv").read_bytes() == expected


def test_workers_that_die_lose_nothing_and_double_nothing(few, expected):
    dice = random.Random(2)

    def answer(job, batch):
        if len(batch) > 1 and dice.random() < 0.3:
            job.lose(batch.number)
        elif len(batch) > 1 and dice.random() < 0.3:
            part = batch.puzzles[: len(batch) // 2]
            job.give(batch.number, gradus.classify(part, threads=1))
        else:
            result = batch.work()
            job.give(batch.number, result)
            job.give(batch.number, result)
            job.lose(batch.number)

    driven(gradus.Job(few, "out.csv"), answer)
    assert pathlib.Path("out.csv").read_bytes() == expected


def test_a_puzzle_that_costs_three_workers_is_rejected(few, expected):
    deadly, losses = DEPTH_1, []
    text = few.read_text() + f"{deadly} the last\n"
    few.write_text(text)

    def answer(job, batch):
        if deadly in batch.puzzles:
            losses.append(len(batch))
            job.lose(batch.number)
        else:
            job.give(batch.number, batch.work())

    outcome = driven(gradus.Job(few, "out.csv"), answer)
    assert len(losses) == 3 and losses[-1] == 1
    rejects = pathlib.Path("out.rejects.csv").read_text()
    assert "its worker died three times" in rejects and "the last" in rejects
    assert pathlib.Path("out.csv").read_bytes() == expected
    assert outcome.rejected == len(rejects.splitlines()) - 1


def test_a_suspect_gets_a_process_of_its_own(few, expected, monkeypatch):
    deadly = DEPTH_1
    unlucky = few.read_text().split()[0]
    few.write_text(few.read_text() + f"{deadly} the last\n")
    suspects = []

    def answer(job, batch):
        if batch.is_suspect:
            suspects.extend(batch.puzzles)
            with monkeypatch.context() as hook:
                hook.setenv("GRADUS_TEST_CRASH", deadly)
                job.give(batch.number, batch.work())
        elif {deadly, unlucky} & set(batch.puzzles):
            job.lose(batch.number)
        else:
            job.give(batch.number, batch.work())

    driven(gradus.Job(few, "out.csv"), answer)
    assert deadly in suspects and unlucky in suspects
    rejects = pathlib.Path("out.rejects.csv").read_text().splitlines()
    assert [line.split(",")[3] for line in rejects if "the last" in line] == ["its worker died three times"]
    assert sum("three times" in line for line in rejects) == 1
    assert pathlib.Path("out.csv").read_bytes() == expected


def test_a_result_of_other_puzzles_is_refused(few):
    job = gradus.Job(few, "out.csv")
    batch = job.take(wait=10)
    with pytest.raises(ValueError, match="belong to other puzzles"):
        job.give(batch.number, gradus.classify([DEPTH_1] * len(batch), threads=1))
    with pytest.raises(ValueError, match="no column"):
        job.give(batch.number, pyarrow.table({"puzzle": batch.puzzles}))
    job.stop()
    job.give(batch.number, batch.work())
    with pytest.raises(KeyboardInterrupt):
        job.finish()
    assert pathlib.Path("out.csv.journal").exists()


def test_a_job_that_was_stopped_goes_on_with_others(few, expected):
    job = gradus.Job(few, "out.csv")
    for _ in range(5):
        batch = job.take(wait=10)
        job.give(batch.number, batch.work())
    job.stop()
    with pytest.raises(KeyboardInterrupt):
        job.finish()
    outcome = gradus.Job(few, "out.csv", resume=True).run(2)
    assert outcome.before > 0
    assert pathlib.Path("out.csv").read_bytes() == expected


def test_a_pool_that_goes_away_is_a_clear_error(few, expected):
    class Leaving(gradus.Pool):
        def __init__(self):
            self.batches = []

        def size(self):
            return 1

        def submit(self, batch):
            self.batches.append(batch)

        def completed(self, wait):
            from gradus.jobs import PoolGone

            for batch in self.batches[:3]:
                yield batch.number, batch.work()
            raise PoolGone("all have gone home")

    with pytest.raises(gradus.JobError, match="all have gone home; nothing is lost"):
        gradus.Job(few, "out.csv").run(Leaving())
    gradus.Job(few, "out.csv", resume=True).run()
    assert pathlib.Path("out.csv").read_bytes() == expected
