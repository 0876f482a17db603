//! `gradus stats`: statistics of ratings tables, as text, JSON or CSV, next to published tables.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;

use super::exit::{ExitStatus, Usage, bail_usage};
use super::messages::{print_note, print_warning};
use super::output::check_writable;
use super::tables::{self, SampleOptions, TableOptions, print, sections};
use crate::explain::{ExplainTarget, RuleCounts, RuleFrequency};
use crate::io::{counted, grouped, write_files};
use crate::sheet::layout::{self, SummaryPart};
use crate::sheet::{Sheet, SheetCell};
use crate::stats::{
    Column, Gap, Grouper, ScanOrder, Summary, SummaryError, SummaryOptions, TableSet, TableSource,
    TablesRead, UnknownName,
};
use crate::table::KIND;
use gradus_engine::rating::Limits;

/// Print distributions, moments, correlations and comparisons.
///
/// Prints the overview, the distributions and what the options name. Means, quantiles and
/// correlations use finite values; infinite ratings and lower bounds (≥) have rows of their own.
/// Repeated puzzles count each time, with a note.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus stats ratings.parquet --by clues
  gradus stats ratings.parquet --only moments,quantiles
  gradus stats ratings.parquet --where 'te = 1 and w >= 3' --by w-b
  gradus stats cb.parquet --unbiased --published pbcs-6.4
  gradus stats ratings.parquet --rules
  gradus stats ratings.parquet --where 'w >= 5' --rules=S+W
  gradus stats part-0.parquet part-1.parquet --json > summary.json")]
pub(super) struct Arguments {
    #[command(flatten)]
    tables: TableOptions,

    /// Print only these: overview, moments, quantiles, distributions, by, unbiased,
    /// correlations, crosses, differences, published, all
    #[arg(long, value_name = "SECTIONS", value_delimiter = ',', value_parser = sections_named)]
    only: Vec<Sections>,

    /// Ratings per value of columns, arithmetic (w-b) or file
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    by: Vec<String>,

    /// Cross-tables of two columns
    #[arg(long, value_name = "A:B", value_delimiter = ',', value_parser = pair)]
    cross: Vec<(Column, Column)>,

    /// Differences of two columns
    #[arg(long, value_name = "A-B", value_delimiter = ',')]
    gap: Vec<Gap>,

    /// Count the rules in the paths of the puzzles [theory: W]
    ///
    /// The paths apply the simplest rules first. Theories are those of explain; this takes as long
    /// as rating the puzzles
    #[arg(long, value_name = "THEORY", num_args = 0..=1, require_equals = true, default_missing_value = "W")]
    rules: Option<ExplainTarget>,

    /// Puzzles to show per difference
    #[arg(long, value_name = "N", default_value_t = 5)]
    examples: usize,

    #[command(flatten)]
    sample: SampleOptions,

    /// Also if puzzles are redundant or isomorphic
    ///
    /// Columns redundant and canon show that. A table of such puzzles is not a sample
    #[arg(long, requires = "unbiased", alias = "anyway", hide_short_help = true)]
    despite_flaws: bool,

    /// Print the whole summary as JSON
    #[arg(long)]
    json: bool,

    /// Also write the tables as CSV files
    ///
    /// Those of all sections, or of --only
    #[arg(short, long, value_name = "DIR", alias = "csv")]
    output: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long, requires = "output")]
    force: bool,
}

fn pair(text: &str) -> Result<(Column, Column)> {
    let parts = text.split_once(':');
    let (down, across) = parts.context("expected two columns such as w:b")?;
    Ok((down.parse()?, across.parse()?))
}

type Sections = Vec<SummaryPart>;

/// Reads the name of a section, or all.
fn sections_named(word: &str) -> Result<Sections> {
    match word.to_ascii_lowercase().as_str() {
        "all" => Ok(SummaryPart::ALL.to_vec()),
        "published" => Ok(vec![SummaryPart::Tables]),
        _ => Ok(vec![word.parse()?]),
    }
}

impl Arguments {
    /// The sections to print: those of --only, or else the short ones and the sections
    /// that other options name.
    fn printed(&self) -> Sections {
        if !self.only.is_empty() {
            return self.only.concat();
        }
        let named = [
            (SummaryPart::Overview, true),
            (SummaryPart::Distributions, true),
            (SummaryPart::By, !self.by.is_empty()),
            (SummaryPart::Crosses, !self.cross.is_empty()),
            (SummaryPart::Differences, !self.gap.is_empty()),
            (SummaryPart::Unbiased, self.sample.unbiased),
            (SummaryPart::Tables, !self.sample.published.is_empty()),
        ];
        let named = named.into_iter().filter(|(_, is_named)| *is_named);
        named.map(|(part, _)| part).collect()
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let tables = arguments.tables.open()?;
    let mut options = options(arguments, &tables)?;
    let reading = TablesRead::of(&tables, &options.plan(arguments.examples))?;
    // Default sections without data are omitted.
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
        SummaryError::Flawed(_) => anyhow!("{error} (use --despite-flaws to continue)"),
        other => other.into(),
    })?;
    for warning in &summary.warnings {
        print_warning(warning);
    }
    let rules = arguments.count_rules(&tables)?;
    let rule_sheet = rules.as_ref().map(rules_sheet);
    if let Some(directory) = &arguments.output {
        let parts = if arguments.only.is_empty() {
            SummaryPart::ALL.to_vec()
        } else {
            arguments.printed()
        };
        let mut sheets = layout::parts(&summary, &parts);
        sheets.extend(rule_sheet.clone());
        write_csv(directory, &sheets, &tables, arguments.force)?;
    }
    let mut json = serde_json::to_value(&summary)?;
    if let Some(rules) = &rules {
        json["rules"] = serde_json::to_value(rules)?;
    }
    print(&json, arguments.json, || {
        let mut sheets = layout::parts(&summary, &arguments.printed());
        sheets.extend(rule_sheet);
        summary_head(&summary) + &sections(&sheets)
    })?;
    Ok(ExitStatus::Done)
}

