//! Published tables, as they are printed, and what is measured beside them.
//!
//! The tables are in `data/published/`, one file each, with their source, the
//! sizes of their samples and their misprints. A table knows how to compute its
//! own counterpart from what was read of a collection.

mod classes;
mod counts;
mod largest;
mod per_grid;
mod printed;
mod puzzles;
mod shares;
mod slices;
mod verdict;

pub use largest::Largest;
pub use printed::PrintedNumber;
pub use verdict::{ColumnVerdict, Outcome, Verdict, Word};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::classes::Classes;
use self::counts::Counts;
use self::per_grid::PerGrid;
use self::puzzles::Puzzles;
use self::shares::Shares;
use self::slices::Slices;
use super::inference::{ChiSquare, normal_tails};
use super::origin::Origin;
use super::reading::{Reading, Wanted};
use super::unbiased::Estimate;
use gradus_table::io::digest::digest_of;

/// The files, in the order of the books.
const FILES: &[&str] = &[
    include_str!("../../data/published/pbcs-6.1.toml"),
    include_str!("../../data/published/pbcs-6.2.toml"),
    include_str!("../../data/published/pbcs-6.3.toml"),
    include_str!("../../data/published/pbcs-6.4.toml"),
    include_str!("../../data/published/pbcs-8.1.toml"),
    include_str!("../../data/published/pbcs-9.1.toml"),
    include_str!("../../data/published/pbcs-11.1.toml"),
    include_str!("../../data/published/pbcs-11.2.toml"),
    include_str!("../../data/published/eleven-bpb.toml"),
    include_str!("../../data/published/pbcs-11.3.toml"),
    include_str!("../../data/published/pbcs-11.4.toml"),
    include_str!("../../data/published/pbcs-11.5.toml"),
    include_str!("../../data/published/cb-w.toml"),
    include_str!("../../data/published/cb-b.toml"),
    include_str!("../../data/published/cb-gw.toml"),
    include_str!("../../data/published/cb-gb.toml"),
    include_str!("../../data/published/cb-w-b.toml"),
    include_str!("../../data/published/cb-w-gw.toml"),
    include_str!("../../data/published/cb-gw-gb.toml"),
    include_str!("../../data/published/cb-b-gb.toml"),
    include_str!("../../data/published/article-1.toml"),
    include_str!("../../data/published/pbcs-8.7.2.toml"),
    include_str!("../../data/published/hls-xxi.1.toml"),
    include_str!("../../data/published/hls-xxi.2.toml"),
    include_str!("../../data/published/hls-xxi.3-sudogen0.toml"),
    include_str!("../../data/published/hls-xxi.3-sudogen17.toml"),
    include_str!("../../data/published/hls-xxi.4.toml"),
    include_str!("../../data/published/cbg-000-fw.toml"),
    include_str!("../../data/published/cbg-000-f3w.toml"),
    include_str!("../../data/published/cbg-000-sgw.toml"),
    include_str!("../../data/published/cbg-000-tyw.toml"),
    include_str!("../../data/published/mith-guardians.toml"),
    include_str!("../../data/published/mith-trid.toml"),
];

/// A published table.
#[derive(Clone, Debug)]
pub struct PublishedTable {
    /// Its name, such as `pbcs-6.4`.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// Book, chapter and table.
    pub source: String,
    /// What a reader must know, misprints above all.
    pub notes: Vec<String>,
    /// The BLAKE3 digest of its file.
    pub digest: String,
    content: Content,
}

/// What tables are about.
#[derive(Clone, Debug)]
enum Content {
    Shares(Shares),
    PerGrid(PerGrid),
    Slices(Slices),
    Puzzles(Puzzles),
    Counts(Counts),
    Classes(Classes),
}

/// A table as its file has it.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TableFile {
    id: String,
    title: String,
    source: String,
    #[serde(default)]
    notes: Vec<String>,
    shares: Option<Shares>,
    per_grid: Option<PerGrid>,
    slices: Option<Slices>,
    puzzles: Option<Puzzles>,
    counts: Option<Counts>,
    classes: Option<Classes>,
}

/// Why a file is not a published table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// Not TOML, a key that is not known, or a value of the wrong type.
    #[error("{0}")]
    Toml(String),
    /// Not exactly one kind of content.
    #[error("a table needs exactly one of shares, per-grid, slices, puzzles, counts, classes")]
    Content,
    /// A line has more or fewer numbers than the table has columns.
    #[error("the line {line:?} has {found} numbers for {expected} columns")]
    Width {
        /// The line.
        line: String,
        /// Its numbers.
        found: usize,
        /// The table's columns.
        expected: usize,
    },
    /// A line without a subject, or with several.
    #[error("the line {0:?} needs exactly one subject")]
    Line(String),
    /// A puzzle that is not in the books' data.
    #[error("no puzzle of the books is called {0:?}")]
    Puzzle(String),
}

/// A name that no published table has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no published table is called {name:?}: the tables are {known}")]
pub struct UnknownTable {
    name: String,
    known: String,
}

