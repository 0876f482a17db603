//! What the commands over tables share: finding the tables, and printing what was found.

use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::{Context, Result};
use serde::Serialize;

use super::options::RowOptions;
use super::{Usage, complain};
use crate::expression::{Fault, Formula};
use crate::sheet::Sheet;
use crate::stats::Tables;

/// The tables that arguments name, and which of their rows count; what is passed over is
/// said.
pub(super) fn open(arguments: &[OsString], rows: &RowOptions) -> Result<Tables> {
    let mut tables = Tables::find(arguments)?;
    tables.notes().iter().for_each(|note| complain(note));
    if let Some(condition) = &rows.condition {
        tables.choose(condition).map_err(usage)?;
    }
    Ok(tables)
}

/// The formula that a text is for some tables: arithmetic over their columns, or the name
/// of a column, whatever it looks like.
pub(super) fn formula(text: &str, tables: &Tables) -> Result<Formula> {
    let others = tables.others();
    let named = |text: &str| {
        let name = others.iter().find(|name| name.eq_ignore_ascii_case(text));
        name.map(|name| Formula::named(name))
    };
    let bound = |formula: Formula| formula.bind(&tables.scope()).map(|_| formula);
    let parsed = text.parse::<Formula>();
    if let Ok(formula) = &parsed {
        // A column of ours that the tables lack is a matter of the tables.
        formula
            .columns()
            .try_for_each(|column| tables.need(column))?;
    }
    match parsed.and_then(bound) {
        // A column is called as the table calls it.
        Ok(formula) => Ok(formula.name().and_then(named).unwrap_or(formula)),
        Err(fault) => named(text).ok_or(usage(fault)),
    }
}

/// What is wrong with an expression, as bad usage.
pub(super) fn usage(fault: Fault) -> anyhow::Error {
    Usage(fault.to_string()).into()
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
