//! No rule refutes a solution.

#![allow(clippy::unwrap_used, reason = "a test that fails shows where")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::grid::LineGrid;
use super::layout::{Layout, Site};
use super::rules::{Rules, is_one_loop};
use super::solver::Solver;
use gradus_csp::{Label, RuleLevel, SpecificRules, StateBits};

/// A small random generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

/// The lines round a random connected set of cells without holes.
fn random_loop(grid: LineGrid, random: &mut Random) -> Vec<bool> {
    let mut inside = vec![false; grid.cells()];
    inside[random.below(grid.cells())] = true;
    let lines = |inside: &[bool]| -> Vec<bool> {
        let is_in = |cell: Option<usize>| cell.is_some_and(|cell| inside[cell]);
        let crosses = |line| {
            let [a, b] = grid.beside(line);
            is_in(a) != is_in(b)
        };
        grid.lines().map(crosses).collect()
    };
    let size = 2 + random.below(grid.cells());
    for _ in 0..20 * grid.cells() {
        if inside.iter().filter(|cell| **cell).count() >= size {
            break;
        }
        let cell = random.below(grid.cells());
        if !inside[cell] {
            inside[cell] = true;
            let there = lines(&inside);
            let degree = |point| {
                let own = grid.at_point(point).into_iter().flatten();
                own.filter(|line| there[line.index()]).count()
            };
            let simple = (0..grid.points()).all(|point| degree(point) <= 2);
            if !simple || !is_one_loop(grid, &|line| there[line.index()]) {
                inside[cell] = false;
            }
        }
    }
    lines(&inside)
}

/// No rule refutes labels of a solution, except that Loops may do so if there are several
/// solutions; macro-rules are tried with given and with found numbers, in all places
/// where random loops have them.
#[test]
fn no_rule_refutes_a_solution() {
    let mut applied: BTreeMap<String, usize> = BTreeMap::new();
    let mut random = Random(1);
    for (rows, columns, trials) in [(3, 3, 300), (3, 5, 300), (4, 4, 1500), (5, 6, 500)] {
        let grid = LineGrid { rows, columns };
        for _ in 0..trials {
            let there = random_loop(grid, &mut random);
            let number = |cell: usize| {
                let sides = grid.sides(cell).into_iter();
                sides.filter(|side| there[side.index()]).count() as u8
            };
            // Different shares of the numbers are given.
            let share = 2 + random.below(4);
            let give = |cell: usize| (random.below(share) < 2).then(|| number(cell));
            let givens: Vec<Option<u8>> = (0..grid.cells()).map(give).collect();
            if givens.contains(&Some(4)) {
                continue;
            }
            let layout = Arc::new(Layout::new(grid, givens.clone()).unwrap());
            let mut solutions: Vec<Vec<Label>> = Vec::new();
            let _ = Solver::new(grid, &givens).each(u64::MAX, &mut |exists| {
                solutions.push(layout.solution(exists));
                solutions.len() == 60
            });
            if solutions.len() == 60 {
                continue;
            }
            // The labels of some solution are left, and some more of lines, points and colours.
            let mut left = vec![0u64; layout.labels().div_ceil(64)];
            let mut keep = |label: Label| left[label.index() / 64] |= 1 << (label.index() % 64);
            solutions.iter().flatten().for_each(|&label| keep(label));
            for place in layout.places.iter().copied() {
                let kind = matches!(place, Site::Line(_) | Site::Point(_) | Site::Colour(_));
                if kind && random.below(3) == 0 {
                    layout.labels_of(place).for_each(&mut keep);
                }
            }
            let known = StateBits {
                left: &left,
                values: &[],
            };
            for extended in [false, true] {
                let rules = Rules::new(Arc::clone(&layout), extended);
                rules.visit(RuleLevel::Basic, known, &mut |deduction| {
                    *applied.entry(deduction.rule.to_string()).or_default() += 1;
                    let closes = ["loop", "xtd-loop"].contains(&deduction.rule);
                    if solutions.len() == 1 || !closes {
                        let mut true_labels = solutions.iter().flatten();
                        let wrong = true_labels.find(|label| deduction.targets.contains(label));
                        let premise = (deduction.premise)();
                        assert_eq!(wrong, None, "{}: {premise} of {layout:?}", deduction.rule);
                    }
                    ControlFlow::Continue(())
                });
            }
        }
    }
    // Each rule was applied, except that for five 2s in a corner, which are rare.
    assert_eq!(applied.len(), 16, "{applied:?}");
}

#[test]
fn five_2s_in_a_corner_have_a_line_at_both_ends() {
    let grid = LineGrid {
        rows: 6,
        columns: 6,
    };
    let diagonal = |cell: usize| {
        let (row, column) = grid.cell_place(cell);
        (row + column == 4).then_some(2)
    };
    let givens: Vec<Option<u8>> = (0..grid.cells()).map(diagonal).collect();
    let mut count = 0;
    let _ = Solver::new(grid, &givens).each(u64::MAX, &mut |exists| {
        assert!(exists(grid.horizontal(0, 5)) && exists(grid.vertical(5, 0)));
        count += 1;
        count == 300
    });
    assert_eq!(count, 300);
}
