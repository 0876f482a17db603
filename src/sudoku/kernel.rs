//! The kernel of Sudoku: all 324 variables at once, in vector registers.
//!
//! For each digit the labels left are three bands of 27 bits
//! ([`super::boards`]). "None left" and "one left" are counted by pairs of bit
//! boards (at least one, at least two) that are combined over the cells of a
//! minirow, the minirows of a row or block, the minicolumns of a column, and
//! the digits of a cell: some 400 vector instructions for the whole grid.
//! The code is written once over [`Vector`]; the AVX2 instance is taken where
//! the machine has it.

use super::boards::{Boards, Lanes, REGISTERS};
use super::families;
use super::groups;
use super::model::sudoku_model;
use super::vector::{Portable, Vector};
use crate::csp::kernel::{Kernel, Scan};
use crate::csp::labels::{Bits, Labels};
use crate::csp::matrix::{CoverMatrix, Incidence};
use crate::csp::model::{GLabel, Kind, Label, Model, Variable};
use crate::csp::state::State;

/// All cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// The first cell of each minirow of a band.
const MINIROWS: u32 = 0o111_111_111;
/// The first cell of each row of a band.
const ROWS: u32 = 0o001_001_001;
/// The first cell of each block of a band.
const BLOCKS: u32 = 0o111;
/// The first cell of each column of a band.
const COLUMNS: u32 = 0o777;

/// The lanes that stand for a band, all bits set.
const IN_USE: [Lanes; REGISTERS] = {
    let mut all = [Lanes([BAND, BAND, BAND, 0, BAND, BAND, BAND, 0]); REGISTERS];
    all[REGISTERS - 1] = Lanes([BAND, BAND, BAND, 0, 0, 0, 0, 0]);
    all
};

/// What a label strikes: in the register of its own digit, and in the others.
struct Strikes {
    own: [[Lanes; 2]; 81],
    other: [Lanes; 81],
}

static STRIKES: Strikes = strikes();

const fn strikes() -> Strikes {
    let zero = Lanes([0; 8]);
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
            let here = if lane == cell / 27 {
                1 << (cell % 27)
            } else {
                0
            };
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

type Registers<V> = [V; REGISTERS];

#[inline(always)]
fn load<V: Vector>(boards: &Boards) -> Registers<V> {
    let [a, b, c, d, e] = &boards.0;
    [V::load(a), V::load(b), V::load(c), V::load(d), V::load(e)]
}

#[inline(always)]
fn store<V: Vector>(registers: &Registers<V>) -> Boards {
    let mut boards = Boards::EMPTY;
    for (i, r) in registers.iter().enumerate() {
        r.store(&mut boards.0[i]);
    }
    boards
}

/// At least one and at least two, of three such pairs.
#[inline(always)]
fn count3<V: Vector>(a: (V, V), b: (V, V), c: (V, V)) -> (V, V) {
    let ab = a.0.or(b.0);
    let two = a.0.and(b.0).or(ab.and(c.0));
    (ab.or(c.0), two.or(a.1.or(b.1)).or(c.1))
}

/// At least one and at least two, of three boards.
#[inline(always)]
fn count3_boards<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    let ab = a.or(b);
    (ab.or(c), a.and(b).or(ab.and(c)))
}

#[inline(always)]
fn shifted<V: Vector, const N: i32>(pair: (V, V)) -> (V, V) {
    (pair.0.shr::<N>(), pair.1.shr::<N>())
}

/// Spreads the first cell of a row over the row.
#[inline(always)]
fn fill_row<V: Vector>(first: V) -> V {
    first.shl::<9>().sub(first)
}

/// Spreads the first cell of a minirow over it.
#[inline(always)]
fn fill_minirow<V: Vector>(first: V) -> V {
    first.shl::<3>().sub(first)
}

/// Repeats the first row of a band in its other rows.
#[inline(always)]
fn fill_down<V: Vector>(row: V) -> V {
    row.or(row.shl::<9>()).or(row.shl::<18>())
}

