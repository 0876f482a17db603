//! Moves against what they say they are, by brute force where that is possible.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use gradus_engine::rating::{Name, Names, Rating, Request, classify};
use gradus_engine::te::Over;
use gradus_generate::dice::Dice;
use gradus_generate::grids::random_grid;
use gradus_generate::top_down::top_down;
use gradus_generate::vicinity::{Vicinity, neighbours, twins};
use gradus_hunt::{DepthClass, Move, NotAMove, SolvedPuzzle, Toward};
use gradus_puzzles::sudoku::solver::{count_candidates, is_minimal, is_unique};
use gradus_puzzles::sudoku::{CELLS, Grid, Puzzle};

const T_AND_E_1: DepthClass = DepthClass {
    over: Over::Singles,
    least: 1,
    most: Some(1),
};

/// Golden Nugget: T&E depth 2, and 12 neighbours by one clue for another.
const GOLDEN_NUGGET: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

fn position(text: &str) -> SolvedPuzzle {
    let puzzle: Puzzle = text.parse().unwrap();
    SolvedPuzzle::of(&puzzle.givens()).unwrap()
}

fn random(number: u64) -> SolvedPuzzle {
    let mut dice = Dice::new(5, "moves", number);
    let solution = random_grid(&mut dice);
    let puzzle = top_down(&solution, &mut dice);
    SolvedPuzzle { puzzle, solution }
}

fn by(name: &str, from: &SolvedPuzzle, dice: &mut Dice) -> Vec<SolvedPuzzle> {
    let found = name.parse::<Move>().unwrap().from(from, &T_AND_E_1, dice);
    for new in &found {
        assert_eq!(
            SolvedPuzzle::of(&new.puzzle),
            Some(*new),
            "{name}: its solution"
        );
        assert_ne!(new.puzzle, from.puzzle, "{name}");
    }
    found
}

fn depth(puzzle: &Grid) -> Option<u8> {
    let request = Request {
        names: Names::from_iter([Name::TE]),
        ..Request::default()
    };
    let numbers = classify(&Puzzle::Givens(*puzzle), &request).unwrap();
    numbers.rating(Name::TE).and_then(|te: Rating| te.value)
}

/// The clues that one puzzle has and the other has not.
fn lost(one: &Grid, other: &Grid) -> usize {
    let pairs = one.0.iter().zip(other.0);
    pairs.filter(|(a, b)| **a != 0 && **a != *b).count()
}

#[test]
fn one_clue_for_another_in_all_ways() {
    let nugget = position(GOLDEN_NUGGET);
    let mut all = BTreeSet::new();
    for deleted in (0..CELLS).filter(|cell| nugget.puzzle.0[*cell] != 0) {
        let mut fewer = nugget.puzzle;
        fewer.0[deleted] = 0;
        for cell in (0..CELLS).filter(|cell| fewer.0[*cell] == 0) {
            for digit in (1..=9).filter(|digit| nugget.puzzle.0[cell] != *digit) {
                let mut new = fewer;
                new.0[cell] = digit;
                if is_unique(&new) {
                    all.insert(new.0);
                }
            }
        }
    }
    assert_eq!(all.len(), 12);
    let mut dice = Dice::new(1, "test", 0);
    let puzzles = |found: Vec<SolvedPuzzle>| found.into_iter().map(|new| new.puzzle.0);
    let at_once: BTreeSet<_> = puzzles(by("all-1+1", &nugget, &mut dice)).collect();
    assert_eq!(at_once, all);
    let mut found = BTreeSet::new();
    for _ in 0..60 {
        found.extend(puzzles(by("-1+1", &nugget, &mut dice)));
    }
    assert_eq!(found, all);
}

