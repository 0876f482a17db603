//! Hidden and naked singles.

use crate::board::Board;
use crate::geometry::{CELLS, SET_ORDER};

/// The first hidden single: tenths, cell, digit.
pub(crate) fn hidden(board: &Board) -> Option<(u16, usize, usize)> {
    if board.with_ones == 0 {
        return None;
    }
    let last = board.with_ones & board.last;
    let mask = if last != 0 { last } else { board.with_ones };
    let index = mask.trailing_zeros() as usize;
    let house = SET_ORDER[index];
    let digit = board.ones[house].trailing_zeros() as usize;
    let position = board.grid.pos[digit][house].trailing_zeros() as usize;
    let tenths = match index {
        _ if last != 0 => 10,
        0..9 => 12,
        _ => 15,
    };
    Some((tenths, usize::from(CELLS[house][position]), digit))
}

/// The first naked single: cell, digit.
pub(crate) fn naked(board: &Board) -> Option<(usize, usize)> {
    (board.single != 0).then(|| {
        let cell = board.single.trailing_zeros() as usize;
        (cell, board.grid.cand[cell].trailing_zeros() as usize)
    })
}
