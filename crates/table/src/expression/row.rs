//! Values of rows for expressions: the available columns, and their values.

use crate::expression::{Operand, Scope, Value};
use crate::table::columns::{COMMENT, Field, KIND, PUZZLE};
use crate::table::{Cell, Column, Entry, Row};
use gradus_engine::rating::{Fact, FactKind, Names};
use gradus_puzzles::kind_of;

/// The value that an expression reads of a row with these ratings and facts; the kept columns
/// have these names.
pub fn row_value<'r>(names: &Names, row: &'r Row, kept: &[String], operand: &Operand) -> Value<'r> {
    match operand {
        Operand::Row => Value::Number(row.row),
        Operand::Puzzle => Value::Text(&row.puzzle),
        Operand::Entry(column @ Column::Rating(name)) => {
            let place = names.iter().position(|other| other == *name);
            let rating = place.and_then(|place| row.ratings.get(place));
            debug_assert!(rating.is_some(), "{column} is rated");
            Value::Entry(rating.map_or(Entry::Unknown, |rating| (*rating).into()))
        }
        Operand::Entry(Column::Fact(fact)) => match fact_cell(names, row, *fact) {
            Cell::Number(number) => Value::Number(number),
            _ => Value::Entry(Entry::Unknown),
        },
        Operand::Entry(column) => match row.cell(&Field::Number(*column, column.limit())) {
            Cell::Number(count) => Value::Number(count),
            _ => Value::Entry(Entry::Unknown),
        },
        Operand::Text(name) if name == KIND => Value::Text(kind_of(&row.puzzle)),
        Operand::Text(name) if name == COMMENT => {
            Value::Text(row.comment.as_deref().unwrap_or_default())
        }
        Operand::Text(name) if rated_fact(names, name).is_some() => {
            match rated_fact(names, name).map(|fact| fact_cell(names, row, fact)) {
                Some(Cell::Text(text) | Cell::Decimal(text)) => Value::Text(text),
                _ => Value::Text(""),
            }
        }
        Operand::Text(name) => {
            let place = kept.iter().position(|kept| kept.eq_ignore_ascii_case(name));
            let text = place.and_then(|place| row.kept.get(place)?.as_deref());
            Value::Text(text.unwrap_or_default())
        }
    }
}

/// The fact whose column has this name, if it is computed.
fn rated_fact(names: &Names, name: &str) -> Option<Fact> {
    let mut facts = names.facts();
    facts.find(|fact| fact.column().eq_ignore_ascii_case(name))
}

fn fact_cell<'r>(names: &Names, row: &'r Row, fact: Fact) -> Cell<'r> {
    let place = names.facts().position(|other| other == fact);
    debug_assert!(place.is_some(), "{} is computed", fact.column());
    place.map_or(Cell::Null, |place| row.cell(&Field::Fact(fact, place)))
}

/// The columns of every table with these ratings.
pub fn own_columns(names: &Names) -> Scope {
    let is_rated = |column: &Column| match column {
        Column::Rating(name) => names.contains(*name),
        Column::Fact(fact) => names.facts().any(|other| other == *fact),
        _ => true,
    };
    let (rated, others): (Vec<Column>, Vec<Column>) = Column::all().partition(is_rated);
    let mut scope = Scope::from_iter(rated);
    let refusal = |column: &str| format!("{column} is not computed: add it to the ratings");
    for column in others {
        let names = [Some(column.name().to_string()), column.status()];
        for name in names.into_iter().flatten() {
            scope.refuse(&name, &refusal(column.name()));
        }
    }
    let texts = Fact::ALL.into_iter();
    for fact in texts.filter(|fact| !matches!(fact.kind(), FactKind::Number(_))) {
        if names.facts().any(|other| other == fact) {
            scope.extend([fact.column().to_string()])
        } else {
            scope.refuse(fact.column(), &refusal(fact.column()))
        }
    }
    scope.add(PUZZLE, Operand::Puzzle);
    scope.extend([KIND, COMMENT].map(String::from));
    scope
}
