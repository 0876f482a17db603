"""Everything can be sent to another process."""

import pickle

import pytest

import gradus
from conftest import DEPTH_1, DEPTH_2, LATIN


def again(value):
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("puzzle, theory", [(DEPTH_1, "W"), (DEPTH_2, "W"), (DEPTH_2, "te"), (LATIN, "B")])
def test_paths_and_steps(puzzle, theory):
    path = gradus.explain(puzzle, theory)
    copy = again(path)
    assert str(copy) == str(path) and copy.record == path.record and copy.check() == path.check()
    assert repr(copy.rating) == repr(path.rating) and copy.svg() == path.svg()
    if puzzle != LATIN:
        assert copy.html() == path.html()
    if path.steps:
        step = again(path.steps[-1])
        assert step.text == path.steps[-1].text and step.svg() == path.steps[-1].svg()


def test_generators_continue():
    generated = gradus.generate("top-down", 6, seed=2)
    first = [next(generated), next(generated)]
    copy = again(generated)
    rest = list(generated)
    assert list(copy) == rest and copy.footer == generated.footer
    assert [*first, *rest] == list(gradus.generate("top-down", 6, seed=2))
    generated.close()
    assert list(again(generated)) == []


def test_values(few):
    table = gradus.classify([DEPTH_1, "x"], "te")
    for value in [
        gradus.rate(DEPTH_1),
        gradus.Puzzle(DEPTH_1),
        gradus.kinds()[0],
        gradus.ratings()[0],
        gradus.theories()[0],
        gradus.check(gradus.explain(DEPTH_1)),
        gradus.classify_file(few, "out.csv", "te"),
    ]:
        assert again(value) == value and type(again(value)) is type(value)
    assert again(table)["te"] == table["te"] and again(table.histogram("te")).counts == table.histogram("te").counts


def test_jobs_that_have_not_been_started(few):
    job = gradus.Job(few, "out.csv", "te")
    assert again(job).run(1).rows > 0
    job = gradus.Job(few, "other.csv", "te")
    job.start()
    with pytest.raises(TypeError, match="has been started cannot be pickled"):
        pickle.dumps(job)
    job.stop()
    with pytest.raises(KeyboardInterrupt):
        while True:
            batch = job.take(0.1)
            if batch is None and job.is_finished:
                job.finish()
            elif batch is not None:
                job.give(batch.number, again(batch).work())


def test_errors():
    error = gradus.InexactError("a bound")
    assert again(error).args == error.args and isinstance(error, ValueError)
