//! Bivalue chains and z-chains on one target at a time (PBCS 5.3): the chains of a path,
//! and the rating Z where the bulk search for all targets
//! ([`crate::kernel::slices::Reversals`]) leaves a doubt.
//!
//! Each link of such a chain depends only on the right-linking candidate before it, so a
//! breadth-first search over candidates finds a shortest chain. A variable takes part if
//! two of its candidates count: all candidates for bivalue chains, those not linked to the
//! target for z-chains. For each variable, the search keeps the number of candidates that
//! count and their exclusive or, which gives the other one of two without a scan.
//!
//! No candidate may occur twice. In bivalue chains such loops are useless (PBCS
//! 5.8): a shorter chain eliminates the candidate that occurs twice, and then Singles
//! eliminate the target. So a search for lengths ignores them. A z-chain leads from one of
//! the candidates that the target forces to a different one, which it contradicts. To get
//! a different one, the search for lengths reaches every candidate from two of them. Other
//! loops are detected at the end; if the only chain found has one, all chains are tried.

use std::ops::Range;

use super::pattern::{Chain, ChainLink, Object};
pub use crate::kernel::slices::ChainClass;
use gradus_csp::{Label, Labels, Model, State, Variable};
use gradus_path::ChainRule;

/// A variable with its left- and right-linking candidates. The last link of a z-chain has
/// no right-linking candidate.
#[derive(Clone, Copy)]
struct ReversibleLink {
    variable: Variable,
    llc: Label,
    rlc: Option<Label>,
}

#[derive(Clone, Copy)]
struct ReachedLink {
    link: ReversibleLink,
    rlc: Label,
    /// The first right-linking candidate of its chain.
    source: Label,
    before: Option<usize>,
    length: usize,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SearchGoal {
    /// The length of a shortest chain, in the order of the labels. Bivalue chains with loops count.
    Length,
    /// The first of the shortest chains in the order of the variables, without loops.
    Chain,
}

/// Marks the variables of the target, which take no part.
const CLOSED: u16 = u16::MAX;

/// Nodes that searches of all chains in one state may visit. Such searches are rare, and
/// rarely large.
const EXHAUSTIVE: usize = 20_000;

/// The search in one state, which must be closed under whips\[1\].
pub struct ReversibleChains<'a> {
    model: &'a Model,
    candidate: Vec<bool>,
    /// Those that may be left-linking candidates after the first, for the target.
    free: Vec<bool>,
    /// The candidates linked to each label, one label after the other, and where those
    /// of a label end.
    near: Vec<Label>,
    near_ends: Vec<u32>,
    /// For each variable, how many candidates count, and their exclusive or.
    count: Vec<u16>,
    parity: Vec<usize>,
    /// For each label, the last search that reached it as right-linking
    /// candidate, from which source, and whether from a second source as well.
    reached_by: Vec<(u32, Label, bool)>,
    searches: u32,
    /// Nodes that searches of all chains may still visit.
    pub nodes: usize,
    /// True if these did not suffice.
    gave_up: bool,
    /// Targets for which only a chain with a loop was found.
    looped: Vec<Label>,
    /// True if any chain with a loop was met.
    met_loops: bool,
    reached: Vec<ReachedLink>,
}

impl<'a> ReversibleChains<'a> {
    /// The search in a state.
    pub fn new<S: Labels>(model: &'a Model, state: &State<S>) -> Self {
        let variables = model.variables().len();
        let mut chains = ReversibleChains {
            model,
            candidate: vec![false; model.label_count()],
            free: Vec::new(),
            near: Vec::new(),
            near_ends: Vec::with_capacity(model.label_count()),
            count: vec![0; variables],
            parity: vec![0; variables],
            reached_by: vec![(0, Label::new(0), false); model.label_count()],
            searches: 0,
            nodes: EXHAUSTIVE,
            gave_up: false,
            looped: Vec::new(),
            met_loops: false,
            reached: Vec::new(),
        };
        for label in state.candidates().iter() {
            chains.candidate[label.index()] = true;
            for variable in model.variables_of(label) {
                chains.count[variable.index()] += 1;
                chains.parity[variable.index()] ^= label.index();
            }
        }
        for index in 0..model.label_count() {
            if chains.candidate[index] {
                let linked = model.linked_labels(Label::new(index)).iter().copied();
                let candidate = |label: &Label| chains.candidate[label.index()];
                chains.near.extend(linked.filter(candidate));
            }
            chains.near_ends.push(chains.near.len() as u32);
        }
        chains.free = chains.candidate.clone();
        chains
    }

    /// The range in `near` of the candidates linked to a label.
    fn near(&self, label: Label) -> Range<usize> {
        let before = label.index().checked_sub(1);
        let start = before.map_or(0, |before| self.near_ends[before]);
        start as usize..self.near_ends[label.index()] as usize
    }

