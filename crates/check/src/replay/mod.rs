//! The trusted core: a path replayed step by step. Each step must be what its name says
//! in its state, by the definitions of PBCS 4.2, 4.3, 5.2 to 5.4, 7.2 to 7.4, 8.1 and
//! 13.4 and of the CSP-Rules manual, 3 and 14.
//!
//! Nothing is searched for here: a step is given in full, and plain sets and loops compare it
//! with its definition. Only an impossible pattern enumerates something, the ways to
//! fill its cells, because that none of them works is what the step says.
//!
//! These modules use the constraint graph (`csp`) and the form of paths (`path`),
//! and no other part of the checker. A test reads their `use` lines.

mod belt;
mod chain;
mod fish;
mod forcing;
mod path;
mod refusal;
mod relation;
mod specific;
mod subset;

use std::collections::BTreeSet;

pub use belt::check_belt;
pub use chain::check_chain;
pub use fish::check_finned_fish;
pub use forcing::check_forcing;
pub use path::check_path;
pub(crate) use path::replay;
pub use refusal::Refusal;
pub use relation::check_impossible;
pub(crate) use specific::{KindRules, KindState};
pub use subset::check_subset;

use gradus_csp::{Label, Model, Position, Variable};

/// The candidates of a variable; refuses one that the model does not have.
pub(crate) fn candidates(
    model: &Model,
    position: &Position,
    variable: Variable,
) -> Result<Vec<Label>, Refusal> {
    let known = variable.index() < model.variables().count();
    ensure(known, Refusal::UnknownVariable(variable))?;
    let labels = model.labels_of(variable).iter().copied();
    Ok(labels.filter(|l| position.candidates.contains(l)).collect())
}

/// Targets must be candidates, at least one, none of them twice.
fn check_targets(position: &Position, targets: &[Label]) -> Result<(), Refusal> {
    ensure(!targets.is_empty(), Refusal::Nothing)?;
    let gone = targets.iter().find(|t| !position.candidates.contains(t));
    gone.map_or(Ok(()), |&target| Err(Refusal::NotCandidate(target)))?;
    ensure(all_different(targets), Refusal::Repeated)
}

pub(crate) fn ensure(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}

fn all_different<T: Ord>(items: &[T]) -> bool {
    items.iter().collect::<BTreeSet<_>>().len() == items.len()
}

/// True if no label is of two of the variables.
fn apart(model: &Model, variables: &[Variable]) -> bool {
    let labels = variables.iter().flat_map(|&v| model.labels_of(v));
    all_different(&labels.collect::<Vec<_>>())
}
