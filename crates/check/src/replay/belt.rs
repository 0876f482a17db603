//! One belt against its definition (PBCS 13.4): a ring of segments, each with two
//! ends and with two variables that it shares with the next one. The candidates
//! of an end are in the four variables that its segment shares, and each of these
//! has one of them; no variable is an end twice.
//!
//! So the values of the 2n ends are in the 2n shared variables, each in one of its own segment's,
//! and no shared variable has two: its candidates outside the segments that share it are false.

use std::collections::BTreeSet;

use super::{Refusal, all_different, candidates, check_targets, ensure};
use gradus_csp::{Label, Model, Position, Variable};
use gradus_path::Belt;

/// Checks that a belt is valid in a state, so that its targets may be eliminated.
pub fn check_belt(model: &Model, position: &Position, belt: &Belt) -> Result<(), Refusal> {
    check_targets(position, &belt.targets)?;
    let segments = &belt.segments;
    ensure(segments.len() > 2, Refusal::NoBelt)?;
    let of = |label: Label, variable: Variable| model.labels_of(variable).contains(&label);
    let common = |one: Variable, other: Variable| -> Vec<Label> {
        let labels = model.labels_of(one).iter().copied();
        labels.filter(|&label| of(label, other)).collect()
    };
    for segment in segments {
        for variable in segment.ends.into_iter().chain(segment.shared) {
            candidates(model, position, variable)?;
        }
    }
    let ends: Vec<Label> = segments
        .iter()
        .flat_map(|segment| segment.ends)
        .flat_map(|end| model.labels_of(end).iter().copied())
        .collect();
    ensure(all_different(&ends), Refusal::Repeated)?;
    let before = |place: usize| segments[(place + segments.len() - 1) % segments.len()];
    let mut taken = BTreeSet::new();
    let mut houses = BTreeSet::new();
    for (place, segment) in segments.iter().enumerate() {
        let next = segments[(place + 1) % segments.len()];
        let shared: Vec<Variable> = before(place)
            .shared
            .into_iter()
            .chain(segment.shared)
            .collect();
        ensure(all_different(&shared), Refusal::NoBelt)?;
        // Both ends in one line and one block: they share two variables for each number.
        let [one, other] = segment.ends;
        for &variable in &shared {
            let (here, there) = (common(one, variable), common(other, variable));
            let ([here], [there]) = (&here[..], &there[..]) else {
                return Err(Refusal::NotCrossing);
            };
            let both = model.variables_of(*here).filter(|&v| of(*there, v));
            ensure(both.count() == 2, Refusal::NoBelt)?;
            let occurs = [here, there]
                .into_iter()
                .any(|label| position.candidates.contains(label));
            ensure(occurs, Refusal::NoBelt)?;
        }
        for end in segment.ends {
            let own = candidates(model, position, end)?;
            ensure(own.len() > 1, Refusal::NoBelt)?;
            let in_shared = |label: &Label| shared.iter().any(|&v| of(*label, v));
            let outside: Vec<Label> = own.into_iter().filter(|l| !in_shared(l)).collect();
            ensure(outside.is_empty(), Refusal::Uncovered(outside))?;
        }
        for variable in segment.shared {
            let four = segment.ends.into_iter().chain(next.ends);
            let cells: BTreeSet<Label> = four.flat_map(|end| common(end, variable)).collect();
            ensure(cells.len() == 4, Refusal::NotCrossing)?;
            let labels = model.labels_of(variable).iter().copied();
            taken.extend(labels.filter(|label| !cells.contains(label)));
        }
        let [one, other] = segment.shared.map(|v| house(model, v, segment.ends[0]));
        ensure(one == other, Refusal::NoBelt)?;
        houses.insert(one);
    }
    // A ring in one row, column or block is a Subset.
    ensure(houses.len() > 1, Refusal::NoBelt)?;
    let taken = belt.targets.iter().all(|target| taken.contains(target));
    ensure(taken, Refusal::NotTaken)
}

/// The variables of an end's kind that a shared variable has labels of.
fn house(model: &Model, shared: Variable, end: Variable) -> Vec<Variable> {
    let labels = model.labels_of(shared).iter();
    let kind = model.kind_of(end);
    let mut house: Vec<Variable> = labels.filter_map(|&l| model.variable_of(l, kind)).collect();
    house.sort_unstable();
    house
}
