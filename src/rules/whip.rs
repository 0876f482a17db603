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
use super::rounds::{Outlook, outlook};
use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::Label;
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
}

/// A partial whip.
struct Partial<S> {
    left: S,
    /// Values, target and right-linking candidates: none of them is forced again.
    asserted: S,
    /// The last object and the partial whip before it; none for the target alone.
    last: Option<(Object, usize)>,
}

/// The objects that may come next.
struct Next {
    objects: Vec<Object>,
    /// Those of them that leave a variable empty. What they empty they touch,
    /// so that the last left-linking candidate needs no check.
    closing: Vec<Object>,
}

impl<K: Kernel, const GROUPS: bool> Search<'_, K, GROUPS> {
    fn shortest(&mut self, max: usize) -> Result<Found, OutOfBudget> {
        let mut left = self.state.left.clone();
        self.kernel.strike(&mut left, self.target);
        if self.kernel.scan(&left).empty {
            return Ok(Found::Whip(Vec::new()));
        }
        let mut asserted = self.state.values.clone();
        asserted.insert(self.target);
        let mut partials = vec![Partial {
            left,
            asserted,
            last: None,
        }];
        let mut seen = FxHashSet::default();
        let mut cut = false;
        let mut layer = 0..1;
        for length in 2..=max {
            let mut loops = false;
            let mut extensions = Vec::new();
            for index in layer {
                let next = self.next(&partials[index], &chain(&partials, index))?;
                for object in next.closing {
                    let mut objects = chain(&partials, index);
                    objects.push(object);
                    if self.is_loopless(&objects) {
                        return Ok(Found::Whip(objects));
                    }
                    loops = true;
                }
                extensions.extend(next.objects.into_iter().map(|object| (index, object)));
            }
            if loops {
                let mut objects = Vec::new();
                if self.exhaust(&partials[0], length, &mut objects)? {
                    return Ok(Found::Whip(objects));
                }
            }
            if length == max {
                break;
            }
            let start = partials.len();
            for (index, object) in extensions {
                let next = self.extend(&partials[index], object, index);
                if !seen.insert((next.left.clone(), object)) {
                    continue;
                }
                // A look ahead of one step costs no less than the step.
                let steps = max - length;
                match if steps == 1 {
                    Outlook::Open
                } else {
                    self.outlook(&next, steps)
                } {
                    Outlook::Open => partials.push(next),
                    Outlook::TooFar => cut = true,
                    Outlook::Closed => {}
                }
            }
            layer = start..partials.len();
            if layer.is_empty() && !cut {
                return Ok(Found::Never);
            }
        }
        Ok(Found::NotUpTo(max))
    }

    fn is_loopless(&self, objects: &[Object]) -> bool {
        distinct_llcs(self.kernel, self.state, self.target, objects).is_some()
    }

    /// Whether at most `steps` more objects could leave a variable empty.
    fn outlook(&self, partial: &Partial<K::Set>, steps: usize) -> Outlook {
        let forced = self
            .kernel
            .scan(&partial.left)
            .singles
            .without(&partial.asserted);
        let (left, asserted) = (&partial.left, &partial.asserted);
        outlook::<K, GROUPS>(self.kernel, left, &forced, asserted, steps)
    }

    /// What may come after a partial whip that has these objects.
    fn next(&mut self, partial: &Partial<K::Set>, before: &[Object]) -> Result<Next, OutOfBudget> {
        self.budget.spend(1)?;
        let left = &partial.left;
        let last = before.last().copied().unwrap_or(Object::Label(self.target));
        let touched = linked_to(self.kernel, self.state, last);
        let empties = |object: &Object| {
            let mut next = left.clone();
            strike(self.kernel, &mut next, *object);
            self.kernel.scan(&next).empty
        };
        let allowed = |object: &Object| self.among.is_none_or(|among| among.contains(object));
        let forced = self
            .kernel
            .singles_touching(left, &touched)
            .without(&partial.asserted);
        let mut objects: Vec<Object> = forced.iter().map(Object::Label).filter(allowed).collect();
        let mut closing = Vec::new();
        if !objects.is_empty() {
            let singles = self.kernel.scan(left).singles.without(&self.state.values);
            if self.kernel.closes(left, &singles, &forced) {
                closing.extend(objects.iter().copied().filter(empties));
            }
        }
        if GROUPS {
            let model = self.kernel.model();
            let mut groups = Vec::new();
            self.kernel.groups(left, false, &mut groups);
            groups.retain(|&group| self.kernel.has(model.glabel_variable(group), &touched));
            let groups = groups.into_iter().map(Object::Group);
            let groups: Vec<Object> = groups
                .filter(|group| allowed(group) && !before.contains(group))
                .collect();
            // All groups together bound what one of them can do.
            let all = left.without(&self.kernel.whip1_targets(left));
            if !groups.is_empty() && self.kernel.scan(&all).empty {
                closing.extend(groups.iter().copied().filter(empties));
            }
            objects.extend(groups);
        }
        Ok(Next { objects, closing })
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

    /// Looks at every chain of exactly this length, for one that is loopless.
    fn exhaust(
        &mut self,
        partial: &Partial<K::Set>,
        length: usize,
        objects: &mut Vec<Object>,
    ) -> Result<bool, OutOfBudget> {
        if !self.is_loopless(objects) {
            return Ok(false);
        }
        let next = self.next(partial, objects)?;
        let steps = length - objects.len() - 1;
        let candidates = if steps == 1 {
            next.closing
        } else {
            next.objects
        };
        for object in candidates {
            objects.push(object);
            let found = match steps {
                1 => self.is_loopless(objects),
                _ => {
                    let next = self.extend(partial, object, 0);
                    self.outlook(&next, steps - 1) == Outlook::Open
                        && self.exhaust(&next, length, objects)?
                }
            };
            if found {
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
