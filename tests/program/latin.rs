//! Latin squares through every command: they are rated, classified, explained,
//! checked, summarised and reported like Sudokus, and together with them.

use gradus_harness::puzzles::{DEPTH_1, EASY, NO_SOLUTION};
use gradus_harness::sukaku;
use serde_json::Value;

use crate::GRADUS;

/// A square of size 4 that Singles solve.
const SINGLES: &str = "latin:1..4.3.....1....";
/// CSP-Rules-Examples, LatinSquares/LatinSquares/9x9-#1-W5.
const W5: &str =
    "latin:....5....45.1..2.66.9..21.524.8..3.139..148.28..2.3...53.9..61...8.....396.3.15.8";
/// The same, 9x9-#2-W6.
const W6: &str =
    "latin:..345.789.5.......8..2375.4....648.5...52..76...7.349...267.948..6........83426.7";
/// The solution of [`W5`].
const SOLUTION: &str =
    "123456789457189236689732145245897361396514872871263954532948617718625493964371528";

/// Standard output of a successful run.
fn out(arguments: &[&str]) -> String {
    let run = GRADUS.run(arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    run.out
}

/// Puzzles of every kind, and lines that are not puzzles.
fn mixed() -> String {
    let lines = [
        format!("{W5} five"),
        EASY.to_string(),
        "latin:123".to_string(),
        sukaku(DEPTH_1),
        SINGLES.replace("latin", "LATIN").replace('.', "0"),
        "chess:e4".to_string(),
        format!("sudoku:{DEPTH_1}, by its kind"),
        "latin:.1.2...3.".to_string(),
        "latin:11..".to_string(),
        "latin:....".to_string(),
        NO_SOLUTION.to_string(),
        W6.to_string(),
    ];
    lines.join("\n") + "\n"
}

#[test]
fn squares_are_rated() {
    let rows = GRADUS
        .run(["rate", "--json", "--ratings", "te,w,b", SINGLES, W5, EASY])
        .objects();
    let numbers = |row: &Value| ["clues", "te", "w", "b"].map(|name| row[name].as_u64().unwrap());
    assert_eq!(numbers(&rows[0]), [4, 0, 0, 0]);
    assert_eq!(numbers(&rows[1]), [38, 1, 5, 5]);
    assert_eq!(numbers(&rows[2])[1..], [0, 0, 0]);
    assert_eq!(rows[1]["puzzle"], W5);
    for name in ["te_status", "w_status", "b_status"] {
        assert_eq!(rows[1][name], "exact", "{name}");
    }
    // A square without blocks has no whips of length 1.
    assert_eq!(rows[1]["candidates_brt"], rows[1]["candidates_w1"]);
}

#[test]
fn what_is_no_square_is_refused_with_its_reason() {
    let refusals = [
        (
            "latin:123",
            "latin: 3 characters: a Latin square of size n has n times n, with n from 1 to 25",
        ),
        (
            "latin:1.5.",
            "latin: character 3 is '5': expected 1 to 2 or one of .0*_-xX for empty",
        ),
        ("latin:....", "several solutions"),
        ("latin:.1.2...3.", "no solution"),
        (
            "latin:11..",
            "the givens n1r1c1 and n1r1c2 contradict each other",
        ),
    ];
    for (text, reason) in refusals {
        let run = GRADUS.run(["rate", text]);
        assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{text}");
        assert_eq!(run.err, format!("gradus: {text}: {reason}\n"));
    }
}

#[test]
fn a_file_of_several_kinds_is_classified() {
    let folder = GRADUS.folder();
    folder.write("a.txt", mixed());
    let ratings = "--ratings te,w,b -q";
    let run = folder.run(&format!("classify a.txt -o a.csv {ratings}"));
    assert_eq!(run.code, Some(3), "{}", run.err);
    let text = folder.text("a.csv");
    let mut lines = text.lines();
    let counts = "row,kind,puzzle,comment,clues,candidates,clues_brt,candidates_brt,candidates_w1";
    let header = format!("{counts},te,te_status,w,w_status,b,b_status");
    assert_eq!(lines.next(), Some(header.as_str()));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let puzzles: Vec<&str> = rows.iter().map(|row| row[2]).collect();
    let sukaku = sukaku(DEPTH_1);
    assert_eq!(puzzles, [W5, EASY, &sukaku, SINGLES, DEPTH_1, W6]);
    let comments: Vec<&str> = rows.iter().map(|row| row[3]).collect();
    assert_eq!(comments, ["five", "", "", "", "by its kind", ""]);
    let depths: Vec<&str> = rows.iter().map(|row| row[9]).collect();
    assert_eq!(depths, ["1", "0", "1", "0", "1", "1"]);
    let whips: Vec<&str> = rows.iter().map(|row| row[11]).collect();
    assert_eq!(whips, ["5", "0", "4", "0", "4", "6"]);

    let rejects = folder.text("a.rejects.csv");
    let mut reader = csv::Reader::from_reader(rejects.as_bytes());
    let rejects: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let reasons: Vec<(&str, &str)> = rejects
        .iter()
        .map(|r| (&r[2], r[3].split(": the kinds are").next().unwrap()))
        .collect();
    let length = "latin: 3 characters: a Latin square of size n has n times n, with n from 1 to 25";
    let expected = [
        ("3", length),
        ("6", "no kind of puzzle is called \"chess\""),
        ("8", "no solution"),
        ("9", "the givens n1r1c1 and n1r1c2 contradict each other"),
        ("10", "several solutions"),
        ("11", "no solution"),
    ];
    assert_eq!(reasons, expected);

    let run = folder.run(&format!("classify a.txt -o b.jsonl {ratings}"));
    assert_eq!(run.code, Some(3), "{}", run.err);
    let text = folder.text("b.jsonl");
    let objects: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects.len(), rows.len());
    for (object, row) in objects.iter().zip(&rows) {
        assert_eq!(object["puzzle"], row[2]);
        assert_eq!(object["te"].to_string(), row[9]);
        assert_eq!(object["te_status"], row[10]);
        assert_eq!(object["w"].to_string(), row[11]);
    }
}

