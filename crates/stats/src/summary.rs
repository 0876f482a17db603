//! All statistics of a ratings table in one value: what `gradus stats` prints and
//! the reports show.

use std::collections::BTreeMap;

use serde::Serialize;
use thiserror::Error;

use super::choice::Choice;
use super::correlation::Correlations;
use super::cross::{By, Cross};
use super::difference::{Difference, Gap};
use super::distribution::{Distribution, finite};
use super::flaws::Flaws;
use super::groups::{Grouper, Grouping};
use super::joint::Joint;
use super::moments::Moments;
use super::origin::{Generator, Origin, TableSource};
use super::published::{Comparison, PublishedTable};
use super::quantiles::Quantiles;
use super::reading::{ReadPlan, TablesRead};
use super::repeats::Repeats;
use super::resampled::Resampled;
use super::unbiased::Unbiased;
use gradus_table::table::Column;

/// What to compute from a table.
#[derive(Clone, Debug, Default)]
pub struct SummaryOptions {
    /// Show the ratings for each value of these columns.
    pub by: Vec<Column>,
    /// Show the ratings for each value of other columns, or table by table.
    pub groups: Vec<Grouper>,
    /// Undo the bias of a controlled-bias sample.
    pub unbiased: bool,
    /// Undo it where it is not fit for that, too.
    pub despite_flaws: bool,
    /// Complete grids that were tried, if the table does not say.
    pub grids: Option<u64>,
    /// The generator of the puzzles, if the table does not say.
    pub generator: Option<Generator>,
    /// Cross-tables of these columns.
    pub crosses: Vec<(Column, Column)>,
    /// Differences of these columns.
    pub gaps: Vec<Gap>,
    /// Published tables to set beside what is measured.
    pub tables: Vec<PublishedTable>,
}

/// Moments of a column.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ColumnMoments {
    /// The column.
    pub column: Column,
    /// The moments of its finite values.
    pub moments: Moments,
}

/// Quantiles of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ColumnQuantiles {
    /// The column.
    pub column: Column,
    /// The quantiles of its finite values.
    pub quantiles: Quantiles,
}

/// All statistics of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The tables that were read.
    pub sources: Vec<TableSource>,
    /// How the puzzles were generated, as far as it is known.
    pub origin: Origin,
    /// Puzzles.
    pub rows: u64,
    /// Which rows a condition has chosen, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// The columns of the table.
    pub columns: Vec<Column>,
    /// What a reader must know.
    pub notes: Vec<String>,
    /// What makes the numbers doubtful.
    pub warnings: Vec<String>,
    /// Puzzles that come more than once.
    pub repeats: Repeats,
    /// The distributions of the number of clues and of the ratings.
    pub distributions: Vec<Distribution>,
    /// The moments of every column over its finite values.
    pub moments: Vec<ColumnMoments>,
    /// The quantiles of every column over its finite values.
    pub quantiles: Vec<ColumnQuantiles>,
    /// The ratings by columns of ours.
    pub by: Vec<By>,
    /// The ratings by other columns, or table by table.
    pub groupings: Vec<Grouping>,
    /// Correlations.
    pub correlations: Correlations,
    /// Cross-tables.
    pub crosses: Vec<Cross>,
    /// Differences of ratings.
    pub differences: Vec<Difference>,
    /// Unbiased estimates, if they were asked for.
    pub unbiased: Option<Unbiased>,
    /// Unbiased quantiles and correlations, if they were asked for.
    pub resampled: Option<Resampled>,
    /// Published tables beside what is measured.
    pub comparisons: Vec<Comparison>,
}

/// Why a table cannot be summarised as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SummaryError {
    /// No row is chosen.
    #[error("no row satisfies the condition {}{}", .0.condition, open(.0))]
    NoneChosen(Box<Choice>),
    /// The table lacks a column, or it is empty.
    #[error("the table has nothing in the column {0}")]
    NoColumn(Column),
    /// There is nothing to summarise.
    #[error("the table is empty")]
    Empty,
    /// Only the bias of a controlled-bias sample is known.
    #[error(
        "the puzzles were made by the {0} generator: only a controlled-bias sample has a bias that can be undone"
    )]
    OtherBias(Generator),
    /// The table has rows that the correction is not for.
    #[error(
        "unbiased estimates are of minimal puzzles that are essentially different: {}", .0.notes().join("; ")
    )]
    Flawed(Box<Flaws>),
    /// Unbiased estimates from puzzles that were sought.
    #[error(
        "the puzzles of {table} were found by a hunt for {target}: they are no sample of anything, \
         and no estimate from them is unbiased"
    )]
    Hunted {
        /// The table.
        table: String,
        /// What was hunted.
        target: String,
    },
}

