//! A report from ratings tables: reads and summarises them, finds the
//! extremes and the rejected lines, and composes the document.

use std::path::{Path, PathBuf};
use std::time::Instant;

use thiserror::Error;

use super::contents::{ExtremeGroup, Material, RejectedLines, Respects, document};
use super::document::Document;
use super::paths;
use super::provenance;
use crate::expression::{Condition, Fault};
use crate::hunt::lineage::Lineage;
use crate::io::quoted;
use crate::job::Outputs;
use crate::stats::{
    Column, ExtremesError, Gap, Generator, Grouper, Origin, ReadPlan, Summary, SummaryError,
    SummaryOptions, TableSet, TablesRead, published,
};
use crate::table::{KIND, ReadError};

/// The choices of a report.
#[derive(Clone, Debug, Default)]
pub struct ReportOrder {
    /// The title.
    pub title: String,
    /// True to estimate for all minimal puzzles; `None` decides by the records of the
    /// generator in the tables.
    pub unbiased: Option<bool>,
    /// The number of complete grids tried, if the tables do not record it.
    pub grids: Option<u64>,
    /// The generator of the puzzles, if the tables do not record it.
    pub generator: Option<Generator>,
    /// Published tables to compare with.
    pub tables: Vec<published::PublishedTable>,
    /// Other ratings tables, for the columns of published tables about other puzzles.
    pub also: Vec<PathBuf>,
    /// The rankings to show.
    pub respects: Respects,
    /// The number of puzzles to show per quantity.
    pub top: usize,
    /// The number of these with a resolution path.
    pub paths: usize,
    /// True to omit when, where and how fast the report was made.
    pub timeless: bool,
    /// Additional names and values for the provenance box.
    pub notes: Vec<(String, String)>,
}

/// Why a report could not be composed.
#[derive(Debug, Error)]
pub enum ComposeError {
    /// A table cannot be read.
    #[error(transparent)]
    Scan(#[from] ReadError),
    /// A table cannot be searched.
    #[error(transparent)]
    Search(#[from] ExtremesError),
    /// The condition does not fit the tables.
    #[error(transparent)]
    Condition(#[from] Fault),
    /// The tables cannot be summarised.
    #[error(transparent)]
    Summary(#[from] SummaryError),
    /// The rejected lines cannot be read.
    #[error("cannot read {}: {reason}", .path.display())]
    Rejects {
        /// Their file.
        path: PathBuf,
        /// Why.
        reason: csv::Error,
    },
}

pub(crate) fn compose(tables: &TableSet, order: &ReportOrder) -> Result<Document, ComposeError> {
    let started = Instant::now();
    let mut options = options(tables, order);
    let reading = TablesRead::of(tables, &wanted(tables, &options, order))?;
    let kind = order.generator.or(Origin::of(&reading.sources).kind);
    let is_sample = kind == Some(Generator::ControlledBias) && reading.joint.has(Column::Clues);
    options.unbiased = order.unbiased.unwrap_or(is_sample);
    options.retain(&reading.joint);
    let mut summary = Summary::of(&reading, &options)?;
    let mut sources = summary.sources.clone();
    for path in &order.also {
        let other = also(path, order, tables.condition())?;
        let others = summary.comparisons.iter_mut().zip(other.comparisons);
        others.for_each(|(comparison, other)| comparison.fill(other));
        sources.extend(other.sources);
    }
    let mut extremes: Vec<_> = reading.extremes.into_iter().map(ExtremeGroup::of).collect();
    paths::find(&mut extremes, order.paths);
    let rejects = rejects(tables)?;
    let hunts = hunts(tables, &summary, order.top)?;
    let occasion = || provenance::occasion(started.elapsed(), explore(tables));
    let occasion = (!order.timeless).then(occasion);
    Ok(document(Material {
        title: &order.title,
        summary: &summary,
        respects: order.respects,
        extremes: &extremes,
        hunts: &hunts,
        rejects: &rejects,
        provenance: provenance::entries(&sources, &order.notes, occasion),
    }))
}

fn explore(tables: &TableSet) -> String {
    let paths: Vec<String> = tables.paths().map(quoted).collect();
    let mut command = format!("gradus explore {}", paths.join(" "));
    if let Some(condition) = tables.condition() {
        command += &format!(" --where {}", quoted(condition.to_string()));
    }
    command
}

/// The summary of another table, to compare with published ones.
fn also(
    path: &PathBuf,
    order: &ReportOrder,
    condition: Option<&Condition>,
) -> Result<Summary, ComposeError> {
    let options = SummaryOptions {
        tables: order.tables.clone(),
        ..SummaryOptions::default()
    };
    let mut tables = TableSet::open(std::slice::from_ref(path))?;
    if let Some(condition) = condition {
        tables.choose(condition)?;
    }
    let reading = TablesRead::of(&tables, &options.plan(0))?;
    Ok(Summary::of(&reading, &options)?)
}

/// The options of the statistics: everything that the tables have columns for.
fn options(tables: &TableSet, order: &ReportOrder) -> SummaryOptions {
    let columns = tables.columns();
    let has = |column: Column| columns.contains(&column);
    let gaps = Gap::published(has);
    let crosses = gaps.iter().map(|gap| (gap.minuend, gap.subtrahend));
    SummaryOptions {
        by: Vec::from_iter(has(Column::Clues).then_some(Column::Clues)),
        groups: Vec::from_iter(Grouper::of(KIND, tables)),
        unbiased: false,
        // A report covers flawed tables too, with a warning.
        despite_flaws: true,
        grids: order.grids,
        generator: order.generator,
        crosses: crosses.collect(),
        gaps,
        tables: order.tables.clone(),
    }
}

/// The data to read from tables: for the statistics and the extremes.
fn wanted(tables: &TableSet, options: &SummaryOptions, order: &ReportOrder) -> ReadPlan {
    let top = order.top;
    let extremes = if top > 0 && tables.need_puzzles().is_ok() {
        ExtremeGroup::quantities(&tables.columns(), order.respects)
    } else {
        Vec::new()
    };
    ReadPlan {
        extremes,
        top,
        flaws: order.unbiased != Some(false),
        ..options.plan(0)
    }
}

/// The lineages of the hunts among the tables.
fn hunts(tables: &TableSet, summary: &Summary, best: usize) -> Result<Vec<Lineage>, ComposeError> {
    let mut hunts = Vec::new();
    for (path, source) in tables.paths().zip(&summary.sources) {
        let Some(metadata) = source.metadata.as_ref() else {
            continue;
        };
        let lineage = Lineage::of(path, metadata, best.max(1));
        let failed = |error| ReadError::Read(path.to_path_buf(), error);
        hunts.extend(lineage.map_err(failed)?);
    }
    Ok(hunts)
}

/// The rejected lines that `classify` wrote next to the tables.
fn rejects(tables: &TableSet) -> Result<RejectedLines, ComposeError> {
    let mut rejects = RejectedLines::default();
    let beside = |path: &Path| Some(Outputs::new(path, None).ok()?.rejects);
    let paths = tables.paths().filter_map(beside);
    for path in paths.filter(|path| path.exists()) {
        let read = rejects.read(&path);
        read.map_err(|reason| ComposeError::Rejects { path, reason })?;
    }
    Ok(rejects)
}
