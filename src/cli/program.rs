//! The program: its commands, and the help that lists them.

use std::ffi::OsString;

use anyhow::Result;
use clap::{Command, Parser, Subcommand};

use super::exit::{ExitStatus, exit_code};
use super::help::{finished, parse, template};

/// Classify collections of logic puzzles by how hard they are to prove.
#[derive(Parser)]
#[command(
    name = "gradus",
    version,
    override_usage = "gradus <COMMAND> [OPTIONS]",
    arg_required_else_help = true,
    after_help = "\
Examples:
  gradus rate --book
  gradus classify puzzles.txt.zst -o ratings.parquet
  gradus explore ratings.parquet

Exit codes: 0 done, 1 failed or different, 2 bad usage, 3 lines rejected,
130 interrupted"
)]
struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
}

/// Declares the commands in the groups of the help, each with the module of its name that has
/// its `Arguments` and its `run`.
macro_rules! commands {
    ($($heading:literal { $($(#[$cfg:meta])? $name:ident($module:ident),)* })*) => {
        #[derive(Subcommand)]
        enum Subcommands {
            $($($(#[$cfg])? $name(Box<super::$module::Arguments>),)*)*
        }

        fn run(command: Subcommands) -> Result<ExitStatus> {
            match command {
                $($($(#[$cfg])? Subcommands::$name(arguments) => super::$module::run(&arguments),)*)*
            }
        }

        /// The commands in groups, as the help shows them.
        const GROUPS: &[(&str, &[&str])] = &[
            $(($heading, &[$(stringify!($module)),*]),)*
            ("More", &["help"]),
        ];
    };
}

commands! {
    "Look at puzzles" {
        Rate(rate),
        Explain(explain),
        Solve(solve),
        Check(check),
    }
    "Classify collections" {
        Classify(classify),
        Merge(merge),
        #[cfg(feature = "polars")] Run(run),
    }
    "Read ratings tables" {
        #[cfg(feature = "polars")] Stats(stats),
        #[cfg(feature = "polars")] Extremes(extremes),
        #[cfg(feature = "polars")] Compare(compare),
        #[cfg(feature = "polars")] Report(report),
        #[cfg(feature = "polars")] Explore(explore),
    }
    "Make puzzles" {
        Generate(generate),
        Hunt(hunt),
        Canon(canon),
        Isomorph(isomorph),
        Expand(expand),
        Minimals(minimals),
        Neighbours(neighbours),
    }
}

/// Runs the command that the arguments name, the first of which is the program. Returns the
/// exit code.
pub fn run_from(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    match parse::<Arguments>(arguments, completed) {
        Ok(arguments) => exit_code(run(arguments.command)),
        Err(code) => code,
    }
}

/// Completes all commands, and the help that lists them.
fn completed(command: Command) -> Command {
    let command = command.mut_subcommands(|command| command.defer(finished));
    let template = template(&command, GROUPS);
    command.help_template(template)
}
