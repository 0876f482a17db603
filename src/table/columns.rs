//! The columns of a ratings table, in their order: what a puzzle is, its counts,
//! and a value and a status for each rating that was asked for.

use crate::rating::{Name, Names};

/// A column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// Index of the puzzle among all puzzles of the inputs.
    Row,
    /// The puzzle.
    Puzzle,
    /// What was said of it.
    Comment,
    /// Number of givens.
    Clues,
    /// Candidates after the givens' direct contradictions.
    Candidates,
    /// Decided cells after Singles.
    CluesBrt,
    /// Candidates after Singles.
    CandidatesBrt,
    /// Candidates after Singles and whips\[1\].
    CandidatesW1,
    /// T&E depth.
    Te,
    /// A rating, and its place among the ratings of a row.
    Rating(Name, usize),
    /// How far that rating is known.
    Status(Name, usize),
}

impl Column {
    /// Its name.
    pub fn name(self) -> String {
        match self {
            Column::Row => "row".into(),
            Column::Puzzle => "puzzle".into(),
            Column::Comment => "comment".into(),
            Column::Clues => "clues".into(),
            Column::Candidates => "candidates".into(),
            Column::CluesBrt => "clues_brt".into(),
            Column::CandidatesBrt => "candidates_brt".into(),
            Column::CandidatesW1 => "candidates_w1".into(),
            Column::Te => Name::Te.column().into(),
            Column::Rating(name, _) => name.column().into(),
            Column::Status(name, _) => format!("{name}_status"),
        }
    }
}

/// The columns of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns(Vec<Column>);

impl Columns {
    /// The columns of a table with these ratings.
    pub fn of(names: &Names) -> Columns {
        let mut columns = vec![
            Column::Row,
            Column::Puzzle,
            Column::Comment,
            Column::Clues,
            Column::Candidates,
            Column::CluesBrt,
            Column::CandidatesBrt,
            Column::CandidatesW1,
        ];
        if names.contains(Name::Te) {
            columns.push(Column::Te);
        }
        let ratings = names.iter().filter(|&name| name != Name::Te);
        for (place, name) in ratings.enumerate() {
            columns.extend([Column::Rating(name, place), Column::Status(name, place)]);
        }
        Columns(columns)
    }

    /// The columns, in order.
    pub fn iter(&self) -> impl Iterator<Item = Column> {
        self.0.iter().copied()
    }
}
