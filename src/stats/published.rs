//! Published tables beside what is measured.

use serde::Serialize;

use super::unbiased::Estimate;

/// A published number beside the measured one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The number as printed; none where the table has no number.
    pub printed: Option<String>,
    /// The right number, where the printed one is a misprint.
    pub correct: Option<String>,
    /// The measured number, if the measured puzzles are such as the column speaks of.
    pub measured: Option<Estimate>,
    /// The difference, measured less published, in standard errors of both.
    pub sigmas: Option<f64>,
}

/// A line of a published table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonLine {
    /// What the line is about.
    pub label: String,
    /// Its numbers, column by column.
    pub cells: Vec<Cell>,
}

/// A column of a published table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonColumn {
    /// Its heading.
    pub name: String,
    /// The size of the published sample.
    pub sample: Option<u64>,
}

/// A published table beside what is measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The table's name, such as `pbcs-6.4`.
    pub id: String,
    /// What it tells.
    pub title: String,
    /// Book, section and table.
    pub source: String,
    /// What a reader must know, misprints above all.
    pub notes: Vec<String>,
    /// The columns.
    pub columns: Vec<ComparisonColumn>,
    /// The lines.
    pub lines: Vec<ComparisonLine>,
}
