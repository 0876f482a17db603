//! The search for extreme puzzles, as far as it needs neither files nor threads: positions
//! ([`SolvedPuzzle`]), moves from one to the next ([`Move`]), a bandit that plays those moves
//! more often that pay ([`Bandit`]), and a population of the best with a quota for each
//! solution ([`Population`]).
//!
//! Everything is a function of its arguments and of the dice it is handed. What puzzles are
//! worth, and who works on which, is the caller's affair.

#![warn(unreachable_pub)]

pub mod bandit;
pub mod border;
pub mod moves;
pub mod population;
pub mod position;
pub mod step;

pub use bandit::Bandit;
pub use border::DepthClass;
pub use moves::{Move, Toward};
pub use population::{Bars, Member, Population, Score};
pub use position::SolvedPuzzle;
pub use step::{MoveStep, NotAMove};
