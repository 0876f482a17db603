#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod aligned;
mod board;
mod bug;
mod chain;
mod fish;
mod forcing;
mod geometry;
mod hint;
mod kind;
mod locking;
mod loops;
mod meter;
mod plan;
mod rate;
mod run;
mod runs;
mod sets;
mod singles;
mod solver;
mod spread;
mod state;
mod technique;
mod tenths;
mod wings;

pub use chain::{Cause, Chain, Node};
pub use meter::{Meter, Stopped};
pub use rate::{Candidate, Profile, Rated, Step, exceeds, explain, rate, rate_both, rate_within};
pub use state::{State, StateError};
pub use technique::{Level, Multiple, Technique, Unique};
pub use tenths::{NotTenths, Tenths};
