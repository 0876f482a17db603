//! What the commands that run jobs have in common: what to do with what is there, and
//! advice for a job that did not end.

use std::path::Path;

use anyhow::anyhow;

use crate::job::{Before, Error};

/// What the options say of what is there from before.
pub(super) fn before(resume: bool, force: bool) -> Before {
    match (resume, force) {
        (true, _) => Before::Resume,
        (_, true) => Before::Overwrite,
        _ => Before::Refuse,
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
        Error::Exists {
            resumable: true, ..
        } => ": --force overwrites it, --resume goes on with the job that was begun",
        Error::Exists { .. } => ": --force overwrites it",
        Error::Changed { .. } => " (--force begins anew)",
        Error::Input { .. } | Error::BadLine { .. } | Error::DiskFull(_) => how_to_go_on(output),
        _ => return error.into(),
    };
    anyhow!("{:#}{advice}", anyhow::Error::from(error))
}
