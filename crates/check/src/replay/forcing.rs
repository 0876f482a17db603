//! One forcing whip against its definition: manual of CSP-Rules, 3.3.

use super::chain::check_partial;
use super::{Refusal, candidates, check_targets, ensure};
use gradus_csp::{Label, Model, Position};
use gradus_path::Forcing;

/// Checks that a forcing whip is valid in a state: a branch for each candidate of
/// its variable, which has two or three; every branch a partial whip; every target
/// linked to the ends of all of them.
pub fn check_forcing(model: &Model, position: &Position, forcing: &Forcing) -> Result<(), Refusal> {
    check_targets(position, &forcing.targets)?;
    let mut starts: Vec<Label> = forcing.branches.iter().map(|b| b.start).collect();
    starts.sort_unstable();
    let mut all = candidates(model, position, forcing.variable)?;
    all.sort_unstable();
    let forked = matches!(all.len(), 2 | 3) && starts == all;
    ensure(forked, Refusal::NotForked(forcing.variable))?;
    for (index, branch) in forcing.branches.iter().enumerate() {
        let checked = check_partial(model, position, branch.start, &branch.links);
        checked.map_err(|reason| Refusal::InBranch(index, Box::new(reason)))?;
        let end = branch.end().ok_or(Refusal::MisplacedEnd)?;
        let mut targets = forcing.targets.iter();
        let linked = targets.all(|&target| model.linked(end, target));
        ensure(linked, Refusal::NotLinkedToEnd(end))?;
    }
    Ok(())
}
