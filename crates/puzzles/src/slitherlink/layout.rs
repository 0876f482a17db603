//! The variables and labels of a Slitherlink (PBCS2 17.2; the corner cells and the values
//! that a given leaves: 17.2.3), and its constraint graph.
//!
//! | variable | of | values |
//! | --- | --- | --- |
//! | H, V | a line | 0, 1 |
//! | P | a point | its two lines, or none |
//! | B | a cell, or one beside the grid | its sides: none to three |
//! | N | a cell | the number of its sides |
//! | I | a cell | whether it is in the loop or out of it |
//!
//! Only labels that are possible at the start are there: of a cell with a given, one number
//! and the values of B with as many sides; of a cell in a corner of the grid, those with
//! both or none of the two sides in the corner. The I variables have no links: Colours
//! alone use them.

use super::grid::{DIRECTIONS, EAST, Grid, Line, NORTH, SOUTH, WEST};
use gradus_csp::{Label, Model, ModelBuilder, ModelError, Variable, VariableKind};

/// What a variable is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// H or V.
    Line(Line),
    /// P.
    Point(usize),
    /// B of a cell.
    Cell(usize),
    /// B of a cell beside the grid.
    Outer(usize),
    /// N.
    Number(usize),
    /// I.
    Colour(usize),
}

/// Kinds of variables, in the order of their letters in `LETTERS`.
const LETTERS: &str = "HVPBNI";

/// The values of P, as directions.
const POINT_VALUES: [u8; 7] = [
    0,
    NORTH | EAST,
    NORTH | SOUTH,
    NORTH | WEST,
    SOUTH | EAST,
    EAST | WEST,
    SOUTH | WEST,
];

/// The values of B, as sides.
const CELL_VALUES: [u8; 15] = [
    0,
    NORTH,
    EAST,
    SOUTH,
    WEST,
    NORTH | EAST,
    NORTH | SOUTH,
    NORTH | WEST,
    SOUTH | EAST,
    EAST | WEST,
    SOUTH | WEST,
    EAST | SOUTH | WEST,
    SOUTH | WEST | NORTH,
    WEST | NORTH | EAST,
    NORTH | EAST | SOUTH,
];

/// Value of I: outside the loop.
pub(crate) const OUT: u8 = 0;
/// Value of I: inside the loop.
pub(crate) const IN: u8 = 1;

/// The labels of one puzzle.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) grid: Grid,
    /// Row by row.
    pub(crate) givens: Vec<Option<u8>>,
    /// The first label of each variable, and the number of labels at the end.
    first: Vec<u16>,
    /// The value of each label: 0 or 1, directions, sides, a number, in or out.
    values: Vec<u8>,
}

impl Layout {
    /// The labels of a puzzle; none if they are too many for any kernel.
    pub(crate) fn new(grid: Grid, givens: Vec<Option<u8>>) -> Option<Layout> {
        let mut layout = Layout {
            grid,
            givens,
            first: Vec::new(),
            values: Vec::new(),
        };
        for _ in grid.lines() {
            layout.add([0, 1]);
        }
        for point in 0..grid.points() {
            let lines = grid.at_point(point);
            let there = (0..4).filter(|&at| lines[at].is_some());
            let there: u8 = there.map(|at| DIRECTIONS[at]).sum();
            let fits = |value: &u8| value & !there == 0;
            layout.add(POINT_VALUES.into_iter().filter(fits));
        }
        for cell in 0..grid.cells() {
            let (given, corner) = (layout.givens[cell], corner_sides(grid, cell));
            let counts =
                |value: &u8| given.is_none_or(|given| value.count_ones() == u32::from(given));
            let in_corner = |value: &u8| corner.iter().all(|at| [0, *at].contains(&(value & at)));
            let values = || CELL_VALUES.into_iter().filter(counts);
            // No variable is empty from the start, even if there is no solution.
            match values().any(|value| in_corner(&value)) {
                true => layout.add(values().filter(in_corner)),
                false => layout.add(values()),
            }
        }
        for outer in 0..layout.outer_count() {
            let (_, side) = layout.outer(outer);
            layout.add([0, side]);
        }
        for cell in 0..grid.cells() {
            match layout.givens[cell] {
                Some(given) => layout.add([given]),
                None => layout.add(0..=3),
            }
        }
        for _ in 0..grid.cells() {
            layout.add([OUT, IN]);
        }
        let labels = u16::try_from(layout.values.len()).ok()?;
        layout.first.push(labels);
        Some(layout)
    }

