//! Whips and g-whips: braids in which every left-linking candidate is linked to
//! the right-linking object just before it. PBCS 5.2 and 7.3.
//!
//! Partial whips are told apart by the set of their right-linking objects and by
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
//! whole chain: each step offers some left-linking candidates, and all must be
//! different. A step is *fresh* if one of its left-linking candidates was struck by
//! the object just before it: no earlier step can have used that one. Only where a
//! step is not, the question of distinct representatives is asked; and where the
//! chain at hand has none, the other orders of its objects are tried. So a partial
//! whip is given up only when no order of it is loopless.
//!
//! A *loose* whip is a whip in a state of the past, as it looks now: a
//! left-linking candidate may have been eliminated since, and a right-linking
//! one asserted. Loose whips are a means to find out what no order of
//! eliminations can do; see `rating/order.rs`.
//!
//! What did not pay: a search for the braid that completes a partial whip, in
//! place of the rounds; to put off the search for a whip, where only a braid is
//! known, until other targets are exhausted.

use rustc_hash::FxHashMap;

use super::budget::{Budget, OutOfBudget};
use super::pattern::{Object, distinct_llcs};
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

/// A partial whip: its last object, and the partial whip before it. What it
/// leaves is found again by going through its objects; there can be many.
#[derive(Clone, Copy)]
struct Partial {
    last: Object,
    before: u32,
    /// Whether it leaves a variable empty: it is a whip.
    closed: bool,
}

/// The partial whip that is the target alone.
const ROOT: u32 = 0;

/// In place of a number of objects: no order of them is loopless.
const NO_ORDER: u8 = 0;

/// The partial whips of a search: those found, and those to be extended, by
/// the least length of a whip that they can be part of.
struct Frontier {
    partials: Vec<Partial>,
    /// By length; the last found is the first to be extended.
    open: Vec<Vec<u32>>,
    /// Partial whips that have a loop in the order in which they were found, by
    /// length. Most of them are found in another order as well.
    doubtful: Vec<Vec<u32>>,
    /// The number of objects in which a partial whip was found.
    seen: FxHashMap<Key, u8>,
    /// Whether some were too far from an empty variable for the length asked for.
    cut: bool,
}

impl Frontier {
    fn new(target: Label, max: usize) -> Self {
        let mut open = vec![Vec::new(); max + 1];
        if max >= 2 {
            open[2].push(ROOT);
        }
        Frontier {
            partials: vec![Partial {
                last: Object::Label(target),
                before: ROOT,
                closed: false,
            }],
            open,
            doubtful: vec![Vec::new(); max + 1],
            seen: FxHashMap::default(),
            // Not even the target alone is extended.
            cut: max < 2,
        }
    }

    /// The next partial whip to be extended, or else to be put in another order.
    /// Comes with the least length of a whip that it can be part of.
    fn pop(&mut self) -> Option<(usize, Turn)> {
        (0..self.open.len()).find_map(|least| {
            let extend = self.open[least].pop().map(Turn::Extend);
            let reorder = || self.doubtful[least].pop().map(Turn::Reorder);
            Some((least, extend.or_else(reorder)?))
        })
    }

    /// Whether a partial whip was found in so many objects or fewer, or has no order.
    fn has(&self, key: Key, length: usize) -> bool {
        let seen = self.seen.get(&key);
        seen.is_some_and(|&seen| usize::from(seen) <= length)
    }

    /// Adds an object to a partial whip.
    fn push(&mut self, before: u32, last: Object, closed: bool) -> u32 {
        self.partials.push(Partial {
            last,
            before,
            closed,
        });
        (self.partials.len() - 1) as u32
    }

    /// The objects of a partial whip, in order.
    fn chain(&self, mut index: u32) -> Vec<Object> {
        let mut objects = Vec::new();
        while index != ROOT {
            let partial = self.partials[index as usize];
            objects.push(partial.last);
            index = partial.before;
        }
        objects.reverse();
        objects
    }
}

/// What is done with a partial whip.
enum Turn {
    Extend(u32),
    Reorder(u32),
}

