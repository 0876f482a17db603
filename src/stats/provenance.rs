//! Where a table comes from: what `gradus classify` wrote into it about its
//! inputs and options.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The key of a Parquet file's metadata that holds the provenance as JSON.
pub const KEY: &str = "gradus";

/// A table that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The name of its file.
    pub name: String,
    /// Its rows.
    pub rows: u64,
    /// What it says of itself; text tables say nothing.
    pub provenance: Option<Provenance>,
}

/// What a table says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Provenance {
    /// The version of the program that made it.
    pub version: String,
    /// The options of the job.
    #[serde(default)]
    pub options: serde_json::Value,
    /// The puzzles' files.
    #[serde(default)]
    pub inputs: Vec<Input>,
    /// What generators said of the puzzles in the inputs.
    #[serde(default)]
    pub generated: Vec<String>,
    /// Puzzles that were rated.
    pub rows: Option<u64>,
    /// Lines that were rejected.
    pub rejected: Option<u64>,
}

/// A file of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its BLAKE3 checksum.
    pub blake3: Option<String>,
}

/// The kinds of generators (PBCS 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Generator {
    /// Adds clues until the solution is unique.
    BottomUp,
    /// Takes clues away, and puts one back where it must stay.
    TopDown,
    /// Takes clues away, and gives the grid up where one must stay.
    ControlledBias,
}

impl Generator {
    /// All kinds.
    pub const ALL: [Generator; 3] = [
        Generator::BottomUp,
        Generator::TopDown,
        Generator::ControlledBias,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Generator::BottomUp => "bottom-up",
            Generator::TopDown => "top-down",
            Generator::ControlledBias => "controlled-bias",
        }
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that names no kind of generator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no generator is called {0:?}: give bottom-up, top-down or controlled-bias")]
pub struct UnknownGenerator(String);

impl FromStr for Generator {
    type Err = UnknownGenerator;

    fn from_str(word: &str) -> Result<Self, UnknownGenerator> {
        let mut kinds = Generator::ALL.into_iter();
        let found = kinds.find(|kind| kind.word() == word);
        found.ok_or_else(|| UnknownGenerator(word.to_string()))
    }
}

/// How puzzles were generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Generated {
    /// The kind of generator, if it is one that we know.
    kind: Option<Generator>,
    /// Complete grids that were tried.
    grids: Option<u64>,
}

/// Why a table's account of itself cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProvenanceError {
    /// The metadata is not what `classify` writes.
    #[error("the metadata key {KEY:?} cannot be read: {0}")]
    Unreadable(String),
    /// The table was made by a program of another version.
    #[error("made by version {0}, and this is version {ours}: rate the puzzles again", ours = env!("CARGO_PKG_VERSION"))]
    OtherVersion(String),
}

impl Provenance {
    /// Reads the text under [`KEY`]; an error if it is of another version.
    pub fn parse(text: &str) -> Result<Provenance, ProvenanceError> {
        let unreadable = |error: serde_json::Error| ProvenanceError::Unreadable(error.to_string());
        let provenance: Provenance = serde_json::from_str(text).map_err(unreadable)?;
        if series(&provenance.version) != series(env!("CARGO_PKG_VERSION")) {
            return Err(ProvenanceError::OtherVersion(provenance.version));
        }
        Ok(provenance)
    }
}

/// Major and minor version.
fn series(version: &str) -> Vec<&str> {
    version.split('.').take(2).collect()
}

/// A generator's own words: its kind, then words such as `grids=1000`.
fn generated(line: &String) -> Generated {
    let mut pairs = line
        .split_whitespace()
        .filter_map(|word| word.split_once('='));
    let grids = pairs.find(|(name, _)| *name == "grids");
    Generated {
        kind: line
            .split_whitespace()
            .next()
            .and_then(|word| word.parse().ok()),
        grids: grids.and_then(|(_, number)| number.parse().ok()),
    }
}

/// The name of a file without its folders: what a summary tells does not depend
/// on where it was computed.
pub fn short_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// What the sources together say of their generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The kind of generator, if all sources tell the same.
    pub kind: Option<Generator>,
    /// Complete grids that were tried, if every source tells.
    pub grids: Option<u64>,
}

impl Origin {
    /// The origin of all puzzles of some sources; nothing is known of it if one of
    /// them does not tell, or has puzzles of which it does not tell.
    pub fn of(sources: &[Source]) -> Origin {
        let told = |source: &Source| -> Option<Vec<Generated>> {
            let provenance = source.provenance.as_ref()?;
            let whole = provenance.generated.len() >= provenance.inputs.len().max(1);
            whole.then(|| provenance.generated.iter().map(generated).collect())
        };
        let told: Option<Vec<_>> = sources.iter().map(told).collect();
        let told = told.unwrap_or_default().concat();
        let Some(first) = told.first() else {
            return Origin::default();
        };
        Origin {
            kind: first
                .kind
                .filter(|_| told.iter().all(|other| other.kind == first.kind)),
            grids: told.iter().map(|generated| generated.grids).sum(),
        }
    }
}
