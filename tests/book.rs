//! Golden values: every line of `data/book-puzzles.jsonl`, every property that
//! the engine computes. The number of values checked is itself checked, so that
//! none is skipped silently.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use gradus::book::{self, BookPuzzle, Printed};
use gradus::csp::{Kernel, Labels, State};
use gradus::rating::{Rejection, Request, classify};
use gradus::rules::{Brt, Theory, Whips1};
use gradus::sudoku::solver::{Solutions, is_minimal, solve};
use gradus::sudoku::{Boards, Puzzle, SudokuKernel};
use gradus::te::TrialAndError;

/// Counts and T&E depth only.
fn request() -> Request {
    Request {
        names: "te".parse().unwrap(),
        ..Request::default()
    }
}

/// Compares measured values with expected ones and counts them by property.
#[derive(Default)]
struct Checks(BTreeMap<&'static str, usize>);

impl Checks {
    fn count(&mut self, property: &'static str) {
        *self.0.entry(property).or_default() += 1;
    }

    /// Compares with the expected value of the property, if the entry has one.
    fn number(&mut self, entry: &BookPuzzle, property: &'static str, measured: impl Into<u64>) {
        if let Some(expected) = entry.expected(property) {
            let measured = Printed::Number(measured.into());
            assert_eq!(&measured, expected, "{property} of {}", entry.id);
            self.count(property);
        }
    }
}

fn parse(entry: &BookPuzzle) -> Puzzle {
    let puzzle: Puzzle = entry.puzzle.parse().unwrap();
    assert_eq!(puzzle.to_string(), entry.puzzle, "{}", entry.id);
    puzzle
}

/// Pairs of candidates in one variable, over all variables.
fn csp_links(kernel: &SudokuKernel, state: &State<Boards>) -> usize {
    let (model, candidates) = (kernel.model(), state.candidates());
    let pairs = |variable| {
        let labels = model.labels_of(variable).iter();
        let count = labels.filter(|&&l| candidates.contains(l)).count();
        count * count.saturating_sub(1) / 2
    };
    model.variables().map(pairs).sum()
}

/// Whether a theory solves the puzzle.
fn solves(theory: impl Theory<SudokuKernel>, puzzle: &Puzzle) -> bool {
    let mut state = puzzle.state().unwrap();
    theory.close(&SudokuKernel::new(), &mut state) && state.is_decided()
}

#[test]
fn counts_of_candidates_and_links() {
    let kernel = SudokuKernel::new();
    let mut checks = Checks::default();
    for entry in &book::puzzles() {
        let puzzle = parse(entry);
        let initial = puzzle.state().unwrap();
        let (mut brt, mut w1) = (initial.clone(), initial.clone());
        assert!(Brt.close(&kernel, &mut brt), "{}", entry.id);
        assert!(Whips1.close(&kernel, &mut w1), "{}", entry.id);
        checks.number(entry, "clues", puzzle.clues() as u64);
        checks.number(entry, "candidates", initial.candidate_count() as u64);
        checks.number(entry, "csp_links", csp_links(&kernel, &initial) as u64);
        checks.number(entry, "candidates_brt", brt.candidate_count() as u64);
        checks.number(entry, "candidates_w1", w1.candidate_count() as u64);
        if let Ok(numbers) = classify(&puzzle, &request()) {
            checks.number(entry, "clues", numbers.clues);
            checks.number(entry, "candidates", numbers.candidates);
            checks.number(entry, "candidates_brt", numbers.candidates_brt);
            checks.number(entry, "candidates_w1", numbers.candidates_w1);
            assert_eq!(numbers.clues_brt as usize, brt.values.len(), "{}", entry.id);
        }
    }
    let expected = [
        ("candidates", 259 + 257),
        ("candidates_brt", 259 + 257),
        ("candidates_w1", 259 + 257),
        ("clues", 259 + 257),
        ("csp_links", 259),
    ];
    assert_eq!(checks.0, BTreeMap::from(expected));
}

#[test]
fn solutions_and_minimality() {
    let mut checks = Checks::default();
    for entry in &book::puzzles() {
        let puzzle = parse(entry);
        let givens = puzzle.givens();
        let minimal = entry.minimal.unwrap();
        match (solve(&givens), entry.solutions) {
            (Solutions::One(solution), 1) => {
                assert_eq!(Some(solution.to_string()), entry.solution, "{}", entry.id);
                assert_eq!(is_minimal(&givens, &solution), minimal, "{}", entry.id);
                checks.count("one solution");
            }
            (Solutions::None, 0) => {
                assert_eq!(classify(&puzzle, &request()), Err(Rejection::NoSolution));
                assert!(entry.solution.is_none() && !minimal);
                checks.count("no solution");
            }
            (Solutions::Many(..), 2..) => {
                assert_eq!(
                    classify(&puzzle, &request()),
                    Err(Rejection::SeveralSolutions)
                );
                assert!(entry.solution.is_none() && !minimal);
                checks.count("several solutions");
            }
            (found, expected) => panic!("{}: {found:?}, expected {expected}", entry.id),
        }
        checks.count(if minimal { "minimal" } else { "not minimal" });
    }
    let expected = [
        ("minimal", 231),
        ("no solution", 1),
        ("not minimal", 28),
        ("one solution", 257),
        ("several solutions", 1),
    ];
    assert_eq!(checks.0, BTreeMap::from(expected));
}

#[test]
fn depths_of_trial_and_error() {
    let mut checks = Checks::default();
    for entry in &book::puzzles() {
        let Ok(numbers) = classify(&parse(entry), &request()) else {
            continue;
        };
        checks.number(entry, "te", numbers.te.flatten().unwrap());
        match (entry.published.get("te"), entry.correct.get("te")) {
            (Some(printed), Some(correct)) => {
                assert_ne!(printed, correct, "{}", entry.id);
                checks.count("misprinted");
            }
            (Some(_), None) => checks.count("printed right"),
            (None, _) => checks.count("not printed"),
        }
        // The independent recomputation agrees wherever there is one.
        if let Some(computed) = entry.computed.get("te") {
            assert_eq!(entry.expected("te"), Some(computed), "{}", entry.id);
            checks.count("computed");
        }
    }
    let expected = [
        ("computed", 257),
        ("misprinted", 1),
        ("not printed", 115),
        ("printed right", 141),
        ("te", 257),
    ];
    assert_eq!(checks.0, BTreeMap::from(expected));
}

#[test]
fn depths_of_trial_and_error_over_whips_of_length_1() {
    let mut checks = Checks::default();
    for entry in &book::puzzles() {
        let puzzle = parse(entry);
        if entry.expected("gte").is_some() {
            let depth = (0..=3).find(|&n| solves(TrialAndError::new(Whips1, n), &puzzle));
            checks.number(entry, "gte", depth.unwrap() as u64);
        }
        if let Some(Printed::Number(bound)) = entry.expected("gte_min") {
            let below = TrialAndError::new(Whips1, *bound as usize - 1);
            assert!(!solves(below, &puzzle), "{}", entry.id);
            checks.count("gte_min");
        }
    }
    assert_eq!(checks.0, BTreeMap::from([("gte", 18), ("gte_min", 21)]));
}
