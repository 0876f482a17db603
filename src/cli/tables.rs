//! What the commands over tables share: finding the tables, and printing what was found.

use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::{Context, Result};
use serde::Serialize;

use super::complain;
use crate::sheet::Sheet;
use crate::stats::Tables;

/// The tables that arguments name; what is passed over is said.
pub(super) fn open(arguments: &[OsString]) -> Result<Tables> {
    let tables = Tables::find(arguments)?;
    tables.notes().iter().for_each(|note| complain(note));
    Ok(tables)
}

/// Prints a result: as JSON, or as a text for people.
pub(super) fn print(
    result: &impl Serialize,
    json: bool,
    text: impl FnOnce() -> String,
) -> Result<()> {
    match json {
        true => print_text(&(serde_json::to_string_pretty(result)? + "\n")),
        false => print_text(&text()),
    }
}

/// Prints a text.
pub(super) fn print_text(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.context("cannot write to standard output")
}

/// Sheets, one under the other.
pub(super) fn sections(sheets: &[Sheet]) -> String {
    let section = |sheet: &Sheet| format!("\n{}", sheet.terminal());
    sheets.iter().map(section).collect()
}
