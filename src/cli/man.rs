//! `gradus man`: manual pages, made from the help.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::exit::{ExitStatus, bail_usage};
use super::messages::{print_note, print_text};
use super::output::check_writable;
use super::program;
use crate::io::{counted, write_files};
use gradus_engine::rating::nearest;

/// Print a manual page.
///
/// Prints the page of the program or of a command, which man -l - shows, or writes all pages
/// to a directory, as packages do.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus man classify > gradus-classify.1
  gradus man -o man1")]
pub(super) struct Arguments {
    /// Command [default: the program]
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    command: Option<String>,

    /// Write the pages of all commands to DIR
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long, requires = "output")]
    force: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let program = program::command();
    if let Some(directory) = &arguments.output {
        let commands = program.get_subcommands().chain([&program]);
        let files: Vec<_> = commands.map(|it| (file_name(it), page(it))).collect();
        let paths: Vec<PathBuf> = files.iter().map(|(name, _)| directory.join(name)).collect();
        check_writable(&paths, [], arguments.force)?;
        write_files(directory, &files)?;
        let pages = counted(files.len() as u64, "page");
        print_note(&format!("wrote {pages} to {}", directory.display()));
        return Ok(ExitStatus::Done);
    }
    let command = match &arguments.command {
        None => &program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command,
            None => {
                let near = nearest(name, program.get_subcommands().map(Command::get_name));
                let near = near.map_or(String::new(), |near| format!(": did you mean {near}?"));
                bail_usage!("unknown command {name:?}{near}");
            }
        },
    };
    print_text(&String::from_utf8_lossy(&page(command)))?;
    Ok(ExitStatus::Done)
}

/// The name of a page: `gradus-rate.1`.
fn file_name(command: &Command) -> String {
    let name = command.get_display_name().unwrap_or(command.get_name());
    format!("{name}.1")
}

/// The page of a command. The lines of its examples stay as they are.
fn page(command: &Command) -> Vec<u8> {
    let version = env!("CARGO_PKG_VERSION");
    let man = Man::new(command.clone())
        .source(format!("gradus {version}"))
        .manual("Gradus");
    let mut page = Vec::new();
    let rendered = (|| {
        man.render_title(&mut page)?;
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        if command.has_subcommands() {
            man.render_subcommands_section(&mut page)?;
        }
        let more = command.get_after_long_help().or(command.get_after_help());
        let more = more.map(ToString::to_string).unwrap_or_default();
        let mut notes = Roff::new();
        notes.control("SH", ["NOTES"]).control("nf", []);
        notes.text([roman(more)]).control("fi", []);
        notes.to_writer(&mut page)
    })();
    rendered.expect("a vector takes all that is written");
    page
}
