//! The crate as others use it.

#![allow(clippy::unwrap_used, reason = "a test that panics fails, as it should")]

mod compare;
mod moments;
mod origin;
mod repeats;
mod sheet;
