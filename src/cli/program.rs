//! The program: its commands, and the help that lists them.

use std::ffi::OsString;

use anyhow::Result;
use clap::{Arg, ArgAction, Command, CommandFactory, Parser, Subcommand};

use super::exit::{ExitStatus, exit_code};
use super::help::{finished, parse, template};
use super::version::long_version;

/// Classify collections of logic puzzles by how hard they are to prove.
#[derive(Parser)]
#[command(
    name = "gradus",
    version,
    long_version = long_version(),
    disable_help_flag = true,
    disable_help_subcommand = true,
    disable_version_flag = true,
    override_usage = "gradus <COMMAND> [OPTIONS]",
    arg_required_else_help = true,
    after_help = "\
Examples:
  gradus rate puzzles.txt
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

        /// The commands in groups, as the help shows them, by their names in any letters.
        const GROUPS: &[(&str, &[&str])] = &[
            $(($heading, &[$(stringify!($name)),*]),)*
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
    "More" {
        Ratings(ratings),
        Completions(completions),
        Man(man),
        Help(topics),
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

/// The program with all of its commands, complete.
pub(super) fn command() -> Command {
    let mut command = completed(Arguments::command());
    command.build();
    command
}

/// Completes all commands, and the help that lists them.
fn completed(command: Command) -> Command {
    let option = |name: &'static str, letter, action, help: &'static str| {
        let option = Arg::new(name).long(name).short(letter);
        option.action(action).help(help)
    };
    let version = "Print the version (--version: with commit, features, CPU)";
    let command = command.args([
        option("help", 'h', ArgAction::Help, "Print help"),
        option("version", 'V', ArgAction::Version, version),
    ]);
    let command = command.mut_subcommands(|command| command.defer(finished));
    let template = template(&command, GROUPS);
    command.help_template(template)
}
