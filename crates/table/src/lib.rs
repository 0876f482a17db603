//! Tables of ratings: bytes in and out ([`io`]), columns, rows and formats ([`mod@table`]),
//! conditions and arithmetic over columns ([`expression`]), and puzzles read from files
//! ([`input`]).

#![warn(unreachable_pub)]

pub mod expression;
pub mod input;
pub mod io;
pub mod table;
