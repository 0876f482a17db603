//! The rules of Slitherlink in their order (PBCS2 17.11.1): macro-rules, Loops, Extended
//! Loops if they are asked for, Colours. All stand between Singles and whips\[1\].

use std::sync::Arc;

use super::contacts::Contacts;
use super::grid::{Grid, Line};
use super::layout::Layout;

/// The rules of one puzzle.
#[derive(Debug)]
pub(crate) struct Rules {
    pub(super) layout: Arc<Layout>,
    pub(super) contacts: Contacts,
    /// Whether Extended Loops are among them.
    pub(super) extended: bool,
}

impl Rules {
    pub(crate) fn new(layout: Arc<Layout>, extended: bool) -> Rules {
        Rules {
            contacts: Contacts::new(layout.grid, &layout.givens),
            layout,
            extended,
        }
    }
}

/// Whether lines are one single loop, and at least that.
pub(super) fn is_one_loop(grid: Grid, exists: &dyn Fn(Line) -> bool) -> bool {
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
