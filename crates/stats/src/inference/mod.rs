//! Statistical tests for counts and distributions, and standard errors where no formula holds.

pub(crate) mod bootstrap;
pub(crate) mod chi_square;
pub(crate) mod fisher;

pub use chi_square::ChiSquare;
pub(crate) use chi_square::normal_tails;
pub(crate) use fisher::Proportion;
