//! What a producer of runs can find at all: the assumptions of all its runs are spread at once,
//! and only those runs are followed one by one that can take part in a hint.
//!
//! The sets of a run are the same in whatever order links are followed, unless it ends in a
//! contradiction, and then they are smaller. So what the spread has not in common, the runs have
//! not either.

use crate::board::Grid;
use crate::kind::Kind;
use crate::run::value;
use crate::spread::{Bits, Links, Spread, contains, is_empty};

/// Where hints of a producer may be.
pub(crate) struct Plan {
    /// Starts that lead to a contradiction, by value.
    refuted: [u64; 23],
    /// Candidates that imply the same as their opposites.
    doubles: [u64; 12],
    /// Cells all of whose candidates imply the same.
    cells: u128,
    /// Digits all of whose positions in a house imply the same.
    regions: [u16; 27],
}

impl Plan {
    /// Nothing is known.
    pub(crate) const EVERYTHING: Plan = Plan {
        refuted: [!0; 23],
        doubles: [!0; 12],
        cells: !0,
        regions: [!0; 27],
    };

    const NOTHING: Plan = Plan {
        refuted: [0; 23],
        doubles: [0; 12],
        cells: 0,
        regions: [0; 27],
    };

    pub(crate) fn refuted(&self, start: u16) -> bool {
        self.refuted[usize::from(start) / 64] >> (start % 64) & 1 == 1
    }

    pub(crate) fn double(&self, cell: usize, digit: usize) -> bool {
        let id = 9 * cell + digit;
        self.doubles[id / 64] >> (id % 64) & 1 == 1
    }

    pub(crate) fn cell(&self, cell: usize) -> bool {
        self.cells >> cell & 1 == 1
    }

    pub(crate) fn region(&self, digit: usize, house: usize) -> bool {
        self.regions[house] >> digit & 1 == 1
    }

    /// The plan of a producer whose runs use links only; `None` if it finds nothing.
    pub(crate) fn new(grid: &Grid, links: &mut Links, kind: Kind) -> Option<Plan> {
        if kind.basic() {
            return Some(Plan::EVERYTHING);
        }
        links.build(grid);
        match links.len() {
            0..=64 => plan::<1>(grid, links, kind),
            65..=128 => plan::<2>(grid, links, kind),
            129..=192 => plan::<3>(grid, links, kind),
            193..=256 => plan::<4>(grid, links, kind),
            _ => plan::<12>(grid, links, kind),
        }
    }
}

fn plan<const N: usize>(grid: &Grid, links: &Links, kind: Kind) -> Option<Plan> {
    let uses = kind.links();
    let mut on = Spread::<N>::new(links, uses.cells, true);
    if !uses.dynamic {
        while on.weak() | on.strong() {}
        return of(grid, &on, None);
    }
    let mut off = Spread::<N>::new(links, uses.cells, false);
    for spread in [&mut on, &mut off] {
        while spread.weak() | spread.last() {}
    }
    of(grid, &on, Some(&off))
}

/// The plan of complete spreads: of dynamic links also with the candidates assumed false.
pub(crate) fn of<const N: usize>(
    grid: &Grid,
    on: &Spread<'_, N>,
    off: Option<&Spread<'_, N>>,
) -> Option<Plan> {
    let links = on.links;
    let mut plan = Plan::NOTHING;
    let mut any = false;
    if let Some(off) = off {
        for (spread, assumed) in [(on, true), (off, false)] {
            let hits = spread.contradictory();
            if is_empty(&hits) {
                continue;
            }
            for (candidate, &id) in links.ids.iter().enumerate() {
                if contains(&hits, candidate) {
                    any = true;
                    let start = value(usize::from(id / 9), usize::from(id % 9), assumed);
                    plan.refuted[usize::from(start) / 64] |= 1 << (start % 64);
                }
            }
        }
    }
    if !on.cells {
        return any.then_some(plan);
    }
    let rows = on.transposed();
    // What counts: the candidates of cells that have others, if they are implied to be true, and
    // all that are implied to be false.
    let mut counts = [[!0u64; N]; 2];
    for (candidate, &id) in links.ids.iter().enumerate() {
        if grid.n(usize::from(id / 9)) < 2 {
            counts[0][candidate / 64] &= !(1 << (candidate % 64));
        }
    }
    let meet = |all: &mut [Bits<N>; 2], row: &[Bits<N>; 2]| {
        for (all, row) in all.iter_mut().zip(row) {
            for i in 0..N {
                all[i] &= row[i];
            }
        }
    };
    let some = |all: &[Bits<N>; 2]| !is_empty(&all[0]) || !is_empty(&all[1]);
    for (digit, house, group) in links.regions() {
        let mut all = counts;
        for &member in group {
            meet(&mut all, &rows[usize::from(member)]);
        }
        if some(&all) {
            any = true;
            plan.regions[house] |= 1 << digit;
        }
    }
    let opposite = off.map(|off| off.transposed());
    let least = if off.is_some() { 2 } else { 3 };
    let mut first = 0;
    for cell in 0..81 {
        let n = grid.n(cell) as usize;
        let own = first..first + n;
        first += n;
        if n < least {
            continue;
        }
        let mut all = counts;
        for candidate in own.clone() {
            meet(&mut all, &rows[candidate]);
        }
        if some(&all) {
            any = true;
            plan.cells |= 1 << cell;
        }
        if let Some(opposite) = &opposite
            && n >= 3
        {
            for candidate in own {
                let mut all = counts;
                meet(&mut all, &rows[candidate]);
                meet(&mut all, &opposite[candidate]);
                if some(&all) {
                    any = true;
                    let id = usize::from(links.ids[candidate]);
                    plan.doubles[id / 64] |= 1 << (id % 64);
                }
            }
        }
    }
    any.then_some(plan)
}
