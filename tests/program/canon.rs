//! End-to-end tests of `gradus canon`: known forms, equal and different puzzles, identical
//! output for any number of threads and any memory, and clear errors for bad lines.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::thread;

use gradus::puzzles::sudoku::Puzzle;
use gradus::puzzles::sudoku::symmetry::{Canoniser, Symmetry};
use gradus_harness::puzzles::{DEPTH_3, EASY, NO_SOLUTION, puzzles};
use gradus_harness::random::Rng;
use gradus_harness::{Folder, compressed, finished, run, signal, sukaku};

use crate::GRADUS;

/// The minimal forms of [`DEPTH_3`] and [`EASY`].
const LEAST_3: &str =
    "........1.....2.......3..45..6.......71.8....23..67..8.827..1..6...23...7.381.6..";
const LEAST_EASY: &str =
    "................12....34........53.6..7.......21.8.....5.1..8..4........6..7.....";
/// A puzzle in minimal form, with an automorphism.
const MAURICIO: &str =
    ".....1..2....3..4...52..1....36...1..2..7...89....57....9..7....8.9....43...4..8.";

/// The minimal form of a puzzle.
fn least(text: &str) -> String {
    let puzzle: Puzzle = text.parse().unwrap();
    Canoniser::default().least(&puzzle).puzzle.to_string()
}

/// Puzzles with comments, in classes of very different sizes, all isomorphic within a class.
fn collection(count: usize, seed: u64) -> Vec<(String, String)> {
    let bases = puzzles(40);
    let mut random = Rng(seed);
    let line = |number| {
        let largest = 1 + random.below(bases.len());
        let base: Puzzle = bases[random.below(largest)].parse().unwrap();
        let image = Symmetry::random(|bound| random.below(bound)).apply(&base);
        (image.to_string(), format!("puzzle {number}"))
    };
    (0..count).map(line).collect()
}

fn text(lines: &[(String, String)]) -> String {
    lines
        .iter()
        .fold(String::new(), |mut text, (puzzle, comment)| {
            writeln!(text, "{puzzle} {comment}").unwrap();
            text
        })
}

#[test]
fn forms_and_comments_a_line() {
    let input = format!("{DEPTH_3} Loki, 2022\n# a remark\n\n{EASY}\n{MAURICIO};W 31\n");
    let run = GRADUS.fed(["canon", "-"], &input);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let expected = format!("{LEAST_3} Loki, 2022\n{LEAST_EASY}\n{MAURICIO} W 31\n");
    assert_eq!(run.out, expected);
    assert!(
        run.err
            .contains("3 puzzles read, 3 lines written, 0 lines rejected")
    );
    let run = GRADUS.fed(["canon", "-", "--automorphisms", "-q"], &input);
    let expected = format!("{LEAST_3} 1 Loki, 2022\n{LEAST_EASY} 1\n{MAURICIO} 2 W 31\n");
    assert_eq!((run.out, run.err), (expected, String::new()));
}

#[test]
fn all_that_can_be_read_has_a_form() {
    let folder = GRADUS.folder();
    let csv = format!("name,puzzle,comment\na,{DEPTH_3},b\n");
    folder.write("a.csv.gz", compressed(csv.as_bytes(), "gzip"));
    folder.write("b.txt", EASY);
    let run = folder.done("canon a.csv.gz b.txt");
    assert_eq!(run.out, format!("{LEAST_3} b\n{LEAST_EASY}\n"));
    let run = folder.done("canon a.csv.gz b.txt --limit 1");
    assert_eq!(run.out, format!("{LEAST_3} b\n"));
    folder.write("c.csv", format!("text\n{EASY}\n"));
    let run = folder.done("canon c.csv --column text");
    assert_eq!(run.out, format!("{LEAST_EASY}\n"));
}

#[test]
fn puzzles_without_and_with_many_solutions_grids_and_sukakus() {
    let empty = ".".repeat(81);
    let run = GRADUS.fed(["canon", "-", "--automorphisms"], &empty);
    assert_eq!(run.out, format!("{empty} 3359232\n"));
    let most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let run = GRADUS.fed(["canon", "-", "--automorphisms"], most);
    assert_eq!(run.out, format!("{most} 648\n"));
    let run = GRADUS.fed(["canon", "-"], NO_SOLUTION);
    assert_eq!((run.code, run.out), (Some(0), least(NO_SOLUTION) + "\n"));
    // Isomorphs have isomorphic candidates.
    let input = format!("{}\n{}\n", sukaku(DEPTH_3), sukaku(LEAST_3));
    let run = GRADUS.fed(["canon", "-"], input);
    let forms: Vec<&str> = run.out.lines().collect();
    assert_eq!(forms[0].len(), 729);
    assert_eq!(forms[0], forms[1]);
}

