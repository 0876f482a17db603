//! The generators by name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A generator of minimal puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Generator {
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
    /// Deletes clues of complete grids.
    Deletion(Deletion),
}

/// A generator that deletes clues of complete grids, and can be given these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// Takes back what goes too far.
    TopDown,
    /// Throws away what goes too far.
    ControlledBias,
}

impl From<Independent> for Generator {
    fn from(independent: Independent) -> Generator {
        match independent {
            Independent::BottomUp => Generator::BottomUp,
            Independent::Deletion(deletion) => deletion.into(),
        }
    }
}

impl From<Deletion> for Generator {
    fn from(deletion: Deletion) -> Generator {
        match deletion {
            Deletion::TopDown => Generator::TopDown,
            Deletion::ControlledBias => Generator::ControlledBias,
        }
    }
}

impl Generator {
    /// All of them.
    pub const ALL: [Generator; 4] = [
        Generator::BottomUp,
        Generator::TopDown,
        Generator::ControlledBias,
        Generator::Suexg,
    ];

    /// The generator, if its units do not depend on one another, as those of suexg do, which has
    /// one stream of random numbers for all its puzzles.
    pub fn independent(self) -> Option<Independent> {
        match self {
            Generator::BottomUp => Some(Independent::BottomUp),
            Generator::TopDown => Some(Independent::Deletion(Deletion::TopDown)),
            Generator::ControlledBias => Some(Independent::Deletion(Deletion::ControlledBias)),
            Generator::Suexg => None,
        }
    }

    /// A seed in 32 bits, for a generator that takes no others.
    pub(crate) fn small_seed(self, seed: u64) -> Result<u32, LargeSeed> {
        u32::try_from(seed).map_err(|_| LargeSeed { kind: self, seed })
    }

    /// An error if it does not take a seed.
    pub fn check_seed(self, seed: u64) -> Result<(), LargeSeed> {
        match self {
            Generator::Suexg => self.small_seed(seed).map(drop),
            _ => Ok(()),
        }
    }

    /// Its name, on the command line and in files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Generator::BottomUp => "bottom-up",
            Generator::TopDown => "top-down",
            Generator::ControlledBias => "controlled-bias",
            Generator::Suexg => "suexg",
        }
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A seed that a generator does not take.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the seed {seed} is too large: {kind} takes 0 to {}", u32::MAX)]
pub struct LargeSeed {
    kind: Generator,
    seed: u64,
}

impl FromStr for Generator {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Generator::ALL.into_iter();
        let found = all.find(|generator| generator.name().eq_ignore_ascii_case(text));
        let expected = "a generator is bottom-up, top-down, controlled-bias or suexg";
        found.ok_or_else(|| expected.to_string())
    }
}
