//! Examines a puzzle with any number of solutions by every theory. A pattern of candidates is
//! examined like a puzzle; an impossible one has the T&E depth that shows it. PBCS 11.5; manual
//! of CSP-Rules 3.13.
//!
//! A contradiction counts if T&E(T, n) finds it in the main state, not in a trial. Every theory
//! leaves at least the candidates of all solutions: these are found first and never tried.

mod examination;
mod run;

pub use examination::{Examination, HowMany, Remainder, TheoryResult, Trying};
pub use run::examine;