/// All published tables.
pub fn tables() -> Vec<PublishedTable> {
    let table = |text: &&str| PublishedTable::parse(text).expect("the embedded tables are sound");
    FILES.iter().map(table).collect()
}

/// The published table of a name.
pub fn find(name: &str) -> Result<PublishedTable, UnknownTable> {
    let tables = tables();
    let known: Vec<&str> = tables.iter().map(|table| table.id.as_str()).collect();
    let unknown = UnknownTable {
        name: name.to_string(),
        known: known.join(", "),
    };
    let mut tables = tables.into_iter();
    tables.find(|table| table.id == name).ok_or(unknown)
}

impl PublishedTable {
    /// Reads a table from the text of its file.
    pub fn parse(text: &str) -> Result<PublishedTable, TableError> {
        let file: TableFile =
            toml::from_str(text).map_err(|error| TableError::Toml(error.to_string()))?;
        let contents = [
            file.shares.map(Content::Shares),
            file.per_grid.map(Content::PerGrid),
            file.slices.map(Content::Slices),
            file.puzzles.map(Content::Puzzles),
            file.counts.map(Content::Counts),
            file.classes.map(Content::Classes),
        ];
        let mut contents: Vec<Content> = contents.into_iter().flatten().collect();
        let (Some(content), true) = (contents.pop(), contents.is_empty()) else {
            return Err(TableError::Content);
        };
        match &content {
            Content::Shares(shares) => shares.check()?,
            Content::PerGrid(per_grid) => per_grid.check()?,
            Content::Slices(slices) => slices.check()?,
            Content::Puzzles(puzzles) => puzzles.check()?,
            Content::Counts(counts) => counts.check()?,
            Content::Classes(classes) => classes.check()?,
        }
        Ok(PublishedTable {
            id: file.id,
            title: file.title,
            source: file.source,
            notes: file.notes,
            digest: digest_of(text.as_bytes()),
            content,
        })
    }

    /// What to look for in a collection to measure the table's counterpart, besides the joint distribution of all rows.
    pub fn wanted(&self) -> Wanted {
        match &self.content {
            Content::Slices(slices) => slices.wanted(),
            Content::Puzzles(puzzles) => puzzles.wanted(),
            Content::Shares(_) | Content::PerGrid(_) | Content::Counts(_) | Content::Classes(_) => {
                Wanted::default()
            }
        }
    }

    /// How many of its numbers are printed wrong.
    pub fn misprints(&self) -> usize {
        let alone = self.compare(&Reading::default(), &Origin::default());
        let cells = alone.lines.iter().flat_map(|line| &line.cells);
        cells.filter(|cell| cell.correct.is_some()).count()
    }

    /// The table beside what is measured.
    pub fn compare(&self, reading: &Reading, origin: &Origin) -> Comparison {
        let (columns, lines) = match &self.content {
            Content::Shares(shares) => shares.compare(&reading.joint, origin),
            Content::PerGrid(per_grid) => per_grid.compare(&reading.joint, origin),
            Content::Slices(slices) => slices.compare(reading),
            Content::Puzzles(puzzles) => puzzles.compare(reading),
            Content::Counts(counts) => counts.compare(&reading.joint, origin),
            Content::Classes(classes) => classes.compare(&reading.joint, origin),
        };
        let variable = match &self.content {
            Content::Shares(shares) => shares.variable(),
            _ => None,
        };
        Comparison {
            variable,
            id: self.id.clone(),
            title: self.title.clone(),
            source: self.source.clone(),
            notes: self.notes.clone(),
            columns,
            lines,
        }
    }
}

/// A published number beside the measured one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ComparisonCell {
    /// The number as printed; none where the table has no number.
    pub printed: Option<PrintedNumber>,
    /// The right number, where the printed one is a misprint.
    pub correct: Option<PrintedNumber>,
    /// The measured number; none if the column is about other puzzles, or if it
    /// cannot be measured.
    pub measured: Option<Estimate>,
    /// Measured minus published (the right number if the printed one is wrong).
    pub difference: Option<f64>,
    /// The difference in standard errors of both together; none where both are
    /// counts of the same puzzles, where the published error is not known, or where so
    /// few puzzles are expected that standard errors mislead.
    pub sigmas: Option<f64>,
    /// Where few puzzles are expected: the p-value of Fisher's exact test, that two
    /// samples of one source differ so much.
    pub exact_p: Option<f64>,
}

impl ComparisonCell {
    /// A cell with what is printed.
    fn new(printed: &PrintedNumber, correct: Option<&PrintedNumber>) -> ComparisonCell {
        let number = |printed: &PrintedNumber| (!printed.is_blank()).then(|| printed.clone());
        ComparisonCell {
            printed: number(printed),
            correct: correct.and_then(number),
            ..ComparisonCell::default()
        }
    }

    /// The published number: the right one if there was a misprint.
    pub fn published(&self) -> Option<&PrintedNumber> {
        self.correct.as_ref().or(self.printed.as_ref())
    }

