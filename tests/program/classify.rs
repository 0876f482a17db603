//! End-to-end tests of `gradus classify`: inputs, outputs, their order, and
//! identical output for any number of threads.

use std::io::Write;
use std::thread;
use std::time::Duration;

use gradus_harness::puzzles::{EASY, puzzles};
use gradus_harness::{compressed, finished, sukaku};
use serde_json::Value;

use crate::GRADUS;

/// Puzzles with various comments, as records of a table: puzzle, comment.
fn records() -> Vec<(String, &'static str)> {
    let comments = ["", "plain", "two words", "a,b;c", "naïve ∞", "#7"];
    let pairs = puzzles(60).into_iter().zip(comments.iter().cycle());
    pairs.map(|(puzzle, comment)| (puzzle, *comment)).collect()
}

/// The expected rows of the records, except for ratings.
fn expected() -> Vec<(u64, String, Option<&'static str>)> {
    let row = |(row, (puzzle, comment)): (usize, (String, &'static str))| {
        (row as u64, puzzle, Some(comment).filter(|c| !c.is_empty()))
    };
    records().into_iter().enumerate().map(row).collect()
}

/// The first columns of rows.
fn seen(rows: &[Value]) -> Vec<(u64, String, Option<&str>)> {
    let text = |row: &Value| row["puzzle"].as_str().unwrap().to_string();
    rows.iter()
        .map(|row| {
            (
                row["row"].as_u64().unwrap(),
                text(row),
                row["comment"].as_str(),
            )
        })
        .collect()
}

fn as_text(end: &str) -> Vec<u8> {
    let line = |(puzzle, comment): &(String, &str)| format!("{puzzle} {comment}{end}");
    records().iter().map(line).collect::<String>().into_bytes()
}

fn as_table(delimiter: char, puzzle_first: bool) -> Vec<u8> {
    let row = |puzzle: &str, comment: &str| {
        if puzzle_first {
            format!("{puzzle}{delimiter}1{delimiter}{comment}\n")
        } else {
            format!("{comment}{delimiter}{puzzle}\n")
        }
    };
    let header = if puzzle_first {
        format!("Puzzle{delimiter}n{delimiter}comment\n")
    } else {
        row("puzzle", "comment")
    };
    let quoted = |(puzzle, comment): &(String, &str)| {
        if comment.contains(delimiter) {
            row(puzzle, &format!("\"{comment}\""))
        } else {
            row(puzzle, comment)
        }
    };
    let rows: String = records().iter().map(quoted).collect();
    (header + &rows).into_bytes()
}

#[test]
fn text_and_tables_however_compressed_give_the_same_rows() {
    let folder = GRADUS.folder();
    #[cfg(feature = "polars")]
    let parquet = {
        folder.write("seed.txt", as_text("\n"));
        folder.done("classify seed.txt -o seed.parquet --ratings te");
        folder.read("seed.parquet")
    };
    let inputs = [
        ("text", as_text("\n")),
        ("CRLF", as_text("\r\n")),
        ("CSV", as_table(',', true)),
        ("TSV, comment first", as_table('\t', false)),
        ("semicolons", as_table(';', true)),
        #[cfg(feature = "polars")]
        ("Parquet", parquet),
    ];
    for (kind, bytes) in inputs {
        for how in ["", "zst", "gz", "bz2", "xz"] {
            // The name is meaningless or misleading.
            folder.write("input.csv.gz", compressed(&bytes, how));
            let run = folder.run("classify input.csv.gz -o - --ratings te -q");
            assert_eq!((run.code, &run.err[..]), (Some(0), ""), "{kind} {how}");
            assert_eq!(seen(&run.objects()), expected(), "{kind} {how}");
        }
        let run = folder.fed("classify - -o - --ratings te -q", &compressed(&bytes, "xz"));
        assert_eq!(
            seen(&run.objects()),
            expected(),
            "{kind} from standard input"
        );
    }
}

#[test]
fn a_first_line_with_a_comment_that_says_puzzle_is_a_puzzle() {
    let folder = GRADUS.folder();
    for comment in [",puzzle", ";puzzle;comment", "\tpuzzle"] {
        folder.write("a.txt", format!("{EASY}{comment}\n{EASY}\n"));
        let run = folder.done("classify a.txt -o - --ratings te -q");
        assert_eq!(run.objects().len(), 2, "{comment:?}");
    }
}

#[test]
fn files_folders_patterns_and_standard_input_in_their_order() {
    let folder = GRADUS.folder();
    let all = puzzles(7);
    let names = [
        "f/b.txt",
        "f/a.txt",
        "f/c/d.txt",
        "p2.txt",
        "p1.txt",
        "last",
    ];
    for (name, puzzle) in names.iter().zip(&all) {
        folder.write(name, format!("{puzzle} {name}\n"));
    }
    folder.write("f/.hidden", "not a puzzle");
    folder.write(".p0.txt", "not a puzzle");
    let input = format!("{} standard input", all[6]);
    let run = folder.fed(
        "classify f *p?.txt - ./last -o - --ratings te -q",
        input.as_bytes(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    let comments: Vec<String> = run
        .objects()
        .iter()
        .map(|row| format!("{} {}", row["row"], row["comment"].as_str().unwrap()))
        .collect();
    let expected = [
        "0 f/a.txt",
        "1 f/b.txt",
        "2 f/c/d.txt",
        "3 p1.txt",
        "4 p2.txt",
        "5 standard input",
        "6 last",
    ];
    assert_eq!(comments, expected);
}

#[test]
fn what_is_not_there_is_an_error_before_anything_is_written() {
    let folder = GRADUS.folder();
    folder.write("a.txt", EASY);
    folder.write("empty/.hidden", "");
    folder.fails("classify a.txt no.txt -o o.csv", "cannot read no.txt");
    folder.fails("classify *.zst -o o.csv", "no file matches *.zst");
    folder.fails("classify empty -o o.csv", "no files in the folder empty");
    folder.fails("classify - a.txt - -o o.csv", "named twice");
    folder.fails("classify a.txt -o no/o.csv", "cannot write no/o.csv");
    assert_eq!(folder.names(), ["a.txt", "empty"]);
}

#[test]
fn sukakus_are_rated_as_what_they_stand_for() {
    let folder = GRADUS.folder();
    let all = puzzles(3);
    let lines: Vec<String> = all.iter().flat_map(|p| [p.clone(), sukaku(p)]).collect();
    folder.write_lines("a.txt", &lines);
    let rows = folder.done("classify a.txt -o - -q").objects();
    for (pair, lines) in rows.chunks(2).zip(lines.chunks(2)) {
        assert_eq!(
            [&pair[0]["puzzle"], &pair[1]["puzzle"]],
            [&lines[0], &lines[1]]
        );
        for column in ["clues", "candidates", "te", "w", "b", "gw", "b_status"] {
            assert_eq!(pair[0][column], pair[1][column], "{column}");
        }
    }
}

#[test]
fn blanks_of_all_kinds_become_dots() {
    let folder = GRADUS.folder();
    let lines: Vec<String> = ".0*_-x"
        .chars()
        .map(|c| EASY.replace('.', &c.to_string()))
        .collect();
    folder.write_lines("a.txt", &lines);
    let rows = folder.done("classify a.txt -o - --ratings te -q").objects();
    assert_eq!(rows.len(), 6);
    assert!(rows.iter().all(|row| row["puzzle"] == EASY));
}

/// Some puzzles, with bad lines at the beginning, in the middle and at the end.
fn with_bad_lines(count: usize) -> Vec<String> {
    let mut lines = vec!["first bad line".to_string()];
    for (row, puzzle) in puzzles(count).into_iter().enumerate() {
        lines.push(format!("{puzzle} {row}"));
        match row % 40 {
            11 => lines.push(format!(
                "{} no solution: two in a row",
                "11".to_owned() + &puzzle[2..]
            )),
            23 => lines.push(format!("{} several solutions", ".".repeat(81))),
            37 => lines.push("…".to_string()),
            _ => {}
        }
    }
    lines.push("last bad line".to_string());
    lines
}

#[test]
fn the_bytes_are_the_same_whatever_the_threads() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &with_bad_lines(400));
    let files = |stem: &str, ending: &str| {
        let names = [ending, "rejects.csv", &format!("{ending}.meta.json")]
            .map(|ending| format!("{stem}.{ending}"));
        names.map(|name| folder.has(&name).then(|| folder.read(&name)))
    };
    let endings = ["csv", "jsonl", "csv.zst", "jsonl.gz", "csv.gz", "jsonl.zst"];
    let parquet = cfg!(feature = "polars").then_some("parquet");
    for ending in endings.into_iter().chain(parquet) {
        let ratings = if ending == "csv" { "te,w,b,gw" } else { "te" };
        for threads in [1, 2, 7] {
            let options = format!("--ratings {ratings} --threads {threads} -q");
            let run = folder.run(&format!("classify a.txt -o t{threads}.{ending} {options}"));
            assert_eq!(run.code, Some(3), "{}", run.err);
            assert!(
                files(&format!("t{threads}"), ending) == files("t1", ending),
                "{ending}"
            );
        }
        for threads in [1, 2, 7] {
            std::fs::remove_file(folder.path(&format!("t{threads}.rejects.csv"))).unwrap();
        }
    }
    let names = folder.names();
    let left_over = names
        .iter()
        .find(|n| n.ends_with("part") || n.ends_with("journal"));
    assert_eq!(left_over, None);
}

#[test]
fn rows_of_a_text_table_are_those_of_json() {
    let folder = GRADUS.folder();
    folder.write("a.txt", as_text("\n"));
    folder.done("classify a.txt -o a.csv -q");
    folder.done("classify a.txt -o a.jsonl -q");
    let objects: Vec<Value> = folder
        .text("a.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let bytes = folder.read("a.csv");
    let mut table = csv::Reader::from_reader(&bytes[..]);
    let columns = table.headers().unwrap().clone();
    let keys: Vec<&str> = objects[0]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(columns, keys);
    let field = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), objects.len());
    for (row, object) in rows.iter().zip(&objects) {
        let cells: Vec<String> = object.as_object().unwrap().values().map(field).collect();
        assert_eq!(*row, cells);
    }
}

