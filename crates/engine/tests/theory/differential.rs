//! The engine against the reference implementation, which shares no code with
//! it, on random minimal puzzles and random states of their resolution; and the
//! text of puzzles, read and written.

use crate::board::{InitialState, board};
use gradus_csp::{Label, Labels, State};
use gradus_engine::kernel::Kernel;
use gradus_engine::kernel::bitboard::{BoardKernel, Boards};
use gradus_engine::rating::{Request, classify};
use gradus_engine::rules::{Brt, Theory, Whips1};
use gradus_engine::te::{self, TrialAndError};
use gradus_puzzles::sudoku::puzzle::BLANKS;
use gradus_puzzles::sudoku::solver::{GridSolutions, is_unique, solve};
use gradus_puzzles::sudoku::{Grid, Puzzle};
use proptest::prelude::*;

use crate::bridge::depth_of;
use crate::reference;
use crate::reference::random::{Rng, full_grid};

/// Counts and T&E depth only.
fn request() -> Request {
    Request {
        names: "te".parse().unwrap(),
        ..Request::default()
    }
}

/// A closure of the reference.
type Slow<'a> = &'a dyn Fn(&mut reference::State);

/// The engine's form of a state of the reference; both number the labels alike.
fn engine(kernel: &BoardKernel, state: &reference::State) -> State<Boards> {
    let set = |labels: Vec<usize>| kernel.set_of(labels.into_iter().map(Label::new));
    let (mut left, values) = (set(state.candidates()), set(state.values()));
    left.unite(&values);
    State { left, values }
}

/// Closes the same state both ways: the same contradiction, or the same result.
fn agree(state: &reference::State, fast: impl Theory<BoardKernel>, slow: Slow) {
    let mut expected = state.clone();
    slow(&mut expected);
    for kernel in [board(), board().portable()] {
        let mut closed = engine(&kernel, state);
        let consistent = fast.close(&kernel, &mut closed);
        assert_eq!(consistent, !expected.contradictory());
        if consistent {
            assert_eq!(closed, engine(&kernel, &expected));
            assert_eq!(closed.is_decided(), expected.solved());
        }
    }
}

/// A random minimal puzzle, and its solution.
fn minimal_puzzle(rng: &mut Rng) -> ([u8; 81], [u8; 81]) {
    let solution = full_grid(rng);
    let mut puzzle = Grid(solution);
    let mut cells: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        puzzle.0[cell] = 0;
        if !is_unique(&puzzle) {
            puzzle.0[cell] = solution[cell];
        }
    }
    (puzzle.0, solution)
}

/// The candidates that the solution does not have.
fn wrong(state: &reference::State, solution: &[u8; 81]) -> Vec<usize> {
    let mut wrong = state.candidates();
    wrong.retain(|&l| usize::from(solution[l % 81]) != l / 81 + 1);
    wrong
}

