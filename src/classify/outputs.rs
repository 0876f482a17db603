//! The files of a job: all beside the table, under names made from its own, and
//! moved into place when they are whole.

use std::path::{Path, PathBuf};

use super::frames::Frame;
use crate::io::atomic::part;
use crate::io::lock::lock_file;
use crate::job::Journal;
use crate::table::{Format, Metadata, UnknownFormat};

/// The files of a job.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// The table.
    pub table: PathBuf,
    /// What it is written as.
    pub format: Format,
    /// The rejected lines, if there are any.
    pub rejects: PathBuf,
}

impl Outputs {
    /// The files for a table of this name; the rejects may have their own.
    pub fn new(table: &Path, rejects: Option<PathBuf>) -> Result<Outputs, UnknownFormat> {
        let (format, stem) = Format::of(table)?;
        Ok(Outputs {
            table: table.to_path_buf(),
            format,
            rejects: rejects.unwrap_or_else(|| format!("{stem}.rejects.csv").into()),
        })
    }

    /// The journal of the job.
    pub fn journal(&self) -> PathBuf {
        Journal::<Frame>::beside(&self.table)
    }

    /// What is known of the table as a whole, if its format cannot carry it.
    pub fn metadata(&self) -> Option<PathBuf> {
        (!self.format.carries_metadata()).then(|| Metadata::beside(&self.table))
    }

    /// Whether a path is one of these files.
    pub fn has(&self, path: &Path) -> bool {
        let mut finals = vec![self.table.clone(), self.rejects.clone(), self.journal()];
        finals.extend(self.metadata());
        let parts: Vec<PathBuf> = finals.iter().map(|path| part(path)).collect();
        let same = |other: &PathBuf| match (other.canonicalize(), path.canonicalize()) {
            (Ok(other), Ok(path)) => other == path,
            _ => other == path,
        };
        finals.iter().chain(&parts).any(same) || same(&lock_file(&self.table))
    }
}
