//! Macro-rules about numbers in characteristic places, beyond whips\[1\] ("nW1eq" in
//! CSP-Rules; PBCS2 17.7 and 17.9). Numbers may be given or found.
//!
//! Some of them assume that a small loop round their cells is not the solution.
//! They are not applied where this loop would satisfy all givens.

use std::ops::ControlFlow;

use super::facts::Facts;
use super::grid::Edge;
use super::layout::Site;
use super::notation::cell_name;
use super::rules::Rules;
use super::turned::Turned;
use crate::text::joined;
use gradus_csp::{Deduction, Label, Visitor};

/// The most contacts that a loop round four cells can have.
const SMALL: usize = 16;

/// Visits the conclusions of all macro-rules.
pub(super) fn visit(
    rules: &Rules,
    facts: &Facts<'_>,
    visitor: &mut Visitor<'_>,
) -> ControlFlow<()> {
    let grid = facts.layout.grid;
    let numbers = (0..grid.cells()).map(|cell| facts.number(cell)).collect();
    let mut search = MacroSearch {
        rules,
        facts,
        numbers,
        visitor,
    };
    search.adjacent_3_3()?;
    search.square_of_2s()?;
    search.adjacent_3_2()?;
    search.three_one_one_three()?;
    search.no_u_turn()?;
    search.corners()
}

struct MacroSearch<'a, 'b> {
    rules: &'a Rules,
    facts: &'a Facts<'a>,
    numbers: Vec<Option<u8>>,
    visitor: &'a mut Visitor<'b>,
}

impl MacroSearch<'_, '_> {
    /// The cells with a number, in this orientation.
    fn with_number(&self, turned: Turned, number: u8) -> Vec<(i32, i32)> {
        let cells = self.numbers.iter().enumerate();
        let cells = cells.filter(|(_, found)| **found == Some(number));
        cells.map(|(cell, _)| turned.place(cell)).collect()
    }

    fn is(&self, turned: Turned, (row, column): (i32, i32), number: u8) -> bool {
        let cell = turned.cell(row, column);
        cell.is_some_and(|cell| self.numbers[cell] == Some(number))
    }

    /// Visits a conclusion about lines, skipping lines that do not exist.
    fn lines(
        &mut self,
        rule: &'static str,
        cells: &[Option<usize>],
        there: &[Option<Edge>],
        not: &[Option<Edge>],
    ) -> ControlFlow<()> {
        let layout = self.facts.layout;
        let wrong = |line: &Option<Edge>, there: bool| line.map(|line| layout.line(line, !there));
        let there = there.iter().filter_map(|line| wrong(line, true));
        let not = not.iter().filter_map(|line| wrong(line, false));
        let targets: Vec<Label> = there.chain(not).collect();
        self.labels(rule, cells, &targets)
    }

    fn labels(
        &mut self,
        rule: &'static str,
        cells: &[Option<usize>],
        targets: &[Label],
    ) -> ControlFlow<()> {
        if !targets.iter().any(|&target| self.facts.is_left(target)) {
            return ControlFlow::Continue(());
        }
        let layout = self.facts.layout;
        (self.visitor)(Deduction {
            rule,
            premise: &|| {
                let cells = cells.iter().flatten();
                joined(cells.map(|&cell| cell_name(layout, cell)), " ")
            },
            targets,
        })
    }

    /// Returns true if the loop round some cells satisfies all givens.
    fn is_solution_round(&self, cells: &[Option<usize>]) -> bool {
        if self.rules.contacts.sum() > SMALL {
            return false;
        }
        let grid = self.facts.layout.grid;
        let sides = cells.iter().flatten().flat_map(|&cell| grid.sides(cell));
        let sides: Vec<Edge> = sides.collect();
        let once = |line: &&Edge| sides.iter().filter(|other| other == line).count() == 1;
        let lines = sides.iter().filter(once).copied();
        self.rules.contacts.satisfied(lines)
    }

