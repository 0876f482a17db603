//! Arguments mean the same everywhere: a puzzle is a puzzle, `-` is stdin, and anything else is
//! a file, a directory or a glob.

use gradus_harness::Folder;
use gradus_harness::puzzles::{DEPTH_1, EASY, LONGER_WHIPS, NO_SOLUTION};

use crate::GRADUS;

/// A puzzle as a grid with boxes.
fn boxed(puzzle: &str) -> String {
    let border = "+-------+-------+-------+\n";
    let row = |row: usize| {
        let cells = &puzzle[9 * row..9 * row + 9];
        let parts = [0, 3, 6].map(|at| cells[at..at + 3].split("").collect::<Vec<_>>().join(" "));
        format!("|{}|\n", parts.join("|"))
    };
    let band =
        |band: usize| border.to_string() + &(3 * band..3 * band + 3).map(row).collect::<String>();
    (0..3).map(band).collect::<String>() + border
}

/// Commands that write something for every puzzle.
const COMMANDS: &[&str] = &[
    "rate --ratings te",
    "solve",
    "canon",
    "isomorph",
    "expand",
    "minimals --sample 1",
    "neighbours --minimal --in-solution --first 1",
    "classify --ratings te -o -",
];

#[test]
fn a_puzzle_a_grid_a_file_and_stdin_are_read_alike() {
    let folder = Folder::new(GRADUS);
    folder.write_lines("a/puzzle.txt", &[DEPTH_1]);
    for command in COMMANDS {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        let grid = boxed(DEPTH_1);
        let bare = grid.replace(['+', '|', ' '], "");
        let mut outputs = Vec::new();
        for input in [DEPTH_1, &grid, &bare, "a/puzzle.txt", "a", "a/*.txt"] {
            arguments.push(input);
            let mut program = folder.command("");
            let run = gradus_harness::run(program.args(&arguments));
            assert_eq!(run.code, Some(0), "{command} {input}: {}", run.err);
            outputs.push(run.out);
            arguments.pop();
        }
        let fed = folder.fed(&format!("{command} -"), format!("{DEPTH_1}\n").as_bytes());
        outputs.push(fed.out);
        for output in &outputs[1..] {
            assert_eq!(output, &outputs[0], "{command}");
        }
        assert!(!outputs[0].is_empty(), "{command}");
    }
}

#[test]
fn explain_and_hunt_read_them_too() {
    let folder = Folder::new(GRADUS);
    folder.write_lines("one.txt", &[DEPTH_1]);
    let of_puzzle = folder.done(&format!("explain {DEPTH_1}")).out;
    assert_eq!(folder.done("explain one.txt").out, of_puzzle);
    let grid = GRADUS.run(["explain", &boxed(DEPTH_1)]);
    assert_eq!(grid.out, of_puzzle, "{}", grid.err);
    for (input, name) in [(DEPTH_1, "a.csv"), ("one.txt", "b.csv")] {
        folder.done(&format!(
            "hunt {input} --maximise w --max-generations 1 -q -o {name}"
        ));
    }
    assert_eq!(folder.read("a.csv"), folder.read("b.csv"));
}

#[test]
fn rate_reads_files_in_all_formats() {
    let folder = Folder::new(GRADUS);
    folder.write_lines("a.txt", &[EASY, DEPTH_1, LONGER_WHIPS]);
    folder.write(
        "b.csv",
        format!("id,quiz\n1,{EASY}\n2,{DEPTH_1}\n3,{LONGER_WHIPS}\n"),
    );
    let rows = folder.done("rate a.txt --ratings te").out;
    assert_eq!(rows.lines().count(), 4);
    assert_eq!(folder.done("rate b.csv --ratings te").out, rows);
    assert_eq!(
        folder.done("rate b.csv --ratings te --column quiz").out,
        rows
    );
    let some = folder
        .done("rate a.txt --ratings te --skip 1 --first 1")
        .out;
    assert_eq!(some.lines().nth(1), rows.lines().nth(2));
    assert_eq!(some.lines().count(), 2);
    assert_eq!(folder.run("rate b.csv --column none").code, Some(2));
    folder.write("c.txt", format!("{EASY}\n{NO_SOLUTION}\n"));
    let run = folder.run("rate c.txt");
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("c.txt, line 2: "), "{}", run.err);
    let run = folder.run("rate c.txt --strict");
    assert_eq!(
        (run.code, run.out.lines().count()),
        (Some(1), 2),
        "{}",
        run.err
    );
    let run = folder.run("rate puzle.txt");
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("; no file has this name"), "{}", run.err);
    assert_eq!(folder.run("rate - -").code, Some(2));
    for text in [&EASY[..80], "latin:12", "1\n2"] {
        let run = gradus_harness::run(folder.command("solve").arg(text));
        assert_eq!(run.code, Some(1), "{text}");
        let first = text.lines().next().unwrap();
        assert!(
            run.err.contains(first) && !run.err.contains("cannot read"),
            "{}",
            run.err
        );
    }
}

