//! Published puzzles of other kinds, with their ratings, from the development data.

use std::io::{BufRead, BufReader};

use crate::data::development_data;
use serde_json::Value;

/// The published puzzles of a kind; none, with a message, where the data are absent.
pub fn golden(kind: &str) -> Option<Vec<Value>> {
    let file = development_data("../spec/golden/other-csps.jsonl")?;
    let lines = BufReader::new(file).lines();
    let entries = lines.map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    Some(entries.filter(|entry| entry["kind"] == kind).collect())
}
