//! Shared by commands that read ratings tables: finding the tables, printing results.

use std::ffi::OsString;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::exit::Usage;
use super::messages::{print_note, print_text};
use super::options::RowOptions;
use crate::expression::{Condition, Fault, Formula};
use crate::sheet::Sheet;
use crate::stats::published::{self, PublishedTable};
use crate::stats::{Generator, TableSet, UnknownName};

/// Ratings tables, and the rows of them to use.
#[derive(Args)]
pub(super) struct TableOptions {
    /// Ratings tables: files, directories, globs, or - for stdin
    ///
    /// Several tables are read as one
    #[arg(value_name = "TABLE", required = true)]
    tables: Vec<OsString>,

    #[command(flatten)]
    rows: RowOptions,
}

impl TableOptions {
    pub(super) fn open(&self) -> Result<TableSet> {
        open(&self.tables, self.rows.condition.as_ref())
    }

    pub(super) fn has_condition(&self) -> bool {
        self.rows.condition.is_some()
    }
}

/// Published tables to compare with, and samples to correct.
#[derive(Args)]
pub(super) struct SampleOptions {
    /// Add a published table to compare with: pbcs-6.4
    #[arg(long, value_name = "NAME", value_delimiter = ',', alias = "table", value_parser = published::find)]
    pub published: Vec<PublishedTable>,

    /// Correct the bias of a controlled-bias sample
    #[arg(long)]
    pub unbiased: bool,

    /// Grids tried, if the table does not say
    #[arg(long, value_name = "N", alias = "grids", hide_short_help = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub grids_tried: Option<u64>,

    /// Generator, if the table does not say
    ///
    /// bottom-up, top-down, controlled-bias or suexg
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub generator: Option<Generator>,
}

/// Opens tables and selects their rows. Prints notes about skipped files.
pub(super) fn open(arguments: &[OsString], condition: Option<&Condition>) -> Result<TableSet> {
    let mut tables = TableSet::find(arguments)?;
    tables.notes().iter().for_each(|note| print_note(note));
    if let Some(condition) = condition {
        tables.choose(condition).map_err(usage)?;
    }
    Ok(tables)
}

/// Reads a formula over the columns of some tables.
pub(super) fn formula(text: &str, tables: &TableSet) -> Result<Formula> {
    tables.formula(text).map_err(unknown)
}

/// A rating that the tables lack is not bad usage.
pub(super) fn unknown(error: UnknownName) -> anyhow::Error {
    match error {
        UnknownName::Formula(fault) => usage(fault),
        other => other.into(),
    }
}

pub(super) fn usage(fault: Fault) -> anyhow::Error {
    Usage(fault.to_string()).into()
}

/// Prints a result as JSON or as text.
pub(super) fn print(
    result: &impl Serialize,
    json: bool,
    text: impl FnOnce() -> String,
) -> Result<()> {
    if json {
        print_text(&(serde_json::to_string_pretty(result)? + "\n"))
    } else {
        print_text(&text())
    }
}

/// Sheets as text, one below the other.
pub(super) fn sections(sheets: &[Sheet]) -> String {
    let section = |sheet: &Sheet| format!("\n{}", sheet.terminal());
    sheets.iter().map(section).collect()
}
