#![doc = include_str!("../README.md")]
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
