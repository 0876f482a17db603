//! Canonical forms of collections, and which of their puzzles are the same but for a
//! symmetry: the first of each class, those that are in no other collection, the number
//! and the size of classes.
//!
//! A class is known by a key of 16 bytes. Keys are kept in memory up to a limit, and what
//! they do not decide waits on the disk for another pass, so that collections of any size
//! need no more memory than they may, and the output is the same to the byte.

pub(crate) mod classes;
pub(crate) mod form;
pub(crate) mod job;
pub(crate) mod keys;
mod sieve;
pub(crate) mod tape;

pub use form::Form;
pub use job::{Job, run};
