//! What is known of a table as a whole: how it was made, from what, and how much
//! of it there is. A Parquet file carries it; beside a text file it stands in a
//! file of its own.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::columns::Columns;
use super::format::Format;
use super::kept::Keep;
#[cfg(feature = "polars")]
use super::parquet::parquet_metadata;
use gradus_engine::rating::{MAX_DEPTH, Names, Request};

/// The key of the metadata in a Parquet file; its value is JSON.
pub const KEY: &str = "gradus";

/// How a table was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metadata {
    /// The version of gradus that made it.
    pub version: String,
    /// What was asked for.
    pub options: Options,
    /// Where the puzzles came from, in order.
    pub inputs: Vec<Input>,
    /// BLAKE3 of all records of the inputs in order, whatever their compression.
    pub records_blake3: String,
    /// What the generators of the puzzles recorded about them.
    pub generated: Vec<String>,
    /// Number of rows.
    pub rows: u64,
    /// Number of rejected lines.
    pub rejected: u64,
    /// Puzzles that were rated, if those that do not satisfy a condition were left out.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rated: Option<u64>,
    /// The part of the rows that is here, if not all: `I/N`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shard: Option<String>,
    /// Deeper T&E was not tried for depths; written where it is not the usual limit.
    #[serde(skip_serializing_if = "is_usual_depth", default = "usual_depth")]
    pub max_depth: u64,
    /// The kind of the puzzles that did not show theirs, if it was given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kind: Option<String>,
    /// The kinds of the puzzles that were read, if some are no 9×9 Sudokus: then the table
    /// has a column for them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub kinds: Vec<String>,
    /// The columns of the inputs that were kept, after our own.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub kept: Vec<String>,
    /// The hunt that found the puzzles, if one did: they are no sample of anything.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hunt: Option<Hunt>,
}

/// A hunt: what it was after, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hunt {
    /// What was to be as large as possible, and where.
    pub target: String,
    /// What decided between equals.
    pub tie: Option<String>,
    /// What a find had to be worth at least.
    pub least: Option<String>,
    /// Upper bounds of B stood for values below this.
    #[serde(default)]
    pub bounds_below: Option<u64>,
    /// Whether only minimal puzzles counted.
    pub minimal: bool,
    /// The seed of its random choices.
    pub seed: u64,
    /// Random puzzles that it began with.
    pub random: u64,
    /// The generator of these.
    pub generator: String,
    /// Its moves.
    pub moves: Vec<String>,
    /// The size of its population.
    pub population: u64,
    /// Puzzles of the population with the same solution grid, at most.
    pub quota: u64,
    /// Generations without a better find after which the population began anew.
    pub restart_after: Option<u64>,
    /// How far it went; nothing while it is only a plan.
    #[serde(default)]
    pub reached: Option<Reached>,
}

/// How far a hunt went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// Generations that are complete.
    pub generations: u64,
    /// How many puzzles passed each stage of the cascade, by the words for the stages.
    pub stages: Vec<(String, u64)>,
    /// The best value.
    pub best: Option<String>,
}

/// The depth that is the limit unless another is asked for.
pub fn usual_depth() -> u64 {
    MAX_DEPTH as u64
}

fn is_usual_depth(depth: &u64) -> bool {
    *depth == usual_depth()
}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The ratings and facts, in the order of the columns.
    pub ratings: Vec<String>,
    /// Longer chains were not tried.
    pub max_length: u64,
    /// Search nodes for each path that a rating follows; 0 is no limit.
    pub budget: u64,
    /// Puzzles read at most.
    pub limit: Option<u64>,
    /// The column of the inputs with the puzzles, if it is not called `puzzle`.
    #[serde(default)]
    pub column: Option<String>,
    /// Which other columns of the inputs were to be kept.
    #[serde(default)]
    pub keep: Keep,
    /// The condition that the rows satisfy, if there was one.
    #[serde(default, rename = "where")]
    pub condition: Option<String>,
}

/// An input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its name as it was given.
    pub name: String,
    /// BLAKE3 of the file as it is stored; none for what can be read only once.
    pub blake3: Option<String>,
}

impl Options {
    /// What a request asks for.
    pub fn new(request: &Request, limit: Option<u64>) -> Options {
        let limits = request.limits;
        Options {
            ratings: request.names.columns().map(str::to_string).collect(),
            max_length: limits.max_length as u64,
            budget: if limits.budget == u64::MAX {
                0
            } else {
                limits.budget
            },
            limit,
            column: None,
            keep: Keep::default(),
            condition: None,
        }
    }
}

impl Metadata {
    /// The columns of the table, if it has these ratings and facts.
    pub fn columns(&self, names: &Names) -> Columns {
        let columns = Columns::of(names).with_kinds(!self.kinds.is_empty());
        columns.with(&self.kept)
    }

    /// As JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain text and numbers under names")
    }

    /// The metadata of a table.
    pub fn of(table: &Path, format: Format) -> io::Result<Metadata> {
        let json = match format.carries_metadata() {
            true => parquet_metadata(table)?,
            false => fs::read_to_string(Metadata::beside(table))?,
        };
        Ok(serde_json::from_str(&json)?)
    }

    /// The file that holds the metadata of a text table.
    pub fn beside(table: &Path) -> PathBuf {
        let mut name = table.as_os_str().to_owned();
        name.push(".meta.json");
        name.into()
    }
}

#[cfg(not(feature = "polars"))]
fn parquet_metadata(_table: &Path) -> io::Result<String> {
    Err(super::format::no_parquet())
}
