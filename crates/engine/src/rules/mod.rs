//! What the book calls resolution rules, and the theories made of them.

pub mod braid;
pub mod braid_theory;
pub mod budget;
pub mod family;
pub mod pattern;
pub mod rounds;
pub mod singles;
pub mod subset;
pub mod whip;
pub mod whip1;

pub use braid_theory::BraidTheory;
pub use singles::Brt;
pub use subset::Subsets;
pub use whip1::Whips1;

use gradus_model::kernel::Kernel;
use gradus_model::state::State;

/// A resolution theory that is stable for confluence (PBCS 4.4): from a state,
/// its rules lead to one final state whatever their order, and what they can
/// eliminate in a state they can still eliminate in any later one.
pub trait Theory<K: Kernel> {
    /// Applies the rules until none applies; false if the state turns out contradictory.
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool;
}

impl<K: Kernel, T: Theory<K> + ?Sized> Theory<K> for &T {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        (**self).close(kernel, state)
    }
}
