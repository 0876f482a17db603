"""Tables in memory: columns, rows, files, conditions."""

import math
import pathlib

import pyarrow
import pyarrow.parquet
import pytest

import gradus
from conftest import DEPTH_1, DEPTH_2, LATIN, NO_SOLUTION, mixed, run

PUZZLES = [DEPTH_1, DEPTH_2, NO_SOLUTION, "x", LATIN]


@pytest.fixture(scope="module")
def table():
    return gradus.classify(PUZZLES, "te,w,hls,redundant")


def test_a_column_is_a_list(table):
    assert table["w"][:2] == [4, None] and table["w_status"][:3] == ["exact", "infinite", None]
    assert table["puzzle"] == PUZZLES and "w" in table and "b" not in table
    with pytest.raises(KeyError, match="no column named 'b' .columns: row, kind, puzzle"):
        table["b"]


def test_a_row_has_ratings(table):
    row = table[0]
    assert isinstance(row, gradus.Ratings) and row.w == 4 and row["puzzle"] == row.puzzle == DEPTH_1
    assert table[-1].kind == "latin" and table[1].w == math.inf
    assert table[2].w is None and table[2].reason == "no solution"
    for wrong in [5, -6]:
        with pytest.raises(IndexError, match="the table has 5 rows"):
            table[wrong]
    with pytest.raises(TypeError, match="indexed by str, int or slice, not float"):
        table[1.5]


def test_a_slice_is_a_table(table):
    part = table[1:4]
    assert isinstance(part, gradus.Table) and len(part) == 3 and part["puzzle"] == PUZZLES[1:4]
    assert table[::-1]["puzzle"] == PUZZLES[::-1] and len(table[9:]) == 0
    assert pyarrow.table(table[:2]).equals(pyarrow.table(table).slice(0, 2)) or "kind" not in table[:2]


def test_rows_can_be_gone_through(table):
    rows = list(table)
    assert [row["puzzle"] for row in rows] == PUZZLES == [row.puzzle for row in table]
    assert [row.w for row in rows if row.reason is None][:2] == [4, math.inf]
    many = gradus.classify(mixed(2500), "te")
    assert [row["row"] for row in many] == many["row"] and len(list(many)) == len(many)


def test_the_schema_has_the_types_of_arrow(table):
    schema = pyarrow.table(table).schema
    assert list(table.schema) == schema.names == table.columns
    words = {"dictionary<values=string, indices=uint8, ordered=0>": "string"}
    for field in schema:
        assert table.schema[field.name] == words.get(str(field.type), str(field.type))


def test_numbers_say_what_to_do_with_bounds_and_infinity(table):
    assert table.ratings("w")[0] == 4 and table.ratings("w")[2] is None
    numbers = table.numbers("w")
    assert numbers[:2] == [4, math.inf] and math.isnan(numbers[2])
    assert table.numbers("w", infinite=99, missing=-1)[:4] == [4, 99, -1, -1]
    bounds = gradus.classify([DEPTH_1], "w", max_length=3)
    assert bounds.numbers("w", bounds=True) == [4]
    with pytest.raises(gradus.InexactError, match="at least 4"):
        bounds.numbers("w")
    assert table.numbers("clues")[:2] == [25, 24]
    with pytest.raises(ValueError, match="is not a number"):
        table.numbers("puzzle")
    with pytest.raises(KeyError):
        table.ratings("clues")


def test_conditions_are_those_of_the_program(table, tmp_path):
    assert table.filter("w = 4")["puzzle"] == [DEPTH_1]
    assert table.filter("te = 2 and w_status = infinite")["puzzle"] == [DEPTH_2]
    assert gradus.classify(PUZZLES, "te,w", where="te = 1")["w"][0] == 4
    lines = mixed(400)
    (tmp_path / "a.txt").write_text("\n".join(lines))
    run("classify", tmp_path / "a.txt", "-o", tmp_path / "a.csv", "--ratings", "te,w", "--where", "w >= 3", "-q", code=3)
    expected = gradus.read_table(tmp_path / "a.csv")["puzzle"]
    assert gradus.classify(lines, "te,w", where="w >= 3")["puzzle"] == expected
    for wrong in ["w >", "q = 3"]:
        with pytest.raises(ValueError):
            table.filter(wrong)


def test_a_table_can_be_written_and_read(table, tmp_path):
    path = tmp_path / "a.parquet"
    table.write_parquet(path)
    assert pyarrow.parquet.read_table(path)["w_status"].to_pylist() == table["w_status"]
    assert pyarrow.parquet.read_table(path).column_names == table.columns
    with pytest.raises(FileExistsError, match="use force=True to overwrite it"):
        table[:2].write_parquet(str(path))
    assert len(pyarrow.parquet.read_table(path)) == 5
    table[:2].write_parquet(path, force=True)
    again = gradus.read_table(path)
    assert again["puzzle"] == PUZZLES[:2] and again["w"] == [4, None] and again[1].w == math.inf
    with pytest.raises(OSError, match="cannot write .*nowhere"):
        table.write_parquet(tmp_path / "nowhere" / "a.parquet")


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_tables_of_the_program_can_be_read(few, ending):
    run("classify", few, "-o", f"a.{ending}", "--ratings", "te,w,hls", "-q", code=3)
    table = gradus.read_table(f"a.{ending}")
    lines = [line for line in pathlib.Path(few).read_text().splitlines()]
    rated = gradus.classify([line.split()[0] for line in lines], "te,w,hls")
    kept = [row for row in rated if row.reason is None]
    assert table["w"] == [row["w"] for row in kept] and table["hls"] == [row["hls"] for row in kept]
    assert all(comment.startswith("number ") for comment in table["comment"])
    with pytest.raises(OSError, match="nothing.parquet"):
        gradus.read_table("nothing.parquet")


def test_progress_of_a_table_is_shown():
    seen = []
    gradus.classify(mixed(600), "te,w,b,gw,gb", threads=1, progress=seen.append)
    assert seen[-1].is_done and seen[-1].rows == 600 and seen[-1].share == 1
    assert [one.rows for one in seen] == sorted(one.rows for one in seen)
