//! Jobs that turn puzzles into puzzles: expansions, minimals, neighbours, isomorphs and
//! solutions, each one function of a puzzle for the jobs of `job::lines`.

mod clues;
mod expand;
mod isomorph;
mod minimals;
mod neighbours;
mod solve;

pub use crate::job::line_output::Output;
pub use crate::job::lines::{Job, Outcome, ReadCounts};
pub use expand::{More, expanded, expansions};
pub use isomorph::isomorphs;
pub use minimals::{Which, all_minimals, minimals_of};
pub use neighbours::{neighbours_of, vicinities};
pub use solve::{counts, solutions};
