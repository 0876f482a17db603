//! Forcing chains and cycles over the links of one grid.
//!
//! There are three sweeps: links in regions (X), strong links in cells (Y), and all (XY). A
//! forcing chain needs no path to be rated: all hypotheses are spread at once ([`crate::spread`]),
//! and as a chain and its contraposition are the same, half its length is enough. An elimination
//! by a cycle of complexity c is also one by an XY chain of at most c + 2, so cycles are searched
//! only where such chains are, and only as long as they can come first.

mod adjacency;
mod inner;
mod least;

use std::cmp::Ordering;

use self::adjacency::Adjacency;
use self::least::{Least, least, near};
use crate::board::Grid;
use crate::geometry::{PEER_PARTS, PEERS, cells};
use crate::hint::Removals;
use crate::run::{CELL, Cells, REGION, START, Why};
use crate::spread::{Links, Spread, contains, is_empty};
use crate::technique::Technique;
use crate::tenths::surcharge;

/// A sweep.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Sweep {
    X,
    Y,
    Xy,
}

impl Sweep {
    fn key(self) -> u8 {
        self as u8 + 2
    }

    /// The links of an off node: cells, regions.
    fn strong(self) -> (bool, bool) {
        (self != Sweep::X, self != Sweep::Y)
    }
}

/// The candidates of a grid by digit.
pub(crate) fn by_digit(grid: &Grid) -> Cells {
    std::array::from_fn(|digit| {
        let rows = grid.pos[digit][9..18].iter().rev();
        rows.fold(0, |board, &row| board << 9 | u128::from(row))
    })
}

/// The rating of a complexity, as the sum that decides ties.
pub(crate) fn rating(base: f64, complexity: u32) -> f64 {
    let mut sum = 0.0;
    for _ in 0..surcharge(complexity) {
        sum += 0.1;
    }
    base + sum
}

fn base(sweep: Sweep, cycle: bool) -> f64 {
    match (sweep, cycle) {
        (Sweep::Xy, _) => 7.0,
        (Sweep::X, false) => 6.6,
        _ => 6.5,
    }
}

/// The order of hints: rating, complexity, key, and the order in which they are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rank {
    pub(crate) rating: f64,
    pub(crate) complexity: u32,
    pub(crate) key: u8,
    pub(crate) order: u32,
}

impl Rank {
    pub(crate) fn compare(&self, other: &Rank) -> Ordering {
        let rating = self.rating.total_cmp(&other.rating);
        rating
            .then(self.complexity.cmp(&other.complexity))
            .then(self.key.cmp(&other.key))
            .then(self.order.cmp(&other.order))
    }
}

/// A node of a path: its value and why it follows.
pub(crate) type Step = (u16, Why);

/// A cycle or a chain.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) rank: Rank,
    pub(crate) sweep: Sweep,
    pub(crate) cycle: bool,
    pub(crate) removals: Removals,
    pub(crate) placement: Option<(u8, u8)>,
    /// From the target back to the source; of a cycle, the source only once, as the first.
    pub(crate) path: Vec<Step>,
}

impl Found {
    pub(crate) fn technique(&self) -> Technique {
        match (self.sweep, self.cycle) {
            (Sweep::X, true) => Technique::XCycle,
            (Sweep::Y, _) => Technique::YCycle,
            (Sweep::Xy, true) => Technique::Cycle,
            (Sweep::X, _) if self.rank.complexity == 6 => Technique::TurbotFish,
            (Sweep::X, _) => Technique::ForcingXChain,
            _ => Technique::ForcingChain,
        }
    }
}

/// An on node of a search, with the off node between it and its parent.
#[derive(Clone, Copy)]
struct On {
    candidate: u16,
    parent: u16,
    via: u16,
    /// Why the off node and the on node follow.
    why: (Why, Why),
}

/// What searches need.
#[derive(Default)]
pub(crate) struct Forcing {
    pub(crate) links: Links,
    left: Cells,
    adjacency: [Adjacency; 3],
    built: [bool; 3],
    ons: Vec<On>,
    seen: Vec<u32>,
    seen_off: Vec<u32>,
    now: u32,
}

impl Forcing {
    /// Prepares for a grid.
    pub(crate) fn prepare(&mut self, grid: &Grid) {
        self.links.build(grid);
        self.left = by_digit(grid);
        self.built = [false; 3];
        let count = self.links.len();
        self.seen.resize(self.seen.len().max(count), 0);
        self.seen_off.resize(self.seen_off.len().max(count), 0);
    }

