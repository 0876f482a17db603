//! How much work a rating may take.

/// The rating was stopped before it was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the rating was known")]
pub struct Stopped;

/// Counts the work of ratings, and stops it.
///
/// Work is counted in runs: following one assumption to its end costs one. So a budget ends a
/// rating at the same place on every machine. A caller that wants to stop for other reasons gives
/// a function that is asked at every unit of work.
#[derive(Default)]
pub struct Meter<'a> {
    spent: u64,
    budget: Option<u64>,
    halt: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Meter<'a> {
    /// No limit.
    pub fn unlimited() -> Meter<'a> {
        Meter::default()
    }

    /// At most so many units of work.
    pub fn budget(units: u64) -> Meter<'a> {
        Meter {
            budget: Some(units),
            ..Meter::default()
        }
    }

    /// Stops also as soon as `halt` returns `true`.
    pub fn or_when(self, halt: &'a dyn Fn() -> bool) -> Meter<'a> {
        Meter {
            halt: Some(halt),
            ..self
        }
    }

    /// The units of work so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Counts work.
    pub(crate) fn spend(&mut self, units: u64) -> Result<(), Stopped> {
        self.spent += units;
        let over = self.budget.is_some_and(|budget| self.spent > budget);
        if over || self.halt.is_some_and(|halt| halt()) {
            return Err(Stopped);
        }
        Ok(())
    }
}
