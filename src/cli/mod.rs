//! The command line: one file per command. Commands parse their arguments, call the library
//! and print; data goes to stdout, everything else to stderr.

mod canon;
mod check;
mod classify;
pub mod cluster;
mod compare;
mod examine;
mod exit;
mod expand;
mod explain;
mod explore;
mod extremes;
mod generate;
mod help;
mod hunt;
mod isomorph;
mod lines;
mod merge;
mod messages;
mod minimals;
mod neighbours;
mod old_names;
mod options;
mod output;
mod program;
mod progress;
mod rate;
mod report;
mod run;
mod solve;
mod stats;
mod stop;
mod tables;

pub use program::run_from;
