//! The hierarchy of *The Hidden Logic of Sudoku* (2007): theories L1_0 to L16, by the
//! complexity of rules that stay in one space. It came before whips.
//!
//! Up to L4_0 a theory adds the Subsets of a size and wings; L_k adds the chains of length
//! k. All rules are applied simplest first: after each elimination again from Singles on.
//! The chains with t are not confluent, so that this order belongs to the definition:
//! lengths before types, the types in the order xy, hxy, c, xyt, hxyt, xyzt, hxyzt, and of
//! one type the first chain in the order of its cells.
//!
//! The published numbers, and so the rules here, have no hidden xy-wings (the book believed
//! that they add nothing), and of each type the lengths that the book's program had.

mod basic;
mod chain;
mod conjugacy;
mod l4_0;
mod theories;
mod view;

pub use self::l4_0::BASIC_THEORIES;
pub(crate) use self::l4_0::{HlsLevel, up_to_l4_0};
pub use self::theories::ChainTheory;
pub(crate) use self::theories::chain_lengths;

/// The names of the levels.
pub const LEVELS: [&str; 19] = [
    "L1_0", "L1", "L2", "L3_0", "L3", "L4_0", "L4", "L5", "L6", "L7", "L8", "L9", "L10", "L11",
    "L12", "L13", "L14", "L15", "L16",
];

/// The place in [`LEVELS`] of the level of chains of a length.
pub(crate) fn level_of_chains(length: usize) -> usize {
    const SHORTEST_LEVEL: usize = 6;
    length + SHORTEST_LEVEL - theories::SHORTEST
}
