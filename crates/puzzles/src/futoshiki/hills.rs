//! Hills and valleys (PBCS 14.3). A hill is a run of signs in a line that ascends to a cell,
//! its top, and descends again: `a<b>c>d`. All its other cells are different and less than
//! the top, so that k of them exclude the values 1 to k from the top (`hill[k]`). If both
//! feet, the cells at its ends, are at least m, the values up to m + k - 1 are excluded
//! (`str-hill[k]`). Valleys are upside down: if no end exceeds M, values above M - k are out.
//!
//! Their level is 1, that of whips\[1\]. Weak rules use only the longest hills, strong ones
//! every part of a hill. CSP-Rules requires undecided feet; here they may be decided, for
//! the sake of confluence.

use std::ops::ControlFlow;

use super::signs::{Axis, Cell, Sign, Signs};
use crate::squares::shape::Shape;
use gradus_csp::{Deduction, Label, RuleLevel, SpecificRules, StateBits, Visitor};

/// A hill or a valley, or a part of one.
#[derive(Clone, Debug)]
struct Slopes {
    is_hill: bool,
    /// The names of its weak and its strong rule.
    names: [String; 2],
    /// The top of a hill or the bottom of a valley.
    summit: Cell,
    /// The cells at both ends.
    ends: [Cell; 2],
    /// Its cells in the order of the line.
    cells: Vec<Cell>,
    /// True if it can be extended on neither side.
    is_longest: bool,
}

impl Slopes {
    /// Number of cells besides the summit.
    fn length(&self) -> usize {
        self.cells.len() - 1
    }
}

/// The hills and valleys of one puzzle.
#[derive(Debug)]
pub(super) struct HillRules {
    shape: Shape,
    /// Shorter ones first.
    slopes: Vec<Slopes>,
    /// By the places of their first cells.
    signs: Signs,
}

impl HillRules {
    pub(super) fn new(signs: &Signs) -> HillRules {
        let size = signs.size();
        let mut slopes = Vec::new();
        for axis in [Axis::Row, Axis::Column] {
            for line in 0..size {
                for summit in 1..size.saturating_sub(1) {
                    for is_hill in [true, false] {
                        slopes.extend(around(signs, axis, line, summit, is_hill));
                    }
                }
            }
        }
        slopes.sort_by_key(Slopes::length);
        HillRules {
            shape: super::shape(size),
            slopes,
            signs: signs.clone(),
        }
    }

    fn label(&self, symbol: usize, cell: Cell) -> Label {
        self.shape.label(symbol, cell.0, cell.1)
    }

    /// The signs between its cells: `r5c3<r5c4>r5c5>r5c6`.
    fn text(&self, slopes: &Slopes) -> String {
        let mut text = String::new();
        let mut before: Option<Cell> = None;
        for &(row, column) in &slopes.cells {
            if let Some(previous) = before {
                let sign = if previous.0 == row {
                    self.signs.at(Axis::Row, row, previous.1)
                } else {
                    self.signs.at(Axis::Column, column, previous.0)
                };
                text.push(Sign::character(sign));
            }
            text.push_str(&format!("r{}c{}", row + 1, column + 1));
            before = Some((row, column));
        }
        text
    }

    /// The values, from 0, that the summit cannot have if the ends have no value below (in a
    /// valley, above) this one.
    fn refuted(&self, slopes: &Slopes, end: usize) -> std::ops::Range<usize> {
        let length = slopes.length();
        if slopes.is_hill {
            0..(end + length).min(self.shape.size)
        } else {
            (end + 1).saturating_sub(length)..self.shape.size
        }
    }
}

/// The hills, or the valleys, whose summit is a cell of a line.
fn around(signs: &Signs, axis: Axis, line: usize, summit: usize, is_hill: bool) -> Vec<Slopes> {
    let cell = |place: usize| match axis {
        Axis::Row => (line, place),
        Axis::Column => (place, line),
    };
    // Signs towards the summit, before it and after it.
    let (up, down) = if is_hill {
        (Sign::Less, Sign::Greater)
    } else {
        (Sign::Greater, Sign::Less)
    };
    let is = |place: usize, sign: Sign| signs.at(axis, line, place) == Some(sign);
    let before = (0..summit).rev().take_while(|&place| is(place, up)).count();
    let after = (summit..signs.size() - 1)
        .take_while(|&place| is(place, down))
        .count();
    let mut slopes = Vec::new();
    for back in 1..=before {
        for forth in 1..=after {
            let (first, last) = (summit - back, summit + forth);
            let (kind, length) = (if is_hill { "hill" } else { "valley" }, last - first);
            slopes.push(Slopes {
                is_hill,
                names: [format!("{kind}[{length}]"), format!("str-{kind}[{length}]")],
                summit: cell(summit),
                ends: [cell(first), cell(last)],
                cells: (first..=last).map(cell).collect(),
                is_longest: back == before && forth == after,
            });
        }
    }
    slopes
}

impl SpecificRules for HillRules {
    fn visit(&self, level: RuleLevel, known: StateBits<'_>, visitor: &mut Visitor<'_>) {
        if level != RuleLevel::Whips1 {
            return;
        }
        let mut targets = Vec::with_capacity(self.shape.size);
        for strong in [false, true] {
            for slopes in self.slopes.iter().filter(|own| strong || own.is_longest) {
                let has = |&symbol: &usize| {
                    let mut ends = slopes.ends.iter();
                    ends.any(|&end| known.is_left(self.label(symbol, end)))
                };
                let size = self.shape.size;
                let end = match (strong, slopes.is_hill) {
                    (false, true) => Some(0),
                    (false, false) => Some(size - 1),
                    (true, true) => (0..size).find(has),
                    (true, false) => (0..size).rev().find(has),
                };
                // Ends without values are a contradiction that Singles find.
                let Some(end) = end else { continue };
                targets.clear();
                let refuted = self.refuted(slopes, end);
                let refuted = refuted.map(|symbol| self.label(symbol, slopes.summit));
                targets.extend(refuted.filter(|&label| known.is_left(label)));
                if targets.is_empty() {
                    continue;
                }
                let deduction = Deduction {
                    rule: &slopes.names[usize::from(strong)],
                    premise: &|| self.text(slopes),
                    targets: &targets,
                };
                if let ControlFlow::Break(()) = visitor(deduction) {
                    return;
                }
            }
        }
    }
}
