//! Notices when a table is deleted or replaced while its page is open. The page shows what was
//! read, and would otherwise be taken for the file of the same name.

use std::fmt;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The files of a table, as they were when it was read.
#[derive(Clone, Debug)]
pub(super) struct Watch(Vec<(PathBuf, Option<FileState>)>);

/// What tells a file from another of the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FileState {
    length: u64,
    modified: Option<SystemTime>,
    #[cfg(unix)]
    identity: (u64, u64),
}

/// What happened to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TableChange {
    /// There is no file of this name any more.
    Deleted(String),
    /// It has other contents, or is another file.
    Replaced(String),
}

impl Watch {
    pub(super) fn new<'a>(paths: impl Iterator<Item = &'a Path>) -> Watch {
        Watch(
            paths
                .map(|path| (path.to_path_buf(), FileState::of(path)))
                .collect(),
        )
    }

    /// The first change, if there is one.
    pub(super) fn change(&self) -> Option<TableChange> {
        self.0.iter().find_map(|(path, before)| {
            let now = FileState::of(path);
            if now == *before {
                return None;
            }
            let name = path.file_name().unwrap_or(path.as_os_str());
            let name = name.to_string_lossy().into_owned();
            Some(match now {
                None => TableChange::Deleted(name),
                Some(_) => TableChange::Replaced(name),
            })
        })
    }
}

impl FileState {
    /// The state of a file, or `None` if there is none.
    fn of(path: &Path) -> Option<FileState> {
        fs::metadata(path)
            .ok()
            .map(|metadata| FileState::from(&metadata))
    }
}

impl From<&Metadata> for FileState {
    fn from(metadata: &Metadata) -> FileState {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        FileState {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            #[cfg(unix)]
            identity: (metadata.dev(), metadata.ino()),
        }
    }
}

impl TableChange {
    /// The code of a response to requests for the table.
    pub(super) fn code(&self) -> u16 {
        match self {
            TableChange::Deleted(_) => 410,
            TableChange::Replaced(_) => 409,
        }
    }

    /// The word for it in such a response.
    pub(super) fn word(&self) -> &'static str {
        match self {
            TableChange::Deleted(_) => "deleted",
            TableChange::Replaced(_) => "replaced",
        }
    }
}

impl fmt::Display for TableChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableChange::Deleted(name) => write!(f, "{name} was deleted"),
            TableChange::Replaced(name) => write!(f, "{name} was replaced or changed"),
        }?;
        f.write_str(" after it was opened here")
    }
}
