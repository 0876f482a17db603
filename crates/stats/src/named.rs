//! Columns, formulas and groups of tables by the names that users give them.

use thiserror::Error;

use super::groups::Grouper;
use super::scan::TableSet;
use gradus_table::expression::{Fault, Formula};
use gradus_table::table::{Column, ReadError};

/// Why a name stands for nothing in some tables.
#[derive(Debug, Error)]
pub enum UnknownName {
    /// The tables lack a rating.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is not a formula over their columns.
    #[error(transparent)]
    Formula(#[from] Fault),
    /// It is not one of their columns.
    #[error("no column named {word:?} (expected {} or file)", .columns.join(", "))]
    Column {
        /// The name.
        word: String,
        /// The columns of the tables.
        columns: Vec<String>,
    },
}

impl TableSet {
    /// Reads a formula: arithmetic over the columns of the tables, or the name of one of their
    /// columns, even if that looks like arithmetic.
    pub fn formula(&self, text: &str) -> Result<Formula, UnknownName> {
        let others = self.others();
        let named = |text: &str| {
            let name = others.iter().find(|name| name.eq_ignore_ascii_case(text));
            name.map(|name| Formula::named(name))
        };
        let bound = |formula: Formula| formula.bind(&self.scope()).map(|_| formula);
        let parsed = text.parse::<Formula>();
        if let Ok(formula) = &parsed {
            // A rating that the tables lack is not a wrong name.
            formula.columns().try_for_each(|column| self.need(column))?;
        }
        match parsed.and_then(bound) {
            // Use the spelling of the table.
            Ok(formula) => Ok(formula.name().and_then(named).unwrap_or(formula)),
            Err(fault) => named(text).ok_or(UnknownName::Formula(fault)),
        }
    }

    /// Columns of numbers, and other groups of rows: columns of text, formulas, or `file`.
    pub fn groups(&self, words: &[String]) -> Result<(Vec<Column>, Vec<Grouper>), UnknownName> {
        let (mut columns, mut groups) = (Vec::new(), Vec::new());
        for word in words {
            match (self.grouper(word), word.parse::<Column>()) {
                (_, Ok(column)) => {
                    self.need(column)?;
                    columns.push(column);
                }
                (Some(group), _) => groups.push(group),
                (None, Err(_)) if !is_name(word) => {
                    groups.push(Grouper::formula(&self.formula(word)?, self)?);
                }
                (None, Err(_)) => {
                    let ours = self.columns();
                    let ours = ours.iter().map(ToString::to_string);
                    return Err(UnknownName::Column {
                        word: word.clone(),
                        columns: ours.chain(self.others()).collect(),
                    });
                }
            }
        }
        Ok((columns, groups))
    }

    /// The groups of a column of text, or of the files.
    fn grouper(&self, word: &str) -> Option<Grouper> {
        let is_file = word.eq_ignore_ascii_case("file");
        let files = || is_file.then(|| Grouper::of("source", self)).flatten();
        Grouper::of(word, self).or_else(files)
    }
}

/// Returns true if a word is a name, not arithmetic.
fn is_name(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || c == '_')
}
