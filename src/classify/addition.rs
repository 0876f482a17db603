//! Adds ratings to ratings tables: which rows are rated, and where the values go.
//!
//! All columns of the tables are kept as they are, as those of any other input. A rating whose
//! column a table has is computed only where its status is missing.

use serde::{Deserialize, Serialize};

use super::journal::RecordResult;
use super::spec::Job;
use super::work::{RatedRow, rate_one};
use crate::expression::{BoundCondition, Condition, Operand, Scope, Truth, Value, Why};
use crate::io::Source;
use crate::job::Error;
use crate::table::{
    Cell, Column, Columns, Entry, Field, Infinite, Keep, Metadata, PUZZLE, ROW, Row, Table,
};
use gradus_csp::Instance;
use gradus_engine::rating::{Names, Rating, Request, Status, classify};

/// Why a row is written without a new rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Skip {
    /// The condition does not hold.
    Fails,
    /// Something that the condition compares is missing.
    Missing,
    /// A text that the condition compares is no number.
    NoNumber,
    /// It has all ratings already.
    Known,
    /// Its puzzle could not be rated.
    Failed,
}

/// A job that adds ratings.
pub(super) struct Addition {
    request: Request,
    infinite: Infinite,
    condition: Option<BoundCondition>,
}

/// A rating that is not known: a value that is exact, and missing.
const UNKNOWN: Rating = Rating {
    value: None,
    status: Status::Exact,
};

/// The columns and the metadata of the tables of a job, in order.
pub(super) fn tables(sources: &[Source]) -> Result<Vec<(Vec<String>, Option<Metadata>)>, Error> {
    let table = |source: &Source| {
        let failed = |reason: String| Error::Merge(reason);
        let path = source.path.as_ref().filter(|_| source.length.is_some());
        let path = path.ok_or_else(|| {
            failed(format!(
                "{}: ratings can only be added to files",
                source.name
            ))
        })?;
        let table = Table::open(path).map_err(|error| failed(error.to_string()))?;
        let has = |name: &str| table.names.iter().any(|other| other == name);
        if !has(PUZZLE) || !has(Column::Clues.name()) {
            let name = &source.name;
            let hint = "ratings can only be added to tables that have puzzles and their counts";
            return Err(failed(format!("{name} is not a ratings table: {hint}")));
        }
        let metadata = table
            .metadata()
            .map_err(|error| failed(error.to_string()))?;
        Ok((table.names, metadata))
    };
    sources.iter().map(table).collect()
}

impl Addition {
    /// The addition of a job, if it is one. Fails if the condition names a column that no table
    /// has.
    pub(super) fn new(job: &Job) -> Result<Option<Addition>, Error> {
        if job.reading.keep != Keep::Whole {
            return Ok(None);
        }
        let mut names: Vec<String> = Vec::new();
        for (found, _) in tables(&job.found.sources)? {
            names.extend(found);
        }
        let bind = |condition: &Condition| condition.bind(&scope(&names, &job.request.names));
        Ok(Some(Addition {
            request: job.request.clone(),
            infinite: job.infinite,
            condition: job.condition.as_ref().map(bind).transpose()?,
        }))
    }

    /// The result of a row whose columns have these names. `rate` computes all requested ratings.
    pub(super) fn result(
        &self,
        row: u64,
        puzzle: &dyn Instance,
        names: &[String],
        kept: Vec<Option<String>>,
        rate: impl FnOnce() -> RatedRow,
    ) -> RecordResult {
        let mut row = Row {
            row,
            kept,
            ..Row::default()
        };
        row.kept.resize(names.len(), None);
        let (mut ratings, mut facts) = (Vec::new(), Vec::new());
        let requested = &self.request.names;
        for name in requested.iter() {
            let entry = entry(names, &row.kept, Column::Rating(name));
            row.ratings.push(match (entry.status(), entry.number()) {
                (Some(status), value) => Rating {
                    value: value.and_then(|value| u8::try_from(value).ok()),
                    status,
                },
                (None, _) => UNKNOWN,
            });
            if entry == Entry::Unknown {
                ratings.push(name);
            }
        }
        for fact in requested.facts() {
            row.facts.push(None);
            if place(names, fact.column()).is_none() {
                facts.push(fact);
            }
        }
        let is_known = ratings.is_empty() && facts.is_empty();
        let needed = Names::new(ratings, facts);
        if let Some(skip) = self.skip(names, &row) {
            return RecordResult::Skipped(row, skip);
        }
        if is_known {
            return RecordResult::Skipped(row, Skip::Known);
        }
        let rated = if needed == *requested {
            rate()
        } else {
            let request = Request {
                names: needed.clone(),
                ..self.request.clone()
            };
            rate_one(puzzle, &|puzzle: &dyn Instance| classify(puzzle, &request))
        };
        let Ok(rated) = rated else {
            return RecordResult::Skipped(row, Skip::Failed);
        };
        self.fill(&mut row, names, &needed, &rated);
        RecordResult::Row(row)
    }

