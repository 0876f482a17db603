//! Shards: parts of a job that run separately and are merged afterwards. Shard
//! I of N has the rows whose number is I modulo N.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A part of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which one, from 0.
    pub index: u64,
    /// Of how many.
    pub count: u64,
}

impl Shard {
    /// The only shard of a complete job.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Returns true if a row belongs to the shard.
    pub fn has(self, row: u64) -> bool {
        row % self.count == self.index
    }
}

/// A text that is not a shard.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("a shard is I/N with I from 0 to N-1: the shards of three are 0/3, 1/3 and 2/3")]
pub struct NotAShard;

impl FromStr for Shard {
    type Err = NotAShard;

    fn from_str(text: &str) -> Result<Self, NotAShard> {
        let (index, count) = text.split_once('/').ok_or(NotAShard)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| NotAShard);
        let (index, count) = (number(index)?, number(count)?);
        match index < count {
            true => Ok(Shard { index, count }),
            false => Err(NotAShard),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}
