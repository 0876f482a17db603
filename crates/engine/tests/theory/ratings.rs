//! The ratings, above all W, B, gW and gB, of random minimal puzzles: however they are
//! asked for, the same values; in the order that the theory prescribes; bounds
//! where limits stop the search.

use crate::reference::random::{Rng, full_grid};
use gradus_engine::rating::{Classification, Limits, Name, Rating, Request, Status, classify};
use gradus_puzzles::sudoku::solver::is_unique;
use gradus_puzzles::sudoku::{Grid, Puzzle};

/// The ratings by chains.
const CHAINS: [Name; 4] = [Name::W, Name::B, Name::GW, Name::GB];

/// T&E depth and the ratings by chains.
const FIVE: &str = "te,w,b,gw,gb";

/// PBCS, section 5.10.1: W = 5, B = 4, and the same with g-chains.
const WHIPS_NEED_MORE: &str =
    ".2.4..7......891.........65..48.....3..9....1.95..1.7..7.3...1263.........2.1...8";
/// PBCS, table 11.3, first line: no chain of any kind solves it.
const BEYOND: &str =
    "..3....8..5.1....66....74....8.9..4.7....5....1.6..8.....9...2.....2...8..2...3.4";

/// Random minimal puzzles: the reference's procedure, but with the engine's
/// solver, which is a thousand times faster.
fn random_puzzles(seed: u64, count: usize) -> Vec<Puzzle> {
    let mut rng = Rng(seed);
    let mut puzzle = || {
        let mut grid = Grid(full_grid(&mut rng));
        let mut cells: Vec<usize> = (0..81).collect();
        rng.shuffle(&mut cells);
        for cell in cells {
            let clue = std::mem::take(&mut grid.0[cell]);
            if !is_unique(&grid) {
                grid.0[cell] = clue;
            }
        }
        let text: String = grid.0.iter().map(|digit| digit.to_string()).collect();
        text.parse().unwrap()
    };
    (0..count).map(|_| puzzle()).collect()
}

fn rate(puzzle: &Puzzle, names: &str, limits: Limits) -> Classification {
    let names = names.parse().unwrap();
    classify(puzzle, &Request { names, limits }).unwrap()
}

fn rate_all(puzzle: &Puzzle) -> Classification {
    rate(puzzle, FIVE, Limits::default())
}

/// Every list of names of the five but the empty one.
fn subsets() -> Vec<Vec<Name>> {
    let five = [Name::TE, Name::W, Name::B, Name::GW, Name::GB];
    let chosen = |bits: usize| move |i: &usize| bits >> i & 1 == 1;
    let subset = |bits| (0..5).filter(chosen(bits)).map(|i| five[i]).collect();
    (1..1 << 5).map(subset).collect()
}

fn list(names: &[Name]) -> String {
    let names: Vec<&str> = names.iter().map(|name| name.column()).collect();
    names.join(",")
}

#[test]
fn any_subset_has_the_values_of_all_together() {
    let mut rated = 0;
    for puzzle in &random_puzzles(1, 40) {
        let all = rate_all(puzzle);
        for names in subsets() {
            let some = rate(puzzle, &list(&names), Limits::default());
            let te = names.contains(&Name::TE).then(|| all.rating(Name::TE));
            assert_eq!(
                some.rating(Name::TE),
                te.flatten(),
                "{puzzle} {}",
                list(&names)
            );
            for name in CHAINS {
                let value = |c: &Classification| c.rating(name).map(|rating| rating.value);
                let expected = names.contains(&name).then(|| value(&all)).flatten();
                assert_eq!(value(&some), expected, "{name} {puzzle} {}", list(&names));
                rated += usize::from(expected.is_some());
            }
            let counts = |c: &Classification| (c.clues, c.candidates, c.candidates_w1);
            assert_eq!(counts(&some), counts(&all));
        }
    }
    assert_eq!(rated, 40 * 4 * 16);
}