#[test]
fn the_table_does_not_depend_on_threads_nor_on_shards() {
    let folder = GRADUS.folder();
    folder.write("a.txt", mixed().repeat(5));
    let classify = |rest: &str| {
        let run = folder.run(&format!("classify a.txt --ratings te,w -q {rest}"));
        assert_eq!(run.code, Some(3), "{rest}: {}", run.err);
    };
    classify("-o one.csv --threads 1");
    classify("-o two.csv --threads 2");
    assert!(folder.read("one.csv") == folder.read("two.csv"));
    assert!(folder.read("one.rejects.csv") == folder.read("two.rejects.csv"));
    classify("-o p0.csv --shard 0/2");
    classify("-o p1.csv --shard 1/2");
    let run = folder.run("merge p0.csv p1.csv -o merged.csv");
    assert!(matches!(run.code, Some(0 | 3)), "{}", run.err);
    assert!(folder.read("one.csv") == folder.read("merged.csv"));
}

#[test]
fn a_job_that_was_stopped_goes_on_to_the_same_bytes() {
    let folder = GRADUS.folder();
    folder.write("a.txt", mixed().repeat(30));
    let whole = folder.run("classify a.txt --ratings te,w,b -q -o whole.csv");
    assert_eq!(whole.code, Some(3), "{}", whole.err);
    let arguments = "classify a.txt --ratings te,w,b -q -o cut.csv";
    let mut child = folder.start_piped(arguments);
    assert!(folder.wait_for("cut.csv.journal", &mut child));
    gradus_harness::signal(&child, "KILL");
    child.wait().unwrap();
    let again = folder.run(&format!("{arguments} --resume"));
    assert_eq!(again.code, Some(3), "{}", again.err);
    assert!(folder.read("whole.csv") == folder.read("cut.csv"));
    assert!(folder.read("whole.rejects.csv") == folder.read("cut.rejects.csv"));
}

