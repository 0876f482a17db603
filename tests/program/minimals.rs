//! End-to-end tests of `gradus minimals`.

use gradus::puzzles::book;
use gradus::puzzles::sudoku::Grid;
use gradus::puzzles::sudoku::solver::{GridSolutions, is_minimal, solve};
use gradus_harness::puzzles::{EASY, sukaku};

use crate::GRADUS;

/// A puzzle of the manual (13.10) with redundant clues.
const REDUNDANT: &str =
    "6.......1.2.....4...7...8....41.59..381697425..93.26....6...7...9.....8.1.......3";

fn grid(text: &str) -> Grid {
    text.parse::<gradus::puzzles::sudoku::Puzzle>()
        .unwrap()
        .givens()
}

fn assert_minimal(text: &str) {
    let puzzle = grid(text);
    let GridSolutions::One(solution) = solve(&puzzle) else {
        panic!("{text} has not one solution");
    };
    assert!(is_minimal(&puzzle, &solution), "{text}");
}

/// The minimals of the books' puzzles: the puzzles themselves, if declared minimal.
#[test]
fn the_puzzles_of_the_books() {
    let book: Vec<_> = book::puzzles()
        .into_iter()
        .filter(|e| e.solutions == 1)
        .collect();
    let input: String = book
        .iter()
        .map(|e| format!("{} {}\n", e.puzzle, e.id))
        .collect();
    let run = GRADUS.fed(["minimals", "-", "--limit", "1000"], &input);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let mut minimal = 0;
    for entry in &book {
        let said = |line: &&str| line.split_once(' ').unwrap().1 == entry.id;
        let found: Vec<&str> = run
            .out
            .lines()
            .filter(said)
            .map(|line| &line[..81])
            .collect();
        assert!(found.is_sorted() && !found.is_empty(), "{}", entry.id);
        found.iter().for_each(|text| assert_minimal(text));
        let itself = found == [entry.puzzle.as_str()];
        assert_eq!(Some(itself), entry.minimal, "{}", entry.id);
        minimal += usize::from(itself);
    }
    assert_eq!(minimal, 231);
}

#[test]
fn a_limit_is_said() {
    let all = GRADUS.fed(["minimals", "-"], format!("{REDUNDANT} a\n"));
    let number = all.out.lines().count();
    assert!(number > 1, "{}", all.out);
    assert!(!all.err.contains("more than"), "{}", all.err);
    let input = format!("{REDUNDANT} a\n{EASY} b\n");
    let some = GRADUS.fed(["minimals", "-", "--limit", "1"], &input);
    assert_eq!(some.code, Some(0), "{}", some.err);
    assert_eq!(some.out.lines().count(), 2);
    assert!(
        some.err.contains("1 puzzle has more than 1 minimal"),
        "{}",
        some.err
    );
    assert!(some.err.contains(REDUNDANT), "{}", some.err);
    // No warning if the limit had no effect.
    let enough = number.to_string();
    let enough = GRADUS.fed(["minimals", "-", "--limit", &enough], &input);
    assert_eq!(enough.out.lines().count(), number + 1);
    assert!(!enough.err.contains("more than"), "{}", enough.err);
    // The warning appears with --quiet, too: it is not progress.
    let quiet = GRADUS.fed(["minimals", "-", "--limit", "1", "--quiet"], &input);
    assert!(quiet.err.contains("more than"), "{}", quiet.err);
    assert_eq!(GRADUS.run(["minimals", "-", "--limit", "0"]).code, Some(2));
}

#[test]
fn samples() {
    let solved =
        "673894512912735486845612973798261354526473891134589267469128735287356149351947628";
    let sample = |draws: &str, seed: &str| {
        let options = ["minimals", "-", "--sample", draws, "--seed", seed];
        let run = GRADUS.fed(options, format!("{solved} grid\n"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    let some = sample("20", "1");
    assert_eq!(some.lines().count(), 20);
    for line in some.lines() {
        let (puzzle, comment) = line.split_once(' ').unwrap();
        assert_minimal(puzzle);
        assert_eq!(comment, "grid");
    }
    assert_eq!(sample("20", "1"), some);
    assert_ne!(sample("20", "2"), some);
    assert_eq!(GRADUS.run(["minimals", "-", "--seed", "1"]).code, Some(2));
    let both = GRADUS.run(["minimals", "-", "--sample", "1", "--limit", "1"]);
    assert_eq!(both.code, Some(2));
    // The position in the input does not matter.
    let later = format!("{EASY}\n{solved} grid\n");
    let run = GRADUS.fed(["minimals", "-", "--sample", "20", "--seed", "1"], later);
    assert!(run.out.ends_with(&some));
}

#[test]
fn what_has_no_clues_is_reported() {
    let input = format!("{}\nlatin:1..4.3.....1....\n", sukaku(EASY));
    for command in ["minimals", "neighbours"] {
        let run = GRADUS.fed([command, "-"], &input);
        assert_eq!(run.code, Some(3), "{}", run.err);
        assert!(run.err.contains("line 1: a sukaku"), "{}", run.err);
        assert!(run.err.contains("line 2: not a 9×9 Sudoku"), "{}", run.err);
        assert_eq!(run.out, "");
    }
}