    fn adjacent_3_3(&mut self) -> ControlFlow<()> {
        for seen in Turned::two(self.facts.layout.grid) {
            for (r, c) in self.with_number(seen, 3) {
                if !self.is(seen, (r, c + 1), 3) {
                    continue;
                }
                let cells = [seen.cell(r, c), seen.cell(r, c + 1)];
                if !self.is_solution_round(&cells) {
                    let there = [0, 1, 2].map(|more| seen.vertical(r, c + more));
                    let not = [-1, 1].map(|more| seen.vertical(r + more, c + 1));
                    self.lines("adjacent-3-3", &cells, &there, &not)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn square_of_2s(&mut self) -> ControlFlow<()> {
        let layout = self.facts.layout;
        let grid = layout.grid;
        let seen = Turned::two(grid)[0];
        for (r, c) in self.with_number(seen, 2) {
            let square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)];
            if !square.iter().all(|&place| self.is(seen, place, 2)) {
                continue;
            }
            let cells = square.map(|(row, column)| seen.cell(row, column));
            if !self.is_solution_round(&cells) {
                let middle = grid.point(r as usize + 1, c as usize + 1);
                let nothing = layout.label(Site::Point(middle), 0);
                self.labels("square-of-2s", &cells, nothing.as_slice())?;
            }
        }
        ControlFlow::Continue(())
    }

    fn adjacent_3_2(&mut self) -> ControlFlow<()> {
        for seen in Turned::four(self.facts.layout.grid) {
            for (r, c) in self.with_number(seen, 3) {
                let beyond = seen.vertical(r, c + 2);
                let closed = beyond.is_some_and(|line| self.facts.is_false(line));
                if !closed || !self.is(seen, (r, c + 1), 2) {
                    continue;
                }
                let (rule, third) = if self.is(seen, (r, c + 2), 0) {
                    ("adjacent-3-2-0", seen.cell(r, c + 2))
                } else {
                    ("adjacent-3-2-noline", None)
                };
                let cells = [seen.cell(r, c), seen.cell(r, c + 1), third];
                let not = [-1, 1].map(|more| seen.vertical(r + more, c + 1));
                self.lines(rule, &cells, &[seen.vertical(r, c)], &not)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns true if a cell is a 3, or a 2 that ends a diagonal of 2s that begins with a 3.
    fn presses(&self, seen: Turned, (row, column): (i32, i32), step: (i32, i32)) -> bool {
        let mut place = (row, column);
        while self.is(seen, place, 2) {
            place = (place.0 + step.0, place.1 + step.1);
        }
        self.is(seen, place, 3)
    }

    fn three_one_one_three(&mut self) -> ControlFlow<()> {
        for seen in Turned::two(self.facts.layout.grid) {
            for (r, c) in self.with_number(seen, 1) {
                if !self.is(seen, (r, c + 1), 1) {
                    continue;
                }
                let pressing = |side: i32| {
                    let left = self.presses(seen, (r + side, c), (side, -1));
                    let right = self.presses(seen, (r + side, c + 1), (side, 1));
                    match (left, right) {
                        (true, _) => Some(c),
                        (_, true) => Some(c + 1),
                        _ => None,
                    }
                };
                let (Some(above), Some(below)) = (pressing(-1), pressing(1)) else {
                    continue;
                };
                let cells = [
                    seen.cell(r - 1, above),
                    seen.cell(r, c),
                    seen.cell(r, c + 1),
                    seen.cell(r + 1, below),
                ];
                let there = [-1, 1].map(|more| seen.vertical(r + more, c + 1));
                let not = [0, 2].map(|more| seen.vertical(r, c + more));
                self.lines("3+1+1+3", &cells, &there, &not)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn no_u_turn(&mut self) -> ControlFlow<()> {
        for seen in Turned::four(self.facts.layout.grid) {
            for (r, c) in self.with_number(seen, 3) {
                let around = [
                    seen.horizontal(r, c + 2),
                    seen.vertical(r - 1, c + 2),
                    seen.horizontal(r + 1, c + 2),
                    seen.vertical(r + 1, c + 2),
                ];
                let is_false =
                    |line: &Option<Edge>| line.is_some_and(|line| self.facts.is_false(line));
                if !around.iter().all(is_false) {
                    continue;
                }
                let cells = [seen.cell(r, c), seen.cell(r, c + 1)];
                if !self.is_solution_round(&cells) {
                    let not = [
                        seen.horizontal(r, c + 1),
                        seen.horizontal(r + 1, c + 1),
                        seen.vertical(r, c + 2),
                    ];
                    self.lines("3-no-U-turn", &cells[..1], &[], &not)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn corners(&mut self) -> ControlFlow<()> {
        for seen in Turned::eight(self.facts.layout.grid) {
            let number = |row, column| self.numbers[seen.cell(row, column)?];
            let all_2s = |last: i32| (0..=last).all(|at| number(last - at, at) == Some(2));
            let diagonal = |last: i32| (0..=last).map(move |at| seen.cell(last - at, at));
            let near = (number(0, 1), number(1, 0), number(1, 1));
            let (three, five) = (all_2s(2), all_2s(4));
            let h = |row, column| seen.horizontal(row, column);
            let v = |row, column| seen.vertical(row, column);
            let cells = [seen.cell(0, 1), seen.cell(1, 0)];
            let with_third = [cells[0], cells[1], seen.cell(1, 1)];
            match near {
                (Some(1), Some(1), _) => {
                    self.lines("1-1-in-corner", &cells, &[], &[h(1, 0), v(0, 1)])?;
                }
                (Some(3), Some(1), _) => {
                    let pair = [seen.cell(0, 0), seen.cell(0, 1)];
                    if !self.is_solution_round(&pair) {
                        self.lines("1-3-in-corner", &cells, &[v(0, 1)], &[h(1, 0)])?;
                    }
                }
                (Some(3), Some(2), third) => {
                    self.lines("2-3-in-corner", &cells, &[v(0, 2)], &[])?;
                    if third == Some(1) {
                        self.lines("2-3+1-in-corner", &with_third, &[v(0, 1), v(0, 2)], &[])?;
                    }
                }
                (Some(2), Some(2), Some(3)) => {
                    // Two loops round three cells have these numbers too.
                    let round = |second| {
                        let three = [seen.cell(0, 0), second, seen.cell(1, 1)];
                        self.is_solution_round(&three)
                    };
                    if !cells.into_iter().any(round) {
                        let there = [h(0, 0), h(0, 2), v(0, 0), v(2, 0)];
                        self.lines("2-2+3-in-corner", &with_third, &there, &[])?;
                    }
                }
                _ => {}
            }
            for (exists, rule, last) in [
                (three, "three-2s-in-corner", 2),
                (five, "five-2s-in-corner", 4),
            ] {
                if exists {
                    let cells: Vec<Option<usize>> = diagonal(last).collect();
                    let there = [h(0, last + 1), v(last + 1, 0)];
                    self.lines(rule, &cells, &there, &[])?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
