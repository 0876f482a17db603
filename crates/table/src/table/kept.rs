//! Columns of an input that a ratings table keeps beside its own, and their names in the
//! table.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::columns::our_name;

/// Which columns of the inputs are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// All columns.
    #[default]
    All,
    /// All columns under their own names, also those of ours: the table is kept as it is.
    Whole,
    /// Only the puzzle and the comment.
    None,
    /// Those with these names.
    Columns(Vec<String>),
}

impl Keep {
    /// Returns true if a column of this name is kept.
    pub(crate) fn has(&self, name: &str) -> bool {
        match self {
            Keep::All | Keep::Whole => true,
            Keep::None => false,
            Keep::Columns(names) => names.iter().any(|wanted| wanted.eq_ignore_ascii_case(name)),
        }
    }
}

impl FromStr for Keep {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Keep, Infallible> {
        let names = || text.split(',').map(|name| name.trim().to_string());
        Ok(match text.to_ascii_lowercase().as_str() {
            "all" => Keep::All,
            "none" | "" => Keep::None,
            _ => Keep::Columns(names().filter(|name| !name.is_empty()).collect()),
        })
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Keep::All | Keep::Whole => f.write_str("all"),
            Keep::None => f.write_str("none"),
            Keep::Columns(names) => f.write_str(&names.join(",")),
        }
    }
}

/// The name that a column of an input has in the table: its own, unless a column of
/// ours has it, whether or not it is in this table.
pub fn kept_name(name: &str) -> String {
    match our_name(name) {
        Some(_) => format!("input_{name}"),
        None => name.to_string(),
    }
}