    /// Puts computed values into their columns.
    fn fill(&self, row: &mut Row, names: &[String], needed: &Names, rated: &Row) {
        let requested = &self.request.names;
        for field in Columns::of(needed).0 {
            let at = match &field {
                Field::Rating(Column::Rating(name), place) => {
                    let at = requested.iter().position(|other| other == *name);
                    at.map(|at| row.ratings[at] = rated.ratings[*place])
                }
                Field::Fact(fact, place) => {
                    let at = requested.facts().position(|other| other == *fact);
                    at.map(|at| row.facts[at].clone_from(&rated.facts[*place]))
                }
                Field::Status(..) => Some(()),
                _ => None,
            };
            if at.is_some()
                && let Some(place) = place(names, &field.to_string())
            {
                let is_infinite = match &field {
                    Field::Rating(_, place) => rated.ratings[*place].status == Status::Infinite,
                    _ => false,
                };
                row.kept[place] = match rated.cell(&field) {
                    Cell::Null if is_infinite => self.infinite.text(),
                    Cell::Null => None,
                    Cell::Number(number) => Some(number.to_string()),
                    Cell::Decimal(text) | Cell::Text(text) => Some(text.to_string()),
                };
            }
        }
    }

    /// Why a row is not to be rated, if the condition says so.
    fn skip(&self, names: &[String], row: &Row) -> Option<Skip> {
        let condition = self.condition.as_ref()?;
        let value = |at: usize| value(names, &row.kept, &condition.operands[at]);
        match condition.verdict(value) {
            Truth::Holds => None,
            Truth::Fails => Some(Skip::Fails),
            Truth::Open(Why::Missing) => Some(Skip::Missing),
            Truth::Open(Why::NoNumber) => Some(Skip::NoNumber),
        }
    }
}

/// The columns that a condition on rows to rate can name: those of the tables.
fn scope(names: &[String], requested: &Names) -> Scope {
    let ours = Column::all().filter(|column| place(names, column.name()).is_some());
    let mut scope = Scope::from_iter(ours);
    scope.add(PUZZLE, Operand::Puzzle);
    let is_other = |name: &&String| {
        let is_status = |column: Column| column.status().as_ref() == Some(*name);
        let is_ours = name.parse::<Column>().is_ok() || Column::all().any(is_status);
        !is_ours && ![ROW, PUZZLE].contains(&name.as_str())
    };
    scope.extend(names.iter().filter(is_other).cloned());
    for name in requested
        .columns()
        .filter(|name| place(names, name).is_none())
    {
        scope.refuse(
            name,
            &format!("{name} is only being added: no table has it yet"),
        );
    }
    scope
}

/// The place of a column.
fn place(names: &[String], name: &str) -> Option<usize> {
    names
        .iter()
        .position(|other| other.eq_ignore_ascii_case(name))
}

fn text<'r>(names: &[String], kept: &'r [Option<String>], name: &str) -> &'r str {
    let text = place(names, name).and_then(|place| kept.get(place)?.as_deref());
    text.unwrap_or_default()
}

fn entry(names: &[String], kept: &[Option<String>], column: Column) -> Entry {
    let written = text(names, kept, column.name());
    let value = match column.words() {
        Some(words) => words.value(written).ok().flatten().map(u16::from),
        None => written.parse::<u16>().ok(),
    };
    let status = column.status().map(|name| text(names, kept, &name));
    let status = status.and_then(|word| word.parse::<Status>().ok());
    Entry::new(value, status).unwrap_or(Entry::Unknown)
}

fn value<'r>(names: &[String], kept: &'r [Option<String>], operand: &Operand) -> Value<'r> {
    match operand {
        Operand::Row => Value::Text(text(names, kept, ROW)),
        Operand::Puzzle => Value::Text(text(names, kept, PUZZLE)),
        Operand::Entry(column) => Value::Entry(entry(names, kept, *column)),
        Operand::Text(name) => Value::Text(text(names, kept, name)),
    }
}

/// The metadata of a table to which ratings were added: what the tables said.
pub(super) fn inherited(sources: &[Source], metadata: Metadata) -> Result<Metadata, Error> {
    let before = tables(sources)?
        .into_iter()
        .filter_map(|(_, before)| before);
    let before: Vec<Metadata> = before.collect();
    Ok(Metadata {
        generated: before
            .iter()
            .flat_map(|table| table.generated.clone())
            .collect(),
        rated: None,
        before,
        ..metadata
    })
}
