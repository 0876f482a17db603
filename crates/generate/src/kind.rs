//! The kinds of generators.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A generator of minimal puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Adds clues to nothing.
    BottomUp,
    /// Deletes clues of a complete grid, and takes back what goes too far.
    TopDown,
    /// Deletes clues of complete grids, and throws away what goes too far.
    ControlledBias,
    /// The top-down generator of HLS, number for number.
    Suexg,
}

/// A generator whose units do not depend on one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Independent {
    /// Adds clues to nothing.
    BottomUp,
    /// Takes back what goes too far.
    TopDown,
    /// Throws away what goes too far.
    ControlledBias,
}

/// How a generator works when it has no grids but its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Unit by unit, in whatever order.
    Units(Independent),
    /// One puzzle after the other, by suexg's stream of random numbers.
    Suexg,
}

/// A generator that deletes clues of complete grids, and can be given these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// Takes back what goes too far.
    TopDown,
    /// Throws away what goes too far.
    ControlledBias,
}

impl From<Independent> for Kind {
    fn from(independent: Independent) -> Kind {
        match independent {
            Independent::BottomUp => Kind::BottomUp,
            Independent::TopDown => Kind::TopDown,
            Independent::ControlledBias => Kind::ControlledBias,
        }
    }
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
    pub const ALL: [Kind; 4] = [
        Kind::BottomUp,
        Kind::TopDown,
        Kind::ControlledBias,
        Kind::Suexg,
    ];

    /// How it works.
    pub fn way(self) -> Way {
        match self {
            Kind::BottomUp => Way::Units(Independent::BottomUp),
            Kind::TopDown => Way::Units(Independent::TopDown),
            Kind::ControlledBias => Way::Units(Independent::ControlledBias),
            Kind::Suexg => Way::Suexg,
        }
    }

    /// A seed in 32 bits, for a generator that takes no others.
    pub fn small_seed(self, seed: u64) -> Result<u32, LargeSeed> {
        u32::try_from(seed).map_err(|_| LargeSeed { kind: self, seed })
    }

    /// An error if it does not take a seed.
    pub fn check_seed(self, seed: u64) -> Result<(), LargeSeed> {
        match self.way() {
            Way::Units(_) => Ok(()),
            Way::Suexg => self.small_seed(seed).map(drop),
        }
    }

    /// The generator, if it can be given complete grids.
    pub fn deletion(self) -> Option<Deletion> {
        match self {
            Kind::BottomUp | Kind::Suexg => None,
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
            Kind::Suexg => "suexg",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A seed that a generator does not take.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the seed {seed} is too large: {kind} takes 0 to {}", u32::MAX)]
pub struct LargeSeed {
    kind: Kind,
    seed: u64,
}

/// A text that names no generator.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("a generator is bottom-up, top-down, controlled-bias or suexg")]
pub struct NotAKind;

impl FromStr for Kind {
    type Err = NotAKind;

    fn from_str(text: &str) -> Result<Self, NotAKind> {
        let mut kinds = Kind::ALL.into_iter();
        let kind = kinds.find(|kind| kind.name().eq_ignore_ascii_case(text));
        kind.ok_or(NotAKind)
    }
}
