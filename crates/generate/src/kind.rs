//! The kinds of generators.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A generator of minimal puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Adds clues to nothing.
    BottomUp,
    /// Deletes clues of a complete grid, and takes back what goes too far.
    TopDown,
    /// Deletes clues of complete grids, and throws away what goes too far.
    ControlledBias,
}

/// A generator that deletes clues of complete grids, and can be given these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// Takes back what goes too far.
    TopDown,
    /// Throws away what goes too far.
    ControlledBias,
}

impl From<Deletion> for Kind {
    fn from(deletion: Deletion) -> Kind {
        match deletion {
            Deletion::TopDown => Kind::TopDown,
            Deletion::ControlledBias => Kind::ControlledBias,
        }
    }
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::BottomUp, Kind::TopDown, Kind::ControlledBias];

    /// The generator, if it begins with complete grids.
    pub fn deletion(self) -> Option<Deletion> {
        match self {
            Kind::BottomUp => None,
            Kind::TopDown => Some(Deletion::TopDown),
            Kind::ControlledBias => Some(Deletion::ControlledBias),
        }
    }

    /// Its name, on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::BottomUp => "bottom-up",
            Kind::TopDown => "top-down",
            Kind::ControlledBias => "controlled-bias",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no generator.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("a generator is bottom-up, top-down or controlled-bias")]
pub struct NotAKind;

impl FromStr for Kind {
    type Err = NotAKind;

    fn from_str(text: &str) -> Result<Self, NotAKind> {
        let mut kinds = Kind::ALL.into_iter();
        let kind = kinds.find(|kind| kind.name().eq_ignore_ascii_case(text));
        kind.ok_or(NotAKind)
    }
}
