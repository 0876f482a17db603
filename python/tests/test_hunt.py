"""Hunts from Python: the table of the program."""

import pathlib

import pytest

import gradus
from conftest import DEPTH_1, mixed, run


@pytest.fixture
def seeds(folder):
    puzzles = [line for line in mixed(60) if len(line) == 81 and line.count(".") < 81][:10]
    (folder / "seeds.txt").write_text("\n".join([DEPTH_1, *puzzles]))
    return folder / "seeds.txt"


def test_a_hunt_writes_the_table_of_the_program(seeds):
    hunted = gradus.hunt(seeds, "a.csv", "w", max_generations=1, seed=3, ratings="te,w", memory=1 << 24)
    run("hunt", seeds, "--maximise", "w", "--max-generations", "1", "--seed", "3", "--ratings", "te,w", "--memory", "16M", "-o", "b.csv", "-q")
    assert pathlib.Path("a.csv").read_bytes() == pathlib.Path("b.csv").read_bytes()
    assert hunted.end == "limit" and hunted.generations == 1 and hunted.tried > 0
    assert hunted.finds == len(gradus.read_table("a.csv"))
    assert gradus.rate(hunted.best.puzzle, "w").w == int(hunted.best.value)
    assert sum(hunted.moves.values()) > 0


def test_a_hunt_can_be_resumed(seeds):
    gradus.hunt(seeds, "a.csv", "w", max_generations=1, memory=1 << 24)
    with pytest.raises(FileExistsError, match="use resume=True to continue the job, force=True|use force=True"):
        gradus.hunt(seeds, "a.csv", "w", max_generations=1)
    seen = []
    more = gradus.hunt(seeds, "a.csv", "w", max_generations=2, memory=1 << 24, resume=True, progress=seen.append)
    assert more.generations == 2 and seen[-1].is_done
    whole = gradus.hunt(seeds, "b.csv", "w", max_generations=2, memory=1 << 24)
    assert whole.finds == more.finds
    assert pathlib.Path("a.csv").read_bytes() == pathlib.Path("b.csv").read_bytes()


def test_choices_are_checked(seeds):
    for wrong, says in [
        ({"maximise": "nothing"}, "nothing"),
        ({"maximise": "w", "moves": "sideways"}, "sideways"),
        ({"maximise": "w", "generator": "suexg"}, "must be bottom-up, top-down or controlled-bias"),
        ({"maximise": "w", "bounds_below": 3}, "bounds_below needs"),
        ({"maximise": "w", "population": 0}, "population is 0"),
        ({"maximise": "w", "resume": True, "force": True}, "exclude each other"),
        ({"maximise": "w", "ratings": "nothing"}, "unknown rating"),
    ]:
        with pytest.raises((ValueError, gradus.JobError), match=says):
            gradus.hunt(seeds, "a.csv", max_generations=1, **wrong)
    with pytest.raises(ValueError, match="nothing to start from"):
        gradus.hunt([], "a.csv", "w")
    with pytest.raises(FileNotFoundError):
        gradus.hunt("nothing.txt", "a.csv", "w", max_generations=1)
