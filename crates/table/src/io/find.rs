//! The inputs that arguments name: a file, all files of a folder, all files that match a
//! pattern, or standard input.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glob::{MatchOptions, Pattern};
use thiserror::Error;
use walkdir::{DirEntry, WalkDir};

use super::path::Identity;
use super::shown;

/// Something that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// How it is called in tables and messages.
    pub name: String,
    /// Its path, or `None` for standard input or a text.
    pub path: Option<PathBuf>,
    /// The text, if it was given as an argument.
    pub text: Option<Arc<[u8]>>,
    /// Its length in bytes, if it is a regular file. Others can be read only once.
    pub length: Option<u64>,
    /// True if it was named itself, and not found in a folder or by a pattern.
    pub named: bool,
}

/// The inputs that were found, in the order of the arguments; the files of a folder or of a
/// pattern are in the order of their names. A file with
/// several names is listed once.
#[derive(Debug, Default)]
pub struct FoundInputs {
    /// The readable inputs.
    pub sources: Vec<Source>,
    /// Inputs in folders and patterns that cannot be read, and why.
    pub unreadable: Vec<(String, String)>,
    /// Inputs that are skipped on purpose, and why.
    pub skipped: Vec<(String, String)>,
    /// The names of the files found so far, by their identity on the disk.
    known: HashMap<Identity, String>,
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
    /// A text that was meant as an input itself.
    #[error("{name}: {reason}")]
    BadText {
        /// The text, shortened.
        name: String,
        /// Why it cannot be read.
        reason: String,
    },
    /// A pattern that matches no file.
    #[error("no file matches {0}")]
    NoMatch(String),
    /// A folder without any file.
    #[error("no files in the folder {0}")]
    EmptyFolder(String),
    /// All that was found is passed over on purpose.
    #[error("nothing to read: {0}; name a file to read it anyway")]
    AllSkipped(String),
    /// Standard input can be read only once.
    #[error("standard input (-) is named twice")]
    TwiceStandardInput,
}

/// Finds what the arguments name. Files for which `ignored` holds are passed
/// over in folders and patterns, as are hidden ones.
pub fn find(
    arguments: &[OsString],
    ignored: impl Fn(&Path) -> bool,
) -> Result<FoundInputs, FindError> {
    find_or_take(arguments, |_| false, ignored)
}

/// Finds what the arguments name, except that those for which `is_text` holds are inputs
/// themselves.
pub fn find_or_take(
    arguments: &[OsString],
    is_text: impl Fn(&OsStr) -> bool,
    ignored: impl Fn(&Path) -> bool,
) -> Result<FoundInputs, FindError> {
    let mut found = FoundInputs::default();
    for argument in arguments {
        if argument == "-" {
            if found.sources.iter().any(Source::is_stdin) {
                return Err(FindError::TwiceStandardInput);
            }
            found.sources.push(Source {
                name: "-".to_string(),
                path: None,
                text: None,
                length: None,
                named: true,
            });
            continue;
        }
        if is_text(argument) {
            let text = argument.as_encoded_bytes();
            found.sources.push(Source {
                name: shown(text, LONGEST_TEXT),
                path: None,
                length: Some(text.len() as u64),
                text: Some(text.into()),
                named: true,
            });
            continue;
        }
        let (path, before) = (Path::new(argument), found.count());
        let empty = if path.is_dir() {
            found.folder(path, &ignored);
            FindError::EmptyFolder(name(path))
        } else if path.exists() || !is_pattern(argument) {
            let added = found.add(path, true);
            added.map_err(|source| FindError::Unreadable {
                name: name(path),
                source,
            })?;
            continue;
        } else {
            found.pattern(argument, &ignored);
            FindError::NoMatch(name(path))
        };
        if found.count() == before {
            return Err(empty);
        }
    }
    Ok(found)
}

impl Source {
    /// Returns true for standard input.
    pub fn is_stdin(&self) -> bool {
        self.path.is_none() && self.text.is_none()
    }
}

impl FoundInputs {
    fn folder(&mut self, folder: &Path, ignored: &impl Fn(&Path) -> bool) {
        for entry in walk(folder, usize::MAX, true) {
            match entry {
                Ok(entry) if entry.file_type().is_file() => self.try_file(entry.path(), ignored),
                Ok(_) => {}
                Err(error) => {
                    let place = error.path().unwrap_or(folder);
                    self.unreadable.push((name(place), reason(&error)));
                }
            }
        }
    }

