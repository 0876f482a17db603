//! The columns of an input that is a table: where the puzzle and the comment stand,
//! and which others are kept. One rule for CSV, JSON lines and Parquet.

use super::column_error::ColumnError;
use super::sample::ColumnSample;
use crate::table::columns::{COMMENT, PUZZLE};
use crate::table::kept::{Keep, kept_name};

/// How an input is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The column with the puzzles, if it is not called `puzzle`.
    pub column: Option<String>,
    /// Which other columns of tables are kept.
    pub keep: Keep,
    /// The kind of puzzles without a KIND: prefix.
    pub kind: Option<String>,
    /// The number of puzzles to skip, over all inputs of a job. They keep their row numbers.
    pub skip: u64,
}

impl ReadOptions {
    /// The row at which a job ends that reads at most this many puzzles.
    pub fn end(&self, limit: Option<u64>) -> Option<u64> {
        limit.map(|limit| limit.saturating_add(self.skip))
    }

    /// Returns true if a puzzle may be a 9×9 grid over nine lines.
    pub(super) fn has_grids(&self) -> bool {
        let kind = self.kind.as_deref();
        kind.is_none_or(|kind| kind.eq_ignore_ascii_case("sudoku"))
    }

    /// Returns true if a column has the name of the column of puzzles.
    pub(super) fn is_puzzle(&self, name: &str) -> bool {
        let wanted = self.column.as_deref().unwrap_or(PUZZLE);
        wanted.eq_ignore_ascii_case(name)
    }

    /// The column of puzzles by its name: the first that has it.
    pub(super) fn named(&self, names: &[String]) -> Option<usize> {
        names.iter().position(|name| self.is_puzzle(name))
    }

    /// The column of puzzles by its content, as no column has the name. If a name was asked
    /// for, the content does not matter.
    pub(super) fn by_content(&self, sample: &ColumnSample) -> Result<usize, ColumnError> {
        match &self.column {
            Some(wanted) => Err(ColumnError::Missing {
                wanted: wanted.clone(),
                names: sample.names().to_vec(),
            }),
            None => sample.only_puzzles(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Puzzle,
    Comment,
    /// It is kept, at this place among the kept columns.
    Kept(usize),
    Other,
}

/// The roles of the columns of an input, given one by one.
#[derive(Clone, Debug, Default)]
pub(super) struct Roles {
    keep: Keep,
    has_comment: bool,
    /// The names that the kept columns have in our table.
    pub kept: Vec<String>,
}

impl Roles {
    pub(super) fn new(reading: &ReadOptions) -> Roles {
        Roles {
            keep: reading.keep.clone(),
            ..Roles::default()
        }
    }

    /// The roles of all columns, of which this one has the puzzles.
    pub(super) fn of(reading: &ReadOptions, names: &[String], puzzle: usize) -> (Vec<Role>, Roles) {
        let mut roles = Roles::new(reading);
        let names = names.iter().enumerate();
        let found = names.map(|(place, name)| roles.add(name, place == puzzle));
        (found.collect(), roles)
    }

    /// The role of the next column.
    pub(super) fn add(&mut self, name: &str, is_puzzle: bool) -> Role {
        if self.keep == Keep::Whole {
            self.kept.push(name.to_string());
            return Role::Kept(self.kept.len() - 1);
        }
        if is_puzzle {
            return Role::Puzzle;
        }
        if !self.has_comment && name.eq_ignore_ascii_case(COMMENT) {
            self.has_comment = true;
            return Role::Comment;
        }
        if !self.keep.has(name) {
            return Role::Other;
        }
        self.kept.push(self.free_name(name));
        Role::Kept(self.kept.len() - 1)
    }

    /// A name that no kept column has.
    fn free_name(&self, name: &str) -> String {
        let name = match name {
            "" => "unnamed".to_string(),
            _ => kept_name(name),
        };
        let is_free = |name: &String| !self.kept.iter().any(|kept| kept.eq_ignore_ascii_case(name));
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(is_free).unwrap_or(name)
    }
}
