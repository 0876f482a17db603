//! The output files of a job: all next to the table, under names made from its own, and
//! moved into place when they are complete.

use std::path::{Path, PathBuf};

use super::journal::path_for;
use crate::io::{is_part, is_same, lock_file};
use crate::table::{Format, Metadata, UnknownFormat};

/// The files of a job.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// The table.
    pub table: PathBuf,
    /// Its format.
    pub format: Format,
    /// The rejected lines; no file if there are none.
    pub rejects: PathBuf,
}

impl Outputs {
    /// The files for a table of this name.
    pub fn new(table: &Path, rejects: Option<PathBuf>) -> Result<Outputs, UnknownFormat> {
        let (format, stem) = Format::of(table)?;
        Ok(Outputs {
            table: table.to_path_buf(),
            format,
            rejects: rejects.unwrap_or_else(|| format!("{stem}.rejects.csv").into()),
        })
    }

    /// The metadata of the table, if its format cannot carry it.
    pub(crate) fn metadata(&self) -> Option<PathBuf> {
        (self.format != Format::Parquet).then(|| Metadata::beside(&self.table))
    }

    /// The files that remain when the job is done.
    pub(crate) fn finals(&self) -> Vec<PathBuf> {
        let finals = [self.table.clone(), self.rejects.clone()];
        finals.into_iter().chain(self.metadata()).collect()
    }

    /// All files, but for those under temporary names.
    pub(crate) fn all(&self) -> Vec<PathBuf> {
        let mut all = self.finals();
        all.push(path_for(&self.table));
        all.push(lock_file(&self.table));
        all
    }

    /// Returns true if a path is one of these files, or one that is being written.
    pub fn has(&self, path: &Path) -> bool {
        let is_one = |other: &PathBuf| is_same(other, path) || is_part(path, other);
        self.all().iter().any(is_one)
    }
}
