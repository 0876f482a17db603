//! The search on one target: the labels that a partial whip leaves, and the objects that may
//! follow it.

use crate::kernel::Kernel;
use crate::rules::budget::{Budget, Budgeted};
use crate::rules::linked::{linked_to, strike};
use crate::rules::pattern::Object;
use gradus_csp::{Label, Labels, State};

pub(super) struct WhipSearch<'s, K: Kernel, const GROUPS: bool> {
    pub(super) kernel: &'s K,
    pub(super) budget: &'s mut Budget,
    pub(super) state: &'s State<K::Set>,
    pub(super) target: Label,
    pub(super) among: Option<&'s [Object]>,
    /// The labels that may be left-linking candidates.
    pub(super) linking: &'s K::Set,
    /// True if values may be right-linking, and objects come again.
    pub(super) loose: bool,
}

/// The labels that a partial whip leaves.
#[derive(Clone)]
pub(super) struct Reach<S> {
    pub(super) left: S,
    /// Values, target and right-linking candidates: none of them is forced again
    /// (but in loose whips).
    pub(super) asserted: S,
}

pub(super) struct NextObjects<S> {
    pub(super) objects: Vec<Object>,
    /// The objects that leave a variable empty. They are linked to a candidate of that
    /// variable, so the last left-linking candidate needs no check.
    pub(super) closing: Vec<Object>,
    /// The labels that the chain so far leaves.
    pub(super) reach: Reach<S>,
}

impl<K: Kernel, const GROUPS: bool> WhipSearch<'_, K, GROUPS> {
    /// The labels left after the target and these objects.
    pub(super) fn reach(&self, objects: &[Object]) -> Reach<K::Set> {
        let trial = self.kernel.asserted(self.state, self.target);
        let mut reach = Reach {
            left: trial.left,
            asserted: trial.values,
        };
        for &object in objects {
            self.assert(&mut reach, object);
        }
        reach
    }

    fn assert(&self, reach: &mut Reach<K::Set>, object: Object) {
        strike(self.kernel, &mut reach.left, object);
        if let Object::Label(label) = object {
            reach.asserted.insert(label);
        }
    }

    pub(super) fn extend(&self, reach: &Reach<K::Set>, object: Object) -> Reach<K::Set> {
        let mut next = reach.clone();
        self.assert(&mut next, object);
        next
    }

    /// The objects that may come after a partial whip. Those that leave a variable empty are
    /// looked for only with `may_close`.
    pub(super) fn next(
        &mut self,
        chain: &[Object],
        may_close: bool,
    ) -> Budgeted<NextObjects<K::Set>> {
        self.budget.spend(1)?;
        let kernel = self.kernel;
        let reach = self.reach(chain);
        let last = self.last_of(chain);
        let left = &reach.left;
        let touched = linked_to(kernel, self.linking, last);
        let allowed = |object: &Object| self.among.is_none_or(|among| among.contains(object));
        let mut forced = kernel.singles_touching(left, &touched);
        let mut objects: Vec<Object> = Vec::new();
        if self.loose {
            forced.remove(self.target);
            let again = forced.and(&reach.asserted);
            let again = again.iter().map(Object::Label);
            objects.extend(again.filter(|&object| object != last && self.may_return(object)));
        }
        forced.subtract(&reach.asserted);
        objects.extend(forced.iter().map(Object::Label).filter(allowed));
        let empties = |object: &Object| {
            let mut next = left.clone();
            strike(kernel, &mut next, *object);
            kernel.rescan(left, &forced, &next).empty
        };
        let mut closing = Vec::new();
        if may_close && !forced.is_empty() && kernel.closes_any(left, &self.state.values, &forced) {
            closing.extend(objects.iter().copied().filter(empties));
        }
        if GROUPS {
            let mut groups = Vec::new();
            kernel.groups_touching(left, &touched, &mut groups);
            let groups = groups.into_iter().map(Object::Group);
            let again = |group: &Object| chain.contains(group) && (!self.loose || *group == last);
            let labels = objects.len();
            objects.extend(groups.filter(|group| allowed(group) && !again(group)));
            let groups = &objects[labels..];
            // All groups together bound what one of them can do.
            let together = || left.without(&kernel.whip1_targets(left));
            let all_empty = || kernel.rescan(left, &forced, &together()).empty;
            if may_close && !groups.is_empty() && all_empty() {
                closing.extend(groups.iter().copied().filter(empties));
            }
        }
        if !closing.is_empty() {
            objects.retain(|object| !closing.contains(object));
        }
        Ok(NextObjects {
            objects,
            closing,
            reach,
        })
    }

    /// The last object of a chain, or its target.
    pub(super) fn last_of(&self, chain: &[Object]) -> Object {
        let last = chain.last().copied();
        last.unwrap_or(Object::Label(self.target))
    }

    /// Returns true if an object that strikes nothing new may carry a loose whip on: a value,
    /// which was a candidate once; or a label that was then part of a g-candidate, and is all
    /// that is left of it now.
    fn may_return(&self, object: Object) -> bool {
        matches!(object, Object::Label(label) if GROUPS || self.state.values.contains(label))
    }
}