impl SummaryOptions {
    /// Leaves out what the rows that were read have nothing to show of.
    pub fn retain(&mut self, joint: &Joint) {
        let has = |a: Column, b: Column| joint.has(a) && joint.has(b);
        self.by.retain(|column| joint.has(*column));
        self.crosses.retain(|(a, b)| has(*a, *b));
        self.gaps.retain(|gap| has(gap.minuend, gap.subtrahend));
    }

    /// What to look for in the tables, with a number of examples of each gap.
    pub fn wanted(&self, examples: usize) -> ReadPlan {
        let mut wanted = ReadPlan {
            gaps: self.gaps.clone(),
            examples,
            groups: self.groups.clone(),
            repeats: true,
            flaws: self.unbiased,
            ..ReadPlan::default()
        };
        for table in self.tables.iter().map(PublishedTable::wanted) {
            wanted.slices.extend(table.slices);
            wanted.puzzles.extend(table.puzzles);
        }
        wanted
    }

    /// What makes unbiased estimates doubtful.
    fn warnings(&self, reading: &TablesRead) -> Vec<String> {
        if !self.unbiased {
            return Vec::new();
        }
        let is_known = self
            .generator
            .or(Origin::of(&reading.sources).kind)
            .is_some();
        let warning = "the tables do not say that they are one controlled-bias sample as it was \
            generated: the unbiased estimates hold only if they are";
        let flaws = reading.flaws.notes().into_iter();
        let flaws = flaws.map(|flaw| format!("{flaw}: the unbiased estimates are not for such"));
        let unknown = (!is_known).then(|| warning.to_string());
        flaws.chain(unknown).collect()
    }

    /// The generator of the puzzles: as given here, or else by the tables.
    fn origin(&self, sources: &[TableSource]) -> Origin {
        let found = Origin::of(sources);
        // Grids were tried for all rows: how many puzzles of a kind a grid has follows from
        // them, but not how many that stand in some rows.
        let is_known = Choice::sum(sources.iter().filter_map(|source| source.choice.as_ref()))
            .is_none_or(|choice| choice.about_puzzles);
        // Whoever asks for unbiased estimates says that the sample is biased.
        let implied = self.unbiased.then_some(Generator::ControlledBias);
        Origin {
            kind: self.generator.or(found.kind).or(implied),
            seed: found.seed,
            grids: self.grids.or(found.grids.filter(|_| is_known)),
        }
    }
}

impl Summary {
    /// Summarises what was read.
    pub fn of(reading: &TablesRead, options: &SummaryOptions) -> Result<Summary, SummaryError> {
        let joint = &reading.joint;
        match &reading.choice {
            Some(choice) if joint.rows() == 0 => {
                return Err(SummaryError::NoneChosen(Box::new(choice.clone())));
            }
            None if joint.rows() == 0 => return Err(SummaryError::Empty),
            _ => {}
        }
        if options.unbiased
            && let Some((table, hunt)) = reading.sources.iter().find_map(TableSource::hunt)
        {
            return Err(SummaryError::Hunted {
                table: table.to_string(),
                target: hunt.target.clone(),
            });
        }
        let origin = options.origin(&reading.sources);
        match origin.kind {
            Some(kind) if options.unbiased && kind != Generator::ControlledBias => {
                return Err(SummaryError::OtherBias(kind));
            }
            _ => {}
        }
        if options.unbiased && !options.despite_flaws && !reading.flaws.is_empty() {
            return Err(SummaryError::Flawed(Box::new(reading.flaws.clone())));
        }
        let columns = joint.columns();
        let narrow = columns.iter().filter(|column| column.is_narrow());
        let distribution = |&column: &Column| Distribution::of(joint, column, options.unbiased);
        let distributions: Vec<Distribution> = narrow.filter_map(distribution).collect();
        let comparison = |table: &PublishedTable| table.compare(reading, &origin);
        Ok(Summary {
            sources: reading.sources.clone(),
            origin,
            rows: joint.rows(),
            notes: notes(reading, &distributions, options.unbiased),
            choice: reading.choice.clone(),
            warnings: options.warnings(reading),
            repeats: reading.repeats.clone(),
            distributions,
            moments: moments(joint),
            quantiles: quantiles(joint),
            groupings: reading.groupings.clone(),
            by: by(joint, &options.by)?,
            correlations: Correlations::of(joint),
            crosses: crosses(joint, &options.crosses)?,
            differences: differences(reading, options)?,
            unbiased: match options.unbiased {
                true => Some(unbiased(joint, origin.grids)?),
                false => None,
            },
            resampled: options.unbiased.then(|| Resampled::of(joint)),
            comparisons: options.tables.iter().map(comparison).collect(),
            columns,
        })
    }
}

