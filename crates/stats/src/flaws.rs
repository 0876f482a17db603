//! Reasons why a table is unfit for unbiased estimates: the controlled-bias correction is for
//! minimal puzzles drawn independently (PBCS 6.3). Puzzles with redundant clues, and rows
//! with essentially the same puzzle, are flaws that the columns `redundant` and `canon` show.

use std::collections::hash_map;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::repeats::digest;
use gradus_engine::rating::Fact;
use gradus_table::table::{Column, Entry, Rows};

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowName {
    /// The index of the table.
    pub table: usize,
    /// The row number.
    pub row: u64,
    /// Its puzzle; empty if the table has none.
    pub puzzle: String,
}

/// The flaws of a sample.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Flaws {
    /// Rows whose puzzle has redundant clues.
    pub redundant: u64,
    /// The first such row.
    pub first_redundant: Option<RowName>,
    /// Rows whose puzzle is isomorphic to that of an earlier row.
    pub isomorphic: u64,
    /// The first such row, after the table and number of the earlier row.
    pub first_isomorphic: Option<((usize, u64), RowName)>,
}

impl Flaws {
    pub(crate) fn is_empty(&self) -> bool {
        self.redundant + self.isomorphic == 0
    }

    /// The flaws as sentences without their full stops.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(first) = &self.first_redundant {
            notes.push(format!(
                "{} redundant clues, row {} first{}",
                match self.redundant {
                    1 => "1 puzzle has".to_string(),
                    count => format!("{count} puzzles have"),
                },
                first.row,
                shown(&first.puzzle)
            ));
        }
        if let Some(((table, row), second)) = &self.first_isomorphic {
            let place = if *table == second.table {
                String::new()
            } else {
                " of an earlier table".to_string()
            };
            notes.push(format!(
                "{} isomorphic to an earlier one, row {} to row {row}{place} first{}",
                match self.isomorphic {
                    1 => "1 row is".to_string(),
                    count => format!("{count} rows are"),
                },
                second.row,
                shown(&second.puzzle)
            ));
        }
        notes
    }
}

fn shown(puzzle: &str) -> String {
    match puzzle {
        "" => String::new(),
        puzzle => format!(" ({puzzle})"),
    }
}

#[derive(Debug, Default)]
pub(super) struct FlawSearch {
    flaws: Flaws,
    /// The table and row of the first occurrence of each canonical form, by digest.
    seen: FxHashMap<u64, (usize, u64)>,
}

impl FlawSearch {
    /// Records some rows, which must have been read with their puzzles and
    /// canonical forms, if the tables have these.
    pub(super) fn look_at(&mut self, rows: &Rows) {
        let name = |place: usize| RowName {
            table: rows.table,
            row: rows.row_numbers()[place],
            puzzle: rows.puzzle(place).to_string(),
        };
        let redundant = rows.codes(Column::Fact(Fact::Redundant)).iter();
        let redundant = redundant.map(|code| Entry::from(*code).number().unwrap_or(0));
        for (place, _) in redundant.enumerate().filter(|(_, count)| *count > 0) {
            self.flaws.redundant += 1;
            self.flaws
                .first_redundant
                .get_or_insert_with(|| name(place));
        }
        let Some(forms) = rows.texts(Fact::Canon.column()) else {
            return;
        };
        let forms = forms.iter().map(Option::unwrap_or_default).enumerate();
        for (place, form) in forms.filter(|(_, form)| !form.is_empty()) {
            match self.seen.entry(digest(form)) {
                hash_map::Entry::Vacant(free) => {
                    free.insert((rows.table, rows.row_numbers()[place]));
                }
                hash_map::Entry::Occupied(first) => {
                    self.flaws.isomorphic += 1;
                    let found = &mut self.flaws.first_isomorphic;
                    found.get_or_insert_with(|| (*first.get(), name(place)));
                }
            }
        }
    }

    pub(super) fn finish(self) -> Flaws {
        self.flaws
    }
}
