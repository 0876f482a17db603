//! Merges the shards of a job: rows and rejects in their order, as one run would have
//! written them.
//!
//! Rejects carry the row that they stand before, and a row belongs to one shard:
//! so the row numbers give the order of everything.

use std::io;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use super::journal::RecordResult;
use super::render::Rendering;
use super::tally::Tally;
use crate::input::BadLine;
use crate::io::lock::Lock;
use crate::io::overwrite::refuse_inputs;
use crate::job::records::Reject;
use crate::job::{Error, Outputs, Shard, StartMode, refuse};
use crate::table::{Asked, Format, Metadata, Row, TableReader};
use gradus_engine::rating::Names;

/// A shard that was found.
struct FoundShard {
    path: PathBuf,
    metadata: Metadata,
    shard: Shard,
}

/// Merges the shards of a job into one table.
pub(crate) fn merge(paths: &[PathBuf], outputs: &Outputs, mode: StartMode) -> Result<Tally, Error> {
    let _lock = Lock::take(&outputs.table)?;
    refuse_inputs(read(paths)?.iter().map(PathBuf::as_path), &outputs.all())?;
    if mode != StartMode::Overwrite {
        refuse(None, &outputs.finals())?;
    }
    let mut parts = paths
        .iter()
        .map(|path| part(path))
        .collect::<Result<Vec<_>, _>>()?;
    parts.sort_by_key(|part| part.shard.index);
    let metadata = whole(&parts)?;
    let names: Names = metadata
        .asked
        .ratings
        .join(",")
        .parse()
        .map_err(|error| Error::read(&parts[0].path, error))?;
    let mut streams = parts
        .iter()
        .map(|part| ShardStream::open(part, &names))
        .collect::<Result<Vec<_>, _>>()?;
    let mut rendering = Rendering::begin(outputs, &names, &metadata, mode.if_exists())?;
    let mut row = 0;
    while !streams.iter_mut().all(ShardStream::is_done) {
        for (stream, part) in streams.iter_mut().zip(&parts) {
            while let Some(entry) = stream.next(row, part)? {
                rendering.add(&entry)?;
            }
            row += 1;
        }
    }
    let found = rendering.counts();
    if found != (metadata.rows, metadata.rejected) {
        return Err(Error::Merge(format!(
            "the shards say that they have {} rows and {} rejected lines, and have {} and {}",
            metadata.rows, metadata.rejected, found.0, found.1
        )));
    }
    rendering.finish()
}

/// The files of the shards.
fn read(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let files = |path: &PathBuf| {
        // The error names the file.
        let outputs = Outputs::new(path, None).map_err(|error| Error::Merge(error.to_string()));
        outputs.map(|outputs| outputs.finals())
    };
    let files: Result<Vec<_>, _> = paths.iter().map(files).collect();
    Ok(files?.concat())
}

/// A shard with what is known of it.
fn part(path: &Path) -> Result<FoundShard, Error> {
    let failed = |reason: String| Error::read(path, reason);
    let (format, _) = Format::of(path).map_err(|error| Error::Merge(error.to_string()))?;
    let beside = Metadata::beside(path);
    if !format.carries_metadata() && path.exists() && !beside.exists() {
        let reason = "which is missing, nothing shows what it is a shard of";
        return Err(failed(format!("without {}, {reason}", beside.display())));
    }
    let metadata = Metadata::open(path, format).map_err(|error| failed(error.to_string()))?;
    let shard = metadata
        .asked
        .shard
        .as_ref()
        .ok_or_else(|| failed("it is a complete table, not a shard".into()))?;
    let shard = shard
        .parse()
        .map_err(|_| failed(format!("{shard} is not a shard")))?;
    Ok(FoundShard {
        path: path.to_path_buf(),
        metadata,
        shard,
    })
}

