//! Which rows of a job are written: those for which its condition holds.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::job::Job;
use crate::expression::{BoundCondition, Fault, Operand, Scope, Value, Verdict, Why};
use crate::input::records::open;
use crate::io::{Position, Source};
use crate::table::columns::{COMMENT, Field};
use crate::table::kept::kept_name;
use crate::table::{Cell, Column, Entry, Keep, Row};
use gradus_engine::rating::{Fact, FactKind, Names};

/// Why a row that was rated is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeftOut {
    /// The condition does not hold.
    Fails,
    /// Something that it compares is missing.
    Missing,
    /// A text that it compares is no number.
    NoNumber,
}

/// The condition of a job, for the columns that its rows have.
pub(crate) struct RowFilter {
    condition: BoundCondition,
    names: Names,
}

impl RowFilter {
    /// The filter of a job, if it has a condition; an error if that names a column which
    /// no row will have.
    pub(crate) fn of(job: &Job) -> Result<Option<RowFilter>, Fault> {
        let Some(condition) = &job.condition else {
            return Ok(None);
        };
        let mut scope = own_columns(job);
        match &job.reading.keep {
            Keep::None => {}
            Keep::Columns(names) => names.iter().for_each(|name| scope.text(&kept_name(name))),
            Keep::All
                if job
                    .found
                    .sources
                    .iter()
                    .any(|source| source.length.is_none()) =>
            {
                scope.open();
            }
            // What the inputs keep is looked up only if it can matter.
            Keep::All if condition.bind(&scope).is_ok() => {}
            Keep::All => {
                let sources = job.found.sources.iter();
                let kept = sources.flat_map(|source| first_columns(source, job));
                kept.for_each(|name| scope.text(&name));
            }
        }
        Ok(Some(RowFilter {
            condition: condition.bind(&scope)?,
            names: job.request.names.clone(),
        }))
    }

    /// Sees that the rows have had all columns that the condition of a job names, now that
    /// the kept ones are known.
    pub(crate) fn confirm(job: &Job, kept: &[String]) -> Result<(), Fault> {
        let Some(condition) = &job.condition else {
            return Ok(());
        };
        let mut scope = own_columns(job);
        kept.iter().for_each(|name| scope.text(name));
        condition.bind(&scope).map(|_| ())
    }

    /// Why a row is left out, if it is; the kept columns have these names.
    pub(super) fn leaves_out(&self, row: &Row, kept: &[String]) -> Option<LeftOut> {
        let operands = self.condition.operands();
        match self
            .condition
            .verdict(|place| self.value(row, kept, &operands[place]))
        {
            Verdict::Holds => None,
            Verdict::Fails => Some(LeftOut::Fails),
            Verdict::Open(Why::Missing) => Some(LeftOut::Missing),
            Verdict::Open(Why::NoNumber) => Some(LeftOut::NoNumber),
        }
    }

    /// The fact whose column has this name, if it is computed.
    fn rated_fact(&self, name: &str) -> Option<Fact> {
        let mut facts = self.names.facts();
        facts.find(|fact| fact.column().eq_ignore_ascii_case(name))
    }

    /// What stands in the column of a fact.
    fn fact<'a>(&self, row: &'a Row, fact: Fact) -> Cell<'a> {
        let place = self.names.facts().position(|other| other == fact);
        debug_assert!(place.is_some(), "{} is computed", fact.column());
        place.map_or(Cell::Null, |place| row.cell(&Field::Fact(fact, place)))
    }

    fn value<'a>(&self, row: &'a Row, kept: &[String], operand: &Operand) -> Value<'a> {
        match operand {
            Operand::Row => Value::Number(row.row),
            Operand::Puzzle => Value::Text(&row.puzzle),
            Operand::Entry(column @ Column::Rating(name)) => {
                let place = self.names.iter().position(|other| other == *name);
                let rating = place.and_then(|place| row.ratings.get(place));
                debug_assert!(rating.is_some(), "{column} is rated");
                Value::Entry(rating.map_or(Entry::Unknown, |rating| (*rating).into()))
            }
            Operand::Entry(Column::Fact(fact)) => match self.fact(row, *fact) {
                Cell::Number(number) => Value::Number(number),
                _ => Value::Entry(Entry::Unknown),
            },
            Operand::Entry(column) => match row.cell(&Field::Number(*column)) {
                Cell::Number(count) => Value::Number(count),
                _ => Value::Entry(Entry::Unknown),
            },
            Operand::Text(name) if name == COMMENT => {
                Value::Text(row.comment.as_deref().unwrap_or_default())
            }
            Operand::Text(name) if self.rated_fact(name).is_some() => {
                match self.rated_fact(name).map(|fact| self.fact(row, fact)) {
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
}

/// The columns that every table of a job has.
fn own_columns(job: &Job) -> Scope {
    let names = &job.request.names;
    let is_rated = |column: &Column| match column {
        Column::Rating(name) => names.contains(*name),
        Column::Fact(fact) => names.facts().any(|other| other == *fact),
        _ => true,
    };
    let (rated, others): (Vec<Column>, Vec<Column>) = Column::all().partition(is_rated);
    let mut scope = Scope::new(rated);
    let refusal = |column: &str| format!("{column} is not computed: add it to the ratings");
    for column in others {
        let names = [Some(column.name().to_string()), column.status()];
        for name in names.into_iter().flatten() {
            scope.refuse(&name, &refusal(column.name()));
        }
    }
    let texts = Fact::ALL.into_iter();
    for fact in texts.filter(|fact| !matches!(fact.kind(), FactKind::Number(_))) {
        match names.facts().any(|other| other == fact) {
            true => scope.text(fact.column()),
            false => scope.refuse(fact.column(), &refusal(fact.column())),
        }
    }
    scope.puzzles();
    scope.text(COMMENT);
    scope
}

/// The columns that a source keeps, as far as its first record shows them. What is wrong
/// with it, the job reports.
fn first_columns(source: &Source, job: &Job) -> Vec<String> {
    let (position, stop) = (Position::default(), AtomicBool::new(false));
    let Ok(mut records) = open(source, &position, &stop, &job.reading) else {
        return Vec::new();
    };
    let _ = records.next();
    records.kept().to_vec()
}
