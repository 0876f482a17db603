//! Golden values: every line of `crates/model/data/book-puzzles.jsonl`, every property that
//! the engine computes. The number of values checked is itself checked, so that
//! none is skipped silently.

use crate::board::{InitialState, board};
use std::collections::BTreeMap;

use gradus_csp::Labels;
use gradus_engine::kernel::bitboard::BoardKernel;
use gradus_engine::rating::{Classification, Name, Rating, Rejection, Request, Status, classify};
use gradus_engine::rating::{LinkCount, UNIT};
use gradus_engine::rules::{Brt, Theory, Whips1};
use gradus_engine::te::TrialAndError;
use gradus_puzzles::book;
use gradus_puzzles::book::{BookPuzzle, Printed};
use gradus_puzzles::sudoku::solver::{GridSolutions, is_minimal, redundant, solve};
use gradus_puzzles::sudoku::{Grid, Puzzle};

use crate::bridge::depth_of;

/// Some ratings with the default limits.
fn request_for(names: &str) -> Request {
    Request {
        names: names.parse().unwrap(),
        ..Request::default()
    }
}

/// Counts and T&E depth only.
fn request() -> Request {
    request_for("te")
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

/// Returns true if a theory solves the puzzle.
fn solves(theory: impl Theory<BoardKernel>, puzzle: &Puzzle) -> bool {
    let mut state = puzzle.state().unwrap();
    theory.close(&board(), &mut state) && state.is_decided()
}

#[test]
fn counts_of_candidates_and_links() {
    let kernel = board();
    let mut checks = Checks::default();
    for entry in &book::puzzles() {
        let puzzle = parse(entry);
        let initial = puzzle.state().unwrap();
        let (mut brt, mut w1) = (initial.clone(), initial.clone());
        assert!(Brt.close(&kernel, &mut brt), "{}", entry.id);
        assert!(Whips1.close(&kernel, &mut w1), "{}", entry.id);
        checks.number(entry, "clues", puzzle.clues() as u64);
        checks.number(entry, "candidates", initial.candidate_count() as u64);
        let links = LinkCount::new(&kernel, &initial);
        checks.number(entry, "csp_links", links.csp_links as u64);
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
fn links_and_their_density() {
    let links = |text: &str| {
        let puzzle: Puzzle = text.parse().unwrap();
        LinkCount::new(&board(), &puzzle.state().unwrap())
    };
    let times = |factor: f64, links: LinkCount| {
        let parts = links.density().unwrap() as f64;
        format!("{:.2}", factor * parts / UNIT as f64)
    };
    let printed = |links| times(1.0, links);
    // CSP-Rules prints four times the density of the book.
    let four_times = |links| times(4.0, links);
    let book = book::puzzles();
    let named = |id: &str| &book.iter().find(|entry| entry.id == id).unwrap().puzzle;

    let metcalf = links(named("PBCS-T11.5-16"));
    let counts = (metcalf.candidates, metcalf.csp_links, metcalf.links);
    assert_eq!(counts, (246, 1628, 1400));
    assert_eq!(printed(metcalf), "1.35");
    let um = links(named("UM-6.8-1"));
    assert_eq!((um.candidates, um.csp_links), (243, 1790));
    assert_eq!(four_times(um), "6.09");
    let um = links(named("UM-13.10-2"));
    assert_eq!((um.candidates, um.csp_links), (265, 2088));
    assert_eq!(four_times(um), "5.97");

    // Without givens, each label is linked to 28 others.
    let empty = links(&".".repeat(81));
    let counts = (empty.candidates, empty.csp_links, empty.links);
    assert_eq!(counts, (729, 324 * 36, 729 * 28 / 2));
    let solved = links(book[0].solution.as_ref().unwrap());
    assert_eq!((solved.candidates, solved.links), (0, 0));
    assert_eq!(solved.density(), None);
}

/// The givens without which there is still one solution, by solving.
fn deletable_one_by_one(givens: &Grid) -> Vec<usize> {
    let is_deletable = |&cell: &usize| {
        let mut fewer = *givens;
        fewer.0[cell] = 0;
        givens.0[cell] != 0 && matches!(solve(&fewer), GridSolutions::One(_))
    };
    (0..81).filter(is_deletable).collect()
}

#[test]
fn solutions_and_minimality() {
    let mut checks = Checks::default();
    for entry in &book::puzzles() {
        let puzzle = parse(entry);
        let givens = puzzle.givens();
        let minimal = entry.minimal.unwrap();
        match (solve(&givens), entry.solutions) {
            (GridSolutions::One(solution), 1) => {
                assert_eq!(Some(solution.to_string()), entry.solution, "{}", entry.id);
                assert_eq!(is_minimal(&givens, &solution), minimal, "{}", entry.id);
                let deletable: Vec<usize> = redundant(&givens, &solution).collect();
                assert_eq!(deletable.is_empty(), minimal, "{}", entry.id);
                assert_eq!(deletable, deletable_one_by_one(&givens), "{}", entry.id);
                checks.count("one solution");
            }
            (GridSolutions::None, 0) => {
                assert_eq!(classify(&puzzle, &request()), Err(Rejection::NoSolution));
                assert!(entry.solution.is_none() && !minimal);
                checks.count("no solution");
            }
            (GridSolutions::Many(..), 2..) => {
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
        checks.number(entry, "te", depth_of(&numbers).unwrap());
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

/// The ratings by chains.
const CHAINS: [Name; 4] = [Name::W, Name::B, Name::GW, Name::GB];

/// The puzzles whose gW takes seconds; everything else takes less than one.
const SLOW_GW: [&str; 3] = ["PBCS-5.10.2", "PBCS-7.7.4", "PBCS-7.7.6"];

/// Compares a rating with the expected one, if the entry has one. A whip path
/// longer than the braids need is an upper bound, and as such as good as the
/// author's.
fn check_rating(checks: &mut Checks, entry: &BookPuzzle, name: Name, numbers: &Classification) {
    let rating = numbers.rating(name).unwrap();
    let known = match name {
        Name::W | Name::GW => matches!(rating.status, Status::Exact | Status::Upper),
        _ => rating.status == Status::Exact,
    };
    match entry.expected(name.column()) {
        None => return,
        Some(Printed::Number(_)) => {
            assert!(known, "{name} of {}: {rating:?}", entry.id);
            checks.number(entry, name.column(), rating.value.unwrap());
        }
        Some(Printed::Word(word)) => {
            assert_eq!(word, "infinite", "{name} of {}", entry.id);
            assert_eq!(rating, Rating::INFINITE, "{name} of {}", entry.id);
            checks.count(name.column());
        }
    }
    if entry.correct.contains_key(name.column()) {
        checks.count("misprinted");
    }
}

#[test]
fn ratings_by_chains_in_one_call_and_one_by_one() {
    let (mut together, mut alone) = (Checks::default(), Checks::default());
    for entry in book::puzzles().iter().filter(|entry| entry.solutions == 1) {
        let puzzle = parse(entry);
        let slow = SLOW_GW.contains(&entry.id.as_str());
        let all = request_for(if slow { "te,w,b,gb" } else { "te,w,b,gw,gb" });
        let numbers = classify(&puzzle, &all).unwrap();
        for name in CHAINS.into_iter().filter(|&n| all.names.contains(n)) {
            check_rating(&mut together, entry, name, &numbers);
            let one = classify(&puzzle, &request_for(name.column())).unwrap();
            assert_eq!(one.rating(name), numbers.rating(name), "{}", entry.id);
            check_rating(&mut alone, entry, name, &one);
            let others = CHAINS.into_iter().filter(|&other| other != name);
            assert!(others.into_iter().all(|n| one.rating(n).is_none()));
            assert!(one.rating(Name::TE).is_none());
        }
    }
    let expected = [
        ("b", 126),
        ("gb", 104),
        ("gw", 111 - 2),
        ("misprinted", 1),
        ("w", 231),
    ];
    assert_eq!(together.0, BTreeMap::from(expected));
    assert_eq!(alone.0, together.0);
}

#[test]
#[ignore = "takes half a minute: g-whips of length 16 to 18, nearly all of it in three puzzles"]
fn long_g_whips() {
    let mut checks = Checks::default();
    let puzzles = book::puzzles();
    let slow = puzzles
        .iter()
        .filter(|entry| SLOW_GW.contains(&entry.id.as_str()));
    for entry in slow {
        let puzzle = parse(entry);
        let all = classify(&puzzle, &request_for("te,w,b,gw,gb")).unwrap();
        let one = classify(&puzzle, &request_for("gw")).unwrap();
        assert_eq!(one.rating(Name::GW), all.rating(Name::GW), "{}", entry.id);
        if entry.id == "PBCS-7.7.6" {
            // No value is printed, and the default budget is not enough.
            assert_eq!(all.rating(Name::GW), Some(Rating::lower(16)));
        }
        check_rating(&mut checks, entry, Name::GW, &all);
    }
    assert_eq!(checks.0, BTreeMap::from([("gw", 2)]));
}

/// Values that no book has, as this program finds them: they keep it from
/// changing its mind unnoticed.
#[test]
fn g_braids_where_only_their_existence_is_printed() {
    let puzzles = book::puzzles();
    let entry = puzzles.iter().find(|entry| entry.id == "PBCS-7.7.6");
    let entry = entry.unwrap();
    assert_eq!(entry.expected("gb"), None);
    let numbers = classify(&parse(entry), &request_for("gb")).unwrap();
    assert_eq!(numbers.rating(Name::GB), Some(Rating::exact(16)));
}

#[test]
fn braids_are_infinite_outside_trial_and_error() {
    let mut checks = Checks::default();
    for entry in book::puzzles().iter().filter(|entry| entry.solutions == 1) {
        let puzzle = parse(entry);
        let numbers = classify(&puzzle, &request_for("te,w,b,gb")).unwrap();
        let [w, b, gb] = [
            numbers.rating(Name::W),
            numbers.rating(Name::B),
            numbers.rating(Name::GB),
        ]
        .map(Option::unwrap);
        if matches!(depth_of(&numbers), Some(0 | 1)) {
            assert_ne!(b, Rating::INFINITE, "{}", entry.id);
            checks.count("in T&E");
        } else {
            assert_eq!([w, b], [Rating::INFINITE; 2], "{}", entry.id);
            checks.count("outside T&E");
        }
        if solves(TrialAndError::new(Whips1, 1), &puzzle) {
            assert_ne!(gb, Rating::INFINITE, "{}", entry.id);
            checks.count("in T&E over whips[1]");
        } else {
            let gw = classify(&puzzle, &request_for("gw"))
                .unwrap()
                .rating(Name::GW);
            assert_eq!([gw.unwrap(), gb], [Rating::INFINITE; 2], "{}", entry.id);
            checks.count("outside T&E over whips[1]");
        }
    }
    let expected = [
        ("in T&E", 127),
        ("in T&E over whips[1]", 132),
        ("outside T&E", 130),
        ("outside T&E over whips[1]", 125),
    ];
    assert_eq!(checks.0, BTreeMap::from(expected));
}
