//! The classes beyond T&E(BRT, 1): SpB, BpB and BpBB. The values of the books,
//! the order that the theory prescribes between them, bounds where limits stop
//! the search, and the slow reference on states that few puzzles lead to.

use crate::board::{InitialState, board};
use std::collections::BTreeMap;

use gradus_csp::{Label, Labels};
use gradus_engine::rating::bpb::bpb;
use gradus_engine::rating::spb::spb;
use gradus_engine::rating::{Classification, Limits, Name, Rating, Request, Status, classify};
use gradus_engine::rules::{BraidTheory, Theory, Whips1};
use gradus_engine::te::TrialAndError;
use gradus_puzzles::book;
use gradus_puzzles::book::{BookPuzzle, Printed};
use gradus_puzzles::sudoku::Puzzle;

use crate::bridge::{depth_of, engine_state, truth};
use crate::reference::random::{Rng, minimal_puzzle, random_states};
use crate::reference::{self, b_closure, parse};

/// PBCS, figure 5.1.
const DEPTH_1: &str =
    "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57";
/// PBCS, figure 7.3: solved by g-whips.
const BY_GROUPS: &str =
    "..1..2..3....1..4.2..4..5....6..7..8.5.....2.9..3..4....8..1..5.9..6....1..9..7..";
/// PBCS, figure 12.4.
const DEPTH_2: &str =
    "1...........18...6..9..7.5.....6.3.8..5..4.7....3..........2..7..2...4.597.....2.";
/// Number 11782 of Eleven's collection: one of the few that T&E(S_4) solves.
const BY_SUBSETS: &str =
    "....5....4....92....632............83...9.5...7.....1.5..9..3...8......6..1..4.75";

fn rate_within(puzzle: &str, names: &str, limits: Limits) -> Classification {
    let request = Request {
        names: names.parse().unwrap(),
        limits,
    };
    classify(&puzzle.parse::<Puzzle>().unwrap(), &request).unwrap()
}

fn rate(puzzle: &str, names: &str) -> Classification {
    rate_within(puzzle, names, Limits::default())
}

/// The puzzles of the books with one solution.
fn puzzles() -> Vec<BookPuzzle> {
    let all = book::puzzles().into_iter();
    all.filter(|entry| entry.solutions == 1).collect()
}

/// The puzzles of the books that Trial and Error of depth 3 is needed for.
fn depth_3() -> Vec<BookPuzzle> {
    let deep = |entry: &BookPuzzle| entry.expected("te") == Some(&Printed::Number(3));
    puzzles().into_iter().filter(deep).collect()
}

