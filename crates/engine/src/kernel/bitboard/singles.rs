//! Counting labels left, all variables at once: "at least one" and "at least two" as pairs of bit
//! boards, combined over the cells of a minirow, the minirows of a row or block, the minicolumns of
//! a column and the digits of a cell. What has one and not two is a Single, what has none is empty.

use super::boards::{BoardLanes, REGISTERS};
use super::vector::{Registers, Vector};

/// All cells of a band.
pub(super) const BAND: u32 = (1 << 27) - 1;
/// The first cell of each minirow of a band.
pub(super) const MINIROWS: u32 = 0o111_111_111;
/// The first cell of each row of a band.
pub(super) const ROWS: u32 = 0o001_001_001;
/// The first cell of each block of a band.
pub(super) const BLOCKS: u32 = 0o111;
/// The first cell of each column of a band.
pub(super) const COLUMNS: u32 = 0o777;

/// The lanes that stand for a band, all bits set.
pub(super) const IN_USE: [BoardLanes; REGISTERS] = {
    let mut all = [BoardLanes([BAND, BAND, BAND, 0, BAND, BAND, BAND, 0]); REGISTERS];
    all[REGISTERS - 1] = BoardLanes([BAND, BAND, BAND, 0, 0, 0, 0, 0]);
    all
};

/// At least one and at least two, of three such pairs.
#[inline(always)]
fn count3<V: Vector>(a: (V, V), b: (V, V), c: (V, V)) -> (V, V) {
    let ab = a.0.or(b.0);
    let two = a.0.and(b.0).or(ab.and(c.0));
    (ab.or(c.0), two.or(a.1.or(b.1)).or(c.1))
}

/// At least one and at least two, of three boards.
#[inline(always)]
pub(super) fn count3_boards<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    let ab = a.or(b);
    (ab.or(c), a.and(b).or(ab.and(c)))
}

#[inline(always)]
fn shifted<V: Vector, const N: i32>(pair: (V, V)) -> (V, V) {
    (pair.0.shr::<N>(), pair.1.shr::<N>())
}

/// Spreads the first cell of a row over the row.
#[inline(always)]
pub(super) fn fill_row<V: Vector>(first: V) -> V {
    first.shl::<9>().sub(first)
}

/// Spreads the first cell of a minirow over it.
#[inline(always)]
pub(super) fn fill_minirow<V: Vector>(first: V) -> V {
    first.shl::<3>().sub(first)
}

/// Repeats the first row of a band in its other rows.
#[inline(always)]
pub(super) fn fill_down<V: Vector>(row: V) -> V {
    row.or(row.shl::<9>()).or(row.shl::<18>())
}

/// At least one and at least two labels: in the cells, and for one register in
/// its minirows, minicolumns, rows, blocks and columns.
pub(super) struct LabelCounts<V> {
    pub row: (V, V),
    pub block: (V, V),
    pub column: (V, V),
}

#[inline(always)]
pub(super) fn counts<V: Vector>(x: V) -> LabelCounts<V> {
    let first = V::splat(MINIROWS);
    let minirow = count3_boards(
        x.and(first),
        x.shr::<1>().and(first),
        x.shr::<2>().and(first),
    );
    let row = count3(minirow, shifted::<V, 3>(minirow), shifted::<V, 6>(minirow));
    let block = count3(minirow, shifted::<V, 9>(minirow), shifted::<V, 18>(minirow));
    let minicolumn = count3_boards(x, x.shr::<9>(), x.shr::<18>());
    let next = (minicolumn.0.next_band(), minicolumn.1.next_band());
    let last = (next.0.next_band(), next.1.next_band());
    LabelCounts {
        row,
        block,
        column: count3(minicolumn, next, last),
    }
}

