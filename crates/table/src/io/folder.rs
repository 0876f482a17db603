//! Files of a folder that appear together: they are written to another folder first, so that a
//! full disk leaves everything as it was, and then moved.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::atomic::{keep_access, sync_folder};
use super::overwrite::{OutputConflict, exists, is_device};
use super::part::create_folder;
use super::path::folder_of;

/// Why a folder was not written.
#[derive(Debug, Error)]
pub enum FolderError {
    /// Something is in the way.
    #[error(transparent)]
    OutputConflict(#[from] OutputConflict),
    /// A file cannot be written.
    #[error("cannot write {}", .0.display())]
    Write(PathBuf, #[source] io::Error),
}

fn failed(path: &Path) -> impl Fn(io::Error) -> FolderError {
    let path = path.to_path_buf();
    move |error| FolderError::Write(path.clone(), error)
}

/// Writes files into a folder, which is created if it is missing, in place of existing ones. A
/// new folder appears with all of its files or not at all; files in an existing folder are
/// replaced only when all new ones are on the disk.
pub fn write_files(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), FolderError> {
    let staged = StagedFolder::begin(folder)?;
    for (name, contents) in files {
        staged.write(name, contents)?;
    }
    if staged.is_new {
        return staged.appear();
    }
    files
        .iter()
        .try_for_each(|(name, _)| staged.replace(name, name))
}

/// A folder that is being written. Unless its files are moved, they are removed when it is
/// dropped.
pub(super) struct StagedFolder<'a> {
    folder: &'a Path,
    /// True if the folder does not exist yet.
    pub(super) is_new: bool,
    /// Where the files are for the time being: beside a new folder, inside an existing one.
    stage: PathBuf,
    /// Shows other processes that the stage is in use.
    _lock: File,
}

/// Names the stages inside a folder.
const STAGE: &str = ".gradus";

impl<'a> StagedFolder<'a> {
    pub(super) fn begin(folder: &'a Path) -> Result<StagedFolder<'a>, FolderError> {
        let is_new = !exists(folder);
        let staged_for = if is_new {
            let parent = folder_of(folder);
            fs::create_dir_all(parent).map_err(failed(parent))?;
            folder.to_path_buf()
        } else {
            folder.join(STAGE)
        };
        let (lock, stage) = create_folder(&staged_for).map_err(failed(folder))?;
        Ok(StagedFolder {
            folder,
            is_new,
            stage,
            _lock: lock,
        })
    }

    /// Writes a file, without moving it into place.
    pub(super) fn write(&self, name: &str, contents: &[u8]) -> Result<(), FolderError> {
        let path = self.stage.join(name);
        let write = || {
            fs::create_dir_all(folder_of(&path))?;
            let mut file = File::create_new(&path)?;
            file.write_all(contents)?;
            file.sync_all()
        };
        write().map_err(failed(&self.folder.join(name)))
    }

    /// Moves the new folder into place.
    pub(super) fn appear(&self) -> Result<(), FolderError> {
        let appear = || {
            sync_all(&self.stage)?;
            fs::rename(&self.stage, self.folder)?;
            sync_folder(self.folder)
        };
        appear().map_err(failed(self.folder))
    }

    /// Moves a written file into the folder, under a name that it may have there already.
    pub(super) fn replace(&self, written: &str, name: &str) -> Result<(), FolderError> {
        let (from, to) = (self.stage.join(written), self.folder.join(name));
        let replace = || {
            if is_device(&to) {
                let message = "it is a device or a pipe, which no file must replace";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
            fs::create_dir_all(folder_of(&to))?;
            keep_access(&File::open(&from)?, &to)?;
            fs::rename(&from, &to)?;
            sync_folder(&to)
        };
        replace().map_err(failed(&to))
    }
}

impl Drop for StagedFolder<'_> {
    fn drop(&mut self) {
        // A stage that cannot be removed is removed next time; one that was moved is gone.
        let _ = fs::remove_dir_all(&self.stage);
    }
}

/// Makes the names in a folder and in those inside durable.
fn sync_all(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_all(&entry.path())?;
        }
    }
    File::open(folder)?.sync_all()
}
