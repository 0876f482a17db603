//! What long jobs have in common, whatever they do: an ordered `pump` that keeps all
//! cores busy, a `journal` from which a job goes on after it was interrupted, an
//! observer that sees how far it is, and `shard`s.
//!
//! Nothing here knows what a job works on.

pub(crate) mod error;
pub(crate) mod journal;
pub(crate) mod observe;
pub(crate) mod pool;
pub(crate) mod pump;
pub(crate) mod shard;

use std::path::{Path, PathBuf};

pub use error::Error;
pub use journal::Journal;
pub use observe::{Observer, Quiet, Snapshot};
pub use shard::Shard;

use crate::io::overwrite::{is_there, refuse_existing};

/// What to do with what is there from before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Before {
    /// Nothing may be there.
    Refuse,
    /// A job that was interrupted goes on.
    Resume,
    /// It is overwritten.
    Overwrite,
}

/// Refuses to overwrite outputs, or the journal of a job that can go on.
pub(crate) fn refuse(journal: Option<&Path>, outputs: &[PathBuf]) -> Result<(), Error> {
    match journal.filter(|path| is_there(path)) {
        None => Ok(refuse_existing(outputs.iter().map(PathBuf::as_path))?),
        Some(path) => Err(Error::Exists {
            path: path.to_path_buf(),
            resumable: true,
        }),
    }
}

/// How something that a job depends on has changed, if it has.
pub fn changed<T: PartialEq + ToString>(what: &str, then: T, now: T) -> Option<String> {
    let text = |then: T, now: T| {
        let (then, now) = (then.to_string(), now.to_string());
        format!("{what} was {then} and is now {now}")
    };
    (then != now).then(|| text(then, now))
}

/// The workers of a job for which no number is given: one for each core.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}
