//! Whips and g-whips: braids in which every left-linking candidate is linked to
//! the right-linking object just before it. PBCS 5.2 and 7.3.
//!
//! The search goes breadth first over partial whips, told apart by the labels
//! they leave and by their last object: what can follow depends on nothing
//! else, except that whips are loopless (no candidate occurs twice). That is
//! checked on the whole chain, as a question of distinct representatives: each
//! step offers some left-linking candidates, and all must be different. Where
//! the chain at hand has none, all chains of its length are searched.

use rustc_hash::FxHashSet;

use super::budget::{Budget, OutOfBudget};
use super::pattern::{Object, distinct_llcs};
use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::{GLabel, Label};
use crate::csp::state::State;

/// What a search for a whip tells.
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
}

/// A partial whip.
struct Partial<S> {
    left: S,
    /// Values, target and right-linking candidates: none of them is forced again.
    asserted: S,
    /// The last object and the partial whip before it; none for the target alone.
    last: Option<(Object, usize)>,
}

impl<'a, K: Kernel, const GROUPS: bool> Whips<'a, K, GROUPS> {
    /// A search with this budget.
    pub fn new(kernel: &'a K, budget: &'a mut Budget) -> Self {
        Whips { kernel, budget }
    }

    /// A shortest loopless whip on the target, of length at most `max`; the
    /// state must be closed under BRT.
    pub fn shortest(
        &mut self,
        state: &State<K::Set>,
        target: Label,
        max: usize,
    ) -> Result<Found, OutOfBudget> {
        let mut left = state.left.clone();
        self.kernel.strike(&mut left, target);
        if self.kernel.scan(&left).empty {
            return Ok(Found::Whip(Vec::new()));
        }
        let mut asserted = state.values.clone();
        asserted.insert(target);
        let mut partials = vec![Partial {
            left,
            asserted,
            last: None,
        }];
        let mut seen = FxHashSet::default();
        let mut layer = 0..1;
        for length in 2..=max {
            let mut loops = false;
            for index in layer.clone() {
                self.budget.spend(1)?;
                for object in self.closing(state, target, &partials[index]) {
                    let mut objects = chain(&partials, index);
                    objects.push(object);
                    if distinct_llcs(self.kernel, state, target, &objects).is_some() {
                        return Ok(Found::Whip(objects));
                    }
                    loops = true;
                }
            }
            if loops {
                let mut objects = Vec::new();
                if self.exhaust(state, target, &partials[0], length, &mut objects)? {
                    return Ok(Found::Whip(objects));
                }
            }
            if length == max {
                break;
            }
            let start = partials.len();
            for index in layer {
                for object in self.extensions(state, target, &partials[index], &partials, index) {
                    let next = self.extend(&partials[index], object, index);
                    if seen.insert((next.left.clone(), object)) {
                        partials.push(next);
                    }
                }
            }
            layer = start..partials.len();
            if layer.is_empty() {
                return Ok(Found::Never);
            }
        }
        Ok(Found::NotUpTo(max))
    }

    /// The candidates that the next left-linking candidate is among.
    fn touched(&self, state: &State<K::Set>, target: Label, partial: &Partial<K::Set>) -> K::Set {
        linked_to(
            self.kernel,
            state,
            partial.last.map_or(Object::Label(target), |last| last.0),
        )
    }

    /// The objects that may come next.
    fn extensions(
        &self,
        state: &State<K::Set>,
        target: Label,
        partial: &Partial<K::Set>,
        partials: &[Partial<K::Set>],
        index: usize,
    ) -> Vec<Object> {
        let touched = self.touched(state, target, partial);
        let forced = self.kernel.singles_touching(&partial.left, &touched);
        let labels = forced.without(&partial.asserted);
        let mut objects: Vec<Object> = labels.iter().map(Object::Label).collect();
        if GROUPS {
            let used = chain(partials, index);
            let groups = self.touched_groups(&partial.left, &touched).into_iter();
            objects.extend(
                groups
                    .map(Object::Group)
                    .filter(|group| !used.contains(group)),
            );
        }
        objects
    }