#[test]
fn the_solution_form() {
    let puzzle =
        "45.....6......17..8...............92....7.1..5...36..........58..1..7............";
    let form = ".2..5..8....1....6.9..3......1...........297........2....6.4.....6..8..1.........";
    let run = GRADUS.fed(["canon", "-", "--form", "solution"], puzzle);
    assert_eq!((run.code, run.out), (Some(0), format!("{form}\n")));
    let several = format!("{}1", ".".repeat(80));
    let input = format!("{several} many\n{NO_SOLUTION}\n{puzzle} one\n");
    let run = GRADUS.fed(["canon", "-", "--form", "solution"], &input);
    assert_eq!((run.code, run.out), (Some(3), format!("{form} one\n")));
    for said in [
        "-, line 1: several solutions: the solution form needs exactly one",
        "-, line 2: no solution: the solution form needs exactly one",
    ] {
        assert!(run.err.contains(said), "{}", run.err);
    }
    let run = GRADUS.fed(["canon", "-", "--form", "solution", "--strict"], &input);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert!(run.err.contains("line 1: several solutions"), "{}", run.err);
}

#[test]
fn bad_lines_are_reported_and_the_rest_is_written() {
    let input = format!("{EASY}\nno puzzle\nlatin:12\n{DEPTH_3} end\n");
    let run = GRADUS.fed(["canon", "-"], &input);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(run.out, format!("{LEAST_EASY}\n{LEAST_3} end\n"));
    assert!(run.err.contains("-, line 2: "), "{}", run.err);
    assert!(run.err.contains("-, line 3: "), "{}", run.err);
    assert!(run.err.contains("2 lines rejected"), "{}", run.err);
}

#[test]
fn puzzles_of_another_kind_have_no_form_here() {
    let latin = "latin:1..4.3.....1....";
    let run = GRADUS.fed(["canon", "-"], latin);
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{}", run.err);
    assert!(run.err.contains("line 1: not a 9×9 Sudoku"), "{}", run.err);
}

/// Runs with various threads and memory limits, which must all write this.
#[track_caller]
fn always(folder: &Folder, arguments: &str, expected: &str) {
    for options in [
        "--threads 1",
        "--threads 3",
        "--threads 2 --memory 0",
        "--threads 3 --memory 600",
        "--memory 2K",
    ] {
        let run = folder.done(&format!("canon {arguments} {options}"));
        for (line, expected) in run.out.lines().zip(expected.lines()) {
            assert_eq!(line, expected, "{arguments} {options}");
        }
        assert!(run.out == expected, "{arguments} {options}: not all lines");
    }
}

#[test]
fn the_first_of_each_class() {
    let folder = GRADUS.folder();
    let lines = collection(300, 1);
    folder.write("a.txt", text(&lines));
    let mut seen = HashSet::new();
    let expected: String = lines
        .iter()
        .map(|(puzzle, comment)| (least(puzzle), comment))
        .filter(|(form, _)| seen.insert(form.clone()))
        .map(|(form, comment)| format!("{form} {comment}\n"))
        .collect();
    assert!(seen.len() > 30, "there are {} classes", seen.len());
    always(&folder, "a.txt --unique", &expected);
    // The classes are the same in every form.
    let run = folder.done("canon a.txt --unique --form solution");
    assert_eq!(run.out.lines().count(), seen.len());
}

#[test]
fn without_those_of_other_files() {
    let folder = GRADUS.folder();
    let (lines, others) = (collection(200, 2), collection(12, 3));
    folder.write("a.txt", text(&lines));
    folder.write("b.txt", text(&others[..6]));
    folder.write("c.txt", text(&others[6..]));
    let known: HashSet<String> = others.iter().map(|(puzzle, _)| least(puzzle)).collect();
    let left: Vec<(String, &String)> = lines
        .iter()
        .map(|(puzzle, comment)| (least(puzzle), comment))
        .filter(|(form, _)| !known.contains(form))
        .collect();
    let line = |(form, comment): &(String, &String)| format!("{form} {comment}\n");
    let expected: String = left.iter().map(line).collect();
    assert!(left.len() > 50 && left.len() < 190, "{}", left.len());
    always(&folder, "a.txt --against b.txt c.txt", &expected);
    let mut seen = HashSet::new();
    let firsts = left.iter().filter(|(form, _)| seen.insert(form.clone()));
    let expected: String = firsts.map(line).collect();
    always(&folder, "a.txt --against b.txt c.txt --unique", &expected);
    // A bad line there is reported, too.
    folder.write("d.txt", "not a puzzle\n");
    let run = folder.run("canon a.txt --against d.txt");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.contains("d.txt, line 1: "), "{}", run.err);
}

