//! The lines whose puzzles are being worked on, so that progress can name the one that the others
//! wait for.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::io::Source;

/// A line, by the index of its input and its number.
pub(crate) type Place = (usize, u64);

/// The lines at work, with the times since when.
#[derive(Default)]
pub(crate) struct LinesAtWork(Mutex<BTreeMap<Place, Instant>>);

/// A line that the others wait for.
#[derive(Clone, Copy, Debug)]
pub struct WaitingLine<'a> {
    /// The name of its input.
    pub input: &'a str,
    /// Its number, from 1.
    pub line: u64,
    /// How long it has been worked on.
    pub time: Duration,
}

/// A line that takes less time than this is not worth naming.
const WORTH_NAMING: Duration = Duration::from_secs(2);

impl LinesAtWork {
    fn lines(&self) -> MutexGuard<'_, BTreeMap<Place, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on a line.
    pub(crate) fn during<T>(&self, place: Place, work: impl FnOnce() -> T) -> T {
        /// Removes the line, also while unwinding.
        struct Ended<'a>(&'a LinesAtWork, Place);

        impl Drop for Ended<'_> {
            fn drop(&mut self) {
                self.0.lines().remove(&self.1);
            }
        }

        self.lines().insert(place, Instant::now());
        let _ended = Ended(self, place);
        work()
    }

    /// Replaces all lines by the one that others wait for.
    pub(crate) fn replace(&self, first: Option<(Place, Instant)>) {
        *self.lines() = first.into_iter().collect();
    }

    /// The first line at work, if it takes long: results after it wait.
    pub(crate) fn first<'a>(&self, sources: &'a [Source]) -> Option<WaitingLine<'a>> {
        let (place, since) = self.lines().first_key_value().map(|(p, s)| (*p, *s))?;
        let time = since.elapsed();
        let (input, line) = (&*sources.get(place.0)?.name, place.1);
        (time >= WORTH_NAMING).then_some(WaitingLine { input, line, time })
    }
}
