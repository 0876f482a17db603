//! The inputs of a job: as part of its request, the fraction that is done, and the files
//! that it skips because gradus wrote them: tables, their metadata and rejected lines,
//! journals, resolution paths. These are read only if named.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::Observer;
use super::error::Error;
use super::feed::ReadAhead;
use super::records::{InputCheckpoint, Reject};
use crate::input::{ReadOptions, open};
use crate::io::{BytesRead, FindError, FoundInputs, Lines, Source, digest, open_file};
use crate::table::{Columns, Input, Metadata, is_our_parquet};
use gradus_engine::rating::Names;

/// The path of a source that can be read again: a regular file.
pub(super) fn file(source: &Source) -> Option<&PathBuf> {
    source.path.as_ref().filter(|_| source.length.is_some())
}

/// Inputs with their sizes, without reading them.
pub(crate) fn unread(sources: &[Source]) -> Vec<Input> {
    let sources = sources.iter();
    sources.map(|it| input(it, None, it.length)).collect()
}

/// Inputs with known digests.
pub(crate) fn with_digests(sources: &[Source], digests: Vec<Option<String>>) -> Vec<Input> {
    let pairs = sources.iter().zip(digests);
    pairs.map(|(it, blake3)| input(it, blake3, None)).collect()
}

/// Inputs with the digests of all files.
pub(crate) fn digested<'a>(
    sources: impl IntoIterator<Item = &'a Source>,
) -> Result<Vec<Input>, Error> {
    let input = |source: &'a Source| match file(source).map(|path| digest(path)).transpose() {
        Ok(blake3) => Ok(input(source, blake3, None)),
        Err(error) => Err(Error::input(&source.name, 0, error)),
    };
    sources.into_iter().map(input).collect()
}

fn input(source: &Source, blake3: Option<String>, size: Option<u64>) -> Input {
    let name = source.name.clone();
    Input { name, blake3, size }
}

/// Checks that the columns of all files fit and that no file is an archive or the like, before anything is
/// written. Files that cannot be read are left to the job; other inputs can be read only once.
pub(crate) fn check_columns(
    sources: &[Source],
    reading: &ReadOptions,
    stop: &AtomicBool,
) -> Result<(), Error> {
    for source in sources.iter().filter(|source| file(source).is_some()) {
        let checked = open(source, &BytesRead::default(), stop, reading);
        let checked = checked.and_then(|mut records| records.check());
        if let Err(error) = checked {
            let error = Error::input(&source.name, 0, error);
            if error.is_bad_input() {
                return Err(error);
            }
        }
    }
    Ok(())
}

/// Skipped files that are named.
const MOST_NAMED: usize = 10;

/// Reports the files that were found and are not read.
pub(crate) fn report_skipped(found: &FoundInputs, observer: &mut dyn Observer) {
    for (name, reason) in &found.unreadable {
        observer.warn(&format!("{name} cannot be read: {reason}"));
    }
    for (name, reason) in found.skipped.iter().take(MOST_NAMED) {
        observer.note(&format!("{name} is skipped: {reason}"));
    }
    if let Some(more @ 1..) = found.skipped.len().checked_sub(MOST_NAMED) {
        observer.note(&format!("{more} more files are skipped"));
    }
}

/// The fraction of the inputs that is done. The number of all records is estimated from the
/// records read ahead and their bytes, or is that of the rows up to the end.
pub(crate) fn fraction_done(
    found: &FoundInputs,
    end: Option<u64>,
    done: &InputCheckpoint,
    ahead: &ReadAhead,
) -> Option<f64> {
    let total: Option<u64> = found.sources.iter().map(|source| source.length).sum();
    let fraction = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    let of_records = total.map(|total| {
        let read = fraction(ahead.position.bytes.load(Ordering::Relaxed), total).min(1.0);
        read * fraction(done.records, ahead.records())
    });
    let of_rows = end.map(|end| fraction(done.rows, end));
    of_records.into_iter().chain(of_rows).reduce(f64::max)
}

/// Skips files that gradus wrote, unless they were named. Fails if no file is left.
pub fn skip_own_outputs(mut found: FoundInputs) -> Result<FoundInputs, FindError> {
    for source in std::mem::take(&mut found.sources) {
        match file(&source)
            .filter(|_| !source.named)
            .map(|path| what(path))
        {
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

/// Skips files that are no tables although gradus wrote them, unless they were named: ratings are
/// added to tables. Fails if no file is left.
pub fn skip_other_outputs(mut found: FoundInputs) -> Result<FoundInputs, FindError> {
    for source in std::mem::take(&mut found.sources) {
        match file(&source)
            .filter(|_| !source.named)
            .map(|path| what(path))
        {
            Some(Ok(Some(what))) if what != TABLE => {
                let reason = format!("{what} that gradus wrote");
                found.skipped.push((source.name, reason));
            }
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

/// What a table is called.
const TABLE: &str = "a table";

/// Recognises a file that gradus wrote by its first line.
fn what(path: &Path) -> io::Result<Option<&'static str>> {
    let opened = open_file(path)?;
    if let Some(is_ours) = is_our_parquet(path, &opened) {
        return Ok(is_ours.then_some(TABLE));
    }
    let mut lines = Lines::new(opened.input);
    let line = lines.next_line()?.map_or(&[][..], |line| line.bytes);
    let starts = |start: &str| line.starts_with(start.as_bytes());
    let has = |key: &str| line.windows(key.len()).any(|part| part == key.as_bytes());
    let first_columns = [false, true].map(|has_kinds| {
        let columns = Columns::of(&Names::default()).with_kinds(has_kinds);
        let names = columns.0[..FIRST].iter().map(ToString::to_string);
        names.collect::<Vec<_>>().join(",")
    });
    Ok(if first_columns.iter().any(|columns| starts(columns)) {
        Some(TABLE)
    } else if starts(&Reject::COLUMNS.join(",")) {
        Some("a list of rejected lines")
    } else if line.starts_with(JOURNAL) {
        Some("a journal")
    } else if starts(r#"{"row":"#) && has(r#""puzzle":"#) && has(r#""candidates_w1":"#) {
        Some(TABLE)
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
