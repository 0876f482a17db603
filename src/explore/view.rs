//! A view of a table: which rows, in which order. Views that were asked for lately are
//! remembered, because a list that scrolls asks for the same view again and again.

use std::sync::{Arc, Mutex, PoisonError};

use super::chosen::Chosen;
use super::filter::{FilterError, Filters, Parts};
use super::loaded::Loaded;
use super::order::{by_series, by_texts};
use super::series::AllSeries;
use crate::expression::Formula;
use crate::table::columns::{PUZZLE, ROW};

/// Which rows, in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    /// The condition, as it was written.
    pub condition: String,
    /// What the rows are sorted by; the order of the table if it is empty.
    pub sort: String,
    /// Whether the largest come first.
    pub descending: bool,
    /// Only rows that differ from the reference in this column, or in any if it is `any`.
    pub differ: String,
}

/// The rows of a view.
#[derive(Debug)]
pub(super) enum View {
    /// All rows as they stand.
    Whole(usize),
    /// These, in this order.
    Some(Vec<u32>),
}

impl View {
    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        match self {
            View::Whole(rows) => *rows,
            View::Some(rows) => rows.len(),
        }
    }

    /// The place in the table of a row of the view.
    pub(super) fn row(&self, place: usize) -> usize {
        match self {
            View::Whole(_) => place,
            View::Some(rows) => rows[place] as usize,
        }
    }
}

/// Views that are remembered.
const REMEMBERED: usize = 6;

/// A table, and what was asked of it lately.
#[derive(Debug)]
pub(super) struct Viewed {
    /// The table.
    pub table: Loaded,
    /// Columns, and arithmetic over them.
    pub series: AllSeries,
    filters: Filters,
    views: Mutex<Vec<(Wanted, Arc<View>)>>,
}

impl Viewed {
    /// A table that nothing was asked of.
    pub(super) fn new(table: Loaded) -> Viewed {
        Viewed {
            table,
            series: AllSeries::default(),
            filters: Filters::default(),
            views: Mutex::default(),
        }
    }

    /// The parts of a condition.
    pub(super) fn parts(&self, condition: &str) -> Result<Parts, FilterError> {
        Parts::read(condition, &self.table)
    }

    /// The rows for which all parts hold.
    pub(super) fn chosen(&self, parts: &Parts) -> Result<Arc<Chosen>, FilterError> {
        self.filters.chosen(parts, &self.table)
    }

    /// A view; those rows that differ, if only these are wanted, are asked of a function.
    pub(super) fn view(
        &self,
        wanted: &Wanted,
        differing: impl FnOnce(&str) -> Result<Arc<Chosen>, FilterError>,
    ) -> Result<Arc<View>, FilterError> {
        let lock = || self.views.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = lock().iter().find(|(other, _)| other == wanted) {
            return Ok(known.clone());
        }
        let mut chosen = self.chosen(&self.parts(&wanted.condition)?)?;
        if !wanted.differ.is_empty() {
            let differing = differing(&wanted.differ)?;
            chosen = Arc::new(chosen.as_ref().clone().and(&differing));
        }
        let view = Arc::new(self.sorted(wanted, &chosen)?);
        let mut known = lock();
        if known.len() >= REMEMBERED {
            known.remove(0);
        }
        known.push((wanted.clone(), view.clone()));
        Ok(view)
    }

    fn sorted(&self, wanted: &Wanted, chosen: &Chosen) -> Result<View, FilterError> {
        let Wanted {
            sort, descending, ..
        } = wanted;
        let texts = |name: &str| -> Result<View, FilterError> {
            let texts = self.table.texts().map_err(FilterError::Texts)?;
            let texts = match name {
                PUZZLE => Some(&texts.puzzles),
                name => texts.others.get(name),
            };
            Ok(View::Some(texts.map_or_else(
                || chosen.iter().map(|row| row as u32).collect(),
                |texts| by_texts(texts, chosen, *descending),
            )))
        };
        match sort.as_str() {
            "" | ROW if chosen.is_all() && !descending => Ok(View::Whole(chosen.rows())),
            "" | ROW => {
                let mut rows: Vec<u32> = chosen.iter().map(|row| row as u32).collect();
                if *descending {
                    rows.reverse();
                }
                Ok(View::Some(rows))
            }
            PUZZLE => texts(PUZZLE),
            name if self.table.others.iter().any(|other| other == name) => texts(name),
            formula => {
                // What is wrong with it is the first thing to say.
                formula.parse::<Formula>()?;
                let series = self.series.get(formula, &self.table)?;
                Ok(View::Some(by_series(&series, chosen, *descending)))
            }
        }
    }
}
