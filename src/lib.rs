//! Gradus rates logic puzzles by how hard they are to *prove*: the intrinsic
//! ratings of D. Berthier's *Pattern-Based Constraint Satisfaction and Logic
//! Puzzles* (PBCS), computed exactly.
//!
//! Data flows one way: text → [`sudoku::Puzzle`] → initial state → ratings.

pub mod book;
pub mod classify;
pub mod cli;
pub mod generate;
pub mod input;
pub mod io;
pub mod job;
pub mod pipeline;
pub mod report;
pub mod sheet;
pub mod stats;
pub mod table;
