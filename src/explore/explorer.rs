//! The tables that are looked into, and what is asked of them.

use std::fs::File;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use serde_json::{Value, json};

use super::chosen::Chosen;
use super::counts::{Counts, cross, histogram};
use super::export::{ExportError, SavedAs, export};
use super::filter::FilterError;
use super::loaded::Loaded;
use super::puzzle::described;
use super::versus::Versus;
use super::view::{View, Viewed, Wanted};
use crate::explain::{path_theories, trial_classes};
use crate::job::pool;

/// Tables in memory, and the page's questions.
#[derive(Debug)]
pub struct Explorer {
    ours: Viewed,
    reference: Option<Viewed>,
    /// How the tables are named on a command line.
    command: String,
    versus: OnceLock<Result<Versus, String>>,
}

/// Rows that are handed out at a time, at most.
const MOST_ROWS: usize = 500;

impl Explorer {
    /// Looks into a table, and compares it with a reference if there is one. The command
    /// is what opens the same page again.
    pub fn new(ours: Loaded, reference: Option<Loaded>, command: String) -> Explorer {
        Explorer {
            ours: Viewed::new(ours),
            reference: reference.map(Viewed::new),
            command,
            versus: OnceLock::new(),
        }
    }

    /// The table.
    pub(super) fn table(&self) -> &Loaded {
        &self.ours.table
    }

