//! Runs: everything that follows from one assumption, in the order that decides which derivation
//! of a node comes first.

use crate::board::{Filled, Grid};
use crate::geometry::{CELLS, HOUSES, PEER_PARTS, PLACES, bits, cells};
use crate::kind::{Kind, Uses};

/// No node.
pub(crate) const NONE: u16 = u16::MAX;

/// Why a node follows: `CELL`, or `REGION` plus the kind of the region.
pub(crate) type Why = u8;
pub(crate) const START: Why = 0;
pub(crate) const CELL: Why = 1;
pub(crate) const REGION: Why = 2;
pub(crate) const ADVANCED: Why = 5;

/// A node of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// 2 × (9 × cell + digit), plus 1 if it is on.
    pub(crate) value: u16,
    pub(crate) why: Why,
    /// The node it was derived from, or `NONE`; of advanced nodes, the index of the entry.
    pub(crate) parent: u16,
    /// What its cell (digits) or region (positions) had lost.
    pub(crate) lost: u16,
    /// The length of the longest derivation: it has at least so many ancestors besides itself.
    pub(crate) depth: u16,
}

impl Node {
    pub(crate) fn on(self) -> bool {
        self.value & 1 == 1
    }

    pub(crate) fn cell(self) -> usize {
        usize::from(self.value / 18)
    }

    pub(crate) fn digit(self) -> usize {
        usize::from(self.value / 2 % 9)
    }
}

pub(crate) fn value(cell: usize, digit: usize, on: bool) -> u16 {
    (2 * (9 * cell + digit) + usize::from(on)) as u16
}

/// What an advanced node follows from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Its parents, as a range of the pool of the run.
    pub(crate) parents: (u32, u32),
    /// Its nested chain: an index in the chains of the producer, or `u32::MAX`.
    pub(crate) chain: u32,
}

/// A set of candidates: cells by digit.
pub(crate) type Cells = [u128; 9];

/// How a run was refuted: a node of the run, and one of the opposite value that is not in it; the
/// on node comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contradiction {
    pub(crate) known: u16,
    pub(crate) fresh: Node,
}

/// A run.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) nodes: Vec<Node>,
    /// The node of each value, or `NONE`.
    pub(crate) index: [u16; 1458],
    /// The on and off nodes, in order.
    pub(crate) ons: Vec<u16>,
    pub(crate) offs: Vec<u16>,
    heads: (usize, usize),
    pub(crate) on: Cells,
    pub(crate) off: Cells,
    pub(crate) contradiction: Option<Contradiction>,
    /// The candidates that are left.
    pub(crate) w: Grid,
    left: Cells,
    pub(crate) entries: Vec<Entry>,
    pub(crate) pool: Vec<u16>,
    /// The houses and digits that lost candidates since the basic techniques last found nothing.
    pub(crate) changed: (u32, u16),
    /// The kind to which it was followed last.
    pub(crate) kind: Kind,
}

impl Run {
    pub(crate) fn new() -> Run {
        Run {
            nodes: Vec::new(),
            index: [NONE; 1458],
            ons: Vec::new(),
            offs: Vec::new(),
            heads: (0, 0),
            on: [0; 9],
            off: [0; 9],
            contradiction: None,
            w: Grid::EMPTY,
            left: [0; 9],
            entries: Vec::new(),
            pool: Vec::new(),
            changed: (0, 0),
            kind: Kind::Nishio,
        }
    }

    /// Begins a run on a grid, whose candidates are also given by digit.
    pub(crate) fn start(&mut self, grid: &Grid, left: &Cells, start: u16) {
        for node in &self.nodes {
            self.index[usize::from(node.value)] = NONE;
        }
        self.nodes.clear();
        self.ons.clear();
        self.offs.clear();
        self.heads = (0, 0);
        self.on = [0; 9];
        self.off = [0; 9];
        self.contradiction = None;
        self.w.clone_from(grid);
        self.left = *left;
        self.entries.clear();
        self.pool.clear();
        self.changed = (0, 0);
        self.add(Node {
            value: start,
            why: START,
            parent: NONE,
            lost: 0,
            depth: 0,
        });
    }

    fn add(&mut self, mut node: Node) {
        node.depth = self.depth(node);
        let index = self.nodes.len() as u16;
        self.index[usize::from(node.value)] = index;
        self.nodes.push(node);
        if node.on() {
            self.on[node.digit()] |= 1 << node.cell();
            self.ons.push(index);
        } else {
            self.off[node.digit()] |= 1 << node.cell();
            self.offs.push(index);
        }
    }

    pub(crate) fn is_on(&self, cell: usize, digit: usize) -> bool {
        self.on[digit] >> cell & 1 == 1
    }

    pub(crate) fn is_off(&self, cell: usize, digit: usize) -> bool {
        self.off[digit] >> cell & 1 == 1
    }

