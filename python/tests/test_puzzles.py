"""One puzzle: ratings, paths, forms, neighbours, new ones."""

import json
import math
import pickle
import random

import pytest

import gradus
from conftest import CLASH, DEPTH_1, DEPTH_2, LATIN, NO_SOLUTION, isomorph, run, sukaku


def test_rates_what_the_program_rates():
    for puzzle in [DEPTH_1, DEPTH_2, LATIN, sukaku(DEPTH_1)]:
        rated = gradus.rate(puzzle, "everything" if puzzle == DEPTH_1 else "all")
        names = "everything" if puzzle == DEPTH_1 else "all"
        expected = json.loads(run("rate", "--json", "--ratings", names, puzzle).stdout)
        assert {"puzzle": expected["puzzle"], **rated} == expected
        assert list(rated) == [name for name in expected if name != "puzzle"]


def test_ratings_come_with_their_status():
    rated = gradus.rate(DEPTH_2, ["te", "w", "gw", "hls"])
    assert rated.te == gradus.Rating(2, "exact") and rated.te.value == 2
    assert rated.w == math.inf and rated.w.status == "infinite" and str(rated.w) == "∞"
    assert rated.gw == gradus.Rating(2, "exact") and rated.clues == 24
    assert rated["gw"] == 2 and dict(rated)["gw_status"] == "exact"
    assert "gw=2" in repr(rated) and "<td>2</td>" in rated._repr_html_()
    assert pickle.loads(pickle.dumps(rated)) == rated
    with pytest.raises(AttributeError, match="'b' was not computed"):
        rated.b


@pytest.mark.parametrize(
    "puzzle, says",
    [
        ("4...6..7.......6...3", "not a puzzle"),
        (NO_SOLUTION, "cannot rate this puzzle: no solution"),
        (81 * ".", "cannot rate this puzzle: several solutions"),
        (CLASH, "cannot rate this puzzle"),
    ],
)
def test_what_cannot_be_rated_is_a_value_error(puzzle, says):
    with pytest.raises(ValueError, match=says):
        gradus.rate(puzzle, ratings="all")


def test_limits_are_checked():
    bound = gradus.rate(DEPTH_1, "w", max_length=3).w
    assert (bound.value, bound.status) == (4, "lower")
    for wrong in [{"max_length": 0}, {"max_length": 100}, {"max_depth": 10}]:
        with pytest.raises(ValueError, match="expected 1 to"):
            gradus.rate(DEPTH_1, **wrong)
    with pytest.raises(ValueError, match="unknown rating"):
        gradus.rate(DEPTH_1, "w,nothing")


def test_ratings_are_listed():
    columns = {one.column: one for one in gradus.ratings()}
    assert columns["w"].heading == "W" and columns["w"].has_status
    assert not columns["canon"].has_status


def test_paths_are_those_of_the_program():
    for puzzle, theory in [(DEPTH_1, "W"), (DEPTH_2, "gW"), (DEPTH_2, "W"), (LATIN, "B"), (DEPTH_2, "te")]:
        path = gradus.explain(puzzle, theory)
        assert str(path) == run("explain", "--theory", theory, puzzle).stdout
        record = json.loads(run("explain", "--theory", theory, "--json", puzzle).stdout)
        assert path.record == record
        check = path.check()
        assert check and check.accepted, check
        assert gradus.check(record) == check == gradus.check(json.dumps(record)) == gradus.check(path)


def test_steps_of_a_path():
    path = gradus.explain(DEPTH_1, "W")
    assert path.rating == 4 and path.puzzle == DEPTH_1 and path.theory == "W"
    longest = max(path.steps, key=lambda step: step.length)
    assert longest.length == 4 and "==>" in str(longest) and "[4]" in longest.rule
    assert longest.record and longest.svg().startswith("<svg")
    assert "<svg" in longest._repr_html_() and "<pre>" in path._repr_html_()
    assert path.svg().startswith("<svg") and len(path) == len(path.steps)
    with pytest.raises(IndexError):
        path.svg(len(path) + 2)