    fn build(&mut self, grid: &Grid, sweep: Sweep) {
        if !std::mem::replace(&mut self.built[sweep as usize], true) {
            self.adjacency[sweep as usize].build(grid, &self.left, &self.links, sweep);
        }
    }

    /// The first hint on a grid that was prepared.
    pub(crate) fn first(&mut self, grid: &Grid) -> Option<Found> {
        match self.links.len() {
            0..=64 => self.first_of::<1>(grid),
            65..=128 => self.first_of::<2>(grid),
            129..=192 => self.first_of::<3>(grid),
            193..=256 => self.first_of::<4>(grid),
            _ => self.first_of::<12>(grid),
        }
    }

    fn first_of<const N: usize>(&mut self, grid: &Grid) -> Option<Found> {
        let mut best: Option<Found> = None;
        self.chains_and_cycles::<N>(grid, Sweep::X, &mut best);
        // If there is no XY chain, there are no cycles either; if a hint is known, Y cycles have to
        // be so short that the test is not worth it.
        if best.is_none() {
            let mut spread = Spread::<N>::new(&self.links, true, true);
            loop {
                let changed = spread.weak() | spread.strong();
                if !is_empty(&spread.contradictory()) {
                    break;
                }
                if !changed {
                    return None;
                }
            }
        }
        self.build(grid, Sweep::Y);
        for source in 0..self.links.len() {
            let cell = usize::from(self.links.ids[source]) / 9;
            if grid.n(cell) == 2 {
                self.cycles(Sweep::Y, source, &mut best);
            }
        }
        if best.as_ref().is_none_or(|best| best.rank.rating >= 7.0) {
            self.chains_and_cycles::<N>(grid, Sweep::Xy, &mut best);
        }
        let best = best.as_mut()?;
        if !best.cycle {
            let source = best.path[0].0;
            self.build(grid, best.sweep);
            best.path = self.find_chain(best.sweep, source).unwrap_or_default();
        }
        Some(best.clone())
    }

    /// The sweeps that have chains.
    fn chains_and_cycles<const N: usize>(
        &mut self,
        grid: &Grid,
        sweep: Sweep,
        best: &mut Option<Found>,
    ) {
        let links = std::mem::take(&mut self.links);
        let mut spread = Spread::<N>::new(&links, sweep == Sweep::Xy, true);
        let limit = match best {
            Some(best) => best.rank.rating,
            None => f64::INFINITY,
        };
        // A cycle may be shorter than the chains by two.
        let least = least::<N>(&mut spread, |complexity| {
            rating(base(sweep, true), complexity - 2) <= limit
        });
        let sources = least.map(|least| {
            self.offer_chain(grid, &links, sweep, &least, best);
            near::<N>(&mut spread, least.done, self.longest(sweep, best, 0))
        });
        drop(spread);
        self.links = links;
        let Some(sources) = sources else {
            return;
        };
        self.build(grid, sweep);
        for source in 0..self.links.len() {
            if contains(&sources, source) {
                self.cycles(sweep, source, best);
            }
        }
    }

    fn offer_chain(
        &self,
        grid: &Grid,
        links: &Links,
        sweep: Sweep,
        least: &Least,
        best: &mut Option<Found>,
    ) {
        let (source, on) = least.source;
        let id = links.ids[source];
        let rank = Rank {
            rating: rating(base(sweep, false), least.complexity),
            complexity: least.complexity,
            key: sweep.key(),
            order: order(id, 1 + u32::from(!on)),
        };
        offer(best, rank, || {
            let (removals, placement) = conclusion(grid, id, on);
            Found {
                rank,
                sweep,
                cycle: false,
                removals,
                placement,
                path: vec![(2 * id + u16::from(on), START)],
            }
        });
    }

    /// The complexity up to which a cycle, found in this order, can come before the best hint.
    fn longest(&self, sweep: Sweep, best: &Option<Found>, order: u32) -> u32 {
        let Some(best) = best else {
            return u32::MAX;
        };
        let mut complexity = 4;
        loop {
            let rank = Rank {
                rating: rating(base(sweep, true), complexity + 2),
                complexity: complexity + 2,
                key: sweep.key(),
                order,
            };
            if rank.compare(&best.rank).is_gt() {
                return complexity;
            }
            complexity += 2;
        }
    }

