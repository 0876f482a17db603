//! The command line: one file a command. Commands parse their arguments, call
//! the library and print; data goes to standard output, the rest to standard
//! error.

pub mod rate;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Rates logic puzzles by how hard they are to prove, exactly.
#[derive(Parser)]
#[command(name = "gradus", version, about, long_about = None, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Rate(rate::Arguments),
}

/// How a command ended, as its exit code tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All was done.
    Done,
    /// The job is done, but some puzzles were rejected.
    SomeRejected,
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command {
        Command::Rate(arguments) => rate::run(&arguments),
    };
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::SomeRejected) => ExitCode::from(3),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gradus: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the reader of our output went away, which is its right.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .any(|cause| cause.downcast_ref().is_some_and(kind))
}
