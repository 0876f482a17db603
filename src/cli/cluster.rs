//! `python -m gradus.cluster`: what `gradus classify` does, with the workers of a cluster.
//! Python starts the cluster and hands the tasks of the exchange to it; options, messages
//! and exit codes are here, and those of the command.

use std::ffi::OsString;

use clap::Parser;

use super::{classify, exit_code, plain, refused};
use crate::classify::Exchange;
use gradus_engine::rating::Request;

/// Classify collections of puzzles on a Dask cluster and write a ratings table.
///
/// Everything is as with `gradus classify`, to the byte, but for who rates: the workers of a
/// Dask cluster that runs already, or processes that are started on this machine. A worker
/// that dies costs nothing but time; a puzzle whose worker dies three times is rejected.
/// After a crash, Ctrl-C or the loss of the scheduler, the same command with --resume goes
/// on.
#[derive(Parser)]
#[command(
    name = "python -m gradus.cluster",
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  python -m gradus.cluster puzzles.txt.zst -o ratings.parquet --local 8
  python -m gradus.cluster collections/ -o ratings.parquet --scheduler tcp://node1:8786 --resume

Exit codes: 0 done, 1 the job could not be done, 2 bad usage, 3 done but some lines rejected, 130 interrupted."
)]
pub struct Cluster {
    /// The address of a Dask scheduler, such as tcp://node1:8786
    #[arg(
        long,
        value_name = "ADDRESS",
        conflicts_with = "local",
        required_unless_present = "local"
    )]
    pub scheduler: Option<String>,

    /// Start a cluster of this many processes on this machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub local: Option<u16>,

    #[command(flatten)]
    arguments: classify::Arguments,
}

impl Cluster {
    /// The command that the arguments ask for, the first of which is the program; or the
    /// exit code, if what they ask for is done or not understood.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cluster, u8> {
        let arguments = arguments.into_iter().map(plain);
        Cluster::try_parse_from(arguments).map_err(|error| refused(&error))
    }

    /// What is asked of each puzzle.
    pub fn request(&self) -> Request {
        self.arguments.request()
    }

    /// Runs the command with those who take tasks from the exchange. Returns the exit code.
    pub fn run(&self, exchange: &Exchange) -> u8 {
        exit_code(classify::run_by(&self.arguments, exchange))
    }
}
