//! Expansions: the puzzle to whose givens all values are added that a theory asserts (HLS,
//! "elaboration"; UM 6.6). Every rating by a theory that is confluent and has Singles is the
//! same for a puzzle and its expansion by Singles.

use super::rejection::{Rejection, solution_within};
use crate::kernel::initial_state;
use crate::rules::subset::LARGEST;
use crate::rules::{Brt, Subsets, Theory, Whips1};
use crate::with_kernel;
use gradus_csp::{Instance, Label, Labels};

/// The theory by which a puzzle is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expansion {
    /// Singles.
    Brt,
    /// Singles and whips\[1\].
    W1,
    /// Singles, whips\[1\] and all Subsets that the book defines.
    S,
}

/// The values that a theory asserts in a puzzle with one solution, the givens among them. The
/// search for the solution has no limit.
pub fn expand(puzzle: &dyn Instance, by: Expansion) -> Result<Vec<Label>, Rejection> {
    expand_within(puzzle, by, u64::MAX)
}

/// The same as [`expand`], if the solution is found within a number of nodes.
pub fn expand_within(
    puzzle: &dyn Instance,
    by: Expansion,
    nodes: u64,
) -> Result<Vec<Label>, Rejection> {
    with_kernel!(puzzle, |kernel| {
        let mut state = initial_state(kernel, puzzle)?;
        solution_within(puzzle, nodes)?;
        let consistent = match by {
            Expansion::Brt => Brt.close(kernel, &mut state),
            Expansion::W1 => Whips1.close(kernel, &mut state),
            Expansion::S => Subsets(LARGEST).close(kernel, &mut state),
        };
        debug_assert!(consistent, "rules do not refute a puzzle with a solution");
        Ok(state.values.iter().collect())
    })
}
