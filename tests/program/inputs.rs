//! Inputs as found in practice: no text is lost silently.

use std::io::Write;
use std::os::unix::fs::symlink;

use gradus_harness::puzzles::puzzles;
use gradus_harness::{Folder, finished, signal};

use crate::GRADUS;

/// The rows of a JSON lines table.
fn rows(folder: &Folder, name: &str) -> Vec<serde_json::Value> {
    let parse = |line| serde_json::from_str(line).unwrap();
    folder.text(name).lines().map(parse).collect()
}

#[test]
fn a_carriage_return_ends_a_line() {
    let folder = GRADUS.folder();
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
    let folder = GRADUS.folder();
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
    let folder = GRADUS.folder();
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
    let folder = GRADUS.folder();
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
            run.err.contains("3 puzzles classified, 1 line rejected"),
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
        "nothing to read: in/t.csv is a table",
    );
    folder.done("classify in/t.csv -o p.jsonl --ratings te");
    assert_eq!(rows(&folder, "p.jsonl").len(), 3);
}

#[test]
fn lines_without_a_grid_are_counted() {
    let run = GRADUS.fed(["generate", "top-down", "--grids", "-"], "badgrid\n");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(
        run.err.contains("-, line 1: neither 81 characters"),
        "{}",
        run.err
    );
    assert!(run.err.contains("(1 line without a grid)"), "{}", run.err);
}

#[test]
fn the_summary_shows_the_first_rejected_lines() {
    let folder = GRADUS.folder();
    let puzzle = puzzles(1).remove(0);
    folder.write("a.txt", format!("{puzzle}\none\ntwo\nthree\nfour\n"));
    let run = folder.run("classify a.txt -o o.csv --ratings te");
    assert_eq!(run.code, Some(3), "{}", run.err);
    for said in [
        "wrote rejected lines to o.rejects.csv:\n  a.txt, line 2: neither 81 characters",
        "a.txt, line 4: ",
        "and 1 more",
    ] {
        assert!(run.err.contains(said), "{said}: {}", run.err);
    }
}

#[test]
fn a_table_whose_puzzles_have_another_name() {
    let folder = GRADUS.folder();
    let all = puzzles(2);
    folder.write("a.csv", format!("id,Sudoku\n1,{}\n2,{}\n", all[0], all[1]));
    folder.done("classify a.csv -o o.jsonl --ratings te --column sudoku");
    let found = rows(&folder, "o.jsonl");
    assert_eq!(found.len(), 2);
    assert_eq!(found[1]["puzzle"], all[1]);
    assert_eq!(found[1]["id"], "2");
    // A job that was started with another column is a different job.
    let said = "column changed from sudoku to none";
    folder.fails("classify a.csv -o o.jsonl --ratings te --resume", said);
    let said = "keep changed from all to none";
    folder.fails(
        "classify a.csv -o o.jsonl --ratings te --resume --column sudoku --keep none",
        said,
    );
}

