//! The constraint graph of one Numbrix or Hidato (PBCS 16.2.2): a label is a number in a cell.
//! A cell that is not given has one number, and a number that is not given has one cell;
//! other links exclude numbers that are too far apart. In both models, candidates are limited
//! by the distances to the givens; a given has a label of its own but no variable.

use std::sync::Arc;

use super::grid::{Far, NumberGrid, PathCell};
use crate::built::Built;
use gradus_csp::{Label, Model, ModelBuilder, Variable, VariableKind};

/// The number of a cell.
pub(super) const CELL: VariableKind = VariableKind(0);
/// The cell of a number.
pub(super) const NUMBER: VariableKind = VariableKind(1);

/// A number in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct CellNumber {
    pub(super) cell: u16,
    pub(super) number: u16,
}

/// One Numbrix or Hidato.
#[derive(Debug)]
pub(super) struct PathDomain {
    pub(super) grid: Arc<NumberGrid>,
    /// The meaning of each label, in ascending order.
    pub(super) labels: Vec<CellNumber>,
    /// Impossible labels of variables that would have no label otherwise.
    stopgaps: Vec<Label>,
    /// The cell or the number of each variable.
    pub(super) variables: Vec<u16>,
    pub(super) model: Arc<Model>,
}

fn given(grid: &NumberGrid) -> Vec<CellNumber> {
    let cells = (0..).zip(&grid.cells);
    let given = cells.filter_map(|(cell, what)| match *what {
        PathCell::Given(number) => Some(CellNumber { cell, number }),
        _ => None,
    });
    given.collect()
}

/// The cells and the numbers without givens.
fn open(grid: &NumberGrid) -> (Vec<u16>, Vec<u16>) {
    let cells =
        (0..grid.cells.len() as u16).filter(|&c| grid.cells[usize::from(c)] == PathCell::Open);
    let given = given(grid);
    let is_open = |number: &u16| given.iter().all(|place| place.number != *number);
    let numbers = (1..=grid.most() as u16).filter(is_open);
    (cells.collect(), numbers.collect())
}

/// True if two numbers are too far apart to be in their cells.
fn is_far(grid: &NumberGrid, a: CellNumber, b: CellNumber) -> bool {
    grid.distance(a.cell.into(), b.cell.into()) > a.number.abs_diff(b.number).into()
}

/// The givens and the candidates that their distances allow.
pub(super) fn places(grid: &NumberGrid) -> Vec<CellNumber> {
    let (cells, numbers) = open(grid);
    let given = given(grid);
    let mut places = given.clone();
    for &cell in &cells {
        let places_of = numbers.iter().map(|&number| CellNumber { cell, number });
        places.extend(places_of.filter(|&place| !given.iter().any(|&g| is_far(grid, g, place))));
    }
    places.sort_unstable();
    places
}

