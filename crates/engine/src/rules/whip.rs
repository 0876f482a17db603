//! Whips and g-whips: braids in which every left-linking candidate is linked to
//! the right-linking object just before it. PBCS 5.2 and 7.3.
//!
//! The search goes breadth first over partial whips, distinguished by the set of
//! their right-linking objects and by the last of them: what can follow depends
//! on nothing else. (The labels left are not enough: an object that strikes
//! nothing may still carry the chain on, once.) Only the looplessness of whips,
//! that no candidate occurs twice, depends on the whole chain. It is checked at
//! the end, as a question of distinct representatives: each step offers some
//! left-linking candidates, and all must be different. Where the chain at hand
//! has none, all chains of its length are searched.
//!
//! A *loose* whip is a whip in a state of the past, as it looks now: a
//! left-linking candidate may have been eliminated since, and a right-linking
//! one asserted. Loose whips are a means to find out what no order of
//! eliminations can do; see `rating/order.rs`.
//!
//! Partial whips that rounds ([`super::rounds`]) show to be too far from an empty
//! variable are dropped. A sharper bound, the search for a braid that completes
//! them, costs more than it spares; and so does putting off the search for a
//! whip, where only a braid is known, until other targets are exhausted.

use rustc_hash::FxHashSet;

use super::budget::{Budget, OutOfBudget};
use super::pattern::{Object, distinct_llcs};
use super::rounds::{Outlook, outlook};
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Label;
use gradus_model::state::State;

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
    /// Whether loose g-whips may have loops.
    loops: bool,
}

impl<'a, K: Kernel, const GROUPS: bool> Whips<'a, K, GROUPS> {
    /// A search with this budget.
    pub fn new(kernel: &'a K, budget: &'a mut Budget) -> Self {
        Whips {
            kernel,
            budget,
            linking: None,
            loops: false,
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
            loops: false,
        }
    }

