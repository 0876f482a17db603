//! Depths of Trial and Error over Singles and over whips\[1\], their limit, and the
//! records that show them.

use gradus_check::{Refusal, Verdict, check_record};
use gradus_engine::proof::{prove, rating_in, trials};
use gradus_engine::rating::{Classification, Limits, Name, Rating, Request, classify};
use gradus_path::{Ladder, PathTheory, Record};
use gradus_puzzles::book;
use gradus_puzzles::book::Printed;
use gradus_puzzles::sudoku::Puzzle;

use crate::reference::random::{Rng, minimal_puzzle};
use crate::reference::{self, State, parse, whips1};

/// CSP-Rules manual: depth 2 over Singles, 1 over whips[1].
const NAZAZ: &str =
    ".3.21.45.41..5..235.23.41.61.5..234.72.43.5.1.431.5..225..41.3...15.32.43.482..15";
/// PBCS 7.7.3, 7.7.4 and 7.7.6: the same.
const BY_GROUPS: [&str; 3] = [
    "..1..2..3....1..4.2..4..5....6..7..8.5.....2.9..3..4....8..1..5.9..6....1..9..7..",
    "4...6..7.......6...3...2..17....85...1.4......2.95..........7.5..91...3...3.4..8.",
    "7.....4...2..7..8...3..8..9...5..3...6..2..9...1..7..6...3..9...3..4..6...9..1..5",
];
const LOKI: &str =
    "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";

const GTE: PathTheory = PathTheory::Trials(Ladder::GDepths);

fn name(column: &str) -> Name {
    column.parse().unwrap()
}

fn rate_within(puzzle: &str, names: &str, max_depth: usize) -> Classification {
    let request = Request {
        names: names.parse().unwrap(),
        limits: Limits {
            max_depth,
            ..Limits::default()
        },
    };
    classify(&puzzle.parse::<Puzzle>().unwrap(), &request).unwrap()
}

fn rate(puzzle: &str, names: &str) -> Classification {
    rate_within(puzzle, names, 3)
}

fn depths(puzzle: &str) -> [Rating; 2] {
    let numbers = rate(puzzle, "te,gte");
    [Name::TE, name("gte")].map(|name| numbers.rating(name).unwrap())
}