    /// The cycles of a source that can come first.
    fn cycles(&mut self, sweep: Sweep, source: usize, best: &mut Option<Found>) {
        let id = self.links.ids[source];
        let mut found = Vec::new();
        let mut taken: Option<Found> = None;
        let left = self.left;
        let longest = self.longest(sweep, best, order(id, 0));
        self.search(sweep, source, longest, |this, complexity, on, closing| {
            let rank = Rank {
                rating: rating(base(sweep, true), complexity),
                complexity,
                key: sweep.key(),
                order: order(id, 0),
            };
            if best
                .as_ref()
                .is_some_and(|best| rank.compare(&best.rank).is_ge())
            {
                return true;
            }
            this.cycle_path(source, on, closing, &mut found);
            let removals = eliminated(&left, &found);
            if !removals.is_empty() {
                taken = Some(Found {
                    rank,
                    sweep,
                    cycle: true,
                    removals,
                    placement: None,
                    path: found.clone(),
                });
                return false;
            }
            true
        });
        if let Some(taken) = taken {
            let rank = taken.rank;
            offer(best, rank, || taken);
        }
    }

    /// Searches the cycles of a source in order. `visit` gets the complexity, the last on node, and
    /// the off node that closes the cycle with the cause of the closing; it says whether to go on.
    fn search(
        &mut self,
        sweep: Sweep,
        source: usize,
        longest: u32,
        mut visit: impl FnMut(&Forcing, u32, usize, (u16, Why, Why)) -> bool,
    ) {
        self.now += 1;
        let adjacency = std::mem::take(&mut self.adjacency[sweep as usize]);
        self.ons.clear();
        self.ons.push(On {
            candidate: source as u16,
            parent: u16::MAX,
            via: u16::MAX,
            why: (START, START),
        });
        self.seen[source] = self.now;
        let (mut start, mut complexity) = (0, 2);
        'layers: while start < self.ons.len() && complexity <= longest {
            let end = self.ons.len();
            for a in start..end {
                let candidate = usize::from(self.ons[a].candidate);
                for &(o, weak) in adjacency.weak(candidate) {
                    if self.on_path(a, o) {
                        continue;
                    }
                    for &(q, strong) in adjacency.strong(usize::from(o)) {
                        if usize::from(q) == source {
                            if complexity >= 4 && !visit(self, complexity, a, (o, weak, strong)) {
                                break 'layers;
                            }
                        } else if self.seen[usize::from(q)] != self.now {
                            self.seen[usize::from(q)] = self.now;
                            self.ons.push(On {
                                candidate: q,
                                parent: a as u16,
                                via: o,
                                why: (weak, strong),
                            });
                        }
                    }
                }
            }
            start = end;
            complexity += 2;
        }
        self.adjacency[sweep as usize] = adjacency;
    }

    /// Whether an off node is on the path to an on node.
    fn on_path(&self, mut a: usize, o: u16) -> bool {
        while a != usize::from(u16::MAX) {
            if self.ons[a].via == o {
                return true;
            }
            a = usize::from(self.ons[a].parent);
        }
        false
    }

    fn step(&self, candidate: u16, on: bool, why: Why) -> Step {
        let id = self.links.ids[usize::from(candidate)];
        (2 * id + u16::from(on), why)
    }

    /// The nodes of a cycle: the source, and back from the closing off node.
    fn cycle_path(
        &self,
        source: usize,
        last: usize,
        (o, weak, strong): (u16, Why, Why),
        path: &mut Vec<Step>,
    ) {
        path.clear();
        path.push(self.step(source as u16, true, strong));
        path.push(self.step(o, false, weak));
        let mut a = last;
        loop {
            let on = self.ons[a];
            if on.via == u16::MAX {
                return;
            }
            path.push(self.step(on.candidate, true, on.why.1));
            path.push(self.step(on.via, false, on.why.0));
            a = usize::from(on.parent);
        }
    }

    /// The first derivation of the opposite of a source, if there is one.
    fn find_chain(&mut self, sweep: Sweep, source: u16) -> Option<Vec<Step>> {
        let by_cell = sweep != Sweep::X;
        self.now += 1;
        let now = self.now;
        let id = source / 2;
        let (cell, digit) = (usize::from(id) / 9, usize::from(id) % 9);
        let own = self.links.dense[usize::from(id)];
        let adjacency = std::mem::take(&mut self.adjacency[sweep as usize]);
        self.ons.clear();
        let mut path = None;
        if source & 1 == 1 {
            self.seen[usize::from(own)] = now;
            self.ons.push(On {
                candidate: own,
                parent: u16::MAX,
                via: u16::MAX,
                why: (START, START),
            });
        } else {
            self.seen_off[usize::from(own)] = now;
            for &(q, strong) in adjacency.strong(usize::from(own)) {
                self.seen[usize::from(q)] = now;
                self.ons.push(On {
                    candidate: q,
                    parent: u16::MAX,
                    via: own,
                    why: (START, strong),
                });
            }
        }
        let mut a = 0;
        'nodes: while a < self.ons.len() {
            let on = self.ons[a];
            let candidate = usize::from(on.candidate);
            if source & 1 == 1 {
                let other = usize::from(self.links.ids[candidate]);
                let why = match () {
                    _ if other / 9 == cell => (by_cell && other % 9 != digit).then_some(CELL),
                    _ if other % 9 == digit => PEER_PARTS[other / 9]
                        .iter()
                        .position(|part| part >> cell & 1 == 1)
                        .map(|kind| REGION + kind as u8),
                    _ => None,
                };
                if let Some(why) = why {
                    let mut steps = vec![self.step(own, false, why)];
                    self.back(a, &mut steps);
                    path = Some(steps);
                    break 'nodes;
                }
            }
            for &(o, weak) in adjacency.weak(candidate) {
                if self.seen_off[usize::from(o)] == now {
                    continue;
                }
                self.seen_off[usize::from(o)] = now;
                for &(q, strong) in adjacency.strong(usize::from(o)) {
                    if source & 1 == 0 && q == own {
                        let mut steps =
                            vec![self.step(own, true, strong), self.step(o, false, weak)];
                        self.back(a, &mut steps);
                        path = Some(steps);
                        break 'nodes;
                    }
                    if self.seen[usize::from(q)] != now {
                        self.seen[usize::from(q)] = now;
                        self.ons.push(On {
                            candidate: q,
                            parent: a as u16,
                            via: o,
                            why: (weak, strong),
                        });
                    }
                }
            }
            a += 1;
        }
        self.adjacency[sweep as usize] = adjacency;
        path
    }

    /// Appends the path back from an on node to the source.
    fn back(&self, mut a: usize, steps: &mut Vec<Step>) {
        while a != usize::from(u16::MAX) {
            let on = self.ons[a];
            steps.push(self.step(on.candidate, true, on.why.1));
            if on.via != u16::MAX {
                steps.push(self.step(on.via, false, on.why.0));
            }
            a = usize::from(on.parent);
        }
    }
}

