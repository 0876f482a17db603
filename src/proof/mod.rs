//! Proofs: resolution paths in which every elimination has its pattern, made by
//! the engine and fit to be checked by [`crate::check`].

pub mod path;

pub use path::{End, Path, PathStep, follow, resolve};
