//! The rules of Slitherlink in their order (PBCS2 17.11.1): macro-rules, Loops, Extended
//! Loops if the puzzle has this option, Colours. All are between Singles and whips\[1\].

use std::sync::Arc;

use super::grid::{Edge, LineGrid};
use super::layout::Layout;

/// The rules of one puzzle.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) layout: Arc<Layout>,
    pub(super) contacts: Contacts,
    /// True if Extended Loops are among them.
    pub(super) extended: bool,
}

impl Rules {
    pub(super) fn new(layout: Arc<Layout>, extended: bool) -> Rules {
        Rules {
            contacts: Contacts::new(layout.grid, &layout.givens),
            layout,
            extended,
        }
    }
}

/// Returns true if lines are a single loop, and there are any.
pub(super) fn is_one_loop(grid: LineGrid, exists: &dyn Fn(Edge) -> bool) -> bool {
    let count = grid.lines().filter(|&line| exists(line)).count();
    let Some(first) = grid.lines().find(|&line| exists(line)) else {
        return false;
    };
    let [start, mut point] = grid.ends(first);
    let (mut line, mut followed) = (first, 1);
    while point != start {
        let lines = grid.at_point(point).into_iter().flatten();
        let mut next = lines.filter(|&next| next != line && exists(next));
        line = match (next.next(), next.next()) {
            (Some(only), None) => only,
            _ => return false,
        };
        let [a, b] = grid.ends(line);
        point = if a == point { b } else { a };
        followed += 1;
        if followed > count {
            return false;
        }
    }
    followed == count
}

/// The contacts of the lines of a puzzle with its givens. A loop that has as many contacts
/// with each given as its number is a solution (PBCS2 17.8).
#[derive(Debug)]
pub(super) struct Contacts {
    grid: LineGrid,
    givens: Vec<Option<u8>>,
    of_line: Vec<u8>,
    /// The sum of the givens.
    sum: usize,
}

impl Contacts {
    /// The contacts of a puzzle.
    pub(super) fn new(grid: LineGrid, givens: &[Option<u8>]) -> Contacts {
        let touched = |line| {
            let cells = grid.beside(line).into_iter().flatten();
            cells.filter(|&cell| givens[cell].is_some()).count() as u8
        };
        Contacts {
            grid,
            givens: givens.to_vec(),
            of_line: grid.lines().map(touched).collect(),
            sum: givens.iter().flatten().map(|&given| given as usize).sum(),
        }
    }

    /// Number of cells with a given beside a line.
    pub(super) fn of(&self, line: Edge) -> usize {
        self.of_line[line.index()].into()
    }

    /// The sum of the givens.
    pub(super) fn sum(&self) -> usize {
        self.sum
    }

    /// Returns true if lines touch each given as often as its number. The sums are compared
    /// first, which decides nearly all cases.
    pub(super) fn satisfied(&self, lines: impl Iterator<Item = Edge> + Clone) -> bool {
        if lines.clone().map(|line| self.of(line)).sum::<usize>() != self.sum {
            return false;
        }
        let mut missing = self.givens.clone();
        for line in lines {
            for cell in self.grid.beside(line).into_iter().flatten() {
                match &mut missing[cell] {
                    Some(0) => return false,
                    Some(count) => *count -= 1,
                    None => {}
                }
            }
        }
        true
    }
}
