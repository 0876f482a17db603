//! The columns of a ratings table, in their order: the puzzle and its kind, its counts,
//! a value and a status for each requested rating, facts, and the kept columns of the
//! inputs.

use std::fmt;
use std::sync::Arc;

use super::column::Column;
use super::kept_type::{KeptType, Words, padded};
use super::selected::{CellKind, Selected};
use gradus_engine::rating::{Fact, FactKind, Names, Status};

/// The name of the column with the rows' numbers.
pub const ROW: &str = "row";

/// The name of the column with the puzzles.
pub const PUZZLE: &str = "puzzle";

/// The name of the column with the kinds of the puzzles.
pub const KIND: &str = "kind";

/// The name of the column with the comments.
pub const COMMENT: &str = "comment";

/// The column of ours that a name stands for, however it is written, or `None` if it is
/// no name of ours.
pub(crate) fn our_name(name: &str) -> Option<String> {
    let counts_and_ratings =
        Column::all().flat_map(|column| [Some(column.name().to_string()), column.status()]);
    let facts = Fact::ALL.map(Fact::column);
    let texts = [ROW, KIND, PUZZLE, COMMENT].into_iter().chain(facts);
    let texts = texts.map(|name| Some(name.to_string()));
    let mut ours = texts.chain(counts_and_ratings).flatten();
    ours.find(|ours| ours.eq_ignore_ascii_case(name))
}

/// A field of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// Index of the puzzle among all puzzles of the inputs.
    Row,
    /// The kind of the puzzle.
    Kind,
    /// The puzzle.
    Puzzle,
    /// Its comment.
    Comment,
    /// A count, and the largest number that its column has room for.
    Number(Column, u16),
    /// A rating, and its place among the ratings of a row.
    Rating(Column, usize),
    /// How far that rating is known.
    Status(Column, usize),
    /// A fact, and its place among the facts of a row.
    Fact(Fact, usize),
    /// A column of the inputs, its place among those that are kept, and its type.
    Kept(Arc<str>, usize, KeptType),
}

/// The name of the column.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Field::Row => ROW,
            Field::Kind => KIND,
            Field::Puzzle => PUZZLE,
            Field::Comment => COMMENT,
            Field::Number(column, _) | Field::Rating(column, _) => column.name(),
            Field::Status(column, _) => return f.pad(&column.status().unwrap_or_default()),
            Field::Fact(fact, _) => fact.column(),
            Field::Kept(name, ..) => name,
        })
    }
}

impl Field {
    /// The type of the column, as that of a kept one.
    pub(super) fn kept_type(&self) -> KeptType {
        let number = |most: u16| match u8::try_from(most) {
            Ok(_) => KeptType::Uint8,
            Err(_) => KeptType::Uint16,
        };
        let words = |words: &[&str]| KeptType::Words(Words::fixed(words));
        match self {
            Field::Row => KeptType::Uint64,
            Field::Kind | Field::Puzzle | Field::Comment => KeptType::Text,
            Field::Number(_, most) => number(*most),
            Field::Rating(column, _) => match column.words() {
                Some(known) => words(&[known.values, &[known.beyond]].concat()),
                None => number(column.limit()),
            },
            Field::Status(..) => words(&Status::ALL.map(Status::word)),
            Field::Fact(fact, _) => match fact.kind() {
                FactKind::Number(most) => number(most),
                FactKind::Decimal => KeptType::Float64,
                FactKind::Text => KeptType::Text,
            },
            Field::Kept(_, _, kind) => kind.clone(),
        }
    }

    fn kind(&self) -> CellKind {
        match self {
            Field::Kind | Field::Puzzle | Field::Status(..) => CellKind::Word,
            Field::Comment => CellKind::Text,
            Field::Kept(..) => CellKind::Kept,
            Field::Rating(column, _) => CellKind::for_column(*column),
            Field::Row | Field::Number(..) => CellKind::Number,
            Field::Fact(fact, _) => match fact.kind() {
                FactKind::Number(_) => CellKind::Number,
                FactKind::Decimal | FactKind::Text => CellKind::Word,
            },
        }
    }
}

/// The columns of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns(pub Vec<Field>);

impl Columns {
    /// The columns of a table of 9×9 Sudokus with these ratings.
    pub fn of(names: &Names) -> Columns {
        let mut fields = vec![Field::Row, Field::Puzzle, Field::Comment];
        let counts =
            Column::all().filter(|column| !matches!(column, Column::Rating(_) | Column::Fact(_)));
        fields.extend(counts.map(|column| Field::Number(column, column.limit_in_sudoku())));
        for (place, column) in names.iter().map(Column::Rating).enumerate() {
            fields.push(Field::Rating(column, place));
            let status = column.status().map(|_| Field::Status(column, place));
            fields.extend(status);
        }
        let facts = names.facts().enumerate();
        fields.extend(facts.map(|(place, fact)| Field::Fact(fact, place)));
        Columns(fields)
    }

    /// The same with the kinds of the puzzles and room for larger ones, if there are others
    /// than 9×9 Sudokus.
    pub fn with_kinds(mut self, has_kinds: bool) -> Columns {
        if has_kinds {
            self.0.insert(1, Field::Kind);
            for field in &mut self.0 {
                if let Field::Number(column, most) = field {
                    *most = column.limit();
                }
            }
        }
        self
    }

    /// These, and after them the kept columns of the inputs with these names and types. Those
    /// without a type have texts.
    pub fn with(mut self, kept: &[String], types: &[KeptType]) -> Columns {
        let kept = kept.iter().zip(padded(types)).enumerate();
        let fields =
            kept.map(|(place, (name, kind))| Field::Kept(name.as_str().into(), place, kind));
        self.0.extend(fields);
        self
    }

    /// The columns of a table to which these ratings and facts are added: those that it has, with
    /// their types, and after them the new ones.
    pub fn added(names: &Names, kept: &[String], types: &[KeptType]) -> Columns {
        let is_new = |field: &Field| {
            let is_added = matches!(
                field,
                Field::Rating(..) | Field::Status(..) | Field::Fact(..)
            );
            let name = field.to_string();
            is_added && !kept.iter().any(|known| known.eq_ignore_ascii_case(&name))
        };
        let mut columns = Columns(Vec::new()).with(kept, types);
        columns
            .0
            .extend(Columns::of(names).0.into_iter().filter(is_new));
        columns
    }

    /// The fields of a row, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Field> {
        self.0.iter()
    }

    /// The names of the columns, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.iter().map(Field::to_string).collect()
    }

    /// The columns to be read.
    pub(super) fn selected(&self) -> Vec<Selected> {
        let selected = |field: &Field| Selected::new(field.to_string(), field.kind());
        self.iter().map(selected).collect()
    }
}