    /// What the tables are.
    pub(super) fn about(&self) -> Value {
        let table = self.table();
        let columns = table.columns.iter();
        let columns: Vec<Value> = columns
            .map(|(column, _)| described(*column, table))
            .collect();
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

    /// The histograms of some columns and formulas, for the rows of a condition: each by
    /// the other parts of the condition, so that its own range can be seen among the rest.
    pub(super) fn histograms(&self, of: &[&str], condition: &str) -> Result<Value, FilterError> {
        let parts = self.ours.parts(condition)?;
        let chosen = self.ours.chosen(&parts)?;
        let histogram = |text: &&str| match self.histogram(text, condition) {
            Ok(value) => value,
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

    fn histogram(&self, text: &str, condition: &str) -> Result<Value, FilterError> {
        let series = self.ours.series.get(text, self.table())?;
        let parts = self.ours.parts(condition)?;
        let others = parts.without(&series.formula);
        let now = histogram(&series, &*self.ours.chosen(&others)?);
        let all = match others.len() {
            0 => now.clone(),
            _ => histogram(&series, &Chosen::all(self.table().rows)),
        };
        // What is within the range of its own, too.
        let is_ranged = others.len() < parts.len();
        let within = is_ranged.then(|| -> Result<Counts, FilterError> {
            Ok(histogram(&series, &*self.ours.chosen(&parts)?))
        });
        Ok(json!({
            "name": text,
            "heading": series.heading(),
            "points": series.labels(),
            "all": all,
            "now": now,
            "within": within.transpose()?,
            "reference": self.reference_histogram(text, condition),
        }))
    }

    /// The same of the reference; what is wrong there is no reason to show nothing.
    fn reference_histogram(&self, text: &str, condition: &str) -> Option<Value> {
        let reference = self.reference.as_ref()?;
        let counted = || -> Result<Value, FilterError> {
            let series = reference.series.get(text, &reference.table)?;
            let parts = reference.parts(condition)?;
            let chosen = reference.chosen(&parts)?;
            Ok(json!({
                "points": series.labels(),
                "now": histogram(&series, &chosen),
                "chosen": chosen.count(),
            }))
        };
        Some(counted().unwrap_or_else(|error| json!({ "error": error.to_string() })))
    }

    /// A condition with other ranges for some formulas, or with none.
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

    /// How often the values of two columns meet.
    pub(super) fn cross(&self, x: &str, y: &str, condition: &str) -> Result<Value, FilterError> {
        let across = self.ours.series.get(x, self.table())?;
        let down = self.ours.series.get(y, self.table())?;
        let parts = self.ours.parts(condition)?;
        let parts = parts.without(&across.formula).without(&down.formula);
        let chosen = self.ours.chosen(&parts)?;
        Ok(json!({
            "x": { "name": x, "heading": across.heading(), "points": across.labels() },
            "y": { "name": y, "heading": down.heading(), "points": down.labels() },
            "cells": cross(&across, &down, &chosen),
            "chosen": chosen.count(),
        }))
    }

    fn view(&self, wanted: &Wanted) -> Result<Arc<View>, FilterError> {
        self.ours.view(wanted, |column| {
            let versus = self.versus().map_err(FilterError::Texts)?;
            let none = || format!("the two tables have no column {column} to differ in");
            let differing = versus.and_then(|versus| versus.differing(column));
            differing.ok_or_else(|| FilterError::Texts(none()))
        })
    }

    /// Some rows of a view.
    pub(super) fn rows(
        &self,
        wanted: &Wanted,
        from: usize,
        count: usize,
    ) -> Result<Value, FilterError> {
        let view = self.view(wanted)?;
        let table = self.table();
        let texts = table.texts().map_err(FilterError::Texts)?;
        let is_named = |name: &str| table.others.iter().any(|other| other == name);
        // What the rows are sorted by, if no column shows it.
        let measure = match wanted.sort.as_str() {
            "" | "row" | "puzzle" => None,
            name if is_named(name) => None,
            text => Some(self.ours.series.get(text, table)?).filter(|s| s.column.is_none()),
        };
        let versus = match wanted.differ.is_empty() {
            true => None,
            false => self.versus().map_err(FilterError::Texts)?,
        };
        let row = |place: usize| {
            let row = view.row(place);
            let cells = table
                .columns
                .iter()
                .map(|(column, coded)| coded.entries[coded.codes.get(row)].shown(*column));
            let others = table
                .others
                .iter()
                .filter_map(|name| texts.others.get(name));
            let theirs = versus.and_then(|versus| self.cells_of_partner(versus, row));
            let measured = measure.as_ref().map(|series| {
                let label = &series.labels()[series.places[series.codes().get(row)] as usize];
                json!(label)
            });
            json!({
                "place": row,
                "row": table.number(row),
                "puzzle": texts.puzzles.get(row),
                "cells": cells.collect::<Vec<String>>(),
                "texts": others.map(|column| column.get(row)).collect::<Vec<String>>(),
                "measure": measured,
                "theirs": theirs,
            })
        };
        let end = view.len().min(from.saturating_add(count.min(MOST_ROWS)));
        let rows: Vec<Value> = (from..end).map(row).collect();
        Ok(json!({ "total": view.len(), "from": from, "rows": rows }))
    }

    fn cells_of_partner(&self, versus: &Versus, row: usize) -> Option<Vec<Option<String>>> {
        let partner = versus.partner(row)?;
        let reference = &self.reference.as_ref()?.table;
        let cell = |(column, _): &(crate::table::Column, _)| {
            let coded = reference.column(*column)?;
            Some(coded.entries[coded.codes.get(partner)].shown(*column))
        };
        Some(self.table().columns.iter().map(cell).collect())
    }

    /// The rows of a view as a file.
    pub(super) fn export(&self, wanted: &Wanted, format: SavedAs) -> Result<File, ExportError> {
        let texts = |error: FilterError| ExportError::Texts(error.to_string());
        let view = self.view(wanted).map_err(texts)?;
        let parts = self.ours.parts(&wanted.condition).map_err(texts)?;
        export(self.table(), &view, parts.condition().as_ref(), format)
    }

    /// The two tables joined, if there are two.
    fn versus(&self) -> Result<Option<&Versus>, String> {
        let Some(reference) = &self.reference else {
            return Ok(None);
        };
        let join = || Versus::new(self.table(), &reference.table);
        let joined = self.versus.get_or_init(join);
        joined.as_ref().map(Some).map_err(String::clone)
    }

    /// How far the two tables agree.
    pub(super) fn agreement(&self, condition: &str) -> Result<Value, FilterError> {
        let chosen = self.ours.chosen(&self.ours.parts(condition)?)?;
        let versus = self.versus().map_err(FilterError::Texts)?;
        Ok(match (versus, &self.reference) {
            (Some(versus), Some(reference)) => {
                json!(versus.agreement(self.table(), &reference.table, &chosen))
            }
            _ => Value::Null,
        })
    }
}

fn sources(table: &Loaded) -> Vec<Value> {
    let sources = table.sources.iter();
    let source =
        |source: &crate::stats::origin::Source| json!({ "name": source.name, "rows": source.rows });
    sources.map(source).collect()
}
