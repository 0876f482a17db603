//! All statistics of a ratings table in one value, as printed by `gradus stats` and
//! shown in reports.

use serde::Serialize;
use thiserror::Error;

use super::Generator;
use super::choice::Choice;
use super::correlation::Correlations;
use super::cross::{Cross, RatingByColumn};
use super::difference::{Difference, Gap};
use super::distribution::Distribution;
use super::flaws::Flaws;
use super::foreign::ForeignCorrelation;
use super::groups::{Grouper, Grouping};
use super::joint::Joint;
use super::moments::Moments;
use super::origin::{Origin, TableSource};
use super::published::{Comparison, PublishedTable};
use super::quantiles::Quantiles;
use super::reading::{ReadPlan, TablesRead};
use super::repeats::Repeats;
use super::resampled::Resampled;
use super::unbiased::Unbiased;
use gradus_table::table::Column;

/// The statistics to compute from a table.
#[derive(Clone, Debug, Default)]
pub struct SummaryOptions {
    /// Show the ratings for each value of these columns.
    pub by: Vec<Column>,
    /// Show the ratings for each value of other columns, or table by table.
    pub groups: Vec<Grouper>,
    /// Undo the bias of a controlled-bias sample.
    pub unbiased: bool,
    /// Undo the bias even if the sample is unfit for that.
    pub despite_flaws: bool,
    /// Number of complete grids tried, if the table lacks it.
    pub grids: Option<u64>,
    /// The generator of the puzzles, if the table lacks it.
    pub generator: Option<Generator>,
    /// Cross-tables of these columns.
    pub crosses: Vec<(Column, Column)>,
    /// Differences of these columns.
    pub gaps: Vec<Gap>,
    /// Published tables to compare with the measured numbers.
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
    /// How the puzzles were generated, as far as known.
    pub origin: Origin,
    /// Number of puzzles.
    pub rows: u64,
    /// The rows chosen by a condition, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// The columns of the table.
    pub columns: Vec<Column>,
    /// Notes for the reader.
    pub notes: Vec<String>,
    /// Reasons to doubt the numbers.
    pub warnings: Vec<String>,
    /// Duplicate puzzles.
    pub repeats: Repeats,
    /// The distributions of the number of clues and of the ratings.
    pub distributions: Vec<Distribution>,
    /// The moments of every column over its finite values.
    pub moments: Vec<ColumnMoments>,
    /// The quantiles of every column over its finite values.
    pub quantiles: Vec<ColumnQuantiles>,
    /// The ratings by columns of our own.
    pub by: Vec<RatingByColumn>,
    /// The ratings by other columns, or table by table.
    pub groupings: Vec<Grouping>,
    /// Correlations.
    pub correlations: Correlations,
    /// Correlations of numeric columns that were kept of the inputs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub foreign: Vec<ForeignCorrelation>,
    /// Cross-tables.
    pub crosses: Vec<Cross>,
    /// Differences of ratings.
    pub differences: Vec<Difference>,
    /// Unbiased estimates, if they were requested.
    pub unbiased: Option<Unbiased>,
    /// Unbiased quantiles and correlations, if they were requested.
    pub resampled: Option<Resampled>,
    /// Published tables next to the measured numbers.
    pub comparisons: Vec<Comparison>,
}

/// The reason why a table cannot be summarised as requested.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SummaryError {
    /// No row is chosen.
    #[error("no row satisfies the condition {}{}", .0.condition, open(.0))]
    NoneChosen(Box<Choice>),
    /// The table lacks a column, or it is empty.
    #[error("the table has nothing in the column {0}")]
    NoColumn(Column),
    /// Nothing to summarise.
    #[error("the table is empty")]
    Empty,
    /// Only the bias of a controlled-bias sample is known.
    #[error(
        "the puzzles were made by the {0} generator: only a controlled-bias sample has a bias that can be undone"
    )]
    OtherBias(Generator),
    /// The table has rows to which the correction does not apply.
    #[error(
        "unbiased estimates are of minimal puzzles that are essentially different: {}", .0.notes().join("; ")
    )]
    Flawed(Box<Flaws>),
    /// Unbiased estimates from puzzles of a hunt.
    #[error(
        "the puzzles of {table} were found by a hunt for {target}: they are no sample of anything, \
         and no estimate from them is unbiased"
    )]
    Hunted {
        /// The table.
        table: String,
        /// The target of the hunt.
        target: String,
    },
}

