//! Jobs that generate puzzles: the units of [`gradus_generate`] are made by workers as they
//! come, put in order, and written until there are as many puzzles as were asked for. A job
//! that was interrupted goes on where it stopped; suexg, whose puzzles depend on all those
//! before, with the random numbers that it had come to.

mod footer;
mod given;
mod job;
mod journal;

pub use footer::Footer;
pub use job::{Grids, Job, Outcome, run, stream};