    fn add(&mut self, values: impl IntoIterator<Item = u8>) {
        // What does not fit is refused when all are there.
        self.first.push(self.values.len() as u16);
        self.values.extend(values);
    }

    /// Number of labels.
    pub(crate) fn labels(&self) -> usize {
        self.values.len()
    }

    /// Number of cells beside the grid that have a side in common with it.
    pub(crate) fn outer_count(&self) -> usize {
        2 * (self.grid.rows + self.grid.columns)
    }

    /// The line of a cell beside the grid, and which side of the cell it is: those above,
    /// below, on the left and on the right, in this order.
    pub(crate) fn outer(&self, outer: usize) -> (Line, u8) {
        let Grid { rows, columns } = self.grid;
        let grid = self.grid;
        match outer {
            at if at < columns => (grid.horizontal(0, at), SOUTH),
            at if at < 2 * columns => (grid.horizontal(rows, at - columns), NORTH),
            at if at < 2 * columns + rows => (grid.vertical(at - 2 * columns, 0), EAST),
            at => (grid.vertical(at - 2 * columns - rows, columns), WEST),
        }
    }

    /// The variable of a place.
    pub(crate) fn variable(&self, place: Place) -> Variable {
        let (lines, points) = (self.grid.line_count(), self.grid.points());
        let (cells, outer) = (self.grid.cells(), self.outer_count());
        let index = match place {
            Place::Line(line) => line.index(),
            Place::Point(point) => lines + point,
            Place::Cell(cell) => lines + points + cell,
            Place::Outer(at) => lines + points + cells + at,
            Place::Number(cell) => lines + points + cells + outer + cell,
            Place::Colour(cell) => lines + points + 2 * cells + outer + cell,
        };
        Variable(index as u16)
    }

    /// The place of a variable.
    pub(crate) fn place(&self, variable: Variable) -> Place {
        let (lines, points) = (self.grid.line_count(), self.grid.points());
        let (cells, outer) = (self.grid.cells(), self.outer_count());
        let mut at = variable.index();
        let line = |at| Place::Line(Line(at as u16));
        let places: [fn(usize) -> Place; 6] = [
            line,
            Place::Point,
            Place::Cell,
            Place::Outer,
            Place::Number,
            Place::Colour,
        ];
        let counts = [lines, points, cells, outer, cells, cells];
        for (count, place) in counts.into_iter().zip(places) {
            match at.checked_sub(count) {
                None => return place(at),
                Some(rest) => at = rest,
            }
        }
        unreachable!("a variable of the model has a place")
    }

