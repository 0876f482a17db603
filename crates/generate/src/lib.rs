#![doc = include_str!("../README.md")]
#![warn(unreachable_pub)]

pub mod bottom_up;
pub mod cells;
pub mod controlled_bias;
pub mod dice;
pub mod generator;
pub mod grids;
mod lanes;
pub mod sight;
pub mod snapshots;
pub mod squares;
pub mod suexg;
pub mod top_down;
pub mod unavoidable;
pub mod unit;
pub mod vicinity;

pub use controlled_bias::Product;
pub use generator::{Deletion, Generator, Independent};
pub use squares::{LARGEST, Squares};
