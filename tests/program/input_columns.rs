//! The columns of inputs that are tables: where the puzzles are, and what is kept.

use gradus_harness::puzzles::puzzles;
use gradus_harness::{Folder, Run};

use crate::GRADUS;

/// The rows of a JSON lines table.
fn rows(folder: &Folder, name: &str) -> Vec<serde_json::Value> {
    let parse = |line| serde_json::from_str(line).unwrap();
    folder.text(name).lines().map(parse).collect()
}

/// Runs a command that must be refused as bad usage and leave nothing behind.
fn refused(folder: &Folder, arguments: &str, words: &[&str]) -> Run {
    let before = folder.names();
    let run = folder.run(arguments);
    assert_eq!(run.code, Some(2), "{arguments}: {}", run.err);
    for words in words {
        assert!(run.err.contains(words), "{arguments}: {}", run.err);
    }
    assert_eq!(folder.names(), before, "{arguments}");
    run
}

/// A complete grid, and puzzles without their first cells.
fn quizzes() -> (String, Vec<String>) {
    let solution: String = (0..9)
        .flat_map(|row| (0..9).map(move |column| (row * 3 + row / 3 + column) % 9 + 1))
        .map(|digit| digit.to_string())
        .collect();
    let quiz = |cells: usize| format!("{}{}", "0".repeat(cells), &solution[cells..]);
    let all = (1..4).map(quiz).collect();
    (solution, all)
}

#[test]
fn a_table_without_puzzles_is_refused_before_anything_is_written() {
    let folder = GRADUS.folder();
    folder.write("a.csv", "id,name\n1,one\n2,two\n");
    folder.write("a.jsonl", "{\"id\":1,\"name\":\"one\"}\n{\"id\":2}\n");
    folder.write("header.csv", "id,name\n");
    folder.write("index.csv", ",id\n0,a\n1,b\n");
    let words = "none contains puzzles: the columns are id, name";
    for input in ["a.csv", "a.jsonl", "header.csv"] {
        for output in ["o.csv", "o.jsonl", "-"] {
            let command = format!("classify {input} -o {output} --ratings te");
            refused(&folder, &command, &[input, words, "use --column NAME"]);
        }
        for command in [
            "canon",
            "solve",
            "isomorph",
            "expand",
            "minimals",
            "neighbours",
        ] {
            refused(&folder, &format!("{command} {input}"), &[input, words]);
            let with_output = format!("{command} {input} -o o.txt");
            refused(&folder, &with_output, &[input, words, "--column NAME"]);
        }
        let hunt = format!("hunt {input} --target b --generations 1 -o finds.csv");
        refused(&folder, &hunt, &[input, words, "--column NAME"]);
        for output in ["", "-o o.txt"] {
            let generate = format!("generate top-down --grids {input} {output}");
            refused(&folder, &generate, &[input, words]);
        }
    }
    let words = "the columns are , id";
    refused(&folder, "classify index.csv -o o.csv", &[words]);
    // One bad file among others.
    folder.write_lines("b.txt", &puzzles(2));
    let words = "a.csv: no column is called puzzle";
    refused(
        &folder,
        "classify b.txt a.csv -o o.csv --ratings te",
        &[words],
    );
    // The corrected command needs no --force.
    folder.done("classify b.txt -o o.csv --ratings te");
}

#[test]
fn a_pipe_without_puzzles_leaves_nothing_behind() {
    let folder = GRADUS.folder();
    let words = "none contains puzzles: the columns are id, name";
    for command in [
        "classify - -o o.csv --ratings te",
        "classify - -o - --ratings te",
        "canon - -o o.txt",
        "solve -",
        "rate -",
        "explain -",
        "hunt - --target b --generations 1 -o finds.csv",
    ] {
        let run = folder.fed(command, b"id,name\n1,one\n2,two\n");
        assert_eq!(run.code, Some(2), "{command}: {}", run.err);
        assert!(run.err.contains(words), "{command}: {}", run.err);
        assert!(folder.names().is_empty(), "{command}: {:?}", folder.names());
    }
}

