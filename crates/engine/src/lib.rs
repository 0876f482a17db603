#![doc = include_str!("../README.md")]
#![warn(unreachable_pub)]

pub mod backdoor;
mod effort;
pub mod examine;
pub mod halt;
pub mod kernel;
mod order;
pub mod proof;
pub mod rating;
pub mod relations;
pub mod rules;
pub mod solve;
pub mod te;
mod walk;
