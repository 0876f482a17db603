//! Records of all kinds of puzzles, changed in every field of their head and in many places of
//! their steps. Every change is refused, or not verified, or makes a record that is true again:
//! its steps eliminate nothing of the solution, steps by rules of the kind are what these rules
//! themselves deduce in the same state, and its head is what the engine says.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gradus_check::{Verdict, check_record_within};
use gradus_csp::{Instance, Label, Position, StateBits};
use gradus_engine::proof::{prove, rating_in};
use gradus_engine::rating::{Limits, Rating, is_defined, solution};
use gradus_path::{Family, Ladder, PathStep, PathTheory, Record, Specific};
use serde_json::Value;

use crate::claims::{changes, places};
use crate::reference::random::Rng;

/// Decides all true claims about these small puzzles.
const BUDGET: u64 = 100_000;

const THEORIES: [PathTheory; 6] = [
    PathTheory::Brt,
    PathTheory::Chains(Family::WHIP),
    PathTheory::Chains(Family::GBRAID),
    PathTheory::SubsetsAnd(Family::WHIP),
    PathTheory::Trials(Ladder::Depths),
    PathTheory::Trials(Ladder::Fish),
];

fn record(puzzle: &dyn Instance, theory: PathTheory) -> Option<Record> {
    let rating = rating_in(puzzle, theory, Limits::default()).ok().flatten();
    prove(puzzle, theory, rating, Limits::default()).ok()
}

fn row(model: &gradus_csp::Model, has: &dyn Fn(Label) -> bool) -> Vec<u64> {
    let mut row = vec![0; model.label_count().div_ceil(64)];
    for label in model.labels().filter(|&label| has(label)) {
        row[label.index() / 64] |= 1 << (label.index() % 64);
    }
    row
}

/// The words of a premise. A path may be read from either end.
fn words(premise: &str) -> BTreeSet<&str> {
    premise.split([' ', '-', ',']).collect()
}

/// Returns true if the rules of the kind deduce this in a state.
fn is_deduced(puzzle: &dyn Instance, position: &Position, step: &Specific) -> bool {
    let domain = puzzle.domain();
    let Some(rules) = domain.rules() else {
        return false;
    };
    let (left, values) = (
        row(domain.model(), &|label| position.has(label)),
        row(domain.model(), &|label| position.values.contains(&label)),
    );
    let known = StateBits {
        left: &left,
        values: &values,
    };
    let mut found = false;
    rules.visit(step.level, known, &mut |deduction| {
        let mut targets = step.targets.iter();
        found |= deduction.rule == step.rule
            && words(&(deduction.premise)()) == words(&step.premise)
            && targets.all(|target| deduction.targets.contains(target));
        ControlFlow::Continue(())
    });
    found
}

/// Follows steps; what they eliminate outside trials is false in the solution.
fn follow(
    puzzle: &dyn Instance,
    position: &mut Position,
    steps: &[PathStep],
    truth: Option<&[Label]>,
) -> Result<(), String> {
    for (number, step) in (1..).zip(steps) {
        match step {
            PathStep::Specific(specific) if !is_deduced(puzzle, position, specific) => {
                return Err(format!("step {number} is not deduced"));
            }
            PathStep::Trial(trial) => {
                let mut inside = position.clone();
                inside.assert(puzzle.domain().model(), trial.hypothesis);
                follow(puzzle, &mut inside, &trial.steps, None)?;
            }
            _ => {}
        }
        if let Some(truth) = truth
            && step.targets().iter().any(|target| truth.contains(target))
        {
            return Err(format!("step {number} eliminates a part of the solution"));
        }
        step.apply(puzzle.domain().model(), position);
    }
    Ok(())
}

