//! Slitherlink: lines between points form a single loop, and a number is the number of sides
//! of its cell that are part of it (PBCS2 chapter 17).
//!
//! A line is `slitherlink:`, the numbers of rows and columns, and the cells row by row:
//! `slitherlink:3x4,.21.30...2.3`. With `slitherlink-xtd:` in front, Extended Loops are part
//! of the theory. IDs of Simon Tatham's Loopy are also read; they have the width first.
//!
//! A loop round a single cell is not a solution: B has no value with four sides.

mod apply;
mod colours;
mod drawing;
mod extended;
mod facts;
mod grid;
mod layout;
mod loops;
mod macros;
mod names;
mod notation;
mod paths;
mod rules;
mod solver;
#[cfg(test)]
mod tests;
mod turned;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::built;
use crate::tatham::Id;
use crate::text::{joined, runs};
use gradus_csp::{
    Domain, Instance, Label, MOST_LABELS, ReadError, ReadResult, Solutions, Undecided,
};
use grid::LineGrid;
use layout::{Layout, Site};
use names::SlitherlinkBoard;
use rules::Rules;
use solver::Solver;

/// The name of the kind.
pub(crate) const KIND: &str = "slitherlink";
/// The name of the kind with Extended Loops.
pub(crate) const EXTENDED: &str = "slitherlink-xtd";

/// A Slitherlink.
#[derive(Clone)]
pub(crate) struct Slitherlink {
    layout: Arc<Layout>,
    /// True if Extended Loops are part of the theory.
    extended: bool,
    board: Arc<OnceLock<Domain>>,
}

/// Reads the data of either kind.
pub(crate) fn read(kind: &'static str, text: &str) -> ReadResult {
    instance(kind, Slitherlink::parse(text, kind == EXTENDED))
}

/// Reads an ID of Loopy.
pub(crate) fn read_id(id: &Id<'_>) -> ReadResult {
    instance(KIND, Slitherlink::of_id(id, false))
}

/// Reads an ID of Loopy as a puzzle with Extended Loops.
pub(crate) fn read_extended_id(id: &Id<'_>) -> ReadResult {
    instance(EXTENDED, Slitherlink::of_id(id, true))
}

fn instance(kind: &'static str, puzzle: Result<Slitherlink, String>) -> ReadResult {
    let puzzle = puzzle.map_err(|reason| ReadError::data(kind, reason))?;
    Ok(Box::new(puzzle))
}

impl Slitherlink {
    fn parse(text: &str, extended: bool) -> Result<Slitherlink, String> {
        let size = || {
            let found: String = text.chars().take(20).collect();
            format!("expected ROWSxCOLUMNS,CELLS, such as 2x2,.3.2; found {found:?}")
        };
        let (numbers, cells) = text.split_once(',').ok_or_else(size)?;
        let (rows, columns) = numbers.split_once(['x', '×']).ok_or_else(size)?;
        let number = |text: &str| text.parse::<u16>().map_err(|_| size());
        let (rows, columns) = (number(rows)?.into(), number(columns)?.into());
        let given = |(position, found): (usize, char)| match found {
            '.' => Ok(None),
            '0'..='3' => Ok(Some(found as u8 - b'0')),
            _ => Err(format!(
                "cell {position} is {found:?}: expected 0, 1, 2, 3 or . for empty"
            )),
        };
        let givens = (1..).zip(cells.chars()).map(given);
        Slitherlink::new(rows, columns, givens.collect::<Result<_, _>>()?, extended)
    }

    fn of_id(id: &Id<'_>, extended: bool) -> Result<Slitherlink, String> {
        if let Some(other @ 1..) = id.number {
            return Err(format!(
                "type {other} of Loopy is no grid of squares: only type 0 is read"
            ));
        }
        let givens = runs(id.description).map_err(|(position, found)| {
            format!(
                "character {position} of the description is {found:?}: expected 0 to 3, or a to z \
                 for a run of empty cells"
            )
        })?;
        Slitherlink::new(id.height.unwrap_or(id.width), id.width, givens, extended)
    }

