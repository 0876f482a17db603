//! The books' nrc notation (PBCS 5.2.3 and 8.3): every variable of a chain with
//! its left- and right-linking candidates, a dot where nothing is left, then
//! what is eliminated.

use super::path::PathStep;
use crate::csp::model::{Kind, Label, Variable};
use crate::rules::pattern::{Object, Pattern, Step};
use crate::rules::subset::Subset;
use crate::sudoku::model::{CELL, COLUMN, ROW, coordinates, sudoku_model};
use crate::sudoku::names::{segment_name, variable_name};

/// The name of a step's rule, with its length: `whip[4]`.
pub fn rule_name(step: &PathStep) -> String {
    match step {
        PathStep::Single { variable, .. } => single_name(*variable).to_string(),
        PathStep::Chain(chain) => format!("{}[{}]", chain.rule, chain.length()),
        PathStep::Subset(subset) => subset_name(subset),
    }
}

/// A step in full: `whip[1]: r9n7{c9 .} ==> r8c9 ≠ 7`.
pub fn step_text(step: &PathStep) -> String {
    let name = rule_name(step);
    match step {
        PathStep::Single { label, .. } => format!("{name} ==> {}", value_text(*label)),
        PathStep::Chain(chain) => {
            format!("{name}: {} ==> {}", chain_text(chain), targets_text(step))
        }
        PathStep::Subset(subset) => {
            format!("{name}: {} ==> {}", subset_text(subset), targets_text(step))
        }
    }
}

/// A decided cell: `r1c2=3`.
pub fn value_text(label: Label) -> String {
    let (digit, row, column) = coordinates(label);
    format!("r{}c{}={}", row + 1, column + 1, digit + 1)
}

fn targets_text(step: &PathStep) -> String {
    let target = |&label: &Label| {
        let (digit, row, column) = coordinates(label);
        format!("r{}c{} ≠ {}", row + 1, column + 1, digit + 1)
    };
    let targets: Vec<String> = step.targets().iter().map(target).collect();
    targets.join(", ")
}

fn chain_text(chain: &Pattern) -> String {
    let steps: Vec<String> = chain.steps.iter().map(link_text).collect();
    steps.join(" - ")
}

fn link_text(step: &Step) -> String {
    let right = match step.rlo {
        None => ".".to_string(),
        Some(Object::Label(rlc)) => place(step.variable, rlc),
        Some(Object::Group(group)) => {
            let segment = segment_name(group);
            match sudoku_model().kind_of(step.variable) {
                ROW => segment[segment.find('c').unwrap_or(0)..].to_string(),
                COLUMN => segment[..segment.find('c').unwrap_or(segment.len())].to_string(),
                _ => segment,
            }
        }
    };
    let variable = variable_name(step.variable);
    format!("{variable}{{{} {right}}}", place(step.variable, step.llc))
}

/// A label as one of the answers to its variable.
fn place(variable: Variable, label: Label) -> String {
    let (digit, row, column) = coordinates(label);
    match sudoku_model().kind_of(variable) {
        CELL => format!("n{}", digit + 1),
        ROW => format!("c{}", column + 1),
        COLUMN => format!("r{}", row + 1),
        _ => format!("r{}c{}", row + 1, column + 1),
    }
}

fn single_name(variable: Variable) -> &'static str {
    match sudoku_model().kind_of(variable) {
        CELL => "naked-single",
        ROW => "hidden-single-in-a-row",
        COLUMN => "hidden-single-in-a-column",
        _ => "hidden-single-in-a-block",
    }
}

/// What the variables of a Subset are: cells and the digits of one house, or
/// the rows and columns of one digit.
enum Grid {
    House(Kind),
    Digit,
}

fn grid_of(subset: &Subset) -> Grid {
    let variables = subset.bases.iter().chain(&subset.covers);
    let kinds = || variables.clone().map(|&v| sudoku_model().kind_of(v));
    match kinds().any(|kind| kind == CELL) {
        true => Grid::House(kinds().find(|&kind| kind != CELL).unwrap_or(CELL)),
        false => Grid::Digit,
    }
}

fn subset_name(subset: &Subset) -> String {
    let size = subset.bases.len();
    let first = subset.bases.first().map(|&v| sudoku_model().kind_of(v));
    match grid_of(subset) {
        Grid::House(kind) => {
            let bases = if first == Some(CELL) {
                "naked"
            } else {
                "hidden"
            };
            let many = match size {
                2 => "pairs",
                3 => "triplets",
                _ => "quads",
            };
            let house = match kind {
                ROW => "row",
                COLUMN => "column",
                _ => "block",
            };
            format!("{bases}-{many}-in-a-{house}")
        }
        Grid::Digit => {
            let fish = match size {
                2 => "x-wing",
                3 => "swordfish",
                _ => "jellyfish",
            };
            let lines = if first == Some(ROW) {
                "rows"
            } else {
                "columns"
            };
            format!("{fish}-in-{lines}")
        }
    }
}

/// The common house or digit, then bases and covers: `c1{r4 r5 r8}{n2 n5 n6}`.
fn subset_text(subset: &Subset) -> String {
    let grid = grid_of(subset);
    let part = |&variable: &Variable| {
        let name = variable_name(variable);
        let (front, back) = (name[..2].to_string(), name[2..].to_string());
        match (sudoku_model().kind_of(variable), &grid) {
            (CELL, Grid::House(ROW)) => (front, back),
            (CELL, Grid::House(COLUMN)) => (back, front),
            (CELL, _) => (String::new(), name),
            (_, Grid::House(_)) => (front, back),
            (_, Grid::Digit) => (back, front),
        }
    };
    let parts = |variables: &[Variable]| {
        let parts: Vec<String> = variables.iter().map(|v| part(v).1).collect();
        parts.join(" ")
    };
    let all = subset.bases.iter().chain(&subset.covers);
    let common = all.map(|v| part(v).0).find(|common| !common.is_empty());
    let common = common.unwrap_or_default();
    format!(
        "{common}{{{}}}{{{}}}",
        parts(&subset.bases),
        parts(&subset.covers)
    )
}
