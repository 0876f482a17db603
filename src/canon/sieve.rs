//! The classes of other collections, whose lines are skipped.

use super::form::Formed;
use super::keys::{Found, Keys};
use super::tape::{Tape, put_off};
use crate::job::Error;
use crate::job::lines::{Answer, Taker};

/// The keys of classes, those in memory and those for which there was no room.
pub(super) struct Sieve {
    keys: Keys<()>,
    rest: Option<Tape<u128>>,
}

impl Sieve {
    pub(super) fn new(memory: u64) -> Sieve {
        Sieve {
            keys: Keys::new(memory),
            rest: None,
        }
    }

    fn add(&mut self, key: u128) -> Result<(), Error> {
        match self.keys.find(key, || ()) {
            Found::There(()) | Found::New => Ok(()),
            Found::Full => put_off(&mut self.rest)?.push(&key),
        }
    }

    /// Returns true if a class is among those in memory.
    pub(super) fn has(&self, key: u128) -> bool {
        self.keys.get(key).is_some()
    }

    /// Returns true if there are others.
    pub(super) fn has_more(&self) -> bool {
        self.rest.is_some()
    }

    /// Continues with others. Returns false if there are none.
    pub(super) fn advance(&mut self) -> Result<bool, Error> {
        let Some(mut rest) = self.rest.take() else {
            return Ok(false);
        };
        self.keys.clear();
        for key in rest.read()? {
            self.add(key?)?;
        }
        Ok(true)
    }
}

impl Taker<Formed> for Sieve {
    fn take(&mut self, answer: Answer<Formed>) -> Result<(), Error> {
        self.add(answer.result.key)
    }
}
