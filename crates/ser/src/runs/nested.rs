//! Hints inside runs: what other families of chains remove on what is left of a run.

use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

use super::producer;
use crate::board::{Filled, Grid};
use crate::chain::Chain;
use crate::forcing::{Forcing, Found};
use crate::geometry::{CELLS, HOUSES, bits};
use crate::hint::Removals;
use crate::kind::{Inner, Kind};
use crate::meter::{Meter, Stopped};
use crate::run::{CELL, Cells, Entry, REGION, Run, START, Why, basic, value};
use crate::spread::Links;

/// What an on node used: a cell, or a digit in a house. It depends on what they lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    Cell(u8),
    House(u8, u8),
}

impl Reason {
    /// The reason of an on node.
    pub(crate) fn new(value: u16, why: Why) -> Option<Reason> {
        let (cell, digit) = (usize::from(value / 18), value / 2 % 9);
        match why {
            CELL => Some(Reason::Cell(cell as u8)),
            REGION..=4 => {
                let house = HOUSES[cell][usize::from(why - REGION)];
                Some(Reason::House(digit as u8, house))
            }
            _ => None,
        }
    }
}

/// A hint of an inner family.
#[derive(Clone, Debug)]
pub(crate) struct InnerHint {
    pub(crate) removals: Removals,
    pub(crate) complexity: u32,
    /// Equal for the same chains.
    pub(crate) signature: u32,
    pub(crate) reasons: Vec<Reason>,
    pub(crate) chain: Option<Rc<Chain>>,
}

/// A nested chain, as advanced nodes refer to it.
pub(crate) struct Nested {
    pub(crate) complexity: u32,
    pub(crate) signature: u32,
    pub(crate) chain: Option<Rc<Chain>>,
}

/// What all producers of a rating share.
pub(crate) struct Context<'m, 'a> {
    pub(crate) meter: &'m mut Meter<'a>,
    pub(crate) forcing: Forcing,
    /// Whether chains are kept for display.
    pub(crate) explain: bool,
    signatures: FxHashMap<Box<[u16]>, u32>,
    /// The nested chains of the current step.
    pub(crate) chains: Vec<Nested>,
    /// Runs to be used again.
    pub(crate) spare: Vec<Box<Run>>,
    /// The hints of inner families by what is left of a run. They do not depend on anything else.
    known: [FxHashMap<[u16; 81], Rc<[InnerHint]>>; 3],
    /// How many runs the current run is nested in.
    nesting: u32,
    /// The links of a grid: memory to be used again.
    pub(crate) links: Links,
}

/// The most entries of a cache of hints.
const MOST_KNOWN: usize = 1 << 15;

/// The cache of a family, if it depends only on the candidates.
fn cache(inner: Inner) -> Option<usize> {
    match inner {
        Inner::Forcing => Some(0),
        Inner::Runs(Kind::MULTIPLE) => Some(1),
        Inner::Runs(Kind::DYNAMIC) => Some(2),
        Inner::Runs(_) => None,
    }
}

impl<'m, 'a> Context<'m, 'a> {
    pub(crate) fn new(meter: &'m mut Meter<'a>, explain: bool) -> Context<'m, 'a> {
        Context {
            meter,
            forcing: Forcing::default(),
            explain,
            signatures: FxHashMap::default(),
            chains: Vec::new(),
            spare: Vec::new(),
            known: Default::default(),
            nesting: 0,
            links: Links::default(),
        }
    }

    /// The number of a signature: lists of values with separators.
    pub(crate) fn signature(&mut self, lists: Vec<u16>) -> u32 {
        let next = self.signatures.len() as u32;
        *self
            .signatures
            .entry(lists.into_boxed_slice())
            .or_insert(next)
    }

    /// Runs one assumption to its end.
    pub(crate) fn execute(
        &mut self,
        run: &mut Run,
        grid: &Grid,
        left: &Cells,
        filled: &Filled,
        kind: Kind,
        start: u16,
    ) -> Result<(), Stopped> {
        self.meter.spend(1)?;
        run.start(grid, left, start);
        self.resume(run, grid, filled, kind)
    }

    /// Goes on with a run.
    pub(crate) fn resume(
        &mut self,
        run: &mut Run,
        grid: &Grid,
        filled: &Filled,
        kind: Kind,
    ) -> Result<(), Stopped> {
        run.kind = kind;
        while run.follow(grid, kind.links())
            && kind.basic()
            && self.advance(run, grid, filled, kind)?
        {}
        Ok(())
    }

