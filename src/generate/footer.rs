//! The last line of generated puzzles: how they were made, and from how many complete grids.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::input::GENERATED;
use gradus_generate::Generator;

/// How puzzles were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footer {
    /// The generator.
    pub kind: Generator,
    /// Its seed.
    pub seed: u64,
    /// The number of puzzles.
    pub count: u64,
    /// The number of complete grids that the controlled-bias generator tried.
    pub grids: Option<u64>,
    /// Kind and size of squares that are not 9×9 Sudokus.
    pub squares: Option<String>,
    /// The version of gradus.
    pub version: String,
}

impl fmt::Display for Footer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Footer {
            kind,
            seed,
            count,
            grids,
            squares,
            version,
        } = self;
        write!(f, "{GENERATED}{kind} seed={seed} count={count}")?;
        if let Some(grids) = grids {
            write!(f, " grids={grids}")?;
        }
        if let Some(squares) = squares {
            write!(f, " squares={squares}")?;
        }
        write!(f, " version={version}")
    }
}

/// A line that is not a footer.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("this line does not say how puzzles were generated")]
pub struct NotAFooter;

impl FromStr for Footer {
    type Err = NotAFooter;

    fn from_str(line: &str) -> Result<Self, NotAFooter> {
        let mut words = line.strip_prefix(GENERATED).ok_or(NotAFooter)?.split(' ');
        let kind = words.next().and_then(|word| word.parse().ok());
        let pairs: Vec<(&str, &str)> = words.filter_map(|word| word.split_once('=')).collect();
        let value = |key: &str| pairs.iter().find(|pair| pair.0 == key).map(|pair| pair.1);
        let number = |key: &str| value(key).and_then(|text| text.parse().ok());
        Ok(Footer {
            kind: kind.ok_or(NotAFooter)?,
            seed: number("seed").ok_or(NotAFooter)?,
            count: number("count").ok_or(NotAFooter)?,
            grids: number("grids"),
            squares: value("squares").map(str::to_string),
            version: value("version").ok_or(NotAFooter)?.to_string(),
        })
    }
}