#[test]
fn formats_that_people_have() {
    let folder = GRADUS.folder();
    let all = puzzles(2);
    let grid = |puzzle: &str| {
        let rows = puzzle
            .as_bytes()
            .chunks(9)
            .map(|row| String::from_utf8(row.to_vec()).unwrap());
        rows.collect::<Vec<_>>()
    };
    let lines = |puzzle: &String| grid(puzzle).join("\n") + "\n";
    let boxed = |puzzle: &String| {
        let border = "+-------+-------+-------+";
        let mut text = String::new();
        for (place, row) in grid(puzzle).iter().enumerate() {
            if place % 3 == 0 {
                text += &format!("{border}\n");
            }
            let cells: Vec<String> = row.chars().map(String::from).collect();
            let boxes: Vec<String> = cells.chunks(3).map(|cells| cells.join(" ")).collect();
            text += &format!("| {} |\n", boxes.join(" | "));
        }
        text + border + "\n"
    };
    let utf16 = |text: String| {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xff, 0xfe].into_iter().chain(units).collect::<Vec<u8>>()
    };
    let hodoku = |puzzle: &String| format!(":0000:x:{puzzle}:123 456::\n");
    for (name, text) in [
        (
            "grids",
            all.iter().map(lines).collect::<String>().into_bytes(),
        ),
        (
            "boxes",
            all.iter()
                .map(boxed)
                .collect::<Vec<_>>()
                .join("\n")
                .into_bytes(),
        ),
        (
            "euler",
            format!("Grid 01\n{}Grid 02\n{}", lines(&all[0]), lines(&all[1])).into_bytes(),
        ),
        (
            "zeros",
            all.iter()
                .map(lines)
                .collect::<String>()
                .replace('.', "0")
                .into_bytes(),
        ),
        ("a.sdm", all.join("\r\n").into_bytes()),
        (
            "hodoku",
            all.iter().map(hodoku).collect::<String>().into_bytes(),
        ),
        (
            "quotes",
            format!("\"{}\",\n\"{}\"\n", all[0], all[1]).into_bytes(),
        ),
        (
            "utf16",
            utf16(format!("{} a\r\n{} M\u{fc}ller\r\n", all[0], all[1])),
        ),
        (
            "json",
            format!(
                "{{\"Puzzle\":\"{}\"}}\n{{\"n\":2,\"puzzle\":\"{}\"}}\n",
                all[0], all[1]
            )
            .into_bytes(),
        ),
    ] {
        folder.write(name, text);
        folder.done(&format!("classify {name} -o o.jsonl --force --ratings te"));
        let found = rows(&folder, "o.jsonl");
        let found: Vec<_> = found
            .iter()
            .map(|row| row["puzzle"].as_str().unwrap())
            .collect();
        assert_eq!(found, all, "{name}");
    }
    let sdk = format!(
        "#AAuthor\n[Puzzle]\n{}[State]\n{}",
        lines(&all[0]),
        lines(&all[1])
    );
    folder.write("a.sdk", sdk);
    folder.done("classify a.sdk -o o.jsonl --force --ratings te");
    assert_eq!(rows(&folder, "o.jsonl").len(), 1);
    let run = folder.fed("explain -", lines(&all[0]).as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(run.out, folder.done(&format!("explain {}", all[0])).out);
    let run = folder.fed("explain -", all.join("\n").as_bytes());
    run.fails_with(&["more than one puzzle"]);
}

/// Tables that keep input columns, in all formats of this build.
fn formats() -> impl Iterator<Item = &'static str> {
    let parquet = cfg!(feature = "polars").then_some("parquet");
    ["csv", "jsonl", "csv.zst"].into_iter().chain(parquet)
}