/// States of every sort: the puzzle's own, a later one, and from there one with
/// some candidate asserted and one with some candidate lost, which may well be
/// contradictory.
fn random_states(rng: &mut Rng) -> Vec<reference::State> {
    let (puzzle, solution) = minimal_puzzle(rng);
    let start = reference::State::from_givens(&puzzle);
    let mut later = start.clone();
    reference::brt(&mut later);
    let wrong = wrong(&later, &solution);
    if wrong.is_empty() {
        return vec![start];
    }
    for _ in 0..rng.below(1 + wrong.len() / 4) {
        later.delete(wrong[rng.below(wrong.len())]);
    }
    let candidates = later.candidates();
    let (mut supposed, mut lost) = (later.clone(), later.clone());
    supposed.assert(candidates[rng.below(candidates.len())]);
    lost.delete(candidates[rng.below(candidates.len())]);
    vec![start, later, supposed, lost]
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn singles_and_whips_of_length_1() {
    let mut rng = Rng(11);
    let mut count = 0;
    for _ in 0..500 {
        for state in random_states(&mut rng) {
            agree(&state, Brt, &reference::brt);
            agree(&state, Whips1, &reference::whips1);
            count += 1;
        }
    }
    assert!(count > 1000, "{count} states");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn trial_and_error() {
    let mut rng = Rng(12);
    for _ in 0..200 {
        for state in random_states(&mut rng) {
            agree(&state, TrialAndError::new(Brt, 1), &|s| {
                reference::te_closure(s, 1);
            });
            agree(&state, TrialAndError::new(Whips1, 1), &|s| {
                reference::te_closure_of(s, &reference::whips1);
            });
        }
    }
}

/// States of puzzles of depth 2 or 3, on which T&E of depth 1 gets stuck and
/// trials of depth 2 have something left to do: some wrong candidates of the
/// hardest puzzles of the books are taken away until the reference can cope.
fn hard_states(rng: &mut Rng, count: usize) -> Vec<reference::State> {
    let puzzles: Vec<_> = gradus_puzzles::book::puzzles()
        .into_iter()
        .filter(|entry| {
            let depth = entry.expected("te").map(ToString::to_string);
            depth.is_some_and(|depth| depth == "2" || depth == "3")
        })
        .collect();
    let kernel = board();
    let mut states = Vec::new();
    while states.len() < count {
        let entry = &puzzles[rng.below(puzzles.len())];
        let solution = reference::parse(entry.solution.as_ref().unwrap());
        let mut state = reference::State::from_givens(&reference::parse(&entry.puzzle));
        loop {
            let wrong = wrong(&state, &solution);
            let mut stuck = engine(&kernel, &state);
            TrialAndError::new(Brt, 1).close(&kernel, &mut stuck);
            if stuck.is_decided() {
                break;
            }
            if stuck.candidate_count() < 120 {
                states.push(state);
                break;
            }
            for _ in 0..wrong.len().min(5) {
                state.delete(wrong[rng.below(wrong.len())]);
            }
            reference::brt(&mut state);
        }
    }
    states
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn deep_trial_and_error() {
    let mut rng = Rng(13);
    for state in hard_states(&mut rng, 30) {
        agree(&state, TrialAndError::new(Brt, 2), &|s| {
            reference::te_closure(s, 2);
        });
        agree(&state, TrialAndError::new(Whips1, 1), &|s| {
            reference::te_closure_of(s, &reference::whips1);
        });
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn depth_of_random_puzzles() {
    let mut rng = Rng(14);
    let mut depths = [0; 4];
    for _ in 0..500 {
        let (givens, _) = minimal_puzzle(&mut rng);
        let numbers = classify(&Puzzle::Givens(Grid(givens)), &request()).unwrap();
        let state = reference::State::from_givens(&givens);
        let depth = reference::te_depth(&state, 1);
        assert_eq!(
            depth_of(&numbers).map(usize::from).filter(|&d| d <= 1),
            depth
        );
        depths[depth_of(&numbers).unwrap() as usize] += 1;
        let counts = |theory: Slow| {
            let mut closed = state.clone();
            theory(&mut closed);
            (closed.values().len(), closed.candidates().len())
        };
        assert_eq!(numbers.candidates as usize, counts(&|_| ()).1);
        let (values, candidates) = counts(&reference::brt);
        assert_eq!(numbers.clues_brt as usize, values);
        assert_eq!(numbers.candidates_brt as usize, candidates);
        assert_eq!(numbers.candidates_w1 as usize, counts(&reference::whips1).1);
    }
    assert!(depths[0] > 50 && depths[1] > 50, "{depths:?}");
}

/// Knowing the solution spares trials and must not change what is proven.
#[test]
fn skipping_true_labels_changes_nothing() {
    let kernel = board();
    for entry in gradus_puzzles::book::puzzles().iter().step_by(5) {
        let puzzle: Puzzle = entry.puzzle.parse().unwrap();
        let GridSolutions::One(solution) = solve(&puzzle.givens()) else {
            continue;
        };
        let state = puzzle.state().unwrap();
        let truth = kernel.set_of(solution.labels());
        let depth = |skipped| te::DepthSearch::new(Brt, state.clone()).up_to(&kernel, &skipped, 2);
        assert_eq!(depth(truth), depth(kernel.none()), "{}", entry.id);
        let (mut a, mut b) = (state.clone(), state);
        let theory = TrialAndError::new(Brt, 1);
        theory.close_without(&kernel, &mut a, &truth);
        theory.close(&kernel, &mut b);
        assert_eq!(a, b, "{}", entry.id);
    }
}

/// One of the characters for an empty cell.
fn blank() -> impl Strategy<Value = char> {
    proptest::sample::select(BLANKS.chars().collect::<Vec<_>>())
}

/// The 81 characters of some givens with any blanks, and the digits.
fn givens() -> impl Strategy<Value = (String, Vec<u8>)> {
    let cell = (0u8..=9, blank()).prop_map(|(digit, blank)| match digit {
        0 => (blank, 0),
        _ => ((b'0' + digit) as char, digit),
    });
    proptest::collection::vec(cell, 81).prop_map(|cells| cells.into_iter().unzip())
}

/// The 729 characters of a sukaku with any blanks, and the cells' masks.
fn sukaku() -> impl Strategy<Value = (String, Vec<u16>)> {
    let place = (any::<bool>(), blank());
    proptest::collection::vec(place, 729).prop_map(|places| {
        let mut masks = vec![0; 81];
        let text = places
            .into_iter()
            .enumerate()
            .map(|(index, (there, blank))| {
                let place = index % 9;
                masks[index / 9] |= u16::from(there) << place;
                if there {
                    (b'1' + place as u8) as char
                } else {
                    blank
                }
            });
        let text = text.collect();
        (text, masks)
    })
}

/// Strings of about the right length of about the right characters, and any others.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".*",
        "[.0*_xX1-9é\u{0}-]{81}",
        "[.1-9]{80,82}",
        "[.0-9]{729}",
        "\\PC{81}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_is_too_odd(text in any_text()) {
        // Text that is a puzzle comes back as itself, up to its blanks.
        if let Ok(puzzle) = text.parse::<Puzzle>() {
            let dots = |c: char| if BLANKS.contains(c) { '.' } else { c };
            prop_assert_eq!(puzzle.to_string(), text.chars().map(dots).collect::<String>());
            let _ = puzzle.state();
        } else {
            let message = text.parse::<Puzzle>().unwrap_err().to_string();
            prop_assert!(!message.contains(char::is_control));
        }
    }

    #[test]
    fn givens_come_back((text, digits) in givens()) {
        let puzzle: Puzzle = text.parse().unwrap();
        prop_assert_eq!(&puzzle, &Puzzle::Givens(Grid(digits.try_into().unwrap())));
        let again: Puzzle = puzzle.to_string().parse().unwrap();
        prop_assert_eq!(again, puzzle);
    }

    #[test]
    fn sukakus_come_back((text, masks) in sukaku()) {
        let puzzle: Puzzle = text.parse().unwrap();
        prop_assert_eq!(&puzzle, &Puzzle::Sukaku(Box::new(masks.try_into().unwrap())));
        let again: Puzzle = puzzle.to_string().parse().unwrap();
        prop_assert_eq!(&again, &puzzle);
        // Whatever it is, it is rated or rejected.
        let _ = classify(&puzzle, &request());
    }

    /// Whatever the candidates, rating ends without a panic.
    #[test]
    fn any_puzzle_is_rated_or_rejected(
        (_, digits) in givens(),
        kept in proptest::collection::vec(0usize..81, 0..30),
    ) {
        let mut grid = Grid::EMPTY;
        kept.into_iter().for_each(|cell| grid.0[cell] = digits[cell]);
        let puzzle = Puzzle::Givens(grid);
        match (puzzle.state().is_ok(), solve(&grid)) {
            (true, GridSolutions::One(_)) => prop_assert!(classify(&puzzle, &request()).is_ok()),
            _ => prop_assert!(classify(&puzzle, &request()).is_err()),
        }
    }
}

#[test]
fn a_sukaku_of_all_that_givens_leave_is_the_same_puzzle() {
    for entry in gradus_puzzles::book::puzzles().iter().step_by(10) {
        let puzzle: Puzzle = entry.puzzle.parse().unwrap();
        let sukaku = Puzzle::Sukaku(Box::new(puzzle.candidates()));
        assert_eq!(puzzle.state(), sukaku.state(), "{}", entry.id);
        assert_eq!(
            classify(&puzzle, &request()),
            classify(&sukaku, &request()),
            "{}",
            entry.id
        );
    }
}
