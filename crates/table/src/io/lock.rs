//! Locks: a job has its output for itself as long as it lives.
//!
//! The lock is the operating system's, on a file that also names the process that
//! holds it. It ends with the process, however that ends: a file that was left behind
//! blocks no job.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::path::{Identity, with_suffix};

/// The process that holds a lock may be just ending: it is waited for this long.
const PATIENCE: Duration = Duration::from_secs(5);

/// The number of a process has fewer digits.
const MOST_DIGITS: u64 = 32;

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
            match open_locked(&path) {
                Ok(Some(file)) if !is_lock(&file) => return Err(NotLocked::NoLock(path)),
                Ok(Some(mut file)) => {
                    // The process number is only informative.
                    let _ = file.set_len(0).and_then(|()| file.rewind());
                    let _ = writeln!(file, "{}", std::process::id());
                    let file = Some(file);
                    return Ok(Lock { file, path });
                }
                Ok(None) if start.elapsed() < PATIENCE => thread::sleep(PAUSE),
                Ok(None) => {
                    let text = fs::read_to_string(&path).unwrap_or_default();
                    return Err(NotLocked::InUse {
                        path: output.to_path_buf(),
                        process: text.trim().parse().ok(),
                    });
                }
                Err(_) => return Ok(Lock { file: None, path }),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is still locked, so that no other process has it.
        if self.file.is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns true if a file is a lock: it has the number of a process, or nothing if that process
/// was killed.
fn is_lock(file: &File) -> bool {
    let mut start = Vec::new();
    let read = file.take(MOST_DIGITS).read_to_end(&mut start);
    read.is_ok() && start.trim_ascii().iter().all(u8::is_ascii_digit)
}

/// The file that is locked for an output.
pub fn lock_file(output: &Path) -> PathBuf {
    if output.is_dir() {
        output.join(".lock")
    } else {
        with_suffix(output, ".lock")
    }
}

/// Opens or creates a file that no other process has open in this way, or `None` if one has.
pub(crate) fn open_locked(path: &Path) -> io::Result<Option<File>> {
    let open = || {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true);
        options.create(true).truncate(false).open(path)
    };
    loop {
        let file = open()?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            // A file system without locks is accepted.
            Err(TryLockError::Error(_)) => return Ok(Some(file)),
            Ok(()) if is_at(&file, path).unwrap_or(false) => return Ok(Some(file)),
            // Another process has moved or removed it since it was opened.
            Ok(()) => {}
        }
    }
}

/// Returns true if a file still has this name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    Ok(Identity::with(&file.metadata()?, path)? == Identity::of(path)?)
}
