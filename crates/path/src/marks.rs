//! Which candidates of a state belong to a step, and how: what drawings colour.

use gradus_csp::{Label, Mark, Marks, Model, Position, Variable};

use super::chain::ChainLink;
use super::step::PathStep;
use super::terms::Object;

/// The marks of a step in the position before it.
pub fn marks(model: &Model, step: &PathStep, position: &Position) -> Marks {
    let mut marks = Marks::default();
    for &target in step.targets() {
        marks.add(target, Mark::Target, None);
    }
    let present = |label: &&Label| position.candidates.contains(label);
    let mut bases: Vec<Variable> = Vec::new();
    match step {
        PathStep::Single { value, .. } | PathStep::Guardian { value, .. } => {
            marks.add(*value, Mark::Value, None);
        }
        PathStep::Chain(chain) => {
            let links = (1..).zip(&chain.links);
            links.for_each(|(link, step)| add_step(&mut marks, model, step, link, position));
        }
        PathStep::Forcing(forcing) => {
            // The links are counted through, branch after branch.
            let mut links = 1..;
            for branch in &forcing.branches {
                marks.add(branch.start, Mark::Base, None);
                for (step, link) in branch.links.iter().zip(&mut links) {
                    add_step(&mut marks, model, step, link, position);
                }
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
            let mut links = 1..;
            for (step, link) in whip.before.iter().zip(&mut links) {
                add_step(&mut marks, model, step, link, position);
            }
            let link = links.next().unwrap_or(1);
            for &guardian in &whip.guardians {
                let mark = match whip.right == Some(guardian) {
                    true => Mark::Right,
                    false => Mark::Left,
                };
                marks.add(guardian, mark, Some(link));
            }
            for (step, link) in whip.after.iter().zip(&mut links) {
                add_step(&mut marks, model, step, link, position);
            }
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

/// The marks of one variable of a chain.
fn add_step(marks: &mut Marks, model: &Model, step: &ChainLink, link: usize, position: &Position) {
    marks.add(step.llc, Mark::Left, Some(link));
    let inside = match &step.rlo {
        None => &[],
        Some(Object::Label(rlc)) => std::slice::from_ref(rlc),
        Some(Object::Group(group)) => model.glabel_labels(*group),
    };
    for &right in inside.iter().filter(|l| position.candidates.contains(l)) {
        marks.add(right, Mark::Right, Some(link));
    }
}
