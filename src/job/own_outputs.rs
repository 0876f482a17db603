//! Files that gradus itself wrote: tables, their metadata and rejected lines, journals,
//! resolution paths. They are skipped in a directory of puzzles, and read only if named.

use std::io;
use std::path::Path;

use super::rejects::Reject;
use crate::io::FindError;
use crate::io::{FoundInputs, Lines, open_file};
use crate::table::{Columns, Metadata, is_our_parquet};
use gradus_engine::rating::Names;

/// Skips files that gradus wrote, unless they were named. Fails if no file is left.
pub fn skip_own_outputs(mut found: FoundInputs) -> Result<FoundInputs, FindError> {
    for source in std::mem::take(&mut found.sources) {
        let file = source.path.as_ref().filter(|_| source.length.is_some());
        let what = file.filter(|_| !source.named).map(|path| what(path));
        match what {
            Some(Ok(Some(what))) => {
                let reason = format!("{what} that gradus wrote");
                found.skipped.push((source.name, reason));
            }
            // The job reports unreadable files.
            _ => found.sources.push(source),
        }
    }
    match found.skipped.first() {
        Some((name, reason)) if found.sources.is_empty() && found.unreadable.is_empty() => {
            Err(FindError::AllSkipped(format!("{name} is {reason}")))
        }
        _ => Ok(found),
    }
}

/// Recognises a file that gradus wrote by its first line.
fn what(path: &Path) -> io::Result<Option<&'static str>> {
    let opened = open_file(path)?;
    if let Some(is_ours) = is_our_parquet(path, &opened) {
        return Ok(is_ours.then_some("a table"));
    }
    let mut lines = Lines::new(opened.input);
    lines.advance()?;
    let line = lines.line().bytes;
    let starts = |start: &str| line.starts_with(start.as_bytes());
    let has = |key: &str| line.windows(key.len()).any(|part| part == key.as_bytes());
    let first_columns = [false, true].map(|has_kinds| {
        let columns = Columns::of(&Names::default()).with_kinds(has_kinds);
        columns.names()[..FIRST].join(",")
    });
    Ok(if first_columns.iter().any(|columns| starts(columns)) {
        Some("a table")
    } else if starts(&Reject::COLUMNS.join(",")) {
        Some("a list of rejected lines")
    } else if line.starts_with(JOURNAL) {
        Some("a journal")
    } else if starts(r#"{"row":"#) && has(r#""puzzle":"#) && has(r#""candidates_w1":"#) {
        Some("a table")
    } else if starts(r#"{"version":"#) && (has(r#""records_blake3":"#) || is_metadata(path)) {
        Some("the metadata of a table")
    } else if starts(r#"{"puzzle":"#) && has(r#""theory":"#) && has(r#""longest":"#) {
        Some("a file of resolution paths")
    } else {
        None
    })
}

/// Starts the journals of all versions.
const JOURNAL: &[u8] = b"gradus journal ";

/// The columns that identify a CSV table: those up to the counts.
const FIRST: usize = 8;

/// Returns true if a file has the name of a table's metadata, whose first line may be too
/// long to identify it.
fn is_metadata(path: &Path) -> bool {
    let suffix = Metadata::beside(Path::new(""));
    let suffix = suffix.as_os_str().as_encoded_bytes();
    path.as_os_str().as_encoded_bytes().ends_with(suffix)
}
