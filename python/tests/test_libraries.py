"""Functions for DuckDB, and the transformer for scikit-learn."""

import json
import math
import pickle

import duckdb
import numpy
import pandas
import polars
import pytest

import gradus
from conftest import DEPTH_1, DEPTH_2, LATIN, NO_SOLUTION

PUZZLES = [DEPTH_1, DEPTH_2, NO_SOLUTION, "x", LATIN, None]


@pytest.fixture(scope="module")
def connection():
    connection = duckdb.connect()
    names = gradus.register(connection)
    assert {"gradus_w", "gradus_w_status", "gradus_clues", "gradus_rate"} <= set(names)
    connection.execute("create table p (id integer, puzzle varchar)")
    connection.executemany("insert into p values (?, ?)", list(enumerate(PUZZLES)))
    return connection


def column(connection, expression):
    return [row[0] for row in connection.sql(f"select {expression} from p order by id").fetchall()]


def test_duckdb_rates_puzzles(connection):
    ratings = [None if p is None or p in (NO_SOLUTION, "x") else gradus.rate(p, "te,w") for p in PUZZLES]
    assert column(connection, "gradus_w(puzzle)") == [None if r is None else r.w for r in ratings]
    assert column(connection, "gradus_te(puzzle)") == [None if r is None else r.te for r in ratings]
    assert column(connection, "gradus_w(puzzle)")[1] == math.inf
    assert column(connection, "gradus_w_status(puzzle)") == [r and r["w_status"] for r in ratings]
    assert column(connection, "gradus_clues(puzzle)") == [r and r.clues for r in ratings]
    assert connection.sql("select count(*) from p where gradus_w(puzzle) >= 5").fetchall() == [(1,)]
    reasons = column(connection, "gradus_reason(puzzle)")
    assert reasons[:3] == [None, None, "no solution"] and reasons[3] and reasons[5]
    assert column(connection, "gradus_canon(puzzle)")[0] == gradus.canonical(DEPTH_1)


def test_duckdb_has_the_other_functions(connection):
    assert column(connection, "gradus_canonical(puzzle)")[:2] == [gradus.canonical(p) for p in PUZZLES[:2]]
    assert column(connection, "gradus_solve(puzzle)")[:3] == [gradus.solve(DEPTH_1), gradus.solve(DEPTH_2), None]
    assert column(connection, "gradus_expand(puzzle)")[0] == gradus.expand(DEPTH_1)
    rated = column(connection, "gradus_rate(puzzle, case when id = 0 then 'te,w' when id = 1 then null else 'b' end)")
    assert json.loads(rated[0])["w"] == 4 and "b_status" not in json.loads(rated[0])
    assert rated[1] is None and rated[2] is None and "b" in json.loads(rated[4])
    record = json.dumps(gradus.explain(DEPTH_1).record)
    checked = connection.execute("select gradus_check(?), gradus_check('x')", [record]).fetchall()
    assert checked == [(True, None)]


def test_many_rows_are_rated_once(connection):
    connection.execute("create or replace table many as select puzzle from p, range(3000)")
    found = connection.sql("select gradus_w(puzzle) as w, count(*) from many group by w order by w nulls last").fetchall()
    assert sum(count for _, count in found) == 6 * 3000 and (math.inf, 3000) in found


def test_words_and_facts_have_their_types(connection):
    assert isinstance(column(connection, "gradus_hls(puzzle)")[0], str)
    assert column(connection, "gradus_redundant(puzzle)")[0] == 0


def test_a_bound_is_null_in_duckdb(connection, monkeypatch):
    bounded = duckdb.connect()
    real = gradus.duck.classify
    monkeypatch.setattr(gradus.duck, "classify", lambda p, n, **o: real(p, n, max_length=3, **o))
    gradus.register(bounded, prefix="g_")
    assert bounded.execute("select g_w(?), g_w_status(?)", [DEPTH_1, DEPTH_1]).fetchall() == [(None, "lower")]


