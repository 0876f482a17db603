//! Errors of pipelines: in their files, and while they run.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::io::FindError;
use crate::io::OutputConflict;
use crate::job;
use crate::report::{ComposeError, ReportError};
use crate::stats::InputError;
use crate::table::UnknownFormat;

/// Why a text is not a pipeline.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// Not TOML, a key that is missing or not known, or a value of the wrong type.
    #[error("line {line}: {message}")]
    Toml {
        /// The line.
        line: usize,
        /// The message.
        message: String,
    },
    /// An invalid value.
    #[error("{key}: {message}")]
    Value {
        /// Its key.
        key: &'static str,
        /// The message.
        message: String,
    },
}

impl FormatError {
    /// The error of a text that is not TOML.
    pub(super) fn toml(text: &str, error: &toml::de::Error) -> FormatError {
        let start = error.span().map_or(0, |span| span.start);
        let breaks = text.bytes().take(start).filter(|byte| *byte == b'\n');
        FormatError::Toml {
            line: 1 + breaks.count(),
            message: error.message().to_string(),
        }
    }
}

pub(super) fn wrong(key: &'static str, message: impl ToString) -> FormatError {
    FormatError::Value {
        key,
        message: message.to_string(),
    }
}

/// Why a pipeline failed.
#[derive(Debug, Error)]
pub enum PipelineError {
    /// The puzzles are missing.
    #[error("{}{}", with_causes(.reason), .needs.as_deref().map_or(String::new(), |needs| format!("\nThis pipeline needs {needs}")))]
    Source {
        /// The reason.
        reason: FindError,
        /// The files that the pipeline needs.
        needs: Option<String>,
    },
    /// Puzzles could not be generated or classified.
    #[error(transparent)]
    Job(#[from] job::Error),
    /// Ratings tables could not be read.
    #[error(transparent)]
    Tables(#[from] InputError),
    /// The report could not be composed.
    #[error(transparent)]
    Compose(#[from] ComposeError),
    /// The report could not be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// An output would replace a file that the pipeline did not write.
    #[error(transparent)]
    OutputConflict(#[from] OutputConflict),
    /// The name of the table has no known format.
    #[error(transparent)]
    Format(#[from] UnknownFormat),
    /// A file of a suite is not a pipeline.
    #[error("{}: {reason}", .path.display())]
    Member {
        /// Its file.
        path: PathBuf,
        /// The message.
        reason: FormatError,
    },
    /// A file of the working directory could not be read or written.
    #[error("cannot use {}: {reason}", .path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// The cause.
        reason: io::Error,
    },
}

/// An error and its causes on one line.
fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    texts.join(": ")
}

pub(super) fn failed(path: &Path) -> impl FnOnce(io::Error) -> PipelineError {
    let path = path.to_path_buf();
    move |reason| PipelineError::File { path, reason }
}