/// At least one and at least two labels: in the cells, and for one register in
/// its minirows, minicolumns, rows, blocks and columns.
struct Counts<V> {
    row: (V, V),
    block: (V, V),
    column: (V, V),
}

#[inline(always)]
fn counts<V: Vector>(x: V) -> Counts<V> {
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
    Counts {
        row,
        block,
        column: count3(minicolumn, next, last),
    }
}

/// The boards of at-least-one and at-least-two digits in each cell, same in both halves.
#[inline(always)]
fn cell_counts<V: Vector>(x: &Registers<V>) -> (V, V) {
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
fn singles_by_kind<V: Vector>(x: &Registers<V>) -> ([Registers<V>; 4], V) {
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
fn singles<V: Vector>(x: &Registers<V>) -> (Registers<V>, V) {
    let (kinds, empty) = singles_by_kind(x);
    let mut any = kinds[0];
    for i in 0..REGISTERS {
        any[i] = kinds[0][i].or(kinds[1][i]).or(kinds[2][i].or(kinds[3][i]));
    }
    (any, empty)
}

#[inline(always)]
fn scan_with<V: Vector>(left: &Boards) -> Scan<Boards> {
    let (singles, empty) = singles(&load::<V>(left));
    Scan {
        empty: empty.nonzero_lanes() != 0,
        singles: store(&singles),
    }
}

#[inline(always)]
fn singles_of_kind_with<V: Vector>(left: &Boards, kind: usize) -> Boards {
    store(&singles_by_kind(&load::<V>(left)).0[kind])
}

#[inline(always)]
fn strike_with<V: Vector>(left: &mut Boards, digit: usize, cell: usize) {
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

/// Takes the labels linked to those of `struck` out of `left`; `lanes` tells
/// which lanes of `struck` are not zero.
#[inline(always)]
fn strike_lanes<V: Vector>(left: &mut Boards, struck: &Boards, lanes: u64) {
    for lane in Bits(lanes) {
        let (lane, digit, band) = (lane as usize, lane as usize / 4, lane as usize % 4);
        for bit in Bits(u64::from(struck.0[lane / 8].0[lane % 8])) {
            strike_with::<V>(left, digit, 27 * band + bit as usize);
        }
    }
}

#[inline(always)]
fn nonzero_lanes<V: Vector>(x: &Registers<V>) -> u64 {
    let mut lanes = 0;
    for (i, r) in x.iter().enumerate() {
        lanes |= u64::from(r.nonzero_lanes()) << (8 * i);
    }
    lanes
}

#[inline(always)]
fn strike_all_with<V: Vector>(left: &mut Boards, struck: &Boards) {
    strike_lanes::<V>(left, struck, nonzero_lanes(&load::<V>(struck)));
}

#[inline(always)]
fn closes_with<V: Vector>(left: &Boards, singles: &Boards, forced: &Boards) -> bool {
    let targets = whip1(&load::<V>(left));
    let forced_in = load::<V>(forced);
    let mut met = targets[0].and(forced_in[0]);
    for i in 1..REGISTERS {
        met = met.or(targets[i].and(forced_in[i]));
    }
    if met.nonzero_lanes() != 0 {
        return true;
    }
    let mut struck = *left;
    strike_all_with::<V>(&mut struck, singles);
    let struck = load::<V>(&struck);
    let mut lost = forced_in[0].minus(struck[0]);
    for i in 1..REGISTERS {
        lost = lost.or(forced_in[i].minus(struck[i]));
    }
    lost.nonzero_lanes() != 0
}

#[inline(always)]
fn singles_touching_with<V: Vector>(left: &Boards, touched: &Boards) -> Boards {
    let (kinds, _) = singles_by_kind(&load::<V>(left));
    let touched = load::<V>(touched);
    let cells = cell_counts(&touched).0;
    let mut any = touched;
    for i in 0..REGISTERS {
        let n = counts(touched[i]);
        let row = fill_row(n.row.0.and(V::splat(ROWS)));
        let block = fill_down(fill_minirow(n.block.0.and(V::splat(BLOCKS))));
        let column = fill_down(n.column.0.and(V::splat(COLUMNS)));
        let by_line = kinds[1][i].and(row).or(kinds[2][i].and(column));
        any[i] = kinds[0][i]
            .and(cells)
            .or(kinds[3][i].and(block))
            .or(by_line);
    }
    store(&any)
}

#[inline(always)]
fn rounds_with<V: Vector>(state: &mut State<Boards>, limit: usize) -> Option<usize> {
    let mut rounds = 0;
    loop {
        let (singles, empty) = singles(&load::<V>(&state.left));
        if empty.nonzero_lanes() != 0 {
            return Some(rounds);
        }
        let values = load::<V>(&state.values);
        let mut lanes = 0u64;
        let mut forced = Boards::EMPTY;
        for i in 0..REGISTERS {
            let new = singles[i].minus(values[i]);
            lanes |= u64::from(new.nonzero_lanes()) << (8 * i);
            new.store(&mut forced.0[i]);
        }
        if lanes == 0 || rounds == limit {
            return None;
        }
        state.values.unite(&forced);
        strike_lanes::<V>(&mut state.left, &forced, lanes);
        rounds += 1;
    }
}

/// Each minirow's flag moved to the two other minirows of its row.
#[inline(always)]
fn others_in_row<V: Vector>(flags: V) -> V {
    let (low, high) = (V::splat(0o011_011_011), V::splat(0o110_110_110));
    let (only_low, only_high) = (V::splat(0o001_001_001), V::splat(0o100_100_100));
    let up = flags
        .shl::<3>()
        .and(high)
        .or(flags.shl::<6>().and(only_high));
    let down = flags.shr::<3>().and(low).or(flags.shr::<6>().and(only_low));
    up.or(down)
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
    let (low, high) = (V::splat(0o333), V::splat(0o666));
    let (only_low, only_high) = (V::splat(0o111), V::splat(0o444));
    let up = flags
        .shl::<1>()
        .and(high)
        .or(flags.shl::<2>().and(only_high));
    let down = flags.shr::<1>().and(low).or(flags.shr::<2>().and(only_low));
    up.or(down)
}

/// The segments (minirows and minicolumns) that hold all the labels left, two
/// or more, of a variable. A minirow is flagged at its first cell, a minicolumn
/// at its cell in the first row of its band.
struct Confined<V> {
    row: V,
    row_block: V,
    column: V,
    column_block: V,
}

/// Flags the confined segments of one register. With `useful`, only those that
/// see a label left outside.
#[inline(always)]
fn confined<V: Vector>(r: V, useful: bool) -> Confined<V> {
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

/// The targets of whips[1]: a row or column whose labels left are all in one
/// block strikes the rest of the block; a block whose labels left are all in
/// one row or column strikes the rest of that.
#[inline(always)]
fn whip1<V: Vector>(left: &Registers<V>) -> Registers<V> {
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

#[inline(always)]
fn segments_with<V: Vector>(left: &Boards, useful: bool) -> [Boards; 4] {
    let x = load::<V>(left);
    let mut flags = [x; 4];
    for i in 0..REGISTERS {
        let segments = confined(x[i], useful);
        flags[0][i] = segments.row;
        flags[1][i] = segments.column;
        flags[2][i] = segments.row_block;
        flags[3][i] = segments.column_block;
    }
    [
        store(&flags[0]),
        store(&flags[1]),
        store(&flags[2]),
        store(&flags[3]),
    ]
}

#[inline(always)]
fn whip1_with<V: Vector>(left: &Boards) -> Boards {
    store(&whip1(&load::<V>(left)))
}

/// Calls the AVX2 instance of a function where the kernel may, else the portable one.
macro_rules! dispatch {
    ($kernel:expr, $generic:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn wide($($arg: $type),*) $(-> $result)? {
                $generic::<super::vector::avx2::Avx2>($($arg),*)
            }
            if $kernel.wide {
                // SAFETY: `wide` is set only where the machine has these features.
                return unsafe { wide($($arg),*) };
            }
        }
        $generic::<Portable>($($arg),*)
    }};
}

/// The kernel of 9×9 Sudoku.
#[derive(Clone, Copy, Debug)]
pub struct SudokuKernel {
    /// The machine was asked for AVX2 and has it.
    wide: bool,
}

impl SudokuKernel {
    /// The fastest kernel that this machine can run.
    pub fn new() -> Self {
        #[cfg(target_arch = "x86_64")]
        let wide = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let wide = false;
        SudokuKernel { wide }
    }

    fn segments(&self, left: &Boards, useful: bool) -> [Boards; 4] {
        dispatch!(self, segments_with(left: &Boards, useful: bool) -> [Boards; 4])
    }

    /// The kernel without any instruction that a machine may lack.
    pub const fn portable() -> Self {
        SudokuKernel { wide: false }
    }
}

impl Default for SudokuKernel {
    fn default() -> Self {
        Self::new()
    }
}

impl Kernel for SudokuKernel {
    type Set = Boards;

    fn model(&self) -> &Model {
        sudoku_model()
    }

    fn matrices(&self) -> &[CoverMatrix] {
        families::matrices()
    }

    #[inline]
    fn incidence(&self, left: &Boards, matrix: usize) -> Incidence {
        families::incidence(left, matrix)
    }

    fn none(&self) -> Boards {
        Boards::EMPTY
    }

    #[inline]
    fn strike(&self, left: &mut Boards, label: Label) {
        let (digit, cell) = (label.index() / 81, label.index() % 81);
        dispatch!(self, strike_with(left: &mut Boards, digit: usize, cell: usize))
    }

    #[inline]
    fn scan(&self, left: &Boards) -> Scan<Boards> {
        dispatch!(self, scan_with(left: &Boards) -> Scan<Boards>)
    }

    fn singles_of_kind(&self, left: &Boards, kind: Kind) -> Boards {
        let kind = kind.0 as usize;
        dispatch!(self, singles_of_kind_with(left: &Boards, kind: usize) -> Boards)
    }

    fn empty_variables(&self, left: &Boards) -> Vec<Variable> {
        self.model()
            .variables()
            .filter(|&variable| !self.has(variable, left))
            .collect()
    }

    fn has(&self, variable: Variable, set: &Boards) -> bool {
        set.meets(groups::labels_of(variable))
    }

    #[inline]
    fn whip1_targets(&self, left: &Boards) -> Boards {
        dispatch!(self, whip1_with(left: &Boards) -> Boards)
    }

    #[inline]
    fn singles_touching(&self, left: &Boards, touched: &Boards) -> Boards {
        dispatch!(self, singles_touching_with(left: &Boards, touched: &Boards) -> Boards)
    }

    #[inline]
    fn strike_all(&self, left: &mut Boards, struck: &Boards) {
        dispatch!(self, strike_all_with(left: &mut Boards, struck: &Boards))
    }

    #[inline]
    fn closes(&self, left: &Boards, singles: &Boards, forced: &Boards) -> bool {
        dispatch!(self, closes_with(left: &Boards, singles: &Boards, forced: &Boards) -> bool)
    }

    fn groups(&self, left: &Boards, useful: bool, found: &mut Vec<GLabel>) {
        groups::of_segments(&self.segments(left, useful), found);
    }

    fn strike_group(&self, left: &mut Boards, group: GLabel) {
        left.subtract(groups::linked(group));
    }

    #[inline]
    fn rounds(&self, state: &mut State<Boards>, limit: usize) -> Option<usize> {
        dispatch!(self, rounds_with(state: &mut State<Boards>, limit: usize) -> Option<usize>)
    }
}
