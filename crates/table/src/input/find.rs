//! The inputs that arguments name: a puzzle is a puzzle, `-` is standard input, and anything
//! else is a file, a directory or a pattern.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::columns::ReadOptions;
use super::plain::names_kind;
use super::record::LONGEST_SHOWN;
use super::records::Records;
use super::text::text_records;
use crate::io::{FindError, FoundInputs, find_or_take, shown};
use crate::table::Keep;

/// Finds what the arguments name. The kind is that of puzzles that do not show their own.
/// Files for which `ignored` holds are passed over in folders and patterns.
pub fn find_inputs(
    arguments: &[OsString],
    kind: Option<&str>,
    ignored: impl Fn(&Path) -> bool,
) -> Result<FoundInputs, FindError> {
    for argument in arguments {
        let text = argument.as_encoded_bytes();
        if is_meant_as_puzzle(text) && !Path::new(argument).exists() {
            check(text, kind)?;
        }
    }
    find_or_take(arguments, |argument| is_puzzle(argument, kind), ignored)
}

/// Characters of a text that is hardly the name of a file.
const LONG: usize = 60;

/// Returns true if an argument that is not the name of a file should be a puzzle.
fn is_meant_as_puzzle(text: &[u8]) -> bool {
    let is_long = text.len() >= LONG && !text.contains(&b'/');
    is_long || text.contains(&b'\n') || names_kind(text)
}

/// Checks that a text has a puzzle.
fn check(text: &[u8], kind: Option<&str>) -> Result<(), FindError> {
    let reading = reading(kind);
    let mut records = text_records(text, &reading);
    let mut reason = "no puzzle found".to_string();
    while let Ok(Some(fields)) = records.next() {
        match fields.parse() {
            Ok(_) => return Ok(()),
            Err(bad) => reason = bad.reason,
        }
    }
    let name = shown(text, LONGEST_SHOWN);
    Err(FindError::BadText { name, reason })
}

fn reading(kind: Option<&str>) -> ReadOptions {
    ReadOptions {
        kind: kind.map(str::to_string),
        keep: Keep::None,
        ..ReadOptions::default()
    }
}

/// Returns true if an argument reads as a puzzle: on a line, as a grid or, if it has several
/// lines, as one of several puzzles.
pub fn is_puzzle(argument: &OsStr, kind: Option<&str>) -> bool {
    check(argument.as_encoded_bytes(), kind).is_ok()
}
