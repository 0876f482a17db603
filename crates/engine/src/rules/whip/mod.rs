//! Whips and g-whips: braids in which every left-linking candidate is linked to
//! the right-linking object just before it. PBCS 5.2 and 7.3.
//!
//! Partial whips are distinguished by the set of their right-linking objects and by
//! the last of them: what can follow depends on nothing else. (The labels left are
//! not enough: an object that strikes nothing may still carry the chain on, once.)
//!
//! The search goes best first (A*): by the length of a partial whip and a bound
//! for what is missing, so that the first whip is a shortest one. The bound
//! comes from rounds that follow the chain: each asserts at once all that may come
//! next after any object of the round before. It is much sharper than the rounds
//! of braids, which assert all that is forced anywhere.
//!
//! Only the looplessness of whips, that no candidate occurs twice, depends on the
//! whole chain. It is asked last: the search ignores loops at first. If it finds no
//! whip, or one without a loop, that is the answer. Else it begins again and looks
//! for orders without loops (`whip/loops.rs`). In most searches where there is no whip,
//! chains with loops are not one either; to put those in order was most of the work.
//!
//! A *loose* whip is a whip in a state of the past, as it looks now: a
//! left-linking candidate may have been eliminated since, and a right-linking
//! one asserted. Loose whips are a means to find out what no order of
//! eliminations can do; see `rating/order.rs`.
//!
//! What did not pay: a search for the braid that completes a partial whip, in
//! place of the rounds; to put off the search for a whip, where only a braid is
//! known, until other targets are exhausted.

mod frontier;
mod linked;
mod loops;
mod outlook;
mod reach;

use super::budget::{Budget, OutOfBudget};
use super::pattern::Object;
use crate::kernel::Kernel;
pub(in crate::rules) use frontier::Key;
use frontier::{Frontier, ObjectSet, Turn};
use gradus_csp::{Label, State};
pub(crate) use linked::{linked_to, strike};
use loops::Loops;
use outlook::Outlook;

/// What a search for a whip finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The right-linking objects of a shortest whip.
    Whip(Vec<Object>),
    /// No whip of any length has this target.
    Never,
    /// No whip up to the length asked for; longer ones were not tried.
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
    ) -> Result<Found, OutOfBudget> {
        self.search(state, target, None).shortest(max)
    }

    /// Like [`Self::shortest`], with no other right-linking objects than these:
    /// those of a braid most often make a whip, in some order.
    pub fn among(
        &mut self,
        state: &State<K::Set>,
        target: Label,
        objects: &[Object],
    ) -> Result<Found, OutOfBudget> {
        self.search(state, target, Some(objects))
            .shortest(objects.len() + 1)
    }

    fn search<'s>(
        &'s mut self,
        state: &'s State<K::Set>,
        target: Label,
        among: Option<&'s [Object]>,
    ) -> Search<'s, K, GROUPS> {
        Search {
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

/// The search for one target in one state.
struct Search<'s, K: Kernel, const GROUPS: bool> {
    kernel: &'s K,
    budget: &'s mut Budget,
    state: &'s State<K::Set>,
    target: Label,
    among: Option<&'s [Object]>,
    /// What may be a left-linking candidate.
    linking: &'s K::Set,
    /// Whether values may be right-linking, and objects come again.
    loose: bool,
}

impl<K: Kernel, const GROUPS: bool> Search<'_, K, GROUPS> {
    fn shortest(&mut self, max: usize) -> Result<Found, OutOfBudget> {
        if self.kernel.scan(&self.reach(&[]).left).empty {
            return Ok(Found::Whip(Vec::new()));
        }
        let found = self.best_first(max, Loops::Ignored)?;
        match &found {
            Found::Whip(chain) if !self.is_loopless(chain) => {}
            _ => return Ok(found),
        }
        // Other orders of few objects are not worth while: the search without
        // this limit finds them.
        match self.among {
            Some(_) => Ok(Found::NotUpTo(max)),
            None => self.best_first(max, Loops::Excluded),
        }
    }

    fn best_first(&mut self, max: usize, loops: Loops) -> Result<Found, OutOfBudget> {
        let mut frontier = Frontier::new(self.target, max);
        while let Some((least, turn)) = frontier.pop() {
            let index = match turn {
                Turn::Extend(index) => index,
                Turn::Reorder(index) => {
                    self.put_in_order(&mut frontier, index, least)?;
                    continue;
                }
            };
            let chain = frontier.chain(index);
            if frontier.partials[index as usize].closed {
                return Ok(Found::Whip(chain));
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
                    return Ok(Found::Whip(frontier.chain(closed)));
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
                    Outlook::Open(rounds) => rounds,
                    outlook => {
                        frontier.cut |= outlook == Outlook::TooFar;
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
            Found::NotUpTo(max)
        } else {
            Found::Never
        })
    }
}
