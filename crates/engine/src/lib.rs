//! The engine: the book's resolution rules ([`rules`]), Trial and Error ([`te`]),
//! backdoors ([`backdoor`]), the ratings that all these define ([`rating`]), the search for
//! resolution paths that show a rating ([`proof`]), and what all theories make of a pattern
//! that is no puzzle ([`examine`]). Everything works over the abstract constraint
//! graph of [`gradus_csp`]; no rule knows what kind of puzzle it is applied to,
//! and nothing here reads files or starts threads.

#![warn(unreachable_pub)]

pub mod backdoor;
pub mod examine;
pub mod kernel;
mod order;
pub mod proof;
pub mod rating;
pub mod relations;
pub mod rules;
pub mod solve;
pub mod te;
mod walk;
