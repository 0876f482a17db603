"""The table of the package is that of the program, cell by cell."""

import csv
import pathlib

import pyarrow
import pyarrow.parquet
import pytest

import gradus
from conftest import run

RATINGS = "te,s,w,b,gw,hls,belts,redundant,canon,density"


def test_every_cell_is_that_of_the_program(lines, folder):
    text = "".join(f"{line},{place},{place % 7}\n" for place, line in enumerate(lines))
    (folder / "in.csv").write_text("puzzle,comment,group\n" + text)
    run("classify", "in.csv", "-o", "out.parquet", "--ratings", RATINGS, "-q", code=3)
    expected = pyarrow.parquet.read_table("out.parquet")
    table = pyarrow.table(
        {
            "puzzle": lines,
            "comment": [str(place) for place in range(len(lines))],
            "group": [place % 7 for place in range(len(lines))],
        }
    )
    rated = pyarrow.table(gradus.classify(table, RATINGS))
    assert rated.num_rows == len(lines) == 5000

    reasons = rated.column("reason")
    accepted = rated.filter(pyarrow.compute.is_null(reasons)).drop_columns(["reason"])
    assert accepted.schema.remove_metadata() == _plain(expected.schema)
    assert accepted.equals(expected.cast(accepted.schema))

    rejected = rated.filter(pyarrow.compute.is_valid(reasons)).to_pylist()
    with open("out.rejects.csv", newline="") as file:
        rejects = list(csv.DictReader(file))
    assert [(str(row["row"]), row["reason"]) for row in rejected] == [
        (reject["row"], reject["reason"]) for reject in rejects
    ]
    assert len(rejects) > 20
    for row in rejected:
        assert row["w"] is None and row["w_status"] is None and row["clues"] is None
        assert row["comment"] is not None and row["group"] is not None


def _plain(schema: pyarrow.Schema) -> pyarrow.Schema:
    return pyarrow.schema([field.remove_metadata() for field in schema])


def test_any_number_of_threads_gives_the_same_table(lines):
    one = pyarrow.table(gradus.classify(lines[:600], "te,w,b,gw", threads=1))
    for threads in [2, 5]:
        assert pyarrow.table(gradus.classify(lines[:600], "te,w,b,gw", threads=threads)).equals(one)


@pytest.mark.parametrize("name", ["out.parquet", "out.csv", "out.jsonl.zst"])
def test_a_file_is_classified_to_the_same_bytes(few: pathlib.Path, name: str):
    run("classify", few, "-o", f"program-{name}", "-q", code=3)
    outcome = gradus.classify_file(few, f"package-{name}")
    for suffix in ["", "rejects"]:
        if suffix:
            stem = name.split(".")[0]
            names = [f"{who}-{stem}.rejects.csv" for who in ("program", "package")]
        else:
            names = [f"{who}-{name}" for who in ("program", "package")]
        first, second = (pathlib.Path(name).read_bytes() for name in names)
        assert first == second
    assert outcome.rejected > 0 and not outcome.was_done
    assert outcome.rows + outcome.rejected == 600


def test_options_are_those_of_the_command(few: pathlib.Path):
    run("classify", few, "-o", "a.csv", "--where", "w >= 3", "--limit", 200, "--shard", "1/2",
        "--ratings", "te,w", "--max-length", 3, "-q", code=3)
    outcome = gradus.classify_file(
        few, "b.csv", ["te", "w"], where="w >= 3", first=200, shard="1/2", max_length=3, threads=2
    )
    assert pathlib.Path("a.csv").read_bytes() == pathlib.Path("b.csv").read_bytes()
    assert outcome.left_out > 0
    assert gradus.classify_file(
        few, "b.csv", ["te", "w"], where="w >= 3", first=200, shard="1/2", max_length=3, resume=True
    ).was_done


def test_shards_of_the_package_merge_to_the_table_of_the_program(few: pathlib.Path):
    run("classify", few, "-o", "whole.parquet", "--ratings", "te,w", "-q", code=3)
    for shard in range(3):
        gradus.classify_file(few, f"part-{shard}.parquet", "te,w", shard=f"{shard}/3", threads=1)
    run("merge", *(f"part-{shard}.parquet" for shard in range(3)), "-o", "merged.parquet", code=3)
    assert pathlib.Path("merged.parquet").read_bytes() == pathlib.Path("whole.parquet").read_bytes()
