//! Whether T&E of some depth solves a puzzle, and nothing else: what those ask who try
//! thousands of puzzles for one that is harder.

use super::depth::Depth;
use crate::kernel::{Kernel, Task, initial_state, with_kernel};
use crate::rules::{Brt, Whips1};
use gradus_csp::{Instance, Label};

/// What T&E is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Singles.
    Singles,
    /// Singles and whips\[1\].
    Whips1,
}

/// The T&E depth of a puzzle up to `max`; none if it is deeper, or if the givens exclude
/// each other. The labels of `solution`, the only one of the puzzle, are not tried.
pub fn depth_of(
    puzzle: &dyn Instance,
    solution: &[Label],
    over: Over,
    max: usize,
) -> Option<usize> {
    let question = Question {
        puzzle,
        solution,
        over,
        max,
    };
    with_kernel(puzzle, question)
}

struct Question<'a> {
    puzzle: &'a dyn Instance,
    solution: &'a [Label],
    over: Over,
    max: usize,
}

impl Task for Question<'_> {
    type Output = Option<usize>;

    fn run<K: Kernel>(self, kernel: &K) -> Option<usize> {
        let state = initial_state(kernel, self.puzzle).ok()?;
        let truth = kernel.set_of(self.solution.iter().copied());
        match self.over {
            Over::Singles => Depth::new(Brt, state).up_to(kernel, &truth, self.max),
            Over::Whips1 => Depth::new(Whips1, state).up_to(kernel, &truth, self.max),
        }
    }
}
