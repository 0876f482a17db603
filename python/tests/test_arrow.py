"""Tables of other libraries in, tables that they understand out."""

import datetime
import decimal
import pickle

import duckdb
import pandas
import polars
import pyarrow
import pytest

import gradus
from conftest import DEPTH_1, DEPTH_2, NO_SOLUTION

PUZZLES = [DEPTH_1, DEPTH_2, NO_SOLUTION, "x"]


@pytest.fixture(scope="module")
def expected():
    return pyarrow.table(gradus.classify(PUZZLES))


def relation():
    puzzles = pyarrow.table({"puzzle": PUZZLES})
    return duckdb.sql("select puzzle from puzzles")


def batches():
    for start in range(0, len(PUZZLES), 2):
        yield pyarrow.record_batch({"puzzle": PUZZLES[start : start + 2]})


TABLES = {
    "pyarrow table": lambda: pyarrow.table({"puzzle": PUZZLES}),
    "pyarrow, long texts": lambda: pyarrow.table({"puzzle": pyarrow.array(PUZZLES, pyarrow.large_string())}),
    "pyarrow, views": lambda: pyarrow.table({"puzzle": pyarrow.array(PUZZLES, pyarrow.string_view())}),
    "pyarrow, words": lambda: pyarrow.table({"puzzle": pyarrow.array(PUZZLES).dictionary_encode()}),
    "pyarrow column": lambda: pyarrow.chunked_array([PUZZLES[:2], PUZZLES[2:]]),
    "pyarrow reader": lambda: pyarrow.table({"puzzle": PUZZLES}).to_reader(max_chunksize=1),
    "pyarrow batch": lambda: pyarrow.record_batch({"puzzle": PUZZLES}),
    "polars": lambda: polars.DataFrame({"puzzle": PUZZLES}),
    "polars column": lambda: polars.Series("puzzle", PUZZLES),
    "pandas": lambda: pandas.DataFrame({"puzzle": PUZZLES}),
    "DuckDB": relation,
    "iterator of batches": batches,
    "list of frames": lambda: [polars.DataFrame({"puzzle": [puzzle]}) for puzzle in PUZZLES],
    "texts": lambda: (puzzle for puzzle in PUZZLES),
}


@pytest.mark.parametrize("kind", TABLES)
def test_all_kinds_of_tables_are_read(kind, expected):
    assert pyarrow.table(gradus.classify(TABLES[kind]())).equals(expected)


def test_all_libraries_read_the_table(expected):
    rated = table = gradus.classify(PUZZLES)
    assert polars.DataFrame(table)["w"].to_list() == [4, None, None, None]
    assert table.to_polars()["w_status"].to_list() == ["exact", "infinite", None, None]
    assert table.to_pandas()["clues"].to_list()[0] == 25
    arrow = table.to_pyarrow()
    assert arrow.equals(expected)
    assert duckdb.sql("select count(*) from arrow where te = 2").fetchall() == [(1,)]
    assert duckdb.sql("select count(*) from rated where te = 2").fetchall() == [(1,)]
    assert table.to_pydict(["puzzle", "reason"])["reason"][2] == "no solution"
    with pytest.raises(KeyError):
        table.to_pydict(["nothing"])


def test_a_table_travels_to_other_processes(expected):
    table = pickle.loads(pickle.dumps(gradus.classify(PUZZLES)))
    assert pyarrow.table(table).equals(expected)


def test_an_empty_table_has_all_columns(expected):
    for nothing in [[], pyarrow.table({"puzzle": pyarrow.array([], pyarrow.string())})]:
        table = pyarrow.table(gradus.classify(nothing))
        assert table.num_rows == 0 and table.schema == expected.schema


def test_a_null_is_no_puzzle():
    table = gradus.classify(pyarrow.table({"puzzle": [None, DEPTH_1]}))
    assert table.to_pydict(["reason"])["reason"][1] is None
    assert table.to_pydict(["reason"])["reason"][0]


