//! Whips and g-whips: braids in which every left-linking candidate is linked to
//! the right-linking object just before it. PBCS 5.2 and 7.3.
//!
//! Partial whips are distinguished by the set of their right-linking objects and by the last of
//! them: nothing else determines what can follow. (The labels left are not enough: an object
//! that strikes nothing may still carry the chain on, once.)
//!
//! The search goes best first (A*): by the length of a partial whip and a lower bound for the
//! rest, so that the first whip is a shortest one. The bound comes from rounds that follow the
//! chain: each round asserts everything that may follow any object of the round before. It is
//! much sharper than the rounds of braids, which assert all that is forced anywhere.
//!
//! Only the looplessness of whips, that no candidate occurs twice, depends on the
//! whole chain. It is asked last: the search ignores loops at first. If it finds no
//! whip, or one without a loop, that is the answer. Else it begins again and looks
//! for orders without loops (`whip/loops.rs`). In most searches where there is no whip,
//! chains with loops are not one either; to put those in order was most of the work.
//!
//! A *loose* whip is a whip in a state of the past, as it looks now: a left-linking candidate
//! may have been eliminated since, and a right-linking one asserted. Loose whips show what no
//! order of eliminations can do; see `rating/order.rs`.
//!
//! Tried without success: a search for the braid that completes a partial whip, in place of the
//! rounds; to put off the search for a whip, where only a braid is known, until other targets
//! are exhausted.

mod frontier;
mod loops;
mod outlook;
mod reach;
mod search;

pub(in crate::rules) use frontier::PartialKey;
pub use search::{FoundWhip, Whips};
