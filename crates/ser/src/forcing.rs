//! Forcing chains and cycles over the links of one grid.
//!
//! There are three sweeps: links in regions (X), strong links in cells (Y), and all (XY). A
//! forcing chain needs no path to be rated: all hypotheses are spread at once ([`crate::spread`]),
//! and as a chain and its contraposition are the same, half its length is enough. An elimination
//! by a cycle of complexity c is also one by an XY chain of at most c + 2, so cycles are searched
//! only where such chains are, and only as long as they can come first.

use std::cmp::Ordering;

use crate::board::Grid;
use crate::geometry::{CELLS, HOUSES, PEER_PARTS, PEERS, PLACES, bits, cells};
use crate::hint::Removals;
use crate::plan;
use crate::run::{CELL, Cells, REGION, START, Why};
use crate::spread::{self, Bits, Links, Spread, contains, is_empty};
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

/// The links of one sweep, from each candidate, in order.
#[derive(Default)]
struct Adjacency {
    /// Off nodes that follow from an on node and have a strong link themselves.
    weak: Vec<(u16, Why)>,
    weak_ends: Vec<u32>,
    strong: Vec<[(u16, Why); 4]>,
    strong_counts: Vec<u8>,
}

impl Adjacency {
    fn build(&mut self, grid: &Grid, left: &Cells, links: &Links, sweep: Sweep) {
        let (by_cell, by_region) = sweep.strong();
        self.strong.clear();
        self.strong_counts.clear();
        for &id in &links.ids {
            let (cell, digit) = (usize::from(id) / 9, usize::from(id) % 9);
            let mut strong = [(0, START); 4];
            let mut count = 0;
            let mut add = |id: usize, why: Why| {
                let other = links.dense[id];
                if !strong[..count].iter().any(|entry| entry.0 == other) {
                    strong[count] = (other, why);
                    count += 1;
                }
            };
            let digits = grid.cand[cell];
            if by_cell && digits.count_ones() == 2 {
                let other = (digits & !(1 << digit)).trailing_zeros() as usize;
                add(9 * cell + other, CELL);
            }
            if by_region {
                for kind in 0..3 {
                    let house = usize::from(HOUSES[cell][kind]);
                    let pos = grid.pos[digit][house];
                    if pos.count_ones() == 2 {
                        let position = (pos & !PLACES[cell][kind]).trailing_zeros() as usize;
                        let other = usize::from(CELLS[house][position]);
                        add(9 * other + digit, REGION + kind as u8);
                    }
                }
            }
            self.strong.push(strong);
            self.strong_counts.push(count as u8);
        }
        self.weak.clear();
        self.weak_ends.clear();
        for &id in &links.ids {
            let (cell, digit) = (usize::from(id) / 9, usize::from(id) % 9);
            let counts = &self.strong_counts;
            let weak = &mut self.weak;
            let mut add = |id: usize, why: Why| {
                let other = links.dense[id];
                if counts[usize::from(other)] > 0 {
                    weak.push((other, why));
                }
            };
            if by_cell {
                for other in bits(grid.cand[cell] & !(1 << digit)) {
                    add(9 * cell + other, CELL);
                }
            }
            for (kind, part) in PEER_PARTS[cell].into_iter().enumerate() {
                for other in cells(part & left[digit]) {
                    add(9 * other + digit, REGION + kind as u8);
                }
            }
            self.weak_ends.push(self.weak.len() as u32);
        }
    }

    fn weak(&self, candidate: usize) -> &[(u16, Why)] {
        let start = match candidate {
            0 => 0,
            _ => self.weak_ends[candidate - 1],
        };
        &self.weak[start as usize..self.weak_ends[candidate] as usize]
    }

