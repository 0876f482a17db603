//! The texts, the sizes of the model, and that no rule refutes a solution.

#![allow(clippy::unwrap_used, reason = "a test that fails shows where")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::grid::Grid;
use super::layout::{Layout, Place};
use super::rules::{Rules, is_one_loop};
use super::solver::Solver;
use crate::read;
use gradus_csp::{Instance, Known, Label, Labels, Level, SpecificRules};
use gradus_engine::kernel::{Kernel, initial_state};
use gradus_engine::rating::LinkCount;
use gradus_engine::solve::{count_solutions, solutions};
use gradus_engine::with_kernel;
use std::sync::Arc;

fn refused(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

#[test]
fn texts_and_ids_are_read_and_printed() {
    let text = "slitherlink:3x4,.21.30...2.3";
    for same in [
        text,
        "slitherlink:3×4,.21.30...2.3",
        "Slitherlink:3x4,.21.30...2.3",
        "4x3t0:a21a30c2a3",
        "4x3t0de:a21a30c2a3",
        "slitherlink:4x3t0:a21a30c2a3",
    ] {
        assert_eq!(read(same).unwrap().to_string(), text, "{same}");
    }
    let extended = read("slitherlink-xtd:4x3t0:a21a30c2a3").unwrap();
    assert_eq!(extended.to_string(), "slitherlink-xtd:3x4,.21.30...2.3");
    assert_eq!(extended.kind(), "slitherlink-xtd");
}

#[test]
fn other_texts_are_refused_with_a_reason() {
    assert_eq!(
        refused("slitherlink:...."),
        "slitherlink: expected ROWSxCOLUMNS,CELLS, such as 2x2,.3.2; found \"....\""
    );
    assert_eq!(
        refused("slitherlink:2x,...."),
        "slitherlink: expected ROWSxCOLUMNS,CELLS, such as 2x2,.3.2; found \"2x,....\""
    );
    assert_eq!(
        refused("slitherlink:0x4,"),
        "slitherlink: a grid of 0 rows and 4 columns has no cells"
    );
    assert_eq!(
        refused("slitherlink:2x2,..."),
        "slitherlink: 3 cells: 2 rows of 2 are 4"
    );
    assert_eq!(
        refused("slitherlink:2x2,..4."),
        "slitherlink: cell 3 is '4': expected 0, 1, 2, 3 or . for empty"
    );
    assert_eq!(
        refused("4x3t1:a21a30c2a3"),
        "slitherlink: type 1 of Loopy is no grid of squares: only type 0 is read"
    );
    assert_eq!(
        refused("2x2t0:a4b"),
        "slitherlink: character 2 of the description is '4': expected 0 to 3, or a to z for a run of empty cells"
    );
    let large = format!("slitherlink:23x23,{}", ".".repeat(529));
    assert_eq!(
        refused(&large),
        "slitherlink: 23 rows of 23 cells are too large: at most 16384 labels can be rated"
    );
}

/// The links of the initial state, and after Singles: among labels of variables that are
/// undecided.
fn counts_in<K: Kernel>(kernel: &K, puzzle: &dyn Instance) -> ([usize; 4], [usize; 4]) {
    let mut state = initial_state(kernel, puzzle).unwrap();
    let count = |state: &gradus_csp::State<K::Set>| {
        let mut state = state.clone();
        let left = kernel.scan(&state.left).singles;
        state.values.unite(&left);
        let links = LinkCount::new(kernel, &state);
        let model = kernel.model();
        let open = model.variables().filter(|&variable| {
            let labels = model.labels_of(variable).iter();
            labels.filter(|&&label| state.left.contains(label)).count() > 1
        });
        [open.count(), links.candidates, links.csp_links, links.links]
    };
    let first = count(&state);
    assert_eq!(kernel.rounds(&mut state, usize::MAX), None);
    (first, count(&state))
}

fn counts(text: &str) -> ([usize; 4], [usize; 4]) {
    let puzzle = read(text).unwrap();
    with_kernel!(puzzle, |kernel| counts_in(kernel, puzzle.as_ref()))
}

#[test]
fn the_model_has_as_many_candidates_and_links_as_that_of_the_book() {
    let (five, _) = counts("slitherlink:5x5,.........................");
    assert_eq!(five, [191, 837, 2980, 12213]);
    let (rows, _) = counts("slitherlink:3x4,............");
    assert_eq!(rows[1..], [400, 1243, 5079]);
    // Mebane I.3 (CSP-Rules-Examples, Slitherlink/Mebane).
    let (before, after) = counts(MEBANE_3);
    assert_eq!(before[1..], [2747, 9297, 39805]);
    assert_eq!(after[1..], [1604, 4206, 16586]);
}

const MEBANE_3: &str = "slitherlink:10x10,1..3..2.2003..22..2...2....2..3..2..2..3.3..23..0..2..12..1.1..2..2..1..2....2...3..02..2131.1..0..0";

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

/// The lines round a random set of cells that is one piece without holes.
fn random_loop(grid: Grid, random: &mut Random) -> Vec<bool> {
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

/// No rule refutes what is in some solution, but for Loops, which may do so if there are
/// several; macro-rules are tried with numbers that are given and with numbers that are
/// known, in all places where random loops have them.
#[test]
fn no_rule_refutes_a_solution() {
    let mut applied: BTreeMap<&str, usize> = BTreeMap::new();
    let mut random = Random(1);
    for (rows, columns, trials) in [(3, 3, 300), (3, 5, 300), (4, 4, 1500), (5, 6, 500)] {
        let grid = Grid { rows, columns };
        for _ in 0..trials {
            let there = random_loop(grid, &mut random);
            let number = |cell: usize| {
                let sides = grid.sides(cell).into_iter();
                sides.filter(|side| there[side.index()]).count() as u8
            };
            // More or less of it is given.
            let share = 2 + random.below(4);
            let give = |cell: usize| (random.below(share) < 2).then(|| number(cell));
            let givens: Vec<Option<u8>> = (0..grid.cells()).map(give).collect();
            if givens.contains(&Some(4)) {
                continue;
            }
            let layout = Arc::new(Layout::new(grid, givens.clone()).unwrap());
            let mut solutions: Vec<Vec<Label>> = Vec::new();
            Solver::new(grid, &givens).each(&mut |exists| {
                solutions.push(layout.solution(exists));
                solutions.len() == 60
            });
            if solutions.len() == 60 {
                continue;
            }
            // All that is in some solution is left; of lines, points and colours, some more.
            let mut left = vec![0u64; layout.labels().div_ceil(64)];
            let mut keep = |label: Label| left[label.index() / 64] |= 1 << (label.index() % 64);
            solutions.iter().flatten().for_each(|&label| keep(label));
            for place in layout.places() {
                let kind = matches!(place, Place::Line(_) | Place::Point(_) | Place::Colour(_));
                if kind && random.below(3) == 0 {
                    layout.labels_of(place).for_each(&mut keep);
                }
            }
            let known = Known {
                left: &left,
                values: &[],
            };
            for extended in [false, true] {
                let rules = Rules::new(Arc::clone(&layout), extended);
                rules.visit(Level::Basic, known, &mut |deduction| {
                    *applied.entry(deduction.rule).or_default() += 1;
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
    // Each was put to the test, but for five 2s in a corner, which are rare.
    assert_eq!(applied.len(), 16, "{applied:?}");
}

#[test]
fn five_2s_in_a_corner_have_a_line_at_both_ends() {
    let grid = Grid {
        rows: 6,
        columns: 6,
    };
    let diagonal = |cell: usize| {
        let (row, column) = grid.cell_place(cell);
        (row + column == 4).then_some(2)
    };
    let givens: Vec<Option<u8>> = (0..grid.cells()).map(diagonal).collect();
    let mut count = 0;
    Solver::new(grid, &givens).each(&mut |exists| {
        assert!(exists(grid.horizontal(0, 5)) && exists(grid.vertical(5, 0)));
        count += 1;
        count == 300
    });
    assert_eq!(count, 300);
}

/// Two 3s side by side, or four 2s in a square, may be all there is: the rules that exclude
/// the loop round them are not applied then.
#[test]
fn small_loops_may_be_the_solution() {
    for text in [
        "slitherlink:3x4,1331.11.0000",
        "slitherlink:3x4,011013310110",
        "slitherlink:4x4,.11.122112210110",
    ] {
        let puzzle = read(text).unwrap();
        let count = count_solutions(puzzle.as_ref(), 2);
        let closes = with_kernel!(puzzle, |kernel| {
            let mut state = initial_state(kernel, puzzle.as_ref()).unwrap();
            kernel.close_singles(&mut state)
        });
        assert_eq!((count, closes), (1, true), "{text}");
    }
}

/// A line of the grid is part of each drawing.
#[test]
fn drawings_show_lines_and_crosses() {
    let puzzle = read("slitherlink:3x4,.21.30...2.3").unwrap();
    let gradus_csp::Solutions::One(labels) = solutions(puzzle.as_ref()) else {
        panic!("one solution");
    };
    let position = gradus_csp::Position {
        candidates: Default::default(),
        values: labels.into_iter().collect(),
    };
    let drawing = puzzle.domain().drawing().unwrap();
    let text = drawing.text(&position, &Default::default(), gradus_csp::Style::Plain);
    assert_eq!(text, SOLVED);
    let svg = drawing.svg(
        "Slitherlink",
        &puzzle.givens(),
        Some((&position, &Default::default())),
    );
    assert!(svg.contains("gradus-path") && svg.contains("gradus-area"));
}

const SOLVED: &str = "\
· × ·───·───·───·
×   │ 2 × 1 ×   │
·───· × · × ·───·
│ 3 × 0 ×   │   ×
·───· × · × ·───·
×   │ 2 ×   × 3 │
· × ·───·───·───·
";