/// What tells partial whips apart: their objects as a set, and the last of them.
/// 128 bits that no two of some million sets share, but with a probability of
/// 10⁻²⁵.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key(u64, u64);

impl Key {
    fn new(objects: &[Object], last: Object) -> Key {
        let mut key = Key::of(last, 1);
        for (index, &object) in objects.iter().enumerate() {
            // An object that comes again is the same element.
            if object != last && !objects[..index].contains(&object) {
                let Key(a, b) = Key::of(object, 0);
                key = Key(key.0 ^ a, key.1 ^ b);
            }
        }
        key
    }

    /// The mixing function of SplitMix64, twice.
    fn of(object: Object, place: u64) -> Key {
        let number = match object {
            Object::Label(label) => u64::from(label.0) << 1,
            Object::Group(group) => (group.index() as u64) << 1 | 1,
        };
        let mixed = |counter: u64| {
            let mut z = (counter + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        let number = (number << 1 | place) << 1;
        Key(mixed(number), mixed(number | 1))
    }
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
struct Next<S> {
    objects: Vec<Object>,
    /// Those of them that leave a variable empty. What they empty they touch,
    /// so that the last left-linking candidate needs no check.
    closing: Vec<Object>,
    /// What the chain so far leaves.
    reach: Reach<S>,
    /// What is linked to the last object of the chain and to none before.
    new: S,
    /// The labels that are alone in a variable which has a label of `new`: a
    /// left-linking candidate that no earlier step can have.
    fresh: S,
}

/// What rounds that follow the chain say about a partial whip.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outlook {
    /// So many of them leave a variable empty.
    Open(usize),
    /// More than asked for would be needed.
    TooFar,
    /// No number of them leaves a variable empty.
    Closed,
}

impl<K: Kernel, const GROUPS: bool> Search<'_, K, GROUPS> {
    fn shortest(&mut self, max: usize) -> Result<Found, OutOfBudget> {
        if self.kernel.scan(&self.reach(&[]).left).empty {
            return Ok(Found::Whip(Vec::new()));
        }
        let mut frontier = Frontier::new(self.target, max);
        while let Some((least, turn)) = frontier.pop() {
            let index = match turn {
                Turn::Extend(index) => index,
                Turn::Reorder(index) => {
                    self.put_in_order(&mut frontier, index, least)?;
                    continue;
                }
            };
            let mut objects = frontier.chain(index);
            if frontier.partials[index as usize].closed {
                return Ok(Found::Whip(objects));
            }
            let before = self.reach_before(&objects);
            let next = self.next(&before, &objects)?;
            let length = objects.len() + 1;
            for &object in &next.closing {
                if self.adds_no_loop(&next, &mut objects, object) {
                    objects.push(object);
                    return Ok(Found::Whip(objects));
                }
                let closed = frontier.push(index, object, true);
                frontier.doubtful[length + 1].push(closed);
            }
            if length + 1 == max {
                frontier.cut |= !next.objects.is_empty();
                continue;
            }
            for &object in &next.objects {
                let key = Key::new(&objects, object);
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
                if self.adds_no_loop(&next, &mut objects, object) {
                    frontier.seen.insert(key, length as u8);
                    frontier.open[length + rounds + 1].push(extended);
                } else {
                    frontier.doubtful[length + rounds + 1].push(extended);
                }
            }
        }
        Ok(if frontier.cut {
            Found::NotUpTo(max)
        } else {
            Found::Never
        })
    }

    /// Looks for an order of a partial whip in which no candidate occurs twice.
    /// In loose whips, where objects may come again, it may be longer than `least`
    /// says.
    fn put_in_order(
        &mut self,
        frontier: &mut Frontier,
        index: u32,
        least: usize,
    ) -> Result<(), OutOfBudget> {
        let objects = frontier.chain(index);
        let Partial { last, closed, .. } = frontier.partials[index as usize];
        let key = Key::new(&objects, last);
        if frontier.has(key, objects.len()) {
            return Ok(());
        }
        let mut set = objects.clone();
        set.sort_unstable();
        set.dedup();
        let longer = if self.loose {
            frontier.open.len() - 1 - least
        } else {
            0
        };
        for length in set.len()..=objects.len() + longer {
            let mut order = Vec::with_capacity(length);
            if !self.reorder(&set, last, length, &mut order)? {
                continue;
            }
            frontier.seen.insert(key, length as u8);
            order.pop();
            let push = |before, &object: &Object| frontier.push(before, object, false);
            let before = order.iter().fold(ROOT, push);
            let ordered = frontier.push(before, last, closed);
            frontier.open[(least + length).saturating_sub(objects.len())].push(ordered);
            return Ok(());
        }
        frontier.seen.insert(key, NO_ORDER);
        Ok(())
    }

    /// Whether the step of an object has a left-linking candidate that no
    /// earlier step can have.
    fn is_fresh(&self, next: &Next<K::Set>, object: Object) -> bool {
        let kernel = self.kernel;
        match object {
            Object::Label(label) => next.fresh.contains(label),
            Object::Group(group) => kernel.has(kernel.model().glabel_variable(group), &next.new),
        }
    }

    /// Looks for an order of some objects, all of them, with this last one and
    /// of this length, in which no candidate occurs twice.
    fn reorder(
        &mut self,
        set: &[Object],
        last: Object,
        length: usize,
        order: &mut Vec<Object>,
    ) -> Result<bool, OutOfBudget> {
        let missing = set.iter().filter(|object| !order.contains(object)).count();
        if order.len() == length {
            return Ok(missing == 0 && order.last() == Some(&last));
        }
        if missing > length - order.len() {
            return Ok(false);
        }
        let before = self.reach_before(order);
        let next = self.next(&before, order)?;
        let objects = next.objects.iter().chain(&next.closing);
        let objects = objects.filter(|object| set.contains(object));
        for &object in objects {
            // In whips that are not loose, the last one comes once.
            if !self.loose && object == last && missing > 1 {
                continue;
            }
            if self.adds_no_loop(&next, order, object) {
                order.push(object);
                if self.reorder(set, last, length, order)? {
                    return Ok(true);
                }
                order.pop();
            }
        }
        Ok(false)
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

    /// Whether a loopless chain stays so if an object is added.
    fn adds_no_loop(&self, next: &Next<K::Set>, objects: &mut Vec<Object>, object: Object) -> bool {
        if self.is_fresh(next, object) {
            return true;
        }
        objects.push(object);
        let loopless = self.is_loopless(objects);
        objects.pop();
        loopless
    }

    /// Whether no left-linking candidate occurs twice.
    fn is_loopless(&self, objects: &[Object]) -> bool {
        distinct_llcs(self.kernel, self.state, self.linking, self.target, objects).is_some()
    }

    /// Whether at most `steps` more objects, after `last` is added to a chain,
    /// could leave a variable empty: rounds that assert at once all that may come
    /// next, after any of the objects of the round before.
    /// Only if asked does it go on to find out that no number of them does.
    fn outlook(
        &self,
        reach: &Reach<K::Set>,
        last: Object,
        steps: usize,
        to_the_end: bool,
    ) -> Outlook {
        if steps == 1 {
            // A look ahead of one step costs no less than the step.
            return Outlook::Open(1);
        }
        let kernel = self.kernel;
        let Reach {
            mut left,
            asserted: mut spent,
        } = self.extend(reach, last);
        if self.loose && GROUPS {
            spent = kernel.none();
            spent.insert(self.target);
        } else if self.loose {
            spent.subtract(&self.state.values);
        }
        let mut touched = linked_to(kernel, self.linking, last);
        let mut groups = Vec::new();
        // What was touched since a round last struck anything.
        let mut idle: Vec<K::Set> = Vec::new();
        for round in 1.. {
            if round > steps && !to_the_end {
                break;
            }
            let mut forced = kernel.singles_touching(&left, &touched);
            forced.subtract(&spent);
            if GROUPS {
                groups.clear();
                kernel.groups_touching(&left, &touched, &mut groups);
            }
            if forced.is_empty() && groups.is_empty() {
                return Outlook::Closed;
            }
            let mut rest = self.linking.clone();
            kernel.strike_all(&mut rest, &forced);
            touched = self.linking.without(&rest);
            let before = to_the_end.then(|| left.clone());
            kernel.strike_all(&mut left, &forced);
            for &group in &groups {
                kernel.strike_group(&mut left, group);
                kernel.add_followers(&mut touched, group);
            }
            if !groups.is_empty() {
                touched.intersect(self.linking);
            }
            if kernel.scan(&left).empty {
                if round > steps {
                    break;
                }
                return Outlook::Open(round);
            }
            if to_the_end {
                if before.is_some_and(|before| left != before) {
                    idle.clear();
                } else if idle.contains(&touched) {
                    return Outlook::Closed;
                }
                idle.push(touched.clone());
            }
        }
        Outlook::TooFar
    }

    /// What the chain leaves before the last of these objects.
    fn reach_before(&self, objects: &[Object]) -> Option<Reach<K::Set>> {
        let (_, before) = objects.split_last()?;
        Some(self.reach(before))
    }

    /// What is linked to the last object and to none before it, of what may be
    /// left-linking.
    fn newly_linked(&self, before: &K::Set, objects: &[Object], touched: &K::Set) -> K::Set {
        if !self.loose {
            return touched.and(before);
        }
        let Some((_, earlier)) = objects.split_last() else {
            return touched.clone();
        };
        let mut new = touched.clone();
        new.subtract(&linked_to(
            self.kernel,
            self.linking,
            Object::Label(self.target),
        ));
        for &object in earlier {
            new.subtract(&linked_to(self.kernel, self.linking, object));
        }
        new
    }

    /// What may come after a partial whip that has these objects; `before` is
    /// what was left before the last of them.
    fn next(
        &mut self,
        before: &Option<Reach<K::Set>>,
        objects: &[Object],
    ) -> Result<Next<K::Set>, OutOfBudget> {
        self.budget.spend(1)?;
        let (last, reach) = match (objects.last(), before) {
            (Some(&last), Some(before)) => (last, self.extend(before, last)),
            _ => (Object::Label(self.target), self.reach(&[])),
        };
        let left = &reach.left;
        let left_before = before
            .as_ref()
            .map_or(&self.state.left, |reach| &reach.left);
        let chain = objects;
        let touched = linked_to(self.kernel, self.linking, last);
        let new = self.newly_linked(left_before, chain, &touched);
        let fresh = self.kernel.singles_touching(left, &new);
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
                    let again = chain.contains(group) && (!self.loose || *group == last);
                    allowed(group) && !again
                })
                .collect();
            // All groups together bound what one of them can do.
            let all = left.without(&self.kernel.whip1_targets(left));
            if !groups.is_empty() && self.kernel.scan(&all).empty {
                closing.extend(groups.iter().copied().filter(empties));
            }
            objects.extend(groups);
        }
        objects.retain(|object| !closing.contains(object));
        Ok(Next {
            objects,
            closing,
            reach,
            new,
            fresh,
        })
    }

    /// Whether an object that strikes nothing new may carry a loose whip on: a
    /// value, which was a candidate once; or a label that was then part of a
    /// g-candidate, and is all that is left of it now.
    fn may_return(&self, object: Object) -> bool {
        matches!(object, Object::Label(label) if GROUPS || self.state.values.contains(label))
    }
}

/// Of some labels, those that may follow an object as left-linking candidates:
/// those linked to it. A g-candidate is linked to what it is g-linked to and to
/// the other labels of its own variable, which has only one value. (It strikes
/// none of these: they were struck before it was all that was left.)
pub(crate) fn linked_to<K: Kernel>(kernel: &K, labels: &K::Set, object: Object) -> K::Set {
    match object {
        Object::Label(label) => {
            let mut rest = labels.clone();
            kernel.strike(&mut rest, label);
            labels.without(&rest)
        }
        Object::Group(group) => {
            let mut linked = kernel.none();
            kernel.add_followers(&mut linked, group);
            linked.intersect(labels);
            linked
        }
    }
}

/// Takes out of `left` what is linked to an object.
pub(crate) fn strike<K: Kernel>(kernel: &K, left: &mut K::Set, object: Object) {
    match object {
        Object::Label(label) => kernel.strike(left, label),
        Object::Group(group) => kernel.strike_group(left, group),
    }
}
