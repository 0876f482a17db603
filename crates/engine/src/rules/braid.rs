//! Braids and g-braids: from a target Z, one forced object after the other,
//! until a variable is empty. PBCS 5.4 and 7.4.
//!
//! A braid\[n\] on Z exists iff n − 1 Singles, chosen one after the other once Z is asserted, leave
//! some variable empty; in a g-braid a step may also be a g-candidate that holds all the labels
//! left of its variable. A partial braid is the *set* of its right-linking objects. The search goes
//! depth first over such sets with the length as its limit.
//!
//! These measures keep the search small; it finds braids of length 20 and excludes shorter ones
//! in milliseconds:
//! - each set is visited once: an object whose branch failed is excluded from
//!   its later siblings, so that no table of visited sets is needed;
//! - rounds that assert all forced objects at once bound the length from below (`rounds`), at every
//!   node and again after every exclusion, when the excluded objects no longer take part. This
//!   matters most: of the targets that have no braid, nearly all are excluded at the root;
//! - the last object is not searched: one look shows whether any of the forced
//!   labels leaves a variable empty;
//! - an object that strikes nothing is never taken.
//!
//! Searching by increasing length did not help where only the existence of a braid matters.

use super::budget::{Budget, Budgeted};
use super::pattern::Object;
use super::rounds::{ChainOutlook, outlook};
use crate::kernel::{Kernel, Scan};
use gradus_csp::{GLabel, Label, Labels, State};

/// The search for braids (or g-braids, with `GROUPS`) in states of one kernel.
pub struct Braids<'a, K: Kernel, const GROUPS: bool> {
    kernel: &'a K,
    budget: &'a mut Budget,
    /// The objects of the braid found, the last first.
    found: Vec<Object>,
    /// Groups that may not be taken, because they were or because they failed.
    excluded_groups: Vec<GLabel>,
}

impl<'a, K: Kernel, const GROUPS: bool> Braids<'a, K, GROUPS> {
    /// A search with this budget.
    pub fn new(kernel: &'a K, budget: &'a mut Budget) -> Self {
        Braids {
            kernel,
            budget,
            found: Vec::new(),
            excluded_groups: Vec::new(),
        }
    }

    /// Returns true if a braid of length at most `max` has this target; the state must be
    /// closed under BRT.
    pub fn exists(&mut self, state: &State<K::Set>, target: Label, max: usize) -> Budgeted<bool> {
        let trial = self.kernel.asserted(state, target);
        self.found.clear();
        self.excluded_groups.clear();
        let scan = self.kernel.rescan(&state.left, &state.values, &trial.left);
        self.search(&trial.left, scan, &state.values, &trial.values, max - 1)
    }

    /// Returns true if a braid of any length has this target, that is, if T&E refutes it.
    pub(crate) fn is_refutable(&self, state: &State<K::Set>, target: Label) -> bool {
        let trial = self.kernel.asserted(state, target);
        let scan = self.kernel.rescan(&state.left, &state.values, &trial.left);
        let forced = scan.singles.without(&trial.values);
        self.promising(&trial.left, &forced, &trial.values, usize::MAX)
    }

    /// The right-linking objects of the braid that was found last, in order.
    pub fn found(&self) -> Vec<Object> {
        self.found.iter().rev().copied().collect()
    }

    /// Returns true if at most `steps` more objects, none of them excluded, leave a variable
    /// empty. `scan` is the scan of `left`.
    fn search(
        &mut self,
        left: &K::Set,
        scan: Scan<K::Set>,
        values: &K::Set,
        excluded: &K::Set,
        steps: usize,
    ) -> Budgeted<bool> {
        self.budget.spend(1)?;
        if scan.empty {
            return Ok(true);
        }
        if steps == 0 {
            return Ok(false);
        }
        let mut forced = scan.singles.without(excluded);
        if steps == 1 {
            return Ok(self.closes(left, &scan.singles.without(values), &forced));
        }
        if !self.promising(left, &forced, excluded, steps) {
            return Ok(false);
        }
        let mut excluded = excluded.clone();
        for label in forced.clone().iter() {
            excluded.insert(label);
            let mut next = left.clone();
            self.kernel.strike(&mut next, label);
            if next == *left {
                continue;
            }
            let after = self.kernel.rescan(left, &scan.singles, &next);
            if self.search(&next, after, values, &excluded, steps - 1)? {
                self.found.push(Object::Label(label));
                return Ok(true);
            }
            forced.remove(label);
            if steps > 2 && !self.promising(left, &forced, &excluded, steps) {
                return Ok(false);
            }
        }
        if GROUPS {
            let mut groups = Vec::new();
            self.kernel.groups(left, true, &mut groups);
            groups.retain(|group| !self.excluded_groups.contains(group));
            let before = self.excluded_groups.len();
            for &group in &groups {
                self.excluded_groups.push(group);
                let mut next = left.clone();
                self.kernel.strike_group(&mut next, group);
                let after = self.kernel.rescan(left, &scan.singles, &next);
                if self.search(&next, after, values, &excluded, steps - 1)? {
                    self.found.push(Object::Group(group));
                    return Ok(true);
                }
            }
            self.excluded_groups.truncate(before);
        }
        Ok(false)
    }

    /// Returns true if one more object leaves a variable empty.
    fn closes(&mut self, left: &K::Set, singles: &K::Set, forced: &K::Set) -> bool {
        if !GROUPS {
            let closes = !forced.is_empty() && self.kernel.closes(left, singles, forced);
            if closes {
                self.push_closing_label(left, forced);
            }
            return closes;
        }
        let targets = self.kernel.whip1_targets(left);
        let mut struck = left.clone();
        self.kernel.strike_all(&mut struck, singles);
        if forced.meets(&targets) || !forced.within(&struck) {
            self.push_closing_label(left, forced);
            return true;
        }
        // All groups together bound what one of them can do.
        let empties = |next: &K::Set| self.kernel.rescan(left, forced, next).empty;
        if targets.is_empty() || !empties(&left.without(&targets)) {
            return false;
        }
        let mut groups = Vec::new();
        self.kernel.groups(left, true, &mut groups);
        let closing = |group: &GLabel| {
            let mut next = left.clone();
            self.kernel.strike_group(&mut next, *group);
            !self.excluded_groups.contains(group) && empties(&next)
        };
        let found = groups.into_iter().find(closing);
        self.found.extend(found.map(Object::Group));
        found.is_some()
    }

    /// Notes a label of `forced` that leaves a variable empty.
    fn push_closing_label(&mut self, left: &K::Set, forced: &K::Set) {
        let empties = |label: &Label| {
            let mut next = left.clone();
            self.kernel.strike(&mut next, *label);
            self.kernel.rescan(left, forced, &next).empty
        };
        self.found
            .extend(forced.iter().find(empties).map(Object::Label));
    }

    fn promising(&self, left: &K::Set, forced: &K::Set, excluded: &K::Set, steps: usize) -> bool {
        outlook::<K, GROUPS>(self.kernel, left, forced, excluded, steps) == ChainOutlook::Open
    }
}