    /// Returns true if some chain that was met had a loop: a chain that was not met may be
    /// shorter than one that was found.
    pub(crate) fn met_loops(&self) -> bool {
        self.met_loops
    }

    /// The length of a shortest chain on a target, if it is at most `max`. Bivalue chains
    /// with loops count as well.
    pub fn shortest(&mut self, class: ChainClass, target: Label, max: usize) -> Option<usize> {
        let found = self.quick(class, target, max);
        let looped = self.looped.pop();
        found.or_else(|| looped.and_then(|target| self.all_chains(target, max)))
    }

    /// Like [`Self::shortest`], but leaves a target aside if the chain found has a loop.
    pub(crate) fn quick(&mut self, class: ChainClass, target: Label, max: usize) -> Option<usize> {
        let found = self.on(class, target, |chains| {
            chains.breadth_first(class, SearchGoal::Length, target, max)
        });
        Some(found?.len())
    }

    /// A shortest chain on a target without loops, if there is one of at most `max` links.
    pub fn chain(&mut self, class: ChainClass, target: Label, max: usize) -> Option<Chain> {
        let links = self.on(class, target, |chains| {
            chains.breadth_first(class, SearchGoal::Chain, target, max)
        })?;
        let step = |link: ReversibleLink| ChainLink {
            variable: link.variable,
            llc: link.llc,
            rlo: link.rlc.map(Object::Label),
        };
        Some(Chain {
            rule: match class {
                ChainClass::Bivalue => ChainRule::BivChain,
                ChainClass::Z => ChainRule::ZChain,
            },
            targets: vec![target],
            links: links.into_iter().map(step).collect(),
        })
    }

    /// The first target that [`Self::quick`] left aside and that has a chain without loops.
    pub(crate) fn left_aside(&mut self, max: usize) -> Option<Label> {
        let looped = std::mem::take(&mut self.looped);
        let mut targets = looped.into_iter();
        targets.find(|&target| self.all_chains(target, max).is_some())
    }

    /// Returns true if a chain may have been missed because there were too many to try.
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// Runs a search with the numbers of a target.
    fn on<T>(&mut self, class: ChainClass, target: Label, run: impl FnOnce(&mut Self) -> T) -> T {
        let own: Vec<(Variable, u16)> = self
            .model
            .variables_of(target)
            .map(|v| (v, self.count[v.index()]))
            .collect();
        self.free[target.index()] = false;
        if class == ChainClass::Z {
            self.count_linked(target, false);
        }
        for &(variable, _) in &own {
            self.count[variable.index()] = CLOSED;
        }
        let found = run(self);
        self.free[target.index()] = true;
        if class == ChainClass::Z {
            self.count_linked(target, true);
        }
        for &(variable, count) in &own {
            self.count[variable.index()] = count;
        }
        found
    }

    /// Takes the candidates linked to a target out of the numbers, or puts them back.
    fn count_linked(&mut self, target: Label, back: bool) {
        let model = self.model;
        for at in self.near(target) {
            let label = self.near[at];
            self.free[label.index()] = back;
            for variable in model.variables_of(label) {
                let count = &mut self.count[variable.index()];
                if !back {
                    *count -= 1;
                } else if *count != CLOSED {
                    *count += 1;
                }
                self.parity[variable.index()] ^= label.index();
            }
        }
    }

    /// The links of a shortest chain on a target.
    fn breadth_first(
        &mut self,
        class: ChainClass,
        goal: SearchGoal,
        target: Label,
        max: usize,
    ) -> Option<Vec<ReversibleLink>> {
        self.searches += 1;
        self.reached.clear();
        let mut looped = false;
        let mut links = Vec::new();
        let mut from: Option<usize> = None;
        loop {
            let before = from.map(|index| self.reached[index]);
            let length = before.map_or(0, |before| before.length);
            if length < max {
                let last = before.map(|before| before.rlc);
                self.following(class, target, last, &mut links);
                if goal == SearchGoal::Chain {
                    links.sort_unstable_by_key(|link| (link.variable, link.llc));
                }
                for &link in &links {
                    let closes = match (class, link.rlc) {
                        (ChainClass::Bivalue, Some(rlc)) => self.model.linked(rlc, target),
                        (_, rlc) => rlc.is_none(),
                    };
                    let source = before.map(|before| before.source);
                    if !closes {
                        let twice = class == ChainClass::Z && goal == SearchGoal::Length;
                        self.reach(link, twice, source, from, length + 1);
                    } else if class == ChainClass::Bivalue || source != Some(link.llc) {
                        let chain = self.chain_to(from, link);
                        let loops_count =
                            class == ChainClass::Bivalue && goal == SearchGoal::Length;
                        if loops_count || is_loopless(&chain) {
                            return Some(chain);
                        }
                        looped = true;
                        self.met_loops |= goal == SearchGoal::Length;
                    }
                }
            }
            let next = from.map_or(0, |index| index + 1);
            if next == self.reached.len() {
                break;
            }
            from = Some(next);
        }
        if looped && goal == SearchGoal::Length {
            self.looped.push(target);
        }
        None
    }

