//! What a histogram counts and a list is sorted by: a column, or arithmetic over columns,
//! as points on an axis. As in conditions, bounds count as numbers.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use super::codes::{Coded, Codes};
use super::filter::{FilterError, evaluate};
use super::loaded::Loaded;
use crate::expression::{Formula, Number, Ranked, Why};
use crate::table::{Column, Entry};

/// A point of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Point {
    /// A number; it may be infinite.
    Number(Number),
    /// Not defined for the puzzle.
    NotApplicable,
    /// Missing, or no number.
    Missing,
}

/// What a point is, for the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PointLabel {
    /// The number, if it is finite.
    value: Option<f64>,
    /// How it is shown.
    label: String,
    /// `number`, `infinite`, `na` or `missing`.
    kind: &'static str,
}

impl Point {
    fn of(entry: Entry) -> Point {
        match entry {
            Entry::Infinite => Point::Number(Number::INFINITE),
            Entry::NotApplicable => Point::NotApplicable,
            other => match other.number() {
                Some(number) => Point::Number(Number::whole(number.into())),
                None => Point::Missing,
            },
        }
    }

    /// The order along an axis: numbers, then what has none.
    fn key(self) -> (u8, Ranked) {
        match self {
            Point::Number(number) => (0, Ranked(number)),
            Point::NotApplicable => (1, Ranked(Number::ZERO)),
            Point::Missing => (2, Ranked(Number::ZERO)),
        }
    }

    /// The same point for all infinite numbers of one sign.
    fn shown(self) -> Point {
        match self {
            Point::Number(number) if number.is_infinite() => Point::Number(match number.sign() {
                1 => Number::INFINITE,
                _ => Number::INFINITE.negated(),
            }),
            other => other,
        }
    }

    /// Whether it has a number.
    pub(super) fn is_number(self) -> bool {
        matches!(self, Point::Number(_))
    }

    fn label(self, column: Option<Column>) -> PointLabel {
        let (value, label, kind) = match self {
            Point::Number(number) if number.is_infinite() => {
                let words = column.and_then(Column::words);
                let label = words.map_or(number.to_string(), |words| words.beyond.to_string());
                (None, label, "infinite")
            }
            Point::Number(number) => {
                let value = number.to_f64();
                let word = column.and_then(Column::words).and_then(|words| {
                    let value = (value.fract() == 0.0 && value >= 0.0).then_some(value as usize);
                    words.values.get(value?).copied()
                });
                let label = word.map_or(number.to_string(), str::to_string);
                (Some(value), label, "number")
            }
            Point::NotApplicable => (None, "n/a".to_string(), "na"),
            Point::Missing => (None, "none".to_string(), "missing"),
        };
        PointLabel { value, label, kind }
    }
}

/// A column, or arithmetic over columns.
#[derive(Debug)]
pub(super) struct Series {
    /// What it is.
    pub formula: Formula,
    /// The column that it is, if it is one.
    pub column: Option<Column>,
    rows: RowCodes,
    /// The place of each code on the axis.
    pub places: Vec<u32>,
    /// The points of the axis, in order.
    pub points: Vec<Point>,
    /// The rank of each code: as the places, but infinite numbers are told apart.
    pub ranks: Vec<u32>,
    /// Which codes are lower bounds.
    pub lower: Vec<bool>,
}

#[derive(Debug)]
enum RowCodes {
    Column(Arc<Coded>),
    Formula(Codes),
}

impl Series {
    /// What a formula is in a table.
    pub(super) fn of(formula: &Formula, table: &Loaded) -> Result<Series, FilterError> {
        let bound = formula.bind(&table.scope)?;
        let column = match bound.operands() {
            [crate::expression::Operand::Entry(column)] if formula.name().is_some() => {
                Some(*column)
            }
            _ => None,
        };
        if let Some((column, coded)) = column.and_then(|c| Some((c, table.column(c)?))) {
            let points = coded
                .entries
                .iter()
                .map(|entry| Point::of(*entry))
                .collect();
            let mut series = Series::new(formula, points, RowCodes::Column(coded.clone()));
            let is_lower = |entry: &Entry| matches!(entry, Entry::Lower(_));
            series.lower = coded.entries.iter().map(is_lower).collect();
            series.column = Some(column);
            return Ok(series);
        }
        let point = |number: Result<Number, Why>| number.map_or(Point::Missing, Point::Number);
        let (points, codes) = evaluate(&bound, table, point)?;
        if points.len() > MOST_POINTS {
            let message = format!("{formula} has more than {MOST_POINTS} different values");
            return Err(FilterError::Texts(message));
        }
        let codes = codes.into_iter().map(|code| code as u16).collect();
        let codes = RowCodes::Formula(Codes::new(codes, points.len()));
        Ok(Series::new(formula, points, codes))
    }

    fn new(formula: &Formula, of_codes: Vec<Point>, rows: RowCodes) -> Series {
        let places = |point: fn(Point) -> Point| {
            let mut all: Vec<Point> = of_codes.iter().map(|own| point(*own)).collect();
            all.sort_unstable_by_key(|point| point.key());
            all.dedup();
            let place = |own: &Point| {
                let key = point(*own).key();
                all.partition_point(|other| other.key() < key) as u32
            };
            let places: Vec<u32> = of_codes.iter().map(place).collect();
            (places, all)
        };
        let ((places, points), (ranks, _)) = (places(Point::shown), places(|point| point));
        Series {
            formula: formula.clone(),
            column: None,
            rows,
            places,
            points,
            ranks,
            lower: vec![false; of_codes.len()],
        }
    }

    /// The codes of the rows.
    pub(super) fn codes(&self) -> &Codes {
        match &self.rows {
            RowCodes::Column(coded) => &coded.codes,
            RowCodes::Formula(codes) => codes,
        }
    }

    /// The points of the axis, for the page.
    pub(super) fn labels(&self) -> Vec<PointLabel> {
        let label = |point: &Point| point.label(self.column);
        self.points.iter().map(label).collect()
    }

    /// Its name as the book writes it.
    pub(super) fn heading(&self) -> String {
        match self.column {
            Some(column) => column.heading().to_string(),
            None => self.formula.heading(),
        }
    }
}

/// Codes are two bytes.
const MOST_POINTS: usize = 1 << 16;

/// Series that are remembered, besides columns, which cost nothing.
const REMEMBERED: usize = 16;

/// Series that were made lately.
#[derive(Debug, Default)]
pub(super) struct AllSeries(Mutex<Vec<(String, Arc<Series>)>>);

impl AllSeries {
    /// What a text stands for in a table: a column, or arithmetic over columns.
    pub(super) fn get(&self, text: &str, table: &Loaded) -> Result<Arc<Series>, FilterError> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = lock().iter().find(|(other, _)| other == text) {
            return Ok(known.clone());
        }
        let series = Arc::new(Series::of(&text.parse()?, table)?);
        if series.column.is_none() {
            let mut known = lock();
            if known.len() >= REMEMBERED {
                known.remove(0);
            }
            known.push((text.to_string(), series.clone()));
        }
        Ok(series)
    }
}
