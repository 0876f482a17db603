//! Typed whips: whips whose variables are all of one kind (CSP-Rules manual, 6.5). Links may be
//! of any kind.
//!
//! The search is that of whips ([`super::whip`]): breadth first over partial whips, distinguished
//! by the set of their right-linking candidates and the last of them. A right-linking candidate has
//! one variable of the kind, so that the variables of a chain are known with it.
//!
//! *Rounds of a kind* assert at once all labels that are alone in a variable of the kind. They
//! bound the length from below. What they refute in a state they refute in every later one: with
//! this in place of typed whips, one path shows what no order of typed whips can do.

use rustc_hash::FxHashSet;

use super::budget::{Budget, Budgeted};
use super::linked::linked_to;
use super::pattern::{Chain, LeftLink, Object, chain_to, distinct, objects_of, offers, steps};
use super::rounds::{ChainOutlook, refutes};
use super::whip::PartialKey;
use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, State, Variable, VariableKind};
use gradus_path::ChainRule;

/// The search for typed whips on one target of a state closed under BRT.
pub struct TypedWhips<'a, K: Kernel> {
    kernel: &'a K,
    state: &'a State<K::Set>,
    target: Label,
    kind: VariableKind,
    budget: &'a mut Budget,
    /// For loose whips, the labels that may be left-linking candidates.
    linking: Option<&'a K::Set>,
    /// True if partial whips were not followed because of the length.
    cut: bool,
}

/// A partial whip: its last right-linking candidate, the partial whip before it,
/// what is left, and what is alone in a variable of the kind.
struct TypedPartial<S> {
    last: Label,
    before: usize,
    /// Its right-linking candidates, as a set.
    set: PartialKey,
    left: S,
    singles: S,
}

fn kinds<K: Kernel>(kernel: &K) -> impl Iterator<Item = VariableKind> + use<K> {
    (0..kernel.model().kind_count() as u8).map(VariableKind)
}

/// The chain that a search found, if any, and whether a longer one is not excluded.
pub type Sought = (Option<Chain>, bool);

/// A shortest typed whip of any kind on a target, up to a length.
pub fn typed_whip<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    max: usize,
    budget: &mut Budget,
) -> Budgeted<Sought> {
    let mut best: Option<Chain> = None;
    let mut longer = false;
    // Variables of all kinds do no less than those of one.
    match refutes(kernel, state, target, max) {
        ChainOutlook::Open => {}
        outlook => return Ok((None, outlook == ChainOutlook::TooFar)),
    }
    for kind in kinds(kernel) {
        let max = best.as_ref().map_or(max, |best| best.length() - 1);
        let (found, may_be_longer) = of_kind(kernel, state, None, target, kind, max, budget)?;
        best = found.or(best);
        longer |= may_be_longer;
    }
    Ok((best, longer))
}

/// A typed whip of any kind on a target up to a length. With `linking`, a loose one, in which
/// a left-linking candidate may be any of these labels, all the candidates of the state among
/// them, and a right-linking one may be a value; those with loops count as well.
pub(crate) fn some_typed_whip<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    linking: Option<&K::Set>,
    target: Label,
    max: usize,
    budget: &mut Budget,
) -> Budgeted<Sought> {
    let mut longer = false;
    // Rounds of all kinds together are quicker to ask.
    if linking.is_some() && refutes(kernel, state, target, max) != ChainOutlook::Open {
        return Ok((None, false));
    }
    for kind in kinds(kernel) {
        let (found, may_be_longer) = of_kind(kernel, state, linking, target, kind, max, budget)?;
        longer |= may_be_longer;
        if found.is_some() {
            return Ok((found, longer));
        }
    }
    Ok((None, longer))
}

/// A shortest typed whip of one kind, loose if there are labels for that.
fn of_kind<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    linking: Option<&K::Set>,
    target: Label,
    kind: VariableKind,
    max: usize,
    budget: &mut Budget,
) -> Budgeted<Sought> {
    let outlook = rounds(kernel, state, target, kind, max);
    if outlook != ChainOutlook::Open {
        return Ok((None, outlook == ChainOutlook::TooFar));
    }
    let mut whips = TypedWhips {
        kernel,
        state,
        target,
        kind,
        budget,
        linking,
        cut: false,
    };
    Ok((whips.shortest(max)?, whips.cut))
}

