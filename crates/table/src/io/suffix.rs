//! Names of files beside others.

use std::path::{Path, PathBuf};

/// The same path with something after its name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