    /// The node of a value.
    pub(crate) fn node(&self, value: u16) -> u16 {
        self.index[usize::from(value)]
    }

    /// Adds an advanced off node, unless it is there.
    pub(crate) fn add_advanced(&mut self, cell: usize, digit: usize, entry: u16) {
        if !self.is_off(cell, digit) {
            self.add(Node {
                value: value(cell, digit, false),
                why: ADVANCED,
                parent: entry,
                lost: 0,
                depth: 0,
            });
        }
    }

    /// Follows all links until nothing is left to do. Says whether it ended without contradiction.
    pub(crate) fn follow(&mut self, grid0: &Grid, links: Uses) -> bool {
        loop {
            if self.heads.0 < self.ons.len() {
                let p = self.ons[self.heads.0];
                self.heads.0 += 1;
                if !self.weak(p, links.cells) {
                    return false;
                }
            } else if self.heads.1 < self.offs.len() {
                let p = self.offs[self.heads.1];
                self.heads.1 += 1;
                if !self.strong(p, grid0, links) {
                    return false;
                }
            } else {
                return true;
            }
        }
    }

    /// One more than the depth of the parents.
    fn depth(&self, node: Node) -> u16 {
        let mut depth = 0;
        self.parents(node, |parent| {
            depth = depth.max(self.nodes[usize::from(parent)].depth + 1);
        });
        depth
    }

    fn refute(&mut self, opposite: u16, mut fresh: Node) -> bool {
        fresh.depth = self.depth(fresh);
        self.contradiction = Some(Contradiction {
            known: self.node(opposite),
            fresh,
        });
        false
    }

    /// What follows from a node that is on: others are off.
    fn weak(&mut self, p: u16, by_cell: bool) -> bool {
        let node = self.nodes[usize::from(p)];
        let (cell, digit) = (node.cell(), node.digit());
        let off = |value: u16, why: Why| Node {
            value,
            why,
            parent: p,
            lost: 0,
            depth: 0,
        };
        if by_cell {
            for other in bits(self.w.cand[cell] & !(1 << digit)) {
                let o = off(value(cell, other, false), CELL);
                if self.is_on(cell, other) {
                    return self.refute(o.value | 1, o);
                }
                if !self.is_off(cell, other) {
                    self.add(o);
                }
            }
        }
        for (kind, part) in PEER_PARTS[cell].into_iter().enumerate() {
            let todo = self.left[digit] & part & (self.on[digit] | !self.off[digit]);
            for other in cells(todo) {
                let o = off(value(other, digit, false), REGION + kind as u8);
                if self.is_on(other, digit) {
                    return self.refute(o.value | 1, o);
                }
                self.add(o);
            }
        }
        true
    }

    /// What follows from a node that is off: the last of a cell or region is on.
    fn strong(&mut self, p: u16, grid0: &Grid, links: Uses) -> bool {
        let node = self.nodes[usize::from(p)];
        let (cell, digit) = (node.cell(), node.digit());
        let blank = Node {
            value: 0,
            why: START,
            parent: p,
            lost: 0,
            depth: 0,
        };
        let mut found = [blank; 4];
        let mut count = 0;
        let digits = self.w.cand[cell];
        if links.cells && digits.count_ones() == 2 {
            let other = (digits & !(1 << digit)).trailing_zeros() as usize;
            found[0].value = value(cell, other, true);
            found[0].why = CELL;
            found[0].lost = grid0.cand[cell] & !digits;
            count = 1;
        }
        for kind in 0..3 {
            let house = usize::from(HOUSES[cell][kind]);
            let pos = self.w.pos[digit][house];
            if pos.count_ones() == 2 {
                let position = (pos & !PLACES[cell][kind]).trailing_zeros() as usize;
                let other = usize::from(CELLS[house][position]);
                found[count].value = value(other, digit, true);
                found[count].why = REGION + kind as u8;
                found[count].lost = grid0.pos[digit][house] & !pos;
                count += 1;
            }
        }
        if links.dynamic {
            self.w.remove(cell, digit);
            self.left[digit] &= !(1 << cell);
            for house in HOUSES[cell] {
                self.changed.0 |= 1 << house;
            }
            self.changed.1 |= 1 << digit;
        }
        for &q in &found[..count] {
            if self.is_off(q.cell(), q.digit()) {
                return self.refute(q.value & !1, q);
            }
            if !self.is_on(q.cell(), q.digit()) {
                self.add(q);
            }
        }
        true
    }

