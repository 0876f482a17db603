//! Checks of outputs. An existing file stays, unless the user said that it may be
//! replaced; inputs are never overwritten.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::part::is_part;
use super::path::{Identity, folder_of};

/// The behaviour of a commit if the output exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfExists {
    /// Fails, unless both are the same, byte for byte.
    Fail,
    /// Replaces it.
    Replace,
}

/// Something is in the way of an output.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OutputConflict {
    /// It exists already.
    #[error("{} exists", .0.display())]
    Exists(PathBuf),
    /// It was not written by us, or was changed since.
    #[error("{} exists, and gradus did not write it, or it was changed since", .0.display())]
    NotOurs(PathBuf),
    /// It is also an input.
    #[error("{} is an input and an output", .0.display())]
    IsInput(PathBuf),
}

/// Refuses outputs that exist already.
pub fn fail_if_exists<'a>(
    outputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), OutputConflict> {
    match outputs.into_iter().find(|path| exists(path)) {
        None => Ok(()),
        Some(path) => Err(OutputConflict::Exists(path.to_path_buf())),
    }
}

/// Refuses outputs that are also inputs, and inputs that a killed process left of an output, which
/// would be removed.
pub fn refuse_inputs<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: &[PathBuf],
) -> Result<(), OutputConflict> {
    let is_output = |input: &&Path| {
        let mut outputs = outputs.iter();
        outputs.any(|output| is_same(input, output) || is_part(input, output))
    };
    match inputs.into_iter().find(is_output) {
        None => Ok(()),
        Some(path) => Err(OutputConflict::IsInput(path.to_path_buf())),
    }
}

/// Returns true if there is anything of this name, even a dangling link.
pub fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Returns true if a path leads to a terminal, a pipe or the like: nothing is lost there, and no
/// file must take its place.
pub fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Returns true if two paths name the same file. A missing file is identified by its folder
/// and its name.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (Identity::of(one), Identity::of(other)) {
        (Ok(a), Ok(b)) => a == b,
        (Err(_), Err(_)) => absolute(one) == absolute(other),
        _ => false,
    }
}

/// Where a missing file would be.
fn absolute(path: &Path) -> Option<PathBuf> {
    Some(folder_of(path).canonicalize().ok()?.join(path.file_name()?))
}
