//! The search for whips, best first.

use super::frontier::{Frontier, ObjectSet, WhipAction};
use super::loops::Loops;
use super::outlook::WhipOutlook;
use super::reach::WhipSearch;
use crate::kernel::Kernel;
use crate::rules::budget::{Budget, Budgeted};
use crate::rules::pattern::Object;
use gradus_csp::{Label, State};

/// The result of a search for a whip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoundWhip {
    /// The right-linking objects of a shortest whip.
    Whip(Vec<Object>),
    /// No whip of any length has this target.
    Never,
    /// No whip up to the requested length; longer ones were not tried.
    NotUpTo(usize),
}

/// The search for whips (or g-whips, with `GROUPS`) in states of one kernel.
pub struct Whips<'a, K: Kernel, const GROUPS: bool> {
    kernel: &'a K,
    budget: &'a mut Budget,
    /// For loose whips, the labels that may be left-linking candidates.
    linking: Option<&'a K::Set>,
}

impl<'a, K: Kernel, const GROUPS: bool> Whips<'a, K, GROUPS> {
    /// A search with this budget.
    pub fn new(kernel: &'a K, budget: &'a mut Budget) -> Self {
        Whips {
            kernel,
            budget,
            linking: None,
        }
    }

    /// A search for loose whips, in which any of these labels may be a
    /// left-linking candidate, even if it is gone, and any value may be a
    /// right-linking one. `linking` must have all the candidates of the states.
    pub(crate) fn loose(kernel: &'a K, budget: &'a mut Budget, linking: &'a K::Set) -> Self {
        Whips {
            kernel,
            budget,
            linking: Some(linking),
        }
    }

    /// A shortest loopless whip on the target, of length at most `max`; the
    /// state must be closed under BRT.
    pub fn shortest(
        &mut self,
        state: &State<K::Set>,
        target: Label,
        max: usize,
    ) -> Budgeted<FoundWhip> {
        self.search(state, target, None).shortest(max)
    }

    /// Like [`Self::shortest`], with no other right-linking objects than these:
    /// those of a braid most often make a whip, in some order.
    pub fn among(
        &mut self,
        state: &State<K::Set>,
        target: Label,
        objects: &[Object],
    ) -> Budgeted<FoundWhip> {
        self.search(state, target, Some(objects))
            .shortest(objects.len() + 1)
    }

    fn search<'s>(
        &'s mut self,
        state: &'s State<K::Set>,
        target: Label,
        among: Option<&'s [Object]>,
    ) -> WhipSearch<'s, K, GROUPS> {
        WhipSearch {
            kernel: self.kernel,
            budget: self.budget,
            state,
            target,
            among,
            linking: self.linking.unwrap_or(&state.left),
            loose: self.linking.is_some(),
        }
    }
}

impl<K: Kernel, const GROUPS: bool> WhipSearch<'_, K, GROUPS> {
    fn shortest(&mut self, max: usize) -> Budgeted<FoundWhip> {
        if self.kernel.scan(&self.reach(&[]).left).empty {
            return Ok(FoundWhip::Whip(Vec::new()));
        }
        let found = self.best_first(max, Loops::Ignored)?;
        match &found {
            FoundWhip::Whip(chain) if !self.is_loopless(chain) => {}
            _ => return Ok(found),
        }
        // Other orders of few objects are not worth while: the search without
        // this limit finds them.
        match self.among {
            Some(_) => Ok(FoundWhip::NotUpTo(max)),
            None => self.best_first(max, Loops::Excluded),
        }
    }

    fn best_first(&mut self, max: usize, loops: Loops) -> Budgeted<FoundWhip> {
        let mut frontier = Frontier::new(self.target, max);
        while let Some((least, action)) = frontier.pop() {
            let index = match action {
                WhipAction::Extend(index) => index,
                WhipAction::Reorder(index) => {
                    self.put_in_order(&mut frontier, index, least)?;
                    continue;
                }
            };
            let chain = frontier.chain(index);
            if frontier.partials[index as usize].closed {
                return Ok(FoundWhip::Whip(chain));
            }
            let length = chain.len() + 1;
            // The bound says whether one more object can be the last.
            let next = self.next(&chain, least == length + 1)?;
            let novelty = (loops == Loops::Excluded).then(|| self.novelty(&chain));
            let doubtful = |search: &Self, object: Object| match &novelty {
                Some(novelty) => !search.adds_no_loop(novelty, &chain, object),
                None => false,
            };
            for &object in &next.closing {
                let closed = frontier.push(index, object, true);
                if !doubtful(self, object) {
                    return Ok(FoundWhip::Whip(frontier.chain(closed)));
                }
                frontier.doubtful[length + 1].push(closed);
            }
            if length + 1 == max {
                frontier.cut |= !next.objects.is_empty();
                continue;
            }
            let set = ObjectSet::new(&chain);
            for &object in &next.objects {
                let key = set.ending_in(object);
                if frontier.has(key, length) {
                    continue;
                }
                self.budget.spend(1)?;
                let steps = max - length - 1;
                let rounds = match self.outlook(&next.reach, object, steps, !frontier.cut) {
                    WhipOutlook::Open(rounds) => rounds,
                    outlook => {
                        frontier.cut |= outlook == WhipOutlook::TooFar;
                        frontier.seen.insert(key, length as u8);
                        continue;
                    }
                };
                let extended = frontier.push(index, object, false);
                if doubtful(self, object) {
                    frontier.doubtful[length + rounds + 1].push(extended);
                } else {
                    frontier.seen.insert(key, length as u8);
                    frontier.open[length + rounds + 1].push(extended);
                }
            }
        }
        Ok(if frontier.cut {
            FoundWhip::NotUpTo(max)
        } else {
            FoundWhip::Never
        })
    }
}
