//! The command line: one file a command. Commands parse their arguments, call
//! the library and print; data goes to standard output, the rest to standard
//! error.

pub mod check;
pub mod explain;
pub mod options;
pub mod rate;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::sudoku::Puzzle;

/// Rates logic puzzles by how hard they are to prove, exactly.
#[derive(Parser)]
#[command(
    name = "gradus",
    version,
    about,
    long_about = None,
    arg_required_else_help = true,
    after_help = "Example:\n  gradus rate --book\n\n\
        Exit codes: 0 done, 1 the job could not be done, 2 bad usage, 3 done but some puzzles rejected."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Arguments),
    Explain(explain::Arguments),
    Rate(rate::Arguments),
}

/// How a command ended, as its exit code tells; the worse, the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All was done.
    Done,
    /// The job is done, but some puzzles were rejected.
    SomeRejected,
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse_from(std::env::args_os().map(plain));
    let result = match arguments.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Rate(arguments) => rate::run(&arguments),
    };
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::SomeRejected) => ExitCode::from(3),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Puts a dot for the first blank of a puzzle that begins with `-`: it would
/// look like an option.
fn plain(argument: OsString) -> OsString {
    match argument.to_str().and_then(|text| text.strip_prefix('-')) {
        Some(rest) if format!(".{rest}").parse::<Puzzle>().is_ok() => format!(".{rest}").into(),
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
