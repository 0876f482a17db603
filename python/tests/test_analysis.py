"""Statistics, extremes, comparisons, reports and the page: what the program says, as data."""

import json
import math
import pathlib
import pickle
import urllib.error
import urllib.request

import polars
import pytest

import gradus
from conftest import mixed, run


@pytest.fixture(scope="module")
def lines():
    return [line for line in mixed(500) if len(line) == 81 and line.count(".") < 81]


@pytest.fixture(scope="module")
def rated(tmp_path_factory, lines):
    """A table of the program."""
    folder = tmp_path_factory.mktemp("rated")
    (folder / "in.txt").write_text("\n".join(lines))
    gradus.classify_file(folder / "in.txt", folder / "r.parquet", "te,w,b,gw")
    return folder / "r.parquet"


def test_statistics_are_those_of_the_program(rated):
    options = ["--where", "te = 1", "--by", "clues,w-b", "--gap", "w-b", "--cross", "w:b"]
    expected = json.loads(run("stats", rated, "--json", *options).stdout)
    stats = gradus.stats(rated, where="te = 1", by="clues,w-b", gap=["w-b"], cross=[("w", "b")])
    assert dict(stats) == expected and stats.rows == expected["rows"]
    assert json.loads(run("stats", rated, "--json").stdout) == dict(gradus.stats(rated))
    sheet = stats.sheets["overview"]
    assert sheet.rows and sheet.title and "<th>" in stats._repr_html_()
    assert dict(pickle.loads(pickle.dumps(stats))) == expected


def test_sheets_are_the_files_of_the_program(rated, tmp_path):
    run("stats", rated, "--output", tmp_path / "csv")
    sheets = gradus.stats(rated).sheets
    files = {path.stem: path.read_text() for path in (tmp_path / "csv").iterdir()}
    assert {name: sheet.csv for name, sheet in sheets.items()} == files


def test_tables_in_memory_are_read_like_files(rated):
    table = gradus.read_table(rated)
    from_file = gradus.stats(rated)
    for same in [table, table.to_polars(), [table]]:
        stats = gradus.stats(same)
        assert stats["moments"] == from_file["moments"] and stats["distributions"] == from_file["distributions"]
    assert gradus.stats([table[:100], table[100:]]).rows == len(table)
    best = gradus.extremes(table, "w", top=3)
    assert [row.puzzle for row in best] == [row.puzzle for row in gradus.extremes(rated, "w", top=3)]
    # Puzzles that were not rated have no numbers.
    mixed_up = gradus.classify([*table["puzzle"][:20], "x"], "te,w,b,gw")
    assert gradus.extremes(mixed_up, "w", top=1)[0].w == max(
        one for one in mixed_up.ratings("w") if one is not None and one != math.inf
    )


def test_extremes_are_rows(rated):
    lines = run("extremes", rated, "--rank-by", "w-b", "--top", "7", "--json").stdout.splitlines()
    found = gradus.extremes(rated, "w-b", top=7)
    assert [dict(row) for row in found] == [json.loads(line) for line in lines]
    assert len(found) == 7 and found[0].w - found[0].b >= found[6].w - found[6].b
    assert found.unranked < found.puzzles and len(found[:2]) == 2
    least = gradus.extremes(rated, "clues", bottom=2, where="te = 1")
    assert least[0].clues <= least[1].clues and least[0].te == 1
    assert [dict(row) for row in pickle.loads(pickle.dumps(found))] == [dict(row) for row in found]


def test_a_comparison_lists_differences(rated):
    table = gradus.read_table(rated)
    same = gradus.compare(rated, table)
    assert same.is_equal and same.matched == len(table) and not same.differences
    assert same.columns["w"].agree == len(table)
    frame = table.to_polars().with_columns(polars.col("b") + 1)
    changed = gradus.compare(table, frame, differences=3)
    first = changed.differences[0]
    assert not changed.is_equal and len(changed.differences) == 3 and changed.columns["b"].smaller > 3
    assert first.column == "b" and first.reference - first.ours == 1 and len(first.puzzle) == 81
    part = gradus.compare(table[:10], table[5:], where="te >= 0")
    assert (part.matched, part.only_table) == (5, 5)


