//! The digest of a file: two files with the same digest are the same.

use std::fs::File;
use std::io;
use std::path::Path;

/// The BLAKE3 digest of a file.
pub fn digest(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(path)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// The BLAKE3 digest of a file with these contents.
pub fn digest_of(contents: &[u8]) -> String {
    blake3::hash(contents).to_hex().to_string()
}