#[test]
fn a_column_that_is_asked_for_must_exist() {
    let folder = GRADUS.folder();
    let all = puzzles(2);
    folder.write("a.csv", format!("id,Sudoku\n1,{}\n2,{}\n", all[0], all[1]));
    let words = "a.csv: no column is called grid: the columns are id, Sudoku";
    let command = "classify a.csv -o o.csv --ratings te --column grid";
    refused(&folder, command, &[words, "use --column NAME"]);
    folder.write_lines("a.txt", &all);
    let command = "classify a.txt -o o.csv --ratings te --column grid";
    let words = "a.txt: no header has a column called grid";
    refused(&folder, command, &[words, "leave out --column"]);
    folder.write("a.jsonl", format!("{{\"quiz\":\"{}\"}}\n", all[0]));
    let command = "classify a.jsonl -o o.csv --ratings te --column grid";
    let words = "a.jsonl: no column is called grid: the columns are quiz";
    refused(&folder, command, &[words]);
}

#[test]
fn the_only_column_with_puzzles_is_used() {
    let folder = GRADUS.folder();
    let all = puzzles(3);
    let line = |number: usize| format!("{number},{},p{number}\n", all[number]);
    let lines: String = (0..3).map(line).collect();
    folder.write("a.csv", format!("id,Sudoku,name\n{lines}"));
    folder.write("index.csv", format!(",Sudoku,name\n{lines}"));
    let object = |number: usize| {
        let puzzle = &all[number];
        format!("{{\"id\":{number},\"Sudoku\":\"{puzzle}\",\"name\":\"p{number}\"}}\n")
    };
    let objects: String = (0..3).map(object).collect();
    folder.write("a.jsonl", objects);
    for input in ["a.csv", "a.jsonl", "index.csv"] {
        let output = format!("{input}.out.jsonl");
        let run = folder.done(&format!("classify {input} -o {output} --ratings te"));
        let said = format!("{input}: the puzzles are read from the column Sudoku");
        assert!(run.err.contains(&said), "{}", run.err);
        let found = rows(&folder, &output);
        assert_eq!(found.len(), 3);
        assert_eq!(found[2]["puzzle"], all[2]);
        assert_eq!(found[2]["name"], "p2");
        let quiet = folder.done(&format!("classify {input} -o {output} --force -q"));
        assert_eq!(quiet.err, "");
    }
    let run = folder.fed("classify - -o -", folder.text("a.csv").as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(run.out.lines().count(), 3);
    assert!(run.err.contains("the column Sudoku"), "{}", run.err);
    let run = folder.done("canon a.csv");
    assert!(run.err.contains("the column Sudoku"), "{}", run.err);
    assert_eq!(run.out.lines().count(), 3);
    let run = folder.fed("rate - --ratings te", folder.text("a.csv").as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    // An x may be the name of a column as well as an empty cell.
    folder.write("x.csv", format!("id,x,name\n{lines}"));
    let run = folder.done("canon x.csv");
    assert!(run.err.contains("the column x"), "{}", run.err);
    assert_eq!(run.out.lines().count(), 3);
    // Each column is said once.
    let run = folder.done("classify a.csv index.csv -o two.csv --ratings te");
    assert_eq!(run.err.matches("the column Sudoku").count(), 1);
}

#[test]
fn solutions_are_not_the_puzzles() {
    let folder = GRADUS.folder();
    let (solution, all) = quizzes();
    let lines: String = all
        .iter()
        .map(|quiz| format!("{quiz},{solution}\n"))
        .collect();
    folder.write("a.csv", format!("quizzes,solutions\n{lines}"));
    let lines: String = all
        .iter()
        .map(|quiz| format!("{solution};{quiz}\n"))
        .collect();
    folder.write("b.csv", format!("solution;question\n{lines}"));
    for (input, column) in [("a.csv", "quizzes"), ("b.csv", "question")] {
        let output = format!("{input}.jsonl");
        let run = folder.done(&format!("classify {input} -o {output} --ratings te"));
        assert!(
            run.err.contains(&format!("the column {column}")),
            "{}",
            run.err
        );
        let found = rows(&folder, &output);
        assert_eq!(found[2]["puzzle"], all[2].replace('0', "."));
    }
    // Solutions alone are puzzles of their own.
    folder.write("c.csv", format!("id,solution\n1,{solution}\n"));
    let run = folder.done("canon c.csv");
    assert_eq!(run.out.lines().count(), 1);
    // Two columns with puzzles are too many.
    folder.write(
        "d.csv",
        format!("old,new,id\n{0},{0},1\n{1},{1},2\n", all[0], all[1]),
    );
    let words = "d.csv: no column is called puzzle, and old, new contain puzzles";
    refused(&folder, "canon d.csv", &[words, "use --column NAME"]);
    folder.done("canon d.csv --column new");
}

#[test]
fn words_before_puzzles_are_not_a_header() {
    let folder = GRADUS.folder();
    let all = puzzles(2);
    folder.write("a.txt", format!("Top 95, sorted\n{}\n{}\n", all[0], all[1]));
    let run = folder.run("canon a.txt");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(run.out.lines().count(), 2);
}

#[cfg(feature = "polars")]
mod parquet {
    use std::fs::File;

    use polars::prelude::*;

    use super::*;

    fn write(folder: &Folder, name: &str, columns: Vec<Column>) {
        let mut frame = DataFrame::new(columns[0].len(), columns).unwrap();
        let file = File::create(folder.path(name)).unwrap();
        ParquetWriter::new(file).finish(&mut frame).unwrap();
    }

    #[test]
    fn puzzles_of_parquet_files_are_found_by_content() {
        let folder = GRADUS.folder();
        let all = puzzles(3);
        let columns = vec![
            Column::new("id".into(), [1, 2, 3]),
            Column::new("quiz".into(), &all),
        ];
        write(&folder, "a.parquet", columns);
        let run = folder.done("classify a.parquet -o a.jsonl --ratings te");
        let said = "a.parquet: the puzzles are read from the column quiz";
        assert!(run.err.contains(said), "{}", run.err);
        assert_eq!(rows(&folder, "a.jsonl")[2]["puzzle"], all[2]);
        assert_eq!(rows(&folder, "a.jsonl")[2]["id"], 3);
        write(
            &folder,
            "b.parquet",
            vec![Column::new("id".into(), [1, 2, 3])],
        );
        let words = "b.parquet: no column is called puzzle, and none contains puzzles: the \
                     columns are id";
        refused(&folder, "classify b.parquet -o b.csv", &[words]);
        let words = "a.parquet: no column is called grid: the columns are id, quiz";
        refused(
            &folder,
            "classify a.parquet -o b.csv --column grid",
            &[words],
        );
    }

    #[test]
    fn lists_are_kept_unless_they_are_left_out() {
        let folder = GRADUS.folder();
        let all = puzzles(2);
        let lists = vec![Series::new("".into(), [1_u64, 2]); 2];
        let columns = vec![
            Column::new("puzzle".into(), &all),
            Column::new("id".into(), [1, 2]),
            Column::new("cages".into(), &lists),
        ];
        write(&folder, "a.parquet", columns);
        for (keep, last) in [
            ("", "1,\"[1,2]\""),
            ("--keep CAGES", ",\"[1,2]\""),
            ("--keep id", ",1"),
            ("--keep none", ",exact"),
        ] {
            folder.done(&format!(
                "classify a.parquet -o o.csv --force --ratings te {keep}"
            ));
            let text = folder.text("o.csv");
            assert!(
                text.lines().nth(1).unwrap().ends_with(last),
                "{keep}: {text}"
            );
        }
        folder.done("classify a.parquet -o o.jsonl --ratings te");
        assert_eq!(
            rows(&folder, "o.jsonl")[0]["cages"],
            serde_json::json!([1, 2])
        );
        folder.done("canon a.parquet");
    }
}
