//! XY-Wing and XYZ-Wing.

use crate::board::Board;
use crate::geometry::{PEERS, cells, peers_in};
use crate::hint::{Removals, removals};

/// The first XY-Wing.
pub(crate) fn xy(board: &Board) -> Option<Removals> {
    let cand = &board.grid.cand;
    for pivot in cells(board.bivalue) {
        let own = cand[pivot];
        let near = PEERS[pivot] & board.bivalue;
        for first in peers_in(pivot, near) {
            let one = cand[first];
            if (own & one).count_ones() != 1 {
                continue;
            }
            for second in peers_in(pivot, near) {
                if cand[second] == own ^ one {
                    let victims = PEERS[first] & PEERS[second];
                    let found = removals(&board.grid, cells(victims), one & !own);
                    if !found.is_empty() {
                        return Some(found);
                    }
                }
            }
        }
    }
    None
}

/// The first XYZ-Wing.
pub(crate) fn xyz(board: &Board) -> Option<Removals> {
    let cand = &board.grid.cand;
    for pivot in (0..81).filter(|&cell| board.grid.n(cell) == 3) {
        let own = cand[pivot];
        let near = PEERS[pivot] & board.bivalue;
        if near & (near.wrapping_sub(1)) == 0 {
            continue;
        }
        for first in peers_in(pivot, near) {
            let one = cand[first];
            if one & !own != 0 {
                continue;
            }
            for second in peers_in(pivot, near) {
                let two = cand[second];
                if two & !own == 0 && two != one {
                    let victims = PEERS[first] & PEERS[second] & PEERS[pivot];
                    let found = removals(&board.grid, cells(victims), one & two);
                    if !found.is_empty() {
                        return Some(found);
                    }
                }
            }
        }
    }
    None
}
