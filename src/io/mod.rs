//! Files: written whole or not at all, and kept from two writers at once.

pub mod atomic;
pub mod lock;
