//! Expansions against the definitions, and what they leave unchanged.

use gradus_csp::Solutions;
use gradus_engine::rating::{Expansion, Rejection, Request, classify, expand};
use gradus_engine::solve::{count_solutions, solutions};
use gradus_puzzles::sudoku::Puzzle;
use gradus_puzzles::{book, read};

use crate::reference::subsets::subsets_closure;
use crate::reference::{State, brt, parse, whips1};

/// The puzzle with everything given that the theory asserts.
fn expanded(text: &str, by: Expansion) -> String {
    let puzzle = read(text).unwrap();
    let values = expand(puzzle.as_ref(), by).unwrap();
    puzzle.with_givens(&values).unwrap().to_string()
}

/// Applies a theory until nothing changes.
type Closure = fn(&mut State);

#[test]
fn expansions_by_definition() {
    let mut solved = [0; 3];
    for entry in book::puzzles().iter().filter(|entry| entry.solutions == 1) {
        let closures: [(Expansion, Closure); 3] = [
            (Expansion::Brt, brt),
            (Expansion::W1, whips1),
            (Expansion::S, |state| subsets_closure(state, 4)),
        ];
        for (number, (by, close)) in closures.into_iter().enumerate() {
            let mut state = State::from_givens(&parse(&entry.puzzle));
            close(&mut state);
            let expected = state.grid().map(|d| if d == 0 { b'.' } else { b'0' + d });
            let found = expanded(&entry.puzzle, by);
            assert_eq!(found.as_bytes(), expected, "{} by {by:?}", entry.id);
            assert_eq!(expanded(&found, by), found, "{}", entry.id);
            solved[number] += usize::from(Some(found) == entry.solution);
        }
    }
    // As many as the values of the books say: no candidates left, and S finite.
    assert_eq!(solved, [2, 4, 28]);
}

#[test]
fn ratings_are_those_of_the_expansion_by_singles() {
    let request = Request {
        names: "te,b,gb,s".parse().unwrap(),
        ..Request::default()
    };
    for entry in book::puzzles()
        .iter()
        .filter(|entry| entry.solutions == 1)
        .take(20)
    {
        let rated = |text: &str| classify(read(text).unwrap().as_ref(), &request).unwrap();
        let (before, after) = (
            rated(&entry.puzzle),
            rated(&expanded(&entry.puzzle, Expansion::Brt)),
        );
        assert_eq!(before.ratings, after.ratings, "{}", entry.id);
        assert_eq!(before.clues_brt, after.clues, "{}", entry.id);
        assert_eq!(before.candidates_brt, after.candidates, "{}", entry.id);
    }
}

/// A sukaku keeps its candidates where nothing is asserted.
#[test]
fn sukakus_and_latin_squares() {
    let givens = &book::puzzles()[1].puzzle;
    let sukaku = Puzzle::Sukaku(Box::new(givens.parse::<Puzzle>().unwrap().candidates()));
    let by_candidates = expanded(&sukaku.to_string(), Expansion::Brt);
    let as_sukaku: Puzzle = by_candidates.parse().unwrap();
    let as_givens = expanded(givens, Expansion::Brt);
    assert_eq!(as_sukaku.givens().to_string(), as_givens);

    let square = "latin:1..4.3.....1....";
    let Solutions::One(solution) = solutions(read(square).unwrap().as_ref()) else {
        panic!("{square} has one solution");
    };
    let solved = read(square).unwrap().with_givens(&solution).unwrap();
    assert_eq!(expanded(square, Expansion::Brt), solved.to_string());
    assert!(!solved.to_string().contains('.'));
}

#[test]
fn only_puzzles_with_one_solution_are_expanded() {
    let expand = |text: &str| expand(read(text).unwrap().as_ref(), Expansion::Brt);
    assert_eq!(expand(&".".repeat(81)), Err(Rejection::SeveralSolutions));
    let twice = format!("11{}", ".".repeat(79));
    assert!(matches!(expand(&twice), Err(Rejection::Contradictory(_))));
    for entry in book::puzzles().iter().filter(|entry| entry.solutions == 0) {
        assert_eq!(expand(&entry.puzzle), Err(Rejection::NoSolution));
    }
}

/// The number of solutions of any kind of puzzle, up to a limit.
#[test]
fn solutions_are_counted() {
    let count = |text: &str, limit| count_solutions(read(text).unwrap().as_ref(), limit);
    // The Latin squares of size 4.
    assert_eq!(count("latin:................", 1000), 576);
    assert_eq!(count("latin:................", 576), 576);
    assert_eq!(count("latin:................", 10), 10);
    assert_eq!(count("latin:11..............", 10), 0);
    assert_eq!(count("latin:................", 0), 0);
    for entry in book::puzzles() {
        assert_eq!(count(&entry.puzzle, 10), entry.solutions as u64);
    }
    let empty = ".".repeat(81);
    assert_eq!(count(&empty, 12345), 12345);
    assert_eq!(count(&"123456789".repeat(81), 777), 777);
}
