//! Complete grids that are given, as a stream of lines.
//!
//! Each unit carries a digest of all grids so far. A resumed job reads the grids again, and
//! continues only if the digests agree.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::input::{ReadOptions, Records, open};
use crate::io::{BytesRead, Source};
use crate::job::Error;
use gradus_puzzles::sudoku::{Grid, as_sudoku};

/// Grids of a unit.
const GRIDS: usize = 64;

/// How far a stream of grids has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Read {
    /// The complete grids.
    pub grids: u64,
    /// Lines that have none.
    pub rejected: u64,
    /// BLAKE3 of the grids.
    pub digest: [u8; 32],
}

/// Grids that a unit works on.
pub(super) struct Batch {
    /// The number of the first in the stream, from 0.
    pub first: u64,
    /// The grids.
    pub grids: Vec<Grid>,
    /// How far the stream has been read after them.
    pub read: Read,
}

/// A stream of complete grids.
pub(super) struct Given<'a> {
    name: String,
    records: Records<'a>,
    hasher: blake3::Hasher,
    grids: u64,
    rejected: u64,
    line: u64,
    /// Is warned of lines that have no grid.
    warn: Box<dyn FnMut(String) + 'a>,
}

impl<'a> Given<'a> {
    /// Opens a stream. If it is not a regular file, reading it fails once `over` is set.
    pub(super) fn open(
        source: &Source,
        over: &'a AtomicBool,
        warn: impl FnMut(String) + 'a,
    ) -> Result<Given<'a>, Error> {
        let records = open(source, &BytesRead::default(), over, &ReadOptions::plain());
        let records = records.map_err(|error| Error::Input {
            name: source.name.clone(),
            line: 0,
            source: error,
        })?;
        Ok(Given {
            name: source.name.clone(),
            records,
            hasher: blake3::Hasher::new(),
            grids: 0,
            rejected: 0,
            line: 0,
            warn: Box::new(warn),
        })
    }

    /// Skips the grids of an earlier run. Returns false if they have changed.
    pub(super) fn skip_to(&mut self, read: &Read) -> Result<bool, Error> {
        while self.grids < read.grids {
            if self.next()?.is_none() {
                return Ok(false);
            }
        }
        Ok(read.grids == 0 || self.hasher.finalize() == read.digest)
    }

    /// The next grids, or `None` at the end of the stream.
    pub(super) fn next_batch(&mut self) -> Result<Option<Batch>, Error> {
        let first = self.grids;
        let mut grids = Vec::with_capacity(GRIDS);
        while grids.len() < GRIDS {
            match self.next()? {
                Some(grid) => grids.push(grid),
                None => break,
            }
        }
        let read = self.read();
        Ok((!grids.is_empty()).then_some(Batch { first, grids, read }))
    }

    /// How far the stream has been read.
    pub(super) fn read(&self) -> Read {
        Read {
            grids: self.grids,
            rejected: self.rejected,
            digest: *self.hasher.finalize().as_bytes(),
        }
    }

    /// The next grid. Lines without one are skipped with a warning.
    fn next(&mut self) -> Result<Option<Grid>, Error> {
        loop {
            let fields = match self.records.next() {
                Ok(Some(fields)) => fields,
                Ok(None) => return Ok(None),
                Err(source) => {
                    let (name, line) = (self.name.clone(), self.line);
                    return Err(Error::Input { name, line, source });
                }
            };
            self.line = fields.line;
            let reason = match fields.parse() {
                Ok(given) => match as_sudoku(given.puzzle.as_ref())
                    .map(|puzzle| puzzle.givens())
                    .filter(Grid::is_solution)
                {
                    Some(grid) => {
                        self.grids += 1;
                        self.hasher.update(&grid.0);
                        return Ok(Some(grid));
                    }
                    None => "not a complete grid".to_string(),
                },
                Err(bad) => bad.reason,
            };
            self.rejected += 1;
            (self.warn)(format!("{}, line {}: {reason}", self.name, self.line));
        }
    }
}
