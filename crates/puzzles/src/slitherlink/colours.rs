//! Colours (PBCS2 17.10.1): cells are in the loop or out of it, and all beyond the edge is
//! out. Two cells with a side in common have the same colour if and only if the side is not
//! there.

use std::ops::ControlFlow;

use super::facts::Facts;
use super::grid::Line;
use super::layout::{IN, OUT, Place};
use super::notation::{cell_name, line_name};
use gradus_csp::{Deduction, Visitor};

/// Names of the two steps in paths.
pub(crate) const LINE_TO_COLOUR: &str = "line-to-colour";
/// See [`LINE_TO_COLOUR`].
pub(crate) const COLOUR_TO_LINE: &str = "colour-to-line";

/// The other colour.
fn other(colour: u8) -> u8 {
    match colour {
        OUT => IN,
        _ => OUT,
    }
}

fn word(colour: u8) -> &'static str {
    match colour {
        OUT => "out",
        _ => "in",
    }
}

/// Visits all that lines say about colours, cell by cell outwards from what is known, and
/// then what colours say about lines.
pub(super) fn visit(facts: &Facts<'_>, visitor: &mut Visitor<'_>) -> ControlFlow<()> {
    let (layout, grid) = (facts.layout, facts.layout.grid);
    let mut colours: Vec<Option<u8>> = (0..grid.cells()).map(|cell| facts.colour(cell)).collect();
    let mut reached: Vec<usize> = (0..grid.cells())
        .filter(|&cell| colours[cell].is_some())
        .collect();
    let outside = grid
        .lines()
        .filter(|&line| grid.beside(line).contains(&None));
    for line in outside {
        let [before, after] = grid.beside(line);
        if let Some(cell) = before.or(after) {
            say(
                facts,
                line,
                None,
                OUT,
                cell,
                &mut colours,
                &mut reached,
                visitor,
            )?;
        }
    }
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        let Some(colour) = colours[cell] else {
            continue;
        };
        for line in grid.sides(cell) {
            let beside = grid.beside(line).into_iter().flatten();
            if let Some(to) = beside.into_iter().find(|&to| to != cell) {
                say(
                    facts,
                    line,
                    Some(cell),
                    colour,
                    to,
                    &mut colours,
                    &mut reached,
                    visitor,
                )?;
            }
        }
    }
    for line in grid.lines() {
        let colour = |cell: Option<usize>| cell.map_or(Some(OUT), |cell| colours[cell]);
        let [before, after] = grid.beside(line);
        let (Some(one), Some(two)) = (colour(before), colour(after)) else {
            continue;
        };
        let target = layout.line(line, one == two);
        if facts.is_left(target) {
            let name = |cell: Option<usize>| match cell {
                Some(cell) => cell_name(layout, cell),
                None => "the outside".to_string(),
            };
            visitor(Deduction {
                rule: COLOUR_TO_LINE,
                premise: &|| {
                    let (one, two) = (word(one), word(two));
                    format!("{} is {one}, {} is {two}", name(before), name(after))
                },
                targets: &[target],
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Visits what a decided line says about a cell, if a colour beyond it is known.
#[expect(clippy::too_many_arguments, reason = "one step of one search")]
fn say(
    facts: &Facts<'_>,
    line: Line,
    from: Option<usize>,
    colour: u8,
    to: usize,
    colours: &mut [Option<u8>],
    reached: &mut Vec<usize>,
    visitor: &mut Visitor<'_>,
) -> ControlFlow<()> {
    let layout = facts.layout;
    let follows = match (facts.is_true(line), facts.is_false(line)) {
        (true, _) => other(colour),
        (_, true) => colour,
        _ => return ControlFlow::Continue(()),
    };
    if colours[to].is_none() {
        colours[to] = Some(follows);
        reached.push(to);
    }
    let wrong = layout.label(Place::Colour(to), other(follows));
    let Some(wrong) = wrong.filter(|&wrong| facts.is_left(wrong)) else {
        return ControlFlow::Continue(());
    };
    visitor(Deduction {
        rule: LINE_TO_COLOUR,
        premise: &|| {
            let name = match from {
                Some(cell) => cell_name(layout, cell),
                None => "the outside".to_string(),
            };
            let there = u8::from(follows != colour);
            format!(
                "{name} is {}, {}={there}",
                word(colour),
                line_name(layout, line)
            )
        },
        targets: &[wrong],
    })
}
