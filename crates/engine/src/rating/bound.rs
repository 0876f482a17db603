//! An upper bound of B that trials show without a search: whoever climbs from puzzle to
//! puzzle wants to know which of two is likely to be harder, and can do without the value.
//!
//! Braids are stable for confluence (PBCS 5.5). So if braids up to a length that trials show
//! ([`super::traced`]) decide a puzzle, B is at most that length, whatever shorter braids
//! there are that trials do not show.

use super::classify::{Rejection, Start};
use super::traced::{Traced, close_traced};
use crate::kernel::{Kernel, Task, with_kernel};
use crate::te::Over;
use gradus_csp::{Instance, Label};

/// What trials show of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// B is at most this.
    AtMost(usize),
    /// No braids solve the puzzle.
    Infinite,
}

/// The least length, but not below `from`, for which trials show that B is at most that;
/// `solution` are the labels of the only solution. The longer `from` is, the faster.
pub fn bound(puzzle: &dyn Instance, solution: &[Label], from: usize) -> Result<Bound, Rejection> {
    let search = Search {
        puzzle,
        solution,
        from,
    };
    with_kernel(puzzle, search)
}

struct Search<'a> {
    puzzle: &'a dyn Instance,
    solution: &'a [Label],
    from: usize,
}

impl Task for Search<'_> {
    type Output = Result<Bound, Rejection>;

    fn run<K: Kernel>(self, kernel: &K) -> Self::Output {
        let start = Start::with(kernel, self.puzzle, self.solution)?;
        if self.from == 0 && start.states.brt.is_decided() {
            return Ok(Bound::AtMost(0));
        }
        if self.from <= 1 && start.states.w1.is_decided() {
            return Ok(Bound::AtMost(1));
        }
        let mut state = start.states.w1.clone();
        let mut length = self.from.max(2);
        // A trial that refutes is a braid of some length, so that this ends.
        loop {
            match close_traced(kernel, &mut state, &start.truth, length, Over::Singles) {
                Traced::Decided => return Ok(Bound::AtMost(length)),
                Traced::Deeper => return Ok(Bound::Infinite),
                Traced::Open => length += 1,
            }
        }
    }
}
