//! Bivalue chains and z-chains on one target after the other: the search for paths,
//! and for the rating Z where all targets at once ([`crate::kernel::slices::Reversals`])
//! leave a doubt. PBCS 5.3.
//!
//! What may follow depends on nothing but the last right-linking candidate, so
//! that a search breadth first over candidates finds the shortest chain. A
//! variable takes part if two of its candidates count (all for bivalue chains,
//! those not linked to the target for z-chains): the number of these and their
//! exclusive or are kept for each variable, and the other of two is found
//! without looking at the labels.
//!
//! No candidate may occur twice. In bivalue chains such loops are useless (PBCS
//! 5.8): a shorter chain eliminates the candidate that occurs twice, and its
//! target goes by Singles. So they are not looked for. A z-chain leads from one of
//! the candidates that the target forces to another one, which it contradicts:
//! that it is another one is seen to by reaching every candidate from two of
//! them. Other loops are looked for at the end, and where there is one, all chains
//! are tried.

use std::ops::Range;

use gradus_csp::{Label, Labels, Model, State, Variable};

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reversible {
    /// Bivalue chains.
    Bivalue,
    /// z-chains, of which bivalue chains are some.
    Z,
}

/// A right-linking candidate reached, and how.
#[derive(Clone, Copy)]
struct Reached {
    llc: Label,
    rlc: Label,
    /// The first right-linking candidate of its chain.
    source: Label,
    before: u32,
    length: u32,
}

/// No variable of the target takes part.
const CLOSED: u16 = u16::MAX;

/// Nodes that searches of all chains in one state may visit: they are rare, and
/// rarely large.
const EXHAUSTIVE: usize = 20_000;

