//! Records of text, recognised by its first line: a CSV or TSV table if that is a

use gradus_table::input::*;

type Found = (u64, String, Option<String>);

/// The records with their faults in the place of puzzles.
fn records(text: &str) -> Vec<Found> {
    let mut records = text_records(text.as_bytes(), &ReadOptions::default());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut all = Vec::new();
    while let Some(fields) = records.next().expect("memory can be read") {
        let puzzle = fields
            .fault
            .map_or_else(|| text(fields.puzzle), str::to_string);
        all.push((fields.line, puzzle, fields.comment.map(text)));
    }
    all
}

fn record(line: u64, puzzle: &str, comment: Option<&str>) -> Found {
    (line, puzzle.to_string(), comment.map(str::to_string))
}

#[test]
fn plain_lines_with_comments() {
    let all = records("# head\n\n12;a;b\r\n34\tx \n56,\n78 # no\n");
    let expected = [
        record(3, "12", Some("a;b")),
        record(4, "34", Some("x")),
        record(5, "56", None),
        record(6, "78", Some("# no")),
    ];
    assert_eq!(all, expected);
}

#[test]
fn a_table_has_its_columns_anywhere() {
    let all = records("n,\"Puzzle\",comment\n1,12,\"a \"\"b\"\", c\"\n# x\n2,\"34\"\n");
    let expected = [record(2, "12", Some("a \"b\", c")), record(4, "34", None)];
    assert_eq!(all, expected);
    assert_eq!(records("puzzle\tn\n12\t3\n"), [record(2, "12", None)]);
    assert_eq!(records("puzzle\n12\n"), [record(2, "12", None)]);
}

#[test]
fn an_empty_first_field_is_one() {
    let all = records("source\tpuzzle\n\t12\na\t34\n");
    assert_eq!(all, [record(2, "12", None), record(3, "34", None)]);
}

#[test]
fn a_puzzle_is_no_header_whatever_is_said_of_it() {
    let puzzle = ".".repeat(81);
    let all = records(&format!("{puzzle},puzzle\n{puzzle}\n"));
    assert_eq!(
        all,
        [record(1, &puzzle, Some("puzzle")), record(2, &puzzle, None)]
    );
}

#[test]
fn a_quote_that_is_not_closed_ends_with_its_line() {
    let all = records("comment,puzzle\n\"a,12\nb,34\n");
    assert_eq!(all[0].1, "a quote is not closed on this line");
    assert_eq!(all[1..], [record(3, "34", Some("b"))]);
}

#[test]
fn fields_without_a_column_are_not_lost_in_silence() {
    let all = records("puzzle,a\n12,b,\n34,b,c\n");
    assert_eq!(all[0], record(2, "12", None));
    assert_eq!(all[1].1, "it has 3 fields, and the header has 2");
}

#[test]
fn a_header_without_a_puzzle_column() {
    let puzzle = ".".repeat(81);
    let all = records(&format!("id,sudoku\n1,{puzzle}\n2,{puzzle}\n"));
    assert_eq!(all, [record(2, &puzzle, None), record(3, &puzzle, None)]);
    let all = records(&format!("sudoku,id\n{puzzle},1\n"));
    assert_eq!(all, [record(2, &puzzle, None)]);
    let all = records(&format!("Top 95, sorted\nby, gsf\n{puzzle}\n"));
    assert_eq!(all.len(), 3);
    let text = "id,sudoku\n1,a\n";
    let mut records = text_records(text.as_bytes(), &ReadOptions::default());
    let said = "no column is called puzzle, and none contains puzzles: the columns are id, sudoku";
    assert_eq!(records.next().unwrap_err().to_string(), said);
}

#[test]
fn grids_with_titles_between_lines() {
    let row = "53..7....";
    let grid = format!("{row}\n").repeat(9);
    let puzzle = row.repeat(9);
    let boxed = "+---+---+---+\n|53.|.7.|...|\n|53.|.7.|...|\n|53.|.7.|...|\n".repeat(3);
    let text =
        format!("Grid 01\n{grid}Grid 02\n{grid}\n{boxed}+---+---+---+\n\n{puzzle} one\n{grid}");
    let expected = [
        record(2, &puzzle, Some("Grid 01")),
        record(12, &puzzle, Some("Grid 02")),
        record(22, &puzzle, None),
        record(36, &puzzle, Some("one")),
        record(37, &puzzle, None),
    ];
    assert_eq!(records(&text), expected);
    let bands = format!("{row}\n{row}\n{row}\n\n").repeat(3);
    assert_eq!(records(&bands), [record(1, &puzzle, None)]);
    let short = format!("{row}\n{row}\n\n{puzzle}\n");
    assert_eq!(records(&short)[0].0, 1);
    assert_eq!(records(&short)[1..], [record(4, &puzzle, None)]);
}

