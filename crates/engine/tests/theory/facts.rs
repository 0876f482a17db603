//! Facts against the books, the reference implementation and brute force.

use gradus_engine::rating::{Classification, Fact, FactValue, Names, Request, classify};
use gradus_puzzles::sudoku::Puzzle;
use gradus_puzzles::{book, read};

use crate::reference::{State, parse};

fn facts(text: &str) -> Classification {
    let request = Request {
        names: Names::new([], Fact::ALL),
        ..Request::default()
    };
    classify(read(text).unwrap().as_ref(), &request).unwrap()
}

fn number(found: &Classification, fact: Fact) -> u16 {
    match found.fact(fact) {
        Some(FactValue::Number(number)) => *number,
        other => panic!("{fact:?} is {other:?}"),
    }
}

fn text(found: &Classification, fact: Fact) -> &str {
    match found.fact(fact) {
        Some(FactValue::Text(text) | FactValue::Decimal(text)) => text,
        other => panic!("{fact:?} is {other:?}"),
    }
}

/// The density of the book, from the reference's csp-links.
fn density(puzzle: &str) -> f64 {
    let state = State::from_givens(&parse(puzzle));
    let candidates = facts(puzzle).candidates as f64;
    50.0 * state.csp_links() as f64 / (candidates * (candidates - 1.0))
}

#[test]
fn the_puzzles_of_the_books() {
    let mut minimal = 0;
    for entry in book::puzzles().iter().filter(|entry| entry.solutions == 1) {
        let found = facts(&entry.puzzle);
        let is_minimal = number(&found, Fact::Redundant) == 0;
        assert_eq!(Some(is_minimal), entry.minimal, "{}", entry.id);
        minimal += usize::from(is_minimal);
        let written: f64 = text(&found, Fact::Density).parse().unwrap();
        let exact = density(&entry.puzzle);
        assert!(
            (written - exact).abs() < 0.000_050_1,
            "{}: {written} {exact}",
            entry.id
        );
        assert_eq!(text(&found, Fact::Expand).len(), 81);
        let clues = text(&found, Fact::Expand)
            .bytes()
            .filter(|b| *b != b'.')
            .count();
        assert_eq!(clues, usize::from(found.clues_brt), "{}", entry.id);
        let again = facts(text(&found, Fact::Canon));
        assert_eq!(text(&again, Fact::Canon), text(&found, Fact::Canon));
        for fact in [Fact::Redundant, Fact::Links, Fact::Density] {
            assert_eq!(again.fact(fact), found.fact(fact), "{} {fact:?}", entry.id);
        }
    }
    assert_eq!(minimal, 231);
}

/// Metcalf's puzzle: 246 candidates, 1628 csp-links, 1400 links.
#[test]
fn links_of_single_puzzles() {
    let metcalf =
        facts("........1.....2.3...4...56...3..6.4..7..1....8..9.......6..52...1..7....9..8.....");
    assert_eq!(metcalf.candidates, 246);
    assert_eq!(number(&metcalf, Fact::Links), 1400);
    let density = 50.0 * 1628.0 / (246.0 * 245.0);
    assert_eq!(text(&metcalf, Fact::Density), format!("{density:.4}"));
}

#[test]
fn redundant_givens_are_those_that_can_go_one_by_one() {
    let manual =
        "6.......1.2.....4...7...8....41.59..381697425..93.26....6...7...9.....8.1.......3";
    let without = |cell: usize| format!("{}.{}", &manual[..cell], &manual[cell + 1..]);
    let given = |cell: &usize| manual.as_bytes()[*cell] != b'.';
    let request = Request {
        names: Names::new([], []),
        ..Request::default()
    };
    let has_one = |cell: &usize| {
        let puzzle = read(&without(*cell)).unwrap();
        classify(puzzle.as_ref(), &request).is_ok()
    };
    let expected = (0..81).filter(given).filter(has_one).count();
    assert!(expected > 0);
    assert_eq!(
        usize::from(number(&facts(manual), Fact::Redundant)),
        expected
    );
}

#[test]
fn sukakus_and_latin_squares_have_what_is_defined_for_them() {
    let givens =
        "6.......1.2.....4...7...8....41.59..381697425..93.26....6...7...9.....8.1.......3";
    let cells = givens.parse::<Puzzle>().unwrap().candidates();
    let sukaku = Puzzle::Sukaku(Box::new(cells)).to_string();
    let found = facts(&sukaku);
    assert_eq!(found.fact(Fact::Redundant), None);
    assert_eq!(text(&found, Fact::Canon).len(), 729);
    assert_eq!(text(&found, Fact::Expand).len(), 729);
    let latin = facts("latin:3...45.6.1....2..32......453......64");
    assert_eq!(latin.fact(Fact::Redundant), None);
    assert_eq!(latin.fact(Fact::Canon), None);
    assert!(number(&latin, Fact::Links) > 0);
    let solved = facts("latin:3...45.6.1....2..32......453......64");
    assert!(text(&solved, Fact::Expand).starts_with("latin:3...45"));
    let complete = facts("latin:316245564132452613231456645321123564");
    assert_eq!(complete.fact(Fact::Density), None);
}
