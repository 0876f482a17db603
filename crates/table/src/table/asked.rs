//! The options of a job: everything that its result depends on. The journal of a job
//! stores it, a table carries it in its metadata, and a pipeline compares it. The number of
//! threads, `strict` and the stop limits of a hunt are not part of it.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::infinite::Infinite;
use super::kept::Keep;
use gradus_engine::rating::{MAX_DEPTH, Request};

/// The options of a job. The order of the fields is the order in which changes are
/// reported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The version of gradus.
    pub version: String,
    /// The job and the options that only it has.
    pub job: JobKind,
    /// The ratings and facts, in the order of the columns.
    pub ratings: Vec<String>,
    /// The longest chains to try.
    pub max_length: u64,
    /// The deepest T&E to try for depths.
    pub max_depth: u64,
    /// Search nodes for each path that a rating follows; 0 is no limit.
    pub budget: u64,
    /// The time for a puzzle in seconds. With a limit, the result depends on the machine.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub timeout: Option<u64>,
    /// The number of puzzles to skip.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub skip: u64,
    /// The number of puzzles to read at most.
    pub limit: Option<u64>,
    /// The input column with the puzzles, if it is not called `puzzle`.
    pub column: Option<String>,
    /// The other input columns to keep.
    pub keep: Keep,
    /// The kind of puzzles without a KIND: prefix.
    pub kind: Option<String>,
    /// The value of infinite ratings.
    #[serde(skip_serializing_if = "Infinite::is_null", default)]
    pub infinite: Infinite,
    /// The condition that the rows satisfy.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// The shard of the rows, `I/N`, or `None` for all rows.
    pub shard: Option<String>,
    /// The inputs, in order.
    pub inputs: Vec<Input>,
    /// Inputs that were found but cannot be read, each with the reason. Tables do not
    /// record them.
    pub unreadable: Vec<(String, String)>,
}

/// A job and the options that only it has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobKind {
    /// Rates puzzles.
    #[default]
    Classify,
    /// Searches for puzzles with an extreme rating.
    Hunt(Hunt),
    /// Generates puzzles.
    Generate {
        /// The name of the generator.
        generator: String,
        /// The seed of its random choices.
        seed: u64,
        /// The number of puzzles, or `None` for as many as the given grids yield.
        count: Option<u64>,
        /// Where the complete grids come from: `own` or `given`.
        grids: String,
        /// Kind and size of the squares, unless they are 9×9 Sudokus.
        squares: Option<String>,
    },
    /// Turns puzzles into puzzles.
    Convert {
        /// The command.
        step: String,
        /// Its options.
        options: Map<String, Value>,
    },
}

/// The options of a hunt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hunt {
    /// The expression to maximise, and where.
    pub target: String,
    /// The expression that decides between equal values.
    pub tie: Option<String>,
    /// The least value of a find.
    pub least: Option<String>,
    /// Upper bounds of B stand for values below this.
    #[serde(default)]
    pub bounds_below: Option<u64>,
    /// True if only minimal puzzles count.
    pub minimal: bool,
    /// The seed of its random choices.
    pub seed: u64,
    /// The number of random puzzles at the start.
    pub random: u64,
    /// The generator of these.
    pub generator: String,
    /// Its moves.
    pub moves: Vec<String>,
    /// The size of its population.
    pub population: u64,
    /// The most puzzles in the population with the same solution grid.
    pub quota: u64,
    /// Generations without a better find after which the population is emptied.
    pub restart_after: Option<u64>,
}

/// An input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its name as given.
    pub name: String,
    /// BLAKE3 of the file as stored, or `None` for a stream, and while the file is not yet
    /// read.
    pub blake3: Option<String>,
    /// The size of the file in bytes, before its digest is known. Tables do not record it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub size: Option<u64>,
}

pub(crate) fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The depth limit unless another one is requested.
pub(crate) fn usual_depth() -> u64 {
    MAX_DEPTH as u64
}

/// A job without ratings and inputs.
impl From<JobKind> for Asked {
    fn from(job: JobKind) -> Asked {
        Asked {
            version: env!("CARGO_PKG_VERSION").to_string(),
            job,
            max_depth: usual_depth(),
            ..Asked::default()
        }
    }
}

impl Asked {
    /// A job that rates puzzles.
    pub fn rating(job: JobKind, request: &Request) -> Asked {
        let limits = request.limits;
        Asked {
            ratings: request.names.columns().map(str::to_string).collect(),
            max_length: limits.max_length as u64,
            max_depth: limits.max_depth as u64,
            budget: match limits.budget {
                u64::MAX => 0,
                budget => budget,
            },
            timeout: limits.timeout.map(|timeout| timeout.as_secs()),
            ..Asked::from(job)
        }
    }
}

/// A field that differs between two jobs, and its values in them.
struct FieldChange {
    field: String,
    then: Value,
    now: Value,
}

/// The fields in which two values differ, those of nested objects included: the name of each
/// and the change in words.
pub fn changes<T: Serialize>(then: &T, now: &T) -> Vec<(String, String)> {
    let mut changes = Vec::new();
    let [then, now] = [then, now].map(|value| serde_json::to_value(value).unwrap_or_default());
    compare("", &then, &now, &mut changes);
    let worded = changes
        .into_iter()
        .map(|change| (change.to_string(), change.field));
    worded.map(|(words, field)| (field, words)).collect()
}

/// Compares two values field by field.
fn compare(field: &str, then: &Value, now: &Value, changes: &mut Vec<FieldChange>) {
    match (then, now) {
        (then, now) if then == now => {}
        (Value::Object(then), Value::Object(now)) => {
            let new = now.keys().filter(|field| !then.contains_key(*field));
            for field in then.keys().chain(new) {
                let [then, now] = [then, now].map(|fields| fields.get(field));
                let none = &Value::Null;
                compare(field, then.unwrap_or(none), now.unwrap_or(none), changes);
            }
        }
        (then, now) => changes.push(FieldChange {
            field: field.to_string(),
            then: then.clone(),
            now: now.clone(),
        }),
    }
}

impl fmt::Display for FieldChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldChange { field, then, now } = self;
        let names = [then, now].map(named);
        match field.as_str() {
            "inputs" if names[0] == names[1] => {
                let inputs = |inputs: &Value| inputs.as_array().cloned().unwrap_or_default();
                let (then, now) = (inputs(then), inputs(now));
                let changed = then.iter().zip(&now).position(|(then, now)| then != now);
                let name = changed.and_then(|place| names[0].get(place));
                write!(f, "the input {} has changed", name.map_or("", |name| name))
            }
            "inputs" => {
                let [then, now] = names.map(|names| names.join(", "));
                write!(f, "inputs changed from {then} to {now}")
            }
            "unreadable" => f.write_str("the list of unreadable inputs has changed"),
            field => write!(f, "{field} changed from {} to {}", text(then), text(now)),
        }
    }
}

/// The names of inputs.
fn named(inputs: &Value) -> Vec<String> {
    let inputs = inputs.as_array().into_iter().flatten();
    inputs.map(|input| text(&input["name"])).collect()
}

/// A value in a message.
fn text(value: &Value) -> String {
    match value {
        Value::Null => "none".to_string(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(","),
        Value::Object(fields) => fields.values().map(text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
