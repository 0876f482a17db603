//! Reading and writing Parquet: the types of the columns, row groups, statistics
//! and metadata, as polars, pyarrow and DuckDB read them.

#![cfg(feature = "polars")]

use std::fs::File;

use gradus_harness::puzzles::puzzles;
use gradus_harness::{Folder, python, python_has};
use polars::prelude::*;

use crate::GRADUS;

/// A table of the default ratings, with comments and a rejected line, as Parquet
/// and as CSV.
fn table() -> Folder {
    let folder = GRADUS.folder();
    let mut lines = puzzles(60);
    lines[7] += " a comment";
    lines[8] += " naïve, \"quoted\"";
    lines[20] = "bad".into();
    folder.write_lines("a.txt", &lines);
    for output in ["a.parquet", "a.csv"] {
        let run = folder.run(&format!("classify a.txt -o {output} --force -q"));
        assert_eq!(run.code, Some(3), "{}", run.err);
    }
    folder
}

fn frame(folder: &Folder, name: &str) -> DataFrame {
    ParquetReader::new(File::open(folder.path(name)).unwrap())
        .finish()
        .unwrap()
}

#[test]
fn polars_reads_typed_columns() {
    let folder = table();
    let frame = frame(&folder, "a.parquet");
    assert_eq!(frame.height(), 59);
    let types: Vec<String> = frame
        .columns()
        .iter()
        .map(|column| format!("{} {}", column.name(), column.dtype()))
        .collect();
    let expected = [
        "row u64",
        "puzzle str",
        "comment str",
        "clues u8",
        "candidates u16",
        "clues_brt u8",
        "candidates_brt u16",
        "candidates_w1 u16",
        "te u8",
        "te_status enum",
        "w u8",
        "w_status enum",
        "b u8",
        "b_status enum",
        "gw u8",
        "gw_status enum",
    ];
    for (found, expected) in types.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found} is not {expected}");
    }
    assert_eq!(types.len(), expected.len());
}

#[test]
fn polars_reads_the_cells_of_the_text_table() {
    let folder = table();
    let frame = frame(&folder, "a.parquet");
    let bytes = folder.read("a.csv");
    let mut text = csv::Reader::from_reader(&bytes[..]);
    let cell = |value: AnyValue| match value {
        AnyValue::Null => String::new(),
        value => value.str_value().into_owned(),
    };
    let mut rows = 0;
    for (row, record) in text.records().enumerate() {
        let cells = frame.columns().iter().map(|c| cell(c.get(row).unwrap()));
        assert_eq!(record.unwrap(), cells.collect::<Vec<_>>());
        rows += 1;
    }
    assert_eq!(rows, frame.height());
}

#[test]
fn a_table_without_rows_is_a_table() {
    let folder = GRADUS.folder();
    folder.write("a.txt", "# only\n\n# comments\n");
    folder.done("classify a.txt -o a.parquet -q");
    let frame = frame(&folder, "a.parquet");
    assert_eq!((frame.height(), frame.width()), (0, 16));
    // It is also an input, without puzzles.
    folder.done("classify a.parquet -o b.parquet -q");
}

#[test]
fn pyarrow_reads_types_groups_and_metadata() {
    if !python_has("pyarrow.parquet") {
        return;
    }
    let folder = table();
    let script = r#"
import csv, json, pyarrow as pa, pyarrow.parquet as pq
f = pq.ParquetFile("a.parquet")
t = f.read()
types = [str(x) for x in t.schema.types]
assert types[0] == "uint64" and types[3:9] == "uint8 uint16 uint8 uint16 uint16 uint8".split(), types
assert types[1] == types[2] == "string", types
for i in (9, 11, 13, 15):
    assert pa.types.is_dictionary(t.schema.types[i]), types
    assert t.schema.types[i].value_type == pa.string(), types
for i in (10, 12, 14):
    assert types[i] == "uint8", types
group = f.metadata.row_group(0)
for i in range(group.num_columns):
    column = group.column(i)
    assert column.compression == "ZSTD" and column.is_stats_set, column
assert group.column(0).statistics.max == t.num_rows - 1 + 0, group.column(0).statistics
meta = json.loads(f.metadata.metadata[b"gradus"])
assert meta["rows"] == t.num_rows == 59 and meta["rejected"] == 1, meta
assert meta["inputs"][0]["name"] == "a.txt" and len(meta["inputs"][0]["blake3"]) == 64, meta
rows = list(csv.reader(open("a.csv", newline="")))
assert rows[0] == t.column_names
columns = [c.to_pylist() for c in t.columns]
cells = [["" if x is None else str(x) for x in row] for row in zip(*columns)]
assert cells == rows[1:]
print("read")
"#;
    assert_eq!(python(&folder, script), "read\n");
}

