//! Canonical forms of collections, and which of their puzzles are isomorphic: the first of
//! each class, the classes that are in no other collection, the number and the size of classes.
//!
//! A class is identified by a key of 16 bytes. Keys are kept in memory up to a limit, and lines
//! that they do not decide are kept on disk for another pass, so that collections of any size
//! need bounded memory, and the output is byte-for-byte the same.

mod form;
mod job;
pub(crate) mod keys;
mod tape;

pub use form::FormChoice;
pub(crate) use job::{Job, run};
