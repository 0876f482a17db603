//! Proofs: resolution paths in which every elimination has its pattern, made by
//! the engine, fit to be read by people and to be checked by [`crate::check`].

pub mod notation;
mod order;
pub mod path;
pub mod prove;
pub mod record;
pub mod simplest;
pub mod special;
mod targets;
pub mod theory;

pub use path::{End, Path, PathStep, follow, resolve};
pub use prove::{path_of, prove};
pub use record::Record;
pub use theory::{PathTheory, UnknownTheory};
