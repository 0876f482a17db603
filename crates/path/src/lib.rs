//! Resolution paths as data: theories, patterns, steps, ratings as values, the
//! records that store a path with all that is needed to check it, and the books'
//! notation. Nothing here searches; the engine makes paths and the checker
//! verifies them.

#![warn(unreachable_pub)]

mod belt;
mod chain;
mod family;
pub mod figure;
mod fish;
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
mod special;
mod step;
mod subset;
mod terms;
mod theory;

pub use belt::{Belt, Segment};
pub use chain::{Chain, ChainLink, Object};
pub use family::Family;
pub use figure::figure;
pub use fish::FinnedFish;
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
pub use special::Special;
pub use step::{PathStep, Specific, Trial};
pub use subset::Subset;
pub use terms::{Named, Resolved, TermMap, Terms};
pub use theory::{PathTheory, Patterns, UnknownTheory};
