//! The candidates of a state that belong to a step, and their roles, for colouring drawings.

use std::ops::RangeFrom;

use gradus_csp::{Label, Mark, Marks, Model, Position, Variable};

use super::chain::ChainLink;
use super::step::PathStep;

/// The marks of a step in the position before it.
pub fn marks(model: &Model, step: &PathStep, position: &Position) -> Marks {
    let mut marks = Marks::default();
    for &target in step.targets() {
        marks.add(target, Mark::Target, None);
    }
    let present = |label: &&Label| position.candidates.contains(label);
    let mut bases: Vec<Variable> = Vec::new();
    let mut links = 1..;
    match step {
        PathStep::Single { value, .. } | PathStep::Guardian { value, .. } => {
            marks.add(*value, Mark::Value, None);
        }
        PathStep::Chain(chain) => add_links(&mut marks, model, &chain.links, &mut links, position),
        PathStep::Forcing(forcing) => {
            // Links are numbered across all branches.
            for branch in &forcing.branches {
                marks.add(branch.start, Mark::Base, None);
                add_links(&mut marks, model, &branch.links, &mut links, position);
            }
        }
        PathStep::Subset(subset) => bases = subset.bases.clone(),
        PathStep::Finned(fish) => bases = fish.bases.clone(),
        PathStep::Belt(belt) => bases = belt.segments.iter().flat_map(|s| s.ends).collect(),
        PathStep::Impossible(pattern) => {
            let inside = pattern.inside.iter().filter(present);
            inside.for_each(|&label| marks.add(label, Mark::Base, None));
            let guardians = pattern.guardians.iter();
            guardians.for_each(|&label| marks.add(label, Mark::Right, None));
        }
        PathStep::Split(split) => {
            let candidates = split.candidates.iter();
            candidates.for_each(|&label| marks.add(label, Mark::Base, None));
        }
        PathStep::OrWhip(whip) => {
            add_links(&mut marks, model, &whip.before, &mut links, position);
            let link = links.next().unwrap_or(1);
            for &guardian in &whip.guardians {
                let mark = if whip.right == Some(guardian) {
                    Mark::Right
                } else {
                    Mark::Left
                };
                marks.add(guardian, mark, Some(link));
            }
            add_links(&mut marks, model, &whip.after, &mut links, position);
        }
        PathStep::Specific(_) | PathStep::Trial(_) => {}
    }
    for base in bases {
        for &label in model.labels_of(base).iter().filter(present) {
            marks.add(label, Mark::Base, None);
        }
    }
    marks
}

/// The marks of variables of a chain, with the numbers of their links.
fn add_links(
    marks: &mut Marks,
    model: &Model,
    steps: &[ChainLink],
    links: &mut RangeFrom<usize>,
    position: &Position,
) {
    for (step, link) in steps.iter().zip(links) {
        marks.add(step.llc, Mark::Left, Some(link));
        let inside = step.rlo.iter().flat_map(|rlo| rlo.labels(model));
        for &right in inside.filter(|label| position.candidates.contains(label)) {
            marks.add(right, Mark::Right, Some(link));
        }
    }
}