/// What a chain from a candidate to its opposite removes and places.
fn conclusion(grid: &Grid, id: u16, on: bool) -> (Removals, Option<(u8, u8)>) {
    let (cell, digit) = ((id / 9) as u8, (id % 9) as u8);
    let own = 1 << digit;
    match on {
        true => (vec![(cell, own)], None),
        false => (
            vec![(cell, grid.cand[usize::from(cell)] & !own)],
            Some((cell, digit)),
        ),
    }
}

fn order(id: u16, place: u32) -> u32 {
    4 * u32::from(id) + place
}

/// Takes a hint that comes before the best.
fn offer(best: &mut Option<Found>, rank: Rank, found: impl FnOnce() -> Found) {
    if best
        .as_ref()
        .is_none_or(|best| rank.compare(&best.rank).is_lt())
    {
        *best = Some(found());
    }
}

/// What a cycle removes.
fn eliminated(left: &Cells, path: &[Step]) -> Removals {
    let (mut on, mut off) = ([0u128; 9], [0u128; 9]);
    let mut inside = 0u128;
    for &(value, _) in path {
        let id = usize::from(value / 2);
        let (cell, digit) = (id / 9, id % 9);
        inside |= 1 << cell;
        if value & 1 == 1 {
            on[digit] |= PEERS[cell];
        } else {
            off[digit] |= PEERS[cell];
        }
    }
    let mut removals = Removals::new();
    for digit in 0..9 {
        for cell in cells(on[digit] & off[digit] & left[digit] & !inside) {
            removals.push((cell as u8, 1 << digit));
        }
    }
    if removals.len() > 1 {
        removals.sort_unstable();
        removals.dedup_by(|next, last| {
            let same = next.0 == last.0;
            if same {
                last.1 |= next.1;
            }
            same
        });
    }
    removals
}