#[test]
fn the_order_of_names_does_not_matter() {
    for puzzle in &random_puzzles(2, 5) {
        for names in ["gb,gw,b,w,te", "b,b,te,w,gb,gw,w"] {
            assert_eq!(rate(puzzle, names, Limits::default()), rate_all(puzzle));
        }
    }
}

#[test]
fn one_by_one_has_the_values_of_all_ten_together() {
    for puzzle in &random_puzzles(8, 40) {
        let all = rate(puzzle, "all", Limits::default());
        let names: Vec<Name> = all.ratings.iter().map(|(name, _)| *name).collect();
        assert!(names.iter().copied().eq(Name::first_edition()), "{puzzle}");
        for name in names {
            let one = rate(puzzle, name.column(), Limits::default());
            assert_eq!(one.ratings.len(), 1, "{name} {puzzle}");
            assert_eq!(one.rating(name), all.rating(name), "{name} {puzzle}");
        }
        for list in [
            "bpbb,bpb,spb,gb,gw,b,ws,w,s,te",
            "bpb,te,s,w,ws,b,gw,gb,spb,te,bpbb",
        ] {
            assert_eq!(rate(puzzle, list, Limits::default()), all, "{puzzle}");
        }
    }
}

/// A value to compare, infinity being the greatest.
fn value(rating: Option<Rating>) -> u16 {
    rating.unwrap().value.map_or(u16::MAX, u16::from)
}

#[test]
fn stronger_chains_are_never_longer() {
    let mut levels = std::collections::BTreeSet::new();
    for puzzle in &random_puzzles(3, 150) {
        let all = rate_all(puzzle);
        let [w, b, gw, gb] = [
            all.rating(Name::W),
            all.rating(Name::B),
            all.rating(Name::GW),
            all.rating(Name::GB),
        ]
        .map(value);
        assert!(gb <= gw && gb <= b, "{puzzle} {all:?}");
        assert!(gw <= w && b <= w, "{puzzle} {all:?}");
        let solved = |left: u16, level: u16| (left == 0) == (b <= level);
        assert!(solved(all.candidates_brt, 0), "{puzzle}");
        assert!(solved(all.candidates_w1, 1), "{puzzle}");
        // At length 1 there is no difference between the families.
        assert!(b > 1 || (w, gw, gb) == (b, b, b), "{puzzle}");
        let exact = |rating: Option<Rating>| rating.unwrap().status == Status::Exact;
        assert!(exact(all.rating(Name::B)) && exact(all.rating(Name::GB)));
        assert!(exact(all.rating(Name::W)) || w > b);
        assert!(exact(all.rating(Name::GW)) || gw > gb);
        levels.insert(b);
    }
    assert!(levels.len() >= 6, "puzzles of many levels: {levels:?}");
}

#[test]
fn the_same_symmetric_puzzle_has_the_same_braids() {
    // B and gB depend on the puzzle alone: not on rows and columns, nor on digits.
    for puzzle in &random_puzzles(4, 40) {
        let text: Vec<char> = puzzle.to_string().chars().collect();
        let digit = |c: char| {
            c.to_digit(10)
                .map_or('.', |d| (b'0' + 10 - d as u8) as char)
        };
        let turned: String = (0..81)
            .map(|cell| digit(text[cell % 9 * 9 + cell / 9]))
            .collect();
        let [one, two] = [puzzle.clone(), turned.parse().unwrap()].map(|p| rate_all(&p));
        assert_eq!(
            (
                one.rating(Name::TE),
                one.rating(Name::B),
                one.rating(Name::GB)
            ),
            (
                two.rating(Name::TE),
                two.rating(Name::B),
                two.rating(Name::GB)
            ),
            "{puzzle}"
        );
    }
}