#[test]
fn the_columns_are_those_of_the_contract() {
    let folder = GRADUS.folder();
    folder.write("a.txt", EASY);
    let columns = |ratings: &str| {
        let run = folder.done(&format!(
            "classify a.txt -o a.csv --force -q --ratings {ratings}"
        ));
        assert!(run.out.is_empty() && run.err.is_empty());
        folder.text("a.csv").lines().next().unwrap().to_string()
    };
    let counts = "row,puzzle,comment,clues,candidates,clues_brt,candidates_brt,candidates_w1";
    assert_eq!(columns("te"), format!("{counts},te,te_status"));
    assert_eq!(
        columns("gw,te,b"),
        format!("{counts},te,te_status,b,b_status,gw,gw_status")
    );
    let pairs = ["te", "s", "w", "ws", "b", "gw", "gb", "spb", "bpb", "bpbb"]
        .map(|name| format!("{name},{name}_status"));
    assert_eq!(columns("all"), format!("{counts},{}", pairs.join(",")));
}

#[test]
fn bad_lines_are_told_with_their_place_and_text() {
    let folder = GRADUS.folder();
    let two_ones = format!("11{}", &EASY[2..]);
    let empty = ".".repeat(81);
    let misplaced = format!("2{}", ".".repeat(728));
    let lines: [&[u8]; 9] = [
        b"# a comment",
        EASY.as_bytes(),
        b"it's, \"too short\"",
        b"",
        two_ones.as_bytes(),
        empty.as_bytes(),
        b"\xff\xfe\x00bytes",
        misplaced.as_bytes(),
        EASY.as_bytes(),
    ];
    folder.write("a.txt", lines.join(&b"\n"[..]));
    let run = folder.run("classify a.txt -o a.csv --ratings te");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(
        run.err.contains("2 puzzles classified, 5 lines rejected"),
        "{}",
        run.err
    );
    let bytes = folder.read("a.rejects.csv");
    let mut rejects = csv::Reader::from_reader(&bytes[..]);
    assert_eq!(
        *rejects.headers().unwrap(),
        ["row", "input", "line", "reason", "text"][..]
    );
    let records: Vec<csv::StringRecord> = rejects.records().map(Result::unwrap).collect();
    let expected = [
        ("1", "3", "neither 81 characters", "it's"),
        ("1", "5", "contradict each other", &two_ones[..]),
        ("2", "6", "several solutions", &empty),
        ("3", "7", "not UTF-8", "\u{fffd}\u{fffd}\\0bytes"),
        ("3", "8", "only 1 or a blank", &misplaced),
    ];
    assert_eq!(records.len(), expected.len());
    for (record, (row, line, reason, text)) in records.iter().zip(expected) {
        assert_eq!([&record[0], &record[1], &record[2]], [row, "a.txt", line]);
        assert!(record[3].contains(reason), "{record:?}");
        assert!(record[4].starts_with(text), "{record:?}");
    }
    let rows: Vec<String> = folder
        .text("a.csv")
        .lines()
        .skip(1)
        .map(|l| l[..2].into())
        .collect();
    assert_eq!(rows, ["0,", "3,"]);
}

