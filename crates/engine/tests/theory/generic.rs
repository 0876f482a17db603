//! The generic kernel on 9×9 Sudoku: whole puzzles have the ratings, solutions and
//! paths that the bit boards give them.

use gradus_check::check_path;
use gradus_csp::{Instance, Position, Solutions};
use gradus_engine::proof::path_of;
use gradus_engine::rating::{Limits, Name, Request, classify};
use gradus_engine::solve::solutions;
use gradus_harness::plain::PlainPuzzle;
use gradus_puzzles::book::{self, BookPuzzle, Printed};
use gradus_puzzles::sudoku::Puzzle;

/// The first puzzles of the books that short braids solve.
fn puzzles(count: usize) -> Vec<Puzzle> {
    let short = |entry: &BookPuzzle| matches!(entry.expected("w"), Some(Printed::Number(..=8)));
    let all = book::puzzles();
    let chosen = all
        .iter()
        .filter(|entry| entry.solutions == 1 && short(entry));
    let puzzles: Vec<Puzzle> = chosen
        .map(|entry| entry.puzzle.parse().unwrap())
        .take(count)
        .collect();
    assert_eq!(puzzles.len(), count);
    puzzles
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn the_generic_kernel_gives_the_ratings_of_the_bit_boards() {
    let names = "te,s,w,ws,b,gw,gb,spb".parse().unwrap();
    let request = Request {
        names,
        limits: Limits::default(),
    };
    let mut values = [0; 10];
    for puzzle in puzzles(100) {
        let fast = classify(&puzzle, &request).unwrap();
        let slow = classify(&PlainPuzzle(puzzle.clone()), &request).unwrap();
        assert_eq!(slow, fast, "{puzzle}");
        let w = fast
            .rating(Name::W)
            .and_then(|rating| rating.value)
            .unwrap();
        values[usize::from(w)] += 1;
    }
    println!("{values:?}");
    assert!(
        values.iter().filter(|&&count| count > 0).count() >= 5,
        "{values:?}"
    );
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn the_generic_kernel_follows_the_paths_of_the_bit_boards() {
    for puzzle in puzzles(100).iter().step_by(5) {
        let plain = PlainPuzzle(puzzle.clone());
        for name in [Name::S, Name::W, Name::GB] {
            let theory = name.theory().unwrap();
            let fast = path_of(puzzle, theory, None, Limits::default()).unwrap();
            let slow = path_of(&plain, theory, None, Limits::default()).unwrap();
            assert_eq!(slow.end, fast.end, "{name} of {puzzle}");
            let initial = Position::initial(&plain);
            check_path(plain.domain().model(), initial, &slow).unwrap();
        }
    }
}

#[test]
fn the_generic_solver_finds_the_solutions_of_the_fast_one() {
    let sorted = |solutions: Solutions| match solutions {
        Solutions::One(mut labels) => {
            labels.sort_unstable();
            Solutions::One(labels)
        }
        other => other,
    };
    let mut kinds = [0; 3];
    for entry in book::puzzles() {
        let puzzle: Puzzle = entry.puzzle.parse().unwrap();
        let slow = sorted(solutions(&PlainPuzzle(puzzle.clone())));
        assert_eq!(slow, sorted(solutions(&puzzle)), "{}", entry.id);
        kinds[entry.solutions.min(2)] += 1;
    }
    assert_eq!(kinds, [1, 257, 1]);
}
