//! The theory: kernels, rules, ratings, paths and generators against the books, the
//! definitions and a second implementation. Nothing here runs the program or writes
//! a file.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

mod board;
mod bridge;
mod compare;
mod instances;
mod reference;
mod texts;

mod above;
mod backdoors;
mod book;
mod budget;
mod chains_reference;
mod claims;
mod csp;
mod deep;
mod depths;
mod differential;
mod examine;
mod expansion;
mod explain;
mod facts;
mod finned;
mod futoshiki;
mod generators;
mod generic;
mod grids;
mod hls;
mod isomorphs;
mod kakuro;
mod kernel;
mod kind_claims;
mod latin;
mod map;
mod memory;
mod names;
mod numbrix;
mod order;
mod other_csps;
mod patterns;
mod queens;
mod ratings;
mod records;
mod reference_selftest;
mod registry;
mod slices;
mod slitherlink;
mod slitherlink_model;
mod slitherlink_reference;
mod solver;
mod special;
mod squares;
mod subsets;
mod traps;
mod trid;