def test_a_path_that_is_no_proof_is_refused():
    record = gradus.explain(DEPTH_1, "W").record
    record["steps"].pop(0)
    check = gradus.check(record)
    assert not check and check.says
    with pytest.raises(ValueError, match="not a path"):
        gradus.check("{}")
    with pytest.raises(ValueError, match="unknown theory"):
        gradus.explain(DEPTH_1, "nothing")
    with pytest.raises(ValueError, match="not a puzzle"):
        gradus.explain("nothing")


def test_canonical_forms_know_isomorphs():
    dice = random.Random(3)
    for form in ["minlex", "solution"]:
        forms = {gradus.canonical(isomorph(DEPTH_1, dice), form) for _ in range(5)}
        assert len(forms) == 1
    assert gradus.canonical(DEPTH_1) == run("canon", "-", input=DEPTH_1).stdout.split()[0]
    with pytest.raises(ValueError, match="expected minlex or solution"):
        gradus.canonical(DEPTH_1, "best")


def test_forms_and_neighbours_are_those_of_the_program():
    def lines(*arguments):
        return [line.split()[0] for line in run(*arguments, input=DEPTH_1).stdout.splitlines()]

    assert [gradus.expand(DEPTH_1, "s")] == lines("expand", "-", "--by", "s")
    assert gradus.minimals(gradus.expand(DEPTH_1), sample=5, seed=2) == [
        line.split()[0]
        for line in run("minimals", "-", "--sample", 5, "--seed", 2, input=gradus.expand(DEPTH_1)).stdout.splitlines()
    ]
    assert gradus.neighbours(DEPTH_1, 1, 1, minimal=True) == lines("neighbours", "-", "--minimal")
    with pytest.warns(UserWarning, match="more than 1 minimals"):
        assert len(gradus.minimals(run("solve", "-", input=DEPTH_1).stdout.split()[0], limit=1)) == 1
    with pytest.raises(ValueError, match="would change nothing"):
        gradus.neighbours(DEPTH_1, 0, 0)
    with pytest.raises(ValueError, match="no solution"):
        gradus.minimals(NO_SOLUTION)


@pytest.mark.parametrize("kind", ["bottom-up", "top-down", "suexg", pytest.param("controlled-bias", id="controlled-bias")])
def test_generators_are_those_of_the_program(kind):
    generated = gradus.generate(kind, count=8, seed=3)
    puzzles = list(generated)
    expected = run("generate", kind, "--count", 8, "--seed", 3, "-q").stdout.splitlines()
    assert puzzles == [line.split()[0] for line in expected[:-1]]
    assert generated.footer == expected[-1]


def test_a_generator_can_be_left():
    generated = gradus.generate("top-down", count=10**9)
    assert len(next(generated)) == 81
    generated.close()
    assert list(generated) == []
    with pytest.raises(ValueError, match="kind|generator|called"):
        gradus.generate("sideways", 1)
    with pytest.raises(ValueError, match="expected 1 or more"):
        gradus.generate("top-down", 0)


def test_puzzles_and_tables_draw_themselves():
    assert gradus.canonical(DEPTH_1)._repr_svg_().startswith("<svg")
    table = gradus.classify([DEPTH_1, DEPTH_2, DEPTH_2, NO_SOLUTION])
    histogram = table.histogram("w")
    assert histogram.counts == [("4", 1), ("∞", 2), ("rejected", 1)]
    assert "∞  2" in repr(histogram) and histogram._repr_svg_().startswith("<svg")
    assert "<title>w ∞: 2</title>" in histogram.svg() and 'width="300"' in histogram.svg(300, 200)
    assert table.histogram("clues").counts == [("24", 2), ("25", 1), ("missing", 1)]
    assert "<th>w_status</th>" in table._repr_html_() and "4 rows" in repr(table)
    with pytest.raises(KeyError):
        table.histogram("nothing")
