//! `gradus classify --add`: ratings are added to tables whose columns stay as they are.

use gradus_harness::puzzles::puzzles;
use gradus_harness::{Folder, Run, run, signal, wait_until};
use serde_json::Value;

use crate::GRADUS;

fn rows(folder: &Folder, name: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).unwrap();
    folder.text(name).lines().map(parse).collect()
}

/// Runs a command with a condition, which must succeed.
fn with(folder: &Folder, arguments: &str, condition: &str) -> Run {
    let run = run(folder.command(arguments).args(["--where", condition]));
    assert_eq!(run.code, Some(0), "{}", run.err);
    run
}

/// Tables with a column of another program in three formats.
fn tables() -> Folder {
    let folder = GRADUS.folder();
    let numbered = puzzles(30).into_iter().enumerate();
    let lines = numbered.map(|(row, puzzle)| format!("{puzzle},{row}.5,c{row}"));
    let mut all = vec!["puzzle,se,comment".to_string()];
    all.extend(lines);
    folder.write_lines("a.csv", &all);
    for format in ["csv", "jsonl", "parquet"] {
        folder.done(&format!("classify a.csv -o t.{format} --ratings te,w -q"));
    }
    folder
}

#[test]
fn new_columns_follow_the_old_ones_and_nothing_else_changes() {
    let folder = tables();
    for format in ["csv", "jsonl"] {
        let add = format!("classify t.{format} --add b,gw -o more.{format}");
        let run = with(&folder, &add, "te = 1");
        assert!(run.err.contains("added b,gw to"), "{}", run.err);
        assert!(run.err.contains("do not satisfy te = 1"), "{}", run.err);
        let (before, after) = (
            folder.text(&format!("t.{format}")),
            folder.text(&format!("more.{format}")),
        );
        assert_eq!(before.lines().count(), after.lines().count());
        for (before, after) in before.lines().zip(after.lines()) {
            let before = before.strip_suffix('}').unwrap_or(before);
            assert!(after.starts_with(before), "{before}\n{after}");
        }
    }
    folder.done("classify a.csv -o all.jsonl --ratings b,gw -q");
    let (all, more) = (rows(&folder, "all.jsonl"), rows(&folder, "more.jsonl"));
    assert!(more.iter().any(|row| row["te"] == 1) && more.iter().any(|row| row["te"] != 1));
    for (all, more) in all.iter().zip(&more) {
        for column in ["b", "b_status", "gw", "gw_status"] {
            let expected = if more["te"] == 1 {
                &all[column]
            } else {
                &Value::Null
            };
            assert_eq!(&more[column], expected, "{more}");
        }
    }
}

#[test]
fn missing_values_are_computed_and_known_ones_are_not() {
    let folder = tables();
    with(&folder, "classify t.jsonl --add b -o one.jsonl", "te = 0");
    let run = folder.done("classify one.jsonl --add b -o two.jsonl");
    assert!(
        run.err.contains("have these ratings already"),
        "{}",
        run.err
    );
    folder.done("classify a.csv -o all.jsonl --ratings te,w,b -q");
    let (all, two) = (rows(&folder, "all.jsonl"), rows(&folder, "two.jsonl"));
    for (all, two) in all.iter().zip(&two) {
        assert_eq!((&all["b"], &all["b_status"]), (&two["b"], &two["b_status"]));
    }
    let again = folder.done("classify two.jsonl --add b -o three.jsonl");
    assert!(again.err.contains("added b to 0 rows"), "{}", again.err);
    assert_eq!(folder.read("two.jsonl"), folder.read("three.jsonl"));
}

#[test]
fn tables_of_several_formats_in_a_directory_become_one() {
    let folder = tables();
    std::fs::create_dir(folder.path("d")).unwrap();
    for format in ["csv", "jsonl", "parquet"] {
        folder.done(&format!("classify a.csv -o d/t.{format} --ratings te,w -q"));
    }
    folder.done("classify d --add b -o all.parquet -q --threads 1");
    folder.done("classify d --add b -o two.parquet -q --threads 2");
    assert_eq!(folder.read("all.parquet"), folder.read("two.parquet"));
    let stats = folder.done("stats all.parquet --json").json();
    assert_eq!(stats["rows"], 90);
    folder.done("classify t.parquet --add b -o one.csv -q");
    folder.done("classify d --add b -o all.csv -q");
    let (one, all) = (folder.text("one.csv"), folder.text("all.csv"));
    let rows: Vec<&str> = one.lines().skip(1).collect();
    let found: Vec<&str> = all.lines().skip(1).collect();
    assert_eq!(found, [&rows[..], &rows[..], &rows[..]].concat());
}

#[test]
fn statistics_and_rankings_read_rows_without_a_rating() {
    let folder = tables();
    with(
        &folder,
        "classify t.parquet --add b -o more.parquet",
        "te = 1",
    );
    folder.done("stats more.parquet");
    folder.done("extremes more.parquet --rank-by b --top 2 -o top.jsonl");
    folder.done("extremes more.parquet --rank-by clues --top 30 -o rest.parquet");
    assert_eq!(rows(&folder, "top.jsonl")[0]["b_status"], "exact");
}

#[test]
fn an_interrupted_addition_is_resumed() {
    let folder = tables();
    folder.done("classify t.parquet --add everything -o whole.parquet -q");
    let mut child = folder
        .command("classify t.parquet --add everything -o half.parquet -q --threads 1")
        .spawn()
        .unwrap();
    wait_until("the journal", || {
        folder.has("half.parquet.journal") || folder.has("half.parquet")
    });
    signal(&child, "INT");
    child.wait().unwrap();
    folder.done("classify t.parquet --add everything -o half.parquet -q --resume");
    assert_eq!(folder.read("whole.parquet"), folder.read("half.parquet"));
}

#[test]
fn impossible_additions_are_refused() {
    let folder = tables();
    folder.write_lines("p.txt", &puzzles(2));
    for (arguments, said) in [
        ("classify p.txt --add b -o o.csv", "not a ratings table"),
        ("classify t.csv --add b -o -", "--add needs an output file"),
        (
            "classify t.csv --add b --where b=2 -o o.csv",
            "b is only being added",
        ),
        (
            "classify t.csv --add b --where x=2 -o o.csv",
            "no column is called",
        ),
    ] {
        let run = folder.run(arguments);
        assert_ne!(run.code, Some(0), "{arguments}");
        assert!(run.err.contains(said), "{arguments}: {}", run.err);
    }
}
