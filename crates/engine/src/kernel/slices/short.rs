//! Trials of all candidates of a state at once, of which only short ones count: a candidate goes if
//! its trial meets a contradiction before more than a number of Singles is asserted.
//!
//! The number of Singles of a trial is an upper bound for the length of a braid on its
//! hypothesis, less one for the variable that is empty (PBCS 5.6), whether or not the
//! contradiction depends on all of them. So whatever goes here goes by braids up to a
//! length, at hardly more cost than T&E. What takes more Singles is held for a closer look.

use super::bits::WideBits;
use super::frame::{CandidateIndex, CandidateTable, SightRows};
use super::sheet::{BitCounts, Fate, count_single};
use super::trials::{TrialLinks, TrialSheet, fast_settle};
use super::wide::{NARROW, WIDE, widest};
use gradus_csp::{Label, Labels, Model, State};

/// A candidate that a trial refutes, but with more Singles than were asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct HeldBack {
    /// How many Singles there were when the contradiction was seen.
    pub singles: usize,
    /// The hypothesis.
    pub label: Label,
}

/// What is done with a state that short trials do not decide, if no others do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deeper {
    /// What is held is left aside.
    Left,
    /// It is treated like all others.
    Taken,
}

/// Where short trials led.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Short {
    /// As far as they do; the state may be decided or not.
    Closed,
    /// No trials over Singles decide the state, however long.
    Deeper,
    /// The state is contradictory.
    Contradictory,
}

/// Closes a state, closed under Singles, as far as trials with at most `singles` Singles
/// lead. Where they lead no further, `more` is given the state and what is held, and
/// returns a candidate that goes nevertheless, if there is any. What is held no longer
/// counts as tried: it stays until it goes that way, or by Singles.
///
/// None if the state has too many candidates.
pub fn close_short_trials<S: Labels>(
    model: &Model,
    state: &mut State<S>,
    singles: usize,
    deeper: Deeper,
    more: impl FnMut(&State<S>, &[HeldBack]) -> Option<Label>,
) -> Option<Short> {
    let frame = CandidateTable::new(model, state);
    // One bit more is for the state itself.
    match frame.labels.len() {
        rows if rows < 64 * NARROW => {
            Some(ShortTrials::<NARROW>::new(frame, singles).close(state, deeper, more))
        }
        rows if rows < 64 * WIDE => {
            Some(ShortTrials::<WIDE>::new(frame, singles).close(state, deeper, more))
        }
        _ => None,
    }
}

struct ShortTrials<const W: usize> {
    sheet: TrialSheet<W>,
    labels: Vec<Label>,
    pairs: Vec<[CandidateIndex; 2]>,
    singles: usize,
    /// The hypothesis in which nothing is assumed.
    itself: usize,
    held: Vec<HeldBack>,
}

impl<const W: usize> ShortTrials<W> {
    fn new(frame: CandidateTable, singles: usize) -> Self {
        let itself = frame.labels.len();
        ShortTrials {
            sheet: TrialSheet::of(frame.variables, itself),
            labels: frame.labels,
            pairs: frame.pairs,
            singles,
            itself,
            held: Vec::new(),
        }
    }

    fn close<S: Labels>(
        mut self,
        state: &mut State<S>,
        deeper: Deeper,
        mut more: impl FnMut(&State<S>, &[HeldBack]) -> Option<Label>,
    ) -> Short {
        let mut is_to_be_asked = deeper == Deeper::Left;
        loop {
            if !self.settle() {
                return Short::Contradictory;
            }
            self.sheet.show(self.itself, &self.labels, state);
            if state.is_decided() {
                return Short::Closed;
            }
            self.held.retain(|held| state.is_candidate(held.label));
            if std::mem::take(&mut is_to_be_asked) && !self.is_decided_by_all() {
                return Short::Deeper;
            }
            let Some(label) = more(state, &self.held) else {
                return Short::Closed;
            };
            let gone = self.rows([label].into_iter());
            self.sheet.eliminate(gone);
        }
    }

    /// Takes out what has short trials, until there is none; false if the state is contradictory.
    fn settle(&mut self) -> bool {
        let sheet = &mut self.sheet;
        loop {
            let pass = fast_settle(&mut sheet.fates, &sheet.variables, &self.pairs, true);
            let dead = pass.dead.and(sheet.alive);
            if dead.has(self.itself) {
                return false;
            }
            if dead.is_zero() {
                if pass.changed.and(sheet.alive).is_zero() {
                    return true;
                }
                continue;
            }
            let counts = fast_count_single(&sheet.fates, dead, self.itself);
            let mut gone = WideBits::NONE;
            for row in dead.iter() {
                // The hypothesis is one of those that are asserted.
                let singles = counts.of(row).saturating_sub(1);
                if singles <= self.singles {
                    gone.insert(row);
                } else {
                    let label = self.labels[row];
                    self.held.push(HeldBack { singles, label });
                }
            }
            sheet.alive = sheet.alive.minus(dead);
            sheet.eliminate(gone);
        }
    }

    /// Returns true if trials with any number of Singles decide the state.
    fn is_decided_by_all(&self) -> bool {
        let mut sheet = self.sheet.clone();
        sheet.eliminate(self.rows(self.held.iter().map(|held| held.label)));
        let links = TrialLinks {
            pairs: &self.pairs,
            segments: &SightRows::default(),
        };
        !sheet.settle(self.itself, links) || sheet.is_decided(self.itself)
    }

    fn rows(&self, labels: impl Iterator<Item = Label>) -> WideBits<W> {
        let mut rows = WideBits::NONE;
        labels
            .filter_map(|label| self.labels.binary_search(&label).ok())
            .for_each(|row| rows.insert(row));
        rows
    }
}

widest!(
    fast_count_single = count_single(fates: &[Fate<W>], among: WideBits<W>, itself: usize)
        -> BitCounts<W>
);
