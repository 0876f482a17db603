//! A column or formula as points on an axis, for histograms and sorting. As in conditions,
//! bounds count as numbers.

use std::cmp::Ordering;
use std::mem::take;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::bins::{AxisNames, Ranges};
use super::codes::{Coded, Codes};
use super::filter::{FilterError, evaluate};
use super::loaded::Loaded;
use super::recent::Recent;
use super::texts::PackedTexts;
use super::words::Words;
use crate::expression::{Formula, Number, Operand, Why};
use crate::io::counted;
use crate::table::{Column, Entry, PUZZLE};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum AxisPoint {
    /// A number, possibly infinite.
    Number(Number),
    /// Not defined for the puzzle.
    NotApplicable,
    /// Missing, or not a number.
    Missing,
    /// The index of a frequent value of a text column; then all others, and no text.
    Word(u16),
}

/// A point as the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PointLabel {
    /// The number, if it is finite.
    pub value: Option<f64>,
    pub label: String,
    /// `number`, `infinite`, `na` or `missing`; `word`, `other` or `empty` for text.
    pub kind: &'static str,
}

impl PointLabel {
    /// The order along an axis.
    pub(super) fn compare(&self, other: &PointLabel) -> Ordering {
        let key = |point: &PointLabel| {
            let rank = match point.kind {
                "infinite" if point.label.starts_with('-') => 0,
                "number" => 1,
                "infinite" => 2,
                "na" => 3,
                _ => 4,
            };
            (rank, point.value.unwrap_or(0.0))
        };
        let (own, other) = (key(self), key(other));
        own.0.cmp(&other.0).then(own.1.total_cmp(&other.1))
    }
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
            AxisPoint::Word(index) => (3, Number::from(i64::from(index))),
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
            AxisPoint::Missing | AxisPoint::Word(_) => (None, "none".to_string(), "missing"),
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
    /// The frequent values, if it is a text column that is not numbers.
    pub words: Option<Words>,
    /// True if near numbers share a point, because there are too many different ones.
    pub is_coarse: bool,
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
        let (mut points, mut codes) = evaluate(&formula.bind(&table.scope)?, table, point)?;
        let is_coarse = points.len() > MOST_POINTS;
        if is_coarse {
            (points, codes) = coarse(points, codes);
        }
        let codes = codes.into_iter().map(|code| code as u16).collect();
        let codes = RowCodes::Formula(Codes::new(codes, points.len()));
        Ok(AxisSeries {
            is_coarse,
            ..AxisSeries::new(formula, points, codes)
        })
    }

    /// A text column: numbers if all its texts are, else its most frequent values.
    fn of_texts(
        name: &str,
        texts: &PackedTexts,
        table: &Loaded,
    ) -> Result<AxisSeries, FilterError> {
        let formula = Formula::named(name);
        if texts.is_numeric() {
            return AxisSeries::of_formula(&formula, table);
        }
        let mut words = Words::of(texts);
        // A point that no row has is not shown: its code stands for a point that is.
        let len = words.values.len() as u16;
        let usual = if words.has_empty { len + 1 } else { 0 };
        let mut points: Vec<AxisPoint> = (0..len).map(AxisPoint::Word).collect();
        let other = if words.others > 0 { len } else { usual };
        points.extend([other, usual].map(AxisPoint::Word));
        let codes = RowCodes::Formula(Codes::new(take(&mut words.codes), points.len()));
        Ok(AxisSeries {
            words: Some(words),
            ..AxisSeries::new(&formula, points, codes)
        })
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
            words: None,
            is_coarse: false,
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
        let label = |point: &AxisPoint| self.shown(*point);
        self.points.iter().map(label).collect()
    }

    /// The point of a row, as the page shows it.
    pub(super) fn label(&self, row: usize) -> PointLabel {
        let place = self.places[self.codes().get(row)];
        self.shown(self.points[place as usize])
    }

    fn shown(&self, point: AxisPoint) -> PointLabel {
        let (AxisPoint::Word(index), Some(words)) = (point, &self.words) else {
            return point.label(self.column);
        };
        let (label, kind) = match words.values.get(usize::from(index)) {
            Some(word) => (word.clone(), "word"),
            None if usize::from(index) == words.values.len() => {
                (counted(words.others as u64, "other value"), "other")
            }
            None => ("none".to_string(), "empty"),
        };
        PointLabel {
            value: None,
            label,
            kind,
        }
    }

    /// Its names in conditions.
    pub(super) fn names(&self, table: &Loaded) -> AxisNames {
        let column = self
            .column
            .filter(|column| table.with_status.contains(column));
        AxisNames {
            formula: self.formula.written(),
            status: column.and_then(Column::status),
            is_coarse: self.is_coarse,
        }
    }

    /// Its name in the notation of the theory.
    pub(super) fn heading(&self) -> String {
        let column = self.column.map(|column| column.heading().to_string());
        column.unwrap_or_else(|| self.formula.heading())
    }
}

/// Codes are two bytes.
const MOST_POINTS: usize = 1 << 16;

/// Ranges of a series with more points: many more than a chart has bins, so that each bin
/// consists of such ranges.
const COARSE: usize = 1000;

/// Replaces near numbers by the least of their range. Returns the points and the codes of rows.
fn coarse(points: Vec<AxisPoint>, codes: Vec<u32>) -> (Vec<AxisPoint>, Vec<u32>) {
    let finite = |point: &AxisPoint| match point {
        AxisPoint::Number(number) => Some(number.to_f64()).filter(|number| number.is_finite()),
        _ => None,
    };
    let numbers = || points.iter().filter_map(finite);
    let (least, most) = (
        numbers().fold(f64::MAX, f64::min),
        numbers().fold(f64::MIN, f64::max),
    );
    let ranges = Ranges::of(
        most - least,
        COARSE,
        numbers().all(|number| number.fract() == 0.0),
    );
    let coarsened = |point: &AxisPoint| {
        let number =
            finite(point).and_then(|number| Number::parse(&ranges.least(ranges.place(number))));
        number.map_or(*point, AxisPoint::Number)
    };
    let mut known = FxHashMap::<AxisPoint, u32>::default();
    let mut distinct = Vec::new();
    let place = |point: &AxisPoint| {
        *known.entry(coarsened(point)).or_insert_with_key(|point| {
            distinct.push(*point);
            (distinct.len() - 1) as u32
        })
    };
    let places: Vec<u32> = points.iter().map(place).collect();
    let codes = codes
        .into_iter()
        .map(|code| places[code as usize])
        .collect();
    (distinct, codes)
}

/// Cached formulas. Columns cost nothing.
const REMEMBERED: usize = 16;

#[derive(Debug, Default)]
pub(super) struct AllSeries(Recent<String, AxisSeries, REMEMBERED>);

impl AllSeries {
    pub(super) fn get(&self, text: &str, table: &Loaded) -> Result<Arc<AxisSeries>, FilterError> {
        if text != PUZZLE && table.others.iter().any(|name| name == text) {
            let texts = table.texts().map_err(FilterError::Message)?;
            return self.0.get(text.to_string(), |_| {
                AxisSeries::of_texts(text, &texts[text], table)
            });
        }
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