impl SummaryOptions {
    /// Removes statistics for which the rows have no data.
    pub fn retain(&mut self, joint: &Joint) {
        let has = |a: Column, b: Column| joint.has(a) && joint.has(b);
        self.by.retain(|column| joint.has(*column));
        self.crosses.retain(|(a, b)| has(*a, *b));
        self.gaps.retain(|gap| has(gap.minuend, gap.subtrahend));
    }

    /// The data to collect from the tables, with a number of examples of each gap.
    pub fn plan(&self, examples: usize) -> ReadPlan {
        let mut plan = ReadPlan {
            gaps: self.gaps.clone(),
            examples,
            groups: self.groups.clone(),
            foreign: true,
            repeats: true,
            flaws: self.unbiased,
            ..ReadPlan::default()
        };
        for table in self.tables.iter().map(PublishedTable::plan) {
            plan.slices.extend(table.slices);
            plan.puzzles.extend(table.puzzles);
        }
        plan
    }

    fn columns(&self) -> impl Iterator<Item = Column> {
        let crosses = self
            .crosses
            .iter()
            .flat_map(|(down, across)| [*down, *across]);
        let gaps = self.gaps.iter().flat_map(|gap| gap.columns());
        self.by.iter().copied().chain(crosses).chain(gaps)
    }

    fn warnings(&self, reading: &TablesRead) -> Vec<String> {
        if !self.unbiased {
            return Vec::new();
        }
        let found = Origin::of(&reading.sources).kind;
        let is_known = self.generator.or(found).is_some();
        let warning = "the tables do not say that they are one controlled-bias sample as it was \
            generated: the unbiased estimates hold only if they are";
        let flaws = reading.flaws.notes().into_iter();
        let flaws = flaws.map(|flaw| format!("{flaw}: the unbiased estimates are not for such"));
        let unknown = (!is_known).then(|| warning.to_string());
        flaws.chain(unknown).collect()
    }

    /// The generator of the puzzles: the one given here, or that of the tables.
    fn origin(&self, reading: &TablesRead) -> Origin {
        let found = Origin::of(&reading.sources);
        // Grids were tried for all rows: they determine the number of puzzles of a
        // kind per grid, but not the number in a choice of rows.
        let choice = reading.choice.as_ref();
        let is_known = choice.is_none_or(|choice| choice.about_puzzles);
        // A request for unbiased estimates implies that the sample is biased.
        let implied = self.unbiased.then_some(Generator::ControlledBias);
        Origin {
            kind: self.generator.or(found.kind).or(implied),
            seed: found.seed,
            grids: self.grids.or(found.grids.filter(|_| is_known)),
        }
    }
}

impl Summary {
    /// The distribution of a column, if it is narrow.
    pub fn distribution(&self, column: Column) -> Option<&Distribution> {
        self.distributions
            .iter()
            .find(|found| found.column == column)
    }

