//! The rule of Loops, or quasi-loops (PBCS2 17.8, theorem 17.2): a path of decided lines,
//! and a line that joins its two ends.
//!
//! Closing a loop is wrong unless the loop is the solution: it must touch every given
//! as often as its number, and no line outside it may be present. If it touches the givens
//! in this way, it *is* a solution, and the line is present, because the solution is unique;
//! no other conclusion depends on uniqueness. It is drawn regardless of other facts, from
//! parts of paths too, so that it still holds in later states: a state that contradicts it
//! is contradictory.
//!
//! A closed loop is the solution, without any other line, or a contradiction.

use std::ops::ControlFlow;

use super::facts::Facts;
use super::grid::Edge;
use super::notation::list;
use super::paths::LinePaths;
use super::rules::Rules;
use gradus_csp::{Deduction, Visitor};

/// The shortest loop: four lines would be all the sides of a cell, for which B has no value.
const SHORTEST: usize = 6;

/// A line that would close a path.
struct ClosingLine {
    length: usize,
    line: Edge,
    /// True if the loop would satisfy the givens.
    satisfies: bool,
}

/// Visits the conclusions of Loops, shorter ones first.
pub(super) fn visit(
    rules: &Rules,
    facts: &Facts<'_>,
    paths: &LinePaths,
    visitor: &mut Visitor<'_>,
) -> ControlFlow<()> {
    let (layout, grid) = (facts.layout, facts.layout.grid);
    let mut closings = Vec::new();
    for line in grid.lines() {
        let Some((path, contacts)) = paths.between(grid.ends(line)) else {
            continue;
        };
        let length = path.len() + 1;
        if length < SHORTEST || facts.is_true(line) {
            continue;
        }
        let lines = path.iter().copied().chain([line]);
        let sum = contacts + rules.contacts.of(line);
        let satisfies = sum == rules.contacts.sum() && rules.contacts.satisfied(lines);
        if satisfies || !facts.is_false(line) {
            closings.push(ClosingLine {
                length,
                line,
                satisfies,
            });
        }
    }
    closings.sort_by_key(|closing| (closing.length, closing.line));
    for ClosingLine {
        length,
        line,
        satisfies,
    } in closings
    {
        let there = layout.line(line, true);
        let not = layout.line(line, false);
        let targets = match satisfies {
            false => &[there][..],
            true if paths.count() + 1 == length => &[not],
            true => &[not, there],
        };
        let premise = || {
            let path = paths.between(grid.ends(line)).map(|(path, _)| path);
            let path = path.unwrap_or_default();
            format!("{length} lines {}", list(layout, path.iter().copied()))
        };
        visitor(Deduction {
            rule: "loop",
            premise: &premise,
            targets,
        })?;
    }
    closed(rules, facts, paths, visitor)
}

/// Visits the consequences of closed loops.
fn closed(
    rules: &Rules,
    facts: &Facts<'_>,
    paths: &LinePaths,
    visitor: &mut Visitor<'_>,
) -> ControlFlow<()> {
    let layout = facts.layout;
    for part in paths.parts().iter().filter(|part| part.ends.is_none()) {
        let lines = paths.lines(part);
        let alone = paths.count() == lines.len();
        let is_solution = alone && rules.contacts.satisfied(lines.iter().copied());
        let targets: Vec<_> = if !is_solution {
            lines.iter().map(|&line| layout.line(line, true)).collect()
        } else {
            let others = layout.grid.lines().filter(|line| !lines.contains(line));
            others.map(|line| layout.line(line, true)).collect()
        };
        if targets.iter().any(|&target| facts.is_left(target)) {
            visitor(Deduction {
                rule: "loop",
                premise: &|| {
                    let names = list(layout, lines.iter().copied());
                    format!("{} lines {names}, closed", lines.len())
                },
                targets: &targets,
            })?;
        }
    }
    ControlFlow::Continue(())
}
