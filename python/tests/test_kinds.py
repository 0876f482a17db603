"""Puzzles of every kind: rated, explained, in tables and in jobs."""

import json

import pyarrow
import pyarrow.parquet
import pytest

import gradus
from conftest import DEPTH_1, LATIN, run

CSP = 'csp:{"variables":{"x":[1,2],"y":[1,2]},"links":[["x=1","y=1"]],"values":["x=1"]}'


def test_every_kind_is_listed_with_an_example_that_can_be_rated():
    kinds = gradus.kinds()
    assert {"sudoku", "latin", "csp"} <= {kind.name for kind in kinds}
    for kind in kinds:
        rated = gradus.rate(kind.example, "all")
        expected = json.loads(run("rate", "--json", "--ratings", "all", kind.example).stdout)
        assert {"puzzle": kind.example, **rated} == expected
        assert rated.te.status == "exact"
        assert gradus.check(gradus.explain(kind.example, "W"))


def test_tables_of_several_kinds_have_a_column_for_them():
    puzzles = [DEPTH_1, LATIN, CSP, "latin:....", "chess:e4"]
    table = pyarrow.table(gradus.classify(puzzles, "te,w"))
    assert table.column_names[:4] == ["row", "kind", "puzzle", "comment"]
    assert table["kind"].to_pylist() == ["sudoku", "latin", "csp", "latin", None]
    assert table["clues"].type == pyarrow.uint16()
    assert table["te"].null_count == 2
    assert "several solutions" in table["reason"][3].as_py()
    alone = pyarrow.table(gradus.classify([DEPTH_1], "te,w"))
    assert "kind" not in alone.column_names and alone["clues"].type == pyarrow.uint8()


def test_a_kind_can_be_given():
    data = LATIN.split(":", 1)[1]
    table = pyarrow.table(gradus.classify([data, CSP], "te", kind="latin"))
    assert table["kind"].to_pylist() == ["latin", "csp"]
    assert table["puzzle"][0].as_py() == LATIN
    with pytest.raises(ValueError, match='unknown kind "chess"'):
        gradus.classify([data], kind="chess")


def test_a_job_writes_the_bytes_of_the_program(tmp_path):
    lines = [f"{kind.example} example of {kind.name}" for kind in gradus.kinds()] * 3
    (tmp_path / "a.txt").write_text("\n".join([DEPTH_1, *lines, "latin:...."]) + "\n")
    outcome = gradus.Job(tmp_path / "a.txt", tmp_path / "a.parquet", "te,w").run(2)
    assert (outcome.rows, outcome.rejected) == (len(lines) + 1, 1)
    inputs = [tmp_path / "a.txt", "-o", tmp_path / "b.parquet"]
    run("classify", *inputs, "--ratings", "te,w", "-q", code=3)
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    table = pyarrow.parquet.read_table(tmp_path / "a.parquet")
    assert table["kind"].to_pylist()[0] == "sudoku"


def test_workers_that_are_no_threads_take_all_kinds(tmp_path):
    lines = [kind.example for kind in gradus.kinds()]
    (tmp_path / "a.txt").write_text("\n".join(lines) + "\n")
    job = gradus.Job(tmp_path / "a.txt", tmp_path / "a.csv", "te,w")
    job.start()
    while not job.is_finished:
        batch = job.take(wait=0.1)
        if batch is not None:
            job.give(batch.number, batch.work())
    assert job.finish().rows == len(lines)
    text = (tmp_path / "a.csv").read_text()
    assert text.startswith("row,kind,puzzle,comment,clues,")
