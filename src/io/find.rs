//! What an argument names: a file, all files of a folder, all files that match a
//! pattern, or standard input.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use glob::MatchOptions;
use thiserror::Error;
use walkdir::WalkDir;

use super::shown;

/// Something that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// How it is called in tables and messages.
    pub name: String,
    /// Where it is; none is standard input.
    pub path: Option<PathBuf>,
    /// Its length in bytes, if it is a regular file. Others can be read only once.
    pub length: Option<u64>,
}

/// What was found, in the order of the arguments; the files of a folder or of a
/// pattern are in the order of their names.
#[derive(Debug, Default)]
pub struct Found {
    /// What can be read.
    pub sources: Vec<Source>,
    /// What was come across in folders and patterns and cannot be read, and why.
    pub unreadable: Vec<(String, String)>,
}

/// An argument that names nothing to read.
#[derive(Debug, Error)]
pub enum FindError {
    /// A file that was named cannot be read.
    #[error("cannot read {name}")]
    Unreadable {
        /// Its name.
        name: String,
        /// Why.
        source: io::Error,
    },
    /// A pattern that matches no file.
    #[error("no file matches {0}")]
    NoMatch(String),
    /// A folder without any file.
    #[error("there is no file in the folder {0}")]
    EmptyFolder(String),
    /// Standard input can be read only once.
    #[error("standard input (-) is named twice")]
    TwiceStandardInput,
}

/// Finds what the arguments name. Files for which `ignored` holds are passed
/// over in folders and patterns, as are hidden ones.
pub fn find(arguments: &[OsString], ignored: impl Fn(&Path) -> bool) -> Result<Found, FindError> {
    let mut found = Found::default();
    for argument in arguments {
        if argument == "-" {
            if found.sources.iter().any(|source| source.path.is_none()) {
                return Err(FindError::TwiceStandardInput);
            }
            found.sources.push(Source {
                name: "-".to_string(),
                path: None,
                length: None,
            });
            continue;
        }
        let path = Path::new(argument);
        if path.is_dir() {
            found.folder(path, &ignored)?;
        } else if path.exists() || !is_pattern(argument) {
            let source = source(path).map_err(|source| FindError::Unreadable {
                name: name(path),
                source,
            })?;
            found.sources.push(source);
        } else {
            found.pattern(argument, &ignored)?;
        }
    }
    Ok(found)
}

impl Found {
    fn folder(&mut self, folder: &Path, ignored: &impl Fn(&Path) -> bool) -> Result<(), FindError> {
        let before = self.sources.len() + self.unreadable.len();
        let visible = |entry: &walkdir::DirEntry| {
            entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
        };
        // Links are followed; one that leads back to a folder above it is an
        // error of the walk, which goes on.
        let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(visible) {
            match entry {
                Ok(entry) if entry.file_type().is_file() => self.try_file(entry.path(), ignored),
                Ok(_) => {}
                Err(error) => {
                    let place = error.path().unwrap_or(folder);
                    self.unreadable.push((name(place), reason(&error)));
                }
            }
        }
        match self.sources.len() + self.unreadable.len() > before {
            true => Ok(()),
            false => Err(FindError::EmptyFolder(name(folder))),
        }
    }

    fn pattern(
        &mut self,
        pattern: &OsStr,
        ignored: &impl Fn(&Path) -> bool,
    ) -> Result<(), FindError> {
        let no_match = || FindError::NoMatch(shown(pattern.as_encoded_bytes(), LONGEST_NAME));
        let text = pattern.to_str().ok_or_else(no_match)?;
        let before = self.sources.len() + self.unreadable.len();
        let options = MatchOptions {
            require_literal_leading_dot: true,
            ..Default::default()
        };
        for path in glob::glob_with(text, options).map_err(|_| no_match())? {
            match path {
                Ok(path) if path.is_dir() => {}
                Ok(path) => self.try_file(&path, ignored),
                Err(error) => {
                    let reason = error.error().to_string();
                    self.unreadable.push((name(error.path()), reason));
                }
            }
        }
        match self.sources.len() + self.unreadable.len() > before {
            true => Ok(()),
            false => Err(no_match()),
        }
    }

    fn try_file(&mut self, path: &Path, ignored: &impl Fn(&Path) -> bool) {
        if ignored(path) {
            return;
        }
        match source(path) {
            Ok(source) => self.sources.push(source),
            Err(error) => self.unreadable.push((name(path), error.to_string())),
        }
    }
}

/// A file that can be opened. A pipe is not opened to see: that would take what is in it.
fn source(path: &Path) -> io::Result<Source> {
    let metadata = fs::metadata(path)?;
    if metadata.is_file() {
        File::open(path)?;
    }
    Ok(Source {
        name: name(path),
        path: Some(path.to_path_buf()),
        length: metadata.is_file().then_some(metadata.len()),
    })
}

fn is_pattern(argument: &OsStr) -> bool {
    let special = |byte: &u8| b"*?[".contains(byte);
    argument.as_encoded_bytes().iter().any(special)
}

/// Characters of a name that are shown.
const LONGEST_NAME: usize = 4096;

/// A path fit to be shown.
fn name(path: &Path) -> String {
    shown(path.as_os_str().as_encoded_bytes(), LONGEST_NAME)
}

fn reason(error: &walkdir::Error) -> String {
    match (error.loop_ancestor(), error.io_error()) {
        (Some(ancestor), _) => format!("a link that leads back to {}", name(ancestor)),
        (None, Some(error)) => error.to_string(),
        (None, None) => "cannot be walked".to_string(),
    }
}
