//! Applies the rules of a puzzle: macros, loops, extended loops and colours, in this
//! order.

use std::cell::RefCell;

use super::facts::Facts;
use super::paths::LinePaths;
use super::rules::{Rules, is_one_loop};
use super::{colours, extended, loops, macros};
use gradus_csp::{Label, RuleLevel, SpecificRules, StateBits, Visitor};

thread_local! {
    /// Rules are applied at every node of a search: the memory for paths is reused.
    static PATHS: RefCell<LinePaths> = RefCell::default();
}

impl SpecificRules for Rules {
    fn visit(&self, level: RuleLevel, known: StateBits<'_>, visitor: &mut Visitor<'_>) {
        if level != RuleLevel::Basic {
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
            // No rule comes after them.
            let _ = colours::visit(&facts, visitor);
        }
    }

    /// The lines must be a single loop.
    fn accepts(&self, values: &dyn Fn(Label) -> bool) -> bool {
        let layout = &self.layout;
        is_one_loop(layout.grid, &|line| values(layout.line(line, true)))
    }
}
