//! The special cases of whips: bivalue chains, z-chains and t-whips (PBCS 5.3),
//! sought as what they are, so that a path shows them where they are.
//!
//! In bivalue chains and z-chains a step depends on nothing but the right-linking
//! candidate before it, so that a search breadth first over these finds a
//! shortest one. A t-whip is a partial whip on its own first right-linking
//! candidate, closed by the target: it is sought depth first, and only on
//! targets that have a braid. Its first variable may have candidates linked to the
//! target, as in the author's own program; the book leaves it open.

use rustc_hash::FxHashSet;

use super::pattern::{Chain, ChainLink, Object, Place, distinct, steps, variables_for};
use super::rounds::Outlook;
use super::whip::linked_to;
use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, Model, State, Variable};
use gradus_path::ChainRule;

/// A bivalue chain up to this length on a target; one of the shortest.
pub fn biv_chain<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    max: usize,
) -> Option<Chain> {
    let model = kernel.model();
    let mut links = Vec::new();
    for variable in foreign_variables(model, target) {
        if let [a, b] = left_of(model, &state.left, variable)[..] {
            for (llc, rlc) in [(a, b), (b, a)] {
                links.push(Link::new(variable, llc, Some(rlc)));
            }
        }
    }
    let closes = |link: &Link| link.right.is_some_and(|rlc| model.linked(rlc, target));
    let steps = shortest(model, &links, closes, target, max)?;
    Some(Chain {
        rule: ChainRule::BivChain,
        links: steps,
        targets: vec![target],
    })
}

/// A z-chain up to this length on a target, in a state that has no whip\[1\]; one
/// of the shortest.
pub fn z_chain<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    max: usize,
) -> Option<Chain> {
    let model = kernel.model();
    let mut links = Vec::new();
    for variable in foreign_variables(model, target) {
        let labels = left_of(model, &state.left, variable);
        if labels.len() < 2 {
            continue;
        }
        let (z, free): (Vec<Label>, Vec<Label>) =
            labels.iter().partition(|&&l| model.linked(l, target));
        match free[..] {
            [a, b] => {
                links.push(Link::new(variable, a, Some(b)));
                links.push(Link::new(variable, b, Some(a)));
            }
            [only] => {
                links.push(Link::new(variable, only, None));
                links.extend(z.iter().map(|&z| Link::new(variable, z, Some(only))));
            }
            _ => {}
        }
    }
    let steps = shortest(model, &links, |link| link.right.is_none(), target, max)?;
    Some(Chain {
        rule: ChainRule::ZChain,
        links: steps,
        targets: vec![target],
    })
}

/// A variable with its left- and right-linking candidates; none of the latter
/// if nothing is left.
struct Link {
    variable: Variable,
    left: Label,
    right: Option<Label>,
}

impl Link {
    fn new(variable: Variable, left: Label, right: Option<Label>) -> Self {
        Link {
            variable,
            left,
            right,
        }
    }
}

/// The variables that are not the target's.
fn foreign_variables(model: &Model, target: Label) -> impl Iterator<Item = Variable> + '_ {
    let own: Vec<Variable> = model.variables_of(target).collect();
    model.variables().filter(move |v| !own.contains(v))
}

/// What is left of a variable.
fn left_of<S: Labels>(model: &Model, left: &S, variable: Variable) -> Vec<Label> {
    let labels = model.labels_of(variable).iter().copied();
    labels.filter(|&label| left.contains(label)).collect()
}

/// The steps of a shortest chain of these links from the target to one that
/// closes it, in which no candidate occurs twice.
fn shortest(
    model: &Model,
    links: &[Link],
    closes: impl Fn(&Link) -> bool,
    target: Label,
    max: usize,
) -> Option<Vec<ChainLink>> {
    // The links reached, with the place of the one before; the first by the target.
    let mut reached: Vec<(usize, Option<usize>)> = Vec::new();
    let mut seen: Vec<Label> = vec![target];
    let mut layer: Vec<Option<usize>> = vec![None];
    for _ in 0..max {
        let mut next = Vec::new();
        for &before in &layer {
            let last = match before {
                None => Some(target),
                Some(place) => links[reached[place].0].right,
            };
            let Some(last) = last else { continue };
            for (index, link) in links.iter().enumerate() {
                if !model.linked(link.left, last) {
                    continue;
                }
                let closing = closes(link);
                let fresh = link.right.is_some_and(|right| !seen.contains(&right));
                if !closing && !fresh {
                    continue;
                }
                reached.push((index, before));
                if closing {
                    let chain = chain_of(links, &reached, reached.len() - 1);
                    if is_loopless(&chain) {
                        return Some(chain);
                    }
                } else {
                    seen.extend(link.right);
                    next.push(Some(reached.len() - 1));
                }
            }
        }
        layer = next;
    }
    None
}

