//! Which candidates of a state belong to a step, and how: what drawings colour.

use gradus_model::model::{Label, Model};
use gradus_model::{Mark, Marks, Position};

use super::path::PathStep;
use super::pattern::Object;

/// The marks of a step in the position before it.
pub fn marks(model: &Model, step: &PathStep, position: &Position) -> Marks {
    let target = |&label: &Label| (label, Mark::Target);
    let mut marks: Vec<(Label, Mark)> = step.targets().iter().map(target).collect();
    let present = |label: &Label| position.candidates.contains(label);
    match step {
        PathStep::Single { label, .. } => marks.push((*label, Mark::Value)),
        PathStep::Chain(chain) => {
            for step in &chain.steps {
                marks.push((step.llc, Mark::Left));
                let inside = match &step.rlo {
                    None => &[],
                    Some(Object::Label(rlc)) => std::slice::from_ref(rlc),
                    Some(Object::Group(group)) => model.glabel_labels(*group),
                };
                let right = inside.iter().copied().filter(present);
                marks.extend(right.map(|label| (label, Mark::Right)));
            }
        }
        PathStep::Subset(subset) => {
            for &base in &subset.bases {
                let labels = model.labels_of(base).iter().copied();
                marks.extend(labels.filter(present).map(|label| (label, Mark::Base)));
            }
        }
        PathStep::Trial(_) => {}
    }
    Marks::new(marks)
}