/// The boards of at-least-one and at-least-two digits in each cell, same in both halves.
#[inline(always)]
pub(super) fn cell_counts<V: Vector>(x: &Registers<V>) -> (V, V) {
    let mut cell = (x[0], x[0].minus(x[0]));
    for &r in &x[1..] {
        cell = (cell.0.or(r), cell.1.or(cell.0.and(r)));
    }
    let other = (cell.0.swap(), cell.1.swap());
    (
        cell.0.or(other.0),
        cell.1.or(other.1).or(cell.0.and(other.0)),
    )
}

/// Singles by kind: cell, row, column, block; and the flags of empty variables.
#[inline(always)]
pub(super) fn singles_by_kind<V: Vector>(x: &Registers<V>) -> ([Registers<V>; 4], V) {
    let cell = cell_counts(x);
    let mut empty = V::load(&IN_USE[0]).minus(cell.0);
    let only = cell.0.minus(cell.1);
    let mut singles = [*x; 4];
    for (i, &r) in x.iter().enumerate() {
        let n = counts(r);
        let (rows, blocks, columns) = (V::splat(ROWS), V::splat(BLOCKS), V::splat(COLUMNS));
        let none = rows
            .minus(n.row.0)
            .or(blocks.minus(n.block.0))
            .or(columns.minus(n.column.0));
        empty = empty.or(none.and(V::load(&IN_USE[i])));
        let one_row = fill_row(n.row.0.minus(n.row.1).and(rows));
        let one_block = fill_down(fill_minirow(n.block.0.minus(n.block.1).and(blocks)));
        let one_column = fill_down(n.column.0.minus(n.column.1).and(columns));
        singles[0][i] = r.and(only);
        singles[1][i] = r.and(one_row);
        singles[2][i] = r.and(one_column);
        singles[3][i] = r.and(one_block);
    }
    (singles, empty)
}

#[inline(always)]
pub(super) fn singles<V: Vector>(x: &Registers<V>) -> (Registers<V>, V) {
    let (kinds, empty) = singles_by_kind(x);
    let mut any = kinds[0];
    for i in 0..REGISTERS {
        any[i] = kinds[0][i].or(kinds[1][i]).or(kinds[2][i].or(kinds[3][i]));
    }
    (any, empty)
}

/// Singles of one kind, and the flags of its empty variables.
#[inline(always)]
pub(super) fn singles_of_kind<V: Vector>(x: &Registers<V>, kind: usize) -> (Registers<V>, V) {
    let in_use = V::load(&IN_USE[0]);
    let mut singles = *x;
    if kind == 0 {
        let cell = cell_counts(x);
        let only = cell.0.minus(cell.1);
        singles.iter_mut().for_each(|r| *r = r.and(only));
        return (singles, in_use.minus(cell.0));
    }
    let mut empty = in_use.minus(in_use);
    for (i, &r) in x.iter().enumerate() {
        let n = counts(r);
        let (first, (one, two)) = match kind {
            1 => (V::splat(ROWS), n.row),
            2 => (V::splat(COLUMNS), n.column),
            _ => (V::splat(BLOCKS), n.block),
        };
        empty = empty.or(first.minus(one).and(V::load(&IN_USE[i])));
        let only = one.minus(two).and(first);
        singles[i] = r.and(match kind {
            1 => fill_row(only),
            2 => fill_down(only),
            _ => fill_down(fill_minirow(only)),
        });
    }
    (singles, empty)
}

/// The labels of the variables of one kind that have a label. BoardLanes that are idle in
/// a set may be filled.
#[inline(always)]
pub(super) fn filled<V: Vector>(x: &Registers<V>, kind: usize) -> Registers<V> {
    let mut all = *x;
    if kind == 0 {
        let cell = cell_counts(x).0;
        all.iter_mut().for_each(|r| *r = cell);
        return all;
    }
    for r in &mut all {
        let n = counts(*r);
        *r = match kind {
            1 => fill_row(n.row.0.and(V::splat(ROWS))),
            2 => fill_down(n.column.0.and(V::splat(COLUMNS))),
            _ => fill_down(fill_minirow(n.block.0.and(V::splat(BLOCKS)))),
        };
    }
    all
}
