//! The files of a job: all beside the table, under names made from its own, and
//! moved into place when they are whole.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::Error;
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
        with_suffix(&self.table, ".journal")
    }

    /// What is known of the table as a whole, if its format cannot carry it.
    pub fn metadata(&self) -> Option<PathBuf> {
        (!self.format.carries_metadata()).then(|| Metadata::beside(&self.table))
    }

    /// Whether a path is one of these files.
    pub fn has(&self, path: &Path) -> bool {
        let mut finals = vec![self.table.clone(), self.rejects.clone()];
        finals.extend(self.metadata());
        let parts: Vec<PathBuf> = finals.iter().map(|path| part(path)).collect();
        let same = |other: &PathBuf| match (other.canonicalize(), path.canonicalize()) {
            (Ok(other), Ok(path)) => other == path,
            _ => other == path,
        };
        finals.iter().chain(&parts).any(same) || same(&self.journal())
    }
}

/// Where a file is written before it is moved into place.
pub fn part(path: &Path) -> PathBuf {
    with_suffix(path, ".part")
}

/// The same path with something after its name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Creates the file that will be moved into place.
pub fn create_part(path: &Path) -> Result<File, Error> {
    let part = part(path);
    File::create(&part).map_err(|error| Error::output(&part, error))
}

/// Moves a file that is whole into place, so that it is there after a power cut.
pub fn commit(path: &Path) -> Result<(), Error> {
    let part = part(path);
    let moved = || {
        File::open(&part)?.sync_all()?;
        fs::rename(&part, path)?;
        sync_folder(path)
    };
    moved().map_err(|error| Error::output(path, error))
}

/// Makes the names in a folder durable.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    File::open(folder)?.sync_all()
}

/// Removes a file that may not be there.
pub fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::output(path, error)),
        _ => Ok(()),
    }
}
