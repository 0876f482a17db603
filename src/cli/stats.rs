//! `gradus stats`: the statistics of a ratings table, as readable tables, JSON or
//! CSV files; published tables beside them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

use super::job::{may_write, write};
use super::{Outcome, complain};
use crate::sheet::{Sheet, layout};
use crate::stats::origin::{Generator, Source};
use crate::stats::published::{self, PublishedTable};
use crate::stats::{Column, Gap, Reading, Summary, SummaryOptions, Tables};

/// Summarise a ratings table: distributions, moments, correlations, differences.
///
/// The table is Parquet, CSV or JSON lines, as classify writes it; several tables
/// are read as one. Moments and correlations are over finite values; infinite
/// ratings and lower bounds (≥) have rows of their own.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus stats ratings.parquet
  gradus stats ratings.parquet --by clues --unbiased --table pbcs-6.4
  gradus stats part-0.csv.zst part-1.csv.zst --json > summary.json")]
pub(super) struct Arguments {
    /// Ratings tables
    #[arg(value_name = "RATINGS", required = true)]
    tables: Vec<PathBuf>,

    /// Show the ratings for each value of these columns
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    by: Vec<Column>,

    /// Undo the bias of a controlled-bias sample
    #[arg(long)]
    unbiased: bool,

    /// Complete grids that were tried for the sample, if the table does not say
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    grids: Option<u64>,

    /// The generator of the puzzles (bottom-up, top-down or controlled-bias), if
    /// the table does not say
    #[arg(long, value_name = "KIND")]
    generator: Option<Generator>,

    /// Cross-tables of two columns, such as w:b; the published pairs if none is
    /// given
    #[arg(long, value_name = "A:B", value_delimiter = ',', value_parser = pair)]
    cross: Vec<(Column, Column)>,

    /// Differences of two columns, such as w-b; the published ones if none is
    /// given
    #[arg(long, value_name = "A-B", value_delimiter = ',')]
    gap: Vec<Gap>,

    /// Puzzles to show of each difference, the largest first
    #[arg(long, value_name = "N", default_value_t = 5)]
    examples: usize,

    /// A published table to set beside what is measured, such as pbcs-6.4
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = published::find)]
    table: Vec<PublishedTable>,

    /// Print the whole summary as JSON
    #[arg(long)]
    json: bool,

    /// Write every table as a CSV file into this folder, too
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,

    /// Overwrite files that are there
    #[arg(long, requires = "csv")]
    force: bool,
}

fn pair(text: &str) -> Result<(Column, Column)> {
    let parts = text.split_once(':');
    let (down, across) = parts.context("give two columns with : between, such as w:b")?;
    Ok((down.parse()?, across.parse()?))
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let tables = Tables::open(&arguments.tables)?;
    let mut options = options(arguments, &tables)?;
    let reading = Reading::of(&tables, &options.wanted(arguments.examples))?;
    // What nobody asked for is left out where the table has nothing to show.
    let has = |a: Column, b: Column| reading.joint.has(a) && reading.joint.has(b);
    if arguments.cross.is_empty() {
        options.crosses.retain(|(a, b)| has(*a, *b));
    }
    if arguments.gap.is_empty() {
        options.gaps.retain(|gap| has(gap.minuend, gap.subtrahend));
    }
    let summary = Summary::of(&reading, &options)?;
    let sheets = layout::summary(&summary);
    if let Some(folder) = &arguments.csv {
        write_csv(folder, &sheets, arguments)?;
    }
    let head = || summary_head(&summary);
    print(&summary, arguments.json, || head() + &sections(&sheets))?;
    Ok(Outcome::Done)
}

fn options(arguments: &Arguments, tables: &Tables) -> Result<SummaryOptions> {
    let columns = tables.columns();
    let needed = arguments.by.iter().copied();
    let needed = needed.chain(arguments.cross.iter().flat_map(|(a, b)| [*a, *b]));
    let gaps = arguments.gap.iter();
    for column in needed.chain(gaps.flat_map(|gap| gap.columns())) {
        tables.need(column)?;
    }
    if arguments.unbiased {
        tables
            .need(Column::Clues)
            .context("unbiased estimates need the number of clues")?;
    }
    let published = Gap::published(|column| columns.contains(&column));
    Ok(SummaryOptions {
        by: arguments.by.clone(),
        unbiased: arguments.unbiased,
        grids: arguments.grids,
        generator: arguments.generator,
        crosses: match arguments.cross.is_empty() {
            true => published
                .iter()
                .map(|gap| (gap.minuend, gap.subtrahend))
                .collect(),
            false => arguments.cross.clone(),
        },
        gaps: match arguments.gap.is_empty() {
            true => published,
            false => arguments.gap.clone(),
        },
        tables: arguments.table.clone(),
    })
}

fn write_csv(folder: &Path, sheets: &[Sheet], arguments: &Arguments) -> Result<()> {
    let path = |sheet: &Sheet| folder.join(format!("{}.csv", sheet.id));
    let paths: Vec<PathBuf> = sheets.iter().map(path).collect();
    may_write(&paths, &arguments.tables, arguments.force)?;
    let cannot = || format!("cannot write into {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    for (path, sheet) in paths.iter().zip(sheets) {
        write(path, sheet.csv())?;
    }
    complain(&format!(
        "{} tables written into {}",
        sheets.len(),
        folder.display()
    ));
    Ok(())
}

/// Prints a result: as JSON, or as a text for people.
pub(super) fn print(
    result: &impl Serialize,
    json: bool,
    text: impl FnOnce() -> String,
) -> Result<()> {
    let written = match json {
        true => serde_json::to_string_pretty(result)? + "\n",
        false => text(),
    };
    let mut out = io::stdout().lock();
    let printed = out.write_all(written.as_bytes()).and_then(|()| out.flush());
    printed.context("cannot write to standard output")
}

/// Sheets, one under the other.
pub(super) fn sections(sheets: &[Sheet]) -> String {
    let section = |sheet: &Sheet| format!("\n{}", sheet.terminal());
    sheets.iter().map(section).collect()
}

fn summary_head(summary: &Summary) -> String {
    let sources = summary.sources.iter().map(described);
    let lines = sources.chain(summary.notes.iter().cloned());
    let lines: String = lines.map(|line| format!("- {line}\n")).collect();
    format!("# {} puzzles\n\n{lines}", summary.rows)
}

/// A table and what it says of itself, in a line.
fn described(source: &Source) -> String {
    let mut text = format!("{}: {} rows", source.name, source.rows);
    let Some(metadata) = &source.metadata else {
        return text;
    };
    let options = &metadata.options;
    text += &format!(
        ", gradus {}, ratings {}, chains up to {}",
        metadata.version,
        options.ratings.join(","),
        options.max_length
    );
    if options.budget > 0 {
        text += &format!(", budget {}", options.budget);
    }
    if metadata.rejected > 0 {
        text += &format!(", {} lines rejected", metadata.rejected);
    }
    for generated in &metadata.generated {
        text += &format!(", generated {generated}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_engine::rating::Name;

    #[test]
    fn pairs_of_columns() {
        let (w, b) = (Column::Rating(Name::W), Column::Rating(Name::B));
        assert_eq!(pair("w:b").ok(), Some((w, b)));
        assert!(pair("w-b").is_err());
        assert!(pair("w:x").is_err());
    }
}