#[test]
fn pyarrow_filters_sorts_joins_and_writes() {
    if !python_has("pyarrow.dataset") {
        return;
    }
    let folder = table();
    let script = r#"
import csv, pyarrow as pa, pyarrow.compute as pc, pyarrow.csv as pcsv, pyarrow.parquet as pq
rows = list(csv.DictReader(open("a.csv", newline="")))
t = pq.read_table("a.parquet", filters=[("w", ">=", 3)])
assert t["puzzle"].to_pylist() == [r["puzzle"] for r in rows if r["w"] and int(r["w"]) >= 3]
assert pq.read_table("a.parquet", filters=[("w", ">=", 8)]).num_rows == sum(int(r["w"] or 0) >= 8 for r in rows)
t = pq.read_table("a.parquet", filters=[("comment", "==", "a comment")])
assert t.num_rows == 1
t = pq.read_table("a.parquet", filters=[("w_status", "==", "exact")])
assert t.num_rows == sum(r["w_status"] == "exact" for r in rows)
t = pq.read_table("a.parquet")
assert t.filter(pc.starts_with(t["puzzle"], ".")).num_rows == sum(r["puzzle"][0] == "." for r in rows)
assert t.take([3, 1])["puzzle"].to_pylist() == [rows[3]["puzzle"], rows[1]["puzzle"]]
assert t.sort_by("puzzle")["puzzle"].to_pylist() == sorted(r["puzzle"] for r in rows)
other = pa.table({"puzzle": [rows[5]["puzzle"]], "note": ["five"]})
joined = t.select(["row", "puzzle"]).join(other, "puzzle", join_type="inner")
assert joined.to_pylist() == [{"row": 5, "puzzle": rows[5]["puzzle"], "note": "five"}], joined
assert t.group_by("w_status").aggregate([("row", "count")]).num_rows == len({r["w_status"] for r in rows})
pcsv.write_csv(t, "b.csv")
assert [r["puzzle"] for r in csv.DictReader(open("b.csv", newline=""))] == [r["puzzle"] for r in rows]
print("done")
"#;
    assert_eq!(python(&folder, script), "done\n");
}

#[test]
fn pandas_reads_the_table() {
    if !python_has("pandas") || !python_has("pyarrow") {
        return;
    }
    let folder = table();
    let script = r#"
import pandas as pd
t = pd.read_parquet("a.parquet")
u = pd.read_csv("a.csv")
assert list(t.puzzle) == list(u.puzzle) and list(t.w_status) == list(u.w_status)
assert len(t[t.w >= 3]) == len(u[u.w >= 3])
assert list(t.sort_values("puzzle").row) == list(u.sort_values("puzzle").row)
print(len(t), len(t.merge(u, on="puzzle")))
"#;
    assert_eq!(python(&folder, script), "59 59\n");
}

#[test]
fn polars_of_python_reads_the_table() {
    if !python_has("polars") {
        return;
    }
    let folder = table();
    let script = r#"
import polars as pl
t = pl.scan_parquet("a.parquet").filter(pl.col("w") >= 3).collect()
u = pl.read_csv("a.csv").filter(pl.col("w") >= 3)
assert t["puzzle"].to_list() == u["puzzle"].to_list()
assert t["w_status"].cast(pl.String).to_list() == u["w_status"].to_list()
print(pl.read_parquet("a.parquet").height)
"#;
    assert_eq!(python(&folder, script), "59\n");
}

#[test]
fn duckdb_reads_the_table() {
    if !python_has("duckdb") {
        return;
    }
    let folder = table();
    let script = r#"
import duckdb
print(duckdb.sql("select count(*), count(comment), min(row), max(w) <= 5, bool_and(b_status in ('exact', 'upper')) from 'a.parquet'").fetchall())
"#;
    assert_eq!(python(&folder, script), "[(59, 2, 0, True, True)]\n");
}

