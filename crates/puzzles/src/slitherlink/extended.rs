//! Extended Loops (CSP-Rules manual 10.5), an option of the kind: a path of decided lines,
//! and an isolated chain that joins its two ends. The lines of such a chain are undecided
//! and meet at points whose other lines are absent, so that either all of them are present
//! or none is. If they are, they close a loop, as the single line of [`super::loops`] does.

use std::ops::ControlFlow;

use super::facts::Facts;
use super::grid::Edge;
use super::notation::list;
use super::paths::LinePaths;
use super::rules::Rules;
use gradus_csp::{Deduction, Label, Visitor};

/// The shortest path and the longest chain in the rules of CSP-Rules.
const SHORTEST_PATH: usize = 4;
/// See [`SHORTEST_PATH`].
const LONGEST_CHAIN: usize = 20;

/// Visits the conclusions of Extended Loops, shorter ones first.
pub(super) fn visit(
    rules: &Rules,
    facts: &Facts<'_>,
    paths: &LinePaths,
    visitor: &mut Visitor<'_>,
) -> ControlFlow<()> {
    let layout = facts.layout;
    let mut found = Vec::new();
    for part in paths.parts() {
        let Some([from, to]) = part.ends else {
            continue;
        };
        if part.len() < SHORTEST_PATH {
            continue;
        }
        for line in layout.grid.at_point(from).into_iter().flatten() {
            if facts.is_open(line) {
                found.extend(chain(facts, paths, from, to, line).map(|chain| (part, chain)));
            }
        }
    }
    found.sort_by_key(|(part, chain)| part.len() + chain.len());
    for (part, chain) in found {
        let path = paths.lines(part).iter().copied();
        let lines = path.clone().chain(chain.iter().copied());
        let alone = paths.count() == part.len();
        let is_solution = alone && rules.contacts.satisfied(lines);
        let label = |&line: &Edge| layout.line(line, !is_solution);
        let targets: Vec<Label> = chain.iter().map(label).collect();
        let premise = || {
            let length = part.len() + chain.len();
            let (path, chain) = (
                list(layout, path.clone()),
                list(layout, chain.iter().copied()),
            );
            format!("{length} lines {path} and the chain {chain}")
        };
        visitor(Deduction {
            rule: "xtd-loop",
            premise: &premise,
            targets: &targets,
        })?;
    }
    ControlFlow::Continue(())
}

/// The isolated chain of two lines or more from one end of a path to the other that begins
/// with a line.
fn chain(
    facts: &Facts<'_>,
    paths: &LinePaths,
    from: usize,
    to: usize,
    first: Edge,
) -> Option<Vec<Edge>> {
    let grid = facts.layout.grid;
    let mut chain = vec![first];
    let mut point = from;
    loop {
        let line = *chain.last()?;
        let [a, b] = grid.ends(line);
        point = if a == point { b } else { a };
        if point == to {
            return (chain.len() >= 2).then_some(chain);
        }
        if paths.degree(point) > 0 || chain.len() == LONGEST_CHAIN {
            return None;
        }
        let others = grid.at_point(point).into_iter().flatten();
        let mut others = others.filter(|&other| other != line && !facts.is_false(other));
        match (others.next(), others.next()) {
            (Some(next), None) => chain.push(next),
            _ => return None,
        }
    }
}
