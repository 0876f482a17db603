//! The complete grids that generators start from: random ones, or a stream of given ones.
//!
//! Each unit of given grids carries a digest of all grids so far. A resumed job reads the grids
//! again, and continues only if the digests agree.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::input::{ReadOptions, Records, open};
use crate::io::{BytesRead, Source};
use crate::job::Error;
use crate::table::Keep;
use gradus_generate::{Deletion, Generator, Squares};
use gradus_puzzles::sudoku::{Grid, as_sudoku};

/// A generator, and where its complete grids come from.
#[derive(Clone, Debug)]
pub enum Grids {
    /// They are drawn at random, if the generator needs any.
    Own(Generator),
    /// They are given.
    Given(Deletion, Source),
    /// Squares of another size or kind, drawn at random, for the top-down generator.
    Squares(Squares),
}

impl Grids {
    /// The generator.
    pub(crate) fn kind(&self) -> Generator {
        match self {
            Grids::Own(kind) => *kind,
            Grids::Given(deletion, _) => (*deletion).into(),
            Grids::Squares(_) => Generator::TopDown,
        }
    }

    /// The squares, if they are not 9×9 Sudokus.
    pub(super) fn squares(&self) -> Option<String> {
        match self {
            Grids::Own(_) | Grids::Given(..) => None,
            Grids::Squares(squares) => Some(squares.to_string()),
        }
    }
}

/// Grids of a unit.
const GRIDS: usize = 64;

/// How far a stream of grids has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GridsRead {
    /// The complete grids.
    pub grids: u64,
    /// Lines without one.
    pub rejected: u64,
    /// BLAKE3 of the grids.
    pub digest: [u8; 32],
}

/// The grids of a unit.
pub(super) struct GridBatch {
    /// The number of the first in the stream, from 0.
    pub first: u64,
    /// The grids.
    pub grids: Vec<Grid>,
    /// How far the stream has been read after them.
    pub read: GridsRead,
}

/// A stream of complete grids.
pub(super) struct GridStream<'a> {
    name: &'a str,
    records: Box<dyn Records + Send + 'a>,
    hasher: blake3::Hasher,
    /// Without the digest.
    read: GridsRead,
    line: u64,
    /// Receives warnings about lines without a grid.
    warn: Box<dyn FnMut(String) + 'a>,
}

/// How given grids are read.
pub(super) fn reading() -> ReadOptions {
    ReadOptions {
        keep: Keep::None,
        ..ReadOptions::default()
    }
}

impl<'a> GridStream<'a> {
    /// Opens a stream. If it is not a regular file, reading it fails once `closed` is set.
    pub(super) fn open(
        source: &'a Source,
        closed: &'a AtomicBool,
        warn: impl FnMut(String) + 'a,
    ) -> Result<GridStream<'a>, Error> {
        let records = open(source, &BytesRead::default(), closed, &reading());
        Ok(GridStream {
            name: &source.name,
            records: records.map_err(|error| Error::input(&source.name, 0, error))?,
            hasher: blake3::Hasher::new(),
            read: GridsRead::default(),
            line: 0,
            warn: Box::new(warn),
        })
    }

    /// Skips the grids of an earlier run. Returns false if they have changed.
    pub(super) fn skip_to(&mut self, read: &GridsRead) -> Result<bool, Error> {
        while self.read.grids < read.grids {
            if self.next()?.is_none() {
                return Ok(false);
            }
        }
        Ok(read.grids == 0 || self.hasher.finalize() == read.digest)
    }

    /// The next grids, or `None` at the end of the stream.
    pub(super) fn next_batch(&mut self) -> Result<Option<GridBatch>, Error> {
        let first = self.read.grids;
        let mut grids = Vec::with_capacity(GRIDS);
        while grids.len() < GRIDS
            && let Some(grid) = self.next()?
        {
            grids.push(grid);
        }
        let read = self.read();
        Ok((!grids.is_empty()).then_some(GridBatch { first, grids, read }))
    }

    /// How far the stream has been read.
    pub(super) fn read(&self) -> GridsRead {
        let digest = *self.hasher.finalize().as_bytes();
        GridsRead {
            digest,
            ..self.read
        }
    }

    /// The next grid. Lines without one are skipped with a warning.
    fn next(&mut self) -> Result<Option<Grid>, Error> {
        loop {
            let fields = self.records.next();
            let fields = fields.map_err(|error| Error::input(self.name, self.line, error))?;
            let Some(fields) = fields else {
                return Ok(None);
            };
            self.line = fields.line;
            let reason = match fields.parse() {
                Ok(given) => match as_sudoku(given.puzzle.as_ref())
                    .map(|puzzle| puzzle.givens())
                    .filter(Grid::is_solution)
                {
                    Some(grid) => {
                        self.read.grids += 1;
                        self.hasher.update(&grid.0);
                        return Ok(Some(grid));
                    }
                    None => "not a complete grid".to_string(),
                },
                Err(bad) => bad.reason,
            };
            self.read.rejected += 1;
            (self.warn)(format!("{}, line {}: {reason}", self.name, self.line));
        }
    }
}