#[test]
fn a_path_is_printed_and_checked() {
    for theory in ["W", "B"] {
        let text = out(&["explain", W5, "--theory", theory]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], W5);
        assert_eq!(lines[1], format!("38 clues, theory {theory}, rating 5"));
        let first = "      1  biv-chain[3]: r1c1{n7 n1} - r8n1{c1 c2} - r6c2{n1 n7} ==> r1c2 ≠ 7";
        assert_eq!(lines[3], first);
        assert!(text.contains(SOLUTION), "{text}");
        assert!(text.contains(&format!(
            "\nlongest pattern 5, {theory} = 5\n\nsteps by rule\n"
        )));

        let record = out(&["explain", W5, "--theory", theory, "--json"]);
        let run = GRADUS.fed(["check", "-"], &record);
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
        assert!(run.err.starts_with("paths: 1; solution proved: 1,"));

        // The chain of the first step is valid; with another target it is not.
        let other = record.replacen(
            "\"eliminates\":[\"n7r1c2\"]",
            "\"eliminates\":[\"n7r1c3\"]",
            1,
        );
        assert_ne!(other, record);
        let run = GRADUS.fed(["check", "-"], &other);
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert!(
            run.out.contains(&format!("{W5} in {theory}: step 1: ")),
            "{}",
            run.out
        );
        assert!(run.err.contains("refused: 1\n"), "{}", run.err);
        // A Latin square has no blocks.
        let block = record.replacen("\"variable\":\"r1c1\"", "\"variable\":\"b1n7\"", 1);
        assert_eq!(GRADUS.fed(["check", "-"], &block).code, Some(1));
    }
}

#[test]
fn states_are_drawn() {
    let text = out(&["explain", SINGLES, "--step", "1", "--show-state"]);
    let expected = "
     c1   c2   c3    c4
   +--------------------+
r1 | 1    2    23    4  |
r2 | 24   3    1+24  2  |
r3 | 234  24   234   1  |
r4 | 234  124  1234  23 |
   +--------------------+
+ value
      1  hidden-single-in-a-row ==> r2c3=1
";
    assert!(text.ends_with(expected), "{text}");
    let folder = GRADUS.folder();
    folder.done(&format!("explain {W5} --svg step.svg"));
    let svg = folder.text("step.svg");
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("class=\"gradus-target\""));
}

#[cfg(feature = "polars")]
#[test]
fn tables_with_squares_are_summarised_and_reported() {
    let folder = GRADUS.folder();
    folder.write("a.txt", mixed());
    let run = folder.run("classify a.txt -o a.csv --ratings te,w,b -q");
    assert_eq!(run.code, Some(3), "{}", run.err);
    let summary = folder.run("stats a.csv --json").json();
    assert_eq!(summary["rows"], 6);
    let distributions = summary["distributions"].as_array().unwrap();
    let find = |column: &str| distributions.iter().find(|d| d["column"] == column);
    let w = find("w").unwrap();
    assert_eq!((&w["n"], &w["moments"]["max"]), (&6.into(), &6.into()));
    assert_eq!(find("te").unwrap()["moments"]["max"], 1);

    folder.done("report a.csv -o report");
    let page = folder.text("report/index.html");
    // The square with the longest whips is drawn, with its path.
    assert!(page.contains(W6), "the text of the square");
    let markdown = folder.text("report/report.md");
    assert!(markdown.contains(W6) && markdown.contains("the kinds are sudoku"));
}

#[test]
fn what_is_no_latin_square_is_said_once() {
    let run = GRADUS.folder().run("explain latin:123");
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert_eq!(run.err.matches("3 characters").count(), 1, "{}", run.err);
}
