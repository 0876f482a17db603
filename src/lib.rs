//! Gradus rates logic puzzles by how hard they are to *prove*: the intrinsic
//! ratings of D. Berthier's *Pattern-Based Constraint Satisfaction and Logic
//! Puzzles* (PBCS), computed exactly.
//!
//! Data flows one way: text → [`sudoku::Puzzle`] → initial state → ratings.

pub use gradus_check as check;
pub use gradus_engine::{rating, rules, te};
pub use gradus_model as csp;
pub use gradus_model::sudoku;

/// Resolution paths: data, and the search for them.
pub mod proof {
    pub use gradus_engine::proof::*;
    pub use gradus_path::*;
}

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
