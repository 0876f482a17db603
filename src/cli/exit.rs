//! How a command ends: its status, bad usage, and the exit code of both.

use std::io;

use super::messages::print_error;
use super::stop::INTERRUPTED;
use super::summary;

/// The end of a command that did not fail, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ExitStatus {
    Done,
    /// All is done, but some lines were rejected.
    SomeRejected,
    #[cfg(feature = "polars")]
    Differs,
    Interrupted,
}

impl ExitStatus {
    /// The status of a finished job with this number of rejected lines.
    pub(super) fn from_rejected(rejected: u64) -> ExitStatus {
        ExitStatus::allowing(0, rejected)
    }

    /// The status of a finished job that may reject some lines.
    pub(super) fn allowing(allowed: u64, rejected: u64) -> ExitStatus {
        if rejected <= allowed {
            ExitStatus::Done
        } else {
            ExitStatus::SomeRejected
        }
    }
}

/// Bad usage, such as options that exclude each other.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Usage(pub String);

/// Returns bad usage with a message, which is formatted.
macro_rules! bail_usage {
    ($($message:tt)*) => {
        return Err($crate::cli::exit::Usage(format!($($message)*)).into())
    };
}
pub(super) use bail_usage;

/// Returns the exit code of a command. Prints its error, if it failed, and ends the summary.
pub(super) fn exit_code(result: anyhow::Result<ExitStatus>) -> u8 {
    if let Err(error) = &result {
        summary::set_error(&format!("{error:#}"));
    }
    summary::end(code(result))
}

fn code(result: anyhow::Result<ExitStatus>) -> u8 {
    match result {
        Ok(ExitStatus::Done) => 0,
        Ok(ExitStatus::SomeRejected) => 3,
        #[cfg(feature = "polars")]
        Ok(ExitStatus::Differs) => 1,
        Ok(ExitStatus::Interrupted) => INTERRUPTED,
        Err(error) if is_broken_pipe(&error) => 0,
        Err(error) if error.is::<Usage>() => {
            let message = error.to_string();
            // Some messages end with a caret under the place of the error.
            let hint = [" (see --help)", ""][usize::from(message.ends_with('^'))];
            print_error(&format!("{message}{hint}"));
            2
        }
        Err(error) => {
            print_error(&format!("{error:#}"));
            1
        }
    }
}

/// Returns true if stdout was closed (EPIPE).
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    let mut causes = error.chain();
    causes.any(|cause| cause.downcast_ref().is_some_and(is_pipe))
}
