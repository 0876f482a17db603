//! The command line: one file per command. Commands parse their arguments, call the library
//! and print; data goes to stdout, everything else to stderr.

mod canon;
mod check;
mod classify;
mod cluster;
#[cfg(feature = "polars")]
mod compare;
mod completions;
mod examine;
mod exit;
mod expand;
mod explain;
#[cfg(feature = "polars")]
mod explore;
#[cfg(feature = "polars")]
mod extremes;
mod generate;
mod help;
mod hunt;
mod isomorph;
mod lines;
mod man;
mod markdown;
mod merge;
mod messages;
mod minimals;
mod neighbours;
mod options;
mod output;
mod program;
mod progress;
mod rate;
mod ratings;
#[cfg(feature = "polars")]
mod report;
#[cfg(feature = "polars")]
mod run;
mod solve;
#[cfg(feature = "polars")]
mod stats;
mod stop;
mod summary;
#[cfg(feature = "polars")]
mod tables;
mod text;
mod topics;
mod version;

pub use cluster::Cluster;
pub use program::run_from;
