//! `gradus completions`: completion scripts for shells.

use anyhow::Result;
use clap::builder::Resettable;
use clap::{Arg, Args, Command, Id};
use clap_complete::{Shell, generate};

use super::exit::ExitStatus;
use super::messages::print_text;
use super::program;

/// Print a completion script for your shell.
///
/// Put it where your shell looks for completions: for bash a file in
/// ~/.local/share/bash-completion/completions, for zsh a directory of fpath, for fish
/// ~/.config/fish/completions, for PowerShell your profile.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_long_help = "\
Examples:
  gradus completions bash > gradus
  gradus completions zsh > _gradus
  gradus completions fish > gradus.fish
  gradus completions powershell > gradus.ps1"
)]
pub(super) struct Arguments {
    /// bash, zsh, fish, powershell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let mut script = Vec::new();
    let mut command = visible(&program::command());
    generate(arguments.shell, &mut command, "gradus", &mut script);
    print_text(&String::from_utf8_lossy(&script))?;
    Ok(ExitStatus::Done)
}

/// A command without its hidden options, which some scripts would offer.
fn visible(command: &Command) -> Command {
    // Names of commands are static; those of copies live as long as the program.
    let name: &'static str = command.get_name().to_string().leak();
    let options = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let options = options.cloned().map(independent);
    let copy = Command::new(name)
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .args(options)
        .subcommands(command.get_subcommands().map(visible));
    match command.get_about() {
        Some(about) => copy.about(about.clone()),
        None => copy,
    }
}

/// An option without its relations to others, which may be hidden.
fn independent(option: Arg) -> Arg {
    let none = || Resettable::<Id>::Reset;
    let option = option.conflicts_with(none()).requires(none());
    option.required_unless_present(none())
}
