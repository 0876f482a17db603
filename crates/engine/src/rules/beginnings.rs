//! The first states of a puzzle: with its givens, after Singles, and after
//! whips\[1\]. All theories begin in one of them.

use super::{Brt, Theory, Whips1};
use crate::kernel::Kernel;
use gradus_csp::{Labels, State};

/// The states of a puzzle before any rule but Singles and whips\[1\].
#[derive(Clone, Debug)]
pub(crate) struct Beginnings<S> {
    /// With the givens.
    pub initial: State<S>,
    /// Closed under Singles.
    pub brt: State<S>,
    /// Closed under whips\[1\].
    pub w1: State<S>,
}

impl<S: Labels> Beginnings<S> {
    /// The first states of a puzzle with one solution, from the state with its givens.
    pub(crate) fn new<K: Kernel<Set = S>>(kernel: &K, initial: State<S>) -> Self {
        let mut brt = initial.clone();
        Brt.close(kernel, &mut brt);
        let mut w1 = brt.clone();
        Whips1.close(kernel, &mut w1);
        Beginnings { initial, brt, w1 }
    }
}
