//! The command line: one file a command. Commands parse their arguments, call
//! the library and print; data goes to standard output, the rest to standard
//! error.

mod any;
mod canon;
mod check;
mod classify;
pub mod cluster;
#[cfg(feature = "polars")]
mod compare;
mod convert;
mod expand;
mod explain;
#[cfg(feature = "polars")]
mod explore;
#[cfg(feature = "polars")]
mod extremes;
mod generate;
mod hunt;
mod isomorph;
mod job;
mod merge;
mod minimals;
mod neighbours;
mod options;
mod progress;
mod rate;
#[cfg(feature = "polars")]
mod report;
#[cfg(feature = "polars")]
mod run;
mod solve;
#[cfg(feature = "polars")]
mod stats;
mod stop;
#[cfg(feature = "polars")]
mod tables;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{Parser, Subcommand};

use gradus_puzzles::read;

/// Rate logic puzzles by how hard they are to prove, exactly.
#[derive(Parser)]
#[command(
    name = "gradus",
    version,
    about,
    long_about = None,
    arg_required_else_help = true,
    after_help = "Examples:\n  gradus rate --book\n  gradus classify puzzles.txt.zst -o ratings.parquet\n\n\
        Guides: docs/concepts.md (the theory), docs/commands.md, docs/columns.md (tables),\n\
        docs/formats.md (inputs and outputs), docs/pipelines.md\n\n\
        Exit codes: 0 done, 1 the job could not be done, 2 bad usage, 3 done but some lines rejected, 130 interrupted."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Canon(canon::Arguments),
    Check(check::Arguments),
    Classify(Box<classify::Arguments>),
    #[cfg(feature = "polars")]
    Compare(compare::Arguments),
    Expand(expand::Arguments),
    Explain(explain::Arguments),
    #[cfg(feature = "polars")]
    Explore(explore::Arguments),
    #[cfg(feature = "polars")]
    Extremes(extremes::Arguments),
    Generate(generate::Arguments),
    Hunt(Box<hunt::Arguments>),
    Isomorph(isomorph::Arguments),
    Merge(merge::Arguments),
    Minimals(minimals::Arguments),
    Neighbours(neighbours::Arguments),
    Rate(rate::Arguments),
    #[cfg(feature = "polars")]
    Report(Box<report::Arguments>),
    #[cfg(feature = "polars")]
    Run(run::Arguments),
    Solve(solve::Arguments),
    #[cfg(feature = "polars")]
    Stats(Box<stats::Arguments>),
}

/// How a command ended, in ascending order of how bad that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All was done.
    Done,
    /// The job is done, but some puzzles were rejected.
    SomeRejected,
    /// Two tables were compared, and they differ.
    Differs,
    /// The job was asked to stop.
    Interrupted,
}

impl Outcome {
    /// Done, with this number of lines rejected.
    pub fn of(rejected: u64) -> Outcome {
        match rejected {
            0 => Outcome::Done,
            _ => Outcome::SomeRejected,
        }
    }
}

/// Runs the command that the arguments name, the first of which is the program. Returns the
/// exit code.
pub fn run_from(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = match Arguments::try_parse_from(arguments.into_iter().map(plain)) {
        Ok(arguments) => arguments,
        Err(error) => return refused(&error),
    };
    exit_code(match arguments.command {
        Command::Canon(arguments) => canon::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Classify(arguments) => classify::run(&arguments),
        #[cfg(feature = "polars")]
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Expand(arguments) => expand::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        #[cfg(feature = "polars")]
        Command::Explore(arguments) => explore::run(&arguments),
        #[cfg(feature = "polars")]
        Command::Extremes(arguments) => extremes::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Hunt(arguments) => hunt::run(&arguments),
        Command::Isomorph(arguments) => isomorph::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Minimals(arguments) => minimals::run(&arguments),
        Command::Neighbours(arguments) => neighbours::run(&arguments),
        Command::Rate(arguments) => rate::run(&arguments),
        #[cfg(feature = "polars")]
        Command::Report(arguments) => report::run(&arguments),
        #[cfg(feature = "polars")]
        Command::Run(arguments) => run::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        #[cfg(feature = "polars")]
        Command::Stats(arguments) => stats::run(&arguments),
    })
}

/// Shows why arguments are not understood, or the help that they ask for. Returns the exit
/// code.
fn refused(error: &clap::Error) -> u8 {
    let _ = error.print();
    u8::try_from(error.exit_code()).unwrap_or(2)
}

/// The exit code of a command that ended like this; an error is reported.
fn exit_code(result: anyhow::Result<Outcome>) -> u8 {
    match result {
        Ok(Outcome::Done) => 0,
        Ok(Outcome::SomeRejected) => 3,
        Ok(Outcome::Differs) => 1,
        Ok(Outcome::Interrupted) => stop::INTERRUPTED,
        Err(error) if is_broken_pipe(&error) => 0,
        Err(error) if error.is::<Usage>() => {
            // A mark under a place is the last word.
            let hint = if error.to_string().ends_with('^') {
                ""
            } else {
                " (see --help)"
            };
            complain(&format!("{error}{hint}"));
            2
        }
        Err(error) => {
            complain(&format!("{error:#}"));
            1
        }
    }
}

/// Arguments that do not go together.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Puts a dot for the first blank of a puzzle that begins with `-`: it would
/// look like an option.
fn plain(argument: OsString) -> OsString {
    match argument.to_str().and_then(|text| text.strip_prefix('-')) {
        Some(rest) if read(&format!(".{rest}")).is_ok() => format!(".{rest}").into(),
        _ => argument,
    }
}

/// Says something on standard error; that nobody listens there is no reason to stop.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "gradus: {message}");
}

/// Whether the reader of our output went away, which is its right.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .any(|cause| cause.downcast_ref().is_some_and(kind))
}
