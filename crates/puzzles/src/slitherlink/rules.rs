//! The rules of Slitherlink in their order (PBCS2 17.11.1): macro-rules, Loops, Extended
//! Loops if they are asked for, Colours. All stand between Singles and whips\[1\].

use std::cell::RefCell;
use std::sync::Arc;

use super::contacts::Contacts;
use super::facts::Facts;
use super::grid::{Grid, Line};
use super::layout::Layout;
use super::paths::Paths;
use super::{colours, extended, loops, macros};
use gradus_csp::{Known, Label, Level, SpecificRules, Visitor};

/// The rules of one puzzle.
#[derive(Debug)]
pub(crate) struct Rules {
    layout: Arc<Layout>,
    pub(super) contacts: Contacts,
    /// Whether Extended Loops are among them.
    extended: bool,
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

thread_local! {
    /// Rules are applied at every node of a search: memory for paths is not asked for anew.
    static PATHS: RefCell<Paths> = RefCell::default();
}

impl SpecificRules for Rules {
    fn visit(&self, level: Level, known: Known<'_>, visitor: &mut Visitor<'_>) {
        if level != Level::Basic {
            return;
        }
        let facts = Facts {
            layout: &self.layout,
            known,
        };
        if macros::visit(self, &facts, visitor).is_break() {
            return;
        }
        let done = PATHS.with_borrow_mut(|paths| {
            if !paths.read(&facts, &self.contacts) {
                return false;
            }
            loops::visit(self, &facts, paths, visitor).is_break()
                || self.extended && extended::visit(self, &facts, paths, visitor).is_break()
        });
        if !done {
            // Nothing comes after them.
            let _ = colours::visit(&facts, visitor);
        }
    }

    /// The lines must be one single loop.
    fn accepts(&self, values: &dyn Fn(Label) -> bool) -> bool {
        let layout = &self.layout;
        is_one_loop(layout.grid, &|line| values(layout.line(line, true)))
    }
}

/// Whether lines are one single loop, and at least that.
pub(super) fn is_one_loop(grid: Grid, is_there: &dyn Fn(Line) -> bool) -> bool {
    let count = grid.lines().filter(|&line| is_there(line)).count();
    let Some(first) = grid.lines().find(|&line| is_there(line)) else {
        return false;
    };
    let [start, mut point] = grid.ends(first);
    let (mut line, mut followed) = (first, 1);
    while point != start {
        let lines = grid.at_point(point).into_iter().flatten();
        let mut next = lines.filter(|&next| next != line && is_there(next));
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
