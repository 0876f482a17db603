//! The variables and labels of a Slitherlink (PBCS2 17.2; the corner cells and the values
//! that a given leaves: 17.2.3), and its constraint graph.
//!
//! | variable | of | values |
//! | --- | --- | --- |
//! | H, V | a line | 0, 1 |
//! | P | a point | its two lines, or none |
//! | B | a cell, or one beside the grid | its sides: none to three |
//! | N | a cell | the number of its sides |
//! | I | a cell | inside or outside the loop |
//!
//! Only labels that are possible at the start exist: for a cell with a given, one number
//! and the values of B with as many sides; for a cell in a corner of the grid, the values
//! with both or none of the two sides in the corner. The I variables have no links: only
//! Colours use them.

use super::grid::{DIRECTIONS, EAST, Edge, LineGrid, NORTH, SOUTH, WEST};
use gradus_csp::{Label, Model, ModelBuilder, ModelError, Variable, VariableKind};

/// The part of the puzzle that a variable describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Site {
    /// H or V.
    Line(Edge),
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

/// The values of B, as sides, with their names. P has the values with no or two directions.
pub(super) const SIDES: [(u8, &str); 15] = [
    (0, "o"),
    (NORTH, "n"),
    (EAST, "e"),
    (SOUTH, "s"),
    (WEST, "w"),
    (NORTH | EAST, "ne"),
    (NORTH | SOUTH, "ns"),
    (NORTH | WEST, "nw"),
    (SOUTH | EAST, "se"),
    (EAST | WEST, "ew"),
    (SOUTH | WEST, "sw"),
    (EAST | SOUTH | WEST, "esw"),
    (SOUTH | WEST | NORTH, "swn"),
    (WEST | NORTH | EAST, "wne"),
    (NORTH | EAST | SOUTH, "nes"),
];
/// Value of I: outside the loop.
pub(super) const OUT: u8 = 0;
/// Value of I: inside the loop.
pub(super) const IN: u8 = 1;

/// The labels of one puzzle.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) grid: LineGrid,
    /// The variables in order.
    pub(super) places: Vec<Site>,
    /// Row by row.
    pub(super) givens: Vec<Option<u8>>,
    /// The first label of each variable, and the number of labels at the end.
    first: Vec<usize>,
    /// The value of each label: 0 or 1, directions, sides, a number, in or out.
    values: Vec<u8>,
}

impl Layout {
    /// The labels of a puzzle, or `None` if there are too many for any kernel.
    pub(super) fn new(grid: LineGrid, givens: Vec<Option<u8>>) -> Option<Layout> {
        let mut layout = Layout {
            grid,
            places: Vec::new(),
            givens,
            first: Vec::new(),
            values: Vec::new(),
        };
        let sides = || SIDES.into_iter().map(|(sides, _)| sides);
        for line in grid.lines() {
            layout.add(Site::Line(line), [0, 1]);
        }
        for point in 0..grid.points() {
            let lines = grid.at_point(point);
            let there = (0..4).filter(|&at| lines[at].is_some());
            let there: u8 = there.map(|at| DIRECTIONS[at]).sum();
            let fits = |value: &u8| value & !there == 0 && [0, 2].contains(&value.count_ones());
            layout.add(Site::Point(point), sides().filter(fits));
        }
        for cell in 0..grid.cells() {
            let (given, corner) = (layout.givens[cell], corner_sides(grid, cell));
            let counts =
                |value: &u8| given.is_none_or(|given| value.count_ones() == u32::from(given));
            let in_corner = |value: &u8| corner.iter().all(|at| [0, *at].contains(&(value & at)));
            let values = || sides().filter(counts);
            // No variable is empty from the start, even if there is no solution.
            if values().any(|value| in_corner(&value)) {
                layout.add(Site::Cell(cell), values().filter(in_corner))
            } else {
                layout.add(Site::Cell(cell), values())
            }
        }
        for outer in 0..layout.outer_count() {
            let (_, side) = layout.outer(outer);
            layout.add(Site::Outer(outer), [0, side]);
        }
        for cell in 0..grid.cells() {
            match layout.givens[cell] {
                Some(given) => layout.add(Site::Number(cell), [given]),
                None => layout.add(Site::Number(cell), 0..=3),
            }
        }
        for cell in 0..grid.cells() {
            layout.add(Site::Colour(cell), [OUT, IN]);
        }
        layout.first.push(layout.values.len());
        (layout.values.len() <= u16::MAX.into()).then_some(layout)
    }

    fn add(&mut self, place: Site, values: impl IntoIterator<Item = u8>) {
        self.places.push(place);
        // The limit is checked once all labels are added.
        self.first.push(self.values.len());
        self.values.extend(values);
    }

    /// Number of labels.
    pub(super) fn labels(&self) -> usize {
        self.values.len()
    }

    /// Number of cells beside the grid that have a side in common with it.
    pub(super) fn outer_count(&self) -> usize {
        2 * (self.grid.rows + self.grid.columns)
    }

    /// The line of a cell beside the grid, and its side of the cell. The cells are those above,
    /// below, on the left and on the right, in this order.
    pub(super) fn outer(&self, outer: usize) -> (Edge, u8) {
        let LineGrid { rows, columns } = self.grid;
        let grid = self.grid;
        match outer {
            at if at < columns => (grid.horizontal(0, at), SOUTH),
            at if at < 2 * columns => (grid.horizontal(rows, at - columns), NORTH),
            at if at < 2 * columns + rows => (grid.vertical(at - 2 * columns, 0), EAST),
            at => (grid.vertical(at - 2 * columns - rows, columns), WEST),
        }
    }