/// Writes a Parquet file with these columns.
fn write(folder: &Folder, name: &str, columns: Vec<Column>) {
    let mut frame = DataFrame::new_infer_height(columns).unwrap();
    let file = File::create(folder.path(name)).unwrap();
    ParquetWriter::new(file)
        .with_row_group_size(Some(7))
        .finish(&mut frame)
        .unwrap();
}

#[test]
fn inputs_have_their_columns_anywhere_and_gaps() {
    let folder = GRADUS.folder();
    let all = puzzles(20);
    let mut given: Vec<Option<&str>> = all.iter().map(|p| Some(&p[..])).collect();
    given[3] = None;
    given[4] = Some("  bad ");
    let mut comments = vec![None; 20];
    comments[5] = Some("five");
    comments[6] = Some("");
    comments[7] = Some("two\nlines");
    let numbers: Vec<u32> = (0..20).collect();
    let columns = vec![
        Column::new("n".into(), numbers),
        Column::new("comment".into(), comments),
        Column::new("puzzle".into(), given),
    ];
    write(&folder, "a.parquet", columns);
    let run = folder.run("classify a.parquet -o b.jsonl --ratings te -q");
    assert_eq!(run.code, Some(3), "{}", run.err);
    let rejects = folder.text("b.rejects.csv");
    let lines: Vec<&str> = rejects.lines().skip(1).collect();
    assert!(
        lines[0].starts_with("3,a.parquet,4,neither 81 characters"),
        "{rejects}"
    );
    assert!(
        lines[1].starts_with("3,a.parquet,5,neither 81 characters"),
        "{rejects}"
    );
    let rows: Vec<serde_json::Value> = folder
        .text("b.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let puzzles: Vec<&str> = rows.iter().map(|r| r["puzzle"].as_str().unwrap()).collect();
    assert_eq!(puzzles, [&all[..3], &all[5..]].concat());
    let comments: Vec<_> = rows.iter().filter_map(|r| r["comment"].as_str()).collect();
    assert_eq!(comments, ["five", "two\nlines"]);
}

#[test]
fn an_input_without_puzzles_says_so() {
    let folder = GRADUS.folder();
    let column = Column::new("quiz".into(), ["a", "b", "c"]);
    write(&folder, "a.parquet", vec![column]);
    let run = folder.run("classify a.parquet -o b.csv");
    assert_eq!(run.code, Some(2), "{}", run.err);
    let said = "no column is called puzzle, and none contains puzzles: the columns are quiz";
    assert!(run.err.contains(said), "{}", run.err);
    let whole = folder.read("a.parquet");
    folder.write("a.parquet", &whole[..whole.len() - 9]);
    folder.fails(
        "classify a.parquet -o c.csv",
        "cannot read a.parquet after line",
    );
}

#[test]
fn columns_of_any_type_may_stand_beside_the_puzzles() {
    // They must not be kept.
    let folder = GRADUS.folder();
    let all = puzzles(3);
    let lists = vec![Series::new("".into(), [1_u64, 2]); 3];
    let columns = vec![
        Column::new("puzzle".into(), &all),
        Column::new("clues".into(), &lists),
    ];
    write(&folder, "a.parquet", columns);
    folder.done("classify a.parquet -o b.csv --ratings te -q --keep none");
    write(
        &folder,
        "c.parquet",
        vec![Column::new("puzzle".into(), &lists)],
    );
    folder.fails(
        "classify c.parquet -o d.csv",
        "the column puzzle holds neither numbers nor texts",
    );
}

#[test]
fn a_comment_that_is_too_long_is_a_reject_and_costs_no_other_row() {
    let folder = GRADUS.folder();
    let all = puzzles(12);
    let comments: Vec<String> = (0..12).map(|i| "long ".repeat(i * 1_000_000)).collect();
    let columns = vec![
        Column::new("puzzle".into(), &all),
        Column::new("comment".into(), comments),
    ];
    write(&folder, "a.parquet", columns);
    let run = folder.run("classify a.parquet -o b.csv.zst --ratings te");
    assert_eq!(run.code, Some(3), "{}", run.err);
    // The first comment is empty, the others exceed the maximum length of a line.
    assert!(
        run.err.contains("1 puzzle classified, 11 lines rejected"),
        "{}",
        run.err
    );
}
