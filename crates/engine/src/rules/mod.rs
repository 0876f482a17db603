//! The resolution rules of the book, and the theories made of them.

pub mod belt;
pub mod braid;
pub(crate) mod braid_theory;
pub mod budget;
pub(crate) mod closure;
pub(crate) mod family;
pub mod finned;
pub mod forcing;
pub mod hls;
mod idle;
pub(crate) mod linked;
pub mod pattern;
pub(crate) mod related;
pub mod reversible;
pub(crate) mod rounds;
pub mod singles;
pub mod subset;
pub(crate) mod survey;
pub mod t_whip;
pub(crate) mod targets;
pub(crate) mod trace;
pub mod typed;
pub mod whip;

pub use belt::WithBelts;
pub use braid_theory::BraidTheory;
pub use closure::{SFin, Subsets};
pub(crate) use singles::Beginnings;
pub use singles::{Brt, Whips1};

use crate::kernel::Kernel;
use gradus_csp::State;

/// A resolution theory that is stable for confluence (PBCS 4.4): from a state, its rules lead
/// to one final state in any order, and they can still eliminate in any later state whatever
/// they can eliminate now.
pub trait Theory<K: Kernel> {
    /// Applies the rules until none applies. Returns false if the state is contradictory.
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool;

    /// Closes a state that is closed under this theory under T&E(T, depth), if there is a
    /// faster way than one trial after the other. Returns false if the state is contradictory.
    /// Labels in `skipped` are irrefutable.
    fn close_trials(
        &self,
        _kernel: &K,
        _state: &mut State<K::Set>,
        _depth: usize,
        _skipped: &K::Set,
    ) -> Option<bool> {
        None
    }
}

impl<K: Kernel, T: Theory<K> + ?Sized> Theory<K> for &T {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        (**self).close(kernel, state)
    }

    fn close_trials(
        &self,
        kernel: &K,
        state: &mut State<K::Set>,
        depth: usize,
        skipped: &K::Set,
    ) -> Option<bool> {
        (**self).close_trials(kernel, state, depth, skipped)
    }
}
