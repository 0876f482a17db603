//! All solutions with one or two steps (manual 13.2, 13.6 and 13.7).
//!
//! A chain that alone leads to the solution erases an anti-backdoor. Two chains erase a pair
//! that is one together, and the first of them can be erased at once.

use std::collections::hash_map::Entry;

use super::shown::StepsModulo;
use super::{FewSteps, NoSteps};
use crate::backdoor::Erasable;
use crate::kernel::Kernel;
use gradus_csp::{Label, Labels};
use rustc_hash::FxHashMap;

/// The solutions with one step.
pub(super) fn one<K: Kernel>(ground: &StepsModulo<'_, K>) -> Result<FewSteps, NoSteps> {
    let mut erasable = ground.erasables.of(&ground.state, &ground.alone)?;
    erasable.sort();
    let paths = erasable.iter().filter_map(|one| ground.path(&[one.label]));
    Ok(FewSteps {
        erasable: erasable.len(),
        solutions: paths.collect(),
        ..ground.nothing_yet()
    })
}

/// The solutions with two steps, neither of which is one alone. Of a pair whose candidates
/// can be erased in both orders, the one with the shorter chains counts.
pub(super) fn two<K: Kernel>(ground: &StepsModulo<'_, K>) -> Result<FewSteps, NoSteps> {
    let state = &ground.state;
    let all = ground.modulo.anti_backdoor_pairs(state);
    let erasable = ground
        .erasables
        .of(state, &ground.modulo.false_candidates(state))?;
    let length = |label: Label| erasable.iter().find(|e| e.label == label).map(|e| e.length);
    let relevant = |(a, b): &&(Label, Label)| length(*a).or(length(*b)).is_some();
    let pairs: Vec<_> = all.iter().filter(relevant).copied().collect();
    // The candidates that can be erased after another one.
    let mut after: FxHashMap<Label, Vec<Erasable>> = FxHashMap::default();
    let mut found = Vec::new();
    for &(a, b) in &pairs {
        let mut best = None;
        for (first, then) in [(a, b), (b, a)] {
            let Some(length) = length(first).filter(|_| !ground.alone.contains(first)) else {
                continue;
            };
            let second = match after.entry(first) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let state = ground.modulo.without(state, first);
                    let targets = ground.modulo.false_candidates(&state);
                    place.insert(ground.erasables.of(&state, &targets)?)
                }
            };
            if let Some(next) = second.iter().find(|e| e.label == then).map(|e| e.length) {
                let lengths = (length.max(next), length + next);
                best = best.into_iter().chain([(lengths, first, then)]).min();
            }
        }
        found.extend(best);
    }
    found.sort();
    let path = |&(_, first, then): &_| ground.path(&[first, then]);
    let paths = found.iter().filter_map(path);
    Ok(FewSteps {
        erasable: erasable.len(),
        pairs: Some((all.len(), pairs.len())),
        solutions: paths.collect(),
        ..ground.nothing_yet()
    })
}
