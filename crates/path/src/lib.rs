#![doc = include_str!("../README.md")]
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
mod rule_count;
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
pub use rule_count::{RuleCount, rule_counts};
pub use sets::{Belt, BeltSegment, FinnedFish, Subset};
pub use special::Special;
pub use step::{PathStep, Specific, TermMap, Trial};
pub use terms::{Named, Object, Resolved, Terms};
pub use theory::{PathTheory, Patterns, UnknownTheory};