    /// Notes a link, unless its right-linking candidate was reached before: from any source,
    /// or `twice` from two.
    fn reach(
        &mut self,
        link: ReversibleLink,
        twice: bool,
        source: Option<Label>,
        before: Option<usize>,
        length: usize,
    ) {
        let Some(rlc) = link.rlc else { return };
        let source = source.unwrap_or(rlc);
        let by = &mut self.reached_by[rlc.index()];
        match *by {
            (search, ..) if search != self.searches => *by = (self.searches, source, false),
            (_, first, false) if twice && first != source => by.2 = true,
            _ => return,
        }
        self.reached.push(ReachedLink {
            link,
            rlc,
            source,
            before,
            length,
        });
    }

    fn chain_to(&self, mut before: Option<usize>, last: ReversibleLink) -> Vec<ReversibleLink> {
        let mut chain = vec![last];
        while let Some(index) = before {
            let reached = self.reached[index];
            chain.push(reached.link);
            before = reached.before;
        }
        chain.reverse();
        chain
    }

    /// The length of a shortest z-chain on a target among all of them.
    fn all_chains(&mut self, target: Label, max: usize) -> Option<usize> {
        let max = max.min(self.model.label_count());
        self.on(ChainClass::Z, target, |chains| {
            let mut up_to = |length| chains.exhaust(target, &mut Vec::new(), length);
            let found = up_to(max).then_some(max)?;
            (2..max).find(|&length| up_to(length)).or(Some(found))
        })
    }

    /// Returns true if at most this many more variables complete a z-chain with this beginning.
    fn exhaust(&mut self, target: Label, chain: &mut Vec<Label>, more: usize) -> bool {
        if !self.may_close(target, chain, more) {
            return false;
        }
        let Some(nodes) = self.nodes.checked_sub(1) else {
            self.gave_up = true;
            return false;
        };
        self.nodes = nodes;
        for link in self.fresh(target, chain, chain.last().copied()) {
            let Some(rlc) = link.rlc else {
                return true;
            };
            chain.extend([link.llc, rlc]);
            let found = self.exhaust(target, chain, more - 1);
            chain.truncate(chain.len() - 2);
            if found {
                return true;
            }
        }
        false
    }

    /// The same if candidates after the beginning may occur twice.
    fn may_close(&self, target: Label, chain: &[Label], more: usize) -> bool {
        let mut reached = vec![false; self.candidate.len()];
        let mut layer = vec![chain.last().copied()];
        for _ in 0..more {
            let mut next = Vec::new();
            for last in layer {
                for link in self.fresh(target, chain, last) {
                    let Some(rlc) = link.rlc else {
                        return true;
                    };
                    if !std::mem::replace(&mut reached[rlc.index()], true) {
                        next.push(Some(rlc));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        false
    }

    /// The links of a z-chain that may come after a right-linking candidate, or first, with
    /// no candidate of the chain.
    fn fresh(&self, target: Label, chain: &[Label], last: Option<Label>) -> Vec<ReversibleLink> {
        let mut links = Vec::new();
        self.following(ChainClass::Z, target, last, &mut links);
        links.retain(|link| {
            let in_chain = |label: Label| chain.contains(&label);
            !in_chain(link.llc) && !link.rlc.is_some_and(in_chain)
        });
        links
    }

    /// Collects the links that may come after a right-linking candidate, or first. Those
    /// that close a z-chain have no right-linking candidate.
    fn following(
        &self,
        class: ChainClass,
        target: Label,
        last: Option<Label>,
        links: &mut Vec<ReversibleLink>,
    ) {
        links.clear();
        for &llc in &self.near[self.near(last.unwrap_or(target))] {
            if last.is_some() && !self.free[llc.index()] {
                continue;
            }
            for variable in self.model.variables_of(llc) {
                let parity = self.parity[variable.index()];
                let rlc = match (class, last, self.count[variable.index()]) {
                    (ChainClass::Z, None, 1) => Some(Label::new(parity)),
                    (ChainClass::Z, None, _) => continue,
                    (ChainClass::Z, Some(_), 1) => None,
                    (_, _, 2) => Some(Label::new(parity ^ llc.index())),
                    _ => continue,
                };
                links.push(ReversibleLink { variable, llc, rlc });
            }
        }
    }
}

/// Returns true if no candidate occurs twice.
fn is_loopless(chain: &[ReversibleLink]) -> bool {
    let labels = chain.iter().flat_map(|link| [Some(link.llc), link.rlc]);
    let mut labels: Vec<Label> = labels.flatten().collect();
    let count = labels.len();
    labels.sort_unstable();
    labels.dedup();
    labels.len() == count
}
