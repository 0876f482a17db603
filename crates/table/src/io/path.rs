//! Paths: files beside others, and files under several names.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The same path with a suffix after its name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Identifies a file or a folder on the disk under any of its names.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Identity(#[cfg(unix)] (u64, u64), #[cfg(not(unix))] PathBuf);

/// Returns true if an open file still has this name, itself and not through a link.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    let same = || {
        let (open, named) = (file.metadata()?, fs::symlink_metadata(path)?);
        Ok::<_, io::Error>(Identity::with(&open, path)? == Identity::with(&named, path)?)
    };
    same().unwrap_or(false)
}

impl Identity {
    pub(super) fn of(path: &Path) -> io::Result<Identity> {
        Identity::with(&fs::metadata(path)?, path)
    }

    /// The identity of a file with this metadata, opened under this name.
    #[cfg(unix)]
    pub(super) fn with(metadata: &fs::Metadata, _: &Path) -> io::Result<Identity> {
        use std::os::unix::fs::MetadataExt;
        Ok(Identity((metadata.dev(), metadata.ino())))
    }

    /// Elsewhere an open file keeps its name.
    #[cfg(not(unix))]
    pub(super) fn with(_: &fs::Metadata, path: &Path) -> io::Result<Identity> {
        path.canonicalize().map(Identity)
    }
}
