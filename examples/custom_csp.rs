//! A puzzle that Gradus does not know: n queens on a board of n×n, some of them placed,
//! none of which may attack another (PBCS, chapter 14, treats such puzzles as CSPs).
//!
//! ```text
//! cargo run --release --no-default-features --example custom_csp
//! ```
//!
//! A [`Model`](gradus_model::Model) says what is possible and what contradicts what, a
//! [`Domain`] adds names, and an [`Instance`] adds the givens of one puzzle. Every rating,
//! resolution path and check then works as it does for Sudoku.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use gradus_check::check_path;
use gradus_engine::proof::path_of;
use gradus_engine::rating::{Limits, Name, Request, classify};
use gradus_model::{
    AnyKernel, CoverMatrix, Domain, Instance, Kind, Label, Model, ModelBuilder, Nomenclature,
    Position, Variable,
};
use gradus_path::PathTheory;
use gradus_path::notation::step_text;

/// Kinds of variables: where is the queen of a row, and of a column?
const ROW: Kind = Kind(0);
const COLUMN: Kind = Kind(1);

/// All boards of one size.
struct Board {
    size: u16,
    kernel: AnyKernel,
}

impl Board {
    fn new(size: u16) -> Result<Board, Box<dyn Error>> {
        // A label is a queen in a square, row by row.
        let label = |row: u16, column: u16| Label(row * size + column);
        let mut model = ModelBuilder::new(usize::from(size * size));
        let mut lines = [Vec::new(), Vec::new()];
        for line in 0..size {
            let squares = (0..size).map(|other| label(line, other));
            lines[0].push(model.variable(ROW, squares));
        }
        for line in 0..size {
            let squares = (0..size).map(|other| label(other, line));
            lines[1].push(model.variable(COLUMN, squares));
        }
        // Rows and columns are variables: their squares are linked already. Diagonals are
        // constraints only, because not each of them has a queen.
        let squares = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        for (row, column) in squares() {
            for (other_row, other_column) in squares() {
                let apart = other_column.abs_diff(column);
                if row < other_row && apart == other_row - row {
                    model.link(label(row, column), label(other_row, other_column));
                }
            }
        }
        let model = Arc::new(model.build()?);
        // Rows against columns: this is where Subsets are sought.
        let matrix = CoverMatrix::new(&model, &lines[0], &lines[1])?;
        let kernel = AnyKernel::generic(model, vec![matrix])?;
        Ok(Board { size, kernel })
    }

    /// The row or column of a variable, from 1.
    fn line(&self, variable: Variable) -> u16 {
        variable.0 % self.size + 1
    }
}

impl Domain for Board {
    fn kernel(&self) -> &AnyKernel {
        &self.kernel
    }

    fn names(&self) -> &dyn Nomenclature {
        self
    }
}

/// A square is `r1c5`, a variable `r1` or `c5`.
impl Nomenclature for Board {
    fn graph(&self) -> &Model {
        self.kernel.model()
    }

    fn label(&self, label: Label) -> String {
        format!("r{}c{}", label.0 / self.size + 1, label.0 % self.size + 1)
    }

    fn variable(&self, variable: Variable) -> String {
        let letter = match self.model().kind_of(variable) {
            ROW => 'r',
            _ => 'c',
        };
        format!("{letter}{}", self.line(variable))
    }

    fn value(&self, label: Label) -> String {
        format!("{} has a queen", self.label(label))
    }

    fn elimination(&self, label: Label) -> String {
        format!("no queen in {}", self.label(label))
    }

    fn answer(&self, variable: Variable, label: Label) -> String {
        match self.model().kind_of(variable) {
            ROW => format!("c{}", label.0 % self.size + 1),
            _ => format!("r{}", label.0 / self.size + 1),
        }
    }

    fn single(&self, variable: Variable) -> String {
        format!("last-square-of-{}", self.variable(variable))
    }

    fn subset_rule(&self, bases: &[Variable], _covers: &[Variable]) -> String {
        format!("subset[{}]", bases.len())
    }

    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String> {
        let mark = |label| if has(label) { "Q" } else { "." };
        self.model().labels().map(|l| mark(l).to_string()).collect()
    }
}

/// One puzzle: a board and the queens that are placed.
#[derive(Clone)]
struct Queens<'a> {
    board: &'a Board,
    placed: Vec<Label>,
}

impl Instance for Queens<'_> {
    fn kind(&self) -> &'static str {
        "placed queens"
    }

    fn domain(&self) -> &dyn Domain {
        self.board
    }

    fn givens(&self) -> Vec<Label> {
        self.placed.clone()
    }
}

impl fmt::Display for Queens<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let placed: Vec<String> = self.placed.iter().map(|&l| self.board.label(l)).collect();
        write!(f, "{} queens, {} placed", self.board.size, placed.join(" "))
    }
}

impl fmt::Debug for Queens<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let board = Board::new(8)?;
    let place = |name: &str| board.label_named(name).ok_or("no such square");
    let puzzle = Queens {
        board: &board,
        placed: vec![place("r7c8")?, place("r8c6")?],
    };
    let request = Request {
        names: "all".parse()?,
        ..Request::default()
    };
    let found = classify(&puzzle, &request)?;
    println!("{puzzle}");
    for (name, rating) in &found.ratings {
        println!("{:>9}  {rating}", name.heading());
    }

    let theory: PathTheory = "W".parse()?;
    let path = path_of(&puzzle, theory, found.rating(Name::W), Limits::default())?;
    println!();
    for step in &path.steps {
        println!("{}", step_text(&board, step));
    }
    let end = check_path(board.model(), Position::initial(&puzzle), &path)?;
    println!("\nchecked: {:?}", path.end);
    let queens = board.cells(&|label| end.values.contains(&label));
    for row in queens.chunks(usize::from(board.size)) {
        println!("{}", row.concat());
    }
    Ok(())
}
