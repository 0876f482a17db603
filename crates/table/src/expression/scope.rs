//! Scopes: the columns that the names of an expression can refer to.

use super::fault::Fault;
use super::lexer::Span;
use crate::table::Column;
use crate::table::columns::ROW;
use gradus_engine::rating::nearest;

/// A column that an expression reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The rows' numbers.
    Row,
    /// The puzzles.
    Puzzle,
    /// A count or a rating, with its status.
    Entry(Column),
    /// Any other column: comments and the kept columns of inputs.
    Text(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    Values(Operand),
    /// How far a rating is known.
    Status(Column),
}

/// The columns that an expression can name.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    names: Vec<(String, Binding)>,
    /// Known names that cannot be used, each with the remedy.
    refused: Vec<(String, String)>,
    /// True if every other name is a column that is still to come.
    pub is_open: bool,
}

/// A scope with the rows' numbers and these columns of numbers.
impl FromIterator<Column> for Scope {
    fn from_iter<T: IntoIterator<Item = Column>>(columns: T) -> Scope {
        let mut scope = Scope::default();
        scope.add(ROW, Operand::Row);
        let columns = columns.into_iter();
        columns.for_each(|column| scope.add(column.name(), Operand::Entry(column)));
        scope
    }
}

/// Adds columns of texts.
impl Extend<String> for Scope {
    fn extend<T: IntoIterator<Item = String>>(&mut self, names: T) {
        let names = names.into_iter();
        names.for_each(|name| self.add(&name, Operand::Text(name.clone())));
    }
}

impl Scope {
    /// Adds a column under this name, and the status of a rating.
    pub fn add(&mut self, name: &str, operand: Operand) {
        let column = match operand {
            Operand::Entry(column) => Some(column),
            _ => None,
        };
        self.names
            .push((name.to_string(), Binding::Values(operand)));
        let is_known = |status: &String| self.names.iter().any(|(known, _)| known == status);
        if let Some(column) = column
            && let Some(status) = column.status().filter(|status| !is_known(status))
        {
            self.names.push((status, Binding::Status(column)));
        }
    }

    /// Refuses a name, for a reason.
    pub fn refuse(&mut self, name: &str, reason: &str) {
        self.refused.push((name.to_string(), reason.to_string()));
    }

    /// The meaning of a name, in capitals or not.
    pub(super) fn meaning(&self, text: &str, name: &str, span: &Span) -> Result<Binding, Fault> {
        let exact = self.names.iter().find(|(known, _)| known == name);
        let similar = || self.names.iter().find(|(known, _)| is_same(known, name));
        if let Some((_, meaning)) = exact.or_else(similar) {
            return Ok(meaning.clone());
        }
        if let Some((_, reason)) = self.refused.iter().find(|(known, _)| is_same(known, name)) {
            return Err(Fault::new(text, span.start, reason.as_str()));
        }
        if self.is_open {
            Ok(Binding::Values(Operand::Text(name.to_string())))
        } else {
            Err(Fault::new(text, span.start, self.unknown(name)))
        }
    }

    /// The message for a name that is not known.
    fn unknown(&self, name: &str) -> String {
        let names: Vec<&str> = self.names.iter().map(|(name, _)| name.as_str()).collect();
        let near = nearest(name, names.iter().copied());
        let near = near.map_or(String::new(), |near| format!(" (did you mean {near}?)"));
        format!(
            "no column is called {name:?}{near}: the columns are {}",
            names.join(", ")
        )
    }
}

fn is_same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}
