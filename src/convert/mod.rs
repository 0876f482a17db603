//! Jobs that turn puzzles into puzzles: plain lines in, plain lines out, in the order of
//! the inputs, so that pipes do the rest.
//!
//! A job reads everything that `classify` reads, hands each puzzle to a worker, and what
//! comes out to a [`Taker`] with its row and its comment. Lines that are no puzzles, and
//! puzzles that a worker has no answer for, are reported and counted. What is written
//! depends on the inputs alone, never on the threads.

mod clues;
mod expand;
mod isomorph;
pub(crate) mod job;
mod minimals;
mod neighbours;
pub(crate) mod output;
mod solve;

pub(crate) use clues::not_sudoku;
pub use expand::{More, expanded, expansions};
pub use isomorph::isomorphs;
pub use job::{Answer, Counts, End, Job, Taker, run};
pub use minimals::{Which, all_minimals, minimals_of};
pub use neighbours::{neighbours_of, vicinities};
pub use output::Output;
pub use solve::{counts, solutions};