def test_a_report_is_written(rated, tmp_path):
    page = gradus.report(rated, tmp_path / "report", title="Ours", where="te = 1", paths=0)
    assert page == tmp_path / "report" / "index.html" and "<title>Ours" in page.read_text()
    assert (page.parent / "report.md").exists()
    with pytest.raises(FileExistsError, match="not empty .use force=True to write into it"):
        gradus.report(rated, tmp_path / "report")
    gradus.report(gradus.read_table(rated), tmp_path / "report", force=True, extremes="only", top=1)
    with pytest.raises(ValueError, match="expected main, all or only"):
        gradus.report(rated, tmp_path / "other", extremes="best")


def test_shards_are_merged(lines, rated, folder):
    (folder / "in.txt").write_text("\n".join(lines))
    for number in range(2):
        gradus.classify_file("in.txt", f"part-{number}.parquet", "te,w,b,gw", shard=f"{number}/2")
    shards = [f"part-{number}.parquet" for number in range(2)]
    merged = gradus.merge(shards, "all.parquet")
    assert merged.rows == len(lines) and merged.rejected == 0 and "te" in merged.tally
    assert gradus.compare("all.parquet", rated).is_equal
    with pytest.raises(FileExistsError, match="use force=True to overwrite it"):
        gradus.merge(shards, "all.parquet")
    with pytest.raises(gradus.JobError, match="1 shard|missing"):
        gradus.merge(shards[:1], "half.parquet")


def test_the_page_is_served_until_it_is_stopped(rated):
    with gradus.explore(rated, where="te = 1", open_browser=False) as page:
        assert page.url.startswith("http://127.0.0.1:") and page.url.endswith("?where=te%20%3D%201")
        answer = urllib.request.urlopen(page.url, timeout=10).read().decode()
        assert "<html" in answer and page.url.split("?")[0] in page._repr_html_()
    with pytest.raises(OSError):
        urllib.request.urlopen(page.url, timeout=10)
    other = gradus.explore(gradus.read_table(rated), reference=rated, open_browser=False)
    about = other.url + "api/about"
    assert urllib.request.urlopen(about, timeout=10).status == 200
    other.stop()
    other.stop()
    again = gradus.explore(rated, open_browser=False, port=int(other.url.split(":")[2].split("/")[0]))
    again.stop()


def test_errors_are_in_the_words_of_python(rated, tmp_path):
    with pytest.raises(FileNotFoundError, match="nothing.parquet: file not found"):
        gradus.stats("nothing.parquet")
    with pytest.raises(ValueError, match='no column named "nothing" .expected '):
        gradus.stats(rated, by="nothing")
    with pytest.raises(ValueError):
        gradus.stats(rated, where="w >")
    with pytest.raises(ValueError):
        gradus.extremes(rated, "nothing")
    with pytest.raises(ValueError, match="expected 1 or more"):
        gradus.extremes(rated, "w", top=0)
    with pytest.raises(TypeError, match="must be a file or a table, not int"):
        gradus.stats([3])
    with pytest.raises(ValueError):
        gradus.explore(rated, where="nothing = 3", open_browser=False)
    (tmp_path / "text.csv").write_text("a,b\n1,2\n")
    with pytest.raises((OSError, ValueError)):
        gradus.stats(tmp_path / "text.csv")
    for wrong in [
        lambda: gradus.stats("nothing.parquet"),
        lambda: gradus.stats(rated, by="nothing"),
        lambda: gradus.stats(rated, unbiased=True),
        lambda: gradus.stats(rated, published="nothing"),
        lambda: gradus.extremes(rated, "b +"),
        lambda: gradus.merge([rated], tmp_path / "m.parquet"),
        lambda: gradus.report(rated, tmp_path / "r", published=["nothing"]),
        lambda: gradus.read_table(tmp_path / "text.csv"),
        lambda: gradus.hunt([], tmp_path / "h.csv", "w"),
        lambda: gradus.classify_file(rated, tmp_path / "c.csv", "wb"),
        lambda: gradus.rate("nothing"),
        lambda: gradus.generate("nothing", 1),
        lambda: gradus.classify_file(pathlib.Path("nothing.txt"), tmp_path / "c.csv"),
    ]:
        with pytest.raises((ValueError, OSError, gradus.JobError)) as caught:
            wrong()
        text = str(caught.value)
        # No options of the command line, and no structures of Rust.
        assert text and "--" not in text and "os error" not in text and "Some(" not in text, text
        assert not any(mark in text for mark in ["{ ", "::", "panicked"]), text