/// An error if the table lacks a column.
fn need(joint: &Joint, column: Column) -> Result<Column, SummaryError> {
    match joint.has(column) {
        true => Ok(column),
        false => Err(SummaryError::NoColumn(column)),
    }
}

fn moments(joint: &Joint) -> Vec<ColumnMoments> {
    let moments = |column: Column| {
        let moments = Moments::of(&finite(&joint.project([column])?))?;
        Some(ColumnMoments { column, moments })
    };
    joint.columns().into_iter().filter_map(moments).collect()
}

fn quantiles(joint: &Joint) -> Vec<ColumnQuantiles> {
    let quantiles = |column: Column| {
        // Exact values and bounds of one column are two entries of the same number.
        let mut counts = BTreeMap::new();
        for (value, count) in finite(&joint.project([column])?) {
            *counts.entry(value).or_insert(0) += count;
        }
        let counts: Vec<(u16, u64)> = counts.into_iter().collect();
        let quantiles = Quantiles::of(&counts)?;
        Some(ColumnQuantiles { column, quantiles })
    };
    joint.columns().into_iter().filter_map(quantiles).collect()
}

fn by(joint: &Joint, columns: &[Column]) -> Result<Vec<By>, SummaryError> {
    let mut tables = Vec::new();
    for &by in columns {
        need(joint, by)?;
        let ratings = joint.ratings().into_iter().filter(|&rating| rating != by);
        tables.extend(ratings.filter_map(|rating| By::of(joint, by, rating)));
    }
    Ok(tables)
}

fn crosses(joint: &Joint, pairs: &[(Column, Column)]) -> Result<Vec<Cross>, SummaryError> {
    let mut tables = Vec::new();
    for &(down, across) in pairs {
        let (down, across) = (need(joint, down)?, need(joint, across)?);
        tables.extend(Cross::of(joint, down, across));
    }
    Ok(tables)
}

fn differences(
    reading: &TablesRead,
    options: &SummaryOptions,
) -> Result<Vec<Difference>, SummaryError> {
    let joint = &reading.joint;
    let mut tables = Vec::new();
    for &gap in &options.gaps {
        need(joint, gap.minuend)?;
        need(joint, gap.subtrahend)?;
        let difference = Difference::of(joint, gap, options.unbiased);
        tables.extend(difference.map(|difference| Difference {
            examples: reading.examples.get(&gap).cloned().unwrap_or_default(),
            ..difference
        }));
    }
    Ok(tables)
}

fn unbiased(joint: &Joint, grids: Option<u64>) -> Result<Unbiased, SummaryError> {
    Unbiased::of(joint, grids).ok_or(SummaryError::NoColumn(Column::Clues))
}

/// What else is to be said of a condition that no row satisfies.
fn open(choice: &Choice) -> String {
    let notes = choice.open_notes();
    notes.iter().map(|note| format!("; {note}")).collect()
}

fn notes(reading: &TablesRead, distributions: &[Distribution], unbiased: bool) -> Vec<String> {
    let names: Vec<&str> = reading
        .sources
        .iter()
        .map(|source| &source.name[..])
        .collect();
    let mut notes = reading.choice.as_ref().map_or(Vec::new(), Choice::notes);
    if reading.choice.is_some() && unbiased {
        notes.push("unbiased estimates are of the minimal puzzles among these".to_string());
    }
    notes.extend(reading.repeats.notes(&names));
    for distribution in distributions {
        let name = distribution.column.heading();
        match distribution.lower() {
            0 => {}
            lower => notes.push(format!(
                "{name}: puzzles with only a lower bound (≥), which moments leave out: {lower}"
            )),
        }
        match distribution.upper() {
            0 => {}
            upper => notes.push(format!(
                "{name}: puzzles with an upper bound, where a smaller value is not excluded: {upper}"
            )),
        }
    }
    notes
}
