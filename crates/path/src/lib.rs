//! Resolution paths as data: theories, patterns, steps, ratings, records and the books'
//! notation. This crate does not search: the engine finds paths and the checker verifies them.
//!
//! # How do I name a theory?
//!
//! ```
//! use gradus_path::{Family, PathTheory};
//!
//! let theory: PathTheory = "s+w".parse()?;
//! assert_eq!(theory, PathTheory::SubsetsAnd(Family::WHIP));
//! assert_eq!(theory.to_string(), "S+W");
//! # Ok::<(), gradus_path::UnknownTheory>(())
//! ```
//!
//! # How do I show a rating?
//!
//! ```
//! use gradus_path::Rating;
//!
//! assert_eq!(Rating::exact(4).to_string(), "4");
//! assert_eq!(Rating::upper(7).to_string(), "≤7");
//! assert_eq!(Rating::INFINITE.to_string(), "∞");
//! ```
//!
//! # How do I print, store or move a path?
//!
//! [`notation::path_lines`] prints the lines of a path. [`Record::new`] makes a record that
//! can be written as JSON, and [`Record::path`] reads it back. [`Path::isomorph`] maps a path
//! to an isomorph of its puzzle. The last two are instances of [`PathStep::try_map`], which
//! translates the terms of a step.

#![warn(unreachable_pub)]

mod chain;
mod family;
pub mod figure;
mod forcing;
mod isomorph;
mod ladder;
mod marks;
pub mod notation;
mod path;
mod rating;
pub mod record;
mod relation;
mod rule;
mod sets;
mod special;
mod step;
mod terms;
mod theory;

pub use chain::{Chain, ChainLink};
pub use family::Family;
pub use figure::figure;
pub use forcing::{Branch, Forcing};
pub use isomorph::NotIsomorphic;
pub use ladder::Ladder;
pub use marks::marks;
pub use path::{Path, PathEnd, Strategy};
pub use rating::{Rating, ShownValue, Status, UnknownStatus};
pub use record::Record;
pub use relation::{
    Impossible, LONGEST_C_CHAIN, MOST_GUARDIANS, MOST_SPLIT, OrWhip, PATTERN_LEVEL, Relation,
    Split, TRIDAGON,
};
pub use rule::ChainRule;
pub use sets::{Belt, BeltSegment, FinnedFish, Subset};
pub use special::Special;
pub use step::{PathStep, Specific, TermMap, Trial};
pub use terms::{Named, Object, Resolved, Terms};
pub use theory::{PathTheory, Patterns, UnknownTheory};
