//! Files that appear whole or not at all, and stay after a power cut: they are
//! written under another name, synced, moved into place, and their folder is synced.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::digest::digest;
use super::overwrite::{IfExists, exists, is_device};
use super::part::create_file;
use super::path::folder_of;
pub use super::path::with_suffix;

/// A file that is being written. Unless it is committed, it is removed when dropped.
///
/// A file that is replaced passes on its permissions and, where that is permitted, its owner. If
/// it is a link, the link is replaced, and the file that it leads to stays as it is.
#[derive(Debug)]
pub struct AtomicFile {
    /// The file, to write to.
    pub file: File,
    part: TempPath,
    path: PathBuf,
}

impl AtomicFile {
    /// Creates the file that will be moved to this path. What killed processes left for the same
    /// path is removed.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        if is_device(path) {
            let message = "it is a device or a pipe, which no file must replace";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        // Whoever may not read the old file must not read the new one either.
        let (file, part) = create_file(path, replaced(path).is_some())?;
        Ok(AtomicFile {
            file,
            part,
            path: path.to_path_buf(),
        })
    }

    /// The digest of what is written so far.
    pub fn digest(&self) -> io::Result<String> {
        digest(&self.part)
    }

    /// Moves the file into place. Fails with `AlreadyExists` if another file is there that must
    /// stay.
    pub fn commit(self, existing: IfExists) -> io::Result<()> {
        let AtomicFile { file, part, path } = self;
        keep_access(&file, &path)?;
        file.sync_all()?;
        match existing {
            IfExists::Replace => part.persist(&path)?,
            IfExists::Fail => match part.persist_noclobber(&path) {
                Ok(()) => {}
                // The same bytes are no obstacle: a process may have been killed just now.
                Err(failed) if exists(&path) => {
                    if digest(&failed.path)? != digest(&path)? {
                        return Err(io::ErrorKind::AlreadyExists.into());
                    }
                }
                // Some file systems have no such move.
                Err(failed) => failed.path.persist(&path)?,
            },
        }
        sync_folder(&path)
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

/// The file that another one would replace.
fn replaced(path: &Path) -> Option<fs::Metadata> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)
}

/// Gives a file the permissions of the one that it replaces, and its owner and group as far as
/// that is permitted.
#[cfg(unix)]
pub(super) fn keep_access(file: &File, path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let Some(old) = replaced(path) else {
        return Ok(());
    };
    let new = file.metadata()?;
    if (new.uid(), new.gid()) != (old.uid(), old.gid())
        && fchown(file, Some(old.uid()), Some(old.gid())).is_err()
    {
        // Only root gives files away; every member of a group may give them to the group.
        let _ = fchown(file, None, Some(old.gid()));
    }
    file.set_permissions(fs::Permissions::from_mode(old.mode() & 0o777))
}

/// Elsewhere, the folder decides who may read a file.
#[cfg(not(unix))]
pub(super) fn keep_access(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Makes the names in the folder of a path durable.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}