impl Arguments {
    /// Finds the paths of the chosen puzzles and counts their rules, if requested.
    fn count_rules(&self, tables: &TableSet) -> Result<Option<RuleCounts>> {
        let theory = match self.rules {
            None => return Ok(None),
            Some(ExplainTarget::Path(theory)) => theory,
            Some(ExplainTarget::Trials(class)) => {
                bail_usage!("--rules needs a theory with rules, not {class} (such as W or S+W)")
            }
        };
        tables.need_puzzles()?;
        let order = ScanOrder {
            puzzles: true,
            ..ScanOrder::default()
        };
        let mut rules = RuleCounts::new(theory);
        tables.scan(order, |rows| {
            let puzzles: Vec<&str> = (0..rows.height()).map(|row| rows.puzzle(row)).collect();
            rules.add(&puzzles, theory, Limits::default());
        })?;
        Ok(Some(rules))
    }
}

/// The rules as a table.
fn rules_sheet(rules: &RuleCounts) -> Sheet {
    let share = |count: u64| 100.0 * count as f64 / rules.puzzles.max(1) as f64;
    let row = |(rule, count): (&str, RuleFrequency)| {
        vec![
            rule.into(),
            count.steps.into(),
            count.puzzles.into(),
            SheetCell::Fixed(share(count.puzzles), 2),
        ]
    };
    let heads = ["rule", "steps", "puzzles", "% of puzzles"];
    let (theory, puzzles) = (&rules.theory, counted(rules.puzzles, "puzzle"));
    let mut sheet = Sheet::new("rules", format!("Rules in the paths of {theory}"), heads)
        .with_note(format!(
            "Paths of {puzzles}, simplest rules first; {} are solved.",
            grouped(rules.solved)
        ));
    if rules.left_out > 0 {
        let left_out = counted(rules.left_out, "puzzle");
        sheet = sheet.with_note(format!(
            "{left_out} left out: the theory is not defined for them."
        ));
    }
    sheet.with_rows(rules.by_frequency().into_iter().map(row))
}

/// The columns and other groups of --by.
fn by(arguments: &Arguments, tables: &TableSet) -> Result<(Vec<Column>, Vec<Grouper>)> {
    tables.groups(&arguments.by).map_err(|error| match error {
        UnknownName::Column { word, columns } => {
            let columns = columns.join(", ");
            Usage(format!(
                "no column named {word:?} for --by (expected {columns} or file)"
            ))
            .into()
        }
        other => tables::unknown(other),
    })
}

fn options(arguments: &Arguments, tables: &TableSet) -> Result<SummaryOptions> {
    let columns = tables.columns();
    let (by, groups) = by(arguments, tables)?;
    let needed = arguments.cross.iter().flat_map(|(a, b)| [*a, *b]);
    let gaps = arguments.gap.iter();
    for column in needed.chain(gaps.flat_map(|gap| gap.columns())) {
        tables.need(column)?;
    }
    if arguments.sample.unbiased {
        if Grouper::of(KIND, tables).is_some() && !arguments.tables.has_condition() {
            print_warning(
                "unbiased estimates are for 9×9 Sudokus, and the table has other kinds \
                 (use --where 'kind = sudoku' to leave them out)",
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
        unbiased: arguments.sample.unbiased,
        despite_flaws: arguments.despite_flaws,
        grids: arguments.sample.grids_tried,
        generator: arguments.sample.generator,
        crosses: if arguments.cross.is_empty() {
            let gaps = published.iter();
            gaps.map(|gap| (gap.minuend, gap.subtrahend)).collect()
        } else {
            arguments.cross.clone()
        },
        gaps: match &arguments.gap[..] {
            [] => published,
            gaps => gaps.to_vec(),
        },
        tables: arguments.sample.published.clone(),
    })
}

fn write_csv(directory: &Path, sheets: &[Sheet], tables: &TableSet, force: bool) -> Result<()> {
    let path = |sheet: &Sheet| directory.join(format!("{}.csv", sheet.id));
    let paths: Vec<PathBuf> = sheets.iter().map(path).collect();
    check_writable(&paths, tables.paths(), force)?;
    let file = |sheet: &Sheet| (format!("{}.csv", sheet.id), sheet.csv().into_bytes());
    let files: Vec<_> = sheets.iter().map(file).collect();
    write_files(directory, &files)?;
    let tables = counted(sheets.len() as u64, "table");
    print_note(&format!("wrote {tables} to {}", directory.display()));
    Ok(())
}

fn summary_head(summary: &Summary) -> String {
    let sources = summary.sources.iter().map(described);
    let lines = sources.chain(summary.notes.iter().cloned());
    let lines: String = lines.map(|line| format!("- {line}\n")).collect();
    format!("# {}\n\n{lines}", counted(summary.rows, "puzzle"))
}

/// A table and its metadata, in a line.
fn described(source: &TableSource) -> String {
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
    if let Some(seconds) = asked.timeout {
        text += &format!(", timeout {seconds} s (not reproducible)");
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
