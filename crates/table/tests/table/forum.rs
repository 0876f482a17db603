//! Puzzles as forums and other programs write them: among other words, and as grids with the
//! candidates of each cell.

use gradus_table::input::{ReadOptions, Records, text_records};

const P: &str = "......1.5.2..3....4..6..7..8...9......6.......5...2.....7..4..3....8..2.5.1......";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const LATIN: &str = "latin:1..4.3.....1....";

type Read = Result<(String, Option<String>), String>;

fn read_with(text: &str, kind: Option<&str>) -> Vec<Read> {
    let options = ReadOptions {
        kind: kind.map(str::to_string),
        ..ReadOptions::default()
    };
    let mut records = text_records(text.as_bytes(), &options);
    let mut all = Vec::new();
    while let Some(fields) = records.next().unwrap() {
        let read = fields.parse();
        let read = read.map(|record| (record.puzzle.to_string(), record.comment));
        all.push(read.map_err(|bad| bad.reason));
    }
    all
}

fn read(text: &str) -> Vec<Read> {
    read_with(text, None)
}

#[track_caller]
fn becomes(line: &str, puzzle: &str, comment: &str) {
    let comment = (!comment.is_empty()).then(|| comment.to_string());
    let expected = [Ok((puzzle.to_string(), comment))];
    assert_eq!(read(line), expected, "{line}");
    // In a file, it is a line among others.
    let among = format!("{SOLVED} before\n{line}\n{SOLVED} after\n");
    let among = read(&among);
    assert_eq!(among.len(), 3, "{among:?}");
    assert_eq!(among[1..2], expected, "{line}");
}

#[test]
fn the_only_word_that_is_a_puzzle_is_the_puzzle() {
    becomes(&format!("1) {P} ED=8.0/1.2/1.2"), P, "1) ED=8.0/1.2/1.2");
    becomes(&format!("#12 {P} hard"), P, "#12 hard");
    becomes(&format!("#3) {P}"), P, "#3)");
    becomes(&format!("12. {P}"), P, "12.");
    becomes(&format!("• {P}"), P, "•");
    becomes(&format!("•{P}"), P, "•");
    becomes(&format!("* {P} # te 1"), P, "* # te 1");
    becomes(&format!("- {P}"), P, "-");
    becomes(&format!("“{P}” by me"), P, "by me");
    becomes(&format!("No. 5: ({P})"), P, "No. 5:");
    becomes(&format!("1,{P},8.0"), P, "1 8.0");
    becomes(&format!("7;{P};x"), P, "7 x");
    becomes(&format!("1\t{P}\t8.0"), P, "1 8.0");
    becomes(&format!("1)\t{LATIN}\tsmall"), LATIN, "1) small");
    becomes(&format!("No. 5: {LATIN}"), LATIN, "No. 5:");
    becomes(&format!("#5 {LATIN} small"), LATIN, "#5 small");
    becomes(&format!("SE=8.0:{P}"), P, "SE=8.0:");
    becomes(&format!("1) [{P}], T&E(1)"), P, "1) T&E(1)");
}

#[test]
fn what_begins_with_a_puzzle_is_read_as_ever() {
    becomes(&format!("{P} {SOLVED}"), P, SOLVED);
    becomes(&format!("{P},{SOLVED}"), P, SOLVED);
    becomes(&format!("\"{P}\", {SOLVED}"), P, SOLVED);
    becomes(&format!("{LATIN} {P}"), LATIN, P);
}

#[test]
fn several_puzzles_and_damaged_ones_are_not_guessed_at() {
    let several = "several words of this line are puzzles";
    let found = read(&format!("1) {P} {SOLVED}"));
    assert!(
        found[0].as_ref().is_err_and(|why| why.starts_with(several)),
        "{found:?}"
    );
    // A character is missing: the other word may be its solution.
    let short = &P[1..];
    let found = read(&format!("{short} {SOLVED}"));
    let said = "80 characters: a puzzle has 81 (or 729 for a sukaku)";
    assert_eq!(found, [Err(said.to_string())]);
    // A line that names its kind is of this kind, or wrong.
    let found = read(&format!("latin:12 {P}"));
    assert!(found[0].is_err(), "{found:?}");
}

#[test]
fn objects_are_objects_even_if_a_word_in_them_is_a_puzzle() {
    let object = format!("{{\"comment\": \"3\", \"puzzle\": \"{P}\"}}");
    let expected = Ok((P.to_string(), Some("3".to_string())));
    assert_eq!(read(&object), [expected]);
    // Among lines of puzzles, an object is none.
    assert!(read(&format!("{P}\n{object}\n"))[1].is_err());
}

#[test]
fn remarks_stay_remarks() {
    for line in [
        "# a remark".to_string(),
        format!("#{P}"),
        format!("# {P}"),
        format!("## {P}"),
        format!("#left out: {P}"),
        "#12".to_string(),
        "#12 is easy".to_string(),
    ] {
        assert_eq!(
            read(&format!("{line}\n{P}\n")),
            [Ok((P.to_string(), None))],
            "{line}"
        );
    }
}

#[test]
fn errors_fit_the_text() {
    let neither = "neither 81 characters (729 for a sukaku) nor KIND:DATA";
    for line in ["1) hello", "hello", "1", "1. e4 e5"] {
        assert_eq!(read(line), [Err(neither.to_string())], "{line}");
    }
}