    fn strong(&self, candidate: usize) -> &[(u16, Why)] {
        &self.strong[candidate][..usize::from(self.strong_counts[candidate])]
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

/// The forcing chains of least complexity of a sweep.
struct Least {
    complexity: u32,
    /// The first source in order, and whether it is assumed on.
    source: (usize, bool),
    /// The half steps after which it was known.
    done: u32,
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

    /// All hints on a grid, sorted, and whether multiple static chains find nothing either, if that
    /// became known.
    ///
    /// Cycles that come after a chain for each of their eliminations are left out if `needed` is
    /// set.
    pub(crate) fn all(&mut self, grid: &Grid, needed: bool) -> (Vec<Found>, bool) {
        self.prepare(grid);
        match self.links.len() {
            0..=64 => self.all_of::<1>(grid, needed),
            65..=128 => self.all_of::<2>(grid, needed),
            129..=192 => self.all_of::<3>(grid, needed),
            193..=256 => self.all_of::<4>(grid, needed),
            _ => self.all_of::<12>(grid, needed),
        }
    }

    fn all_of<const N: usize>(&mut self, grid: &Grid, needed: bool) -> (Vec<Found>, bool) {
        let mut all = Vec::new();
        let mut spread = Spread::<N>::new(&self.links, true, true);
        while spread.weak() | spread.strong() {}
        let hits = spread.contradictory();
        if is_empty(&hits) {
            return (all, plan::of(grid, &spread, None).is_none());
        }
        let opposites = spread.opposites();
        let sources = around(&spread, &hits);
        drop(spread);
        for sweep in [Sweep::X, Sweep::Y, Sweep::Xy] {
            self.build(grid, sweep);
            // A chain eliminates what a cycle does with a complexity of at most two more. So no
            // cycle is longer than the longest of these, if there are chains for all.
            let mut longest = 4;
            if sweep != Sweep::Y {
                for source in 0..self.links.len() {
                    let id = self.links.ids[source];
                    let refuted = contains(&hits, source);
                    if grid.n(usize::from(id) / 9) < 2 {
                        longest = if refuted { u32::MAX } else { longest };
                        continue;
                    }
                    if refuted {
                        let complexity = self.add_chain(grid, sweep, id, true, &mut all);
                        longest = longest.max(complexity.unwrap_or(0));
                    }
                    if contains(&opposites, source) {
                        self.add_chain(grid, sweep, id, false, &mut all);
                    }
                }
            }
            if sweep != Sweep::Xy || !needed {
                longest = u32::MAX;
            }
            for source in 0..self.links.len() {
                let n = grid.n(usize::from(self.links.ids[source]) / 9);
                if contains(&sources, source) && (n == 2 || n > 2 && sweep != Sweep::Y) {
                    self.all_cycles(sweep, source, longest, &mut all);
                }
            }
        }
        all.sort_by(|a, b| a.rank.compare(&b.rank));
        (all, false)
    }

    fn add_chain(
        &mut self,
        grid: &Grid,
        sweep: Sweep,
        id: u16,
        on: bool,
        all: &mut Vec<Found>,
    ) -> Option<u32> {
        let path = self.find_chain(sweep, 2 * id + u16::from(on))?;
        let complexity = path.len() as u32;
        let (removals, placement) = conclusion(grid, id, on);
        all.push(Found {
            rank: Rank {
                rating: rating(base(sweep, false), complexity),
                complexity,
                key: sweep.key(),
                order: order(id, 1 + u32::from(!on)),
            },
            sweep,
            cycle: false,
            removals,
            placement,
            path,
        });
        Some(complexity)
    }

    fn all_cycles(&mut self, sweep: Sweep, source: usize, longest: u32, all: &mut Vec<Found>) {
        let id = self.links.ids[source];
        let left = self.left;
        let mut path = Vec::new();
        self.search(sweep, source, longest, |this, complexity, on, closing| {
            this.cycle_path(source, on, closing, &mut path);
            let removals = eliminated(&left, &path);
            if !removals.is_empty() {
                all.push(Found {
                    rank: Rank {
                        rating: rating(base(sweep, true), complexity),
                        complexity,
                        key: sweep.key(),
                        order: order(id, 0),
                    },
                    sweep,
                    cycle: true,
                    removals,
                    placement: None,
                    path: path.clone(),
                });
            }
            true
        });
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

/// The forcing chains of least complexity, unless it is not wanted any more.
///
/// After h half steps, candidates that imply their opposites by a chain of complexity up to 2h are
/// known, because its contraposition meets it in the middle; after an even number of half steps,
/// candidates that are implied by their opposites up to complexity h + 2. The latter is at most two
/// less than the least of the former.
fn least<const N: usize>(
    spread: &mut Spread<'_, N>,
    wanted: impl Fn(u32) -> bool,
) -> Option<Least> {
    let (mut on, mut off): (Option<(u32, usize)>, Option<(u32, usize)>) = (None, None);
    let mut idle = 0;
    let mut h = 0;
    loop {
        h += 1;
        let changed = half_step(spread, h);
        idle = if changed { 0 } else { idle + 1 };
        if on.is_none() {
            on = spread::first(&spread.contradictory()).map(|source| (2 * h, source));
        }
        if off.is_none() && h % 2 == 0 {
            off = spread::first(&spread.opposites()).map(|source| (h + 2, source));
        }
        let known = h + 2 - h % 2;
        let best = [on, off].into_iter().flatten().map(|hit| hit.0).min();
        match best {
            Some(best) if best <= known || idle >= 2 => break,
            Some(_) => {}
            None if idle >= 2 || !wanted((2 * h).max(4)) => return None,
            None => {}
        }
    }
    let on = on.map(|(complexity, source)| (complexity, source, false));
    let off = off.map(|(complexity, source)| (complexity, source, true));
    let (complexity, source, is_off) = [on, off].into_iter().flatten().min()?;
    Some(Least {
        complexity,
        source: (source, !is_off),
        done: h,
    })
}

/// The h-th half step.
fn half_step<const N: usize>(spread: &mut Spread<'_, N>, h: u32) -> bool {
    if h % 2 == 1 {
        spread.weak()
    } else {
        spread.strong()
    }
}

/// The sources of cycles up to a complexity that may eliminate something: those that lead to a true
/// and a false candidate near one that is refuted by a chain of at most two more.
fn near<const N: usize>(spread: &mut Spread<'_, N>, mut done: u32, longest: u32) -> Bits<N> {
    let mut idle = 0;
    let mut go_on = |spread: &mut Spread<'_, N>, until: u32| {
        while done < until && idle < 2 {
            done += 1;
            idle = if half_step(spread, done) { 0 } else { idle + 1 };
        }
    };
    go_on(spread, longest / 2 + 1);
    let hits = spread.contradictory();
    go_on(spread, longest - 1);
    around(spread, &hits)
}

/// The sources that lead to a true and a false candidate which both exclude one of the hits.
fn around<const N: usize>(spread: &Spread<'_, N>, hits: &Bits<N>) -> Bits<N> {
    let links = spread.links;
    let mut sources = [0; N];
    for x in 0..links.len() {
        if !contains(hits, x) {
            continue;
        }
        let id = usize::from(links.ids[x]);
        let (mut on, mut off) = ([0; N], [0; N]);
        for peer in cells(PEERS[id / 9]) {
            // Only candidates that are there have a number that leads back.
            let number = usize::from(links.dense[9 * peer + id % 9]);
            if links.ids.get(number).map(|&id| usize::from(id)) == Some(9 * peer + id % 9) {
                for i in 0..N {
                    on[i] |= spread.on[number][i];
                    off[i] |= spread.off[number][i];
                }
            }
        }
        for i in 0..N {
            sources[i] |= on[i] & off[i];
        }
    }
    sources
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
