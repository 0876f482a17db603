//! One finned fish against its definition (CSP-Rules manual 5.4): as many bases as covers,
//! as for a Subset; all bases except the last have their candidates in the covers, at
//! least two each and in all of the covers together; the last one has the others, its
//! fins, in one more variable, and a candidate in a cover outside that variable.

use super::{Refusal, apart, candidates, check_targets, ensure};
use gradus_csp::{Label, Model, Position, Variable};
use gradus_path::FinnedFish;

/// Checks that a finned fish is one in a state, so that its targets may be eliminated.
pub fn check_finned_fish(
    model: &Model,
    position: &Position,
    fish: &FinnedFish,
) -> Result<(), Refusal> {
    let FinnedFish {
        bases,
        covers,
        fins,
        targets,
        ..
    } = fish;
    check_targets(position, targets)?;
    let sizes = bases.len() == covers.len() && (2..=4).contains(&bases.len());
    ensure(sizes, Refusal::NoFish)?;
    for &variable in bases.iter().chain(covers).chain([fins]) {
        candidates(model, position, variable)?;
    }
    let of = |label: Label, variable: Variable| model.labels_of(variable).contains(&label);
    let of_some = |label: Label, variables: &[Variable]| variables.iter().any(|&v| of(label, v));
    // Bases and covers cross in one label each; neither bases nor covers meet.
    let common = |one: Variable, other: Variable| {
        let labels = model.labels_of(one).iter();
        labels.filter(|&&label| of(label, other)).count()
    };
    let cross = |&base: &Variable| covers.iter().all(|&cover| common(base, cover) == 1);
    let crossing = bases.iter().all(cross) && apart(model, bases) && apart(model, covers);
    ensure(crossing, Refusal::NotCrossing)?;
    let (&last, pure) = bases.split_last().ok_or(Refusal::NoFish)?;
    let mut used = Vec::new();
    for &base in pure {
        let own = candidates(model, position, base)?;
        let uncovered: Vec<Label> = own
            .iter()
            .copied()
            .filter(|&l| !of_some(l, covers))
            .collect();
        ensure(uncovered.is_empty(), Refusal::Uncovered(uncovered))?;
        ensure(own.len() > 1, Refusal::NoFish)?;
        used.extend(own);
    }
    // With fewer covers these bases would be a Subset of their own.
    let is_used = |&&cover: &&Variable| used.iter().any(|&label| of(label, cover));
    ensure(
        covers.iter().filter(is_used).count() == covers.len(),
        Refusal::NoFish,
    )?;
    // The fins' variable is neither base nor cover, and crosses the last base and a cover.
    let own = candidates(model, position, last)?;
    let outside: Vec<Label> = own
        .iter()
        .copied()
        .filter(|&label| !of_some(label, covers) && !of(label, *fins))
        .collect();
    ensure(outside.is_empty(), Refusal::Uncovered(outside))?;
    let meets = |&cover: &Variable| {
        let labels = model.labels_of(last).iter();
        let mut corners = labels.filter(|&&label| of(label, cover) && of(label, *fins));
        corners.next().is_some()
    };
    let third = !bases.contains(fins) && !covers.contains(fins) && covers.iter().any(meets);
    let fin = own.iter().any(|&label| !of_some(label, covers));
    let vertex = own
        .iter()
        .any(|&label| of_some(label, covers) && !of(label, *fins));
    ensure(third && fin && vertex, Refusal::NoFish)?;
    let taken = |&t: &Label| of_some(t, covers) && of(t, *fins) && !of_some(t, bases);
    ensure(targets.iter().all(taken), Refusal::NotTaken)
}
