//! The kinds of logic puzzles: Sudoku and other [`squares`], Futoshiki, Kakuro, Numbrix, map
//! colouring, queens, Slitherlink, and any binary constraint satisfaction problem that is
//! stated in JSON. Each kind builds a [`Domain`](gradus_csp::Domain) with the
//! constraint graph, its names, its drawings and its own rules. [`read`] turns a line of text
//! of any kind into an [`Instance`](gradus_csp::Instance).

#![warn(unreachable_pub)]

pub mod book;
mod built;
mod draw;
mod futoshiki;
mod kakuro;
mod kinds;
mod map;
mod numbrix;
mod queens;
mod slitherlink;
pub mod squares;
mod statement;
mod tatham;
mod text;

pub use kinds::{examples, kind_named, kind_names, kind_of, read, read_with, shows_kind};
pub use squares::sudoku;
