//! A folder of files that are written together, with a list of them and their digests.
//! A listed file that still has its digest is ours: it may be replaced, and it is removed
//! when it is no longer needed. All other files in the folder are left alone.
//!
//! The list is in the format of `b3sum`, which can check the files.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::atomic::remove_file;
use super::digest::{digest, digest_of};
use super::folder::{FolderError, StagedFolder};
use super::overwrite::{IfExists, OutputConflict, exists};

/// The list, in its folder.
const LEDGER: &str = ".gradus.b3";

/// The list while files are being replaced, before it is in its place.
const BOTH: &str = ".gradus.both.b3";

/// Files of a folder: digests and names. While files are being replaced, a name has two
/// digests.
#[derive(Default, PartialEq)]
struct Ledger(BTreeSet<(String, String)>);

impl Ledger {
    /// The list of these files.
    fn of(files: &[(String, Vec<u8>)]) -> Ledger {
        let line = |(name, contents): &(String, Vec<u8>)| (name.clone(), digest_of(contents));
        Ledger(files.iter().map(line).collect())
    }

    /// The list in a folder, or `None` if the file of that name is something else.
    fn open(folder: &Path) -> io::Result<Option<Ledger>> {
        let text = match fs::read_to_string(folder.join(LEDGER)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => return Ok(None),
            Err(error) => return Err(error),
        };
        let line = |line: &str| {
            let (digest, name) = line.split_once("  ")?;
            let is_hex = digest.len() == 64 && digest.bytes().all(|b| b.is_ascii_hexdigit());
            // Nothing outside the folder is ours, even if it is in the list.
            let mut parts = Path::new(name).components();
            let is_inside = parts.all(|part| matches!(part, Component::Normal(_)));
            (is_hex && is_inside).then(|| (name.to_string(), digest.to_string()))
        };
        let lines: Option<BTreeSet<_>> = text.lines().map(line).collect();
        Ok(lines.map(Ledger))
    }

    fn text(&self) -> String {
        let line = |(name, digest): &(String, String)| format!("{digest}  {name}\n");
        self.0.iter().map(line).collect()
    }

    /// Returns true if a file is as it was left.
    fn has(&self, folder: &Path, name: &str) -> bool {
        let digest = digest(&folder.join(name));
        digest.is_ok_and(|digest| self.0.contains(&(name.to_string(), digest)))
    }

    /// The files that another list does not have, and that are as they were left.
    fn stale(&self, now: &Ledger, folder: &Path) -> BTreeSet<PathBuf> {
        let names: BTreeSet<&String> = now.0.iter().map(|(name, _)| name).collect();
        let ours = self.0.iter().map(|(name, _)| name);
        let ours = ours.filter(|name| !names.contains(name) && self.has(folder, name));
        ours.map(|name| folder.join(name)).collect()
    }
}

/// Writes files, in order, into a folder, which is created if it is missing. Only files that
/// were written in this way are replaced, unless `existing` allows any; those that are no
/// longer among the files are removed. A new folder appears with all of its files or not at
/// all; in an existing one, every file appears whole, and none before all are on the disk.
/// Returns the paths.
pub fn write_folder(
    folder: &Path,
    files: &[(String, Vec<u8>)],
    existing: IfExists,
) -> Result<Vec<PathBuf>, FolderError> {
    let list = folder.join(LEDGER);
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error| FolderError::Write(path, error)
    };
    let before = Ledger::open(folder).map_err(failed(&list))?;
    if existing == IfExists::Fail {
        let is_ours = |name: &String| match &before {
            Some(before) => !exists(&folder.join(name)) || before.has(folder, name),
            None => false,
        };
        if before.is_none() {
            return Err(OutputConflict::NotOurs(list).into());
        }
        if let Some((name, _)) = files.iter().find(|(name, _)| !is_ours(name)) {
            return Err(OutputConflict::NotOurs(folder.join(name)).into());
        }
    }
    let (before, now) = (before.unwrap_or_default(), Ledger::of(files));
    let staged = StagedFolder::begin(folder)?;
    for (name, contents) in files {
        staged.write(name, contents)?;
    }
    staged.write(LEDGER, now.text().as_bytes())?;
    let paths = files.iter().map(|(name, _)| folder.join(name)).collect();
    if staged.is_new {
        staged.appear()?;
        return Ok(paths);
    }
    // The list is complete even if this is interrupted.
    let both = Ledger(before.0.union(&now.0).cloned().collect());
    staged.write(BOTH, both.text().as_bytes())?;
    staged.replace(BOTH, LEDGER)?;
    for (name, _) in files {
        staged.replace(name, name)?;
    }
    for path in before.stale(&now, folder) {
        remove_file(&path).map_err(failed(&path))?;
    }
    staged.replace(LEDGER, LEDGER)?;
    Ok(paths)
}
