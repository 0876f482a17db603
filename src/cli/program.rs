//! The program: its commands, and the help that lists them.

use std::ffi::OsString;

use clap::{Command, Parser, Subcommand};

use super::exit::exit_code;
use super::help::{finished, parse, template};
use super::{
    canon, check, classify, compare, expand, explain, explore, extremes, generate, hunt, isomorph,
    merge, minimals, neighbours, rate, report, run, solve, stats,
};

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

#[derive(Subcommand)]
enum Subcommands {
    Rate(rate::Arguments),
    Explain(explain::Arguments),
    Solve(solve::Arguments),
    Check(check::Arguments),
    Classify(Box<classify::Arguments>),
    Merge(merge::Arguments),
    Run(run::Arguments),
    Stats(Box<stats::Arguments>),
    Extremes(extremes::Arguments),
    Compare(compare::Arguments),
    Report(Box<report::Arguments>),
    Explore(explore::Arguments),
    Generate(generate::Arguments),
    Hunt(Box<hunt::Arguments>),
    Canon(canon::Arguments),
    Isomorph(isomorph::Arguments),
    Expand(expand::Arguments),
    Minimals(minimals::Arguments),
    Neighbours(neighbours::Arguments),
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
    let arguments: Arguments = match parse(arguments, completed) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    exit_code(match arguments.command {
        Subcommands::Rate(arguments) => rate::run(&arguments),
        Subcommands::Explain(arguments) => explain::run(&arguments),
        Subcommands::Solve(arguments) => solve::run(&arguments),
        Subcommands::Check(arguments) => check::run(&arguments),
        Subcommands::Classify(arguments) => classify::run(&arguments),
        Subcommands::Merge(arguments) => merge::run(&arguments),
        Subcommands::Run(arguments) => run::run(&arguments),
        Subcommands::Stats(arguments) => stats::run(&arguments),
        Subcommands::Extremes(arguments) => extremes::run(&arguments),
        Subcommands::Compare(arguments) => compare::run(&arguments),
        Subcommands::Report(arguments) => report::run(&arguments),
        Subcommands::Explore(arguments) => explore::run(&arguments),
        Subcommands::Generate(arguments) => generate::run(&arguments),
        Subcommands::Hunt(arguments) => hunt::run(&arguments),
        Subcommands::Canon(arguments) => canon::run(&arguments),
        Subcommands::Isomorph(arguments) => isomorph::run(&arguments),
        Subcommands::Expand(arguments) => expand::run(&arguments),
        Subcommands::Minimals(arguments) => minimals::run(&arguments),
        Subcommands::Neighbours(arguments) => neighbours::run(&arguments),
    })
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
        let listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        assert_eq!(listed, commands);
        command.debug_assert();
    }
}
