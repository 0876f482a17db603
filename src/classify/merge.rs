//! Merges the shards of a job: rows and rejects in their order, as one run would have
//! written them.
//!
//! Rejects carry the number of the row that follows them, and a row belongs to one shard:
//! so the row numbers give the order of everything.

use std::io;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use super::journal::RecordResult;
use super::render::Rendering;
use super::tally::Tally;
use crate::input::BadLine;
use crate::io::Lock;
use crate::io::refuse_inputs;
use crate::job::records::Reject;
use crate::job::{Error, Outputs, Shard, StartMode, refuse};
use crate::table::{Format, Infinite, Metadata, Row, TableReader};
use gradus_engine::rating::Names;

/// A shard that was found.
struct FoundShard {
    path: PathBuf,
    metadata: Metadata,
    shard: Shard,
}

/// Merges the shards of a job into one table.
pub fn merge(
    paths: &[PathBuf],
    outputs: &Outputs,
    infinite: Option<Infinite>,
    mode: StartMode,
) -> Result<Tally, Error> {
    let _lock = Lock::take(&outputs.table)?;
    let mut inputs = Vec::new();
    for path in paths {
        // The error names the file.
        let shard = Outputs::new(path, None).map_err(|error| Error::Merge(error.to_string()))?;
        inputs.extend(shard.finals());
    }
    refuse_inputs(inputs.iter().map(PathBuf::as_path), &outputs.all())?;
    if mode != StartMode::Overwrite {
        refuse(None, &outputs.finals())?;
    }
    let shards = paths.iter().map(|path| found(path));
    let mut shards = shards.collect::<Result<Vec<_>, _>>()?;
    shards.sort_by_key(|shard| shard.shard.index);
    let mut metadata = whole(&shards)?;
    metadata.asked.infinite = infinite.unwrap_or(metadata.asked.infinite);
    let names = metadata.asked.ratings.join(",").parse::<Names>();
    let names = names.map_err(|error| Error::read(&shards[0].path, error))?;
    let streams = shards.iter().map(|shard| ShardStream::open(shard, &names));
    let mut streams = streams.collect::<Result<Vec<_>, _>>()?;
    let mut rendering = Rendering::begin(outputs, &names, &metadata, mode.if_exists())?;
    let mut row = 0;
    while !streams.iter_mut().all(ShardStream::is_done) {
        for stream in &mut streams {
            while let Some(entry) = stream.next(row)? {
                rendering.add(&entry)?;
            }
            row += 1;
        }
    }
    rendering.finish(|(rows, rejected)| {
        Error::Merge(format!(
            "the shards say that they have {} rows and {} rejected lines, and have {rows} and \
             {rejected}",
            metadata.rows, metadata.rejected
        ))
    })
}

/// A shard with its metadata.
fn found(path: &Path) -> Result<FoundShard, Error> {
    let failed = |reason: String| Error::read(path, reason);
    let (format, _) = Format::of(path).map_err(|error| Error::Merge(error.to_string()))?;
    let beside = Metadata::beside(path);
    if format != Format::Parquet && path.exists() && !beside.exists() {
        let reason = "which is missing, nothing shows what it is a shard of";
        return Err(failed(format!("without {}, {reason}", beside.display())));
    }
    let metadata = Metadata::open(path, format).map_err(|error| failed(error.to_string()))?;
    let shard = match &metadata.asked.shard {
        None => return Err(failed("it is a complete table, not a shard".into())),
        Some(shard) => shard
            .parse()
            .map_err(|_| failed(format!("{shard} is not a shard")))?,
    };
    Ok(FoundShard {
        path: path.to_path_buf(),
        metadata,
        shard,
    })
}

/// The metadata of the merged table.
fn whole(shards: &[FoundShard]) -> Result<Metadata, Error> {
    let refuse = |reason: String| Err(Error::Merge(reason));
    let Some(first) = shards.first() else {
        return refuse("no shards to merge".into());
    };
    let name = |shard: &FoundShard| shard.path.display().to_string();
    let count = first.shard.count;
    let common = joined(&first.metadata, &[]);
    let is_other =
        |other: &&FoundShard| joined(&other.metadata, &[]) != common || other.shard.count != count;
    if let Some(other) = shards.iter().find(is_other) {
        let (one, other) = (name(first), name(other));
        return refuse(format!("{one} and {other} are shards of different jobs"));
    }
    if let Some(pair) = shards
        .windows(2)
        .find(|pair| pair[0].shard == pair[1].shard)
    {
        let shard = pair[0].shard;
        let (one, other) = (name(&pair[0]), name(&pair[1]));
        return refuse(format!("{one} and {other} are both shard {shard}"));
    }
    let is_missing = |index: &u64| !shards.iter().any(|it| it.shard.index == *index);
    let missing = (0..count).filter(is_missing).take(10);
    let missing = missing.map(|index| Shard { index, count }.to_string());
    let missing = missing.collect::<Vec<_>>().join(", ");
    match count - shards.len() as u64 {
        0 => Ok(joined(&first.metadata, shards)),
        1 => refuse(format!("1 shard is missing: {missing}")),
        number => refuse(format!("{number} shards are missing: {missing}")),
    }
}

/// The metadata of a job without its shard, with the counts of these shards.
fn joined(metadata: &Metadata, shards: &[FoundShard]) -> Metadata {
    let shards = || shards.iter().map(|shard| &shard.metadata);
    let mut joined = Metadata {
        rows: shards().map(|shard| shard.rows).sum(),
        rejected: shards().map(|shard| shard.rejected).sum(),
        rated: shards().map(|shard| shard.rated).sum(),
        ..metadata.clone()
    };
    joined.asked.shard = None;
    joined
}

/// The entries of a shard, in order: the rejects before a row, then the row.
struct ShardStream<'a> {
    shard: &'a FoundShard,
    rows: Peekable<TableReader>,
    rejects: Peekable<Rejects>,
}

/// The rejects of a shard, as they are read.
type Rejects = Box<dyn Iterator<Item = Result<Reject, Error>>>;

impl ShardStream<'_> {
    fn open<'a>(shard: &'a FoundShard, names: &Names) -> Result<ShardStream<'a>, Error> {
        let path = &shard.path;
        let rows = TableReader::open(path, shard.metadata.columns(names));
        let rows = rows.map_err(|error| Error::read(path, error))?;
        let outputs = Outputs::new(path, None).map_err(|error| Error::read(path, error))?;
        let rejects: Rejects = match shard.metadata.rejected {
            0 => Box::new(std::iter::empty()),
            _ => Box::new(rejects(&outputs.rejects)?),
        };
        Ok(ShardStream {
            shard,
            rows: rows.peekable(),
            rejects: rejects.peekable(),
        })
    }

    /// The next entry, unless it is beyond a row.
    fn next(&mut self, row: u64) -> Result<Option<RecordResult>, Error> {
        let is_due = |reject: &Result<Reject, Error>| !matches!(reject, Ok(it) if it.row > row);
        if let Some(reject) = self.rejects.next_if(is_due) {
            return reject.map(RecordResult::Reject).map(Some);
        }
        let path = &self.shard.path;
        let is_due = |next: &io::Result<Row>| !matches!(next, Ok(it) if it.row > row);
        let next = self.rows.next_if(is_due).transpose();
        match next.map_err(|error| Error::read(path, error))? {
            Some(Row { row: other, .. }) if other != row => {
                let shard = self.shard.shard;
                let reason = "or is out of order";
                let reason = format!("row {other} does not belong to shard {shard}, {reason}");
                Err(Error::read(path, reason))
            }
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