#[test]
fn exchanges_change_as_many_clues_as_they_say() {
    let mut dice = Dice::new(2, "test", 0);
    let mut count = 0;
    for number in 0..4 {
        let from = random(number);
        for (name, minus, plus) in [("-1+2", 1, 2), ("-2+1", 2, 1), ("-2+2", 2, 2)] {
            for new in by(name, &from, &mut dice) {
                let changed = (
                    lost(&from.puzzle, &new.puzzle),
                    lost(&new.puzzle, &from.puzzle),
                );
                assert_eq!(changed, (minus, plus), "{name}");
                count += 1;
            }
        }
        for new in by("in-1+3", &from, &mut dice) {
            assert_eq!(new.solution, from.solution);
            let changed = (
                lost(&from.puzzle, &new.puzzle),
                lost(&new.puzzle, &from.puzzle),
            );
            assert_eq!(changed, (1, 3));
            count += 1;
        }
        for new in by("pattern-2+2", &from, &mut dice) {
            let cells = |puzzle: &Grid| puzzle.0.map(|digit| digit != 0);
            assert_eq!(cells(&new.puzzle), cells(&from.puzzle));
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

/// However many there are: no other move leads to more than 48 puzzles.
#[test]
fn the_whole_vicinity() {
    let from = random(5);
    for (name, minus, plus) in [("all-1+1", 1, 1), ("all-2+1", 2, 1), ("all-1+2", 1, 2)] {
        let vicinity = Vicinity {
            minus,
            plus,
            minimal: false,
            same_pattern: false,
            in_solution: false,
        };
        let all = neighbours(&from.puzzle, &from.solution, &vicinity);
        let found = by(name, &from, &mut Dice::new(1, "test", 0));
        let found: Vec<Grid> = found.into_iter().map(|new| new.puzzle).collect();
        assert_eq!(found, all, "{name}");
        assert!(all.len() > 48, "{name}: {}", all.len());
        assert!(name.parse::<Move>().unwrap().is_exhaustive());
    }
    for name in ["-1+1", "all-1+1>minimals", "restart>all-1+1"] {
        assert!(!name.parse::<Move>().unwrap().is_exhaustive(), "{name}");
    }
}

#[test]
fn one_more_clue_of_the_solution() {
    let from = random(7);
    let found = by("expand", &from, &mut Dice::new(1, "test", 0));
    let cells: BTreeSet<usize> = found
        .iter()
        .map(|new| {
            (0..CELLS)
                .find(|cell| new.puzzle.0[*cell] != from.puzzle.0[*cell])
                .unwrap()
        })
        .collect();
    assert_eq!(cells.len(), found.len());
    for new in &found {
        assert_eq!(
            (
                lost(&from.puzzle, &new.puzzle),
                lost(&new.puzzle, &from.puzzle)
            ),
            (0, 1)
        );
    }
    // Of more than 48 empty cells, 48 are drawn.
    assert_eq!(found.len(), 48);
}

#[test]
fn minimals_are_minimal() {
    let mut dice = Dice::new(1, "test", 0);
    let found = by("in-0+5>minimals", &random(8), &mut dice);
    assert!(found.len() > 3);
    assert!(
        found
            .iter()
            .all(|new| is_minimal(&new.puzzle, &new.solution))
    );
}

#[test]
fn the_lower_border_of_a_class() {
    let mut dice = Dice::new(4, "test", 0);
    for from in [position(GOLDEN_NUGGET), random(1), random(2)] {
        for new in by("in-0+2>lower", &from, &mut dice) {
            assert_eq!(new.solution, from.solution);
            assert!(depth(&new.puzzle) <= Some(1));
            for cell in (0..CELLS).filter(|cell| new.puzzle.0[*cell] != 0) {
                let mut fewer = new.puzzle;
                fewer.0[cell] = 0;
                assert!(!is_unique(&fewer) || depth(&fewer) > Some(1), "{cell}");
            }
        }
    }
}

#[test]
fn the_upper_border_of_a_class() {
    let class = DepthClass {
        over: Over::Singles,
        least: 2,
        most: None,
    };
    let nugget = position(GOLDEN_NUGGET);
    let mut dice = Dice::new(4, "test", 0);
    let upper = "upper".parse::<Move>().unwrap();
    let found = upper.from(&nugget, &class, &mut dice);
    assert_eq!(found.len(), 1);
    let new = found[0];
    assert!(new.puzzle.filled() > nugget.puzzle.filled());
    assert!(depth(&new.puzzle) >= Some(2));
    for cell in (0..CELLS).filter(|cell| new.puzzle.0[*cell] == 0) {
        let more = new.with(cell);
        assert!(depth(&more.puzzle) < Some(2), "{cell}");
    }
}

#[test]
fn twins_are_all_other_solutions_of_the_complement() {
    let mut count = 0;
    for number in 0..40 {
        // Puzzles with many clues have many twins.
        let cells = (0..CELLS).filter(|cell| cell % 4 == 0);
        let from = cells.fold(random(number), |from, cell| from.with(cell));
        let found = twins(&from.puzzle, &from.solution, 1000);
        let complement: [u16; CELLS] = std::array::from_fn(|cell| match from.puzzle.0[cell] {
            0 => 1 << (from.solution.0[cell] - 1),
            _ => 0x1ff,
        });
        assert_eq!(found.len() as u64 + 1, count_candidates(&complement, 1001));
        for (twin, solution) in &found {
            assert_eq!(
                SolvedPuzzle::of(twin).map(|new| new.solution),
                Some(*solution)
            );
            for cell in 0..CELLS {
                let is_clue = from.puzzle.0[cell] != 0;
                assert_eq!(is_clue, twin.0[cell] != 0);
                assert!(is_clue || solution.0[cell] == from.solution.0[cell]);
            }
        }
        count += found.len();
    }
    assert!(count > 10, "{count}");
}

#[test]
fn moves_are_read_as_they_are_written() {
    for toward in [
        Toward::Minimal,
        Toward::Lower,
        Toward::Upper,
        Toward::Anywhere,
    ] {
        for usual in Move::usual(toward) {
            assert_eq!(usual.to_string().parse(), Ok(usual));
        }
    }
    let all: Move = "all-2+1>minimals".parse().unwrap();
    assert_eq!(all.to_string(), "all-2+1>minimals");
    for text in [
        "",
        "-1",
        "-0+0",
        "-10+1",
        "lower>restart",
        "sideways",
        "-1+1>",
        "in-x+1",
        "all",
        "all-0+1",
        "all-1+0",
        "all-3+1",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
    let error: NotAMove = "sideways".parse::<Move>().unwrap_err();
    assert!(error.to_string().contains("sideways"));
}

#[test]
fn the_same_dice_lead_to_the_same_puzzles() {
    let from = random(3);
    for usual in Move::usual(Toward::Lower) {
        let run = || usual.from(&from, &T_AND_E_1, &mut Dice::new(9, "test", 1));
        assert_eq!(run(), run(), "{usual}");
    }
}
