//! A view of a table: some rows in some order. Recent views are cached, because a list that
//! scrolls requests the same view repeatedly.

use std::sync::Arc;

use super::chosen::Chosen;
use super::filter::{FilterError, Filters, Parts};
use super::loaded::Loaded;
use super::order::{by_series, by_texts};
use super::recent::Recent;
use super::series::AllSeries;
use crate::table::{PUZZLE, ROW};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ViewQuery {
    pub condition: String,
    /// The column or formula to sort by. If empty, the order of the table.
    pub sort: String,
    /// True to sort the largest first.
    pub descending: bool,
    /// Keeps only rows that differ from the reference in this column, or in any column if it
    /// is `any`.
    pub differ: String,
}

#[derive(Debug)]
pub(super) enum RowView {
    /// All rows in the order of the table.
    Whole(usize),
    /// These rows in this order.
    Some(Vec<u32>),
}

impl RowView {
    pub(super) fn len(&self) -> usize {
        match self {
            RowView::Whole(rows) => *rows,
            RowView::Some(rows) => rows.len(),
        }
    }

    /// The index in the table of a row of the view.
    pub(super) fn row(&self, place: usize) -> usize {
        match self {
            RowView::Whole(_) => place,
            RowView::Some(rows) => rows[place] as usize,
        }
    }
}

const REMEMBERED: usize = 6;

/// A table with its recent series, conditions and views.
#[derive(Debug)]
pub(super) struct Viewed {
    pub table: Loaded,
    pub series: AllSeries,
    filters: Filters,
    views: Recent<ViewQuery, RowView, REMEMBERED>,
}

impl Viewed {
    pub(super) fn new(table: Loaded) -> Viewed {
        Viewed {
            table,
            series: AllSeries::default(),
            filters: Filters::default(),
            views: Recent::default(),
        }
    }

    pub(super) fn parts(&self, condition: &str) -> Result<Parts, FilterError> {
        Parts::read(condition, &self.table)
    }

    pub(super) fn chosen(&self, parts: &Parts) -> Result<Arc<Chosen>, FilterError> {
        self.filters.chosen(parts, &self.table)
    }

    /// Returns a view. `differing` returns the rows that differ from the reference.
    pub(super) fn view(
        &self,
        query: &ViewQuery,
        differing: impl FnOnce(&str) -> Result<Arc<Chosen>, FilterError>,
    ) -> Result<Arc<RowView>, FilterError> {
        self.views.get(query.clone(), |query| {
            let mut chosen = self.chosen(&self.parts(&query.condition)?)?;
            if !query.differ.is_empty() {
                let differing = differing(&query.differ)?;
                chosen = Arc::new(chosen.as_ref().clone().and(&differing));
            }
            self.sorted(query, &chosen)
        })
    }

    fn sorted(&self, query: &ViewQuery, chosen: &Chosen) -> Result<RowView, FilterError> {
        let descending = query.descending;
        let all = || chosen.iter().map(|row| row as u32);
        Ok(match query.sort.as_str() {
            "" | ROW if chosen.is_all() && !descending => RowView::Whole(chosen.rows()),
            "" | ROW if descending => {
                let mut rows: Vec<u32> = all().collect();
                rows.reverse();
                RowView::Some(rows)
            }
            "" | ROW => RowView::Some(all().collect()),
            name if name == PUZZLE || self.table.others.iter().any(|other| other == name) => {
                let texts = self.table.texts().map_err(FilterError::Message)?;
                RowView::Some(match texts.get(name) {
                    Some(texts) => by_texts(texts, chosen, descending),
                    None => all().collect(),
                })
            }
            formula => {
                let series = self.series.get(formula, &self.table)?;
                if series.is_coarse {
                    let message =
                        format!("cannot sort by {formula}: it has too many different values");
                    return Err(FilterError::Message(message));
                }
                RowView::Some(by_series(&series, chosen, descending))
            }
        })
    }
}
