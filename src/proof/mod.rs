//! Proofs: resolution paths in which every elimination has its pattern, made by
//! the engine, fit to be read by people and to be checked by [`crate::check`].

pub mod draw;
pub mod marks;
pub mod notation;
pub mod order;
pub mod path;
pub mod prove;
pub mod record;
pub mod simplest;
pub mod special;
pub mod style;
pub mod svg;
mod targets;
pub mod theory;
pub mod trials;

pub use path::{End, Path, PathStep, follow, resolve};
pub use prove::{path_of, prove, rating_in};
pub use record::Record;
pub use theory::{PathTheory, UnknownTheory};