#[test]
fn depths_of_the_books() {
    for puzzle in BY_GROUPS.into_iter().chain([NAZAZ]) {
        assert_eq!(depths(puzzle), [2, 1].map(Rating::exact), "{puzzle}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn depths_over_whips1_of_all_book_puzzles() {
    let mut seen = [0; 4];
    for entry in book::puzzles() {
        if entry.solutions != 1 {
            continue;
        }
        let numbers = rate(&entry.puzzle, "te,w,gb,gte");
        let value = |name| numbers.rating(name).unwrap();
        let (te, gte) = (value(Name::TE), value(name("gte")));
        let by_w1 = value(Name::W).value.is_some_and(|w| w <= 1);
        let by_gb = value(Name::GB).value.is_some();
        assert_eq!(gte == Rating::exact(0), by_w1, "{}", entry.id);
        assert_eq!(gte == Rating::exact(1), by_gb && !by_w1, "{}", entry.id);
        assert!(gte.value <= te.value, "{}", entry.id);
        assert_eq!(rate(&entry.puzzle, "gte").rating(name("gte")), Some(gte));
        if let Some(Printed::Number(number)) = entry.expected("gte") {
            assert_eq!(gte, Rating::exact(*number as usize), "{}", entry.id);
        }
        if let Some(Printed::Number(number)) = entry.expected("gte_min") {
            assert!(u64::from(gte.value.unwrap()) >= *number, "{}", entry.id);
        }
        seen[usize::from(gte.value.unwrap())] += 1;
    }
    assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn depths_of_the_manual() {
    let manual: Vec<_> = book::puzzles()
        .into_iter()
        .filter(|entry| entry.id.starts_with("UM-"))
        .collect();
    assert_eq!(manual.len(), 36);
    let mut pairs = std::collections::BTreeMap::new();
    for entry in manual {
        let [te, gte] = depths(&entry.puzzle).map(|depth| depth.value.unwrap());
        assert_eq!(entry.expected("te"), Some(&Printed::Number(te.into())));
        *pairs.entry((te, gte)).or_insert(0) += 1;
    }
    assert_eq!(
        pairs.into_iter().collect::<Vec<_>>(),
        [((1, 1), 14), ((2, 1), 1), ((3, 3), 21)]
    );
}

#[test]
fn depths_beyond_the_limit_are_bounds() {
    for (max, te, gte) in [
        (1, Rating::lower(2), Rating::exact(1)),
        (2, Rating::exact(2), Rating::exact(1)),
        (9, Rating::exact(2), Rating::exact(1)),
    ] {
        let numbers = rate_within(NAZAZ, "te,gte", max);
        assert_eq!(numbers.rating(Name::TE), Some(te), "{max}");
        assert_eq!(numbers.rating(name("gte")), Some(gte), "{max}");
    }
    let numbers = rate_within(LOKI, "te,gte,bpb", 2);
    assert_eq!(numbers.rating(Name::TE), Some(Rating::lower(3)));
    assert_eq!(numbers.rating(name("gte")), Some(Rating::lower(3)));
    assert_eq!(numbers.rating(Name::BPB), Some(Rating::INFINITE));
    let numbers = rate_within(LOKI, "te,gte", 1);
    assert_eq!(numbers.rating(name("gte")), Some(Rating::lower(2)));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn depths_over_whips1_are_those_of_the_reference() {
    let mut rng = Rng(53);
    let mut seen = [0; 2];
    let mut puzzles: Vec<[u8; 81]> = (0..12).map(|_| minimal_puzzle(&mut rng)).collect();
    puzzles.push(parse(NAZAZ));
    for digits in puzzles {
        let puzzle: String = digits.map(|d| char::from(b'0' + d)).iter().collect();
        let slow = reference::te_depth_over(&State::from_givens(&digits), &whips1, 1);
        let gte = rate(&puzzle, "gte").rating(name("gte")).unwrap();
        assert_eq!(slow.map(Rating::exact), Some(gte), "{puzzle}");
        seen[slow.unwrap()] += 1;
    }
    assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
}

fn record(puzzle: &str) -> Record {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let rating = rating_in(&puzzle, GTE, Limits::default()).unwrap();
    prove(&puzzle, GTE, rating, Limits::default()).unwrap()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn records_of_depths_over_whips1_are_checked() {
    let record = record(BY_GROUPS[0]);
    assert_eq!((record.theory.as_str(), record.rating), ("gte", Some(1)));
    assert_eq!(
        check_record(&record, gradus_puzzles::read),
        Ok(Verdict::Solution)
    );
    assert!(crate::records::replays(&record));
    let changed = |change: &dyn Fn(&mut Record)| {
        let mut changed = record.clone();
        change(&mut changed);
        check_record(&changed, gradus_puzzles::read)
    };
    let wrong = Refusal::WrongRating(Rating::exact(0), 1);
    assert_eq!(changed(&|r| r.rating = Some(0)), Err(wrong));
    assert!(
        changed(&|r| r.theory = "te".into()).is_err(),
        "whips[1] in trials"
    );
    assert!(changed(&|r| r.longest = 2).is_err());
    let trial = record.steps.iter().position(|step| step.rule() == "trial");
    assert!(changed(&|r| drop(r.steps.remove(trial.unwrap()))).is_err());
    // A puzzle that whips[1] solve is of depth 0, with whips[1] in its path.
    let mut rng = Rng(3);
    let by_w1 = (0..200)
        .map(|_| minimal_puzzle(&mut rng))
        .find_map(|digits| {
            let puzzle: String = digits.map(|d| char::from(b'0' + d)).iter().collect();
            let w = rate(&puzzle, "w").rating(Name::W);
            (w == Some(Rating::exact(1))).then_some(puzzle)
        });
    let record = self::record(&by_w1.unwrap());
    assert_eq!((record.rating, record.longest), (Some(0), 0));
    assert_eq!(
        check_record(&record, gradus_puzzles::read),
        Ok(Verdict::Solution)
    );
}

#[test]
fn levels_of_trials_go_up_to_the_depth() {
    let puzzle: Puzzle = BY_GROUPS[0].parse().unwrap();
    let shown = trials(&puzzle, name("gte"), Limits::default())
        .unwrap()
        .unwrap();
    let names: Vec<&str> = shown
        .levels
        .iter()
        .map(|level| level.name.as_str())
        .collect();
    assert_eq!(names, ["BRT", "W1", "T&E(W1, 1)"]);
    assert!(shown.levels[2].solved && !shown.levels[1].solved);
}
