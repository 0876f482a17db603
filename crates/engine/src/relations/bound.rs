//! A bound for all orders of OR_k-whips: a stronger theory that is stable for confluence.
//!
//! It has braids in place of whips, any number of relations in one braid, with any number
//! of guardians, and the relations of all patterns of the first state. Patterns are there
//! from the beginning or never, and what a pattern asserts later is what is left of the
//! relation that it asserts at first. A relation that lost guardians, and a c-chain whose
//! ends were decided, say no less than before. So what this theory does not solve up to a
//! level, no path of [`super::search`] does.

use super::c_chain::Bivalue;
use super::memory::{KnownRelations, Update};
use super::{PatternSource, or_whip};
use crate::kernel::Kernel;
use crate::rules::braid::Braids;
use crate::rules::budget::{Budget, Budgeted};
use crate::rules::closure::SubsetClosure;
use crate::rules::related::Related;
use crate::rules::subset::LARGEST;
use gradus_csp::{Label, Labels, State};
use gradus_path::{LONGEST_C_CHAIN, PATTERN_LEVEL};

/// Returns true if no path up to a level solves a state closed under whips\[1\]. Labels of
/// `truth` are never targets.
pub(crate) fn excludes<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    sources: &[&dyn PatternSource<K>],
    level: usize,
    budget: &mut Budget,
) -> Budgeted<bool> {
    let mut state = state.clone();
    let mut relations = KnownRelations::default();
    if level >= PATTERN_LEVEL {
        for occurrence in sources
            .iter()
            .flat_map(|s| s.occurrences(kernel, &state.left))
        {
            let relation = occurrence.relation(kernel.model(), &state.left);
            relations.assert(occurrence, Some(relation));
        }
    }
    let mut subsets = SubsetClosure::finned(kernel);
    loop {
        if !subsets.close(&mut state, level.min(LARGEST)) || state.is_decided() {
            return Ok(false);
        }
        match relations.update(&state) {
            Update::Quiet => {}
            Update::Last { value, .. } => {
                kernel.assert(&mut state, value);
                continue;
            }
            Update::Contradiction => return Ok(false),
        }
        if !relations.live.is_empty() {
            let bivalue = Bivalue::new(kernel, &state);
            let mut lengths = (2..=level.min(LONGEST_C_CHAIN)).step_by(2);
            if let Some(split) = lengths.find_map(|length| bivalue.split(&relations, length)) {
                relations.split(&split);
                continue;
            }
        }
        let guardians = relations.live.iter().map(|r| r.guardians.clone());
        let guardians: Vec<Vec<Label>> = guardians.collect();
        let related = Related::new(kernel, &guardians);
        let targets: Vec<Label> = state.candidates().without(truth).iter().collect();
        let mut gone = Vec::new();
        for (target, _) in or_whip::rounds(kernel, &state, &guardians, &targets, level - 1) {
            let mut braids = Braids::<_, false>::new(&related, budget);
            if braids.exists(&state, target, level)? {
                gone.push(target);
            }
        }
        if gone.is_empty() {
            return Ok(true);
        }
        gone.iter().for_each(|&target| state.eliminate(target));
    }
}
