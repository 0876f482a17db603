//! The tables named by the arguments of a command: files, directories, globs, or
//! `-` for standard input. Input that can be read only once is kept in a temporary
//! file, since a table is opened once to be recognised and again to be read.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use thiserror::Error;

use super::scan::TableSet;
use gradus_table::io::{FindError, Source, find, shown};
use gradus_table::table::ReadError;

/// An error in finding the tables that the arguments name.
#[derive(Debug, Error)]
pub enum InputError {
    /// An argument does not name anything readable.
    #[error(transparent)]
    Find(#[from] FindError),
    /// Cannot keep input that can be read only once.
    #[error("cannot keep {0} in a temporary file")]
    Keep(String, #[source] io::Error),
    /// A table cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A directory or a glob has no tables.
    #[error("there is no table of ratings in {0}{1}")]
    NoTable(String, String),
}

#[derive(Debug, Default)]
pub(super) struct Inputs {
    pub paths: Vec<PathBuf>,
    pub notes: Vec<String>,
    /// The directory for input that can be read only once.
    pub kept: Option<TempDir>,
    /// The canonical paths of the files found.
    seen: Vec<PathBuf>,
}

/// Suffixes of files that `classify` writes next to a table, and of partial files.
const BESIDE: [&str; 5] = [
    ".meta.json",
    ".rejects.csv",
    ".journal",
    ".lock",
    ".gradus-part",
];

impl TableSet {
    /// Finds and recognises the tables that arguments name.
    pub fn find(arguments: &[OsString]) -> Result<TableSet, InputError> {
        let mut inputs = Inputs::default();
        let standard = arguments.iter().filter(|argument| *argument == "-");
        if standard.count() > 1 {
            return Err(FindError::TwiceStandardInput.into());
        }
        for argument in arguments {
            inputs.add(argument)?;
        }
        let mut tables = TableSet::open(&inputs.paths)?;
        tables.keep(inputs.notes, inputs.kept);
        Ok(tables)
    }
}

impl Inputs {
    fn add(&mut self, argument: &OsStr) -> Result<(), InputError> {
        let found = find(&[argument.to_owned()], is_beside)?;
        for (name, reason) in found.unreadable {
            self.notes.push(format!("passed over: {name}: {reason}"));
        }
        let before = self.paths.len();
        let mut repeated = false;
        // A named file must be a table; a directory may contain other files.
        let is_named = |source: &Source| source.path.as_deref().is_none_or(|p| p == argument);
        for source in found.sources {
            let path = self.path(&source)?;
            if !is_named(&source)
                && let Some(reason) = no_table(&path)
            {
                self.notes.push(format!("passed over: {reason}"));
                continue;
            }
            let identity = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
            if self.seen.contains(&identity) {
                let name = &source.name;
                self.notes
                    .push(format!("{name} is named twice: it is read once"));
                repeated = true;
                continue;
            }
            self.seen.push(identity);
            self.paths.push(path);
        }
        if self.paths.len() > before || repeated {
            Ok(())
        } else {
            let name = shown(argument.as_encoded_bytes(), 4096);
            let reasons = self.notes.iter().map(|note| format!("\n{note}"));
            Err(InputError::NoTable(name, reasons.take(5).collect()))
        }
    }

    /// The path from which a source can be read again.
    fn path(&mut self, source: &Source) -> Result<PathBuf, InputError> {
        match (&source.path, source.length) {
            (Some(path), Some(_)) => Ok(path.clone()),
            (Some(path), None) => {
                let place = self.paths.len();
                self.spool(&format!("pipe {place}"), |file| {
                    io::copy(&mut File::open(path)?, file)
                })
            }
            (None, _) => self.spool(STANDARD_INPUT, |file| io::copy(&mut io::stdin(), file)),
        }
    }

    /// Saves input that can be read only once, under a name that is fit for messages.
    fn spool(
        &mut self,
        name: &str,
        copy: impl FnOnce(&mut File) -> io::Result<u64>,
    ) -> Result<PathBuf, InputError> {
        let keep = || -> io::Result<PathBuf> {
            let folder = match &self.kept {
                Some(folder) => folder,
                None => self.kept.insert(tempfile::tempdir()?),
            };
            let path = folder.path().join(name);
            copy(&mut File::create(&path)?)?;
            Ok(path)
        };
        keep().map_err(|error| InputError::Keep(name.to_string(), error))
    }
}

/// The reason why a file found in a directory is not a table. A file that looks
/// like a table but cannot be read is an error rather than skipped.
fn no_table(path: &Path) -> Option<String> {
    match TableSet::open(&[path.to_path_buf()]) {
        Err(error @ (ReadError::NoTable { .. } | ReadError::Empty(_)))
            if path.extension().is_none_or(|end| end != "parquet") =>
        {
            Some(error.to_string())
        }
        _ => None,
    }
}

/// The name of standard input in messages and reports.
const STANDARD_INPUT: &str = "standard input";

/// Returns true if a file belongs to a table and is not a table itself.
fn is_beside(path: &Path) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    BESIDE
        .iter()
        .any(|ending| name.ends_with(ending.as_bytes()))
}
