//! Lines of puzzles and comments that one command writes and another one reads, and lines and
//! grids as other programs write them.

use gradus::puzzles::examples;
#[cfg(feature = "polars")]
use gradus_harness::puzzles::DEPTH_1;
use gradus_harness::puzzles::{DEPTH_2, EASY};
use gradus_harness::{Folder, Run, fed, run};
use serde_json::{Value, json};

use crate::GRADUS;

/// Comments that could be taken for a part of a puzzle, or for another line.
const COMMENTS: [&str; 16] = [
    "3",
    "r3c5",
    "4-5",
    "# 3",
    ",",
    ";x",
    "a\tb",
    "a\nb",
    "a\r\nb",
    "  c  ",
    "\"",
    "'q'",
    "{} a",
    "\\t\\",
    "数独 🧩 e\u{301}",
    "# gradus",
];

/// A comment as it is kept on a line.
fn kept(comment: &str) -> String {
    let line = comment.replace(['\n', '\r'], " ");
    line.trim_ascii().to_string()
}

/// Puzzles of all kinds, each with every comment, as JSON lines; and what they are.
fn commented(puzzles: &[String]) -> (String, Vec<(String, String)>) {
    let (mut lines, mut all) = (String::new(), Vec::new());
    for puzzle in puzzles {
        for comment in COMMENTS {
            lines += &format!("{}\n", json!({ "puzzle": puzzle, "comment": comment }));
            all.push((puzzle.clone(), kept(comment)));
        }
    }
    (lines, all)
}

fn of_all_kinds() -> Vec<String> {
    let examples = examples().map(|(_, text)| text.to_string());
    let border = "map:4,RGYBR,1-2-3:2-3-4:4-5".to_string();
    examples.chain([EASY.to_string(), border]).collect()
}

/// The puzzles and comments of a table of JSON lines.
fn rows(folder: &Folder, name: &str) -> Vec<(String, String)> {
    let text = folder.text(name);
    let text = text.lines().map(|line| {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_string();
        (text("puzzle"), kept(&text("comment")))
    });
    text.collect()
}

#[test]
fn lines_of_every_command_read_back() {
    let folder = GRADUS.folder();
    let (lines, all) = commented(&of_all_kinds());
    folder.write("in.jsonl", lines);
    folder.done("classify in.jsonl -o in.t.jsonl -q --ratings te");
    assert_eq!(rows(&folder, "in.t.jsonl"), all);
    // The expansion of an expansion is itself.
    let run = folder.run("expand in.jsonl -o out.txt -q");
    assert!(matches!(run.code, Some(0 | 3)), "{}", run.err);
    folder.done("classify out.txt -o out.t.jsonl -q --ratings te");
    let comments = |rows: Vec<(String, String)>| -> Vec<String> {
        rows.into_iter().map(|(_, comment)| comment).collect()
    };
    let expanded = rows(&folder, "out.t.jsonl");
    assert_eq!(expanded.len() % COMMENTS.len(), 0);
    assert!(expanded.len() > 10 * COMMENTS.len());
    for comments in comments(expanded).chunks(COMMENTS.len()) {
        assert_eq!(comments, COMMENTS.map(kept));
    }
}

#[test]
fn rejects_read_back() {
    let folder = GRADUS.folder();
    // No solution, or several.
    let puzzles: Vec<String> = [
        "map:4,RGYBR....,1-2-3:2-3-4:4-5",
        "queens:8,r1c2",
        "latin:....",
        r#"csp:{"variables":{"a":["1","2"],"b":["1","2"]},"links":[],"values":[]}"#,
        &".".repeat(81),
    ]
    .map(str::to_string)
    .to_vec();
    let (lines, all) = commented(&puzzles);
    folder.write("in.jsonl", lines);
    let rejected = |input: &str| -> Vec<(String, String)> {
        let run = folder.run(&format!(
            "classify {input} -o o.jsonl --force -q --ratings te"
        ));
        assert_eq!(run.code, Some(3), "{}", run.err);
        let bytes = folder.read("o.rejects.csv");
        let mut reader = csv::Reader::from_reader(&bytes[..]);
        let records = reader.records().map(Result::unwrap);
        let fields = records.map(|record| (record[3].to_string(), record[4].to_string()));
        fields.collect()
    };
    let first = rejected("in.jsonl");
    assert_eq!(first.len(), all.len());
    for ((_, text), (puzzle, comment)) in first.iter().zip(&all) {
        let parts = text.split_once(if puzzle.contains(':') { '\t' } else { ' ' });
        assert_eq!(parts.unwrap().1, comment, "{text}");
    }
    let lines: Vec<String> = first.iter().map(|(_, text)| text.clone()).collect();
    folder.write_lines("again.txt", &lines);
    assert_eq!(rejected("again.txt"), first);
}

