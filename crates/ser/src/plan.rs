//! What a producer of runs can find at all: the assumptions of all its runs are spread at once,
//! and only those runs are followed one by one that can take part in a hint.
//!
//! The sets of a run are the same in whatever order links are followed, unless it ends in a
//! contradiction, and then they are smaller. So what the spread has not in common, the runs have
//! not either.

use crate::board::Grid;
use crate::kind::Kind;
use crate::run::value;
use crate::spread::{Links, Spread, is_empty};

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
            0..=64 => plan::<2>(grid, links, kind),
            65..=128 => plan::<4>(grid, links, kind),
            129..=192 => plan::<6>(grid, links, kind),
            193..=256 => plan::<8>(grid, links, kind),
            _ => plan::<24>(grid, links, kind),
        }
    }
}

fn plan<const N: usize>(grid: &Grid, links: &Links, kind: Kind) -> Option<Plan> {
    let uses = kind.links();
    let mut spread = Spread::<N>::new(links, uses.cells);
    loop {
        let weak = spread.weak();
        let more = if uses.dynamic {
            spread.last()
        } else {
            spread.strong()
        };
        if !(weak | more) {
            break;
        }
    }
    let mut plan = Plan::NOTHING;
    let mut any = false;
    let hits = spread.contradictory();
    if uses.dynamic && !is_empty(&hits) {
        any = true;
        for (candidate, &id) in links.ids.iter().enumerate() {
            for on in [true, false] {
                let (word, bit) = Spread::<N>::place(candidate, on);
                if hits[word] & bit != 0 {
                    let start = value(usize::from(id / 9), usize::from(id % 9), on);
                    plan.refuted[usize::from(start) / 64] |= 1 << (start % 64);
                }
            }
        }
    }
    if !uses.cells {
        return any.then_some(plan);
    }
    let rows = spread.transposed();
    // What counts: the candidates of cells that have others, if they are implied to be true, and
    // all that are implied to be false.
    let mut counts = [!0u64; N];
    for (candidate, &id) in links.ids.iter().enumerate() {
        if grid.n(usize::from(id / 9)) < 2 {
            counts[candidate / 64] &= !(1 << (candidate % 64));
        }
    }
    let common = |members: &mut dyn Iterator<Item = usize>| {
        let mut all = counts;
        for member in members {
            for i in 0..N {
                all[i] &= rows[member][i];
            }
        }
        !is_empty(&all)
    };
    for (digit, house, group) in links.regions() {
        if common(&mut group.iter().map(|&member| usize::from(member))) {
            any = true;
            plan.regions[house] |= 1 << digit;
        }
    }
    let least = if uses.dynamic { 2 } else { 3 };
    let mut first = 0;
    for cell in 0..81 {
        let n = grid.n(cell) as usize;
        if n >= least && common(&mut (first..first + n)) {
            any = true;
            plan.cells |= 1 << cell;
        }
        if uses.dynamic && n >= 3 {
            for candidate in first..first + n {
                if common(&mut [candidate, 32 * N + candidate].into_iter()) {
                    any = true;
                    let id = usize::from(links.ids[candidate]);
                    plan.doubles[id / 64] |= 1 << (id % 64);
                }
            }
        }
        first += n;
    }
    any.then_some(plan)
}
