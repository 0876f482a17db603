//! Shared by commands that write files: permission to write, and hints after errors.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use super::exit::{Usage, bail_usage};
use crate::input::ColumnError;
use crate::io::{
    Compression, IfExists, OutputConflict, fail_if_exists, is_device, refuse_inputs, write_file,
};
use crate::job::{Error, StartMode};

/// How to start, by the options --resume and --force.
pub(super) fn start_mode(resume: bool, force: bool) -> StartMode {
    match (resume, force) {
        (true, _) => StartMode::Resume,
        (_, true) => StartMode::Overwrite,
        _ => StartMode::Fresh,
    }
}

/// What to do with an existing file, by the option --force.
pub(super) fn if_exists(force: bool) -> IfExists {
    if force {
        IfExists::Replace
    } else {
        IfExists::Fail
    }
}

/// Checks that files may be written: they are not inputs, and do not exist unless forced.
pub(super) fn check_writable<'a>(
    outputs: &[PathBuf],
    inputs: impl IntoIterator<Item = &'a Path>,
    force: bool,
) -> Result<()> {
    refuse_inputs(inputs, outputs).map_err(conflict_with_hint)?;
    if !force {
        let files = outputs.iter().map(PathBuf::as_path);
        let files = files.filter(|path| !is_device(path));
        fail_if_exists(files).map_err(conflict_with_hint)?;
    }
    Ok(())
}

/// Writes a file that `check_writable` has allowed.
pub(super) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    let written = if is_device(path) {
        fs::write(path, contents)
    } else {
        write_file(path, contents, IfExists::Replace)
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Refuses the name of a table for lines of puzzles.
pub(super) fn refuse_table(path: &Path) -> Result<()> {
    let plain = match Compression::from(path) {
        Compression::None => path.to_path_buf(),
        _ => path.with_extension(""),
    };
    let ending = plain.extension().and_then(|ending| ending.to_str());
    let ending = ending.map(str::to_ascii_lowercase);
    if ending.is_some_and(|ending| TABLES.contains(&ending.as_str())) {
        bail_usage!(
            "{}: the output is lines of text, not a table (use a name such as puzzles.txt or \
             puzzles.txt.zst)",
            path.display()
        );
    }
    Ok(())
}

const TABLES: [&str; 5] = ["parquet", "csv", "tsv", "jsonl", "json"];

/// The error for an output that must not be written, with a hint.
pub(super) fn conflict_with_hint(conflict: OutputConflict) -> anyhow::Error {
    match &conflict {
        OutputConflict::Exists(_) => anyhow!("{conflict} (use --force to overwrite it)"),
        OutputConflict::NotOurs(_) => {
            anyhow!("{conflict} (move it away, or use --force to overwrite it)")
        }
        OutputConflict::IsInput(_) => Usage(conflict.to_string()).into(),
    }
}

/// How to continue after a job with this output was interrupted.
pub(super) fn resume_hint(output: Option<&Path>) -> &'static str {
    match output {
        None => "",
        Some(_) => "; nothing is lost; rerun with --resume to continue",
    }
}

/// The options that help if the columns of an input do not fit.
fn columns_hint(error: &ColumnError) -> String {
    match error {
        ColumnError::Missing { .. } | ColumnError::Several(_) => {
            "use --column NAME to say which has the puzzles".to_string()
        }
        ColumnError::NoPuzzles(_) => "use --column NAME if one of them has the puzzles".to_string(),
        ColumnError::NoHeader(_) => "leave out --column to read lines of puzzles".to_string(),
        ColumnError::NotKept { others, .. } if others.is_empty() => {
            "use --keep none to leave it out".to_string()
        }
        ColumnError::NotKept { others, .. } => {
            let others = others.join(",");
            format!("use --keep {others} to keep the others, or --keep none")
        }
    }
}

/// The error of a job with this output, with a hint.
pub(super) fn with_hint(error: Error, output: Option<&Path>) -> anyhow::Error {
    let hint = match error {
        Error::OutputConflict(conflict) => return conflict_with_hint(conflict),
        Error::Condition(fault) => return Usage(fault.to_string()).into(),
        Error::Columns {
            error: ref columns, ..
        } => {
            let hint = columns_hint(columns);
            return Usage(format!("{error}; {hint}")).into();
        }
        Error::Unsupported { .. } => return Usage(error.to_string()).into(),
        Error::Exists {
            resumable: true, ..
        } => " (use --resume to continue the job, or --force to start over)",
        Error::Exists { .. } => " (use --force to overwrite it)",
        Error::Changed { .. } => " (use --force to start over)",
        Error::Input { .. } | Error::BadLine { .. } | Error::DiskFull(_) | Error::Workers(_) => {
            resume_hint(output)
        }
        _ => return error.into(),
    };
    anyhow!("{:#}{hint}", anyhow::Error::from(error))
}
