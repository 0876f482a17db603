//! Striking the labels linked to a label: its digit in the cells that see its
//! cell, and the other digits of its cell.

use super::boards::{BoardLanes, Boards};
use super::singles::{
    BLOCKS, COLUMNS, ROWS, cell_counts, counts, fill_down, fill_minirow, fill_row,
};
use super::vector::{Registers, Vector, load, store};
use gradus_csp::Bits;

/// What a label strikes: in the register of its own digit, and in the others.
struct Strikes {
    own: [[BoardLanes; 2]; 81],
    other: [BoardLanes; 81],
}

static STRIKES: Strikes = strikes();

const fn strikes() -> Strikes {
    let zero = BoardLanes([0; 8]);
    let mut table = Strikes {
        own: [[zero; 2]; 81],
        other: [zero; 81],
    };
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let mut peers = [0u32; 4];
        let mut other = 0;
        while other < 81 {
            let (r, c) = (other / 9, other % 9);
            let block = r / 3 == row / 3 && c / 3 == column / 3;
            if other != cell && (r == row || c == column || block) {
                peers[other / 27] |= 1 << (other % 27);
            }
            other += 1;
        }
        let mut lane = 0;
        while lane < 4 {
            let here = ((lane == cell / 27) as u32) << (cell % 27);
            table.other[cell].0[lane] = here;
            table.other[cell].0[lane + 4] = here;
            table.own[cell][0].0[lane] = peers[lane];
            table.own[cell][0].0[lane + 4] = here;
            table.own[cell][1].0[lane] = here;
            table.own[cell][1].0[lane + 4] = peers[lane];
            lane += 1;
        }
        cell += 1;
    }
    table
}

#[inline(always)]
pub(super) fn strike_with<V: Vector>(left: &mut Boards, digit: usize, cell: usize) {
    let own = digit / 2;
    let kept = V::load(&left.0[own]);
    let mut x = load::<V>(left);
    let other = V::load(&STRIKES.other[cell]);
    for r in &mut x {
        *r = r.minus(other);
    }
    *left = store(&x);
    let own_strikes = V::load(&STRIKES.own[cell][digit % 2]);
    kept.minus(own_strikes).store(&mut left.0[own]);
}

/// Takes the labels linked to those of `struck` out of `left`; `lanes` says
/// which lanes of `struck` are not zero.
#[inline(always)]
pub(super) fn strike_lanes<V: Vector>(left: &mut Boards, struck: &Boards, lanes: u64) {
    for lane in Bits(lanes) {
        let (lane, digit, band) = (lane as usize, lane as usize / 4, lane as usize % 4);
        for bit in Bits(u64::from(struck.0[lane / 8].0[lane % 8])) {
            strike_with::<V>(left, digit, 27 * band + bit as usize);
        }
    }
}

#[inline(always)]
pub(super) fn nonzero_lanes<V: Vector>(x: &Registers<V>) -> u64 {
    let mut lanes = 0;
    for (i, r) in x.iter().enumerate() {
        lanes |= u64::from(r.nonzero_lanes()) << (8 * i);
    }
    lanes
}

/// The cells of the rows, blocks and columns whose first cells are flagged.
#[inline(always)]
fn fill<V: Vector>(row: V, block: V, column: V) -> V {
    let down = fill_minirow(block.and(V::splat(BLOCKS))).or(column.and(V::splat(COLUMNS)));
    fill_row(row.and(V::splat(ROWS))).or(fill_down(down))
}

/// The labels linked to one of a set.
#[inline(always)]
pub(super) fn linked<V: Vector>(set: &Registers<V>) -> Registers<V> {
    let (cell, cells) = cell_counts(set);
    let mut linked = *set;
    for register in &mut linked {
        let r = *register;
        let n = counts(r);
        // A label is linked to one of the set that is another than itself.
        let others = fill(n.row.0, n.block.0, n.column.0).or(cell).minus(r);
        let each_other = fill(n.row.1, n.block.1, n.column.1).or(cells).and(r);
        *register = others.or(each_other);
    }
    linked
}

/// From so many lanes on, all at once is faster than one after the other.
const MANY: u32 = 4;

/// Takes the labels linked to those of `struck` out of `left`.
#[inline(always)]
pub(super) fn strike_all_with<V: Vector>(left: &mut Boards, struck: &Boards) {
    let struck_in = load::<V>(struck);
    let lanes = nonzero_lanes(&struck_in);
    if lanes.count_ones() < MANY {
        return strike_lanes::<V>(left, struck, lanes);
    }
    let linked = linked(&struck_in);
    let mut x = load::<V>(left);
    for (r, linked) in x.iter_mut().zip(linked) {
        *r = r.minus(linked);
    }
    *left = store(&x);
}
