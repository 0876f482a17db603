//! The crate as others use it.

#![allow(clippy::unwrap_used, reason = "a test that panics fails, as it should")]

mod compression;
mod entry;
mod expression;
mod lines;
mod literal;
mod number;
mod shell;
mod text;
