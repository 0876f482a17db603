//! Many states at once, bit by bit: what Singles derive from each of many
//! hypotheses about one state.
//!
//! A set of labels has one bit for each label; here each candidate has one *row*
//! of bits, one bit for each hypothesis. A variable is looked at once for all
//! hypotheses: a few word operations a candidate say in which of them it is
//! empty, and in which it has one candidate left. Labels and variables that the
//! state has decided take no part, so that this is far less work than a state
//! for each hypothesis.

mod bits;
mod frame;
mod reversible;
mod rounds;
mod sheet;
mod short;
mod trials;
mod wide;

pub use frame::Frame;
pub use reversible::{ChainClass, Reversals};
pub use rounds::Rounds;
pub use short::{Deeper, Held, Short, close_short_trials};
pub(crate) use trials::{Inside, close_trials};
