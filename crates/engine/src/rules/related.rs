//! A kernel with OR_k relations beside the variables. A chain on it may have a relation in the
//! place of a variable (CSP-Rules manual, 3.5): the guardians left decide if it is empty or which
//! guardian comes next. Guardians are not linked to each other because of it, and of a relation one
//! of whose guardians is asserted nothing follows, as of a variable that has its value.

use super::linked::{linked_to_all, remaining};
use crate::kernel::{Kernel, Scan};
use gradus_csp::{GLabel, Label, Labels, Model, Variable, VariableKind};

/// Another kernel with relations.
pub(crate) struct Related<'a, K> {
    inner: &'a K,
    relations: &'a [Vec<Label>],
}

impl<'a, K: Kernel> Related<'a, K> {
    pub(crate) fn new(inner: &'a K, relations: &'a [Vec<Label>]) -> Self {
        Related { inner, relations }
    }

    /// The first two guardians left of each relation.
    fn remains(&self, left: &K::Set) -> impl Iterator<Item = [Option<Label>; 2]> {
        self.relations.iter().map(|guardians| {
            let mut there = remaining(guardians, left);
            [there.next(), there.next()]
        })
    }
}

impl<K: Kernel> Kernel for Related<'_, K> {
    type Set = K::Set;

    fn model(&self) -> &Model {
        self.inner.model()
    }

    fn none(&self) -> K::Set {
        self.inner.none()
    }

    fn disjunctions(&self) -> &[Vec<Label>] {
        self.relations
    }

    #[inline]
    fn strike(&self, left: &mut K::Set, label: Label) {
        self.inner.strike(left, label);
    }

    #[inline]
    fn strike_all(&self, left: &mut K::Set, struck: &K::Set) {
        self.inner.strike_all(left, struck);
    }

    fn scan(&self, left: &K::Set) -> Scan<K::Set> {
        let mut scan = self.inner.scan(left);
        if scan.empty {
            return scan;
        }
        for remains in self.remains(left) {
            match remains {
                [None, _] => scan.empty = true,
                [Some(only), None] => scan.singles.insert(only),
                _ => {}
            }
        }
        scan
    }

    fn scan_kind(&self, left: &K::Set, kind: VariableKind) -> Scan<K::Set> {
        self.inner.scan_kind(left, kind)
    }

    fn empty_variables(&self, left: &K::Set) -> Vec<Variable> {
        let mut empty = self.inner.empty_variables(left);
        let beyond = self.model().variables().len();
        for (place, remains) in self.remains(left).enumerate() {
            if remains == [None; 2] {
                empty.push(Variable::new(beyond + place));
            }
        }
        empty
    }

    fn whip1_targets(&self, left: &K::Set) -> K::Set {
        let mut targets = self.inner.whip1_targets(left);
        for guardians in self.relations {
            let there: Vec<Label> = remaining(guardians, left).collect();
            if there.len() > 1 {
                let by_all = linked_to_all(self.model(), &there);
                by_all
                    .filter(|&label| left.contains(label))
                    .for_each(|label| targets.insert(label));
            }
        }
        targets
    }

    fn has(&self, variable: Variable, set: &K::Set) -> bool {
        self.inner.has(variable, set)
    }

    fn singles_touching(&self, left: &K::Set, touched: &K::Set) -> K::Set {
        let mut singles = self.inner.singles_touching(left, touched);
        for (guardians, remains) in self.relations.iter().zip(self.remains(left)) {
            if let [Some(only), None] = remains
                && guardians.iter().any(|&guardian| touched.contains(guardian))
            {
                singles.insert(only);
            }
        }
        singles
    }

    fn closes(&self, left: &K::Set, singles: &K::Set, forced: &K::Set) -> bool {
        if self.inner.closes(left, singles, forced) {
            return true;
        }
        self.relations.iter().any(|guardians| {
            let there: Vec<Label> = remaining(guardians, left).collect();
            let by_all = |label| there.iter().all(|&other| self.model().linked(label, other));
            forced.iter().any(by_all) || there.is_empty()
        })
    }

    fn groups(&self, left: &K::Set, useful: bool, found: &mut Vec<GLabel>) {
        self.inner.groups(left, useful, found);
    }

    fn groups_touching(&self, left: &K::Set, touched: &K::Set, found: &mut Vec<GLabel>) {
        self.inner.groups_touching(left, touched, found);
    }

    fn strike_group(&self, left: &mut K::Set, group: GLabel) {
        self.inner.strike_group(left, group);
    }

    fn add_followers(&self, found: &mut K::Set, group: GLabel) {
        self.inner.add_followers(found, group);
    }
}
