//! Unavoidable sets: cells of a complete grid whose digits can be exchanged among
//! themselves, so that every puzzle with this one solution has a clue in each of them.
//!
//! The small ones decide nearly every question about few clues. Those of two kinds are read
//! off a grid in a few microseconds: exchanges of two digits, and exchanges between two
//! rows of a band (or two columns of a stack).

use super::cells::{Cells, cells_where, each};
use super::lanes::DealLanes;
use gradus_puzzles::sudoku::Grid;

/// Larger sets are nearly always hit.
const LARGEST: u32 = 12;

/// The unavoidable sets of the two kinds with at most 12 cells, the smallest first.
pub fn small_sets(grid: &Grid) -> Vec<Cells> {
    let mut sets = Vec::with_capacity(128);
    digit_sets(grid, &mut sets);
    line_sets(grid, |row, column| 9 * row + column, &mut sets);
    line_sets(grid, |column, row| 9 * row + column, &mut sets);
    sets.sort_by_key(|set: &Cells| set.count_ones());
    sets
}

/// Where two grids differ: an unavoidable set, if both are complete.
pub(crate) fn difference(a: &Grid, b: &Grid) -> Cells {
    cells_where(|cell| a.0[cell] != b.0[cell])
}

/// Exchanges of two digits: in some rows, so that columns and blocks come out even.
fn digit_sets(grid: &Grid, sets: &mut Vec<Cells>) {
    let mut column_of = [[0; 9]; 9];
    let mut row_in_column = [[0; 9]; 9];
    let mut row_in_block = [[0; 9]; 9];
    for (cell, digit) in grid.0.iter().enumerate() {
        let (row, column, digit) = (cell / 9, cell % 9, usize::from(*digit) - 1);
        column_of[digit][row] = column;
        row_in_column[digit][column] = row;
        row_in_block[digit][row / 3 * 3 + column / 3] = row;
    }
    for a in 0..9 {
        for b in a + 1..9 {
            // The rows that have b in the column, or in the block, where a row has a.
            let images = |row: usize| {
                let column = column_of[a][row];
                let block = row / 3 * 3 + column / 3;
                [row_in_column[b][column], row_in_block[b][block]]
            };
            let cells = |row: usize| [9 * row + column_of[a][row], 9 * row + column_of[b][row]];
            orbits(images, |rows| push(rows, cells, 4, sets));
        }
    }
}

/// Exchanges between two lines of a chute; `cell` gives the cell of a line and a place in
/// it. Sets of four cells are left out, being exchanges of two digits too.
fn line_sets(grid: &Grid, cell: impl Fn(usize, usize) -> usize, sets: &mut Vec<Cells>) {
    let pairs = |first: usize| [(0, 1), (0, 2), (1, 2)].map(|(a, b)| (first + a, first + b));
    for (a, b) in [0, 3, 6].into_iter().flat_map(pairs) {
        let digit = |line, place| usize::from(grid.0[cell(line, place)]);
        let mut place_in_a = [0; 10];
        for place in 0..9 {
            place_in_a[digit(a, place)] = place;
        }
        let cells = |place| [cell(a, place), cell(b, place)];
        let image = |place| [place_in_a[digit(b, place)]];
        orbits(image, |places| push(places, cells, 6, sets));
    }
}

/// Visits the orbits of nine things under some permutations, as sets of bits.
fn orbits<const N: usize>(images: impl Fn(usize) -> [usize; N], mut visit: impl FnMut(u32)) {
    let mut left: u32 = 0x1ff;
    while left != 0 {
        let mut orbit: u32 = 1 << left.trailing_zeros();
        let mut fresh = orbit;
        while fresh != 0 {
            let reached = images(fresh.trailing_zeros() as usize);
            let reached = reached.iter().fold(0, |set, image| set | 1 << image) & !orbit;
            orbit |= reached;
            fresh = fresh & (fresh - 1) | reached;
        }
        visit(orbit);
        left &= !orbit;
    }
}

/// Adds the cells of an orbit, two for each of its members, unless they are too few or too many.
fn push(orbit: u32, cells: impl Fn(usize) -> [usize; 2], fewest: u32, sets: &mut Vec<Cells>) {
    let size = 2 * orbit.count_ones();
    if size < fewest || size > LARGEST {
        return;
    }
    let members = (0..9).filter(|member| orbit >> member & 1 == 1);
    sets.push(members.flat_map(cells).fold(0, |set, cell| set | 1 << cell));
}

/// Unavoidable sets in the form in which many puzzles at once are tested.
pub(crate) struct SmallSets {
    sizes: Vec<u8>,
    cells: Vec<u8>,
}

impl SmallSets {
    /// Takes the sets down.
    pub(crate) fn new(sets: &[Cells]) -> SmallSets {
        SmallSets {
            sizes: sets.iter().map(|set| set.count_ones() as u8).collect(),
            cells: sets
                .iter()
                .flat_map(|&set| each(set))
                .map(|cell| cell as u8)
                .collect(),
        }
    }

    /// The lanes in which all sets are hit; `clues` are the lanes that have a clue in each cell.
    pub(crate) fn all_hit(&self, clues: &[DealLanes; 81]) -> DealLanes {
        let mut all = DealLanes::ALL;
        let mut cells = &self.cells[..];
        for &size in &self.sizes {
            let (set, rest) = cells.split_at(usize::from(size));
            let clues = set.iter().map(|&cell| clues[usize::from(cell)]);
            all = all.and(clues.fold(DealLanes::NONE, DealLanes::or));
            cells = rest;
        }
        all
    }
}
