//! The T&E depth of a puzzle and nothing else, for programs that try thousands of puzzles to
//! find a harder one.

use super::depth::DepthSearch;
use crate::kernel::{Kernel, initial_state};
use crate::rules::{Brt, Whips1};
use crate::with_kernel;
use gradus_csp::{Instance, Label};

/// The theory inside T&E.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Singles.
    Singles,
    /// Singles and whips\[1\].
    Whips1,
}

/// The T&E depth of a puzzle up to `max`, or `None` if it is deeper, or if the givens exclude
/// each other. The labels of `solution`, the only one of the puzzle, are not tried.
pub fn depth_of(
    puzzle: &dyn Instance,
    solution: &[Label],
    over: Over,
    max: usize,
) -> Option<usize> {
    with_kernel!(puzzle, |kernel| {
        let state = initial_state(kernel, puzzle).ok()?;
        let truth = kernel.set_of(solution.iter().copied());
        match over {
            Over::Singles => DepthSearch::new(Brt, state).up_to(kernel, &truth, max),
            Over::Whips1 => DepthSearch::new(Whips1, state).up_to(kernel, &truth, max),
        }
    })
}
