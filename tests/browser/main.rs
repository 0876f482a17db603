//! Pages of the program in a real browser.

// A test that panics fails, as it should.
#![allow(clippy::unwrap_used)]

#[path = "../harness/mod.rs"]
mod harness;

// Each page takes what it needs.
#[allow(dead_code)]
mod driver;

mod explore;
mod viewer;