#[test]
fn files_of_sadman_sudoku() {
    let row = "53..7....";
    let grid = format!("{row}\n").repeat(9);
    let text = format!("#Aauthor\n[Puzzle]\n{grid}[State]\n{grid}[Puzzle]\n{grid}");
    let puzzle = row.repeat(9);
    let expected = [record(3, &puzzle, None), record(23, &puzzle, None)];
    assert_eq!(records(&text), expected);
}

#[test]
fn objects_with_a_puzzle() {
    let text = "{\"id\":1,\"Puzzle\":\"12\",\"comment\":\"a\"}\n{\"id\":2}\n[]\n";
    let all = records(text);
    assert_eq!(all[0], record(1, "12", Some("a")));
    assert_eq!(all[1].1, "no column is called Puzzle: the columns are id");
    assert!(all[2].1.starts_with("not a JSON object"));
}

#[test]
fn generators_are_remembered() {
    let text = "12\n# gradus generate top-down seed=1\n";
    let mut records = text_records(text.as_bytes(), &ReadOptions::default());
    while records.next().expect("memory can be read").is_some() {}
    assert_eq!(records.generated(), ["top-down seed=1"]);
}

#[test]
fn rows_and_borders_of_grids() {
    let row = "53..7..0.";
    let boxed = "│ 5 3 . │ . 7 . │ . 0 . │";
    let spaced = "5 3 . | . 7 . | . 0 .";
    for line in [row, "|53.|.7.|.0.|", spaced, "5,3,.,.,7,.,.,0,.", boxed] {
        let lines = format!("{line}\n").repeat(8);
        let all = records(&format!("Grid\n{row}\n{lines}"));
        assert_eq!(all, [record(2, &row.repeat(9), Some("Grid"))], "{line}");
    }
    for border in [
        "-----------",
        "------+-------+------",
        "*-----------*",
        "+===+===+===+",
        "├──┼──┤",
        ":---+---+---.",
    ] {
        let band = format!("{border}\n{row}\n{row}\n{row}\n");
        let all = records(&format!("Grid\n{}{border}\n", band.repeat(3)));
        assert_eq!(all, [record(2, &row.repeat(9), Some("Grid"))], "{border}");
    }
    for line in [
        "12",
        "1234567891",
        "row 123456789",
        ",,",
        "..........",
        "--",
    ] {
        let all = records(&format!("Grid\n{row}\n{line}\n"));
        assert!(all[0].1.ends_with("has 9 rows, and this one 1"), "{line}");
    }
}

#[test]
fn lines_of_dashes_are_rows_if_a_grid_needs_them() {
    let row = "1--------";
    let whole = |rows: &[&str]| records(&format!("Grid\n{}\n", rows.join("\n"))).remove(0).1;
    let with_border = [row, row, row, "---------", row, row, row, row, row, row];
    assert_eq!(whole(&with_border), row.repeat(9));
    let with_empty = [row, row, row, "---|---|---", row, row, row, row, row];
    let cells = [row.repeat(3), "---------".into(), row.repeat(5)].concat();
    assert_eq!(whole(&with_empty), cells);
    assert!(whole(&[row; 8]).contains("this one 8"));
}

#[test]
fn quotes_and_libraries() {
    let split = |line: &str| {
        let mut buffer = Vec::new();
        let SplitLine {
            puzzle, comment, ..
        } = split_line(line.as_bytes(), None, &mut buffer);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(puzzle), comment.map(text))
    };
    assert_eq!(split("\"12\", a"), ("12".into(), Some("a".into())));
    assert_eq!(split(" '12',"), ("12".into(), None));
    assert_eq!(split("\"12"), ("\"12".into(), None));
    let line = format!(":0000:x:+1{}2:123::", ".".repeat(79));
    let puzzle = format!("{}2", ".".repeat(80));
    assert_eq!(split(&line), (puzzle, Some(line)));
    assert_eq!(split(":0:x:12:"), (":0:x:12:".into(), None));
}
