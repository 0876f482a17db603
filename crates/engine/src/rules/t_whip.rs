//! t-whips (PBCS 5.3): partial whips on their own first right-linking candidate, closed by
//! the target. They are searched depth first, and only on targets that have a braid. The
//! first variable of a t-whip may have candidates linked to the target, as in the author's
//! own program; the book leaves this open.

use rustc_hash::FxHashSet;

use super::linked::linked_to;
use super::pattern::{Chain, LeftLink, Object, distinct, objects_of, offers, steps, variables_for};
use super::rounds::ChainOutlook;
use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, State};
use gradus_path::ChainRule;

/// A t-whip of this length on a target, or with `shorter`, up to this length, and whether a
/// longer one is possible. Without `shorter`, the target must have no shorter one.
pub fn t_whip<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    length: usize,
    shorter: bool,
) -> (Option<Chain>, bool) {
    let mut tried = state.left.clone();
    kernel.strike(&mut tried, target);
    let mut first = kernel.scan(&tried).singles.without(&state.values);
    first.remove(target);
    let mut search = TWhips {
        kernel,
        state,
        target,
        length,
        shorter,
        tried,
        visited: FxHashSet::default(),
        cut: false,
    };
    let found = first
        .iter()
        .find_map(|rlc| search.extend(&state.left, &mut vec![rlc]));
    (found, search.cut)
}

struct TWhips<'a, K: Kernel> {
    kernel: &'a K,
    state: &'a State<K::Set>,
    target: Label,
    length: usize,
    /// True if shorter ones count as well.
    shorter: bool,
    /// The labels that the target leaves.
    tried: K::Set,
    /// Partial t-whips that led nowhere: the set of their right-linking
    /// candidates and the last of them.
    visited: FxHashSet<(Vec<Label>, Label)>,
    /// True if some of them were not followed because of the length.
    cut: bool,
}

impl<K: Kernel> TWhips<'_, K> {
    /// Completes a partial t-whip; `left` is what all but the last of its
    /// right-linking candidates leave.
    fn extend(&mut self, left: &K::Set, rlcs: &mut Vec<Label>) -> Option<Chain> {
        let last = *rlcs.last()?;
        let mut set = rlcs.clone();
        set.sort_unstable();
        if !self.visited.insert((set, last)) {
            return None;
        }
        let mut left = left.clone();
        self.kernel.strike(&mut left, last);
        let mut closed = left.clone();
        self.kernel.strike(&mut closed, self.target);
        let scan = self.kernel.scan(&closed);
        let steps = self.length - 1 - rlcs.len();
        self.cut |= steps == 0;
        if scan.empty && (steps == 0 || self.shorter) {
            let found = self.close(&closed, rlcs);
            if found.is_some() {
                return found;
            }
        }
        if steps == 0 {
            return None;
        }
        let mut asserted = self.state.values.clone();
        asserted.insert(self.target);
        rlcs.iter().for_each(|&rlc| asserted.insert(rlc));
        let touched = linked_to(self.kernel, &self.state.left, Object::Label(last));
        let open = self.follow(&left, &closed, &touched, &asserted, steps);
        if open != ChainOutlook::Open {
            self.cut |= open == ChainOutlook::TooFar;
            return None;
        }
        let next = self.kernel.singles_touching(&left, &touched);
        for rlc in next.without(&asserted).iter() {
            // One that the target excludes would make a shorter t-whip.
            if !closed.contains(rlc) {
                continue;
            }
            rlcs.push(rlc);
            if let Some(found) = self.extend(&left, rlcs) {
                return Some(found);
            }
            rlcs.pop();
        }
        None
    }

    /// Tests if rounds that follow the chain leave a variable empty: the first asserts at once
    /// all that may come next, each later one all that may come after any of these. `touched`
    /// are the left-linking candidates to begin with.
    fn follow(
        &self,
        left: &K::Set,
        closed: &K::Set,
        touched: &K::Set,
        asserted: &K::Set,
        steps: usize,
    ) -> ChainOutlook {
        let (mut left, mut closed) = (left.clone(), closed.clone());
        let (mut touched, mut done) = (touched.clone(), asserted.clone());
        for _ in 0..steps {
            let mut next = self.kernel.singles_touching(&left, &touched).without(&done);
            next.intersect(&closed);
            if next.is_empty() {
                return ChainOutlook::Closed;
            }
            // Linked labels are found once for all.
            let mut rest = self.state.left.clone();
            self.kernel.strike_all(&mut rest, &next);
            left.intersect(&rest);
            closed.intersect(&rest);
            if self.kernel.scan(&closed).empty {
                return ChainOutlook::Open;
            }
            touched.unite(&self.state.left.without(&rest));
            done.unite(&next);
        }
        ChainOutlook::TooFar
    }

    /// The t-whip with these right-linking candidates, if they empty a variable
    /// and there are left-linking candidates that are all different.
    fn close(&self, closed: &K::Set, rlcs: &[Label]) -> Option<Chain> {
        let model = self.kernel.model();
        let touching = |variable, last| {
            let places = offers(model, &self.state.left, variable, last);
            places.filter(|&(_, llc)| llc != self.target)
        };
        let first = variables_for(self.kernel, &self.tried, Object::Label(*rlcs.first()?));
        let first = first.into_iter().flat_map(|v| touching(v, self.target));
        let mut left = self.state.left.clone();
        let mut places: Vec<Vec<LeftLink>> = vec![first.collect()];
        for pair in rlcs.windows(2) {
            self.kernel.strike(&mut left, pair[0]);
            let variables = variables_for(self.kernel, &left, Object::Label(pair[1]));
            let offered = variables.into_iter().flat_map(|v| touching(v, pair[0]));
            places.push(offered.collect());
        }
        let ends = self.kernel.empty_variables(closed).into_iter();
        let last = *rlcs.last()?;
        places.push(ends.flat_map(|v| touching(v, last)).collect());
        let places = distinct(&places)?;
        Some(Chain {
            rule: ChainRule::TWhip,
            targets: vec![self.target],
            links: steps(&places, &objects_of(rlcs)),
        })
    }
}
