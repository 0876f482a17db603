//! Gradus rates logic puzzles by how hard they are to *prove*: the intrinsic
//! ratings of D. Berthier's *Pattern-Based Constraint Satisfaction and Logic
//! Puzzles* (PBCS), computed exactly.
//!
//! ```
//! use gradus::{Name, Request, classify_puzzle, read};
//!
//! let puzzle = read("..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57")?;
//! let numbers = classify_puzzle(puzzle.as_ref(), &Request::default())?;
//! println!("W = {}", numbers.rating(Name::W).expect("W is rated by default"));
//! # assert_eq!(numbers.rating(Name::W).map(|w| w.to_string()).as_deref(), Some("4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The theory is in crates of its own, re-exported here: [`csp`] (constraint graphs),
//! [`puzzles`] (the kinds of puzzles), [`engine`] (rules, ratings, the search for paths),
//! [`path`] (resolution paths as data), [`check`] (their independent checker),
//! [`generators`] (generators, and puzzles near a puzzle) and [`hunting`] (moves of a hunt,
//! and its population). The modules below
//! are the program: data flows one way, from [`io`] and [`input`] through [`classify`] and
//! [`table`] to [`stats`], [`sheet`] and the report, and no layer uses one above it.

#![warn(unreachable_pub)]

pub use gradus_check as check;
pub use gradus_csp as csp;
pub use gradus_engine as engine;
pub use gradus_generate as generators;
pub use gradus_hunt as hunting;
pub use gradus_path as path;
pub use gradus_puzzles as puzzles;
#[cfg(feature = "polars")]
pub use gradus_stats as stats;
#[cfg(feature = "polars")]
pub use gradus_stats::sheet;
pub use gradus_table::{expression, input, io, table};

pub use gradus_check::check_record;
pub use gradus_csp::Instance;
pub use gradus_engine::proof::prove;
pub use gradus_engine::rating::{
    Classification, Name, Names, Rating, Rejection, Request, Status, classify as classify_puzzle,
};
pub use gradus_puzzles::{book, kind_named, read};

pub mod canon;
pub mod classify;
pub mod cli;
pub mod convert;
pub mod explain;
#[cfg(feature = "polars")]
pub mod explore;
pub mod generate;
pub mod hunt;
pub mod job;
#[cfg(feature = "polars")]
pub mod pipeline;
#[cfg(feature = "polars")]
pub mod report;