/// Tests if fewer than this many rounds of a kind leave a variable of the kind empty once the
/// target is asserted.
fn rounds<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    kind: VariableKind,
    length: usize,
) -> ChainOutlook {
    let mut trial = kernel.asserted(state, target);
    for _ in 0..length {
        let scan = kernel.scan_kind(&trial.left, kind);
        if scan.empty {
            return ChainOutlook::Open;
        }
        let forced = scan.singles.without(&trial.values);
        if forced.is_empty() {
            return ChainOutlook::Closed;
        }
        kernel.strike_all(&mut trial.left, &forced);
        trial.values.unite(&forced);
    }
    ChainOutlook::TooFar
}

fn empty_of<'k, K: Kernel>(
    kernel: &'k K,
    left: &K::Set,
    kind: VariableKind,
) -> impl Iterator<Item = Variable> + use<'k, K> {
    let empty = kernel.empty_variables(left).into_iter();
    empty.filter(move |&v| kernel.model().kind_of(v) == kind)
}

impl<K: Kernel> TypedWhips<'_, K> {
    fn shortest(&mut self, max: usize) -> Budgeted<Option<Chain>> {
        let mut left = self.state.left.clone();
        self.kernel.strike(&mut left, self.target);
        // The first partial whip is the target alone.
        let singles = self.kernel.scan_kind(&left, self.kind).singles;
        let mut partials = vec![TypedPartial {
            last: self.target,
            before: 0,
            set: PartialKey::default(),
            left,
            singles,
        }];
        let mut seen = FxHashSet::default();
        let mut layer = 0..1;
        for length in 2..=max {
            let mut loops = false;
            let mut longer = Vec::new();
            for index in layer {
                let rlcs = chain_to(index, |at| (partials[at].last, partials[at].before));
                let asserted = self.asserted(&rlcs);
                let next = self.next(&partials[index].singles, &asserted, partials[index].last)?;
                for rlc in next.iter() {
                    let mut left = partials[index].left.clone();
                    self.kernel.strike(&mut left, rlc);
                    let scan = self.kernel.scan_kind(&left, self.kind);
                    if scan.empty {
                        let all: Vec<Label> = rlcs.iter().copied().chain([rlc]).collect();
                        match self.pattern(&left, &all) {
                            Some(found) => return Ok(Some(found)),
                            None => loops = true,
                        }
                        continue;
                    }
                    if length == max {
                        self.cut = true;
                        continue;
                    }
                    let set = partials[index].set;
                    if !seen.insert(set.ending_in(Object::Label(rlc))) {
                        continue;
                    }
                    let mut done = asserted.clone();
                    done.insert(rlc);
                    let more = max - length + 1;
                    let open = self.follow(&left, &scan.singles, rlc, done, more);
                    self.cut |= open == ChainOutlook::TooFar;
                    if open == ChainOutlook::Open {
                        longer.push(TypedPartial {
                            last: rlc,
                            before: index,
                            set: set.with(Object::Label(rlc)),
                            left,
                            singles: scan.singles,
                        });
                    }
                }
            }
            if loops && let Some(found) = self.exhaust(&mut Vec::new(), length)? {
                return Ok(Some(found));
            }
            if longer.is_empty() {
                break;
            }
            let start = partials.len();
            partials.extend(longer);
            layer = start..partials.len();
        }
        Ok(None)
    }

    /// Tests if fewer than this many rounds that follow the chain leave a variable of the kind
    /// empty: the first asserts at once all that may come after the last right-linking
    /// candidate, each later one all that may come after any of these.
    fn follow(
        &self,
        left: &K::Set,
        singles: &K::Set,
        last: Label,
        mut done: K::Set,
        length: usize,
    ) -> ChainOutlook {
        let linking = self.linking.unwrap_or(&self.state.left);
        let mut touched = linked_to(self.kernel, linking, Object::Label(last));
        let (mut left, mut next) = (left.clone(), singles.without(&done));
        for _ in 1..length {
            next.intersect(&self.kernel.fill(&touched, self.kind));
            if next.is_empty() {
                return ChainOutlook::Closed;
            }
            // Linked labels are found once for both.
            let mut rest = linking.clone();
            rest.unite(&left);
            self.kernel.strike_all(&mut rest, &next);
            left.intersect(&rest);
            let scan = self.kernel.scan_kind(&left, self.kind);
            if scan.empty {
                return ChainOutlook::Open;
            }
            touched.unite(&linking.without(&rest));
            done.unite(&next);
            next = scan.singles.without(&done);
        }
        ChainOutlook::TooFar
    }

    /// The target and these right-linking candidates, and the values unless they may
    /// be right-linking.
    fn asserted(&self, rlcs: &[Label]) -> K::Set {
        let mut asserted = match self.linking {
            None => self.state.values.clone(),
            Some(_) => self.kernel.none(),
        };
        asserted.insert(self.target);
        rlcs.iter().for_each(|&rlc| asserted.insert(rlc));
        asserted
    }

    /// The labels that may come after a partial whip that ends in `last`. `singles` are the
    /// labels alone in a variable of the kind, `asserted` those that may not come again.
    fn next(&mut self, singles: &K::Set, asserted: &K::Set, last: Label) -> Budgeted<K::Set> {
        self.budget.spend(1)?;
        let linking = self.linking.unwrap_or(&self.state.left);
        let touched = linked_to(self.kernel, linking, Object::Label(last));
        let mut next = singles.and(&self.kernel.fill(&touched, self.kind));
        next.subtract(asserted);
        Ok(next)
    }

    /// The whip with these right-linking candidates, which leave `left`, or `None` if some
    /// candidate would have to occur twice.
    fn pattern(&self, left: &K::Set, rlcs: &[Label]) -> Option<Chain> {
        let model = self.kernel.model();
        let linking = self.linking.unwrap_or(&self.state.left);
        let touching = |variable, last| offers(model, linking, variable, last);
        let before = [self.target].into_iter().chain(rlcs.iter().copied());
        let mut places: Vec<Vec<LeftLink>> = Vec::with_capacity(rlcs.len() + 1);
        for (&rlc, last) in rlcs.iter().zip(before) {
            places.push(touching(model.variable_of(rlc, self.kind)?, last).collect());
        }
        let last = rlcs.last().copied().unwrap_or(self.target);
        let ends = empty_of(self.kernel, left, self.kind);
        places.push(ends.flat_map(|v| touching(v, last)).collect());
        let places = match self.linking {
            None => distinct(&places)?,
            Some(_) => places.iter().filter_map(|o| o.first().copied()).collect(),
        };
        Some(Chain {
            rule: ChainRule::TypedWhip,
            links: steps(&places, &objects_of(rlcs)),
            targets: vec![self.target],
        })
    }

    /// Looks at every chain of exactly this length, for one that is loopless.
    fn exhaust(&mut self, rlcs: &mut Vec<Label>, length: usize) -> Budgeted<Option<Chain>> {
        let mut left = self.state.left.clone();
        self.kernel.strike(&mut left, self.target);
        rlcs.iter()
            .for_each(|&rlc| self.kernel.strike(&mut left, rlc));
        let scan = self.kernel.scan_kind(&left, self.kind);
        if scan.empty {
            return Ok(self.pattern(&left, rlcs));
        }
        if rlcs.len() + 1 == length {
            return Ok(None);
        }
        let asserted = self.asserted(rlcs);
        let last = rlcs.last().copied().unwrap_or(self.target);
        for rlc in self.next(&scan.singles, &asserted, last)?.iter() {
            rlcs.push(rlc);
            let found = self.exhaust(rlcs, length)?;
            if found.is_some() {
                return Ok(found);
            }
            rlcs.pop();
        }
        Ok(None)
    }
}
