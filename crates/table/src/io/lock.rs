//! Locks: a job has its output for itself as long as it lives.
//!
//! The lock is the operating system's, on a file that also names the process that
//! holds it. It ends with the process, however that ends: a file that was left behind
//! blocks no job. Files that are not locks are neither opened for writing nor removed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::overwrite::exists;
use super::part::create_file;
use super::path::{is_at, with_suffix};

/// The process that holds a lock may be just ending: it is waited for this long.
const PATIENCE: Duration = Duration::from_secs(5);

/// The text of a lock is shorter.
const LONGEST: u64 = 32;

const PAUSE: Duration = Duration::from_millis(50);

/// Why there is no lock on an output.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotLocked {
    /// It is in use.
    #[error("{} is in use: {} is working on it; wait until it has ended, or stop it, and try again", .path.display(), holder(*.process))]
    InUse {
        /// The output.
        path: PathBuf,
        /// The process that has it, if that is known.
        process: Option<u32>,
    },
    /// The file that should be locked is something else.
    #[error("{} is not a lock of gradus, which needs a file of this name: move it away", .0.display())]
    NoLock(PathBuf),
}

fn holder(process: Option<u32>) -> String {
    match process {
        Some(id) => format!("process {id}"),
        None => "another process".to_string(),
    }
}

/// A lock on an output, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    /// `None` if no file can be created: no output can be written there either.
    file: Option<File>,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock on a file or a folder.
    pub fn take(output: &Path) -> Result<Lock, NotLocked> {
        let path = lock_file(output);
        let start = Instant::now();
        loop {
            let found = match create(&path) {
                Ok(Some(file)) => {
                    let file = Some(file);
                    return Ok(Lock { file, path });
                }
                Ok(None) => look(&path),
                Err(_) => return Ok(Lock { file: None, path }),
            };
            match found {
                Found::Nothing => {}
                Found::Other => return Err(NotLocked::NoLock(path)),
                Found::InUse if start.elapsed() < PATIENCE => thread::sleep(PAUSE),
                Found::InUse => {
                    return Err(NotLocked::InUse {
                        path: output.to_path_buf(),
                        process: File::open(&path).ok().and_then(holder_of),
                    });
                }
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is still locked, so that no other process has it.
        if self
            .file
            .as_ref()
            .is_some_and(|file| is_at(file, &self.path))
        {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The file that is locked for an output.
pub fn lock_file(output: &Path) -> PathBuf {
    if output.is_dir() {
        output.join(".lock")
    } else {
        with_suffix(output, ".lock")
    }
}

/// Starts the text of a lock, before the number of its process.
const MARK: &str = "gradus ";

/// Creates a lock, or returns `None` if there is a file of this name. It appears with its text,
/// and locked, so that it is never mistaken for another file.
fn create(path: &Path) -> io::Result<Option<File>> {
    if exists(path) {
        return Ok(None);
    }
    let (mut file, part) = create_file(path, false)?;
    let text = format!("{MARK}{}\n", std::process::id());
    file.write_all(text.as_bytes())?;
    match part.persist_noclobber(path) {
        Ok(()) => return Ok(Some(file)),
        Err(_) if exists(path) => return Ok(None),
        // Some file systems have no such move.
        Err(_) => {}
    }
    let mut options = OpenOptions::new();
    let mut file = match options.write(true).create_new(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
        Err(error) => return Err(error),
    };
    let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    file.write_all(text.as_bytes())?;
    Ok((!is_taken && is_at(&file, path)).then_some(file))
}

/// What is under the name of a lock.
enum Found {
    /// Nothing, perhaps because a lock that a killed process left was removed.
    Nothing,
    /// The lock of another process.
    InUse,
    /// Another file, which stays as it is.
    Other,
}

/// Looks at a file of this name. Nothing is ever written to it.
fn look(path: &Path) -> Found {
    let Ok(found) = fs::symlink_metadata(path) else {
        return Found::Nothing;
    };
    // A link, even a hard one, leads to a file of somebody else.
    if !found.is_file() || has_other_names(&found) {
        return Found::Other;
    }
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::Nothing,
        Err(_) => return Found::Other,
    };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Found::InUse,
        // A file system without locks is accepted.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    if !is_at(&file, path) {
        return Found::Nothing;
    }
    if holder_of(&file).is_none() {
        return Found::Other;
    }
    // Removed while it is locked: no other process can have it.
    match fs::remove_file(path) {
        Ok(()) => Found::Nothing,
        Err(_) => Found::Other,
    }
}

#[cfg(unix)]
fn has_other_names(file: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

/// The number of the process that a lock names, or `None` if the file is not a lock.
fn holder_of(file: impl Read) -> Option<u32> {
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).ok()?;
    text.strip_prefix(MARK)?.strip_suffix('\n')?.parse().ok()
}