    /// Sets a measured number beside the published one. `variance` returns
    /// the variance of their difference, but for rounding, given the published one.
    fn with(
        mut self,
        measured: Option<Estimate>,
        variance: impl Fn(f64) -> Option<f64>,
    ) -> ComparisonCell {
        let Some(measured) = measured else {
            return self;
        };
        if let Some(published) = self.published().filter(|_| measured.value.is_finite()) {
            let difference = match measured.value - published.value() {
                // Two decimal fractions that are equal but for rounding.
                d if d.abs() < 1e-12 * measured.value.abs() => 0.0,
                difference => difference,
            };
            let variance = variance(published.value());
            let rounding = published.rounding_variance();
            let error = variance.map(|variance| (variance + rounding).sqrt());
            self.sigmas = error
                .filter(|error| *error > 0.0)
                .map(|error| difference / error);
            self.difference = Some(difference);
        }
        self.measured = Some(measured);
        self
    }

    /// Sets a number of the same puzzles beside the published one, rounded as that is:
    /// they are equal if it rounds to that, a half up or down.
    fn with_rounded(mut self, measured: f64) -> ComparisonCell {
        let unit = self.published().map_or(1.0, PrintedNumber::unit);
        let rounded = (measured / unit).round() * unit;
        if let Some(published) = self.published().map(PrintedNumber::value) {
            let is_equal = (measured - published).abs() <= unit * (0.5 + 1e-9);
            self.difference = Some(if is_equal { 0.0 } else { rounded - published });
        }
        self.measured = Some(Estimate::exact(rounded));
        self
    }

    /// The cell with an exact p-value in the place of standard errors, if both numbers
    /// are there.
    fn with_exact(mut self, p: f64) -> ComparisonCell {
        if self.difference.is_some() {
            self.sigmas = None;
            self.exact_p = Some(p);
        }
        self
    }

    /// The probability that two samples of one source differ so much.
    pub fn p(&self) -> Option<f64> {
        self.exact_p.or_else(|| self.sigmas.map(normal_tails))
    }
}

/// What the numbers of a line are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ComparisonUnit {
    /// Shares in percent.
    Percent,
    /// Means, standard deviations and the like.
    Number,
    /// Numbers of puzzles that are counted.
    Count,
}

/// A line of a published table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonLine {
    /// What the line is about.
    pub label: String,
    /// What its numbers are.
    pub unit: ComparisonUnit,
    /// Its numbers, column by column.
    pub cells: Vec<ComparisonCell>,
}

/// A column of a published table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonColumn {
    /// Its heading.
    pub name: String,
    /// The size of the published sample.
    pub sample: Option<u64>,
    /// Whether the measured distribution is the published one, if it is one and could
    /// be measured.
    pub chi_square: Option<ChiSquare>,
}

impl ComparisonColumn {
    /// A column that has not been tested.
    fn new(name: impl Into<String>, sample: Option<u64>) -> ComparisonColumn {
        ComparisonColumn {
            name: name.into(),
            sample,
            chi_square: None,
        }
    }
}

/// The columns and lines of a comparison.
type Compared = (Vec<ComparisonColumn>, Vec<ComparisonLine>);

/// A published table beside what is measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The table's name, such as `pbcs-6.4`.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// What its lines are the values of, if they are shares.
    pub variable: Option<String>,
    /// Book, chapter and table.
    pub source: String,
    /// What a reader must know, misprints above all.
    pub notes: Vec<String>,
    /// The columns.
    pub columns: Vec<ComparisonColumn>,
    /// The lines.
    pub lines: Vec<ComparisonLine>,
}

impl Comparison {
    /// Whether something of a column could be measured.
    pub fn is_measured(&self, column: usize) -> bool {
        let mut cells = self.lines.iter().filter_map(|line| line.cells.get(column));
        cells.any(|cell| cell.measured.is_some())
    }

    /// Takes from another comparison with the same table what this one lacks.
    pub fn fill(&mut self, other: Comparison) {
        for (column, theirs) in self.columns.iter_mut().zip(other.columns) {
            column.chi_square = column.chi_square.or(theirs.chi_square);
        }
        let theirs = other.lines.into_iter().flat_map(|line| line.cells);
        let ours = self.lines.iter_mut().flat_map(|line| &mut line.cells);
        for (cell, theirs) in ours.zip(theirs) {
            if cell.measured.is_none() && theirs.measured.is_some() {
                *cell = theirs;
            }
        }
    }

    /// The largest difference in standard errors, without its sign.
    pub fn largest_sigmas(&self) -> Option<f64> {
        let cells = self.lines.iter().flat_map(|line| &line.cells);
        let sigmas = cells.filter_map(|cell| cell.sigmas).map(f64::abs);
        sigmas.reduce(f64::max)
    }
}

/// An error unless a line has a number for every column (and for every
/// correction, if it has some).
fn check_width(
    line: &str,
    printed: &[PrintedNumber],
    correct: &[PrintedNumber],
    expected: usize,
) -> Result<(), TableError> {
    let corrections = (!correct.is_empty()).then_some(correct.len());
    let mut widths = [printed.len()].into_iter().chain(corrections);
    match widths.find(|found| *found != expected) {
        Some(found) => Err(TableError::Width {
            line: line.to_string(),
            found,
            expected,
        }),
        None => Ok(()),
    }
}
