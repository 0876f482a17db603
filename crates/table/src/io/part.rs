//! Files and folders that are being written, under names next to those they will get.
//!
//! Such a name is `OUTPUT.TOKEN.gradus-part`. The token is random, so that nothing can wait under
//! the name, and it ends with a check of itself and of the output, so that what a killed process
//! has left behind is told from a file that happens to have a similar name. As long as a process
//! writes, it holds the operating system's lock on its part.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::path::{folder_of, is_at};

const SUFFIX: &str = ".gradus-part";

/// Hexadecimal digits of the random number and of its check.
const DIGITS: (usize, usize) = (16, 8);

/// Bytes of the output's name in the name of its part, which must not become too long.
const SHOWN: usize = 150;

/// Creates the file that will be moved to this path, open for reading and writing and locked. It
/// is removed when the path is dropped. Removes what killed processes left for the same output.
pub(super) fn create_file(output: &Path, is_private: bool) -> io::Result<(File, TempPath)> {
    remove_leftovers(output);
    loop {
        let path = new_name(output);
        let mut options = OpenOptions::new();
        // Exclusive: no link is followed, and no file is opened that another program made.
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        if is_private {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        match options.open(&path) {
            Ok(file) if is_mine(&file, &path) => {
                return Ok((file, TempPath::try_from_path(path)?));
            }
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            // The name is taken, or another process took the file for a leftover.
            _ => {}
        }
    }
}

/// Creates a folder that will be moved to this path, and locks it. Removes what killed processes
/// left for the same output.
pub(super) fn create_folder(output: &Path) -> io::Result<(File, PathBuf)> {
    remove_leftovers(output);
    loop {
        let path = new_name(output);
        match fs::create_dir(&path) {
            Ok(()) => {
                let folder = File::open(&path)?;
                if is_mine(&folder, &path) {
                    return Ok((folder, path));
                }
            }
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Err(_) => {}
        }
    }
}

/// Returns true if a file has the name of a part of an output.
pub fn is_part(path: &Path, output: &Path) -> bool {
    let is_named = |name: &OsStr| Some(name) != output.file_name() && has_name(name, output);
    path.file_name().is_some_and(is_named)
        && match (
            folder_of(path).canonicalize(),
            folder_of(output).canonicalize(),
        ) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        }
}

/// Locks a new part. Returns false if another process has it, or has removed it.
fn is_mine(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => false,
        // A file system without locks is accepted.
        Err(TryLockError::Error(_)) => true,
        Ok(()) => is_at(file, path),
    }
}

/// Removes the parts of an output that no process is writing. What cannot be removed stays: it is
/// in nobody's way.
fn remove_leftovers(output: &Path) {
    let Ok(entries) = fs::read_dir(folder_of(output)) else {
        return;
    };
    for entry in entries.flatten() {
        if !has_name(&entry.file_name(), output) {
            continue;
        }
        let path = folder_of(output).join(entry.file_name());
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        // Neither links nor pipes are opened: they are not ours.
        if !kind.is_file() && !kind.is_dir() {
            continue;
        }
        let Ok(file) = File::open(&path) else {
            continue;
        };
        if file.try_lock().is_ok() && is_at(&file, &path) {
            let _ = if kind.is_dir() {
                fs::remove_dir_all(&path)
            } else {
                fs::remove_file(&path)
            };
        }
    }
}

fn new_name(output: &Path) -> PathBuf {
    let number = RandomState::new().hash_one(std::process::id());
    let token = format!("{number:0width$x}", width = DIGITS.0);
    let mut name = shown_name(output);
    name += &format!(".{token}{}{SUFFIX}", check(&token, output));
    output.with_file_name(name)
}

/// The name of an output for readers.
fn shown_name(output: &Path) -> String {
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    let end = (0..=SHOWN.min(name.len())).rfind(|end| name.is_char_boundary(*end));
    name[..end.unwrap_or(0)].to_string()
}

/// Returns true if a name is one of an output's part.
fn has_name(name: &OsStr, output: &Path) -> bool {
    let token = || {
        let name = name.to_str()?.strip_suffix(SUFFIX)?;
        let token = name.strip_prefix(&shown_name(output))?.strip_prefix('.')?;
        let is_hex = token.bytes().all(|byte| byte.is_ascii_hexdigit());
        (is_hex && token.len() == DIGITS.0 + DIGITS.1).then(|| token.split_at(DIGITS.0))
    };
    token().is_some_and(|(token, found)| check(token, output) == found)
}

/// The check of a token.
fn check(token: &str, output: &Path) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"a part of a file that gradus writes\n");
    hasher.update(token.as_bytes());
    let name = output.file_name().unwrap_or_default();
    hasher.update(name.as_encoded_bytes());
    hasher.finalize().to_hex()[..DIGITS.1].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_parts_of_the_same_output_are_recognised() {
        let long = format!("d/{}", "ä".repeat(120));
        for output in ["o.csv", "d/o.csv", &long] {
            let output = Path::new(output);
            let part = new_name(output);
            let name = part.file_name().expect("a name");
            assert!(has_name(name, output), "{name:?}");
            assert!(name.len() < 255);
            assert!(!has_name(name, Path::new("other.csv")));
            assert!(!has_name(OsStr::new("o.csv.gradus-part"), output));
            let text = name.to_str().expect("text");
            let place = text.len() - SUFFIX.len() - 1;
            let other = if text.as_bytes()[place] == b'0' {
                "1"
            } else {
                "0"
            };
            let changed = format!("{}{other}{SUFFIX}", &text[..place]);
            assert!(!has_name(OsStr::new(&changed), output));
        }
        assert_ne!(new_name(Path::new("a")), new_name(Path::new("a")));
    }
}