#[test]
fn rejects_go_where_they_are_sent() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &[EASY, "bad"]);
    let run = folder.run("classify a.txt -o a.csv --rejects elsewhere.csv --ratings te -q");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(
        folder.names(),
        ["a.csv", "a.csv.meta.json", "a.txt", "elsewhere.csv"]
    );
    let run = folder.run("classify a.txt -o b.csv --rejects b.csv --ratings te -q");
    assert_eq!(run.code, Some(2), "two outputs of one name: {}", run.err);
    assert!(!folder.has("b.csv"));
}

#[test]
fn no_input_is_overwritten() {
    let folder = GRADUS.folder();
    folder.write_lines("a.csv", &["puzzle", EASY]);
    for outputs in ["-o ./a.csv", "-o b.csv --rejects a.csv"] {
        let run = folder.run(&format!("classify a.csv {outputs} --force --ratings te"));
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(
            run.err.contains("a.csv is an input and an output"),
            "{}",
            run.err
        );
        assert_eq!(folder.names(), ["a.csv"]);
    }
}

#[test]
fn strict_stops_at_the_first_bad_line() {
    let folder = GRADUS.folder();
    let mut lines = puzzles(50);
    lines.insert(30, "bad".into());
    lines.insert(40, "worse".into());
    folder.write_lines("a.txt", &lines);
    folder.fails(
        "classify a.txt -o a.csv --strict --ratings te",
        "a.txt, line 31: neither 81 characters",
    );
    assert!(!folder.has("a.csv") && !folder.has("a.rejects.csv"));
    let run = folder.run("classify a.txt -o - --strict --ratings te");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("line 31"), "{}", run.err);
    assert_eq!(run.objects().len(), 30);
}

