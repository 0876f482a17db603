//! What a record says of itself, field by field: every change is refused, or not
//! verified, or makes a record that is true again, as the engine's ratings and a
//! second replay on the reference's tables show.

use serde_json::{Map, Value, json};

use crate::records::{DEPTH_2, LONGER_WHIPS, VARIED, record, replayed, replays};
use crate::reference::random::Rng;
use crate::reference::{State, name, parse};
use gradus_check::{BUDGET, Refusal, Unverified, Verdict, check_record, check_record_within};
use gradus_engine::proof::{path_of, rating_in};
use gradus_engine::rating::Limits;
use gradus_path::{Family, Ladder, PathEnd, PathTheory, Rating, Record, Status};
use gradus_puzzles::sudoku::Puzzle;

/// PBCS, figure 5.7.
const NO_SOLUTION: &str =
    "..3..6....5.1.....6...234...7.....5....9....7.64.3.8...4.....91..2..83...........";
/// T&E depth 2, SpB 3, BpB 4.
const SUBSETS_INSIDE: &str =
    "....5....4....92....632............83...9.5...7.....1.5..9..3...8......6..1..4.75";

const TE: PathTheory = PathTheory::Trials(Ladder::Depths);
const SPB: PathTheory = PathTheory::Trials(Ladder::Subsets);
const BPB: PathTheory = PathTheory::Trials(Ladder::Braids { depth: 1 });
const BPBB: PathTheory = PathTheory::Trials(Ladder::Braids { depth: 2 });

/// All that is said in some field of a record.
const WORDS: [&str; 38] = [
    "exact",
    "upper",
    "lower",
    "infinite",
    "not applicable",
    "no word",
    "",
    "solved",
    "contradiction",
    "stuck",
    "stopped",
    "simplest first",
    "by length",
    "in turn",
    "BRT",
    "W1",
    "S",
    "W",
    "B",
    "gW",
    "gB",
    "S+W",
    "S+B",
    "te",
    "spb",
    "bpb",
    "bpbb",
    "gradus",
    "gradus 9.9.9",
    "trial",
    "naked-single",
    "hidden-single-in-a-row",
    "whip[1]",
    "whip[2]",
    "braid[3]",
    "r1c1",
    "r1n1",
    "b9n9",
];

/// The places of a value: in itself and in what it has inside.
pub fn places(value: &Value, here: &str, all: &mut Vec<String>) {
    all.push(here.to_string());
    match value {
        Value::Object(fields) => {
            for (key, field) in fields {
                places(field, &format!("{here}/{key}"), all);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{here}/{index}"), all);
            }
        }
        _ => {}
    }
}

/// What a value may be changed to.
pub fn changes(value: &Value, rng: &mut Rng) -> Vec<Value> {
    let mut all = vec![Value::Null, json!(true), json!([]), json!({}), json!(-1)];
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            let others = [
                0,
                1,
                2,
                3,
                4,
                5,
                255,
                256,
                number + 1,
                number.saturating_sub(1),
            ];
            all.extend(others.map(Value::from));
        }
        Value::String(text) => {
            all.extend(WORDS.map(Value::from));
            all.push(name(rng.below(729)).into());
            all.push(text.to_uppercase().into());
            all.push(format!("{text} ").into());
            let mut turned: Vec<char> = text.chars().collect();
            let last = turned.len().saturating_sub(1);
            turned.swap(rng.below(last + 1), last);
            all.push(turned.into_iter().collect::<String>().into());
        }
        Value::Array(items) if !items.is_empty() => {
            let at = rng.below(items.len());
            let mut add = |change: &dyn Fn(&mut Vec<Value>)| {
                let mut changed = items.clone();
                change(&mut changed);
                all.push(changed.into());
            };
            add(&|items| drop(items.remove(at)));
            add(&|items| items.insert(at, items[at].clone()));
            add(&|items| items.swap(0, at));
            add(&|items| items.truncate(at));
            add(&|items| items.push(json!("n1r1c1")));
        }
        Value::Object(fields) => {
            let mut more = fields.clone();
            more.insert("more".into(), json!(1));
            all.push(more.into());
            for key in fields.keys() {
                let mut less: Map<String, Value> = fields.clone();
                less.remove(key);
                all.push(less.into());
            }
        }
        // A rating and its status where there was none.
        Value::Null => {
            all.extend(["exact", "upper", "infinite", "not applicable"].map(Value::from));
            all.extend([0, 1, 2, 5].map(Value::from));
        }
        _ => {}
    }
    all.retain(|change| change != value);
    all
}

