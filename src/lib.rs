//! Gradus rates logic puzzles by how hard they are to *prove*: the intrinsic
//! ratings of D. Berthier's *Pattern-Based Constraint Satisfaction and Logic
//! Puzzles* (PBCS), computed exactly.
//!
//! Data flows one way: text → [`sudoku::Puzzle`] → initial state → ratings.

pub mod book;
pub mod check;
pub mod cli;
pub mod csp;
pub mod generate;
pub mod input;
pub mod pipeline;
pub mod proof;
pub mod rating;
pub mod report;
pub mod rules;
pub mod runner;
pub mod sheet;
pub mod stats;
pub mod sudoku;
pub mod table;
pub mod te;
