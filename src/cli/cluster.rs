//! `python -m gradus.cluster`: `gradus classify` on the workers of a cluster. Python starts the
//! cluster and hands it the tasks of the exchange; options, messages and exit codes are those
//! of the command.

use std::ffi::OsString;

use clap::Parser;

use super::classify;
use super::exit::exit_code;
use super::help::{finished, parse};
use crate::classify::{Exchange, RatingWorkers};
use gradus_engine::rating::Request;

pub(super) const CLUSTER: &str = "python -m gradus.cluster";

/// Classify collections of puzzles on a Dask cluster and write a ratings table.
///
/// Writes the same bytes as `gradus classify`, but the workers of a Dask cluster rate the
/// puzzles: one that runs already, or processes started on this machine. If a worker dies, its
/// puzzles are rated by another; a puzzle whose worker dies three times is rejected. After a
/// crash, Ctrl-C or the loss of the scheduler, rerun with --resume to continue.
#[derive(Parser)]
#[command(
    name = CLUSTER,
    version,
    arg_required_else_help = true,
    after_long_help = "\
Examples:
  python -m gradus.cluster puzzles.txt.zst -o ratings.parquet --local 8
  python -m gradus.cluster collections/ -o ratings.parquet --scheduler tcp://node1:8786 --resume

Exit codes: 0 done, 1 failed, 2 bad usage, 3 lines rejected, 130 interrupted"
)]
pub struct Cluster {
    /// Address of a Dask scheduler, such as tcp://node1:8786
    #[arg(long, value_name = "ADDRESS", conflicts_with = "local")]
    #[arg(required_unless_present = "local")]
    pub scheduler: Option<String>,

    /// Start a cluster of N processes on this machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub local: Option<u16>,

    #[command(flatten)]
    arguments: classify::Arguments,
}

impl Cluster {
    /// Parses the arguments, the first of which is the program. Returns the exit code if they
    /// are not understood, or if they only request help.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cluster, u8> {
        parse(arguments, finished)
    }

    /// The request for each puzzle.
    pub fn request(&self) -> Request {
        self.arguments.request()
    }

    /// Runs the command on the workers that take tasks from the exchange. Returns the exit
    /// code.
    pub fn run(&self, exchange: &Exchange) -> u8 {
        exit_code(classify::run_by(
            &self.arguments,
            RatingWorkers::Exchange(exchange),
        ))
    }
}
