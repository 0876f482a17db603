//! The levels of HLS: the puzzles of the book, the definitions on random puzzles, and the
//! counts that the book prints.

use crate::book_puzzles::{self as book, Printed};
use crate::reference;
use crate::reference::hls::{basic_theory, chain_level};
use crate::reference::random::{Rng, full_grid};
use gradus_engine::rating::{Name, Rating, Request, classify};
use gradus_engine::rules::hls::{BASIC_THEORIES, LEVELS};
use gradus_generate::suexg::{Numbers, Suexg};
use gradus_model::sudoku::Puzzle;
use gradus_model::sudoku::solver::is_unique;
use gradus_model::{Instance, read};

/// Level and first of the fifteen theories.
fn rate(puzzle: &dyn Instance) -> [Rating; 2] {
    let request = Request {
        names: "hls,hls_rule".parse().unwrap(),
        ..Request::default()
    };
    let rated = classify(puzzle, &request).unwrap();
    ["hls", "hls_rule"].map(|name| rated.rating(name.parse().unwrap()).unwrap())
}

/// The word for the level of a puzzle.
fn level(puzzle: &str) -> String {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let words = "hls".parse::<Name>().unwrap().entry().words.unwrap();
    words.word(rate(&puzzle)[0]).unwrap().to_string()
}

#[test]
fn the_puzzles_of_the_book_have_their_levels() {
    let (mut published, mut computed) = (0, 0);
    for entry in book::puzzles() {
        if entry.solutions != 1 {
            continue;
        }
        for (values, count) in [
            (&entry.published, &mut published),
            (&entry.computed, &mut computed),
        ] {
            if let Some(expected) = values.get("level") {
                let found = Printed::Word(level(&entry.puzzle));
                assert_eq!(&found, expected, "{}", entry.id);
                *count += 1;
            }
        }
    }
    assert_eq!((published, computed), (93, 97));
}

#[test]
fn an_xy_wing_of_a_hidden_space_is_none_of_the_rules() {
    // With such wings it would be in L4_0.
    let puzzle =
        "2..5..9....1.7...6...4...2..2.....5...3.....7.578..64.....63...7........5..2...3.";
    assert!(LEVELS.iter().position(|name| *name == level(puzzle)) > Some(5));
}

#[test]
fn random_puzzles_have_the_levels_of_the_definitions() {
    let mut rng = Rng(7);
    let mut levels = [0; LEVELS.len() + 1];
    for _ in 0..80 {
        let grid = full_grid(&mut rng);
        let mut puzzle = gradus_model::sudoku::Grid(grid);
        let mut cells: Vec<usize> = (0..81).collect();
        rng.shuffle(&mut cells);
        for cell in cells {
            puzzle.0[cell] = 0;
            if !is_unique(&puzzle) {
                puzzle.0[cell] = grid[cell];
            }
        }
        let [level, rule] = rate(&Puzzle::Givens(puzzle));
        let state = reference::State::from_givens(&puzzle.0);
        let basic = basic_theory(&state);
        let slow = match basic {
            Some(theory) => Some(level_of(theory)),
            None => chain_level(&state).map(|length| length + 2),
        };
        let expected = |value: Option<usize>| value.map_or(Rating::INFINITE, Rating::exact);
        assert_eq!(rule, expected(basic), "{puzzle}");
        assert_eq!(level, expected(slow), "{puzzle}");
        levels[slow.unwrap_or(LEVELS.len())] += 1;
    }
    // Chains of several lengths were needed, and some puzzles resist all of them.
    assert!(
        levels[6..].iter().filter(|&&count| count > 0).count() >= 5,
        "{levels:?}"
    );
}

/// The level of a theory, by the arrows of table XXI.1.
fn level_of(theory: usize) -> usize {
    let lasts = ["HS", "BiRC", "SHP", "SHT", "XYZ3", "SH4"];
    let last = |name: &&str| BASIC_THEORIES.iter().position(|theory| theory == name);
    let reaches = |name: &&str| last(name) >= Some(theory);
    lasts.iter().position(reaches).unwrap()
}

#[test]
fn l1_0_and_l1_are_w0_and_w1() {
    let mut suexg = Suexg::new(Numbers::new(17));
    let request = Request {
        names: "w,hls".parse().unwrap(),
        ..Request::default()
    };
    let hls = "hls".parse().unwrap();
    for _ in 0..300 {
        let puzzle = Puzzle::Givens(suexg.puzzle());
        let rated = classify(&puzzle, &request).unwrap();
        let [w, level] = [Name::W, hls].map(|name| rated.rating(name).unwrap().value);
        for n in [0, 1] {
            assert_eq!(w == Some(n), level == Some(n), "{puzzle}");
        }
    }
}

#[test]
fn other_puzzles_have_no_level() {
    let puzzle = read("latin:1..4.3.....1....").unwrap();
    assert_eq!(rate(puzzle.as_ref()), [Rating::NOT_APPLICABLE; 2]);
}
