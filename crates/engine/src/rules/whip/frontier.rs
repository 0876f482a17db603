//! The partial whips of a search for a whip, and their identity.

use rustc_hash::FxHashMap;

use crate::order::splitmix64;
use crate::rules::pattern::{Object, chain_to};
use gradus_csp::Label;

/// A partial whip: its last object, and the partial whip before it. What it
/// leaves is found again by going through its objects; there can be many.
#[derive(Clone, Copy)]
pub(super) struct PartialWhip {
    pub(super) last: Object,
    before: u32,
    /// True if it leaves a variable empty: it is a whip.
    pub(super) closed: bool,
}

/// The partial whip that is the target alone.
pub(super) const ROOT: u32 = 0;

/// In place of a number of objects: no order of them is loopless.
pub(super) const NO_ORDER: u8 = 0;

/// The partial whips of a search: those found, and those to be extended, by
/// the least length of a whip that they can be part of.
pub(super) struct Frontier {
    pub(super) partials: Vec<PartialWhip>,
    /// By length; the last found is the first to be extended.
    pub(super) open: Vec<Vec<u32>>,
    /// Partial whips that have a loop in the order in which they were found, by
    /// length. Most of them are found in another order as well.
    pub(super) doubtful: Vec<Vec<u32>>,
    /// The number of objects in which a partial whip was found.
    pub(super) seen: FxHashMap<PartialKey, u8>,
    /// True if some were too far from an empty variable for the requested length.
    pub(super) cut: bool,
}

impl Frontier {
    pub(super) fn new(target: Label, max: usize) -> Self {
        let mut open = vec![Vec::new(); max + 1];
        if max >= 2 {
            open[2].push(ROOT);
        }
        Frontier {
            partials: vec![PartialWhip {
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
    pub(super) fn pop(&mut self) -> Option<(usize, WhipAction)> {
        (0..self.open.len()).find_map(|least| {
            let extend = self.open[least].pop().map(WhipAction::Extend);
            let reorder = || self.doubtful[least].pop().map(WhipAction::Reorder);
            Some((least, extend.or_else(reorder)?))
        })
    }

    /// Returns true if a partial whip was found with this length or less, or has no order.
    pub(super) fn has(&self, key: PartialKey, length: usize) -> bool {
        let seen = self.seen.get(&key);
        seen.is_some_and(|&seen| usize::from(seen) <= length)
    }

    pub(super) fn push(&mut self, before: u32, last: Object, closed: bool) -> u32 {
        self.partials.push(PartialWhip {
            last,
            before,
            closed,
        });
        (self.partials.len() - 1) as u32
    }

    pub(super) fn chain(&self, index: u32) -> Vec<Object> {
        chain_to(index as usize, |at| {
            let partial = self.partials[at];
            (partial.last, partial.before as usize)
        })
    }
}

pub(super) enum WhipAction {
    Extend(u32),
    Reorder(u32),
}

/// The identity of a partial whip: their objects as a set, and the last of them. 128 bits that
/// no two of some million sets share, but with a probability of 10⁻²⁵.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(in crate::rules) struct PartialKey(u64, u64);

impl PartialKey {
    /// The key of these objects, the last of which is given.
    pub(super) fn new(objects: &[Object], last: Object) -> PartialKey {
        ObjectSet::new(objects).ending_in(last)
    }

    /// The key of a set with one object more.
    pub(in crate::rules) fn with(self, object: Object) -> PartialKey {
        self.xor(PartialKey::of(object, 0))
    }

    /// The key of a set that one more object is the last of.
    pub(in crate::rules) fn ending_in(self, last: Object) -> PartialKey {
        self.xor(PartialKey::of(last, 1))
    }

    fn xor(self, other: PartialKey) -> PartialKey {
        PartialKey(self.0 ^ other.0, self.1 ^ other.1)
    }

    fn of(object: Object, place: u64) -> PartialKey {
        let number = match object {
            Object::Label(label) => (label.index() as u64) << 1,
            Object::Group(group) => (group.index() as u64) << 1 | 1,
        };
        let mixed = |counter: u64| splitmix64((counter + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let number = (number << 1 | place) << 1;
        PartialKey(mixed(number), mixed(number | 1))
    }
}

/// Some objects, for the keys of the partial whips that have one more.
pub(super) struct ObjectSet<'a> {
    objects: &'a [Object],
    key: PartialKey,
}

impl<'a> ObjectSet<'a> {
    /// The set of these objects; one that comes again is the same element.
    pub(super) fn new(objects: &'a [Object]) -> Self {
        let places = objects.iter().enumerate();
        let first = places.filter(|&(place, object)| !objects[..place].contains(object));
        let key = first.fold(PartialKey::default(), |key, (_, &object)| key.with(object));
        ObjectSet { objects, key }
    }

    /// The key of the partial whip with these objects and this last one, which may be one of them.
    pub(super) fn ending_in(&self, last: Object) -> PartialKey {
        let key = self.key.ending_in(last);
        if self.objects.contains(&last) {
            key.with(last)
        } else {
            key
        }
    }
}
