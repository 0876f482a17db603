//! Tests of the kinds of puzzles and of canonical forms: known results, brute force over all
//! symmetries, and what must hold for any puzzle.
#![allow(clippy::unwrap_used)]

mod brute_force;
mod kinds;
mod laws;
mod oracles;
mod squares;
mod statement;