def test_other_columns_are_kept_as_they_are_asked_for():
    given = pyarrow.table({"id": [7], "quiz": [DEPTH_1], "w": [1.5], "list": [[1]]})
    plain = given.drop_columns(["list"])
    assert gradus.classify(plain, "te", column="quiz").to_pydict(["id"]) == {"id": [7]}
    # The only column with puzzles needs no name.
    assert gradus.classify(plain, "te").to_pydict(["id"]) == {"id": [7]}
    names = gradus.classify(given, "te", column="quiz", keep="none").columns
    assert names[-2:] == ["te_status", "reason"]
    names = gradus.classify(given, "te", column="quiz", keep=["id"]).columns
    assert names[-2:] == ["id", "reason"]


def test_other_columns_keep_their_types():
    now = datetime.datetime(2026, 2, 28, 12, 30, 0, 250000)
    given = {
        "day": pyarrow.array([now.date(), None]),
        "moment": pyarrow.array([now, None], pyarrow.timestamp("us", "Europe/Berlin")),
        "second": pyarrow.array([now.replace(microsecond=0), None], pyarrow.timestamp("s")),
        "time": pyarrow.array([now.time(), None]),
        "span": pyarrow.array([datetime.timedelta(days=-1, milliseconds=5), None]),
        "price": pyarrow.array([decimal.Decimal("-12.50"), None]),
        "flag": pyarrow.array([True, None]),
        "small": pyarrow.array([-3, None], pyarrow.int8()),
        "float": pyarrow.array([0.1, float("inf")], pyarrow.float32()),
        "bytes": pyarrow.array([b"\x00\xff", b""]),
        "fixed": pyarrow.array([b"ab", b"\x00\x01"], pyarrow.binary(2)),
        "text": pyarrow.array(["", None], pyarrow.large_string()),
        "list": pyarrow.array([[1, None], []], pyarrow.list_(pyarrow.int64())),
        "lists": pyarrow.array([[["a"], None], None], pyarrow.large_list(pyarrow.list_(pyarrow.string()))),
        "pair": pyarrow.array([{"a": now.date(), "b": [1.5]}, {"a": None, "b": None}]),
        "map": pyarrow.array([[("k", 1)], []], pyarrow.map_(pyarrow.string(), pyarrow.int32())),
    }
    table = pyarrow.table({"puzzle": [DEPTH_1, DEPTH_1], **given})
    for threads in (1, 2):
        rated = pyarrow.table(gradus.classify(table, "te", threads=threads))
        for name, column in given.items():
            assert rated.schema.field(name).type == column.type, name
            assert rated[name].combine_chunks().equals(column), name
    assert gradus.classify(table, "te").to_pydict(["small"])["small"] == [-3, None]


def test_errors_say_what_and_where():
    with pytest.raises(ValueError, match="none contains puzzles: the columns are quiz"):
        gradus.classify(pyarrow.table({"quiz": ["easy"]}))
    with pytest.raises(ValueError, match="no column is called grid: the columns are quiz"):
        gradus.classify(pyarrow.table({"quiz": [DEPTH_1]}), column="grid")
    empty = pyarrow.array([{}], pyarrow.struct([]))
    with pytest.raises(ValueError, match="column odd has the type struct, which cannot be kept"):
        gradus.classify(pyarrow.table({"puzzle": [DEPTH_1], "odd": empty}))
    with pytest.raises(ValueError, match="unknown rating \"nonsense\""):
        gradus.classify([DEPTH_1], "nonsense")
    with pytest.raises(TypeError, match="for one puzzle"):
        gradus.classify(DEPTH_1)
    with pytest.raises(TypeError, match="a puzzle must be a str"):
        gradus.classify([DEPTH_1, 5])
    with pytest.raises(ValueError, match="threads is 0"):
        gradus.classify([DEPTH_1], threads=0)
    with pytest.raises(ValueError, match="neither numbers nor texts"):
        gradus.classify(pyarrow.table({"puzzle": [[1]]}))


def test_an_iterator_that_fails_is_an_exception():
    def failing():
        yield pyarrow.record_batch({"puzzle": [DEPTH_1]})
        raise OSError("the disk is gone")

    with pytest.raises(Exception, match="the disk is gone"):
        gradus.classify(failing())
