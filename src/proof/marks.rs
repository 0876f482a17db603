//! Which candidates of a grid belong to a step, and how: what drawings colour.

use super::path::PathStep;
use crate::csp::model::Label;
use crate::csp::state::State;
use crate::rules::pattern::Object;
use crate::sudoku::{Boards, sudoku_model};

/// The part of a candidate in a step; where it has several, the least counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// It is eliminated.
    Target,
    /// It becomes a value.
    Value,
    /// It is in a base of a Subset.
    Base,
    /// It is right-linking, alone or in a g-candidate.
    Right,
    /// It is left-linking.
    Left,
}

impl Mark {
    /// What the books call it.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Target => "target",
            Mark::Value => "value",
            Mark::Base => "base",
            Mark::Right => "right-linking",
            Mark::Left => "left-linking",
        }
    }
}

/// The marked candidates of a state.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Marks(Vec<(Label, Mark)>);

impl Marks {
    /// The marks of a step in the state before it.
    pub fn of(step: &PathStep, state: &State<Boards>) -> Marks {
        let target = |&label: &Label| (label, Mark::Target);
        let mut marks: Vec<(Label, Mark)> = step.targets().iter().map(target).collect();
        let present = |label: &Label| state.is_candidate(*label);
        match step {
            PathStep::Single { label, .. } => marks.push((*label, Mark::Value)),
            PathStep::Chain(chain) => {
                for step in &chain.steps {
                    marks.push((step.llc, Mark::Left));
                    let inside = match step.rlo {
                        None => Vec::new(),
                        Some(Object::Label(rlc)) => vec![rlc],
                        Some(Object::Group(group)) => sudoku_model().glabel_labels(group).to_vec(),
                    };
                    let right = inside.into_iter().filter(present);
                    marks.extend(right.map(|label| (label, Mark::Right)));
                }
            }
            PathStep::Subset(subset) => {
                for &base in &subset.bases {
                    let labels = sudoku_model().labels_of(base).iter().copied();
                    marks.extend(labels.filter(present).map(|label| (label, Mark::Base)));
                }
            }
        }
        Marks(marks)
    }

    /// The mark of a candidate.
    pub fn get(&self, label: Label) -> Option<Mark> {
        let own = self.0.iter().filter(|(marked, _)| *marked == label);
        own.map(|(_, mark)| *mark).min()
    }

    /// The marks that occur, each once.
    pub fn kinds(&self) -> Vec<Mark> {
        let mut kinds: Vec<Mark> = self.0.iter().map(|(_, mark)| *mark).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.reverse();
        kinds
    }
}