sklearn = pytest.importorskip("sklearn")


def test_puzzles_become_features():
    from gradus.sklearn import PuzzleFeatures

    features = PuzzleFeatures("te,w")
    matrix = features.fit_transform([DEPTH_1, DEPTH_2, "x"])
    assert list(features.get_feature_names_out()) == [
        "clues", "candidates", "clues_brt", "candidates_brt", "candidates_w1", "te", "w",
    ]
    assert matrix.shape == (3, 7) and matrix[0, -1] == 4 and matrix[1, -1] == 37 and matrix[0, 0] == 25
    assert numpy.isnan(matrix[2]).all()
    assert PuzzleFeatures("w", counts=False, infinite=99).fit_transform([DEPTH_2]).tolist() == [[99.0]]
    assert PuzzleFeatures("w", counts=False, max_length=3).fit_transform([DEPTH_1]).tolist() == [[4.0]]
    strict = PuzzleFeatures("w", counts=False, max_length=3, bounds=False)
    assert numpy.isnan(strict.fit_transform([DEPTH_1])).all()
    assert PuzzleFeatures("te,hls,canon", counts=False).fit([]).get_feature_names_out().tolist() == ["te"]


@pytest.mark.parametrize(
    "column",
    [
        lambda: numpy.array([DEPTH_1, DEPTH_2]),
        lambda: numpy.array([[DEPTH_1], [DEPTH_2]]),
        lambda: pandas.Series([DEPTH_1, DEPTH_2]),
        lambda: pandas.DataFrame({"puzzle": [DEPTH_1, DEPTH_2]}),
        lambda: polars.Series([DEPTH_1, DEPTH_2]),
        lambda: polars.DataFrame({"puzzle": [DEPTH_1, DEPTH_2]}),
        lambda: [[DEPTH_1], [DEPTH_2]],
    ],
)
def test_all_columns_of_puzzles_are_read(column):
    from gradus.sklearn import PuzzleFeatures

    assert PuzzleFeatures("te", counts=False).fit_transform(column()).tolist() == [[1.0], [2.0]]


def test_the_transformer_is_one_of_sklearn():
    from gradus.sklearn import PuzzleFeatures
    from sklearn.base import clone
    from sklearn.ensemble import HistGradientBoostingRegressor
    from sklearn.pipeline import make_pipeline

    puzzles = list(gradus.generate("top-down", 60, seed=1))
    model = make_pipeline(PuzzleFeatures("te,w"), HistGradientBoostingRegressor(max_iter=5))
    model.fit(puzzles, gradus.classify(puzzles, "te")["clues"])
    assert model.predict(puzzles).shape == (60,)
    assert pickle.loads(pickle.dumps(model)).predict(puzzles).tolist() == model.predict(puzzles).tolist()
    again = clone(PuzzleFeatures("b", bounds=False))
    assert again.get_params()["ratings"] == "b" and again.get_params()["bounds"] is False
    frame = PuzzleFeatures("w").set_output(transform="pandas").fit_transform([DEPTH_1])
    assert frame["w"].tolist() == [4.0]


def test_wrong_choices_are_errors():
    from gradus.sklearn import PuzzleFeatures

    with pytest.raises(ValueError, match="expected nan or raise"):
        PuzzleFeatures(errors="drop").fit([])
    with pytest.raises(ValueError, match="no solution"):
        PuzzleFeatures(errors="raise").fit([]).transform([NO_SOLUTION])
    with pytest.raises(ValueError, match="one column of puzzles, found 2"):
        PuzzleFeatures("te").fit([]).transform(numpy.array([[DEPTH_1, DEPTH_1]]))
    with pytest.raises(ValueError, match="unknown rating"):
        PuzzleFeatures("nothing").fit([])
    with pytest.raises(TypeError, match="not a string"):
        PuzzleFeatures("te").fit([]).transform(DEPTH_1)
