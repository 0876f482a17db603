//! Loops: chains in which a left-linking candidate occurs twice. PBCS 5.8.
//!
//! Each step offers some left-linking candidates, and all must be different. A step is *fresh*
//! if one of its left-linking candidates was struck by the object just before it: no earlier
//! step can have that one. Only where a step is not, the question of distinct representatives
//! is asked; and if the chain has none, the other orders of its objects are tried. So a partial
//! whip is given up only when no order of it is loopless.

use rustc_hash::FxHashSet;

use super::frontier::{Frontier, NO_ORDER, PartialKey, PartialWhip, ROOT};
use super::reach::WhipSearch;
use crate::kernel::Kernel;
use crate::rules::budget::Budgeted;
use crate::rules::linked::linked_to;
use crate::rules::pattern::{Object, distinct_llcs};
use gradus_csp::Labels;

/// How a search treats chains with loops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Loops {
    /// It takes them for whips.
    Ignored,
    /// It looks for other orders of them.
    Excluded,
}

/// The left-linking candidates after a chain that no earlier step can have.
pub(super) struct Novelty<S> {
    /// The labels linked to the last object of the chain and to none before it.
    new: S,
    /// The labels that are alone in a variable which has a label of `new`.
    fresh: S,
}

/// Orders of some objects, all of them.
struct ObjectOrders<'a> {
    set: &'a [Object],
    last: Object,
    length: usize,
    /// Beginnings that no further object leads on from, whatever loops are made
    /// of, as the number of objects missing and what distinguishes partial whips.
    dead: FxHashSet<(usize, PartialKey)>,
}

#[derive(PartialEq, Eq)]
enum Ordered {
    Found,
    /// All that lead to the end have a loop.
    Loops,
    /// None leads to the end.
    Dead,
}

impl<K: Kernel, const GROUPS: bool> WhipSearch<'_, K, GROUPS> {
    /// Looks for an order of a partial whip in which no candidate occurs twice. In loose whips,
    /// where objects may come again, it may be longer than `least` says.
    pub(super) fn put_in_order(
        &mut self,
        frontier: &mut Frontier,
        index: u32,
        least: usize,
    ) -> Budgeted<()> {
        let objects = frontier.chain(index);
        let PartialWhip { last, closed, .. } = frontier.partials[index as usize];
        let key = PartialKey::new(&objects, last);
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
            let mut orders = ObjectOrders {
                set: &set,
                last,
                length,
                dead: FxHashSet::default(),
            };
            if self.reorder(&mut orders, &mut order)? != Ordered::Found {
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

    /// Looks for an order that begins in this way and in which no candidate occurs twice.
    fn reorder(&mut self, orders: &mut ObjectOrders, order: &mut Vec<Object>) -> Budgeted<Ordered> {
        let &mut ObjectOrders {
            set, last, length, ..
        } = orders;
        let missing = set.iter().filter(|object| !order.contains(object)).count();
        if order.len() == length {
            let whole = missing == 0 && order.last() == Some(&last);
            return Ok(if whole { Ordered::Found } else { Ordered::Dead });
        }
        if missing > length - order.len() {
            return Ok(Ordered::Dead);
        }
        let key = (
            length - order.len(),
            PartialKey::new(order, self.last_of(order)),
        );
        if orders.dead.contains(&key) {
            return Ok(Ordered::Dead);
        }
        let next = self.next(order, true)?;
        let novelty = self.novelty(order);
        let objects = next.objects.iter().chain(&next.closing);
        let objects = objects.filter(|object| set.contains(object));
        let mut ended = Ordered::Dead;
        for &object in objects {
            // In whips that are not loose, the last one comes once.
            if !self.loose && object == last && missing > 1 {
                continue;
            }
            if !self.adds_no_loop(&novelty, order, object) {
                ended = Ordered::Loops;
                continue;
            }
            order.push(object);
            match self.reorder(orders, order)? {
                Ordered::Found => return Ok(Ordered::Found),
                Ordered::Loops => ended = Ordered::Loops,
                Ordered::Dead => {}
            }
            order.pop();
        }
        if ended == Ordered::Dead {
            orders.dead.insert(key);
        }
        Ok(ended)
    }

    /// The left-linking candidates after a chain that no earlier step can have.
    pub(super) fn novelty(&self, chain: &[Object]) -> Novelty<K::Set> {
        let new = self.newly_linked(chain);
        let fresh = self.kernel.singles_touching(&self.reach(chain).left, &new);
        Novelty { new, fresh }
    }

    /// The labels that may be left-linking and are linked to the last object but to none before it.
    fn newly_linked(&self, chain: &[Object]) -> K::Set {
        let mut new = linked_to(self.kernel, self.linking, self.last_of(chain));
        let Some((_, earlier)) = chain.split_last() else {
            return new;
        };
        if !self.loose {
            new.intersect(&self.reach(earlier).left);
            return new;
        }
        let earlier = earlier.iter().copied();
        for object in earlier.chain([Object::Label(self.target)]) {
            new.subtract(&linked_to(self.kernel, self.linking, object));
        }
        new
    }

    /// Returns true if the step of an object has a left-linking candidate that no earlier step
    /// can have.
    fn is_fresh(&self, novelty: &Novelty<K::Set>, object: Object) -> bool {
        let kernel = self.kernel;
        match object {
            Object::Label(label) => novelty.fresh.contains(label),
            Object::Group(group) => kernel.has(kernel.model().glabel_variable(group), &novelty.new),
        }
    }

    /// Returns true if a loopless chain stays so if an object is added.
    pub(super) fn adds_no_loop(
        &self,
        novelty: &Novelty<K::Set>,
        chain: &[Object],
        object: Object,
    ) -> bool {
        let longer = || [chain, &[object]].concat();
        self.is_fresh(novelty, object) || self.is_loopless(&longer())
    }

    /// Returns true if no left-linking candidate occurs twice.
    pub(super) fn is_loopless(&self, chain: &[Object]) -> bool {
        distinct_llcs(self.kernel, self.state, self.linking, self.target, chain).is_some()
    }
}