    /// All places, in the order of their variables.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> {
        (0..self.first.len() as u16 - 1).map(|at| self.place(Variable(at)))
    }

    /// The letter of the variable of a place.
    pub(crate) fn letter(&self, place: Place) -> char {
        match place {
            Place::Line(line) if self.grid.place(line).0 => 'H',
            Place::Line(_) => 'V',
            Place::Point(_) => 'P',
            Place::Cell(_) | Place::Outer(_) => 'B',
            Place::Number(_) => 'N',
            Place::Colour(_) => 'I',
        }
    }

    fn kind(&self, place: Place) -> VariableKind {
        let letter = LETTERS.find(self.letter(place));
        VariableKind(letter.unwrap_or_default() as u8)
    }

    /// The variable that has a label.
    pub(crate) fn variable_of(&self, label: Label) -> Variable {
        let after = self.first.partition_point(|&first| first <= label.0);
        Variable(after as u16 - 1)
    }

    /// The labels of a place.
    pub(crate) fn labels_of(&self, place: Place) -> impl Iterator<Item = Label> + Clone + use<> {
        let variable = self.variable(place).index();
        (self.first[variable]..self.first[variable + 1]).map(Label)
    }

    /// The value of a label.
    pub(crate) fn value(&self, label: Label) -> u8 {
        self.values[label.index()]
    }

    /// The label of a place with a value, if it is there.
    pub(crate) fn label(&self, place: Place, value: u8) -> Option<Label> {
        self.labels_of(place)
            .find(|&label| self.value(label) == value)
    }

    /// The label by which a line is there (1) or not (0).
    pub(crate) fn line(&self, line: Line, there: bool) -> Label {
        Label(2 * line.0 + u16::from(there))
    }

    /// The labels of a solution, given by its lines.
    pub(crate) fn solution(&self, exists: &dyn Fn(Line) -> bool) -> Vec<Label> {
        let grid = self.grid;
        let mask = |lines: [Option<Line>; 4]| {
            let there = (0..4).filter(|&at| lines[at].is_some_and(exists));
            there.map(|at| DIRECTIONS[at]).sum::<u8>()
        };
        let sides = |cell: usize| mask(grid.sides(cell).map(Some));
        let inside = |cell: usize| {
            let (row, column) = grid.cell_place(cell);
            let crossed = (0..=column).filter(|&c| exists(grid.vertical(row, c)));
            crossed.count() % 2 == 1
        };
        let value = |place: Place| match place {
            Place::Line(line) => u8::from(exists(line)),
            Place::Point(point) => mask(grid.at_point(point)),
            Place::Cell(cell) => sides(cell),
            Place::Outer(outer) => match self.outer(outer) {
                (line, side) if exists(line) => side,
                _ => 0,
            },
            Place::Number(cell) => sides(cell).count_ones() as u8,
            Place::Colour(cell) => match inside(cell) {
                true => IN,
                false => OUT,
            },
        };
        let label = |place| self.label(place, value(place));
        self.places().filter_map(label).collect()
    }

    /// The constraint graph: what each variable has, and the six types of links between
    /// variables (PBCS2 17.2.2).
    pub(crate) fn model(&self) -> Result<Model, ModelError> {
        let mut model = ModelBuilder::new(self.labels());
        for place in self.places() {
            model.variable(self.kind(place), self.labels_of(place));
        }
        let grid = self.grid;
        for point in 0..grid.points() {
            let lines = grid.at_point(point);
            for label in self.labels_of(Place::Point(point)) {
                for (line, direction) in lines.into_iter().zip(DIRECTIONS) {
                    if let Some(line) = line {
                        let there = self.value(label) & direction != 0;
                        model.link(self.line(line, !there), label);
                    }
                }
            }
        }
        for cell in 0..grid.cells() {
            let (sides, corners) = (grid.sides(cell), grid.corners(cell));
            for label in self.labels_of(Place::Cell(cell)) {
                let value = self.value(label);
                for (line, side) in sides.into_iter().zip(DIRECTIONS) {
                    model.link(self.line(line, value & side == 0), label);
                }
                for (point, shared) in corners {
                    for other in self.labels_of(Place::Point(point)) {
                        let directions = self.value(other);
                        let differs = |(side, direction): (u8, u8)| {
                            (value & side == 0) != (directions & direction == 0)
                        };
                        if shared.into_iter().any(differs) {
                            model.link(other, label);
                        }
                    }
                }
                for number in self.labels_of(Place::Number(cell)) {
                    if u32::from(self.value(number)) != value.count_ones() {
                        model.link(label, number);
                    }
                }
            }
        }
        for outer in 0..self.outer_count() {
            let (line, side) = self.outer(outer);
            for label in self.labels_of(Place::Outer(outer)) {
                let there = self.value(label) != 0;
                model.link(self.line(line, !there), label);
                // The program of the author links the cells below the grid with the points
                // of its lower edge, and no other outer cells with points. The line says the
                // same, so that nothing depends on it but the number of links.
                let ends = match side {
                    NORTH => grid.ends(line).into_iter().zip([EAST, WEST]),
                    _ => continue,
                };
                for (point, direction) in ends {
                    for other in self.labels_of(Place::Point(point)) {
                        if there != (self.value(other) & direction != 0) {
                            model.link(other, label);
                        }
                    }
                }
            }
        }
        model.build()
    }
}

/// The corners of the grid that a cell is in, as the two sides there.
fn corner_sides(grid: Grid, cell: usize) -> Vec<u8> {
    let (row, column) = grid.cell_place(cell);
    let mut corners = Vec::new();
    for (at_edge, vertical) in [(row == 0, NORTH), (row + 1 == grid.rows, SOUTH)] {
        for (beside, horizontal) in [(column == 0, WEST), (column + 1 == grid.columns, EAST)] {
            if at_edge && beside {
                corners.push(vertical | horizontal);
            }
        }
    }
    corners
}
