//! The independent checker of resolution paths.
//!
//! - `replay`, the trusted core, follows a path step by step. It needs no search: the
//!   steps are given.
//! - `claims` decides claims that no step shows: that nothing more applies where a path is
//!   stuck, and that no shorter patterns solve where a rating is exact. It tries
//!   all patterns that could, simply and within a budget; beyond the budget, the verdict is
//!   [`Verdict::NotVerified`].
//! - `kinds` has the rules of particular kinds of puzzles, implemented independently from their
//!   definitions.
//! - `record` checks a complete record with these three.
//!
//! The checker depends on the constraint graph and the form of paths, but not on the
//! engine that finds the paths: to trust the checker, you need not trust the engine.

#![warn(unreachable_pub)]

mod claims;
mod kinds;
mod record;
mod replay;

pub use claims::Unverified;
pub use record::{BUDGET, Verdict, check_path_of, check_record, check_record_within};
pub use replay::{
    Refusal, check_belt, check_chain, check_finned_fish, check_forcing, check_impossible,
    check_path, check_subset,
};
