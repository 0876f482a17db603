//! The tables on the page, and the answers to its requests.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use serde_json::{Value, json};

use super::bins::Bins;
use super::charts::{CELLS, ChartStyle, CrossTable, Histogram, reference_counts};
use super::chosen::Chosen;
use super::counts::{cross, histogram};
use super::export::{Export, ExportError, SavedAs};
use super::filter::FilterError;
use super::loaded::Loaded;
use super::puzzle::described;
use super::versus::Versus;
use super::view::{RowView, ViewQuery, Viewed};
use super::watch::TableChange;
use crate::explain::{path_theories, trial_classes};
use crate::expression::Formula;
use crate::job::pool;
use crate::stats::TableSource;
use crate::stats::chart::Svg;
use crate::table::{Column, PUZZLE};

/// A table in memory, perhaps with a reference, and the answers of the page.
#[derive(Debug)]
pub struct Explorer {
    ours: Viewed,
    reference: Option<Viewed>,
    /// The command that opens the page again.
    command: String,
    versus: OnceLock<Result<Versus, String>>,
}

const MOST_ROWS: usize = 500;

impl Explorer {
    /// Explores a table, and compares it with a reference if there is one. The command opens
    /// the same page again.
    pub fn new(ours: Loaded, reference: Option<Loaded>, command: String) -> Explorer {
        Explorer {
            ours: Viewed::new(ours),
            reference: reference.map(Viewed::new),
            command,
            versus: OnceLock::new(),
        }
    }

    pub(super) fn table(&self) -> &Loaded {
        &self.ours.table
    }

    /// What happened to the tables since they were read, and what to do about it.
    pub(super) fn change(&self) -> Option<(TableChange, String)> {
        let tables = [Some(&self.ours), self.reference.as_ref()].into_iter();
        let change = tables
            .flatten()
            .find_map(|viewed| viewed.table.watch.change())?;
        let message = format!(
            "{change}. The rows that were read can still be saved. \
             To open the current file, end this program and run: {}",
            self.command
        );
        Some((change, message))
    }

