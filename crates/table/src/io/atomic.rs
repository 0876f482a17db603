//! Files that appear whole or not at all, and stay after a power cut: they are
//! written under another name, synced, moved into place, and their folder is synced.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::digest::digest;
use super::lock::open_locked;
use super::overwrite::{IfExists, exists, is_device};
use super::path::folder_of;
pub use super::path::with_suffix;

/// A file that is being written. Unless it is committed, it is removed when dropped.
#[derive(Debug)]
pub struct AtomicFile {
    /// The file, to write to.
    pub file: File,
    path: PathBuf,
    is_committed: bool,
}

impl AtomicFile {
    /// Creates the file that will be moved to this path; remains of an earlier process are
    /// lost.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        if is_device(path) {
            let message = "it is a device or a pipe, which no file must replace";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let file = open_locked(&part(path))?.ok_or_else(|| {
            let message = "another process is writing it";
            io::Error::new(io::ErrorKind::ResourceBusy, message)
        })?;
        file.set_len(0)?;
        Ok(AtomicFile {
            file,
            path: path.to_path_buf(),
            is_committed: false,
        })
    }

    /// Moves the file into place. Fails with `AlreadyExists` if another file is there that must
    /// stay.
    pub fn commit(mut self, existing: IfExists) -> io::Result<()> {
        self.file.sync_all()?;
        let part = part(&self.path);
        if existing == IfExists::Fail && exists(&self.path) {
            // The same bytes are no obstacle: a process may have been killed just now.
            if digest(&part)? != digest(&self.path)? {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
        }
        fs::rename(part, &self.path)?;
        self.is_committed = true;
        sync_folder(&self.path)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.is_committed {
            // A file that cannot be removed is overwritten next time.
            let _ = fs::remove_file(part(&self.path));
        }
    }
}

/// Writes a file.
pub fn write_file(path: &Path, contents: impl AsRef<[u8]>, existing: IfExists) -> io::Result<()> {
    let mut part = AtomicFile::create(path)?;
    part.file.write_all(contents.as_ref())?;
    part.commit(existing)
}

/// Removes a file if it exists.
pub fn remove_file(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Ok(()) => sync_folder(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// The path that a file is written to before it is moved into place. No other program uses
/// such names.
pub fn part(path: &Path) -> PathBuf {
    with_suffix(path, ".gradus-part")
}

/// Makes the names in a folder durable.
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}