    /// The same search, but g-whips may have loops: their objects may come
    /// again, so that one chain of a set does not stand for all of them, and only
    /// with loops is nothing missed.
    pub(crate) fn with_loops(self) -> Self {
        Whips {
            loops: GROUPS,
            ..self
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
            loops: self.loops,
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
    /// Whether candidates may occur twice.
    loops: bool,
}

/// A partial whip: its last object, and the partial whip before it. What it
/// leaves is found again by going through its objects; there can be many.
#[derive(Clone, Copy)]
struct Partial {
    last: Object,
    before: u32,
}

/// What a partial whip leaves.
#[derive(Clone)]
struct Reach<S> {
    left: S,
    /// Values, target and right-linking candidates: none of them is forced again
    /// (but in loose whips).
    asserted: S,
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
        if self.kernel.scan(&self.reach(&[]).left).empty {
            return Ok(Found::Whip(Vec::new()));
        }
        // The first partial whip is the target alone.
        let mut partials = vec![Partial {
            last: Object::Label(self.target),
            before: 0,
        }];
        let mut seen = FxHashSet::default();
        let mut cut = false;
        let mut layer = 0..1;
        for length in 2..=max {
            let mut loops = false;
            let mut extensions = Vec::new();
            for index in layer {
                let mut objects = chain(&partials, index);
                let reach = self.reach(&objects);
                let next = self.next(&reach, &objects)?;
                for object in next.closing {
                    objects.push(object);
                    if self.is_loopless(&objects) {
                        return Ok(Found::Whip(objects));
                    }
                    loops = true;
                    objects.pop();
                }
                let steps = max - length;
                for object in next.objects {
                    if steps == 0 {
                        break;
                    }
                    let next = self.extend(&reach, object);
                    if !seen.insert((set_of(&objects, object), object)) {
                        continue;
                    }
                    self.budget.spend(1)?;
                    // A look ahead of one step costs no less than the step.
                    match if steps == 1 {
                        Outlook::Open
                    } else {
                        self.outlook(&next, steps)
                    } {
                        Outlook::Open => {
                            extensions.push(Partial {
                                last: object,
                                before: index as u32,
                            });
                        }
                        Outlook::TooFar => cut = true,
                        Outlook::Closed => {}
                    }
                }
            }
            if loops {
                let mut objects = Vec::new();
                let reach = self.reach(&objects);
                if self.exhaust(&reach, length, &mut objects)? {
                    return Ok(Found::Whip(objects));
                }
            }
            let start = partials.len();
            partials.extend(extensions);
            layer = start..partials.len();
            if layer.is_empty() && !cut && length < max {
                return Ok(Found::Never);
            }
        }
        Ok(Found::NotUpTo(max))
    }

    /// What is left after the target and these objects.
    fn reach(&self, objects: &[Object]) -> Reach<K::Set> {
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

    fn extend(&self, reach: &Reach<K::Set>, object: Object) -> Reach<K::Set> {
        let mut next = reach.clone();
        self.assert(&mut next, object);
        next
    }

    /// Whether no candidate occurs twice, or need not.
    fn is_loopless(&self, objects: &[Object]) -> bool {
        if self.loops {
            return true;
        }
        distinct_llcs(self.kernel, self.state, self.linking, self.target, objects).is_some()
    }

    /// Whether at most `steps` more objects could leave a variable empty.
    fn outlook(&self, reach: &Reach<K::Set>, steps: usize) -> Outlook {
        let forced = self
            .kernel
            .scan(&reach.left)
            .singles
            .without(&reach.asserted);
        outlook::<K, GROUPS>(self.kernel, &reach.left, &forced, &reach.asserted, steps)
    }

    /// What may come after a partial whip that has these objects.
    fn next(&mut self, reach: &Reach<K::Set>, before: &[Object]) -> Result<Next, OutOfBudget> {
        self.budget.spend(1)?;
        let left = &reach.left;
        let last = before.last().copied().unwrap_or(Object::Label(self.target));
        let touched = linked_to(self.kernel, self.linking, last);
        let empties = |object: &Object| {
            let mut next = left.clone();
            strike(self.kernel, &mut next, *object);
            self.kernel.scan(&next).empty
        };
        let allowed = |object: &Object| self.among.is_none_or(|among| among.contains(object));
        let mut forced = self.kernel.singles_touching(left, &touched);
        let mut objects: Vec<Object> = Vec::new();
        if self.loose {
            forced.remove(self.target);
            let again = forced.and(&reach.asserted);
            let again = again.iter().map(Object::Label);
            objects.extend(again.filter(|&object| object != last && self.may_return(object)));
        }
        forced.subtract(&reach.asserted);
        objects.extend(forced.iter().map(Object::Label).filter(allowed));
        let mut closing = Vec::new();
        if !forced.is_empty() {
            let singles = self.kernel.scan(left).singles.without(&self.state.values);
            if self.kernel.closes(left, &singles, &forced) {
                closing.extend(objects.iter().copied().filter(empties));
            }
        }
        if GROUPS {
            let mut groups = Vec::new();
            self.kernel.groups_touching(left, &touched, &mut groups);
            let groups = groups.into_iter().map(Object::Group);
            let groups: Vec<Object> = groups
                .filter(|group| {
                    let fresh = !before.contains(group) || self.loose && *group != last;
                    allowed(group) && fresh
                })
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

    /// Whether an object that strikes nothing new may carry a loose whip on: a
    /// value, which was a candidate once; or a label that was then part of a
    /// g-candidate, and is all that is left of it now.
    fn may_return(&self, object: Object) -> bool {
        matches!(object, Object::Label(label) if GROUPS || self.state.values.contains(label))
    }

    /// Looks at every chain of exactly this length, for one that is loopless.
    fn exhaust(
        &mut self,
        reach: &Reach<K::Set>,
        length: usize,
        objects: &mut Vec<Object>,
    ) -> Result<bool, OutOfBudget> {
        if !self.is_loopless(objects) {
            return Ok(false);
        }
        let next = self.next(reach, objects)?;
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
                    let next = self.extend(reach, object);
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

/// Of some labels, those that may follow an object as left-linking candidates:
/// those linked to it. A g-candidate is linked to what it is g-linked to and to
/// the other labels of its own variable, which has only one value. (It strikes
/// none of these: they were struck before it was all that was left.)
pub(crate) fn linked_to<K: Kernel>(kernel: &K, labels: &K::Set, object: Object) -> K::Set {
    let mut rest = labels.clone();
    strike(kernel, &mut rest, object);
    let mut linked = labels.without(&rest);
    if let Object::Group(group) = object {
        let model = kernel.model();
        let inside = model.glabel_labels(group);
        let own = model.labels_of(model.glabel_variable(group)).iter();
        own.filter(|label| labels.contains(**label) && !inside.contains(label))
            .for_each(|&label| linked.insert(label));
    }
    linked
}

/// Takes out of `left` what is linked to an object.
pub(crate) fn strike<K: Kernel>(kernel: &K, left: &mut K::Set, object: Object) {
    match object {
        Object::Label(label) => kernel.strike(left, label),
        Object::Group(group) => kernel.strike_group(left, group),
    }
}

/// The objects of a chain as a set: in a fixed order.
fn set_of(objects: &[Object], last: Object) -> Box<[Object]> {
    let mut set: Vec<Object> = objects.iter().copied().chain([last]).collect();
    set.sort_unstable();
    set.dedup();
    set.into_boxed_slice()
}

/// The objects of a partial whip, in order.
fn chain(partials: &[Partial], mut index: usize) -> Vec<Object> {
    let mut objects = Vec::new();
    while index > 0 {
        objects.push(partials[index].last);
        index = partials[index].before as usize;
    }
    objects.reverse();
    objects
}