#[cfg(feature = "polars")]
#[test]
fn text_saved_by_explore_reads_back() {
    let folder = GRADUS.folder();
    let (lines, all) = commented(&of_all_kinds());
    folder.write("in.jsonl", lines);
    folder.done("classify in.jsonl -o table.parquet -q --ratings te");
    let page = gradus_harness::Explored::start(GRADUS, &folder.path(""), "table.parquet");
    let saved = page.get("api/export?format=text");
    assert_eq!(saved.code, 200);
    folder.write("saved.txt", &saved.body);
    folder.done("classify saved.txt -o saved.jsonl -q --ratings te");
    assert_eq!(rows(&folder, "saved.jsonl"), all);
}

/// A grid of candidates as `explain` draws it.
fn drawn(puzzle: &str) -> String {
    let text = GRADUS.run([
        "explain",
        "--theory",
        "BRT",
        "--step",
        "1",
        "--show-state",
        puzzle,
    ]);
    assert_eq!(text.code, Some(0), "{}", text.err);
    // The state at the end follows.
    let grid = text.out.lines().skip_while(|line| !line.contains("c1"));
    grid.take(14).map(|line| format!("{line}\n")).collect()
}

/// The row of the only puzzle.
fn rated(run: &Run) -> Value {
    assert_eq!(run.code, Some(0), "{}", run.err);
    let rows = run.objects();
    assert_eq!(rows.len(), 1, "{}", run.out);
    rows[0].clone()
}

#[test]
fn candidate_grids_are_read_by_every_command() {
    let grid = drawn(DEPTH_2);
    let expected = rated(&GRADUS.run(["rate", "--json", DEPTH_2]));
    for found in [
        rated(&GRADUS.run(["rate", "--json", &grid])),
        rated(&GRADUS.fed(["rate", "--json", "-"], &grid)),
    ] {
        assert_eq!(found["puzzle"].as_str().unwrap().len(), 729);
        for key in ["candidates_w1", "te", "w", "b", "gw"] {
            assert_eq!(found[key], expected[key], "{key}");
        }
    }
    let folder = GRADUS.folder();
    folder.write(
        "grid.txt",
        format!("A title\n{grid}\n{EASY} a line\n{grid}"),
    );
    folder.done("classify grid.txt -o t.jsonl -q --ratings te");
    let found = rows(&folder, "t.jsonl");
    assert_eq!(found.len(), 3);
    assert_eq!((found[0].0.len(), &found[0].1[..]), (729, "A title"));
    assert_eq!((&found[1].0[..], &found[1].1[..]), (EASY, "a line"));
    let solved = GRADUS.fed(["solve", "-", "-q"], &grid);
    let other = GRADUS.fed(["solve", "-", "-q"], DEPTH_2);
    // The solution of a sukaku is one as well.
    assert_eq!(
        (solved.code, solved.out.replace('.', "")),
        (Some(0), other.out)
    );
    let explained = run(GRADUS
        .command_in(&folder.path(""))
        .args(["explain", "--theory", "gW", &grid]));
    assert!(
        explained.out.contains("theory gW, rating 2"),
        "{}",
        explained.err
    );
}

#[cfg(feature = "polars")]
#[test]
fn the_input_box_of_explore_reads_grids_and_numbered_lines() {
    let folder = GRADUS.folder();
    folder.write_lines("in.txt", &[EASY, DEPTH_1]);
    folder.done("classify in.txt -o table.csv -q --ratings te");
    let page = gradus_harness::Explored::start(GRADUS, &folder.path(""), "table.csv");
    let encoded = |text: &str| -> String {
        let byte = |byte: u8| format!("%{byte:02X}");
        text.bytes().map(byte).collect()
    };
    let panel = |text: &str| {
        page.get(&format!("api/puzzle?puzzle={}", encoded(text)))
            .json()
    };
    assert_eq!(panel(&format!("1) {DEPTH_1} ED=8.0"))["puzzle"], DEPTH_1);
    let grid = panel(&drawn(DEPTH_2));
    assert_eq!(grid["puzzle"].as_str().map(str::len), Some(729), "{grid}");
}

#[test]
fn archives_are_refused_by_name() {
    let folder = GRADUS.folder();
    folder.write("a.zip", b"PK\x03\x04\x14\0\0\0\x08\0rest of the archive");
    folder.write("a.7z", b"7z\xbc\xaf\x27\x1c\0\x04rest");
    let before = folder.names();
    for (name, said) in [("a.zip", "zip archive"), ("a.7z", "7z archive")] {
        for command in ["classify", "solve", "canon"] {
            let output = ["", " --ratings te -o"][usize::from(command == "classify")];
            let output = output.replace("-o", &format!("-o {name}.csv"));
            let run = folder.run(&format!("{command} {name}{output}"));
            assert_eq!(run.code, Some(2), "{command}: {}", run.err);
            assert_eq!(folder.names(), before, "{command}");
            let err = run.err.replace('\n', " ");
            assert!(
                err.contains(said) && err.contains("unpack it"),
                "{command}: {err}"
            );
        }
    }
    let bytes = folder.read("a.zip");
    for command in ["solve -", "classify - -o o.csv --ratings te"] {
        let run = fed(&mut folder.command(command), bytes.clone());
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains("zip archive"), "{}", run.err);
        assert_eq!(folder.names(), before, "{command}");
    }
}
