#![doc = include_str!("../README.md")]
#![warn(unreachable_pub)]

pub mod expression;
pub mod input;
pub mod io;
pub mod table;
