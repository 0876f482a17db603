//! Generators of minimal puzzles (PBCS, chapter 6).

pub mod bottom_up;
pub mod cells;
pub mod controlled_bias;
pub mod dice;
pub mod grids;
pub mod isomorphism;
pub mod lanes;
pub mod sight;
pub mod snapshots;
pub mod top_down;
pub mod unavoidable;
