#![doc = include_str!("../README.md")]
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
