//! The trusted core: it checks patterns, resolution paths and records of them
//! against the definitions (PBCS 4.2, 4.3, 5.2 to 5.4, 7.2 to 7.4 and 8.1), with
//! plain sets and loops. It shares the constraint model and the names of things
//! with the engine and nothing else, and searches for nothing: whoever trusts it
//! need not trust the engine.

mod chain;
mod path;
mod record;
mod refusal;
mod subset;

use std::collections::BTreeSet;

pub use chain::check_chain;
pub use path::check_path;
pub use record::{Verdict, check_record};
pub use refusal::Refusal;
pub use subset::check_subset;

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
    /// The candidates of a variable; refuses one that the model does not have.
    fn of(&self, model: &Model, variable: Variable) -> Result<Vec<Label>, Refusal> {
        let known = variable.index() < model.variables().count();
        ensure(known, Refusal::UnknownVariable(variable))?;
        let labels = model.labels_of(variable).iter().copied();
        Ok(labels.filter(|l| self.candidates.contains(l)).collect())
    }

    fn has_value(&self, model: &Model, variable: Variable) -> bool {
        let mut labels = model.labels_of(variable).iter();
        labels.any(|label| self.values.contains(label))
    }

    /// Targets must be candidates, at least one, none of them twice.
    fn check_targets(&self, targets: &[Label]) -> Result<(), Refusal> {
        ensure(!targets.is_empty(), Refusal::Nothing)?;
        let gone = targets.iter().find(|t| !self.candidates.contains(t));
        gone.map_or(Ok(()), |&target| Err(Refusal::NotCandidate(target)))?;
        ensure(all_different(targets), Refusal::Repeated)
    }
}

fn ensure(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}

fn all_different<T: Ord>(items: &[T]) -> bool {
    items.iter().collect::<BTreeSet<_>>().len() == items.len()
}