/// The search in one state, which must be closed under whips\[1\].
pub struct ReversibleChains<'a> {
    model: &'a Model,
    candidate: Vec<bool>,
    /// Those that may be left-linking candidates after the first, for the target.
    free: Vec<bool>,
    /// The candidates linked to each label, one after the other, and where those
    /// of a label end.
    near: Vec<Label>,
    near_ends: Vec<u32>,
    /// For each variable, how many candidates count, and their exclusive or.
    count: Vec<u16>,
    parity: Vec<u16>,
    /// For each label, the last search that reached it as right-linking
    /// candidate, from what, and whether from something else as well.
    reached_by: Vec<(u32, Label, bool)>,
    searches: u32,
    /// Nodes that searches of all chains may still visit.
    nodes: usize,
    /// Whether these did not suffice.
    gave_up: bool,
    /// Targets for which a chain was found that has a loop, but none without.
    looped: Vec<Label>,
    /// Whether a chain with a loop was met at all.
    met_loops: bool,
    reached: Vec<Reached>,
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
            reached_by: vec![(0, Label(0), false); model.label_count()],
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
                chains.parity[variable.index()] ^= label.0;
            }
        }
        for index in 0..model.label_count() {
            if chains.candidate[index] {
                let linked = model.linked_labels(Label(index as u16)).iter().copied();
                let candidate = |label: &Label| chains.candidate[label.index()];
                chains.near.extend(linked.filter(candidate));
            }
            chains.near_ends.push(chains.near.len() as u32);
        }
        chains.free = chains.candidate.clone();
        chains
    }

    /// Where the candidates linked to a label stand in `near`.
    fn near(&self, label: Label) -> Range<usize> {
        let before = label.index().checked_sub(1);
        let start = before.map_or(0, |before| self.near_ends[before]);
        start as usize..self.near_ends[label.index()] as usize
    }

    /// Whether some chain that was met had a loop: a chain that was not met may be
    /// shorter than one that was found.
    pub fn met_loops(&self) -> bool {
        self.met_loops
    }

    /// The length of a shortest chain on a target, if it is at most `max`. Of
    /// bivalue chains, those with loops count as well.
    pub fn shortest(&mut self, kind: Reversible, target: Label, max: usize) -> Option<usize> {
        let found = self.quick(kind, target, max);
        let looped = self.looped.pop();
        found.or_else(|| looped.and_then(|target| self.all_chains(target, max)))
    }

    /// Whether a target that [`Self::quick`] had left aside, because the chain
    /// found has a loop, has one without; and which target that is.
    pub fn left_aside(&mut self, max: usize) -> Option<Label> {
        let looped = std::mem::take(&mut self.looped);
        let mut targets = looped.into_iter();
        targets.find(|&target| self.all_chains(target, max).is_some())
    }

    /// The same search with so many nodes for the searches of all chains.
    pub fn with_nodes(self, nodes: usize) -> Self {
        ReversibleChains { nodes, ..self }
    }

    /// Whether a chain may have been missed, because there were too many to try.
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// The length of a shortest z-chain on a target among all of them.
    fn all_chains(&mut self, target: Label, max: usize) -> Option<usize> {
        let max = max.min(self.model.label_count());
        let own = self.open(true, target);
        let mut up_to = |length: usize| self.exhaust(target, &mut Vec::new(), length);
        let found = match up_to(max) {
            true => (2..max).find(|&length| up_to(length)).or(Some(max)),
            false => None,
        };
        self.close(true, target, &own);
        found
    }

    /// Like [`Self::shortest`], but a target is left aside where the chain found
    /// has a loop.
    pub fn quick(&mut self, kind: Reversible, target: Label, max: usize) -> Option<usize> {
        let z = kind == Reversible::Z;
        let own = self.open(z, target);
        let found = self.search(z, target, max);
        self.close(z, target, &own);
        found
    }

    /// Prepares the numbers for a target; returns those of its own variables.
    fn open(&mut self, z: bool, target: Label) -> Vec<(Variable, u16)> {
        let own: Vec<(Variable, u16)> = self
            .model
            .variables_of(target)
            .map(|v| (v, self.count[v.index()]))
            .collect();
        self.free[target.index()] = false;
        if z {
            self.count_linked(target, false);
        }
        for &(variable, _) in &own {
            self.count[variable.index()] = CLOSED;
        }
        own
    }

    /// Puts the numbers back.
    fn close(&mut self, z: bool, target: Label, own: &[(Variable, u16)]) {
        self.free[target.index()] = true;
        if z {
            self.count_linked(target, true);
        }
        for &(variable, count) in own {
            self.count[variable.index()] = count;
        }
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
                self.parity[variable.index()] ^= label.0;
            }
        }
    }

    fn search(&mut self, z: bool, target: Label, max: usize) -> Option<usize> {
        let model = self.model;
        self.searches += 1;
        self.reached.clear();
        let mut looped = false;
        for at in self.near(target) {
            let llc = self.near[at];
            for variable in model.variables_of(llc) {
                let (count, parity) = (self.count[variable.index()], self.parity[variable.index()]);
                let rlc = match (z, count) {
                    (true, 1) => Label(parity),
                    (false, 2) => Label(parity ^ llc.0),
                    _ => continue,
                };
                self.reach(z, llc, rlc, rlc, 0, 1);
            }
        }
        let mut next = 0;
        while let Some(&Reached {
            rlc: last,
            source,
            length,
            ..
        }) = self.reached.get(next)
        {
            let index = next as u32;
            next += 1;
            if !z && model.linked(last, target) {
                return Some(length as usize);
            }
            if length as usize >= max {
                continue;
            }
            for at in self.near(last) {
                let llc = self.near[at];
                if !self.free[llc.index()] {
                    continue;
                }
                for variable in model.variables_of(llc) {
                    let parity = self.parity[variable.index()];
                    match self.count[variable.index()] {
                        2 => {
                            let rlc = Label(parity ^ llc.0);
                            self.reach(z, llc, rlc, source, index, length + 1);
                        }
                        1 if z && llc != source => match self.is_loopless(index, llc) {
                            true => return Some(length as usize + 1),
                            false => {
                                looped = true;
                                self.met_loops = true;
                            }
                        },
                        _ => {}
                    }
                }
            }
        }
        if looped {
            self.looped.push(target);
        }
        None
    }

    fn reach(
        &mut self,
        twice: bool,
        llc: Label,
        rlc: Label,
        source: Label,
        before: u32,
        length: u32,
    ) {
        let by = &mut self.reached_by[rlc.index()];
        match *by {
            (search, ..) if search != self.searches => *by = (self.searches, source, false),
            (_, first, false) if twice && first != source => by.2 = true,
            _ => return,
        }
        self.reached.push(Reached {
            llc,
            rlc,
            source,
            before,
            length,
        });
    }

    /// Whether no candidate occurs twice in a chain with this last left-linking one.
    fn is_loopless(&self, index: u32, last: Label) -> bool {
        let mut labels: Vec<Label> = vec![last];
        let mut at = self.reached[index as usize];
        loop {
            for label in [at.rlc, at.llc] {
                if labels.contains(&label) {
                    return false;
                }
                labels.push(label);
            }
            if at.length == 1 {
                return true;
            }
            at = self.reached[at.before as usize];
        }
    }

    /// Whether so many more variables, or less, complete a z-chain with this beginning.
    fn exhaust(&mut self, target: Label, chain: &mut Vec<Label>, more: usize) -> bool {
        if !self.may_close(target, chain, more) {
            return false;
        }
        let Some(nodes) = self.nodes.checked_sub(1) else {
            self.gave_up = true;
            return false;
        };
        self.nodes = nodes;
        for (llc, rlc) in self.following(target, chain, chain.last().copied()) {
            let Some(rlc) = rlc else {
                return true;
            };
            chain.extend([llc, rlc]);
            let found = self.exhaust(target, chain, more - 1);
            chain.truncate(chain.len() - 2);
            if found {
                return true;
            }
        }
        false
    }

    /// The same if what is not in the beginning may occur twice.
    fn may_close(&self, target: Label, chain: &[Label], more: usize) -> bool {
        let mut reached = vec![false; self.candidate.len()];
        let mut layer = vec![chain.last().copied()];
        for _ in 0..more {
            let mut next = Vec::new();
            for last in layer {
                for (_, rlc) in self.following(target, chain, last) {
                    let Some(rlc) = rlc else {
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

    /// The left- and right-linking candidates, none of them in the chain, that may
    /// come after one, or first; no right-linking one where the chain closes.
    fn following(
        &self,
        target: Label,
        chain: &[Label],
        last: Option<Label>,
    ) -> Vec<(Label, Option<Label>)> {
        let mut found = Vec::new();
        for &llc in &self.near[self.near(last.unwrap_or(target))] {
            if last.is_some() && !self.free[llc.index()] || chain.contains(&llc) {
                continue;
            }
            for variable in self.model.variables_of(llc) {
                let (count, parity) = (self.count[variable.index()], self.parity[variable.index()]);
                let rlc = match (last, count) {
                    (None, 1) => Some(Label(parity)),
                    (Some(_), 1) => None,
                    (Some(_), 2) => Some(Label(parity ^ llc.0)),
                    _ => continue,
                };
                if rlc.is_none_or(|rlc| !chain.contains(&rlc)) {
                    found.push((llc, rlc));
                }
            }
        }
        found
    }
}
