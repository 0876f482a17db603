//! The crate as others use it.

#![allow(clippy::unwrap_used, reason = "a test that panics fails, as it should")]

mod arithmetic;
mod compression;
mod entry;
mod expression;
mod files;
mod forum;
mod lines;
mod literal;
mod number;
mod puzzle_line;
mod shell;
mod table;
mod text;
mod utf16;