    /// Calls `visit` with the parents of a node, in order.
    pub(crate) fn parents(&self, node: Node, mut visit: impl FnMut(u16)) {
        match node.why {
            START => {}
            ADVANCED => {
                let (start, end) = self.entries[usize::from(node.parent)].parents;
                for &parent in &self.pool[start as usize..end as usize] {
                    visit(parent);
                }
            }
            CELL => {
                visit(node.parent);
                for digit in bits(node.lost) {
                    visit(self.node(value(node.cell(), digit, false)));
                }
            }
            why => {
                visit(node.parent);
                if node.lost != 0 {
                    let kind = usize::from(why - REGION);
                    let house = usize::from(HOUSES[node.cell()][kind]);
                    for position in bits(node.lost) {
                        let cell = usize::from(CELLS[house][position]);
                        visit(self.node(value(cell, node.digit(), false)));
                    }
                }
            }
        }
    }
}

/// A node in a run, or the fresh one of its contradiction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// The start of the run.
    pub(crate) run: u16,
    /// Its index, or `NONE` for the fresh one.
    pub(crate) node: u16,
}

impl Run {
    pub(crate) fn at(&self, node: u16) -> Node {
        match (node, self.contradiction) {
            (NONE, Some(contradiction)) => contradiction.fresh,
            _ => self.nodes[usize::from(node)],
        }
    }

    /// The two targets of a contradiction: the on node first.
    pub(crate) fn targets(&self, run: u16, contradiction: Contradiction) -> [Target; 2] {
        let known = Target {
            run,
            node: contradiction.known,
        };
        let fresh = Target { run, node: NONE };
        if contradiction.fresh.on() {
            [fresh, known]
        } else {
            [known, fresh]
        }
    }

    /// The ancestors of a node, itself included, breadth first, each value once.
    pub(crate) fn ancestors(&self, target: u16, found: &mut Vec<u16>) {
        found.clear();
        let mut seen = [0u64; 23];
        let top = self.at(target);
        // An older node of the value of a fresh one counts as seen.
        let own = self.node(top.value);
        if own != NONE {
            seen[usize::from(own) / 64] |= 1 << (own % 64);
        }
        found.push(target);
        let mut next = 0;
        while next < found.len() {
            let node = self.at(found[next]);
            next += 1;
            self.parents(node, |parent| {
                let (word, bit) = (usize::from(parent) / 64, 1 << (parent % 64));
                if seen[word] & bit == 0 {
                    seen[word] |= bit;
                    found.push(parent);
                }
            });
        }
    }
}

/// The four basic techniques on what is left of a run: they are tried in turn.
pub(crate) mod basic {
    use super::*;
    use crate::fish::{self, Fish};
    use crate::hint::Removals;
    use crate::{locking, sets};

    /// Calls `visit` with the eliminations and the rule parents (candidates that the grid at the
    /// start had) of all hints of the first technique that has any.
    pub(crate) fn each(
        run: &Run,
        grid0: &Grid,
        filled: &Filled,
        mut visit: impl FnMut(Removals, Vec<u16>),
    ) -> bool {
        let w = &run.w;
        let (houses, digits) = run.changed;
        let houses = sets::in_set_order(houses);
        let mut any = false;
        locking::each(w, digits, |lock| {
            let mut parents = Vec::new();
            let lost = grid0.pos[lock.digit][lock.base] & !w.pos[lock.digit][lock.base];
            for position in bits(lost) {
                let cell = CELLS[lock.base][position];
                if !HOUSES[usize::from(cell)].contains(&(lock.cover as u8)) {
                    parents.push(value(usize::from(cell), lock.digit, false));
                }
            }
            any |= !parents.is_empty();
            visit(lock.removals(), parents);
            true
        });
        if any {
            return true;
        }
        sets::hidden(w, filled, 2, houses, |hidden| {
            let mut parents = Vec::new();
            for position in bits(!hidden.positions & 0x1ff) {
                let cell = usize::from(CELLS[hidden.house][position]);
                for digit in bits(hidden.digits & grid0.cand[cell]) {
                    parents.push(value(cell, digit, false));
                }
            }
            any |= !parents.is_empty();
            visit(hidden.removals(w), parents);
            true
        });
        if any {
            return true;
        }
        sets::naked(w, filled, 2, houses, |naked| {
            let mut parents = Vec::new();
            for position in bits(naked.positions) {
                let cell = usize::from(CELLS[naked.house][position]);
                for digit in bits(grid0.cand[cell] & !naked.digits) {
                    parents.push(value(cell, digit, false));
                }
            }
            any |= !parents.is_empty();
            visit(naked.removals(w), parents);
            true
        });
        if any {
            return true;
        }
        let mut found: Vec<Fish> = Vec::new();
        fish::all(w, filled, 2, digits, &mut found);
        for fish in found {
            let mut parents = Vec::new();
            for line in bits(fish.lines) {
                let house = fish.base() + line;
                let lost = grid0.pos[fish.digit][house] & !w.pos[fish.digit][house];
                for position in bits(lost & !fish.covers) {
                    let cell = usize::from(CELLS[house][position]);
                    parents.push(value(cell, fish.digit, false));
                }
            }
            any |= !parents.is_empty();
            visit(fish.removals(w), parents);
        }
        any
    }
}
