//! Segments: the minirows and minicolumns that hold all the labels left of a row, column or
//! block. They are the g-candidates of Sudoku, and what they see are the targets of whips\[1\].

use super::singles::{BAND, COLUMNS, MINIROWS, count3_boards, fill_down, fill_minirow};
use super::vector::{Registers, Vector};

/// Each flag moved to the two others of its three: those at this distance and twice as far. The
/// masks have the first two of all threes, their last two, the first ones and the last ones.
#[inline(always)]
fn others_of_three<V: Vector, const NEXT: i32, const FAR: i32>(flags: V, masks: [u32; 4]) -> V {
    let [low, high, first, last] = masks;
    let up = flags.shl::<NEXT>().and(V::splat(high));
    let down = flags.shr::<NEXT>().and(V::splat(low));
    let far_up = flags.shl::<FAR>().and(V::splat(last));
    let far_down = flags.shr::<FAR>().and(V::splat(first));
    up.or(far_up).or(down.or(far_down))
}

/// Each minirow's flag moved to the two other minirows of its row.
#[inline(always)]
fn others_in_row<V: Vector>(flags: V) -> V {
    let masks = [0o011_011_011, 0o110_110_110, 0o001_001_001, 0o100_100_100];
    others_of_three::<V, 3, 6>(flags, masks)
}

/// Each flag of a band moved to the same place in the two other rows.
#[inline(always)]
fn others_in_band<V: Vector>(flags: V) -> V {
    let up = flags.shl::<9>().or(flags.shl::<18>());
    up.or(flags.shr::<9>())
        .or(flags.shr::<18>())
        .and(V::splat(BAND))
}

/// Each minicolumn's flag (in the first row) moved to the two others of its block.
#[inline(always)]
fn others_in_block<V: Vector>(flags: V) -> V {
    others_of_three::<V, 1, 2>(flags, [0o333, 0o666, 0o111, 0o444])
}

/// The segments (minirows and minicolumns) that hold all the labels left, two
/// or more, of a variable. A minirow is flagged at its first cell, a minicolumn
/// at its cell in the first row of its band.
pub(super) struct Confined<V> {
    pub row: V,
    pub row_block: V,
    pub column: V,
    pub column_block: V,
}

/// Flags the confined segments of one register. With `useful`, only those that
/// see a label left outside.
#[inline(always)]
pub(super) fn confined<V: Vector>(r: V, useful: bool) -> Confined<V> {
    let (first, columns) = (V::splat(MINIROWS), V::splat(COLUMNS));
    let minirow = count3_boards(
        r.and(first),
        r.shr::<1>().and(first),
        r.shr::<2>().and(first),
    );
    let in_row = others_in_row(minirow.0);
    let in_block = others_in_band(minirow.0);
    let mut row = minirow.1.minus(in_row);
    let mut row_block = minirow.1.minus(in_block);
    let minicolumn = count3_boards(r, r.shr::<9>(), r.shr::<18>());
    let some = minicolumn.0.and(columns);
    let next = some.next_band();
    let in_column = next.or(next.next_band());
    let in_block_too = others_in_block(some);
    let several = minicolumn.1.and(columns);
    let mut column = several.minus(in_column);
    let mut column_block = several.minus(in_block_too);
    if useful {
        row = row.and(in_block);
        row_block = row_block.and(in_row);
        column = column.and(in_block_too);
        column_block = column_block.and(in_column);
    }
    Confined {
        row,
        row_block,
        column,
        column_block,
    }
}

/// The targets of whips\[1\]: a row or column whose labels left are all in one
/// block strikes the rest of the block; a block whose labels left are all in
/// one row or column strikes the rest of that.
#[inline(always)]
pub(super) fn whip1<V: Vector>(left: &Registers<V>) -> Registers<V> {
    let mut x = *left;
    for register in &mut x {
        let r = *register;
        let segments = confined(r, false);
        let across = others_in_band(segments.row).or(others_in_row(segments.row_block));
        let next = segments.column_block.next_band();
        let down = others_in_block(segments.column)
            .or(next)
            .or(next.next_band());
        *register = r.and(fill_minirow(across).or(fill_down(down)));
    }
    x
}
