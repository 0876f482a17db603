//! The trusted core: it checks patterns and whole resolution paths against the
//! definitions (PBCS 4.2, 4.3, 5.2 to 5.4 and 7.2 to 7.4), with plain sets and
//! loops. It shares the constraint model with the engine and nothing else, and
//! searches for nothing: whoever trusts it need not trust the engine.

mod path;
mod pattern;
mod refusal;

use std::collections::BTreeSet;

pub use path::check_path;
pub use pattern::check_pattern;
pub use refusal::Refusal;

use crate::csp::model::{Label, Model, Variable};

/// A resolution state as two plain sets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// Labels neither decided nor eliminated.
    pub candidates: BTreeSet<Label>,
    /// Decided labels.
    pub values: BTreeSet<Label>,
}

impl State {
    /// A state with these candidates and values.
    pub fn new(
        candidates: impl IntoIterator<Item = Label>,
        values: impl IntoIterator<Item = Label>,
    ) -> Self {
        State {
            candidates: candidates.into_iter().collect(),
            values: values.into_iter().collect(),
        }
    }

    /// Whether a variable has a value.
    fn is_decided(&self, model: &Model, variable: Variable) -> bool {
        let mut labels = model.labels_of(variable).iter();
        labels.any(|label| self.values.contains(label))
    }
}

fn candidates_of(model: &Model, candidates: &BTreeSet<Label>, variable: Variable) -> Vec<Label> {
    let labels = model.labels_of(variable).iter().copied();
    labels.filter(|label| candidates.contains(label)).collect()
}

/// Refuses a variable that the model does not have.
fn known_variable(model: &Model, variable: Variable) -> Result<(), Refusal> {
    match variable.index() < model.variables().count() {
        true => Ok(()),
        false => Err(Refusal::UnknownVariable(variable)),
    }
}
