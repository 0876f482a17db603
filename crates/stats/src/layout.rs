//! Where a table has its columns: under our names, or under those that the
//! published collections use.

use super::batch::Batch;
use gradus_engine::rating::Name;
use gradus_table::expression::Operand;
use gradus_table::table::columns::{PUZZLE, ROW};
use gradus_table::table::{Column, Kind, Selected};

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

/// What to read of tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScanOrder<'a> {
    /// The columns of numbers.
    pub columns: &'a [Column],
    /// Whether the puzzles are wanted.
    pub puzzles: bool,
    /// Other columns, as texts.
    pub texts: &'a [String],
}

impl ScanOrder<'_> {
    /// Takes from a batch what was read for a condition alone.
    pub(super) fn strip(&self, batch: &mut Batch) {
        batch
            .entries
            .retain(|(column, _)| self.columns.contains(column));
        batch.texts.retain(|(name, _)| self.texts.contains(name));
        if !self.puzzles {
            batch.puzzles.clear();
        }
    }
}

/// A column of numbers, and the column that says how far they are known, by
/// their names in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The column.
    pub column: Column,
    /// Its name in the table.
    pub value: String,
    /// The name of its status column, if there is one.
    pub status: Option<String>,
}

/// Where a table has its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Whether the table has a column `row`.
    pub row: bool,
    /// Whether the table has a column `puzzle`.
    pub puzzle: bool,
    /// The columns of numbers.
    pub places: Vec<Place>,
    /// The names of all other columns.
    pub others: Vec<String>,
}

impl Layout {
    /// The layout of a table with these names; none if no column is of ours.
    pub(crate) fn of(names: &[impl AsRef<str>]) -> Option<Layout> {
        let has = |wanted: &str| names.iter().any(|name| name.as_ref() == wanted);
        let place = |column: Column| {
            let aliases = ALIASES.iter().filter(|(_, of)| *of == column);
            let mut candidates =
                std::iter::once(column.name()).chain(aliases.map(|(name, _)| *name));
            Some(Place {
                column,
                value: candidates.find(|name| has(name))?.to_string(),
                status: column.status().filter(|status| has(status)),
            })
        };
        let places: Vec<Place> = Column::all().filter_map(place).collect();
        let is_other = |name: &&str| {
            let known = [ROW, PUZZLE].contains(name);
            let is_status = |place: &Place| place.status.as_deref() == Some(*name);
            let used = |place: &Place| place.value == *name || is_status(place);
            !known && !places.iter().any(used)
        };
        let others = names.iter().map(AsRef::as_ref).filter(is_other);
        let layout = Layout {
            row: has(ROW),
            puzzle: has(PUZZLE),
            others: others.map(str::to_string).collect(),
            places,
        };
        (!layout.places.is_empty()).then_some(layout)
    }

    /// The columns of numbers.
    pub(crate) fn columns(&self) -> Vec<Column> {
        self.places.iter().map(|place| place.column).collect()
    }

    /// The columns as they are asked of a reader: the rows' numbers, the puzzles, then
    /// value and status of each column, then the others.
    pub(crate) fn selected(&self) -> Vec<Selected> {
        let mut selected = Vec::new();
        selected.extend(self.row.then(|| Selected::new(ROW, Kind::Number)));
        selected.extend(self.puzzle.then(|| Selected::new(PUZZLE, Kind::Word)));
        for place in &self.places {
            selected.push(Selected::new(&place.value, Kind::of(place.column)));
            let status = place.status.as_ref();
            selected.extend(status.map(|name| Selected::new(name, Kind::Word)));
        }
        let others = self.others.iter();
        selected.extend(others.map(|name| Selected::new(name, Kind::Text)));
        selected
    }

    /// The layout with no more than what is asked for, and what a condition needs.
    pub(crate) fn only(&self, order: &ScanOrder, operands: &[Operand]) -> Layout {
        let mut layout = self.clone();
        let needs = |operand: Operand| operands.contains(&operand);
        layout.places.retain(|place| {
            order.columns.contains(&place.column) || needs(Operand::Entry(place.column))
        });
        layout.puzzle &= order.puzzles || needs(Operand::Puzzle);
        layout
            .others
            .retain(|name| order.texts.contains(name) || needs(Operand::Text(name.clone())));
        layout
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_names_come_before_others() {
        let layout = Layout::of(&["puzzle", "te_depth", "te", "bxb", "b_status", "b", "source"]);
        let layout = layout.expect("there are columns of ours");
        assert!(layout.puzzle && !layout.row);
        let names: Vec<&str> = layout.places.iter().map(|place| &place.value[..]).collect();
        assert_eq!(names, ["te", "b", "bxb"]);
        assert_eq!(layout.places[1].status.as_deref(), Some("b_status"));
        let w = Column::Rating(Name::W);
        let order = ScanOrder {
            columns: &[w],
            ..ScanOrder::default()
        };
        assert!(layout.only(&order, &[]).places.is_empty());
        assert_eq!(layout.others, ["te_depth", "source"]);
        assert_eq!(Layout::of(&["puzzle", "ser"]), None);
    }
}