#[test]
fn numbers_and_sizes_of_classes() {
    let folder = GRADUS.folder();
    let lines = collection(300, 4);
    folder.write("a.txt", text(&lines));
    let forms: Vec<String> = lines.iter().map(|(puzzle, _)| least(puzzle)).collect();
    let mut classes: HashMap<&str, (usize, usize)> = HashMap::new();
    for form in &forms {
        let number = classes.len() + 1;
        classes.entry(form).or_insert((number, 0)).1 += 1;
    }
    let line = |(form, (_, comment)): (&String, &(String, String))| {
        let (number, size) = classes[form.as_str()];
        format!("{form} {number} {size} {comment}\n")
    };
    let all: Vec<String> = forms.iter().zip(&lines).map(line).collect();
    always(&folder, "a.txt --classes", &all.concat());
    let mut seen = HashSet::new();
    let firsts = all
        .iter()
        .zip(&forms)
        .filter(|(_, form)| seen.insert(*form));
    let firsts: String = firsts.map(|(line, _)| line.as_str()).collect();
    always(&folder, "a.txt --classes --unique", &firsts);
    folder.write("b.txt", format!("{} x\n", lines[0].0));
    let run = folder.done("canon a.txt --classes --against b.txt --automorphisms --memory 0");
    let first = run.out.lines().next().unwrap();
    assert_eq!(first.split(' ').nth(2), Some("1"), "{first}");
    assert_eq!(run.out.lines().count(), 300 - classes[forms[0].as_str()].1);
}

#[test]
fn files_are_written_whole_and_never_replaced_unasked() {
    let folder = GRADUS.folder();
    folder.write("a.txt", format!("{DEPTH_3} x\n{EASY}\n"));
    let expected = format!("{LEAST_3} x\n{LEAST_EASY}\n");
    folder.done("canon a.txt -o b.txt");
    assert_eq!(folder.text("b.txt"), expected);
    folder.done("canon a.txt -o b.txt.zst");
    assert_eq!(folder.done("canon b.txt.zst").out, expected);
    folder.fails(
        "canon a.txt -o b.txt",
        "b.txt exists (use --force to overwrite it)",
    );
    folder.done("canon b.txt.zst --limit 1 -o b.txt --force");
    assert_eq!(folder.text("b.txt"), format!("{LEAST_3} x\n"));
    assert_eq!(folder.names(), ["a.txt", "b.txt", "b.txt.zst"]);
    for (arguments, said) in [
        ("canon a.txt -o a.txt --force", "is an input and an output"),
        (
            "canon b.txt --against a.txt -o a.txt --force",
            "is an input and an output",
        ),
        ("canon a.txt -o c.parquet", "lines of text, not a table"),
        ("canon a.txt --force", "--output"),
        ("canon a.txt -o - --force", "--force needs an output file"),
        ("canon a.txt --memory much", "500M"),
        ("canon - --against -", "stdin (-) cannot be both"),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments}: {}", run.err);
        assert!(run.err.contains(said), "{arguments}: {}", run.err);
    }
    assert_eq!(folder.text("a.txt"), format!("{DEPTH_3} x\n{EASY}\n"));
}

#[test]
fn a_device_is_written_to_and_never_replaced() {
    let folder = GRADUS.folder();
    folder.write("a.txt", EASY);
    for options in ["", " --force"] {
        let arguments = format!("canon a.txt -o /dev/full{options}");
        folder.fails(&arguments, "the disk is full: cannot write /dev/full");
    }
    let kind = std::fs::metadata("/dev/full").unwrap().file_type();
    assert!(!kind.is_file());
}

#[test]
fn a_temporary_file_that_cannot_be_written_is_named() {
    let folder = GRADUS.folder();
    folder.write("a.txt", EASY);
    let mut command = folder.command("canon a.txt --classes");
    let run = run(command.env("TMPDIR", folder.path("missing")));
    run.fails_with(&["cannot write a temporary file (TMPDIR names the directory)"]);
}

#[test]
fn who_reads_the_output_may_go_away() {
    let folder = GRADUS.folder();
    let mut child = folder.start_piped("canon - --quiet");
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        // The reader closes the pipe.
        while input.write_all(format!("{EASY}\n").as_bytes()).is_ok() {}
    });
    let run = finished(child);
    feeder.join().unwrap();
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn an_interrupt_leaves_no_half_of_a_file() {
    let folder = GRADUS.folder();
    let mut child = folder.start_piped("canon - -o o.txt --unique");
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(format!("{EASY}\n{DEPTH_3}\n").as_bytes())
        .unwrap();
    input.flush().unwrap();
    assert!(folder.wait_for_part("o.txt", &mut child));
    signal(&child, "INT");
    let run = finished(child);
    drop(input);
    assert_eq!(run.code, Some(130), "{}", run.err);
    assert!(run.err.contains("o.txt was not written"), "{}", run.err);
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn lines_are_handed_on_while_more_are_awaited() {
    use std::io::{BufRead, BufReader};
    let folder = GRADUS.folder();
    let mut child = folder.start_piped("canon - --unique");
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    // One puzzle more than a batch.
    for puzzle in puzzles(40) {
        writeln!(input, "{puzzle}").unwrap();
    }
    input.flush().unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line.trim_end(), least(&puzzles(1)[0]));
    drop(input);
    assert_eq!(finished(child).code, Some(0));
}
