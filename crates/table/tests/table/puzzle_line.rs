//! Lines with a puzzle and its comment read back to the same puzzle and the same comment, for
//! all kinds of puzzles and any comment.

use gradus_puzzles::{examples, read};
use gradus_table::input::{PuzzleLine, ReadOptions, Records, text_records};
use gradus_table::io::LONGEST_LINE;

/// The puzzles and comments of a text, each puzzle as its kind prints it.
fn records(text: &str) -> Vec<(String, Option<String>)> {
    let mut records = text_records(text.as_bytes(), &ReadOptions::default());
    let mut all = Vec::new();
    while let Some(fields) = records.next().unwrap() {
        let record = fields.parse().unwrap_or_else(|bad| panic!("{bad:?}"));
        all.push((record.puzzle.to_string(), record.comment));
    }
    all
}

/// Puzzles of all kinds as their kinds print them, with 9×9 Sudokus and sukakus between them.
fn puzzles() -> Vec<String> {
    let mut all: Vec<String> = examples()
        .map(|(_, text)| read(text).unwrap().to_string())
        .collect();
    let names =
        r##"csp:{"variables":{"a b":["x,y","# 1"],"c\td":["\"","\\"]},"links":[],"values":[]}"##;
    all.extend(read(names).ok().map(|puzzle| puzzle.to_string()));
    all.push("map:4,RGYBR,1-2-3:2-3-4:4-5".to_string());
    all.push(".".repeat(81));
    all.push("123456789".repeat(81));
    all.push("queens:8,r1c2".to_string());
    all
}

/// Comments that could be taken for something else.
fn comments() -> Vec<String> {
    let mut all: Vec<String> = [
        "3",
        "r3c5",
        "4-5",
        "#",
        "# 3",
        "#12",
        " # ",
        ",",
        ";",
        ":",
        "a\tb",
        "\ta",
        "\t\t# b\t",
        "a\nb",
        "a\r\nb",
        "\r",
        "\n\n",
        "  leading",
        "trailing  ",
        "\"",
        "'",
        "\"quoted\"",
        "'\"",
        "{\"puzzle\": 1}",
        "}",
        "} a",
        "puzzle",
        "comment,puzzle",
        "été 数独 🧩",
        "\u{feff}",
        "\u{a0}",
        "\u{2028}",
        "\0",
        "\u{1b}[31m",
        "[State]",
        "[Puzzle]",
        "Grid 01",
        ":0000:x:",
        "1) 2) 3)",
        "ED=8.0/1.2/1.2",
        "…",
        "=1+2",
        "-",
        "|",
        "+---+",
        "\\",
        "\\t",
        "a,b;c d",
    ]
    .map(str::to_string)
    .to_vec();
    // Puzzles of all kinds, and parts of them.
    for puzzle in puzzles() {
        all.push(puzzle[..puzzle.len() / 2].to_string());
        all.push(puzzle);
    }
    all
}

/// A comment as it is kept: on one line, without white space around it.
fn kept(comment: &str) -> Option<String> {
    let line = comment.replace(['\n', '\r'], " ");
    let line = line.trim_ascii();
    (!line.is_empty()).then(|| line.to_string())
}

#[test]
fn every_puzzle_keeps_every_comment() {
    for puzzle in puzzles() {
        // Each line is also the first of a text, which is looked at for a header.
        for comment in comments() {
            let line = format!("{}\n", PuzzleLine::new(&puzzle, Some(&comment)));
            let expected = [(puzzle.clone(), kept(&comment))];
            assert_eq!(records(&line), expected, "{line:?}");
        }
        let line = format!("{}\n", PuzzleLine::new(&puzzle, None));
        assert_eq!(records(&line), [(puzzle, None)]);
    }
}

#[test]
fn all_of_them_in_one_text() {
    let (mut text, mut expected) = (String::new(), Vec::new());
    for comment in comments() {
        for puzzle in puzzles() {
            text += &format!("{}\n", PuzzleLine::new(&puzzle, Some(&comment)));
            expected.push((puzzle, kept(&comment)));
        }
    }
    let found = records(&text);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
}

#[test]
fn a_comment_is_cut_where_the_line_would_be_too_long() {
    let puzzle = ".".repeat(81);
    let comment = "é".repeat(LONGEST_LINE);
    let line = PuzzleLine::new(&puzzle, Some(&comment)).to_string();
    assert!(line.len() <= LONGEST_LINE && line.len() > LONGEST_LINE - 3);
    let found = records(&line);
    assert_eq!(found[0].0, puzzle);
    let cut = found[0].1.as_ref().unwrap();
    assert!(cut.chars().all(|c| c == 'é'));
}

#[test]
fn a_blank_is_after_9x9_sudokus_and_a_tab_after_all_others() {
    let sudoku = ".".repeat(81);
    let line = PuzzleLine::new(&sudoku, Some("17 clues")).to_string();
    assert_eq!(line, format!("{sudoku} 17 clues"));
    let map = "map:4,RGYBR,1-2-3:2-3-4:4-5";
    let line = PuzzleLine::new(map, Some("3")).to_string();
    assert_eq!(line, format!("{map}\t3"));
}
