#![doc = include_str!("../README.md")]
#![warn(unreachable_pub)]

pub mod bottom_up;
pub mod cells;
pub mod controlled_bias;
pub mod dice;
pub mod grids;
pub mod kind;
pub mod lanes;
mod product;
pub mod sight;
pub mod snapshots;
pub mod squares;
pub mod suexg;
pub mod top_down;
pub mod unavoidable;
pub mod unit;
pub mod vicinity;

pub use kind::{Deletion, Independent, Kind, Way};
pub use product::Product;
pub use squares::{LARGEST, Squares};