    /// Summarises a reading.
    pub fn of(reading: &TablesRead, options: &SummaryOptions) -> Result<Summary, SummaryError> {
        let joint = &reading.joint;
        match &reading.choice {
            Some(choice) if joint.rows() == 0 => {
                return Err(SummaryError::NoneChosen(Box::new(choice.clone())));
            }
            None if joint.rows() == 0 => return Err(SummaryError::Empty),
            _ => {}
        }
        let origin = options.origin(reading);
        if options.unbiased {
            if let Some((table, hunt)) = reading.sources.iter().find_map(TableSource::hunt) {
                return Err(SummaryError::Hunted {
                    table: table.to_string(),
                    target: hunt.target.clone(),
                });
            }
            if let Some(kind) = origin
                .kind
                .filter(|kind| *kind != Generator::ControlledBias)
            {
                return Err(SummaryError::OtherBias(kind));
            }
            if !options.despite_flaws && !reading.flaws.is_empty() {
                return Err(SummaryError::Flawed(Box::new(reading.flaws.clone())));
            }
        }
        let mut asked = options.columns();
        if let Some(column) = asked.find(|column| !joint.has(*column)) {
            return Err(SummaryError::NoColumn(column));
        }
        let columns = joint.columns();
        let narrow = columns.iter().filter(|column| column.is_narrow());
        let distribution = |&column: &Column| Distribution::of(joint, column, options.unbiased);
        let distributions: Vec<Distribution> = narrow.filter_map(distribution).collect();
        let comparison = |table: &PublishedTable| table.compare(reading, &origin);
        let moments = |&column: &Column| {
            let moments = Moments::of(&joint.values(column)?)?;
            Some(ColumnMoments { column, moments })
        };
        let quantiles = |&column: &Column| {
            let quantiles = Quantiles::of(&joint.values(column)?)?;
            Some(ColumnQuantiles { column, quantiles })
        };
        let by = |&by: &Column| {
            let ratings = columns
                .iter()
                .filter(move |c| matches!(c, Column::Rating(_)) && **c != by);
            ratings.filter_map(move |&rating| RatingByColumn::of(joint, by, rating))
        };
        let difference = |&gap: &Gap| {
            let examples = reading.examples.get(&gap).cloned();
            Some(Difference {
                examples: examples.unwrap_or_default(),
                ..Difference::of(joint, gap, options.unbiased)?
            })
        };
        let cross = |&(down, across): &(Column, Column)| Cross::of(joint, down, across);
        let unbiased = || {
            let unbiased = Unbiased::of(joint, origin.grids);
            unbiased.ok_or(SummaryError::NoColumn(Column::Clues))
        };
        Ok(Summary {
            sources: reading.sources.clone(),
            origin,
            rows: joint.rows(),
            notes: notes(reading, &distributions, options.unbiased),
            choice: reading.choice.clone(),
            warnings: options.warnings(reading),
            repeats: reading.repeats.clone(),
            distributions,
            moments: columns.iter().filter_map(moments).collect(),
            quantiles: columns.iter().filter_map(quantiles).collect(),
            groupings: reading.groupings.clone(),
            by: options.by.iter().flat_map(by).collect(),
            correlations: Correlations::of(joint),
            foreign: reading.foreign.clone(),
            crosses: options.crosses.iter().filter_map(cross).collect(),
            differences: options.gaps.iter().filter_map(difference).collect(),
            unbiased: options.unbiased.then(unbiased).transpose()?,
            resampled: options.unbiased.then(|| Resampled::of(joint)),
            comparisons: options.tables.iter().map(comparison).collect(),
            columns,
        })
    }
}

/// Notes on a condition that no row satisfies.
fn open(choice: &Choice) -> String {
    let notes = choice.open_notes();
    notes.iter().map(|note| format!("; {note}")).collect()
}

fn notes(reading: &TablesRead, distributions: &[Distribution], unbiased: bool) -> Vec<String> {
    let names = reading.sources.iter().map(|source| &source.name[..]);
    let names: Vec<&str> = names.collect();
    let mut notes = reading.choice.as_ref().map_or(Vec::new(), Choice::notes);
    if reading.choice.is_some() && unbiased {
        notes.push("unbiased estimates are of the minimal puzzles among these".to_string());
    }
    notes.extend(reading.repeats.notes(&names));
    for distribution in distributions {
        let name = distribution.column.heading();
        let bounds = [
            (
                distribution.lower(),
                "with only a lower bound (≥), which moments leave out",
            ),
            (
                distribution.upper(),
                "with an upper bound, where a smaller value is not excluded",
            ),
        ];
        let bounds = bounds.into_iter().filter(|(count, _)| *count > 0);
        notes.extend(bounds.map(|(count, which)| format!("{name}: puzzles {which}: {count}")));
    }
    notes
}
