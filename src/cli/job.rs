//! What the commands that write files have in common: what to do with what is there, and
//! advice for what did not end.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use super::Usage;
use crate::io::overwrite::{IfExists, OutputConflict, fail_if_exists, is_device, refuse_inputs};
use crate::io::{Compression, atomic};
use crate::job::{Error, StartMode};

/// What the options say of what is there from before.
pub(super) fn before(resume: bool, force: bool) -> StartMode {
    match (resume, force) {
        (true, _) => StartMode::Resume,
        (_, true) => StartMode::Overwrite,
        _ => StartMode::Fresh,
    }
}

/// What the option --force says of what is there.
pub(super) fn existing(force: bool) -> IfExists {
    match force {
        true => IfExists::Replace,
        false => IfExists::Fail,
    }
}

/// Sees that files may be written: none is read, and none is there, or that is allowed.
pub(super) fn may_write<'a>(
    outputs: &[PathBuf],
    inputs: impl IntoIterator<Item = &'a Path>,
    force: bool,
) -> Result<()> {
    refuse_inputs(inputs, outputs).map_err(in_the_way)?;
    if !force {
        let files = outputs.iter().map(PathBuf::as_path);
        let files = files.filter(|path| !is_device(path));
        fail_if_exists(files).map_err(in_the_way)?;
    }
    Ok(())
}

/// Writes a file, which may be written.
pub(super) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    let written = match is_device(path) {
        true => fs::write(path, contents),
        false => atomic::write(path, contents, IfExists::Replace),
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Refuses a name that promises a table where puzzles are written as lines of text.
pub(super) fn refuse_table(path: &Path) -> Result<()> {
    let plain = match Compression::of_name(path) {
        Compression::None => path.to_path_buf(),
        _ => path.with_extension(""),
    };
    let ending = plain.extension().and_then(|ending| ending.to_str());
    let ending = ending.map(str::to_ascii_lowercase);
    if ending.is_some_and(|ending| TABLES.contains(&ending.as_str())) {
        bail!(Usage(format!(
            "{}: puzzles are written as lines of text, not as a table; give a name such as \
             puzzles.txt or puzzles.txt.zst",
            path.display()
        )));
    }
    Ok(())
}

/// The endings of tables.
const TABLES: [&str; 5] = ["parquet", "csv", "tsv", "jsonl", "json"];

/// What is in the way of an output, and what to do about it.
pub(super) fn in_the_way(what: OutputConflict) -> anyhow::Error {
    match &what {
        OutputConflict::Exists(_) => anyhow!("{what}: --force overwrites it"),
        OutputConflict::NotOurs(_) => anyhow!("{what}: move it away, or --force overwrites it"),
        OutputConflict::IsInput(_) => Usage(what.to_string()).into(),
    }
}

/// What to do after a job with this output was interrupted.
pub(super) fn how_to_go_on(output: Option<&Path>) -> &'static str {
    match output {
        None => "",
        Some(_) => "; nothing is lost: the same command with --resume goes on",
    }
}

/// An error of a job with this output, and what to do about it.
pub(super) fn advised(error: Error, output: Option<&Path>) -> anyhow::Error {
    let advice = match error {
        Error::OutputConflict(what) => return in_the_way(what),
        Error::Condition(fault) => return Usage(fault.to_string()).into(),
        Error::Exists {
            resumable: true, ..
        } => ": --force overwrites it, --resume goes on with the job that was begun",
        Error::Exists { .. } => ": --force overwrites it",
        Error::Changed { .. } => " (--force begins anew)",
        Error::Input { .. } | Error::BadLine { .. } | Error::DiskFull(_) | Error::Workers(_) => {
            how_to_go_on(output)
        }
        _ => return error.into(),
    };
    anyhow!("{:#}{advice}", anyhow::Error::from(error))
}
