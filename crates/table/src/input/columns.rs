//! The columns of an input that is a table: where the puzzle and the comment stand,
//! and which others are kept. One rule for CSV, JSON lines and Parquet.

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
}

impl ReadOptions {
    /// Returns true if a puzzle may be a 9×9 grid over nine lines.
    pub(super) fn has_grids(&self) -> bool {
        let kind = self.kind.as_deref();
        kind.is_none_or(|kind| kind.eq_ignore_ascii_case("sudoku"))
    }

    pub(super) fn puzzle(&self) -> &str {
        self.column.as_deref().unwrap_or(PUZZLE)
    }

    /// Returns true if a column has the puzzles.
    pub(super) fn is_puzzle(&self, name: &str) -> bool {
        self.puzzle().eq_ignore_ascii_case(name)
    }

    /// Why a table without a column of puzzles cannot be read.
    pub(super) fn no_puzzle(&self, names: &[String]) -> String {
        let names: String = crate::io::shown(names.join(", ").as_bytes(), 400);
        format!(
            "{NO_PUZZLE_COLUMN} {}: the columns are {names}",
            self.puzzle()
        )
    }
}

/// Starts the reason why a table without a column of puzzles is rejected.
pub const NO_PUZZLE_COLUMN: &str = "no column is called";

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
    reading: ReadOptions,
    has_puzzle: bool,
    has_comment: bool,
    /// The names that the kept columns have in our table.
    pub kept: Vec<String>,
}

impl Roles {
    pub(super) fn new(reading: &ReadOptions) -> Roles {
        Roles {
            reading: reading.clone(),
            ..Roles::default()
        }
    }

    /// The role of the next column. Of two with one name the first has the puzzles.
    pub(super) fn add(&mut self, name: &str) -> Role {
        if !self.has_puzzle && self.reading.is_puzzle(name) {
            self.has_puzzle = true;
            return Role::Puzzle;
        }
        if !self.has_comment && name.eq_ignore_ascii_case(COMMENT) {
            self.has_comment = true;
            return Role::Comment;
        }
        if !self.reading.keep.has(name) {
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