#[test]
fn a_limit_counts_puzzles() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &with_bad_lines(100));
    for (limit, rows) in [(0, 0), (1, 1), (17, 16), (100_000, 100)] {
        let run = folder.run(&format!(
            "classify a.txt -o - --ratings te -q --limit {limit}"
        ));
        assert_eq!(run.objects().len(), rows, "{limit}");
    }
}

#[test]
fn nothing_is_overwritten_unless_forced() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &[EASY, "bad"]);
    for there in ["o.csv", "o.rejects.csv", "o.csv.journal"] {
        folder.write(there, "precious");
        folder.fails(
            "classify a.txt -o o.csv --ratings te",
            &format!("{there} exists (use --"),
        );
        assert_eq!(folder.text(there), "precious");
        assert_eq!(folder.names(), ["a.txt", there]);
        std::fs::remove_file(folder.path(there)).unwrap();
    }
    folder.write("o.csv", "old");
    let run = folder.run("classify a.txt -o o.csv --ratings te -q --force");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(folder.text("o.csv").starts_with("row,puzzle"));
    // The earlier rejects are not those of this table.
    folder.write("a.txt", EASY);
    folder.done("classify a.txt -o o.csv --ratings te -q --force");
    assert!(!folder.has("o.rejects.csv"));
}

