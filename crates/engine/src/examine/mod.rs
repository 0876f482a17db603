//! What every theory makes of a puzzle that need not have one solution: a pattern of candidates
//! is examined like a puzzle, and one that cannot be has the T&E depth at which that is seen.
//! PBCS 11.5; manual of CSP-Rules 3.13.
//!
//! T&E(T, n) meets a contradiction in the main state, not in a trial. A puzzle with several
//! solutions is left by every theory with the candidates of all of them at least: these are
//! found first and never tried.

mod chains;
mod examination;
mod irrefutable;
mod run;

pub use examination::{Examination, HowMany, Remainder, TheoryResult, Trying};
pub use run::examine;
