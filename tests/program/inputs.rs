//! Inputs as people have them: whatever they are, no text is lost in silence.

use std::os::unix::fs::symlink;

use crate::harness::puzzles::puzzles;
use crate::harness::{Folder, gradus_with};

/// The rows of a table of JSON lines.
fn rows(folder: &Folder, name: &str) -> Vec<serde_json::Value> {
    let parse = |line| serde_json::from_str(line).unwrap();
    folder.text(name).lines().map(parse).collect()
}

#[test]
fn a_carriage_return_ends_a_line() {
    let folder = Folder::new();
    let all = puzzles(3);
    let text = format!("{} one\r{} two\r\n{}\r", all[0], all[1], all[2]);
    folder.write("a.txt", text);
    folder.done("classify a.txt -o o.jsonl --ratings te");
    let rows = rows(&folder, "o.jsonl");
    let found: Vec<_> = rows.iter().map(|row| row["puzzle"].as_str()).collect();
    let expected: Vec<_> = all.iter().map(|puzzle| Some(puzzle.as_str())).collect();
    assert_eq!(found, expected);
    assert_eq!(rows[0]["comment"], "one");
}

#[test]
fn a_comment_is_kept_whole_or_its_line_is_rejected() {
    let folder = Folder::new();
    let all = puzzles(4);
    let long = "x".repeat(60_000);
    let too_long = "x".repeat(70_000);
    let mut text = format!("{} {long}\n{} {too_long}\n", all[0], all[1]).into_bytes();
    text.extend([all[2].as_bytes(), b" M\xfcller\n"].concat());
    text.extend(format!("{} M\u{fc}ller\n", all[3]).bytes());
    folder.write("a.txt", text);
    let run = folder.run("classify a.txt -o o.jsonl --ratings te");
    assert_eq!(run.code, Some(3), "{}", run.err);
    let rows = rows(&folder, "o.jsonl");
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0]["comment"], long);
    assert_eq!(rows[1]["comment"], "M\u{fc}ller");
    let rejects = folder.text("o.rejects.csv");
    assert!(rejects.contains("1,a.txt,2,more than 65536 bytes"));
    assert!(rejects.contains("1,a.txt,3,not UTF-8 text"));
}

#[test]
fn a_file_is_read_once_whatever_its_names() {
    let folder = Folder::new();
    folder.write_lines("gl/a/p.txt", &puzzles(2));
    symlink("..", folder.path("gl/a/up")).unwrap();
    symlink(".", folder.path("gl/here")).unwrap();
    symlink("a/p.txt", folder.path("gl/link.txt")).unwrap();
    for inputs in [
        "gl/**/*.txt",
        "gl/a/p.txt gl/a/p.txt",
        "gl/*/*.txt gl/*.txt",
    ] {
        let run = folder.done(&format!(
            "classify {inputs} -o o.jsonl --force --ratings te"
        ));
        assert_eq!(rows(&folder, "o.jsonl").len(), 2, "{inputs}");
        assert_eq!(
            run.err.matches("is skipped").count(),
            1,
            "{inputs}: {}",
            run.err
        );
    }
    folder.write_lines("b.txt", &puzzles(3));
    for pattern in ["*.txt", "./*.txt", "[ab].tx?"] {
        folder.done(&format!(
            "classify {pattern} -o o.jsonl --force --ratings te"
        ));
        assert_eq!(rows(&folder, "o.jsonl").len(), 3, "{pattern}");
    }
    folder.fails("classify no/*.txt -o p.csv", "no file matches no/*.txt");
}

#[test]
fn what_gradus_wrote_is_skipped_in_a_folder_and_read_when_named() {
    let folder = Folder::new();
    let mut lines = puzzles(3);
    lines.push("no puzzle".to_string());
    folder.write_lines("in/p.txt", &lines);
    folder.run("classify in/p.txt -o in/t.csv --ratings w --proofs in");
    folder.run("classify in/p.txt -o in/t.jsonl --ratings te --force");
    folder.write("in/x.csv.journal", "gradus journal 1 and more");
    for input in ["in", "in/*"] {
        let run = folder.run(&format!("classify {input} -o o.jsonl --force --ratings te"));
        assert_eq!(rows(&folder, "o.jsonl").len(), 3, "{}", run.err);
        assert!(
            run.err.contains("3 puzzles classified, 1 lines rejected"),
            "{}",
            run.err
        );
        for name in [
            "proofs.jsonl.zst",
            "t.csv",
            "t.csv.meta.json",
            "t.jsonl",
            "t.rejects.csv",
            "x.csv.journal",
        ] {
            let said = format!("in/{name} is skipped: ");
            assert!(run.err.contains(&said), "{name}: {}", run.err);
        }
    }
    folder.fails(
        "classify in/*.csv -o p.csv",
        "there is nothing to read: in/t.csv is a table",
    );
    folder.done("classify in/t.csv -o p.jsonl --ratings te");
    assert_eq!(rows(&folder, "p.jsonl").len(), 3);
}

#[test]
fn lines_without_a_grid_are_counted() {
    let run = gradus_with(["generate", "top-down", "--grids", "-"], "badgrid\n");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.contains("-, line 1: 7 characters"), "{}", run.err);
    assert!(
        run.err
            .contains("lines rejected, as they are no complete grids: 1"),
        "{}",
        run.err
    );
}