#[test]
fn bad_usage_is_told_as_such() {
    let folder = GRADUS.folder();
    folder.write("a.txt", EASY);
    for usage in [
        "classify a.txt -o a.xls",
        "classify a.txt -o a.parquet.gz",
        "classify a.txt",
        "classify -o a.csv",
        "classify a.txt -o a.csv --shard 3/3",
        "classify a.txt -o a.csv --shard 0/0",
        "classify a.txt -o a.csv --ratings w,x",
        "classify a.txt -o a.csv --threads 0",
        "classify a.txt -o a.csv --force --resume",
        "classify a.txt -o - --resume",
        "classify a.txt -o - --shard 0/2",
        "classify a.txt -o - --rejects r.csv",
        "merge a.csv -o a.xls",
    ] {
        let run = folder.run(usage);
        assert_eq!(run.code, Some(2), "{usage}: {}", run.err);
        assert!(!run.err.is_empty(), "{usage}");
    }
    assert_eq!(folder.names(), ["a.txt"]);
}

#[test]
fn a_reader_that_goes_away_ends_the_job_well() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(3000));
    let mut child = folder
        .command("classify a.txt -o - --ratings te")
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let run = finished(child);
    assert_eq!((run.code, &run.err[..]), (Some(0), ""));
}

#[test]
fn metadata_tell_how_the_table_was_made() {
    let folder = GRADUS.folder();
    folder.write_lines(
        "a.txt",
        &[EASY, "bad", "# gradus generate top-down seed=1 count=1"],
    );
    let input = compressed(EASY.as_bytes(), "zst");
    folder.write("b.zst", &input);
    folder
        .run("classify a.txt b.zst -o a.csv.gz --ratings b,te --max-length 9 --budget 0 --limit 5");
    let metadata: Value = serde_json::from_slice(&folder.read("a.csv.gz.meta.json")).unwrap();
    assert_eq!(metadata["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        metadata["options"]["ratings"],
        serde_json::json!(["te", "b"])
    );
    assert_eq!(metadata["options"]["max_length"], 9);
    assert_eq!(metadata["options"]["limit"], 5);
    assert_eq!(
        metadata.get("max_depth"),
        None,
        "the usual one goes without saying"
    );
    assert_eq!(
        (&metadata["rows"], &metadata["rejected"]),
        (&2.into(), &1.into())
    );
    assert_eq!(metadata["generated"][0], "top-down seed=1 count=1");
    assert_eq!(metadata["inputs"][1]["name"], "b.zst");
    let digest = blake3::hash(&input).to_hex().to_string();
    assert_eq!(metadata["inputs"][1]["blake3"], digest);
}

#[test]
fn quiet_says_nothing_and_progress_says_a_line_a_second() {
    let folder = GRADUS.folder();
    let slowly = |options: &str| {
        let mut child = folder.start_piped(&format!("classify - -o - --ratings te {options}"));
        let mut input = child.stdin.take().unwrap();
        let feeder = thread::spawn(move || {
            for puzzle in puzzles(16 * 13) {
                writeln!(input, "{puzzle}").unwrap();
                input.flush().unwrap();
                // At the rate at which progress is shown.
                thread::sleep(Duration::from_millis(12));
            }
        });
        let run = finished(child);
        feeder.join().unwrap();
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.err
    };
    thread::scope(|scope| {
        let quiet = scope.spawn(|| slowly("--quiet --progress always"));
        let auto = scope.spawn(|| slowly(""));
        // The longest possible wait must not fail.
        let limit = u64::MAX;
        let always = slowly(&format!("--progress always --limit {limit}"));
        assert_eq!(quiet.join().unwrap(), "");
        let progress = |err: &str| err.lines().filter(|l| l.contains("hardest row")).count();
        let auto = auto.join().unwrap();
        assert_eq!(progress(&auto), 0, "{auto}");
        assert!(auto.contains("208 puzzles classified"), "{auto}");
        assert!((1..=20).contains(&progress(&always)), "{always}");
        let line = always.lines().next().unwrap();
        assert!(line.contains(" puzzles, ") && line.contains("/s"), "{line}");
    });
}
