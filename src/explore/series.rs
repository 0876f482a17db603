//! A column or formula as points on an axis, for histograms and sorting. As in conditions,
//! bounds count as numbers.

use std::sync::Arc;

use serde::Serialize;

use super::codes::{Coded, Codes};
use super::filter::{FilterError, evaluate};
use super::loaded::Loaded;
use super::recent::Recent;
use crate::expression::{Formula, Number, Operand, Why};
use crate::table::{Column, Entry};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum AxisPoint {
    /// A number, possibly infinite.
    Number(Number),
    /// Not defined for the puzzle.
    NotApplicable,
    /// Missing, or not a number.
    Missing,
}

/// A point as the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PointLabel {
    /// The number, if it is finite.
    pub value: Option<f64>,
    pub label: String,
    /// `number`, `infinite`, `na` or `missing`.
    pub kind: &'static str,
}

impl AxisPoint {
    fn new(entry: Entry) -> AxisPoint {
        match entry {
            Entry::Infinite => AxisPoint::Number(Number::INFINITE),
            Entry::NotApplicable => AxisPoint::NotApplicable,
            other => match other.number() {
                Some(number) => AxisPoint::Number(Number::from(i64::from(number))),
                None => AxisPoint::Missing,
            },
        }
    }

    /// The order along an axis: numbers first.
    fn key(self) -> (u8, Number) {
        match self {
            AxisPoint::Number(number) => (0, number),
            AxisPoint::NotApplicable => (1, Number::from(0)),
            AxisPoint::Missing => (2, Number::from(0)),
        }
    }

    /// The same point for all infinite numbers of one sign.
    fn shown(self) -> AxisPoint {
        match self {
            AxisPoint::Number(number) if number.to_f64().is_infinite() => {
                AxisPoint::Number(if number > Number::from(0) {
                    Number::INFINITE
                } else {
                    -Number::INFINITE
                })
            }
            other => other,
        }
    }

    pub(super) fn is_number(self) -> bool {
        matches!(self, AxisPoint::Number(_))
    }

    fn label(self, column: Option<Column>) -> PointLabel {
        let (value, label, kind) = match self {
            AxisPoint::Number(number) if number.to_f64().is_infinite() => {
                let words = column.and_then(Column::words);
                let label = words.map_or(number.to_string(), |words| words.beyond.to_string());
                (None, label, "infinite")
            }
            AxisPoint::Number(number) => {
                let value = number.to_f64();
                let word = column.and_then(Column::words).and_then(|words| {
                    let value = (value.fract() == 0.0 && value >= 0.0).then_some(value as usize);
                    words.values.get(value?).copied()
                });
                let label = word.map_or(number.to_string(), str::to_string);
                (Some(value), label, "number")
            }
            AxisPoint::NotApplicable => (None, "n/a".to_string(), "na"),
            AxisPoint::Missing => (None, "none".to_string(), "missing"),
        };
        PointLabel { value, label, kind }
    }
}

/// A column, or arithmetic over columns.
#[derive(Debug)]
pub(super) struct AxisSeries {
    pub formula: Formula,
    /// The column, if the formula is a single column.
    pub column: Option<Column>,
    rows: RowCodes,
    /// For each code its point on the axis.
    pub places: Vec<u32>,
    /// The points of the axis, in order.
    pub points: Vec<AxisPoint>,
    /// The rank of each code: like the places, but infinite numbers differ.
    pub ranks: Vec<u32>,
    /// True for codes that are lower bounds.
    pub lower: Vec<bool>,
}

#[derive(Debug)]
enum RowCodes {
    Column(Arc<Coded>),
    Formula(Codes),
}

impl AxisSeries {
    fn of_column(formula: &Formula, column: Column, coded: &Arc<Coded>) -> AxisSeries {
        let points = coded.entries.iter().map(|entry| AxisPoint::new(*entry));
        let rows = RowCodes::Column(coded.clone());
        let is_lower = |entry: &Entry| matches!(entry, Entry::Lower(_));
        AxisSeries {
            column: Some(column),
            lower: coded.entries.iter().map(is_lower).collect(),
            ..AxisSeries::new(formula, points.collect(), rows)
        }
    }

    fn of_formula(formula: &Formula, table: &Loaded) -> Result<AxisSeries, FilterError> {
        let point =
            |number: Result<Number, Why>| number.map_or(AxisPoint::Missing, AxisPoint::Number);
        let (points, codes) = evaluate(&formula.bind(&table.scope)?, table, point)?;
        if points.len() > MOST_POINTS {
            let message = format!("{formula} has more than {MOST_POINTS} different values");
            return Err(FilterError::Message(message));
        }
        let codes = codes.into_iter().map(|code| code as u16).collect();
        let codes = RowCodes::Formula(Codes::new(codes, points.len()));
        Ok(AxisSeries::new(formula, points, codes))
    }

    fn new(formula: &Formula, of_codes: Vec<AxisPoint>, rows: RowCodes) -> AxisSeries {
        let places = |point: fn(AxisPoint) -> AxisPoint| {
            let mut all: Vec<AxisPoint> = of_codes.iter().map(|own| point(*own)).collect();
            all.sort_unstable_by_key(|point| point.key());
            all.dedup();
            let place = |own: &AxisPoint| {
                let key = point(*own).key();
                all.partition_point(|other| other.key() < key) as u32
            };
            let places: Vec<u32> = of_codes.iter().map(place).collect();
            (places, all)
        };
        let ((places, points), (ranks, _)) = (places(AxisPoint::shown), places(|point| point));
        AxisSeries {
            formula: formula.clone(),
            column: None,
            rows,
            places,
            points,
            ranks,
            lower: vec![false; of_codes.len()],
        }
    }

    pub(super) fn codes(&self) -> &Codes {
        match &self.rows {
            RowCodes::Column(coded) => &coded.codes,
            RowCodes::Formula(codes) => codes,
        }
    }

    /// The points of the axis as the page shows them.
    pub(super) fn labels(&self) -> Vec<PointLabel> {
        let label = |point: &AxisPoint| point.label(self.column);
        self.points.iter().map(label).collect()
    }

    /// The point of a row, as the page shows it.
    pub(super) fn label(&self, row: usize) -> PointLabel {
        let place = self.places[self.codes().get(row)];
        self.points[place as usize].label(self.column)
    }

    /// Its name in the notation of the theory.
    pub(super) fn heading(&self) -> String {
        let column = self.column.map(|column| column.heading().to_string());
        column.unwrap_or_else(|| self.formula.heading())
    }
}

/// Codes are two bytes.
const MOST_POINTS: usize = 1 << 16;

/// Cached formulas. Columns cost nothing.
const REMEMBERED: usize = 16;

#[derive(Debug, Default)]
pub(super) struct AllSeries(Recent<String, AxisSeries, REMEMBERED>);

impl AllSeries {
    pub(super) fn get(&self, text: &str, table: &Loaded) -> Result<Arc<AxisSeries>, FilterError> {
        let formula: Formula = text.parse()?;
        let bound = formula.bind(&table.scope)?;
        if let ([Operand::Entry(column)], Some(_)) = (&bound.operands[..], formula.name())
            && let Some(coded) = table.column(*column)
        {
            return Ok(Arc::new(AxisSeries::of_column(&formula, *column, coded)));
        }
        self.0.get(text.to_string(), |_| {
            AxisSeries::of_formula(&formula, table)
        })
    }
}