/// Rows of candidates, as plain words.
const CANDIDATES: [&str; 9] = [
    "45678 4678 1 5678 5789 2 689 6789 3",
    "35678 3678 3579 5678 1 35689 2689 4 2679",
    "2 3678 379 4 3789 3689 5 16789 1679",
    "134 1234 6 125 245 7 1349 1359 8",
    "1478 5 47 168 468 1468 13469 2 14679",
    "9 1278 27 3 2568 1568 146 1567 1467",
    "467 24679 8 2679 234679 13469 123469 13569 5",
    "3457 2347 9 258 234578 6 12348 1358 124",
    "1 2346 2345 9 23458 3458 7 368 246",
];

fn sukaku() -> String {
    let cells = CANDIDATES.iter().flat_map(|row| row.split(' '));
    let cell = |text: &str| -> String {
        ('1'..='9')
            .map(|d| if text.contains(d) { d } else { '.' })
            .collect()
    };
    cells.map(cell).collect()
}

/// The rows with some text before each of three boxes and after the last.
fn boxed(before: [&str; 3], between: &str, after: &str) -> Vec<String> {
    let row = |row: &&str| {
        let cells: Vec<&str> = row.split(' ').collect();
        let boxes = cells.chunks(3).zip(before);
        let boxes = boxes.map(|(cells, before)| format!("{before}{}", cells.join(between)));
        boxes.collect::<String>() + after
    };
    CANDIDATES.iter().map(row).collect()
}

#[track_caller]
fn is_sukaku(text: &str) {
    assert_eq!(read(text), [Ok((sukaku(), None))], "{text}");
    let titled = format!("{P} first\n{text}\n{P} last\n");
    let found = read(&titled);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[1], Ok((sukaku(), None)));
}

#[test]
fn grids_of_candidates_are_sukakus() {
    // Without borders, and with blank lines between the bands.
    is_sukaku(&format!("{}\n", CANDIDATES.join("\n")));
    let bands: Vec<String> = CANDIDATES.chunks(3).map(|band| band.join("\n")).collect();
    is_sukaku(&bands.join("\n\n"));
    // As explain prints them.
    let rows = boxed(["| ", " | ", " | "], "  ", " |");
    let rule = "+-----------------------+--------------------+-------------------+";
    let mut lines = vec![rule.to_string()];
    for band in rows.chunks(3) {
        lines.extend(band.iter().cloned());
        lines.push(rule.to_string());
    }
    is_sukaku(&lines.join("\n"));
    // As HoDoKu copies them.
    let (top, middle, bottom) = (
        ".------------------------.----------------------.----------------------------.",
        ":------------------------+----------------------+----------------------------:",
        "'------------------------'----------------------'----------------------------'",
    );
    let rows = boxed(["| ", " | ", " | "], "   ", " |");
    let text = [
        &[top.to_string()],
        &rows[..3],
        &[middle.to_string()],
        &rows[3..6],
        &[middle.to_string()],
        &rows[6..],
        &[bottom.to_string()],
    ]
    .concat()
    .join("\n");
    is_sukaku(&text);
    // As forums show them, wider than a puzzle.
    let rows = boxed([" | ", "     | ", "     | "], "        ", "      |");
    assert!(rows.iter().any(|row| row.len() > 81));
    let edge = format!(" *{}*", "-".repeat(99));
    let rule = format!(
        " |{}|",
        ["-".repeat(32), "-".repeat(32), "-".repeat(33)].join("+")
    );
    let text = [
        std::slice::from_ref(&edge),
        &rows[..3],
        std::slice::from_ref(&rule),
        &rows[3..6],
        std::slice::from_ref(&rule),
        &rows[6..],
        std::slice::from_ref(&edge),
    ]
    .concat()
    .join("\n");
    is_sukaku(&text);
    // With lines of box-drawing characters.
    let rows = boxed(["│ ", " │ ", " │ "], " ", " │");
    let text = [
        &["┌─────────┬─────────┬─────────┐".to_string()],
        &rows[..3],
        &["├─────────┼─────────┼─────────┤".to_string()],
        &rows[3..6],
        &["├─────────┼─────────┼─────────┤".to_string()],
        &rows[6..],
        &["└─────────┴─────────┴─────────┘".to_string()],
    ]
    .concat()
    .join("\n");
    is_sukaku(&text);
    // The candidates of a step have signs.
    let marked = CANDIDATES.join("\n").replace("45678", "4-567+8x");
    assert_eq!(read(&marked), [Ok((sukaku(), None))]);
}

#[test]
fn grids_of_candidates_have_titles_and_faults() {
    let text = format!("Grid 7, after Singles\n{}\n", CANDIDATES.join("\n"));
    let expected = Ok((sukaku(), Some("Grid 7, after Singles".to_string())));
    assert_eq!(read(&text), [expected]);
    let short = CANDIDATES[..8].join("\n");
    let said = "a grid over several lines has 9 rows, and this one 8";
    assert_eq!(read(&short), [Err(said.to_string())]);
    let empty = CANDIDATES
        .join("\n")
        .replace("2 3678 379 4 3789 3689 5 16789 1679", "2..4.15.7");
    let said = "row 3 of the grid has a cell without candidates";
    assert_eq!(read(&empty), [Err(said.to_string())]);
    // Of another kind, nothing is a grid.
    assert_eq!(read_with(&short, Some("latin")).len(), 8);
}

#[test]
fn a_row_of_decided_cells_is_part_of_such_a_grid() {
    let text = CANDIDATES
        .join("\n")
        .replace(CANDIDATES[8], "1 2 3 9 4 5 7 8 6");
    let found = read(&text);
    let Ok((puzzle, None)) = &found[0] else {
        panic!("{found:?}");
    };
    assert_eq!(&puzzle[72 * 9..73 * 9], "1........");
    assert_eq!(puzzle.len(), 729);
}