    pub(super) fn about(&self) -> Value {
        let table = self.table();
        let column = |(column, _): &(Column, _)| described(*column, table);
        let columns: Vec<Value> = table.columns.iter().map(column).collect();
        let pairs = |pairs: Vec<(String, String)>| -> Vec<Value> {
            let pair = |(name, meaning)| json!({ "name": name, "meaning": meaning });
            pairs.into_iter().map(pair).collect()
        };
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "tables": sources(table),
            "rows": table.rows,
            "columns": columns,
            "texts": table.others,
            "reference": self.reference.as_ref().map(|reference| json!({
                "tables": sources(&reference.table),
                "rows": reference.table.rows,
            })),
            "theories": pairs(path_theories()),
            "classes": pairs(trial_classes()),
            "command": self.command,
        })
    }

    /// The histograms of some columns and formulas for a condition. Each one ignores the
    /// ranges of its own column, so that these can be seen among the rest.
    pub(super) fn histograms(
        &self,
        of: &[&str],
        condition: &str,
        style: ChartStyle,
    ) -> Result<Value, FilterError> {
        let parts = self.ours.parts(condition)?;
        let chosen = self.ours.chosen(&parts)?;
        let histogram = |text: &&str| match self.histogram(text, condition, style) {
            Ok(found) => found.json(text, style),
            Err(error) => json!({ "name": text, "error": error.to_string() }),
        };
        let series: Vec<Value> = pool::install(|| of.par_iter().map(histogram).collect());
        Ok(json!({
            "rows": self.table().rows,
            "chosen": chosen.count(),
            "condition": parts.condition().map(|condition| condition.to_string()),
            "series": series,
        }))
    }

    fn histogram(
        &self,
        text: &str,
        condition: &str,
        style: ChartStyle,
    ) -> Result<Histogram, FilterError> {
        let series = self.ours.series.get(text, self.table())?;
        let parts = self.ours.parts(condition)?;
        let others = parts.without(&series.formula);
        let now = histogram(&series, &*self.ours.chosen(&others)?);
        let all = match others.len() {
            0 => now.clone(),
            _ => histogram(&series, &Chosen::all(self.table().rows)),
        };
        // With the range of the column itself.
        let within = if others.len() < parts.len() {
            Some(histogram(&series, &*self.ours.chosen(&parts)?))
        } else {
            None
        };
        let reference = match &self.reference {
            Some(reference) if style.compares => Some(
                reference_counts(reference, text, condition).map_err(|error| error.to_string()),
            ),
            _ => None,
        };
        Ok(Histogram {
            names: series.names(self.table()),
            series,
            all,
            now,
            within,
            reference,
        })
    }

    /// A chart of one or two columns as a file.
    pub(super) fn figure(
        &self,
        of: &[&str],
        condition: &str,
        style: ChartStyle,
    ) -> Result<Svg, FilterError> {
        let (svg, heading) = match of {
            [x, y] => {
                let cross = self.crossed(x, y, condition)?;
                let grid = cross.grid(style);
                (grid.draw(), grid.label)
            }
            _ => {
                let name = of.first().copied().unwrap_or_default();
                let found = self.histogram(name, condition, style)?;
                let plot = found.plot(style).0;
                (plot.draw(), plot.label)
            }
        };
        let caption = match condition {
            "" => heading,
            condition => format!("{heading}, where {condition}"),
        };
        Ok(svg.captioned(&caption))
    }

    /// A condition with another range for some formulas, or without one.
    pub(super) fn narrowed(
        &self,
        condition: &str,
        of: &[&str],
        range: &str,
    ) -> Result<Value, FilterError> {
        let mut parts = self.ours.parts(condition)?;
        for text in of {
            parts = parts.without(&text.parse()?);
        }
        let narrowed = parts.with(self.ours.parts(range)?).condition();
        Ok(json!({ "condition": narrowed.map_or(String::new(), |all| all.to_string()) }))
    }

    pub(super) fn cross(
        &self,
        x: &str,
        y: &str,
        condition: &str,
        style: ChartStyle,
    ) -> Result<Value, FilterError> {
        Ok(self.crossed(x, y, condition)?.json(style))
    }

    fn crossed(&self, x: &str, y: &str, condition: &str) -> Result<CrossTable, FilterError> {
        let series = [x, y].map(|text| self.ours.series.get(text, self.table()));
        let [across, down] = series;
        let (across, down) = (across?, down?);
        let bins = [&across, &down]
            .map(|series| Bins::new(&series.labels(), &series.names(self.table()), CELLS));
        let parts = self.ours.parts(condition)?;
        let parts = parts.without(&across.formula).without(&down.formula);
        let chosen = self.ours.chosen(&parts)?;
        Ok(CrossTable {
            cells: cross((&across, &bins[0]), (&down, &bins[1]), &chosen),
            headings: [across.heading(), down.heading()],
            bins,
            chosen: chosen.count(),
        })
    }

    fn view(&self, query: &ViewQuery) -> Result<Arc<RowView>, FilterError> {
        self.ours.view(query, |column| {
            let versus = self.versus().map_err(FilterError::Message)?;
            let none = || format!("the tables have no common column {column}");
            let differing = versus.and_then(|versus| versus.differing(column));
            differing.ok_or_else(|| FilterError::Message(none()))
        })
    }

    /// The order of rows unless the reader chooses one: by the first rating or difference of
    /// ratings that the condition has a range of, the largest first, or as in the table.
    pub(super) fn usual_order(&self, condition: &str) -> (String, bool) {
        let parts = self.ours.parts(condition).unwrap_or_default();
        let is_rating = |formula: &Formula| {
            let mut columns = formula.columns();
            columns.any(|column| matches!(column, Column::Rating(_)))
        };
        let found = parts.range_formulas().find(is_rating);
        let is_found = found.is_some();
        (
            found.map_or(String::new(), |formula| formula.to_string()),
            is_found,
        )
    }

    pub(super) fn rows(
        &self,
        query: &ViewQuery,
        from: usize,
        count: usize,
    ) -> Result<Value, FilterError> {
        let view = self.view(query)?;
        let table = self.table();
        let texts = table.texts().map_err(FilterError::Message)?;
        // The formula that the rows are sorted by, unless a column shows it.
        let measure = match query.sort.as_str() {
            "" | "row" | "puzzle" => None,
            name if table.others.iter().any(|other| other == name) => None,
            text => Some(self.ours.series.get(text, table)?).filter(|s| s.column.is_none()),
        };
        let versus = if query.differ.is_empty() {
            None
        } else {
            self.versus().map_err(FilterError::Message)?
        };
        let row = |place: usize| {
            let row = view.row(place);
            let cells = table.columns.iter();
            let cells = cells.map(|(column, coded)| coded.entry(row).shown(*column));
            let others = table.others.iter();
            let others = others.filter_map(|name| texts.get(name));
            let theirs = versus.and_then(|versus| self.cells_of_partner(versus, row));
            let measured = measure.as_ref().map(|series| series.label(row));
            json!({
                "place": row,
                "row": table.number(row),
                "puzzle": texts[PUZZLE].get(row),
                "cells": cells.collect::<Vec<String>>(),
                "texts": others.map(|column| column.get(row)).collect::<Vec<String>>(),
                "measure": measured,
                "theirs": theirs,
            })
        };
        let end = view.len().min(from.saturating_add(count.min(MOST_ROWS)));
        let rows: Vec<Value> = (from..end).map(row).collect();
        Ok(json!({
            "total": view.len(),
            "from": from,
            "rows": rows,
            "sort": query.sort,
            "order": if query.descending { "desc" } else { "" },
        }))
    }

    fn cells_of_partner(&self, versus: &Versus, row: usize) -> Option<Vec<Option<String>>> {
        let partner = versus.partner(row)?;
        let reference = &self.reference.as_ref()?.table;
        let cell = |(column, _): &(Column, _)| {
            let coded = reference.column(*column)?;
            Some(coded.entry(partner).shown(*column))
        };
        Some(self.table().columns.iter().map(cell).collect())
    }

    pub(super) fn export(
        &self,
        query: &ViewQuery,
        format: SavedAs,
    ) -> Result<Export<'_>, ExportError> {
        let texts = |error: FilterError| ExportError::Texts(error.to_string());
        let view = self.view(query).map_err(texts)?;
        let parts = self.ours.parts(&query.condition).map_err(texts)?;
        Export::new(self.table(), view, parts.condition().as_ref(), format)
    }

    /// The join with the reference, if there is one.
    fn versus(&self) -> Result<Option<&Versus>, String> {
        let Some(reference) = &self.reference else {
            return Ok(None);
        };
        let join = || Versus::new(self.table(), &reference.table);
        let joined = self.versus.get_or_init(join);
        joined.as_ref().map(Some).map_err(String::clone)
    }

    pub(super) fn agreement(&self, condition: &str) -> Result<Value, FilterError> {
        let chosen = self.ours.chosen(&self.ours.parts(condition)?)?;
        let versus = self.versus().map_err(FilterError::Message)?;
        Ok(match (versus, &self.reference) {
            (Some(versus), Some(reference)) => {
                versus.agreement(self.table(), &reference.table, &chosen)
            }
            _ => Value::Null,
        })
    }
}

fn sources(table: &Loaded) -> Vec<Value> {
    let source = |source: &TableSource| json!({ "name": source.name, "rows": source.rows });
    table.sources.iter().map(source).collect()
}