#[test]
fn a_budget_makes_lower_bounds() {
    let mut stopped = 0;
    for puzzle in &random_puzzles(5, 30) {
        let all = rate_all(puzzle);
        for budget in [1, 10, 100, 1000, 10_000] {
            let limits = Limits {
                budget,
                ..Limits::default()
            };
            for name in CHAINS {
                let [first, second] =
                    [0; 2].map(|_| rate(puzzle, name.column(), limits).rating(name));
                assert_eq!(first, second, "{name} {puzzle}");
                let (bounded, known) = (first.unwrap(), all.rating(name));
                match bounded.status {
                    Status::Lower => {
                        assert!(value(first) <= value(known), "{name} {puzzle}");
                        stopped += 1;
                    }
                    Status::Exact => assert_eq!(first, known, "{name} {puzzle}"),
                    Status::Upper => assert!(value(first) >= value(known), "{name} {puzzle}"),
                    Status::Infinite | Status::NotApplicable => panic!("{name} {puzzle}"),
                }
            }
            let [one, two] = [0; 2].map(|_| rate(puzzle, FIVE, limits));
            assert_eq!(one, two, "{puzzle}");
            for name in CHAINS.into_iter().filter(|_| budget == 1) {
                let hard = value(all.rating(name)) > 1;
                let status = one.rating(name).unwrap().status;
                assert_eq!(status == Status::Lower, hard, "{name} {puzzle}");
            }
        }
    }
    assert!(stopped > 100, "{stopped}");
}

#[test]
fn a_greatest_length_makes_lower_bounds() {
    let mut checked = 0;
    for puzzle in &random_puzzles(6, 30) {
        let all = rate_all(puzzle);
        for name in CHAINS {
            let rating = all.rating(name).unwrap();
            let length = rating.value.unwrap().into();
            if rating.status != Status::Exact || length < 2 {
                continue;
            }
            for max_length in 1..=length + 1 {
                let limits = Limits {
                    max_length,
                    ..Limits::default()
                };
                let expected = if max_length < length {
                    Rating::lower(max_length + 1)
                } else {
                    rating
                };
                let bounded = rate(puzzle, name.column(), limits);
                assert_eq!(bounded.rating(name), Some(expected), "{name} {puzzle}");
                let bounded = rate(puzzle, FIVE, limits);
                assert_eq!(bounded.rating(name), Some(expected), "{name} {puzzle}");
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn no_limit_changes_what_is_infinite() {
    let puzzle: Puzzle = BEYOND.parse().unwrap();
    for (max_length, budget) in [(36, 2_000_000), (1, 2_000_000), (36, 1), (2, u64::MAX)] {
        let limits = Limits {
            max_length,
            budget,
            ..Limits::default()
        };
        let all = rate(&puzzle, "all", limits);
        assert_eq!(all.rating(Name::TE), Some(Rating::exact(2)));
        for name in CHAINS {
            assert_eq!(all.rating(name), Some(Rating::INFINITE), "{name}");
        }
    }
}

#[test]
fn a_whip_longer_than_the_braids_is_proven_to_be_needed() {
    let puzzle: Puzzle = WHIPS_NEED_MORE.parse().unwrap();
    let all = rate_all(&puzzle);
    let five = Some(Rating::exact(5));
    assert_eq!((all.rating(Name::W), all.rating(Name::GW)), (five, five));
    let exact = Some(Rating::exact(4));
    assert_eq!((all.rating(Name::B), all.rating(Name::GB)), (exact, exact));
    for names in ["w", "te,w", "w,b", "w,gb"] {
        assert_eq!(
            rate(&puzzle, names, Limits::default()).rating(Name::W),
            five,
            "{names}"
        );
    }
    for names in ["gw", "te,gw", "gw,gb", "b,gw", "b,gw,gb", "w,gw,gb"] {
        let rated = rate(&puzzle, names, Limits::default());
        assert_eq!(rated.rating(Name::GW), five, "{names}");
    }
}

#[test]
fn a_status_does_not_depend_on_what_else_is_asked_for() {
    let puzzles = [
        vec![WHIPS_NEED_MORE.parse().unwrap()],
        random_puzzles(7, 40),
    ];
    for puzzle in puzzles.iter().flatten() {
        let all = rate_all(puzzle);
        for names in subsets() {
            let some = rate(puzzle, &list(&names), Limits::default());
            for name in CHAINS {
                let expected = all.rating(name).filter(|_| names.contains(&name));
                assert_eq!(some.rating(name), expected, "{puzzle} {}", list(&names));
            }
        }
    }
}
