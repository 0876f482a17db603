//! Resolution paths as data: theories, patterns, steps, ratings as values, the
//! records that store a path with all that is needed to check it, and the books'
//! notation. Nothing here searches; the engine makes paths and the checker
//! verifies them.

#![warn(unreachable_pub)]

pub mod belt;
pub mod chain;
mod family;
pub mod figure;
pub mod fish;
mod forcing;
mod isomorph;
mod ladder;
mod marks;
pub mod notation;
mod path;
mod rating;
pub mod record;
pub mod relation;
mod rule;
mod special;
mod step;
pub mod subset;
mod terms;
pub mod theory;

pub use family::Family;
pub use figure::figure;
pub use forcing::{Branch, Forcing};
pub use isomorph::NotIsomorphic;
pub use ladder::Ladder;
pub use marks::marks;
pub use path::{Path, PathEnd, Strategy};
pub use rating::{Rating, ShownValue, Status, UnknownStatus};
pub use record::Record;
pub use rule::ChainRule;
pub use special::Special;
pub use step::{PathStep, Specific, Trial};
pub use terms::{Named, Resolved, TermMap, Terms};
pub use theory::{PathTheory, Patterns, UnknownTheory};
