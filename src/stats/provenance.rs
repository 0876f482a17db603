//! Where a table comes from: what `gradus classify` wrote into it about its
//! inputs and options.

use std::path::Path;

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

/// How puzzles were generated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Generated {
    /// The kind of generator.
    pub kind: String,
    /// Complete grids that were tried.
    pub grids: Option<u64>,
    /// Puzzles that were made.
    pub count: Option<u64>,
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

    /// How the puzzles were generated, as far as the generators told.
    pub fn generated(&self) -> Vec<Generated> {
        self.generated.iter().map(|line| generated(line)).collect()
    }
}

/// Major and minor version.
fn series(version: &str) -> Vec<&str> {
    version.split('.').take(2).collect()
}

/// A generator's own words: its kind, then words such as `grids=1000`.
fn generated(line: &str) -> Generated {
    let mut words = line.split_whitespace();
    let kind = words.next().unwrap_or_default().to_string();
    let value = |key: &str| {
        let mut pairs = line
            .split_whitespace()
            .filter_map(|word| word.split_once('='));
        pairs.find(|(name, _)| *name == key)?.1.parse().ok()
    };
    Generated {
        kind,
        grids: value("grids"),
        count: value("count"),
    }
}

/// The name of a file without its folders: what a summary tells does not depend
/// on where it was computed.
pub fn short_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// What the sources together say of their generation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The kind of generator, if all sources tell the same.
    pub kind: Option<String>,
    /// Complete grids that were tried, if every source tells.
    pub grids: Option<u64>,
}

impl Origin {
    /// The origin of all puzzles of some sources.
    pub fn of(sources: &[Source]) -> Origin {
        let told = sources.iter().map(|source| {
            let provenance = source.provenance.as_ref()?;
            let generated = provenance.generated();
            (!generated.is_empty()).then_some(generated)
        });
        let Some(told) = told.collect::<Option<Vec<_>>>() else {
            return Origin::default();
        };
        let told = told.concat();
        let kind = told.first().map(|generated| generated.kind.clone());
        let same = told
            .iter()
            .all(|generated| Some(&generated.kind) == kind.as_ref());
        let grids = told.iter().map(|generated| generated.grids);
        Origin {
            kind: kind.filter(|_| same),
            grids: match told.is_empty() {
                true => None,
                false => grids.sum(),
            },
        }
    }
}