/// The metadata of the merged table.
fn whole(parts: &[FoundShard]) -> Result<Metadata, Error> {
    let refuse = |reason: String| Err(Error::Merge(reason));
    let Some(first) = parts.first() else {
        return refuse("no shards to merge".into());
    };
    let name = |part: &FoundShard| part.path.display().to_string();
    let count = first.shard.count;
    for part in parts {
        let common = |metadata: &Metadata| joined(metadata, &[]);
        if common(&part.metadata) != common(&first.metadata) || part.shard.count != count {
            return refuse(format!(
                "{} and {} are shards of different jobs",
                name(first),
                name(part)
            ));
        }
    }
    for pair in parts.windows(2) {
        if pair[0].shard == pair[1].shard {
            let (one, other) = (name(&pair[0]), name(&pair[1]));
            return refuse(format!(
                "{one} and {other} are both shard {}",
                pair[0].shard
            ));
        }
    }
    let has = |index: u64| parts.iter().any(|part| part.shard.index == index);
    let missing: Vec<String> = (0..count)
        .filter(|&index| !has(index))
        .map(|index| Shard { index, count }.to_string())
        .take(10)
        .collect();
    if !missing.is_empty() {
        let missing = missing.join(", ");
        return refuse(match count - parts.len() as u64 {
            1 => format!("1 shard is missing: {missing}"),
            number => format!("{number} shards are missing: {missing}"),
        });
    }
    Ok(joined(&first.metadata, parts))
}

/// The metadata of a job without its shard, with the counts of these parts.
fn joined(metadata: &Metadata, parts: &[FoundShard]) -> Metadata {
    let parts = || parts.iter().map(|part| &part.metadata);
    Metadata {
        asked: Asked {
            shard: None,
            ..metadata.asked.clone()
        },
        rows: parts().map(|part| part.rows).sum(),
        rejected: parts().map(|part| part.rejected).sum(),
        rated: parts().map(|part| part.rated).sum(),
        ..metadata.clone()
    }
}

/// The entries of a shard, in order: the rejects that stand before a row, then the row.
struct ShardStream {
    rows: Peekable<TableReader>,
    rejects: Peekable<Rejects>,
}

/// The rejects of a shard, as they are read.
type Rejects = Box<dyn Iterator<Item = Result<Reject, Error>>>;

impl ShardStream {
    fn open(part: &FoundShard, names: &Names) -> Result<ShardStream, Error> {
        let path = &part.path;
        let columns = part.metadata.columns(names);
        let rows = TableReader::open(path, columns);
        let rows = rows.map_err(|error| Error::read(path, error))?;
        let outputs = Outputs::new(path, None).map_err(|error| Error::read(path, error))?;
        let rejects: Rejects = match part.metadata.rejected {
            0 => Box::new(std::iter::empty()),
            _ => Box::new(rejects(&outputs.rejects)?),
        };
        Ok(ShardStream {
            rows: rows.peekable(),
            rejects: rejects.peekable(),
        })
    }

    /// The entry that comes next, if it is not beyond a row.
    fn next(&mut self, row: u64, part: &FoundShard) -> Result<Option<RecordResult>, Error> {
        let is_due = |reject: &Result<Reject, Error>| match reject {
            Ok(reject) => reject.row <= row,
            Err(_) => true,
        };
        if let Some(reject) = self.rejects.next_if(is_due) {
            return reject.map(RecordResult::Reject).map(Some);
        }
        let is_due = |next: &io::Result<Row>| match next {
            Ok(next) => next.row <= row,
            Err(_) => true,
        };
        let next = self.rows.next_if(is_due).transpose();
        let next = next.map_err(|error| Error::read(&part.path, error))?;
        match next {
            Some(next) if next.row != row => Err(Error::read(
                &part.path,
                format!(
                    "row {} does not belong to shard {}, or is out of order",
                    next.row, part.shard
                ),
            )),
            next => Ok(next.map(RecordResult::Row)),
        }
    }

    fn is_done(&mut self) -> bool {
        self.rows.peek().is_none() && self.rejects.peek().is_none()
    }
}

/// Reads a rejects file.
fn rejects(path: &Path) -> Result<impl Iterator<Item = Result<Reject, Error>> + use<>, Error> {
    let owned = path.to_path_buf();
    let failed = move |error: csv::Error| Error::read(&owned, error);
    let reader = csv::Reader::from_path(path).map_err(&failed)?;
    let reject = |(row, input, line, reason, text)| Reject {
        row,
        input,
        line,
        bad: BadLine { reason, text },
    };
    let records = reader.into_deserialize::<(u64, String, u64, String, String)>();
    Ok(records.map(move |record| record.map(reject).map_err(&failed)))
}
