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

/// Declares the commands, each with the module that has its `Arguments` and its `run`.
macro_rules! commands {
    ($($(#[$cfg:meta])? $name:ident($module:ident),)*) => {
        #[derive(Subcommand)]
        enum Subcommands {
            $($(#[$cfg])? $name(Box<super::$module::Arguments>),)*
        }

        fn run(command: Subcommands) -> Result<ExitStatus> {
            match command {
                $($(#[$cfg])? Subcommands::$name(arguments) => super::$module::run(&arguments),)*
            }
        }
    };
}

commands! {
    Rate(rate),
    Explain(explain),
    Solve(solve),
    Check(check),
    Classify(classify),
    Merge(merge),
    #[cfg(feature = "polars")] Run(run),
    #[cfg(feature = "polars")] Stats(stats),
    #[cfg(feature = "polars")] Extremes(extremes),
    #[cfg(feature = "polars")] Compare(compare),
    #[cfg(feature = "polars")] Report(report),
    #[cfg(feature = "polars")] Explore(explore),
    Generate(generate),
    Hunt(hunt),
    Canon(canon),
    Isomorph(isomorph),
    Expand(expand),
    Minimals(minimals),
    Neighbours(neighbours),
}

/// The commands in groups, as the help shows them.
const GROUPS: &[(&str, &[&str])] = &[
    ("Look at puzzles", &["rate", "explain", "solve", "check"]),
    ("Classify collections", &["classify", "merge", "run"]),
    (
        "Read ratings tables",
        &["stats", "extremes", "compare", "report", "explore"],
    ),
    (
        "Make puzzles",
        &[
            "generate",
            "hunt",
            "canon",
            "isomorph",
            "expand",
            "minimals",
            "neighbours",
        ],
    ),
    ("More", &["help"]),
];

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
    let command = command.mut_subcommands(finished);
    let template = template(&command, GROUPS);
    command.help_template(template)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_help_lists_all_commands() {
        let command = completed(Arguments::command());
        let mut commands: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        commands.push("help");
        let listed = GROUPS.iter().flat_map(|(_, names)| *names);
        let is_here = |name: &&str| commands.contains(name);
        let listed: Vec<&str> = listed.copied().filter(is_here).collect();
        assert_eq!(listed, commands);
        command.debug_assert();
    }
}