/// The steps that lead to a place.
fn chain_of(links: &[Link], reached: &[(usize, Option<usize>)], place: usize) -> Vec<ChainLink> {
    let mut chain = Vec::new();
    let mut place = Some(place);
    while let Some((index, before)) = place.map(|place| reached[place]) {
        let link = &links[index];
        chain.push(ChainLink {
            variable: link.variable,
            llc: link.left,
            rlo: link.right.map(Object::Label),
        });
        place = before;
    }
    chain.reverse();
    chain
}

fn is_loopless(chain: &[ChainLink]) -> bool {
    let mut labels: Vec<Object> = Vec::new();
    for step in chain {
        labels.push(Object::Label(step.llc));
        labels.extend(step.rlo);
    }
    let count = labels.len();
    labels.sort_unstable();
    labels.dedup();
    labels.len() == count
}

/// A t-whip of this length on a target that has no shorter one.
pub fn t_whip<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    length: usize,
) -> Option<Chain> {
    t_whip_or_longer(kernel, state, target, length).0
}

/// Like [`t_whip`], and whether a longer one is not excluded.
pub(crate) fn t_whip_or_longer<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    length: usize,
) -> (Option<Chain>, bool) {
    search_t_whip(kernel, state, target, length, false)
}

/// Whether a target has a t-whip up to a length, and whether a longer one is not
/// excluded.
pub fn has_t_whip<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    max: usize,
) -> (bool, bool) {
    let (found, longer) = search_t_whip(kernel, state, target, max, true);
    (found.is_some(), longer)
}

fn search_t_whip<K: Kernel>(
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

/// The search for a t-whip on one target.
struct TWhips<'a, K: Kernel> {
    kernel: &'a K,
    state: &'a State<K::Set>,
    target: Label,
    length: usize,
    /// Whether shorter ones count as well.
    shorter: bool,
    /// What the target leaves.
    tried: K::Set,
    /// Partial t-whips that led nowhere: the set of their right-linking
    /// candidates and the last of them.
    visited: FxHashSet<(Vec<Label>, Label)>,
    /// Whether some of them were not followed because of the length.
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
        if open != Outlook::Open {
            self.cut |= open == Outlook::TooFar;
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

    /// Whether rounds that follow the chain leave a variable empty: the first
    /// asserts at once all that may come next, each later one all that may come
    /// after any of these. `touched` are the left-linking candidates to begin with.
    fn follow(
        &self,
        left: &K::Set,
        closed: &K::Set,
        touched: &K::Set,
        asserted: &K::Set,
        steps: usize,
    ) -> Outlook {
        let (mut left, mut closed) = (left.clone(), closed.clone());
        let (mut touched, mut done) = (touched.clone(), asserted.clone());
        for _ in 0..steps {
            let mut next = self.kernel.singles_touching(&left, &touched).without(&done);
            next.intersect(&closed);
            if next.is_empty() {
                return Outlook::Closed;
            }
            // What is linked is found once for all.
            let mut rest = self.state.left.clone();
            self.kernel.strike_all(&mut rest, &next);
            left.intersect(&rest);
            closed.intersect(&rest);
            if self.kernel.scan(&closed).empty {
                return Outlook::Open;
            }
            touched.unite(&self.state.left.without(&rest));
            done.unite(&next);
        }
        Outlook::TooFar
    }

    /// The t-whip with these right-linking candidates, if they empty a variable
    /// and there are left-linking candidates that are all different.
    fn close(&self, closed: &K::Set, rlcs: &[Label]) -> Option<Chain> {
        let model = self.kernel.model();
        let touching = |variable: Variable, last: Label| {
            let linked = move |&label: &Label| label != self.target && model.linked(label, last);
            let llcs = left_of(model, &self.state.left, variable).into_iter();
            llcs.filter(linked).map(move |llc| (variable, llc))
        };
        let first = variables_for(self.kernel, &self.tried, Object::Label(*rlcs.first()?));
        let first = first.into_iter().flat_map(|v| touching(v, self.target));
        let mut left = self.state.left.clone();
        let mut offers: Vec<Vec<Place>> = vec![first.collect()];
        for pair in rlcs.windows(2) {
            self.kernel.strike(&mut left, pair[0]);
            let variables = variables_for(self.kernel, &left, Object::Label(pair[1]));
            let places = variables.into_iter().flat_map(|v| touching(v, pair[0]));
            offers.push(places.collect());
        }
        let ends = self.kernel.empty_variables(closed).into_iter();
        let last = *rlcs.last()?;
        offers.push(ends.flat_map(|v| touching(v, last)).collect());
        let places = distinct(&offers)?;
        let objects: Vec<Object> = rlcs.iter().copied().map(Object::Label).collect();
        Some(Chain {
            rule: ChainRule::TWhip,
            links: steps(&places, &objects),
            targets: vec![self.target],
        })
    }
}
