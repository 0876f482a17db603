//! The metadata of a table: how it was made, from which inputs, and how large it is. A
//! Parquet file carries it; a text file has it in a second file.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::asked::{Asked, Hunt, Input, JobKind, is_zero, usual_depth};
use super::columns::Columns;
use super::infinite::Infinite;
use super::kept::Keep;
use super::kept_type::KeptType;
use crate::io::with_suffix;
use gradus_engine::rating::Names;

/// The key of the metadata in a Parquet file; its value is JSON.
pub(crate) const KEY: &str = "gradus";

/// How a table was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenMetadata", into = "WrittenMetadata")]
pub struct Metadata {
    /// The options of the job that made it.
    pub asked: Asked,
    /// BLAKE3 of all input records in order, for any compression of the inputs.
    pub records_blake3: String,
    /// Notes of the generators of the puzzles.
    pub generated: Vec<String>,
    /// Number of rows.
    pub rows: u64,
    /// Number of rejected lines.
    pub rejected: u64,
    /// Number of rated puzzles, if a condition excluded some.
    pub rated: Option<u64>,
    /// The kinds of the puzzles, if some are not 9×9 Sudokus: then the table has a column
    /// for them.
    pub kinds: Vec<String>,
    /// The input columns that were kept, after our own.
    pub kept: Vec<String>,
    /// Their types, or nothing if all have texts.
    pub kept_types: Vec<KeptType>,
    /// How far the hunt went that found the puzzles.
    pub reached: Option<HuntExtent>,
    /// The metadata of the tables to which ratings were added.
    pub before: Vec<Metadata>,
}

/// How far a hunt went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HuntExtent {
    /// Number of complete generations.
    pub generations: u64,
    /// The number of puzzles that passed each stage of the cascade.
    pub stages: Vec<(String, u64)>,
    /// The best value.
    pub best: Option<String>,
}

/// The metadata as the file has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenMetadata {
    version: String,
    options: Options,
    inputs: Vec<Input>,
    records_blake3: String,
    generated: Vec<String>,
    rows: u64,
    rejected: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    rated: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    shard: Option<String>,
    #[serde(skip_serializing_if = "is_usual_depth", default = "usual_depth")]
    max_depth: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    kinds: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    kept: Vec<String>,
    #[serde(skip_serializing_if = "are_texts", default)]
    kept_types: Vec<KeptType>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    hunt: Option<WrittenHunt>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    before: Vec<Metadata>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    ratings: Vec<String>,
    max_length: u64,
    budget: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    timeout: Option<u64>,
    #[serde(skip_serializing_if = "is_zero", default)]
    skip: u64,
    limit: Option<u64>,
    #[serde(default)]
    column: Option<String>,
    #[serde(default)]
    keep: Keep,
    #[serde(skip_serializing_if = "Infinite::is_null", default)]
    infinite: Infinite,
    #[serde(default, rename = "where")]
    condition: Option<String>,
}

/// A hunt and how far it went, in one object.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenHunt {
    #[serde(flatten)]
    asked: Hunt,
    #[serde(default)]
    reached: Option<HuntExtent>,
}

fn are_texts(types: &[KeptType]) -> bool {
    types.iter().all(|kind| *kind == KeptType::Text)
}

fn is_usual_depth(depth: &u64) -> bool {
    *depth == usual_depth()
}

impl From<Metadata> for WrittenMetadata {
    fn from(metadata: Metadata) -> WrittenMetadata {
        // Every field, so that none can be forgotten.
        let Asked {
            version,
            job,
            ratings,
            max_length,
            max_depth,
            budget,
            timeout,
            skip,
            limit,
            column,
            keep,
            kind,
            infinite,
            condition,
            shard,
            inputs,
            unreadable: _,
        } = metadata.asked;
        let (reached, sizeless) = (metadata.reached, |input| Input {
            size: None,
            ..input
        });
        WrittenMetadata {
            version,
            options: Options {
                ratings,
                max_length,
                budget,
                timeout,
                skip,
                limit,
                column,
                keep,
                infinite,
                condition,
            },
            inputs: inputs.into_iter().map(sizeless).collect(),
            records_blake3: metadata.records_blake3,
            generated: metadata.generated,
            rows: metadata.rows,
            rejected: metadata.rejected,
            rated: metadata.rated,
            shard,
            max_depth,
            kind,
            kinds: metadata.kinds,
            kept: metadata.kept,
            kept_types: metadata.kept_types,
            hunt: match job {
                JobKind::Hunt(asked) => Some(WrittenHunt { asked, reached }),
                _ => None,
            },
            before: metadata.before,
        }
    }
}

impl From<WrittenMetadata> for Metadata {
    fn from(written: WrittenMetadata) -> Metadata {
        let options = written.options;
        let (job, reached) = match written.hunt {
            Some(WrittenHunt { asked, reached }) => (JobKind::Hunt(asked), reached),
            None => (JobKind::Classify, None),
        };
        Metadata {
            asked: Asked {
                version: written.version,
                job,
                ratings: options.ratings,
                max_length: options.max_length,
                max_depth: written.max_depth,
                budget: options.budget,
                timeout: options.timeout,
                skip: options.skip,
                limit: options.limit,
                column: options.column,
                keep: options.keep,
                kind: written.kind,
                infinite: options.infinite,
                condition: options.condition,
                shard: written.shard,
                inputs: written.inputs,
                unreadable: Vec::new(),
            },
            records_blake3: written.records_blake3,
            generated: written.generated,
            rows: written.rows,
            rejected: written.rejected,
            rated: written.rated,
            kinds: written.kinds,
            kept: written.kept,
            kept_types: written.kept_types,
            reached,
            before: written.before,
        }
    }
}

/// The metadata of an empty table.
impl From<Asked> for Metadata {
    fn from(asked: Asked) -> Metadata {
        Metadata {
            asked,
            ..Metadata::default()
        }
    }
}

/// The metadata as JSON.
impl fmt::Display for Metadata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).expect("plain text and numbers under names"))
    }
}

impl Metadata {
    /// The columns of the table, if it has these ratings and facts.
    pub fn columns(&self, names: &Names) -> Columns {
        if self.asked.keep == Keep::Whole {
            return Columns::added(names, &self.kept, &self.kept_types);
        }
        let columns = Columns::of(names).with_kinds(!self.kinds.is_empty());
        columns.with(&self.kept, &self.kept_types)
    }

    /// The file that holds the metadata of a text table.
    pub fn beside(table: &Path) -> PathBuf {
        with_suffix(table, ".meta.json")
    }
}