#[test]
fn skipped_puzzles_keep_their_rows() {
    let folder = Folder::new(GRADUS);
    folder.write_lines("a.txt", &[EASY, DEPTH_1, LONGER_WHIPS]);
    folder.done("classify a.txt --ratings te -q -o all.csv");
    folder.done("classify a.txt --ratings te -q --skip 1 --first 1 -o some.csv");
    let (all, some) = (folder.text("all.csv"), folder.text("some.csv"));
    let expected: Vec<&str> = [0, 2].map(|line| all.lines().nth(line).unwrap()).to_vec();
    assert_eq!(some.lines().collect::<Vec<_>>(), expected);
    assert!(folder.text("some.csv.meta.json").contains("\"skip\":1"));
    assert!(!folder.text("all.csv.meta.json").contains("skip"));
    let solved = folder.done("solve a.txt --skip 2").out;
    assert_eq!(solved, folder.done(&format!("solve {LONGER_WHIPS}")).out);
}

#[test]
fn some_rejected_lines_may_be_allowed() {
    let folder = Folder::new(GRADUS);
    folder.write("a.txt", format!("{EASY}\nnonsense\n{NO_SOLUTION}\n"));
    for command in [
        "solve a.txt",
        "rate a.txt",
        "classify a.txt --force -o o.csv",
    ] {
        for (most, code) in [("0", 3), ("1", 3), ("2", 0)] {
            let run = folder.run(&format!("{command} --max-rejects {most}"));
            assert_eq!(run.code, Some(code), "{command} {most}: {}", run.err);
        }
    }
}

#[test]
fn times_have_units() {
    for time in ["100", "100s", "2m", "1h"] {
        let run = GRADUS.run(["rate", EASY, "--timeout", time]);
        assert_eq!(run.code, Some(0), "{time}: {}", run.err);
    }
    for time in ["0", "0s", "x", "5w"] {
        assert_eq!(
            GRADUS.run(["rate", EASY, "--timeout", time]).code,
            Some(2),
            "{time}"
        );
    }
}

#[test]
fn lines_of_a_template() {
    let folder = Folder::new(GRADUS);
    folder.write("a.txt", format!("{DEPTH_1} a comment\n{EASY}\n"));
    let rate = |template: &str| {
        let run = gradus_harness::run(folder.command("rate a.txt").args(["--format", template]));
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{template}");
        run.out
    };
    assert_eq!(rate("%p %W %te"), format!("{DEPTH_1} 4 1\n{EASY} 0 0\n"));
    assert_eq!(rate("%c;%{w}x%clues%%"), "a comment;4x25%\n;0x17%\n");
    assert_eq!(rate("%bpb\\t%w_status"), "-\texact\n-\texact\n");
    let limited = folder.done("rate a.txt --max-length 2 --format %W").out;
    assert_eq!(limited, "≥3\n0\n");
    for (template, said) in [
        ("%bbq", "did you mean"),
        ("%qqq", "unknown placeholder %qqq"),
        ("50 %", "a % needs the name of a column"),
    ] {
        let run = GRADUS.run(["rate", EASY, "--format", template]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{template}");
        assert!(run.err.contains(said), "{}", run.err);
    }
    assert_eq!(
        GRADUS.run(["rate", EASY, "--format", "%w", "--json"]).code,
        Some(2)
    );
}
