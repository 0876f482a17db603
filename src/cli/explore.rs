//! `gradus explore`: a page on this machine to explore ratings tables.

use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;

use super::exit::ExitStatus;
use super::messages::{print_note, print_text};
use super::options::ThreadOptions;
use super::tables::{self, usage};
use crate::explore::{Explorer, Loaded, Server};
use crate::expression::Condition;
use crate::io::quoted;
use crate::job::pool;
use crate::stats::TableSet;

/// Explore ratings tables in the browser.
///
/// Shows histograms that filter each other, the rows, and each puzzle with its paths. Serves
/// this machine only, and needs no network. The address holds a token: anyone who has it can
/// read the tables. It also holds the condition, the order and other choices. The program ends
/// with Ctrl-C, or from the page.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus explore ratings.parquet
  gradus explore new.csv --reference old.csv
  gradus explore ratings.parquet --where 'w - b >= 2' --no-open --port 8000")]
pub(super) struct Arguments {
    /// Ratings tables: files, directories, globs, or - for stdin
    ///
    /// Several tables are read as one
    #[arg(value_name = "TABLE", required = true)]
    tables: Vec<OsString>,

    /// Compare with this table
    #[arg(long, value_name = "TABLE", alias = "against")]
    reference: Option<OsString>,

    /// Condition to start with
    #[arg(long = "where", value_name = "EXPR")]
    condition: Option<Condition>,

    /// Print the address, do not open a browser
    #[arg(long)]
    no_open: bool,

    /// Port, 0 for any free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,

    #[command(flatten)]
    threads: ThreadOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    pool::set_threads(arguments.threads.threads());
    let tables = open(&arguments.tables)?;
    if let Some(condition) = &arguments.condition {
        condition.bind(&tables.scope()).map_err(usage)?;
    }
    let reference = arguments.reference.as_ref();
    let reference = reference.map(|name| open(std::slice::from_ref(name)));
    let port = arguments.port;
    let server = Server::bind(port).with_context(|| {
        format!("cannot listen on port {port} of 127.0.0.1 (use --port to choose another)")
    })?;
    let reference = match reference {
        Some(reference) => Some(Loaded::load(reference?)?),
        None => None,
    };
    let explorer = Explorer::new(Loaded::load(tables)?, reference, command(arguments));
    ctrlc::set_handler(server.stopper()).context("cannot handle signals")?;
    let mut address = server.address();
    if let Some(condition) = &arguments.condition {
        address += &format!("?where={}", encoded(&condition.to_string()));
    }
    print_text(&format!("{address}\n"))?;
    let opened = !arguments.no_open && open_browser(&address);
    print_note(if opened || arguments.no_open {
        "serving the page; press Ctrl-C to stop"
    } else {
        "cannot start a browser; open the address in one; press Ctrl-C to stop"
    });
    server.serve(Arc::new(explorer));
    Ok(ExitStatus::Done)
}

fn open(arguments: &[OsString]) -> Result<TableSet> {
    let tables = tables::open(arguments, None)?;
    tables.need_puzzles()?;
    Ok(tables)
}

/// The command that opens the same page again.
fn command(arguments: &Arguments) -> String {
    let tables: Vec<String> = arguments.tables.iter().map(quoted).collect();
    let mut command = format!("gradus explore {}", tables.join(" "));
    if let Some(reference) = &arguments.reference {
        command += &format!(" --reference {}", quoted(reference));
    }
    command
}

/// Percent-encodes text for an address.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Opens the page in the default browser. Returns false if that fails.
fn open_browser(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
