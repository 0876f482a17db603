//! `gradus stats`: the statistics of a ratings table, as readable tables, JSON or
//! CSV files; published tables beside them.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;

use super::job::{may_write, write};
use super::options::RowOptions;
use super::tables::{self, print, sections};
use super::{Outcome, Usage, complain};
use crate::io::number::counted;
use crate::sheet::Sheet;
use crate::sheet::layout::{self, Part};
use crate::stats::groups::Grouper;
use crate::stats::origin::{Generator, Source};
use crate::stats::published::{self, PublishedTable};
use crate::stats::{Column, Gap, Reading, Summary, SummaryError, SummaryOptions, Tables};
use crate::table::columns::KIND;

/// Summarise a ratings table: distributions, moments, correlations, differences.
///
/// Prints an overview and the distributions, and what other options ask for. The
/// table is Parquet, CSV or JSON lines, as classify writes it; several tables are
/// read as one. Means, quantiles and correlations are over finite values; infinite
/// ratings and lower bounds (≥) have rows of their own. Puzzles that come more than
/// once are counted each time, and noted.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus stats ratings.parquet
  gradus stats ratings.parquet --only moments,quantiles
  gradus stats ratings.parquet --by clues --unbiased --table pbcs-6.4
  gradus stats ratings.parquet --where 'te = 2 and bpb >= 6' --by w-b
  gradus stats part-0.csv.zst part-1.csv.zst --json > summary.json")]
pub(super) struct Arguments {
    /// Ratings tables: files, folders, patterns, or - for standard input
    #[arg(value_name = "RATINGS", required = true)]
    tables: Vec<OsString>,

    #[command(flatten)]
    rows: RowOptions,

    /// Print these parts only: overview, moments, quantiles, distributions, by,
    /// correlations, crosses, differences, unbiased, tables; or all
    #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = wanted_parts)]
    only: Vec<Parts>,

    /// Show the ratings for each value of these: clues, a rating, any other column of
    /// the table such as comment, arithmetic such as w-b, or source for the tables
    /// themselves
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    by: Vec<String>,

    /// Undo the bias of a controlled-bias sample
    #[arg(long)]
    unbiased: bool,

    /// Undo it even if puzzles have redundant clues (column redundant) or are isomorphic
    /// to each other (column canon)
    #[arg(long, requires = "unbiased")]
    anyway: bool,

    /// Complete grids that were tried for the sample, if the table does not say
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    grids: Option<u64>,

    /// The generator of the puzzles (bottom-up, top-down, controlled-bias or suexg), if
    /// the table does not say
    #[arg(long, value_name = "KIND")]
    generator: Option<Generator>,

    /// Cross-tables of two columns, such as w:b
    #[arg(long, value_name = "A:B", value_delimiter = ',', value_parser = pair)]
    cross: Vec<(Column, Column)>,

    /// Differences of two columns, such as w-b
    #[arg(long, value_name = "A-B", value_delimiter = ',')]
    gap: Vec<Gap>,

    /// Puzzles to show of each difference, the largest first
    #[arg(long, value_name = "N", default_value_t = 5)]
    examples: usize,

    /// A published table to set beside what is measured, such as pbcs-6.4
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = published::find)]
    table: Vec<PublishedTable>,

    /// Print the whole summary as JSON, whatever the parts
    #[arg(long)]
    json: bool,

    /// Write the tables of all parts, or of those in --only, as CSV files into
    /// this folder, too
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

/// Some parts of a summary: one, or all.
type Parts = Vec<Part>;

fn wanted_parts(word: &str) -> Result<Parts> {
    match word.eq_ignore_ascii_case("all") {
        true => Ok(Part::ALL.to_vec()),
        false => Ok(vec![word.parse()?]),
    }
}

impl Arguments {
    /// The parts to print: those that were named, or else the short ones and those
    /// that other options ask for.
    fn printed(&self) -> Parts {
        if !self.only.is_empty() {
            return self.only.concat();
        }
        let asked = [
            (Part::Overview, true),
            (Part::Distributions, true),
            (Part::By, !self.by.is_empty()),
            (Part::Crosses, !self.cross.is_empty()),
            (Part::Differences, !self.gap.is_empty()),
            (Part::Unbiased, self.unbiased),
            (Part::Tables, !self.table.is_empty()),
        ];
        let asked = asked.into_iter().filter(|(_, is_asked)| *is_asked);
        asked.map(|(part, _)| part).collect()
    }
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let tables = tables::open(&arguments.tables, &arguments.rows)?;
    let mut options = options(arguments, &tables)?;
    let reading = Reading::of(&tables, &options.wanted(arguments.examples))?;
    // What nobody asked for is left out where the table has nothing to show.
    let asked = options.clone();
    options.retain(&reading.joint);
    options.by = asked.by;
    if !arguments.cross.is_empty() {
        options.crosses = asked.crosses;
    }
    if !arguments.gap.is_empty() {
        options.gaps = asked.gaps;
    }
    let summary = Summary::of(&reading, &options).map_err(|error| match error {
        SummaryError::Flawed(_) => anyhow!("{error}; --anyway goes on nevertheless"),
        other => other.into(),
    })?;
    for warning in &summary.warnings {
        complain(&format!("warning: {warning}"));
    }
    if let Some(folder) = &arguments.csv {
        let parts = match arguments.only.is_empty() {
            true => Part::ALL.to_vec(),
            false => arguments.printed(),
        };
        write_csv(
            folder,
            &layout::parts(&summary, &parts),
            &tables,
            arguments.force,
        )?;
    }
    print(&summary, arguments.json, || {
        summary_head(&summary) + &sections(&layout::parts(&summary, &arguments.printed()))
    })?;
    Ok(Outcome::Done)
}

