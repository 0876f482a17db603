//! What a partial whip leaves, and what may come after it.

use super::Search;
use super::linked::{linked_to, strike};
use crate::kernel::Kernel;
use crate::rules::budget::OutOfBudget;
use crate::rules::pattern::Object;
use gradus_csp::Labels;

/// What a partial whip leaves.
#[derive(Clone)]
pub(super) struct Reach<S> {
    pub(super) left: S,
    /// Values, target and right-linking candidates: none of them is forced again
    /// (but in loose whips).
    pub(super) asserted: S,
}

/// The objects that may come next.
pub(super) struct Next<S> {
    pub(super) objects: Vec<Object>,
    /// Those of them that leave a variable empty. What they empty they touch,
    /// so that the last left-linking candidate needs no check.
    pub(super) closing: Vec<Object>,
    /// What the chain so far leaves.
    pub(super) reach: Reach<S>,
}

impl<K: Kernel, const GROUPS: bool> Search<'_, K, GROUPS> {
    /// What is left after the target and these objects.
    pub(super) fn reach(&self, objects: &[Object]) -> Reach<K::Set> {
        let mut left = self.state.left.clone();
        let mut asserted = self.state.values.clone();
        asserted.insert(self.target);
        self.kernel.strike(&mut left, self.target);
        let mut reach = Reach { left, asserted };
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

    /// What may come after a partial whip that has these objects. Whether one of
    /// them leaves a variable empty is asked only with `may_close`.
    pub(super) fn next(
        &mut self,
        chain: &[Object],
        may_close: bool,
    ) -> Result<Next<K::Set>, OutOfBudget> {
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
        Ok(Next {
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

    /// Whether an object that strikes nothing new may carry a loose whip on: a
    /// value, which was a candidate once; or a label that was then part of a
    /// g-candidate, and is all that is left of it now.
    fn may_return(&self, object: Object) -> bool {
        matches!(object, Object::Label(label) if GROUPS || self.state.values.contains(label))
    }
}