    fn touched_groups(&self, left: &K::Set, touched: &K::Set) -> Vec<GLabel> {
        let model = self.kernel.model();
        let mut groups = Vec::new();
        self.kernel.groups(left, false, &mut groups);
        groups.retain(|&group| {
            let variable = model.glabel_variable(group);
            model
                .labels_of(variable)
                .iter()
                .any(|&label| touched.contains(label))
        });
        groups
    }

    fn extend(&self, partial: &Partial<K::Set>, object: Object, index: usize) -> Partial<K::Set> {
        let mut left = partial.left.clone();
        let mut asserted = partial.asserted.clone();
        strike(self.kernel, &mut left, object);
        if let Object::Label(label) = object {
            asserted.insert(label);
        }
        Partial {
            left,
            asserted,
            last: Some((object, index)),
        }
    }

    /// The objects that may come next and leave a variable empty. What they
    /// empty they touch, so that the last left-linking candidate needs no check.
    fn closing(
        &self,
        state: &State<K::Set>,
        target: Label,
        partial: &Partial<K::Set>,
    ) -> Vec<Object> {
        let left = &partial.left;
        let touched = self.touched(state, target, partial);
        let labels = self
            .kernel
            .singles_touching(left, &touched)
            .without(&partial.asserted);
        let empties = |object: &Object| {
            let mut next = left.clone();
            strike(self.kernel, &mut next, *object);
            self.kernel.scan(&next).empty
        };
        let mut found = Vec::new();
        if !labels.is_empty() {
            let singles = self.kernel.scan(left).singles;
            if self.kernel.closes(left, &singles, &labels) {
                found.extend(labels.iter().map(Object::Label).filter(empties));
            }
        }
        if GROUPS {
            let all = left.without(&self.kernel.whip1_targets(left));
            if self.kernel.scan(&all).empty {
                let groups = self.touched_groups(left, &touched).into_iter();
                found.extend(groups.map(Object::Group).filter(empties));
            }
        }
        found
    }

    /// Looks at every chain of exactly this length, for one that is loopless.
    fn exhaust(
        &mut self,
        state: &State<K::Set>,
        target: Label,
        partial: &Partial<K::Set>,
        length: usize,
        objects: &mut Vec<Object>,
    ) -> Result<bool, OutOfBudget> {
        self.budget.spend(1)?;
        if distinct_llcs(self.kernel, state, target, objects).is_none() {
            return Ok(false);
        }
        if objects.len() + 2 == length {
            for object in self.closing(state, target, partial) {
                objects.push(object);
                if distinct_llcs(self.kernel, state, target, objects).is_some() {
                    return Ok(true);
                }
                objects.pop();
            }
            return Ok(false);
        }
        let used = objects.clone();
        for object in self.extensions(state, target, partial, &[], 0) {
            if used.contains(&object) {
                continue;
            }
            let next = self.extend(partial, object, 0);
            objects.push(object);
            if self.exhaust(state, target, &next, length, objects)? {
                return Ok(true);
            }
            objects.pop();
        }
        Ok(false)
    }
}

/// The candidates linked to an object.
pub(super) fn linked_to<K: Kernel>(kernel: &K, state: &State<K::Set>, object: Object) -> K::Set {
    let mut rest = state.left.clone();
    strike(kernel, &mut rest, object);
    state.left.without(&rest)
}

/// Takes out of `left` what is linked to an object.
pub(super) fn strike<K: Kernel>(kernel: &K, left: &mut K::Set, object: Object) {
    match object {
        Object::Label(label) => kernel.strike(left, label),
        Object::Group(group) => kernel.strike_group(left, group),
    }
}

/// The objects of a partial whip, in order.
fn chain<S>(partials: &[Partial<S>], mut index: usize) -> Vec<Object> {
    let mut objects = Vec::new();
    while let Some((object, before)) = partials.get(index).and_then(|partial| partial.last) {
        objects.push(object);
        index = before;
    }
    objects.reverse();
    objects
}