    /// The variable of a place.
    pub(super) fn variable(&self, place: Site) -> Variable {
        let (lines, points) = (self.grid.line_count(), self.grid.points());
        let (cells, outer) = (self.grid.cells(), self.outer_count());
        let index = match place {
            Site::Line(line) => line.index(),
            Site::Point(point) => lines + point,
            Site::Cell(cell) => lines + points + cell,
            Site::Outer(at) => lines + points + cells + at,
            Site::Number(cell) => lines + points + cells + outer + cell,
            Site::Colour(cell) => lines + points + 2 * cells + outer + cell,
        };
        Variable::new(index)
    }

    /// The place of a variable.
    pub(super) fn place(&self, variable: Variable) -> Site {
        self.places[variable.index()]
    }

    /// The letter of the variable of a place.
    pub(super) fn letter(&self, place: Site) -> char {
        match place {
            Site::Line(line) if self.grid.place(line).0 => 'H',
            Site::Line(_) => 'V',
            Site::Point(_) => 'P',
            Site::Cell(_) | Site::Outer(_) => 'B',
            Site::Number(_) => 'N',
            Site::Colour(_) => 'I',
        }
    }

    fn kind(&self, place: Site) -> VariableKind {
        let letter = LETTERS.find(self.letter(place));
        VariableKind(letter.unwrap_or_default() as u8)
    }

    /// The variable that has a label.
    pub(super) fn variable_of(&self, label: Label) -> Variable {
        let after = self.first.partition_point(|&first| first <= label.index());
        Variable::new(after - 1)
    }

    /// The labels of a place.
    pub(super) fn labels_of(&self, place: Site) -> impl Iterator<Item = Label> + Clone + use<> {
        let variable = self.variable(place).index();
        (self.first[variable]..self.first[variable + 1]).map(Label::new)
    }

    /// The value of a label.
    pub(super) fn value(&self, label: Label) -> u8 {
        self.values[label.index()]
    }

    /// The label of a place with a value, if it exists.
    pub(super) fn label(&self, place: Site, value: u8) -> Option<Label> {
        self.labels_of(place)
            .find(|&label| self.value(label) == value)
    }

    /// The label of a line that is present (1) or absent (0).
    pub(super) fn line(&self, line: Edge, there: bool) -> Label {
        Label::new(2 * line.index() + usize::from(there))
    }

    /// The labels of a solution, given by its lines.
    pub(super) fn solution(&self, exists: &dyn Fn(Edge) -> bool) -> Vec<Label> {
        let grid = self.grid;
        let mask = |lines: [Option<Edge>; 4]| {
            let there = (0..4).filter(|&at| lines[at].is_some_and(exists));
            there.map(|at| DIRECTIONS[at]).sum::<u8>()
        };
        let sides = |cell: usize| mask(grid.sides(cell).map(Some));
        let inside = |cell: usize| {
            let (row, column) = grid.cell_place(cell);
            let crossed = (0..=column).filter(|&c| exists(grid.vertical(row, c)));
            crossed.count() % 2 == 1
        };
        let value = |place: Site| match place {
            Site::Line(line) => u8::from(exists(line)),
            Site::Point(point) => mask(grid.at_point(point)),
            Site::Cell(cell) => sides(cell),
            Site::Outer(outer) => match self.outer(outer) {
                (line, side) if exists(line) => side,
                _ => 0,
            },
            Site::Number(cell) => sides(cell).count_ones() as u8,
            Site::Colour(cell) => {
                if inside(cell) {
                    IN
                } else {
                    OUT
                }
            }
        };
        let label = |place| self.label(place, value(place));
        self.places.iter().copied().filter_map(label).collect()
    }

    /// The constraint graph: the labels of each variable, and the six types of links between
    /// variables (PBCS2 17.2.2).
    pub(super) fn model(&self) -> Result<Model, ModelError> {
        let mut model = ModelBuilder::new(self.labels());
        for &place in &self.places {
            model.variable(self.kind(place), self.labels_of(place));
        }
        let grid = self.grid;
        for point in 0..grid.points() {
            let lines = grid.at_point(point);
            for label in self.labels_of(Site::Point(point)) {
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
            for label in self.labels_of(Site::Cell(cell)) {
                let value = self.value(label);
                for (line, side) in sides.into_iter().zip(DIRECTIONS) {
                    model.link(self.line(line, value & side == 0), label);
                }
                for (point, shared) in corners {
                    for other in self.labels_of(Site::Point(point)) {
                        let directions = self.value(other);
                        let differs = |(side, direction): (u8, u8)| {
                            (value & side == 0) != (directions & direction == 0)
                        };
                        if shared.into_iter().any(differs) {
                            model.link(other, label);
                        }
                    }
                }
                for number in self.labels_of(Site::Number(cell)) {
                    if u32::from(self.value(number)) != value.count_ones() {
                        model.link(label, number);
                    }
                }
            }
        }
        for outer in 0..self.outer_count() {
            let (line, side) = self.outer(outer);
            for label in self.labels_of(Site::Outer(outer)) {
                let there = self.value(label) != 0;
                model.link(self.line(line, !there), label);
                // The program of the author links the cells below the grid with the points
                // of its lower edge, but no other outer cells with points. The lines imply
                // these links, so that they only affect the number of links.
                let ends = match side {
                    NORTH => grid.ends(line).into_iter().zip([EAST, WEST]),
                    _ => continue,
                };
                for (point, direction) in ends {
                    for other in self.labels_of(Site::Point(point)) {
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
fn corner_sides(grid: LineGrid, cell: usize) -> Vec<u8> {
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
