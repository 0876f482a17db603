//! `gradus explore`: a page on this machine to look into ratings tables.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;

use super::tables::usage;
use super::{Outcome, complain};
use crate::explore::{Explorer, Loaded, Server};
use crate::expression::Condition;
use crate::io::shell::quoted;
use crate::stats::Tables;

/// Look into ratings tables in the browser: histograms that filter each other, the rows,
/// and each puzzle with its paths.
///
/// The page is served by the program itself and only to this machine; it needs no network.
/// Its address, which is printed, has a token: whoever has it can read the tables. The
/// condition, the order and whatever else is chosen are in the address of the page. The
/// program ends with Ctrl-C, or when the page says so.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus explore ratings.parquet
  gradus explore ratings.parquet --where 'w - b >= 2'
  gradus explore new.parquet --against old.parquet
  gradus explore ratings.parquet --no-open --port 8000")]
pub(super) struct Arguments {
    /// Ratings tables: files, folders, patterns, or - for standard input; several are
    /// read as one
    #[arg(value_name = "RATINGS", required = true)]
    tables: Vec<OsString>,

    /// A table to compare with: histograms one over the other, and rows that differ
    #[arg(long, value_name = "RATINGS")]
    against: Option<OsString>,

    /// The condition that the page begins with, such as 'te = 2 and bpb >= 6' or
    /// 'w - b >= 2'; it can be changed there
    #[arg(long = "where", value_name = "EXPR")]
    condition: Option<Condition>,

    /// Print the address, and do not open a browser
    #[arg(long)]
    no_open: bool,

    /// The port to listen on; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let tables = open(&arguments.tables)?;
    if let Some(condition) = &arguments.condition {
        condition.bind(&tables.scope()).map_err(usage)?;
    }
    let reference = arguments.against.as_ref();
    let reference = reference.map(|name| open(std::slice::from_ref(name)));
    let server = Server::bind(arguments.port).with_context(|| {
        format!(
            "cannot listen on port {} of 127.0.0.1: give another with --port",
            arguments.port
        )
    })?;
    let reference = match reference {
        Some(reference) => Some(Loaded::load(reference?)?),
        None => None,
    };
    let explorer = Explorer::new(Loaded::load(tables)?, reference, command(arguments));
    let stop = server.stop();
    ctrlc::set_handler(move || stop.now()).context("cannot listen to signals")?;
    let mut address = server.address();
    if let Some(condition) = &arguments.condition {
        address += &format!("?where={}", encoded(&condition.to_string()));
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{address}")
        .and_then(|()| out.flush())
        .context("cannot write to standard output")?;
    drop(out);
    let opened = !arguments.no_open && open_browser(&address);
    complain(match opened || arguments.no_open {
        true => "the page is open until Ctrl-C",
        false => "no browser could be started: open the address in one; Ctrl-C ends",
    });
    server.serve(Arc::new(explorer));
    Ok(Outcome::Done)
}

fn open(arguments: &[OsString]) -> Result<Tables> {
    let tables = Tables::find(arguments)?;
    tables.notes().iter().for_each(|note| complain(note));
    tables.need_puzzles()?;
    Ok(tables)
}

/// What opens the same page again, for those who use a shell.
fn command(arguments: &Arguments) -> String {
    let tables: Vec<String> = arguments.tables.iter().map(quoted).collect();
    let mut command = format!("gradus explore {}", tables.join(" "));
    if let Some(reference) = &arguments.against {
        command += &format!(" --against {}", quoted(reference));
    }
    command
}

/// A text as it may stand in an address.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Opens the page in the browser of the user; false if there is none.
fn open_browser(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().is_ok()
}
