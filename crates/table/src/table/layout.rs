//! Where a table has its columns: under our names, or under those that the
//! published collections use.

use super::column::Column;
use super::columns::{PUZZLE, ROW};
use super::selected::{CellKind, Selected};
use gradus_engine::rating::Name;

/// Names that published collections use for our columns.
const ALIASES: [(&str, Column); 8] = [
    ("te_depth", Column::Rating(Name::TE)),
    ("bxb", Column::Rating(Name::BPB)),
    ("bxbb", Column::Rating(Name::BPBB)),
    ("s_w", Column::Rating(Name::WS)),
    ("cands", Column::Candidates),
    ("clues_after_brt", Column::CluesBrt),
    ("cands_after_brt", Column::CandidatesBrt),
    ("cands_after_w1", Column::CandidatesW1),
];

/// A column of numbers, and the column that says how far they are known, by
/// their names in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingColumns {
    /// The column.
    pub column: Column,
    /// Its name in the table.
    pub value: String,
    /// The name of its status column, if there is one.
    pub status: Option<String>,
}

/// Where a table has its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLayout {
    /// True if the table has a column `row`.
    pub row: bool,
    /// True if the table has a column `puzzle`.
    pub puzzle: bool,
    /// The columns of numbers.
    pub places: Vec<RatingColumns>,
    /// The names of all other columns.
    pub others: Vec<String>,
}

impl TableLayout {
    /// The layout of a table with these names, or `None` if no column is of ours.
    pub fn new(names: &[impl AsRef<str>]) -> Option<TableLayout> {
        let has = |wanted: &str| names.iter().any(|name| name.as_ref() == wanted);
        let place = |column: Column| {
            let aliases = ALIASES.iter().filter(|(_, of)| *of == column);
            let mut candidates =
                std::iter::once(column.name()).chain(aliases.map(|(name, _)| *name));
            Some(RatingColumns {
                column,
                value: candidates.find(|name| has(name))?.to_string(),
                status: column.status().filter(|status| has(status)),
            })
        };
        let places: Vec<RatingColumns> = Column::all().filter_map(place).collect();
        let is_other = |name: &&str| {
            let known = [ROW, PUZZLE].contains(name);
            let is_status = |place: &RatingColumns| place.status.as_deref() == Some(*name);
            let used = |place: &RatingColumns| place.value == *name || is_status(place);
            !known && !places.iter().any(used)
        };
        let others = names.iter().map(AsRef::as_ref).filter(is_other);
        let layout = TableLayout {
            row: has(ROW),
            puzzle: has(PUZZLE),
            others: others.map(str::to_string).collect(),
            places,
        };
        (!layout.places.is_empty()).then_some(layout)
    }

    /// The columns to be read: the rows' numbers, the puzzles, then
    /// value and status of each column, then the others.
    pub(super) fn selected(&self) -> Vec<Selected> {
        let mut selected = Vec::new();
        selected.extend(self.row.then(|| Selected::new(ROW, CellKind::Number)));
        selected.extend(self.puzzle.then(|| Selected::new(PUZZLE, CellKind::Word)));
        for place in &self.places {
            selected.push(Selected::new(
                &place.value,
                CellKind::for_column(place.column),
            ));
            let status = place.status.as_ref();
            selected.extend(status.map(|name| Selected::new(name, CellKind::Status)));
        }
        let others = self.others.iter();
        selected.extend(others.map(|name| Selected::new(name, CellKind::Text)));
        selected
    }
}