    /// Adds what the first successful family removes. Says whether there was one.
    fn advance(
        &mut self,
        run: &mut Run,
        grid: &Grid,
        filled: &Filled,
        kind: Kind,
    ) -> Result<bool, Stopped> {
        if run.changed != (0, 0) {
            let mut found = Vec::new();
            basic::each(run, grid, filled, |removals, parents| {
                if !parents.is_empty() {
                    found.push((removals, parents));
                }
            });
            if !found.is_empty() {
                for (removals, parents) in found {
                    add(run, &removals, &parents, u32::MAX);
                }
                return Ok(true);
            }
            run.changed = (0, 0);
        }
        for &inner in kind.inner() {
            let hints = self.hints(inner, &run.w, filled)?;
            if hints.is_empty() {
                continue;
            }
            let mut any = false;
            let mut seen: FxHashSet<&Removals> = FxHashSet::default();
            for hint in hints.iter() {
                if !seen.insert(&hint.removals) {
                    continue;
                }
                let parents = rule_parents(&hint.reasons, grid, &run.w);
                if parents.is_empty() {
                    continue;
                }
                any = true;
                let chain = self.chains.len() as u32;
                self.chains.push(Nested {
                    complexity: hint.complexity,
                    signature: hint.signature,
                    chain: hint.chain.clone(),
                });
                add(run, &hint.removals, &parents, chain);
            }
            if any {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The hints of an inner family, sorted.
    fn hints(
        &mut self,
        inner: Inner,
        w: &Grid,
        filled: &Filled,
    ) -> Result<Rc<[InnerHint]>, Stopped> {
        // Inside nested runs hints may depend on nothing, and then others count that are left out.
        let cache = cache(inner).filter(|_| self.nesting == 0);
        if let Some(hints) = cache.and_then(|cache| self.known[cache].get(&w.cand)) {
            return Ok(hints.clone());
        }
        let hints: Rc<[InnerHint]> = match inner {
            Inner::Forcing => self.forcing_hints(w, cache.is_some()).into(),
            Inner::Runs(kind) => {
                self.nesting += 1;
                let hints = producer::all(self, w, filled, kind);
                self.nesting -= 1;
                hints?.into()
            }
        };
        if let Some(cache) = cache {
            let known = &mut self.known[cache];
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
            known.insert(w.cand, hints.clone());
        }
        Ok(hints)
    }

    /// The hints of forcing chains and cycles, sorted.
    fn forcing_hints(&mut self, w: &Grid, needed: bool) -> Vec<InnerHint> {
        let (found, nothing) = self.forcing.all(w, needed);
        if nothing && let Some(cache) = cache(Inner::Runs(Kind::MULTIPLE)) {
            self.known[cache].insert(w.cand, Vec::new().into());
        }
        found.iter().map(|found| self.inner_hint(found)).collect()
    }

    fn inner_hint(&mut self, found: &Found) -> InnerHint {
        let path = &found.path;
        let on = |&(value, why): &(u16, Why)| match value & 1 {
            1 => Reason::new(value, why),
            _ => None,
        };
        let mut reasons: Vec<Reason> = path.iter().filter_map(on).collect();
        let mut lists: Vec<u16> = path.iter().map(|step| step.0).collect();
        if found.cycle {
            // Back to front, and the other way round: on nodes are off, and off nodes on.
            let source = path[0].0 ^ 1;
            lists.extend([u16::MAX, source]);
            for &(value, why) in path[1..].iter().rev() {
                lists.push(value ^ 1);
                if value & 1 == 0 {
                    reasons.extend(Reason::new(value, why));
                }
            }
        }
        InnerHint {
            removals: found.removals.clone(),
            complexity: found.rank.complexity,
            signature: self.signature(lists),
            reasons,
            chain: self.explain.then(|| Rc::new(found.chain())),
        }
    }
}

fn add(run: &mut Run, removals: &Removals, parents: &[u16], chain: u32) {
    let start = run.pool.len() as u32;
    for &parent in parents {
        let node = run.node(parent);
        run.pool.push(node);
    }
    let entry = run.entries.len() as u16;
    run.entries.push(Entry {
        parents: (start, run.pool.len() as u32),
        chain,
    });
    for &(cell, digits) in removals {
        for digit in bits(digits) {
            run.add_advanced(usize::from(cell), digit, entry);
        }
    }
}

/// The off nodes that reasons depend on: what the grid had and what is left has not.
fn rule_parents(reasons: &[Reason], grid: &Grid, w: &Grid) -> Vec<u16> {
    let mut parents: Vec<u16> = Vec::new();
    let mut seen = [0u16; 81];
    let mut add = |cell: usize, digit: usize| {
        if seen[cell] >> digit & 1 == 0 {
            seen[cell] |= 1 << digit;
            parents.push(value(cell, digit, false));
        }
    };
    for &reason in reasons {
        match reason {
            Reason::Cell(cell) => {
                let cell = usize::from(cell);
                for digit in bits(grid.cand[cell] & !w.cand[cell]) {
                    add(cell, digit);
                }
            }
            Reason::House(digit, house) => {
                let (digit, house) = (usize::from(digit), usize::from(house));
                for position in bits(grid.pos[digit][house] & !w.pos[digit][house]) {
                    add(usize::from(CELLS[house][position]), digit);
                }
            }
        }
    }
    parents
}

/// The reason of an on node of a run; start nodes have the given one.
pub(crate) fn reason_of(value: u16, why: Why, start: Why) -> Option<Reason> {
    if value & 1 == 0 {
        return None;
    }
    Reason::new(value, if why == START { start } else { why })
}