/// The columns of ours and the others that ratings are to be shown by.
fn by(arguments: &Arguments, tables: &Tables) -> Result<(Vec<Column>, Vec<Grouper>)> {
    let (mut columns, mut groups) = (Vec::new(), Vec::new());
    for word in &arguments.by {
        match (Grouper::of(word, tables), word.parse::<Column>()) {
            (_, Ok(column)) => {
                tables.need(column)?;
                columns.push(column);
            }
            (Some(group), _) => groups.push(group),
            (None, Err(_)) if !is_name(word) => {
                let formula = tables::formula(word, tables)?;
                groups.push(Grouper::formula(&formula, tables).map_err(tables::usage)?);
            }
            (None, Err(_)) => {
                let ours = tables
                    .columns()
                    .into_iter()
                    .map(|column| column.to_string());
                let names: Vec<String> = ours.chain(tables.others()).collect();
                let message = format!(
                    "no column is called {word:?}: --by takes {} and source",
                    names.join(", ")
                );
                return Err(Usage(message).into());
            }
        }
    }
    Ok((columns, groups))
}

/// Whether a word is a name, and nothing is calculated.
fn is_name(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn options(arguments: &Arguments, tables: &Tables) -> Result<SummaryOptions> {
    let columns = tables.columns();
    let (by, groups) = by(arguments, tables)?;
    let needed = arguments.cross.iter().flat_map(|(a, b)| [*a, *b]);
    let gaps = arguments.gap.iter();
    for column in needed.chain(gaps.flat_map(|gap| gap.columns())) {
        tables.need(column)?;
    }
    if arguments.unbiased {
        if Grouper::of(KIND, tables).is_some() && arguments.rows.condition.is_none() {
            complain(
                "warning: unbiased estimates are about 9×9 Sudokus, and the table has other kinds: \
                 --where 'kind = sudoku' leaves them out",
            );
        }
        tables
            .need(Column::Clues)
            .context("unbiased estimates need the number of clues")?;
    }
    let published = Gap::published(|column| columns.contains(&column));
    Ok(SummaryOptions {
        by,
        groups,
        unbiased: arguments.unbiased,
        despite_flaws: arguments.anyway,
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

fn write_csv(folder: &Path, sheets: &[Sheet], tables: &Tables, force: bool) -> Result<()> {
    let path = |sheet: &Sheet| folder.join(format!("{}.csv", sheet.id));
    let paths: Vec<PathBuf> = sheets.iter().map(path).collect();
    may_write(&paths, tables.paths(), force)?;
    let cannot = || format!("cannot write into {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    for (path, sheet) in paths.iter().zip(sheets) {
        write(path, sheet.csv())?;
    }
    complain(&format!(
        "{} written into {}",
        counted(sheets.len() as u64, "table"),
        folder.display()
    ));
    Ok(())
}

fn summary_head(summary: &Summary) -> String {
    let sources = summary.sources.iter().map(described);
    let lines = sources.chain(summary.notes.iter().cloned());
    let lines: String = lines.map(|line| format!("- {line}\n")).collect();
    format!("# {}\n\n{lines}", counted(summary.rows, "puzzle"))
}

/// A table and what it says of itself, in a line.
fn described(source: &Source) -> String {
    let mut text = format!("{}: {}", source.name, counted(source.rows, "row"));
    let Some(metadata) = &source.metadata else {
        return text;
    };
    let asked = &metadata.asked;
    text += &format!(
        ", gradus {}, ratings {}, chains up to {}",
        asked.version,
        asked.ratings.join(","),
        asked.max_length
    );
    if asked.budget > 0 {
        text += &format!(", budget {}", asked.budget);
    }
    if let (Some(condition), Some(rated)) = (&asked.condition, metadata.rated) {
        text += &format!(", of {} where {condition}", counted(rated, "puzzle"));
    }
    if metadata.rejected > 0 {
        text += &format!(", {} rejected", counted(metadata.rejected, "line"));
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
