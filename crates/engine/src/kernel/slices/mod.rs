//! Many states at once, bit by bit: what Singles derive from each of many
//! hypotheses about one state.
//!
//! A set of labels has one bit for each label; here each candidate has one *row* of bits, one bit
//! for each hypothesis. A variable is looked at once for all hypotheses: a few word operations a
//! candidate say in which of them it is empty, and in which it has one candidate left. Labels and
//! variables that the state has decided take no part, so that this is far less work than a state
//! for each hypothesis.

mod bits;
mod frame;
mod reversible;
mod rounds;
mod sheet;
mod short;
mod trials;
mod wide;

pub use frame::CandidateTable;
pub use reversible::{ChainClass, Reversals};
pub use rounds::Rounds;
pub use short::{Deeper, HeldBack, Short, close_short_trials};
pub(crate) use trials::{Inside, close_trials};

/// A puzzle's candidates after Singles, to compare functions for vectors with plain ones.
#[cfg(test)]
fn example(text: &str) -> (std::sync::Arc<gradus_csp::Model>, CandidateTable) {
    use crate::kernel::{Kernel, bitboard::BoardKernel, initial_state};
    use gradus_puzzles::sudoku::{Puzzle, domain};
    let kernel = BoardKernel::of(domain()).expect("bit boards");
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let mut state = initial_state(&kernel, &puzzle).expect("givens that agree");
    assert!(kernel.close_singles(&mut state));
    let model = domain().model().clone();
    let frame = CandidateTable::new(&model, &state);
    (model, frame)
}

/// A puzzle that bivalue chains, z-chains and rounds of Singles all do something in.
#[cfg(test)]
const EXAMPLE: &str =
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
