//! The trusted core: replays a path step by step. Each step must satisfy its definition
//! in its state, according to PBCS 4.2, 4.3, 5.2 to 5.4, 7.2 to 7.4, 8.1 and
//! 13.4 and of the CSP-Rules manual, 3 and 14.
//!
//! No search is needed: a step is given in full, and simple sets and loops compare
//! it with its definition. Only an impossible pattern requires enumeration: all
//! ways to fill its cells, to show that none of them works.
//!
//! These modules use the constraint graph (`csp`) and the form of paths (`path`),
//! but no other part of the checker. A test verifies this from their `use` lines.

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
pub(crate) use specific::{KindApplication, KindRules, KindState, KindVisitor};
pub use subset::check_subset;

use gradus_csp::{Label, Model, Position, Variable};

/// The candidates of a variable, or a refusal if the model lacks the variable.
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

/// Checks that targets are candidates, at least one, without duplicates.
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

/// Returns true if no label belongs to two of the variables.
fn apart(model: &Model, variables: &[Variable]) -> bool {
    let labels = variables.iter().flat_map(|&v| model.labels_of(v));
    all_different(&labels.collect::<Vec<_>>())
}
