//! Backdoors, anti-backdoors, and single chains modulo a theory whose steps do not count. PBCS
//! 11.5.3; manual of CSP-Rules 3.8 and 13.1 to 13.12.
//!
//! T₀ is a *no-step* theory. A *backdoor* is a set of labels whose assertion lets T₀ solve the
//! puzzle, an *anti-backdoor* a candidate whose deletion does. The labels of a backdoor are
//! true and an anti-backdoor is false, so the solution shows what need not be tried. Backdoors
//! have nothing to do with T&E depth: a puzzle with a backdoor of one label may be hard to
//! prove, because the label is not known.

mod erasable;
mod no_step;
mod one_step;
mod size;

pub use erasable::{ChainKind, Erasable, Erasables};
pub use no_step::{Modulo, NoStep, UnknownNoStep};
pub(crate) use size::LARGEST_BACKDOOR;
