//! The commands over tables of ratings in Parquet files: ours, foreign ones, and broken ones.

#![cfg(feature = "polars")]

use std::fs;
use std::path::Path;

use gradus_harness::puzzles::{numbered as puzzle, puzzles};
use polars::prelude::*;

use crate::GRADUS;

fn write(path: &Path, columns: Vec<Column>, metadata: Option<&str>) {
    let height = columns[0].len();
    let mut frame = DataFrame::new(height, columns).unwrap();
    let pairs = metadata
        .map(|text| KeyValueMetadata::from_static(vec![("gradus".to_string(), text.to_string())]));
    let file = fs::File::create(path).unwrap();
    ParquetWriter::new(file)
        .with_key_value_metadata(pairs)
        .finish(&mut frame)
        .unwrap();
}

fn texts(name: &str, texts: &[&str]) -> Column {
    Column::new(name.into(), texts)
}

/// A table from another program: signed numbers, strings, a column of its own.
fn foreign(path: &Path, w: &[Option<i64>]) {
    let puzzles: Vec<String> = (1..=w.len()).map(puzzle).collect();
    let columns = vec![
        Column::new("puzzle".into(), &puzzles),
        Column::new("w".into(), w),
        texts("w_status", &vec!["exact"; w.len()]),
        texts("remark", &vec!["x"; w.len()]),
    ];
    write(path, columns, None);
}

#[test]
fn tables_of_others() {
    let folder = GRADUS.folder();
    foreign(&folder.path("a.parquet"), &[Some(3), Some(5), Some(5)]);
    let summary = folder.run("stats a.parquet --json").json();
    assert_eq!(summary["distributions"][0]["lines"][1]["count"], 2);
    foreign(&folder.path("minus.parquet"), &[Some(3), Some(-5)]);
    folder
        .run("stats minus.parquet")
        .fails_with(&["minus.parquet"]);
    foreign(&folder.path("null.parquet"), &[Some(3), None]);
    folder
        .run("stats null.parquet")
        .fails_with(&["null.parquet", "row 2", "column w"]);
    foreign(&folder.path("large.parquet"), &[Some(256)]);
    folder
        .run("stats large.parquet")
        .fails_with(&["large.parquet", "row 1", "255"]);
    write(
        &folder.path("other.parquet"),
        vec![texts("name", &["x"])],
        None,
    );
    folder
        .run("stats other.parquet")
        .fails_with(&["other.parquet", "not a table"]);
    foreign(&folder.path("empty.parquet"), &[]);
    folder
        .run("stats empty.parquet")
        .fails_with(&["empty.parquet", "empty"]);
}

#[test]
fn tables_of_another_version() {
    let folder = GRADUS.folder();
    let column = || vec![Column::new("w".into(), &[3_u8])];
    write(
        &folder.path("a.parquet"),
        column(),
        Some(r#"{"version":"7.3.0"}"#),
    );
    folder
        .run("stats a.parquet")
        .fails_with(&["a.parquet", "7.3.0"]);
    write(&folder.path("b.parquet"), column(), Some("hello"));
    folder
        .run("stats b.parquet")
        .fails_with(&["b.parquet", "metadata"]);
}

#[test]
fn broken_files() {
    let folder = GRADUS.folder();
    let values: Vec<Option<i64>> = (0..3000).map(|value| Some(value * value % 17)).collect();
    foreign(&folder.path("a.parquet"), &values);
    let whole = fs::read(folder.path("a.parquet")).unwrap();
    for part in 1..8 {
        folder.write("cut.parquet", &whole[..whole.len() * part / 8]);
        folder.run("stats cut.parquet").fails_with(&["cut.parquet"]);
        // A hole in the middle: an error or a different table, but no panic.
        let mut holed = whole.clone();
        let start = whole.len() * part / 8;
        holed[start..start + 12].fill(0xa5);
        folder.write("holed.parquet", &holed);
        let run = folder.run("stats holed.parquet");
        assert!(
            [Some(0), Some(1)].contains(&run.code),
            "{part}: {}",
            run.err
        );
        assert!(!run.err.contains("panicked"), "{part}: {}", run.err);
    }
}

#[test]
fn a_damaged_table_is_not_read_as_another() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(40));
    folder.done("classify a.txt -o a.parquet --ratings te,w -q");
    folder.done("stats a.parquet --json");
    let whole = folder.read("a.parquet");
    // The bytes may be in a column that is read, in another, or in the footer.
    for place in (4..whole.len()).step_by(whole.len() / 29) {
        let mut damaged = whole.clone();
        let end = (place + 100).min(whole.len());
        damaged[place..end]
            .iter_mut()
            .for_each(|byte| *byte ^= 0x55);
        folder.write("b.parquet", &damaged);
        folder.run("stats b.parquet").fails_with(&["b.parquet"]);
    }
    let mut damaged = whole.clone();
    damaged[200] ^= 1;
    folder.write("b.parquet", &damaged);
    let said = ["b.parquet", "damaged", "classify the puzzles again"];
    for command in [
        "stats b.parquet",
        "extremes b.parquet --by w",
        "compare b.parquet a.parquet",
        "compare a.parquet b.parquet",
        "report b.parquet -o report",
        "classify b.parquet -o c.csv",
    ] {
        folder.run(command).fails_with(&said);
    }
    assert!(!folder.has("report") && !folder.has("c.csv"));
}

#[test]
fn a_table_without_digests_is_read_as_it_is() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(40));
    folder.done("classify a.txt -o a.parquet --ratings te,w -q");
    // As written by an earlier version, without the mark of the digests.
    let mut bytes = folder.read("a.parquet");
    let mark = b"gradus-blake3:";
    let place = bytes.windows(mark.len()).rposition(|found| found == mark);
    bytes[place.unwrap()] = b'G';
    folder.write("b.parquet", &bytes);
    let [now, then] = ["a", "b"].map(|name| {
        let summary = folder.run(&format!("stats {name}.parquet --json")).json();
        summary["distributions"].clone()
    });
    assert_eq!(now, then);
}

#[test]
fn many_rows_in_several_groups() {
    let folder = GRADUS.folder();
    let values: Vec<Option<i64>> = (0..300_000).map(|value| Some(value % 10)).collect();
    foreign(&folder.path("a.parquet"), &values);
    let summary = folder.run("stats a.parquet --json").json();
    assert_eq!(summary["rows"], 300_000);
    assert_eq!(summary["moments"][0]["moments"]["mean"], 4.5);
    let found = folder
        .run("extremes a.parquet --by w --top 3 --json")
        .objects();
    assert_eq!(found[2]["row"], 29);
    assert_eq!(found[2]["puzzle"], puzzle(30));
}
