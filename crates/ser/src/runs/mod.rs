//! Nishio, multiple and dynamic forcing chains, and the hints inside their runs, which are chains
//! again.

mod nested;
mod producer;
mod shown;

pub(crate) use nested::Context;
pub(crate) use producer::{Runs, first};