#[test]
fn columns_of_inputs_are_kept() {
    let folder = GRADUS.folder();
    let all = puzzles(6);
    folder.write(
        "a.csv",
        format!(
            "Source,puzzle,w,comment\n\"x, y\",{},7,hi\n,{},,\n",
            all[0], all[1]
        ),
    );
    folder.write("b.txt", format!("{} plain\n", all[2]));
    folder.write(
        "c.jsonl",
        format!("{{\"puzzle\":\"{}\",\"SE\":1.5,\"source\":\"z\"}}\n{{\"puzzle\":\"{}\",\"new\":[1]}}\n", all[3], all[4]),
    );
    folder.write("d.tsv", format!("se\tpuzzle\n9\t{}\n", all[5]));
    let inputs = "a.csv b.txt c.jsonl d.tsv";
    folder.done(&format!("classify {inputs} -o o.jsonl --ratings te,w"));
    let found = rows(&folder, "o.jsonl");
    let names: Vec<&String> = found[0].as_object().unwrap().keys().collect();
    assert_eq!(
        names[names.len() - 5..],
        ["w_status", "Source", "input_w", "SE", "new"]
    );
    let column =
        |name: &str| -> Vec<String> { found.iter().map(|row| row[name].to_string()).collect() };
    assert_eq!(
        column("Source"),
        ["\"x, y\"", "null", "null", "\"z\"", "null", "null"]
    );
    assert_eq!(
        column("input_w"),
        ["\"7\"", "null", "null", "null", "null", "null"]
    );
    assert_eq!(
        column("SE"),
        ["null", "null", "null", "\"1.5\"", "null", "\"9\""]
    );
    assert_eq!(
        column("new"),
        ["null", "null", "null", "null", "\"[1]\"", "null"]
    );
    for format in formats() {
        let whole = format!("o.{format}");
        folder.done(&format!(
            "classify {inputs} -o {whole} --ratings te,w --force"
        ));
        for shard in 0..3 {
            folder.done(&format!(
                "classify {inputs} -o s{shard}.{format} --shard {shard}/3 --ratings te,w"
            ));
        }
        folder.done(&format!(
            "merge s0.{format} s1.{format} s2.{format} -o m.{format}"
        ));
        assert!(
            folder.read(&format!("m.{format}")) == folder.read(&whole),
            "{format}"
        );
        // Our own table as an input: its columns about puzzles are kept under other names.
        folder.done(&format!(
            "classify {whole} -o again.jsonl --force --ratings te"
        ));
        let again = rows(&folder, "again.jsonl");
        assert_eq!(again[0]["Source"], "x, y", "{format}");
        assert_eq!(again[3]["input_row"], "3", "{format}");
        assert_eq!(again[0]["input_w_2"], "7", "{format}");
        assert!(again[0]["te"].is_number());
    }
    folder.done(&format!(
        "classify {inputs} -o w.csv --ratings w --proofs proofs"
    ));
    let run = folder.done(&format!(
        "classify {inputs} -o k.csv --ratings te --keep SOURCE,none_such"
    ));
    assert!(
        run.err
            .contains("no input has a column to be kept as none_such"),
        "{}",
        run.err
    );
    let header = folder.text("k.csv").lines().next().unwrap().to_string();
    assert!(header.ends_with("te_status,SOURCE,none_such"), "{header}");
    folder.done(&format!(
        "classify {inputs} -o n.csv --ratings te --keep none"
    ));
    assert!(
        folder
            .text("n.csv")
            .lines()
            .next()
            .unwrap()
            .ends_with(",te_status")
    );
    let run = folder.done(&format!("classify {inputs} -o - --ratings te"));
    assert_eq!(run.objects()[3]["SE"], "1.5");
}

#[test]
fn kept_columns_survive_an_interruption() {
    let folder = GRADUS.folder();
    let all = puzzles(200);
    let row = |(n, puzzle): (usize, &String)| format!("{n},{puzzle}\n");
    let text: String = all.iter().enumerate().map(row).collect();
    let text = format!("n,puzzle\n{text}");
    folder.write("a.csv", &text);
    folder.done("classify a.csv -o whole.csv --ratings te");
    let mut child = folder.start_piped("classify - -o cut.csv --ratings te");
    folder.wait_longer("cut.csv.journal", 0);
    let empty = folder.length("cut.csv.journal");
    let mut input = child.stdin.take().unwrap();
    input.write_all(&text.as_bytes()[..text.len() / 2]).unwrap();
    input.flush().unwrap();
    folder.wait_longer("cut.csv.journal", empty);
    signal(&child, "INT");
    let run = finished(child);
    drop(input);
    assert_eq!(run.code, Some(130), "{}", run.err);
    let run = folder.fed(
        "classify - -o cut.csv --ratings te --resume",
        text.as_bytes(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(folder.read("cut.csv") == folder.read("whole.csv"));
}

#[cfg(feature = "polars")]
#[test]
fn capitals_do_not_matter() {
    let folder = GRADUS.folder();
    let puzzle = puzzles(1).remove(0);
    folder.write("a.CSV", format!("PUZZLE,Comment\n{puzzle},hi\n"));
    folder.done("classify a.CSV -o o.csv --ratings Te,W,gW");
    let text = folder
        .text("o.csv")
        .replacen(",w,w_status,", ",W,W_Status,", 1);
    let text = text.replacen("puzzle,", "Puzzle,", 1);
    assert!(text.contains("W_Status") && text.contains("Puzzle"));
    folder.write("t.csv", text);
    for command in [
        "stats --by W t.csv",
        "extremes --by gw t.csv",
        "compare o.csv t.csv",
    ] {
        folder.done(command);
    }
    let kind = |kind| GRADUS.run(["generate", kind, "--count", "1", "-q"]).out;
    assert_eq!(kind("Top-Down"), kind("top-down"));
    let explain = |theory| GRADUS.run(["explain", "--theory", theory, &puzzle]).out;
    assert_eq!(explain("GW"), explain("gw"));
}
