//! Resolution paths as data: theories, patterns, steps, ratings as values, the
//! records that store a path with all that is needed to check it, and the books'
//! notation. Nothing here searches; the engine makes paths and the checker
//! verifies them.

#![warn(unreachable_pub)]

pub mod belt;
mod family;
pub mod figure;
pub mod fish;
mod forcing;
mod ladder;
mod marks;
pub mod notation;
mod path;
pub mod pattern;
mod rating;
pub mod record;
pub mod relation;
mod rule;
mod special;
pub mod subset;
pub mod theory;
mod turned;

pub use family::Family;
pub use figure::figure;
pub use forcing::{Branch, Forcing};
pub use ladder::Ladder;
pub use marks::marks;
pub use path::{End, Path, PathStep, Strategy, Trial};
pub use rating::{Rating, Status};
pub use record::Record;
pub use rule::Rule;
pub use special::Special;
pub use theory::{PathTheory, Patterns, UnknownTheory};