/// Returns true if a record is true, by the engine's ratings and by a plain replay.
fn is_true(record: &Record) -> Result<(), String> {
    let puzzle: Puzzle = record.puzzle.parse().map_err(|_| "no puzzle")?;
    let theory: PathTheory = record.theory.parse().map_err(|_| "no theory")?;
    let end = replayed(record).ok_or("the path is none")?;
    let path = record.path(&puzzle).map_err(|error| error.to_string())?;
    let levels = path.steps.iter().map(|step| match theory {
        TE => step.level(TE),
        _ => step.length(),
    });
    let level = levels.max().unwrap_or(0);
    if level != record.longest {
        return Err(format!("longest is {level}"));
    }
    let mut state = State::from_givens(&parse(&record.puzzle));
    for step in &path.steps {
        match step {
            gradus_path::PathStep::Single { value, .. } => state.assert(value.index()),
            _ => step.targets().iter().for_each(|t| state.delete(t.index())),
        }
    }
    let solution: String = state
        .grid()
        .map(|digit| char::from(b'0' + digit))
        .iter()
        .collect();
    if record.solution != (end == PathEnd::Solved).then_some(solution) {
        return Err("another solution".into());
    }
    if end == PathEnd::Stuck {
        let all = path_of(&puzzle, theory, None, Limits::default()).unwrap();
        let end = all.position_before(&puzzle, all.steps.len());
        let left: Vec<usize> = end.candidates.iter().map(|label| label.index()).collect();
        let whips = theory.chains().is_some_and(|family| !family.braid);
        if all.end != PathEnd::Stuck || !whips && left != state.candidates() {
            return Err("not stuck".into());
        }
    }
    let known = rating_in(&puzzle, theory, Limits::default()).ok().flatten();
    let value = record.rating;
    let holds = match record.status.as_deref() {
        None => value.is_none(),
        Some("exact") => known == value.map(|v| Rating::exact(v.into())),
        Some("upper") => {
            let least = known.and_then(|rating| rating.value);
            value == u8::try_from(level).ok() && end == PathEnd::Solved && least <= value
        }
        Some("infinite") => known == Some(Rating::INFINITE),
        Some("not applicable") => known == Some(Rating::NOT_APPLICABLE),
        Some(_) => false,
    };
    // Theories without a rating of their own are rated as far as they go.
    let unrated = known.is_none() && record.status.is_some();
    if holds || unrated {
        Ok(())
    } else {
        Err(format!("{:?} {:?} is {known:?}", value, record.status))
    }
}

/// Changes a record in every field of its head, and in some places of its steps;
/// counts what is refused, not verified, and accepted.
fn attack(record: &Record, rng: &mut Rng, some: usize) -> [usize; 3] {
    let whole = serde_json::to_value(record).unwrap();
    let mut all = Vec::new();
    places(&whole, "", &mut all);
    let (steps, mut chosen): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|place| place.starts_with("/steps/"));
    if !steps.is_empty() {
        chosen.extend((0..some).map(|_| steps[rng.below(steps.len())].clone()));
    }
    let mut counts = [0; 3];
    for place in chosen {
        for change in changes(whole.pointer(&place).unwrap(), rng) {
            let mut changed = whole.clone();
            *changed.pointer_mut(&place).unwrap() = change.clone();
            counts[judge(&changed, &place, &change)] += 1;
        }
    }
    counts
}

