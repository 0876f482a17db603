//! Colours (PBCS2 17.10.1): cells are inside or outside the loop, and everything beyond the
//! edge is outside. Two neighbouring cells have the same colour if and only if their common
//! side is absent.

use std::ops::ControlFlow;

use super::facts::Facts;
use super::grid::Edge;
use super::layout::{IN, OUT, Site};
use super::notation::{cell_or_outside, line_name};
use gradus_csp::{Deduction, Visitor};

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

/// Visits all consequences of lines for colours, cell by cell outwards from known colours,
/// and then those of colours for lines.
pub(super) fn visit(facts: &Facts<'_>, visitor: &mut Visitor<'_>) -> ControlFlow<()> {
    let (layout, grid) = (facts.layout, facts.layout.grid);
    let colours: Vec<Option<u8>> = (0..grid.cells()).map(|cell| facts.colour(cell)).collect();
    let known = (0..grid.cells()).filter(|&cell| colours[cell].is_some());
    let mut spread = Spread {
        facts,
        reached: known.collect(),
        colours,
        visitor,
    };
    let outside = grid
        .lines()
        .filter(|&line| grid.beside(line).contains(&None));
    for line in outside {
        let [before, after] = grid.beside(line);
        if let Some(cell) = before.or(after) {
            spread.say(line, None, OUT, cell)?;
        }
    }
    let mut next = 0;
    while let Some(&cell) = spread.reached.get(next) {
        next += 1;
        let Some(colour) = spread.colours[cell] else {
            continue;
        };
        for line in grid.sides(cell) {
            let beside = grid.beside(line).into_iter().flatten();
            if let Some(to) = beside.into_iter().find(|&to| to != cell) {
                spread.say(line, Some(cell), colour, to)?;
            }
        }
    }
    let Spread {
        colours, visitor, ..
    } = spread;
    for line in grid.lines() {
        let colour = |cell: Option<usize>| cell.map_or(Some(OUT), |cell| colours[cell]);
        let [before, after] = grid.beside(line);
        let (Some(one), Some(two)) = (colour(before), colour(after)) else {
            continue;
        };
        let target = layout.line(line, one == two);
        if facts.is_left(target) {
            visitor(Deduction {
                rule: "colour-to-line",
                premise: &|| {
                    let (one, two) = (word(one), word(two));
                    format!(
                        "{} is {one}, {} is {two}",
                        cell_or_outside(layout, before),
                        cell_or_outside(layout, after)
                    )
                },
                targets: &[target],
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// The search for colours from cell to cell.
struct Spread<'a, 'b> {
    facts: &'a Facts<'a>,
    colours: Vec<Option<u8>>,
    /// The cells with a colour, in the order in which they are reached.
    reached: Vec<usize>,
    visitor: &'a mut Visitor<'b>,
}

impl Spread<'_, '_> {
    /// Visits the consequence of a decided line for a cell, given the colour beyond the line.
    fn say(&mut self, line: Edge, from: Option<usize>, colour: u8, to: usize) -> ControlFlow<()> {
        let facts = self.facts;
        let layout = facts.layout;
        let follows = match (facts.is_true(line), facts.is_false(line)) {
            (true, _) => other(colour),
            (_, true) => colour,
            _ => return ControlFlow::Continue(()),
        };
        if self.colours[to].is_none() {
            self.colours[to] = Some(follows);
            self.reached.push(to);
        }
        let wrong = layout.label(Site::Colour(to), other(follows));
        let Some(wrong) = wrong.filter(|&wrong| facts.is_left(wrong)) else {
            return ControlFlow::Continue(());
        };
        (self.visitor)(Deduction {
            rule: "line-to-colour",
            premise: &|| {
                let name = cell_or_outside(layout, from);
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
}