    fn pattern(&mut self, argument: &OsStr, ignored: &impl Fn(&Path) -> bool) {
        let text = argument.to_str();
        let Some((text, pattern)) = text.and_then(|text| Some((text, Pattern::new(text).ok()?)))
        else {
            return;
        };
        let options = MatchOptions {
            require_literal_separator: true,
            require_literal_leading_dot: true,
            ..Default::default()
        };
        let matches = |path: &Path| pattern.matches_path_with(path, options);
        let (root, depth) = root(Path::new(text));
        let visible = !text.contains("/.") && !text.starts_with('.');
        for entry in walk(&root, depth, visible) {
            let below = |path: &Path| path.strip_prefix(".").unwrap_or(path).to_path_buf();
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => {
                    let path = if text.starts_with("./") {
                        entry.into_path()
                    } else {
                        below(entry.path())
                    };
                    if matches(&path) {
                        self.try_file(&path, ignored);
                    }
                }
                // A link that leads back adds nothing, and what does not match is no loss.
                Err(error) if error.loop_ancestor().is_some() => {}
                Err(error) => {
                    let place = error.path().unwrap_or(&root);
                    if place.is_dir() || matches(place) || matches(&below(place)) {
                        self.unreadable.push((name(place), reason(&error)));
                    }
                }
            }
        }
    }

    /// The number of files found that are not ignored.
    fn count(&self) -> usize {
        self.sources.len() + self.unreadable.len() + self.skipped.len()
    }

    fn try_file(&mut self, path: &Path, ignored: &impl Fn(&Path) -> bool) {
        if ignored(path) {
            return;
        }
        if let Err(error) = self.add(path, false) {
            self.unreadable.push((name(path), error.to_string()));
        }
    }

    /// Adds a file that can be opened, unless it is there under another name.
    fn add(&mut self, path: &Path, named: bool) -> io::Result<()> {
        let source = source(path, named)?;
        if source.length.is_some() {
            match self.known.entry(Identity::of(path)?) {
                Entry::Occupied(first) => {
                    let reason = if *first.get() == source.name {
                        "it is named twice and read once".to_string()
                    } else {
                        format!("it is the same file as {}", first.get())
                    };
                    self.skipped.push((source.name, reason));
                    return Ok(());
                }
                Entry::Vacant(place) => place.insert(source.name.clone()),
            };
        }
        self.sources.push(source);
        Ok(())
    }
}

/// All that is in a folder, down to a depth, in the order of the names. Links are
/// followed, and every folder is entered once; a link that leads back to a folder
/// above it is an error of the walk, which continues.
fn walk(
    folder: &Path,
    depth: usize,
    visible: bool,
) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    let mut entered = HashSet::new();
    let wanted = move |entry: &DirEntry| {
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if visible && hidden && entry.depth() > 0 {
            return false;
        }
        if entry.file_type().is_dir() {
            Identity::of(entry.path()).map_or(true, |folder| entered.insert(folder))
        } else {
            true
        }
    };
    let walk = WalkDir::new(folder).follow_links(true).max_depth(depth);
    walk.sort_by_file_name().into_iter().filter_entry(wanted)
}

/// The folder below which all matches of a pattern are, and how deep.
fn root(pattern: &Path) -> (PathBuf, usize) {
    let parts: Vec<&OsStr> = pattern.iter().collect();
    let plain = parts.iter().take_while(|part| !is_pattern(part)).count();
    let depth = if parts.iter().any(|part| *part == "**") {
        usize::MAX
    } else {
        parts.len() - plain
    };
    match parts[..plain].iter().collect::<PathBuf>() {
        root if root.as_os_str().is_empty() => (PathBuf::from("."), depth),
        root => (root, depth),
    }
}

/// A file that can be opened. A pipe is not tried: that would take its contents.
fn source(path: &Path, named: bool) -> io::Result<Source> {
    let metadata = fs::metadata(path)?;
    if metadata.is_file() {
        File::open(path)?;
    }
    Ok(Source {
        name: name(path),
        path: Some(path.to_path_buf()),
        text: None,
        length: metadata.is_file().then_some(metadata.len()),
        named,
    })
}

fn is_pattern(argument: &OsStr) -> bool {
    let special = |byte: &u8| b"*?[".contains(byte);
    argument.as_encoded_bytes().iter().any(special)
}

const LONGEST_NAME: usize = 4096;

/// Characters of a text that its name shows: those of a 9×9 Sudoku.
const LONGEST_TEXT: usize = 81;

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