/// Whether a record is true, and if not, why.
fn truth_of(record: &Record) -> Result<(), String> {
    let puzzle = gradus_puzzles::read(&record.puzzle).map_err(|error| error.to_string())?;
    let puzzle = puzzle.as_ref();
    let path = record.path(puzzle).map_err(|error| error.to_string())?;
    // Puzzles with several solutions have paths to what is common to them.
    let truth = solution(puzzle).ok();
    let mut position = Position::initial(puzzle);
    follow(puzzle, &mut position, &path.steps, truth.as_deref())?;
    let levels = path.steps.iter().map(|step| step.level(path.theory));
    if levels.max().unwrap_or(0) != record.longest {
        return Err("longest".into());
    }
    let values: Option<BTreeSet<Label>> = truth.map(|truth| truth.into_iter().collect());
    let solved = values.is_some_and(|values| values == position.values);
    if solved != (record.end == "solved") || solved != record.solution.is_some() {
        return Err("end".into());
    }
    let known = rating_in(puzzle, path.theory, Limits::default())
        .ok()
        .flatten();
    let defined = is_defined(path.theory, puzzle.domain());
    let holds = match (record.status.as_deref(), record.rating) {
        (None, None) => true,
        (Some("exact"), Some(value)) => {
            known.is_none_or(|known| known == Rating::exact(value.into()))
        }
        (Some("upper"), Some(value)) => {
            let least = known.and_then(|known| known.value).unwrap_or(0);
            solved && usize::from(value) == record.longest && least <= value
        }
        (Some("infinite"), None) => known.is_none_or(|known| known == Rating::INFINITE),
        (Some("not applicable"), None) => !defined || known == Some(Rating::NOT_APPLICABLE),
        _ => false,
    };
    if holds {
        Ok(())
    } else {
        Err(format!(
            "{:?} {:?} is {known:?}",
            record.status, record.rating
        ))
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn every_field_of_every_kind_is_checked_or_refused() {
    let mut rng = Rng(41);
    let mut counts = [0; 3];
    for (_, text) in gradus_puzzles::examples() {
        let puzzle = gradus_puzzles::read(text).unwrap();
        for theory in THEORIES {
            let Some(record) = record(puzzle.as_ref(), theory) else {
                continue;
            };
            let verdict = check_record_within(&record, gradus_puzzles::read, BUDGET);
            assert!(verdict.is_ok(), "{theory} of {text}: {verdict:?}");
            assert_eq!(truth_of(&record), Ok(()), "{theory} of {text}");
            attack(&record, &mut rng, &mut counts);
        }
    }
    let [refused, unverified, accepted] = counts;
    println!("{refused} refused, {unverified} not verified, {accepted} accepted");
    assert!(refused > 20_000 && accepted > 100, "{counts:?}");
}

fn attack(record: &Record, rng: &mut Rng, counts: &mut [usize; 3]) {
    let whole = serde_json::to_value(record).unwrap();
    let mut all = Vec::new();
    places(&whole, "", &mut all);
    let (steps, mut chosen): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|place| place.starts_with("/steps/"));
    let (own, others): (Vec<_>, Vec<_>) = steps
        .into_iter()
        .partition(|place| place.contains("/specific"));
    for places in [own, others].iter().filter(|places| !places.is_empty()) {
        chosen.extend((0..4).map(|_| places[rng.below(places.len())].clone()));
    }
    for place in chosen {
        let old = whole.pointer(&place).unwrap();
        let mut all = changes(old, rng);
        if place.ends_with("/premise") {
            all.extend(premises(&whole["steps"]));
            all.retain(|change| change != old);
        }
        for change in all {
            let mut changed = whole.clone();
            *changed.pointer_mut(&place).unwrap() = change.clone();
            counts[judge(&changed, &place, &change)] += 1;
        }
    }
}

/// The premises of other steps, which are true elsewhere.
fn premises(steps: &Value) -> Vec<Value> {
    let steps = steps.as_array().into_iter().flatten();
    let premises = steps.filter_map(|step| step.pointer("/specific/premise"));
    premises.take(20).cloned().collect()
}

/// Refused, not verified, or accepted and true.
fn judge(changed: &Value, place: &str, change: &Value) -> usize {
    let Ok(record) = serde_json::from_value::<Record>(changed.clone()) else {
        return 0;
    };
    match check_record_within(&record, gradus_puzzles::read, BUDGET) {
        Err(_) => 0,
        Ok(Verdict::NotVerified(_)) => 1,
        Ok(verdict) => {
            let truth = truth_of(&record);
            assert_eq!(truth, Ok(()), "{place} = {change}: {verdict:?}\n{changed}");
            2
        }
    }
}
