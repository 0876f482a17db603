//! Tables that are compared: repeated puzzles, conflicts between their rows, and large tables.

#![cfg(feature = "polars")]

use std::fmt::Write;

use gradus_harness::Folder;
use gradus_harness::puzzles::puzzles;

use crate::GRADUS;

/// Writes a table of puzzles with ratings W and their statuses.
fn write(folder: &Folder, name: &str, rows: &[(&str, &str, &str)]) {
    let mut text = "row,puzzle,w,w_status\n".to_string();
    for (row, (puzzle, w, status)) in rows.iter().enumerate() {
        writeln!(text, "{row},{puzzle},{w},{status}").unwrap();
    }
    folder.write(name, text);
}

#[test]
fn other_values_of_a_repeated_puzzle_are_a_difference() {
    let folder = GRADUS.folder();
    let all = puzzles(3);
    let [a, b, c] = [&all[0][..], &all[1], &all[2]];
    let one = [(a, "1", "exact"), (b, "2", "exact")];
    write(&folder, "one.csv", &one);
    folder.done("compare one.csv one.csv");
    let two = [one[0], one[1], (a, "3", "exact")];
    write(&folder, "two.csv", &two);
    let said = "1 row has other values than the first row of the same puzzle";
    for tables in ["two.csv two.csv", "one.csv two.csv", "two.csv one.csv"] {
        let run = folder.run(&format!("compare {tables}"));
        assert_eq!(run.code, Some(1), "{tables}: {}", run.err);
        let count = if tables == "two.csv two.csv" { 2 } else { 1 };
        let said = match count {
            1 => said.to_string(),
            _ => said.replace("1 row has", "2 rows have"),
        };
        assert!(run.err.contains(&said), "{tables}: {}", run.err);
        let json = folder.run(&format!("compare {tables} --json"));
        let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
        assert_eq!(json["conflicts"], count);
    }
    // Equal values, bounds that allow the value, and puzzles of one table only are no conflict.
    let same = [one[0], one[1], (a, "1", "upper"), (a, "1", "lower")];
    write(&folder, "same.csv", &same);
    folder.done("compare same.csv same.csv");
    folder.done("compare one.csv same.csv");
    let other = [one[0], one[1], (c, "1", "exact"), (c, "2", "exact")];
    write(&folder, "other.csv", &other);
    folder.done("compare one.csv other.csv");
    folder.done("compare other.csv one.csv");
    // Only chosen rows are compared.
    let run = folder
        .command("compare two.csv two.csv --where")
        .arg("w = 2")
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(0));
}

#[test]
fn differences_are_listed_by_row_and_column() {
    let folder = GRADUS.folder();
    let all = puzzles(40);
    let table = |change: bool| {
        let mut text = "row,puzzle,clues,w,b\n".to_string();
        for (row, puzzle) in all.iter().enumerate() {
            let w = 1 + u64::from(change && row % 3 == 0);
            let b = 1 + 2 * u64::from(change && row % 2 == 0);
            writeln!(text, "{row},{puzzle},25,{w},{b}").unwrap();
        }
        text
    };
    folder.write("ours.csv", table(true));
    // The rows of the reference are in another order.
    let text = table(false);
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1..].reverse();
    folder.write_lines("reference.csv", &lines);
    let run = folder.run("compare ours.csv reference.csv --list 5 --json");
    assert_eq!(run.code, Some(1), "{}", run.err);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let listed = json["differences"].as_array().unwrap();
    let listed: Vec<(u64, &str)> = listed
        .iter()
        .map(|one| {
            assert_eq!(one["puzzle"], all[one["row"].as_u64().unwrap() as usize]);
            (
                one["row"].as_u64().unwrap(),
                one["column"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(listed, [(0, "w"), (0, "b"), (2, "b"), (3, "w"), (4, "b")]);
    assert_eq!(json["matched"], 40);
    let column = |name: &str| {
        let columns = json["columns"].as_array().unwrap();
        columns.iter().find(|one| one["column"] == name).unwrap()
    };
    assert_eq!(column("w")["greater"], 14);
    assert_eq!(column("b")["greater"], 20);
    assert_eq!(column("clues")["agree"], 40);
}

#[test]
fn rows_of_extremes_are_whole_in_every_format() {
    let folder = GRADUS.folder();
    let lines = puzzles(60);
    let lines: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(number, line)| format!("{line} comment {number}"))
        .collect();
    folder.write_lines("a.txt", &lines);
    folder.done("classify a.txt -o a.csv --ratings te,w -q");
    folder.done("classify a.txt -o a.jsonl --ratings te,w -q");
    folder.done("classify a.txt -o a.parquet --ratings te,w -q");
    let whole: Vec<String> = folder.text("a.csv").lines().map(str::to_string).collect();
    for table in ["a.csv", "a.jsonl", "a.parquet"] {
        let output = format!("{table}.best.csv");
        folder.done(&format!(
            "extremes {table} --rank-by clues --top 25 -o {output}"
        ));
        let best = folder.text(&output);
        let best: Vec<&str> = best.lines().collect();
        assert_eq!(best.len(), 26, "{table}");
        let clues = |line: &str| -> u64 { line.split(',').nth(3).unwrap().parse().unwrap() };
        assert!(best[1..].is_sorted_by_key(|line| std::cmp::Reverse(clues(line))));
        for line in &best {
            assert!(whole.iter().any(|row| row == line), "{table}: {line}");
        }
    }
}
