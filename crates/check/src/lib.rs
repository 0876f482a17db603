//! The trusted core: it checks patterns, resolution paths and records of them
//! against the definitions (PBCS 4.2, 4.3, 5.2 to 5.4, 7.2 to 7.4, 8.1 and 13.4; CSP-Rules
//! manual, 3 and 14), with plain sets and loops. It shares the constraint model and the form of paths
//! with the engine and nothing else: whoever trusts it need not trust the engine.
//!
//! Steps are given, and need no search. That there are no more of them, or none
//! that are shorter, is no step. There the checker goes through all that could be
//! one, plainly and within a budget ([`Verdict::NotVerified`] beyond it).

#![warn(unreachable_pub)]

mod belt;
mod board;
mod braid;
mod budget;
mod chain;
mod claim;
mod closure;
mod fish;
mod fishing;
mod forcing;
mod futoshiki;
mod hall;
mod kakuro;
mod kinds;
mod loose;
mod path;
mod record;
mod refusal;
mod relation;
mod reversible;
mod rings;
mod slitherlink;
mod specific;
mod subset;
mod typed;
mod whip;

use std::collections::BTreeSet;

pub use belt::check_belt;
pub use chain::check_chain;
pub use fish::check_finned_fish;
pub use forcing::check_forcing;
pub use path::{check_path, check_path_of};
pub use record::{BUDGET, Verdict, check_record, check_record_within};
pub use refusal::{Refusal, Unverified};
pub use relation::check_impossible;
pub use subset::check_subset;

use gradus_csp::{Label, Model, Position, Variable};

/// The candidates of a variable; refuses one that the model does not have.
fn candidates(
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

fn ensure(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}

fn all_different<T: Ord>(items: &[T]) -> bool {
    items.iter().collect::<BTreeSet<_>>().len() == items.len()
}