/// Refused, not verified, or accepted and true.
fn judge(changed: &Value, place: &str, change: &Value) -> usize {
    let Ok(record) = serde_json::from_value::<Record>(changed.clone()) else {
        return 0;
    };
    match check_record(&record, gradus_puzzles::read) {
        Err(_) => 0,
        Ok(Verdict::NotVerified(_)) => 1,
        Ok(verdict) => {
            let truth = is_true(&record);
            assert_eq!(truth, Ok(()), "{place} = {change}: {verdict:?}\n{changed}");
            2
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn every_field_is_checked_or_refused() {
    let mut rng = Rng(23);
    let mut total = [0; 3];
    let chains = PathTheory::Chains;
    for (puzzle, theory, some) in [
        (LONGER_WHIPS, chains(Family::WHIP), 8),
        (LONGER_WHIPS, chains(Family::BRAID), 8),
        (LONGER_WHIPS, PathTheory::S, 8),
        (LONGER_WHIPS, TE, 16),
        (LONGER_WHIPS, BPB, 8),
        (VARIED, PathTheory::SubsetsAnd(Family::WHIP), 8),
        (VARIED, chains(Family::GWHIP), 8),
        (DEPTH_2, chains(Family::WHIP), 8),
        (DEPTH_2, chains(Family::BRAID), 8),
        (DEPTH_2, PathTheory::W1, 4),
        (DEPTH_2, TE, 24),
        (DEPTH_2, SPB, 24),
        (DEPTH_2, BPB, 24),
        (DEPTH_2, BPBB, 8),
        (SUBSETS_INSIDE, BPB, 12),
    ] {
        let record = record(puzzle, theory);
        assert_eq!(is_true(&record), Ok(()), "{theory} of {puzzle}");
        let counts = attack(&record, &mut rng, some);
        println!("{theory} of {puzzle}: {counts:?}");
        total.iter_mut().zip(counts).for_each(|(all, n)| *all += n);
    }
    let [refused, unverified, accepted] = total;
    println!("{refused} refused, {unverified} not verified, {accepted} accepted");
    assert!(refused > 5_000 && accepted > 100);
}

/// The verdict of a record with another rating and status.
fn with_claim(
    record: &Record,
    rating: Option<u8>,
    status: Option<&str>,
) -> Result<Verdict, Refusal> {
    check_record(
        &Record {
            rating,
            status: status.map(String::from),
            ..record.clone()
        },
        gradus_puzzles::read,
    )
}

#[test]
fn a_rating_must_be_that_of_the_path_and_of_the_puzzle() {
    let braids = record(LONGER_WHIPS, PathTheory::Chains(Family::BRAID));
    assert_eq!((braids.rating, braids.longest), (Some(4), 4));
    let claim = |rating, status| with_claim(&braids, rating, status);
    assert_eq!(claim(Some(4), Some("exact")), Ok(Verdict::Solution));
    assert_eq!(claim(Some(4), Some("upper")), Ok(Verdict::Solution));
    assert_eq!(claim(None, None), Ok(Verdict::Solution));
    for (rating, status) in [
        (Some(3), Some("exact")),
        (Some(5), Some("exact")),
        (Some(5), Some("upper")),
        (Some(4), Some("lower")),
        (Some(4), Some("infinite")),
        (Some(4), Some("sure")),
        (Some(4), None),
        (None, Some("exact")),
        (None, Some("infinite")),
        (None, Some("not applicable")),
    ] {
        assert!(claim(rating, status).is_err(), "{rating:?} {status:?}");
    }
    // Whips need 5 here; that no order of them needs less, loose whips show.
    let whips = record(LONGER_WHIPS, PathTheory::Chains(Family::WHIP));
    assert_eq!(whips.status.as_deref(), Some("exact"));
    for status in ["exact", "upper"] {
        let claim = with_claim(&whips, Some(5), Some(status));
        assert_eq!(claim, Ok(Verdict::Solution), "{status}");
    }
    // A path of longer braids than needed does not raise the rating.
    let longer = Record {
        theory: "B".into(),
        ..whips.clone()
    };
    let wrong = with_claim(&longer, Some(5), Some("exact"));
    assert_eq!(wrong, Err(Refusal::WrongRating(Rating::exact(5), 5)));
    assert_eq!(
        with_claim(&longer, Some(5), Some("upper")),
        Ok(Verdict::Solution)
    );
    // Without a budget nothing is verified that no step shows.
    let none = check_record_within(&braids, gradus_puzzles::read, 0);
    assert_eq!(none, Ok(Verdict::NotVerified(Unverified::Budget)));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn a_path_that_is_cut_is_not_stuck() {
    for theory in ["BRT", "W1", "S", "W", "B", "gW", "gB", "S+W"] {
        let theory: PathTheory = theory.parse().unwrap();
        for puzzle in [DEPTH_2, LONGER_WHIPS, VARIED] {
            let whole = record(puzzle, theory);
            if whole.end == "stuck" {
                assert_eq!(
                    check_record(&whole, gradus_puzzles::read),
                    Ok(Verdict::Stuck),
                    "{theory}"
                );
            }
            for length in 0..whole.steps.len() {
                let cut = Record {
                    steps: whole.steps[..length].to_vec(),
                    end: "stuck".into(),
                    solution: None,
                    rating: None,
                    status: None,
                    ..whole.clone()
                };
                let puzzle: Puzzle = puzzle.parse().unwrap();
                let path = cut.path(&puzzle).unwrap();
                let levels = path.steps.iter().map(|step| step.length());
                let longest = levels.max().unwrap_or(0);
                let verdict = check_record(&Record { longest, ..cut }, gradus_puzzles::read);
                assert_eq!(verdict, Err(Refusal::NotStuck), "{theory}, {length} steps");
            }
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn trials_prove_their_class() {
    for (puzzle, theory, rating) in [
        (LONGER_WHIPS, TE, Rating::exact(1)),
        (DEPTH_2, TE, Rating::exact(2)),
        (LONGER_WHIPS, SPB, Rating::exact(0)),
        (DEPTH_2, SPB, Rating::exact(1)),
        (SUBSETS_INSIDE, SPB, Rating::exact(3)),
        (LONGER_WHIPS, BPB, Rating::NOT_APPLICABLE),
        (DEPTH_2, BPB, Rating::exact(1)),
        (DEPTH_2, BPBB, Rating::NOT_APPLICABLE),
        (NO_SOLUTION, TE, Rating::exact(1)),
    ] {
        let made = match puzzle {
            NO_SOLUTION => {
                let puzzle: Puzzle = puzzle.parse().unwrap();
                gradus_engine::proof::prove(&puzzle, theory, None, Limits::default()).unwrap()
            }
            _ => record(puzzle, theory),
        };
        let line = serde_json::to_string(&made).unwrap();
        let read: Record = serde_json::from_str(&line).unwrap();
        assert_eq!(read, made);
        if puzzle == NO_SOLUTION {
            assert_eq!(
                check_record(&read, gradus_puzzles::read),
                Ok(Verdict::Contradiction)
            );
            assert_eq!((read.rating, read.status), (None, None));
            continue;
        }
        assert_eq!(
            check_record(&read, gradus_puzzles::read),
            Ok(Verdict::Solution),
            "{theory} of {puzzle}"
        );
        assert_eq!(replayed(&read), Some(PathEnd::Solved));
        let status = read
            .status
            .as_deref()
            .and_then(|word| word.parse::<Status>().ok());
        assert_eq!((read.rating, status), (rating.value, Some(rating.status)));
        assert_eq!(read.longest, usize::from(rating.value.unwrap_or(0)));
        // The same path shows a lower class of nothing, and a higher one neither.
        for value in [0, 1, 2, 3, 4].map(Some) {
            if value != rating.value {
                assert!(
                    with_claim(&read, value, Some("exact")).is_err(),
                    "{value:?}"
                );
            }
        }
        assert!(with_claim(&read, None, Some("infinite")).is_err());
        // Hardly a step could be left out, and then the rest is a path as well.
        let mut accepted = 0;
        for at in 0..read.steps.len() {
            let mut less = read.clone();
            less.steps.remove(at);
            if check_record(&less, gradus_puzzles::read).is_ok() {
                assert!(replays(&less), "{theory} without step {at}");
                accepted += 1;
            }
        }
        assert!(10 * accepted < read.steps.len(), "{theory}: {accepted}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn a_class_that_is_infinite_is_shown_to_be() {
    // Eleven's first puzzle: no Subsets inside trials solve it.
    let puzzle =
        "..3....8..5.1....66....74....8.9..4.7....5....1.6..8.....9...2.....2...8..2...3.4";
    let record = record(puzzle, SPB);
    assert_eq!(
        (record.end.as_str(), record.status.as_deref()),
        ("stuck", Some("infinite"))
    );
    assert_eq!(
        check_record_within(&record, gradus_puzzles::read, BUDGET),
        Ok(Verdict::Stuck)
    );
    let none = check_record_within(&record, gradus_puzzles::read, 10);
    assert_eq!(none, Ok(Verdict::NotVerified(Unverified::Budget)));
    // Where trials do solve, a stuck path is refused or shown to go on.
    let stuck = Record {
        puzzle: DEPTH_2.into(),
        steps: Vec::new(),
        longest: 0,
        ..record
    };
    assert!(matches!(
        check_record(&stuck, gradus_puzzles::read),
        Err(_) | Ok(Verdict::NotVerified(_))
    ));
}