/// The rating that stands for what the books say. They have 0 where braids are
/// enough, which is a class for Subsets but none for braids.
fn as_rating(name: Name, printed: &Printed) -> Rating {
    match printed {
        Printed::Number(0) if name == Name::BPB => Rating::NOT_APPLICABLE,
        Printed::Number(number) => Rating::exact(*number as usize),
        Printed::Word(word) => {
            assert_eq!(word, "infinite");
            Rating::INFINITE
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn classes_of_the_books() {
    // By the place where they are printed, the class and its value.
    let mut tally = BTreeMap::<(&str, &str, String), usize>::new();
    for entry in &puzzles() {
        let place = ["Table 11.3", "Table 11.5"]
            .into_iter()
            .find(|table| entry.source.starts_with(&format!("PBCS, {table},")))
            .unwrap_or("elsewhere");
        for name in [Name::SPB, Name::BPB] {
            let Some(printed) = entry.expected(name.column()) else {
                continue;
            };
            let rating = rate(&entry.puzzle, name.column()).rating(name).unwrap();
            assert_eq!(rating, as_rating(name, printed), "{name} of {}", entry.id);
            let key = (place, name.column(), rating.to_string());
            *tally.entry(key).or_default() += 1;
        }
    }
    let expected = [
        ("Table 11.3", "bpb", "4", 1),
        ("Table 11.3", "bpb", "5", 12),
        ("Table 11.3", "bpb", "6", 34),
        ("Table 11.3", "bpb", "7", 1),
        ("Table 11.3", "spb", "∞", 48),
        ("Table 11.5", "bpb", "4", 2),
        ("Table 11.5", "bpb", "5", 9),
        ("Table 11.5", "bpb", "6", 25),
        ("Table 11.5", "bpb", "7", 1),
        ("Table 11.5", "spb", "∞", 37),
        ("elsewhere", "bpb", "-", 7),
        ("elsewhere", "bpb", "1", 1),
        ("elsewhere", "bpb", "2", 2),
        ("elsewhere", "bpb", "3", 8),
        ("elsewhere", "bpb", "5", 8),
        ("elsewhere", "bpb", "6", 1),
        ("elsewhere", "spb", "0", 7),
        ("elsewhere", "spb", "1", 1),
        ("elsewhere", "spb", "∞", 19),
    ];
    let expected = expected.map(|(place, name, value, n)| ((place, name, value.to_string()), n));
    assert_eq!(tally, BTreeMap::from(expected));
}

#[test]
fn the_book_puzzles_of_depth_3_have_a_class_of_their_own() {
    let entries = depth_3();
    assert_eq!(entries.len(), 21);
    for entry in &entries {
        let numbers = rate(&entry.puzzle, "te,spb,bpb,bpbb");
        assert_eq!(
            numbers.rating(Name::TE),
            Some(Rating::exact(3)),
            "{}",
            entry.id
        );
        assert_eq!(numbers.rating(Name::SPB), Some(Rating::INFINITE));
        assert_eq!(numbers.rating(Name::BPB), Some(Rating::INFINITE));
        // The Manual finds no puzzle that needs more than 2.
        assert_eq!(
            numbers.rating(Name::BPBB),
            Some(Rating::exact(2)),
            "{}",
            entry.id
        );
    }
}

/// A value to compare, infinity being the greatest.
fn value(rating: Rating) -> u16 {
    rating.value.map_or(u16::MAX, u16::from)
}

/// T&E(S_1) and T&E(B_1) are both T&E over whips[1], which solves exactly where
/// g-braids do.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn classes_are_nested_as_the_theory_says() {
    let mut counts = BTreeMap::<&str, usize>::new();
    let mut count = |what| *counts.entry(what).or_default() += 1;
    let mut texts: Vec<String> = puzzles().into_iter().map(|entry| entry.puzzle).collect();
    texts.push(BY_SUBSETS.to_string());
    for puzzle in &texts {
        // Whether g-braids solve, and not which: that takes no search.
        let limits = Limits {
            max_length: 1,
            ..Limits::default()
        };
        let numbers = rate_within(puzzle, "te,gb,spb,bpb,bpbb", limits);
        let [gb, spb, bpb, bpbb] =
            [Name::GB, Name::SPB, Name::BPB, Name::BPBB].map(|name| numbers.rating(name).unwrap());
        let depth = depth_of(&numbers).unwrap();
        let by_groups = gb != Rating::INFINITE;
        assert_eq!(spb == Rating::exact(0), depth <= 1, "{puzzle}");
        assert_eq!(value(spb) <= 1, by_groups, "{puzzle}");
        assert_eq!(bpb == Rating::NOT_APPLICABLE, depth <= 1, "{puzzle}");
        assert_eq!(bpb == Rating::INFINITE, depth > 2, "{puzzle}");
        assert_eq!(bpbb == Rating::NOT_APPLICABLE, depth <= 2, "{puzzle}");
        if depth == 2 {
            assert_eq!(bpb == Rating::exact(1), by_groups, "{puzzle}");
            let other = if by_groups {
                Rating::exact(1)
            } else {
                Rating::lower(2)
            };
            assert_eq!(bpb, other, "{puzzle}");
            count(if by_groups { "g-braids" } else { "deeper" });
        } else {
            count(if depth < 2 { "braids" } else { "deepest" });
        }
    }
    let expected = [
        ("braids", 127),
        ("deeper", 104 + 1),
        ("deepest", 21),
        ("g-braids", 5),
    ];
    assert_eq!(counts, BTreeMap::from(expected));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn subsets_in_trials_may_do_what_short_braids_do_not() {
    let numbers = rate(BY_SUBSETS, "te,spb,bpb,bpbb");
    assert_eq!(numbers.rating(Name::TE), Some(Rating::exact(2)));
    assert_eq!(numbers.rating(Name::SPB), Some(Rating::exact(3)));
    assert_eq!(numbers.rating(Name::BPB), Some(Rating::exact(4)));
    assert_eq!(numbers.rating(Name::BPBB), Some(Rating::NOT_APPLICABLE));
}

#[test]
fn a_budget_makes_lower_bounds_of_classes_that_are_defined() {
    let tiny = Limits {
        budget: 1,
        ..Limits::default()
    };
    let deepest = &depth_3()[0].puzzle;
    let classes = |puzzle: &str, limits| {
        let numbers = rate_within(puzzle, "bpb,bpbb", limits);
        [Name::BPB, Name::BPBB].map(|name| numbers.rating(name).unwrap())
    };
    let (infinite, undefined) = (Rating::INFINITE, Rating::NOT_APPLICABLE);
    assert_eq!(classes(DEPTH_1, tiny), [undefined; 2]);
    assert_eq!(classes(DEPTH_2, tiny), [Rating::lower(2), undefined]);
    assert_eq!(classes(deepest, tiny), [infinite, Rating::lower(2)]);
    // Whips[1] inside trials need no search.
    assert_eq!(classes(BY_GROUPS, tiny), [Rating::exact(1), undefined]);
    let short = Limits {
        max_length: 1,
        ..Limits::default()
    };
    assert_eq!(classes(DEPTH_1, short), [undefined; 2]);
    assert_eq!(classes(DEPTH_2, short), [Rating::lower(2), undefined]);
    assert_eq!(classes(deepest, short), [infinite, Rating::lower(2)]);
    let full = Limits::default();
    assert_eq!(classes(DEPTH_2, full), [Rating::exact(2), undefined]);
    assert_eq!(classes(deepest, full), [infinite, Rating::exact(2)]);
    // However far a search gets, it never claims too much.
    for budget in [10, 100, 1000, 10_000, 100_000] {
        let limits = Limits { budget, ..full };
        let [bpb, _] = classes(DEPTH_2, limits);
        assert!(
            [Rating::exact(2), Rating::lower(2)].contains(&bpb),
            "{budget}"
        );
        let [_, bpbb] = classes(deepest, limits);
        assert!(
            [Rating::exact(2), Rating::lower(2)].contains(&bpbb),
            "{budget}"
        );
        assert_eq!(classes(DEPTH_2, limits)[0], bpb, "{budget}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn one_call_has_the_values_of_single_calls() {
    let deepest = &depth_3()[0].puzzle;
    for puzzle in [DEPTH_1, BY_GROUPS, DEPTH_2, BY_SUBSETS, deepest] {
        let all = rate(puzzle, "everything");
        assert_eq!(all.ratings.len(), Name::all().len());
        for (name, rating) in &all.ratings {
            let one = rate(puzzle, name.column());
            assert_eq!(one.ratings, [(*name, *rating)], "{name} of {puzzle}");
        }
    }
}

/// Closes a state with the engine and with the reference; true if both find a
/// contradiction.
fn compare_closures(state: &reference::State, length: usize) -> bool {
    let mut slow = state.clone();
    b_closure(&mut slow, length);
    let mut fast = engine_state(state);
    let consistent = BraidTheory { length }.close(&board(), &mut fast);
    assert_eq!(consistent, !slow.contradictory(), "B{length} of {state:?}");
    if consistent {
        assert_eq!(fast, engine_state(&slow), "B{length} of {state:?}");
    }
    !consistent
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn closures_under_short_braids_agree_with_the_reference() {
    let mut rng = Rng(21);
    let (mut contradictory, mut consistent) = (0, 0);
    let hard = [BY_GROUPS, DEPTH_2, BY_SUBSETS].map(parse);
    let easier: Vec<[u8; 81]> = (0..6).map(|_| minimal_puzzle(&mut rng)).collect();
    for puzzle in hard.iter().chain(&easier) {
        for state in random_states(puzzle, &mut rng, 3) {
            let candidates = state.candidates();
            // The state itself, and trials in it.
            let mut states = vec![state.clone()];
            for _ in 0..if candidates.is_empty() { 0 } else { 4 } {
                let mut trial = state.clone();
                trial.assert(candidates[rng.below(candidates.len())]);
                states.push(trial);
            }
            for state in &states {
                for length in [1, 2, 3] {
                    if compare_closures(state, length) {
                        contradictory += 1
                    } else {
                        consistent += 1
                    }
                }
            }
        }
    }
    println!("{contradictory} contradictory, {consistent} consistent");
    assert!(contradictory > 50 && consistent > 50);
}

/// The state of a puzzle after BRT without some candidates that are false.
fn with_deletions(puzzle: &[u8; 81], count: usize, rng: &mut Rng) -> reference::State {
    let mut state = reference::State::from_givens(puzzle);
    reference::brt(&mut state);
    let truth = truth(puzzle);
    let is_false = |&label: &usize| !truth.contains(Label::new(label));
    let mut wrong: Vec<usize> = state.candidates().into_iter().filter(is_false).collect();
    rng.shuffle(&mut wrong);
    for &label in &wrong[..count.min(wrong.len())] {
        state.delete(label);
    }
    reference::brt(&mut state);
    state
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn classes_of_random_states_agree_with_the_reference() {
    let seen = compare_classes(&[BY_GROUPS, BY_SUBSETS], &[1, 6]);
    assert!(seen.len() >= 3, "{seen:?}");
}

#[test]
#[ignore = "takes a minute and a half, in the reference's T&E(S_4)"]
fn classes_of_more_random_states_agree_with_the_reference() {
    let seen = compare_classes(&[BY_GROUPS, DEPTH_2, BY_SUBSETS], &[0, 2, 4, 6, 8]);
    assert!(seen.len() >= 5, "{seen:?}");
}

/// Compares SpB and BpB of states with this many candidates fewer than a hard
/// puzzle has; returns how often each pair of values was seen.
fn compare_classes(puzzles: &[&str], deletions: &[usize]) -> BTreeMap<String, usize> {
    let kernel = board();
    let mut rng = Rng(22);
    let mut seen = BTreeMap::<String, usize>::new();
    for text in puzzles {
        let puzzle = parse(text);
        let truth = truth(&puzzle);
        // With many candidates less, hardly any state of a hard puzzle is hard.
        for &count in deletions {
            let start = with_deletions(&puzzle, count, &mut rng);
            let mut state = engine_state(&start);
            Whips1.close(&kernel, &mut state);
            let by_subsets = spb(&kernel, &state, &truth, u64::MAX);
            let slow = reference::spb(&start).map_or(Rating::INFINITE, Rating::exact);
            assert_eq!(by_subsets, slow, "SpB of {start:?}");
            let limits = Limits {
                max_length: 2,
                budget: u64::MAX,
                ..Limits::default()
            };
            let by_braids = bpb(&kernel, &state, &truth, limits);
            // Braids of length 1 are the least that the engine is asked for.
            let slow = reference::bpb(&start, 2);
            let slow = slow.map_or(Rating::lower(3), |p| Rating::exact(p.max(1)));
            assert_eq!(by_braids, slow, "BpB of {start:?}");
            let mut closed = state.clone();
            let solves = TrialAndError::new(BraidTheory { length: 2 }, 1)
                .close(&kernel, &mut closed)
                && closed.is_decided();
            assert_eq!(solves, by_braids.status == Status::Exact);
            *seen.entry(format!("{by_subsets} {by_braids}")).or_default() += 1;
        }
    }
    println!("{seen:?}");
    seen
}

#[test]
fn closures_of_braids_grow_with_their_length() {
    let kernel = board();
    for text in [DEPTH_1, DEPTH_2, BY_SUBSETS] {
        let puzzle: Puzzle = text.parse().unwrap();
        let start = puzzle.state().unwrap();
        let mut weaker = start.clone();
        Whips1.close(&kernel, &mut weaker);
        for length in 1..=4 {
            let mut state = start.clone();
            assert!(BraidTheory { length }.close(&kernel, &mut state));
            assert!(state.left.within(&weaker.left), "{length} {text}");
            // Nothing is left to do, and going on from a weaker closure is the same.
            let mut again = state.clone();
            assert!(BraidTheory { length }.close(&kernel, &mut again));
            assert_eq!(again, state);
            assert!(BraidTheory { length }.close(&kernel, &mut weaker));
            assert_eq!(weaker, state);
        }
    }
}