impl PathDomain {
    /// The domain of a puzzle that is not too large.
    pub(super) fn new(grid: Arc<NumberGrid>) -> Built<PathDomain> {
        let (cells, numbers) = open(&grid);
        let mut labels = places(&grid);
        // A cell or a number without a place gets an impossible label, so that its variable
        // becomes empty, which shows that the puzzle has no solution.
        let mut missing = Vec::new();
        if let (Some(&first_cell), Some(&first)) = (cells.first(), numbers.first()) {
            let no_number = |cell: &u16| labels.iter().all(|place| place.cell != *cell);
            let no_cell = |number: &u16| labels.iter().all(|place| place.number != *number);
            let place = |&cell| CellNumber {
                cell,
                number: first,
            };
            missing.extend(cells.iter().filter(|c| no_number(c)).map(place));
            let place = |&number| CellNumber {
                cell: first_cell,
                number,
            };
            missing.extend(numbers.iter().filter(|n| no_cell(n)).map(place));
        }
        labels.extend(&missing);
        labels.sort_unstable();
        labels.dedup();
        let label = |place: &CellNumber| Label::new(labels.partition_point(|own| own < place));
        let stopgaps = missing.iter().map(label).collect();

        let mut model = ModelBuilder::new(labels.len());
        let mut variables = Vec::with_capacity(cells.len() + numbers.len());
        let all = || (0..).map(Label::new).zip(&labels);
        for own in labels.chunk_by(|a, b| a.cell == b.cell) {
            let cell = own[0].cell;
            if grid.cells[usize::from(cell)] == PathCell::Open {
                let first = label(&own[0]).index();
                model.variable(CELL, (first..first + own.len()).map(Label::new));
                variables.push(cell);
            }
        }
        let mut with = vec![Vec::new(); grid.most() + 1];
        for (label, place) in all() {
            with[usize::from(place.number)].push(label);
        }
        for &number in &numbers {
            model.variable(NUMBER, with[usize::from(number)].iter().copied());
            variables.push(number);
        }
        let is_given = |label: Label| {
            let CellNumber { cell, .. } = labels[label.index()];
            grid.cells[usize::from(cell)] != PathCell::Open
        };
        let farthest = grid.distance(0, grid.cells.len() - 1);
        for number in 0..with.len() {
            // The same number given twice.
            let last = match grid.far {
                Far::Geometric => (number + farthest).min(grid.most()),
                Far::Topological => (number + 1).min(grid.most()),
            };
            for (place, &a) in with[number].iter().enumerate() {
                let twice = with[number][place + 1..].iter();
                let twice = twice.filter(|&&b| is_given(a) && is_given(b));
                twice.for_each(|&b| model.link(a, b));
                // Givens have excluded all candidates far from them, so that only givens
                // may still contradict each other.
                let last = if is_given(a) { grid.most() } else { last };
                for &b in with[(number + 1).min(last + 1)..=last].iter().flatten() {
                    let same = labels[a.index()].cell == labels[b.index()].cell;
                    let apart = is_far(&grid, labels[a.index()], labels[b.index()]);
                    if is_given(a) == is_given(b) && apart && !same {
                        model.link(a, b);
                    }
                }
            }
        }
        let model = model.build().expect("cells and numbers are sound");
        let model = Arc::new(model);
        let names = PathDomain {
            stopgaps,
            variables,
            model: model.clone(),
            labels,
            grid,
        };
        let built = Built::new(model, names);
        Built {
            // Sets of distant labels have too many intersections to list, and the author's
            // program has no g-labels either.
            domain: built.domain.with_groups(false),
            ..built
        }
    }

    /// The number and the cell of a label; cells are counted row by row.
    pub(super) fn place(&self, label: Label) -> (u16, usize) {
        let CellNumber { cell, number } = self.labels[label.index()];
        (number, cell.into())
    }

    /// The label of a number in a cell, if it is possible there.
    pub(super) fn label_at(&self, number: u16, cell: u16) -> Option<Label> {
        let place = self.labels.binary_search(&CellNumber { cell, number });
        place.ok().map(Label::new)
    }

    /// The labels of a cell, in ascending order of their numbers.
    pub(super) fn labels_of_cell(&self, cell: usize) -> impl Iterator<Item = Label> + use<> {
        let before = |other: usize| self.labels.partition_point(|p| usize::from(p.cell) < other);
        (before(cell)..before(cell + 1)).map(Label::new)
    }

    pub(super) fn givens(&self) -> Vec<Label> {
        let labels = (0..).map(Label::new).zip(&self.labels);
        let is_given = |cell: u16| self.grid.cells[usize::from(cell)] != PathCell::Open;
        let given = labels.filter(|(_, place)| is_given(place.cell));
        given.map(|(label, _)| label).collect()
    }

    pub(super) fn possible(&self) -> Option<Vec<Label>> {
        if self.stopgaps.is_empty() {
            return None;
        }
        let labels = (0..self.labels.len()).map(Label::new);
        Some(labels.filter(|l| !self.stopgaps.contains(l)).collect())
    }

    /// The cell or the number of a variable.
    pub(super) fn asked(&self, variable: Variable) -> (VariableKind, u16) {
        let kind = self.model.kind_of(variable);
        (kind, self.variables[variable.index()])
    }
}
