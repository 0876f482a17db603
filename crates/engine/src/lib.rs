//! The engine: the book's resolution rules ([`rules`]), Trial and Error ([`te`]),
//! the ratings that they define ([`rating`]), and the search for resolution paths
//! that show a rating ([`proof`]). Everything works over the abstract constraint
//! graph of [`gradus_model`]; no rule knows what kind of puzzle it is applied to,
//! and nothing here reads files or starts threads.

#![warn(unreachable_pub)]

pub mod backdoor;
mod order;
pub mod proof;
pub mod rating;
pub mod rules;
pub mod te;