    fn new(
        rows: usize,
        columns: usize,
        givens: Vec<Option<u8>>,
        extended: bool,
    ) -> Result<Slitherlink, String> {
        if rows == 0 || columns == 0 {
            return Err(format!(
                "a grid of {rows} rows and {columns} columns has no cells"
            ));
        }
        // The numbers may be of any size.
        let (found, expected) = (givens.len(), rows.saturating_mul(columns));
        if found != expected {
            return Err(format!(
                "{found} cells: {rows} rows of {columns} are {expected}"
            ));
        }
        let layout = Layout::new(LineGrid { rows, columns }, givens);
        let layout = layout.filter(|layout| layout.labels() <= MOST_LABELS);
        let layout = layout.ok_or_else(|| {
            format!(
                "{rows} rows of {columns} cells are too large: at most {MOST_LABELS} labels can \
                 be rated"
            )
        })?;
        Ok(Slitherlink {
            layout: Arc::new(layout),
            extended,
            board: Arc::default(),
        })
    }

    fn new_domain(&self) -> Domain {
        let rules = Arc::new(Rules::new(self.layout.clone(), self.extended));
        let model = self.layout.model();
        let model = Arc::new(model.expect("labels and links are of the layout"));
        let board = SlitherlinkBoard {
            layout: self.layout.clone(),
            model: model.clone(),
        };
        // No g-labels are defined: CSP-Rules has lists of them that no rule uses.
        let domain = built::domain(model, Arc::new(board)).with_groups(false);
        domain.with_rules(rules)
    }
}

/// The line of the puzzle, `.` for empty.
impl fmt::Display for Slitherlink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LineGrid { rows, columns } = self.layout.grid;
        write!(f, "{}:{rows}x{columns},", self.kind())?;
        let symbol = |given: &Option<u8>| given.map_or('.', |given| char::from(b'0' + given));
        f.write_str(&joined(self.layout.givens.iter().map(symbol), ""))
    }
}

impl fmt::Debug for Slitherlink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Instance for Slitherlink {
    fn kind(&self) -> &'static str {
        if self.extended { EXTENDED } else { KIND }
    }

    fn domain(&self) -> &Domain {
        self.board.get_or_init(|| self.new_domain())
    }

    fn givens(&self) -> Vec<Label> {
        let cells = self.layout.givens.iter().enumerate();
        let given =
            |(cell, given): (usize, &Option<u8>)| self.layout.label(Site::Number(cell), (*given)?);
        cells.filter_map(given).collect()
    }

    /// Only numbers can be given.
    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut givens = self.layout.givens.clone();
        for &label in more {
            match self.layout.place(self.layout.variable_of(label)) {
                Site::Number(cell) => givens[cell] = Some(self.layout.value(label)),
                _ => return None,
            }
        }
        let LineGrid { rows, columns } = self.layout.grid;
        let puzzle = Slitherlink::new(rows, columns, givens, self.extended);
        Some(Box::new(puzzle.ok()?))
    }

    /// The loop: `1` for a line that is present and `0` for one that is absent, first the
    /// horizontal lines, then the vertical ones, row by row.
    fn solution_text(&self, solution: &[Label]) -> Option<String> {
        let LineGrid { rows, columns } = self.layout.grid;
        let names = self.domain().names();
        let lines = names.cells(&|label| solution.contains(&label)).concat();
        Some(format!("{}:{rows}x{columns},{lines}", self.kind()))
    }

    fn own_solutions(&self, nodes: u64) -> Option<Result<Solutions, Undecided>> {
        let mut found = Vec::new();
        let mut solver = Solver::new(self.layout.grid, &self.layout.givens);
        let done = solver.each(nodes, &mut |exists| {
            found.push(self.layout.solution(exists));
            found.len() == 2
        });
        Some(done.map(|()| match found.len() {
            0 => Solutions::None,
            1 => Solutions::One(found.remove(0)),
            _ => Solutions::Several,
        }))
    }

    fn own_count(&self, limit: u64, nodes: u64) -> Option<Result<u64, Undecided>> {
        if limit == 0 {
            return Some(Ok(0));
        }
        let mut count = 0;
        let mut solver = Solver::new(self.layout.grid, &self.layout.givens);
        let done = solver.each(nodes, &mut |_| {
            count += 1;
            count == limit
        });
        Some(done.map(|()| count))
    }
}
