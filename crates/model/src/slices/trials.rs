//! T&E(BRT, n) with all trials of depth 1 at once.
//!
//! The trials of a state are one sheet: a bit for each candidate's trial, and
//! one for the state itself, in which nothing is assumed. When a trial meets a
//! contradiction, its hypothesis is taken out of all of them, and all go on from
//! where they are. A trial of depth 2 begins as a copy of the sheet without the
//! candidates that its hypothesis takes out: what each candidate derives alone
//! and what the hypothesis does are there already, and what remains is what both
//! derive together.

use super::bits::Bits;
use super::frame::{Frame, Groups, Row};
use super::sheet::{Fate, Pass, settle};
use super::{NARROW, WIDE, widest};
use crate::labels::Labels;
use crate::model::{Label, Model};
use crate::state::State;

/// Closes a state that is closed under Singles under T&E(BRT, depth); whether
/// it is free of contradiction. None if it has too many candidates. Labels in
/// `skipped` must be irrefutable; no deep trial is made of them.
pub fn close_trials<S: Labels>(
    model: &Model,
    state: &mut State<S>,
    depth: usize,
    skipped: &S,
) -> Option<bool> {
    let frame = Frame::new(model, state);
    // One bit more is for the state itself.
    match frame.labels.len() {
        rows if rows < 64 * NARROW => Some(close::<NARROW, S>(frame, state, depth, skipped)),
        rows if rows < 64 * WIDE => Some(close::<WIDE, S>(frame, state, depth, skipped)),
        _ => None,
    }
}

fn close<const W: usize, S: Labels>(
    frame: Frame,
    state: &mut State<S>,
    depth: usize,
    skipped: &S,
) -> bool {
    let labels = frame.labels;
    let itself = labels.len();
    let mut trials = Trials::<W> {
        pairs: &frame.pairs,
        skipped: set_of(&labels, |label| skipped.contains(label)),
        sheets: (0..depth).map(|_| Sheet::default()).collect(),
    };
    let sheet = &mut trials.sheets[0];
    sheet.variables = frame.variables;
    sheet.fates.resize(itself, Fate::OPEN);
    for (row, fate) in sheet.fates.iter_mut().enumerate() {
        fate.single.insert(row);
        sheet.alive.insert(row);
    }
    sheet.alive.insert(itself);
    let consistent = trials.close(0, itself, depth);
    let end = trials.sheets[0].end(itself);
    for (row, &label) in labels.iter().enumerate() {
        if !end.left.has(row) {
            state.left.remove(label);
        } else if end.values.has(row) {
            state.values.insert(label);
        }
    }
    consistent
}

fn set_of<const W: usize>(labels: &[Label], has: impl Fn(Label) -> bool) -> Bits<W> {
    let mut set = Bits::NONE;
    for (row, &label) in labels.iter().enumerate() {
        if has(label) {
            set.insert(row);
        }
    }
    set
}

/// All trials of a state.
#[derive(Debug)]
struct Sheet<const W: usize> {
    fates: Vec<Fate<W>>,
    /// The hypotheses that are not refuted, and the state itself.
    alive: Bits<W>,
    /// The candidates of each variable that the state has not decided.
    variables: Groups,
}

impl<const W: usize> Default for Sheet<W> {
    fn default() -> Self {
        Sheet {
            fates: Vec::new(),
            alive: Bits::NONE,
            variables: Groups::default(),
        }
    }
}

/// What is left and what is asserted in one hypothesis, a bit for each candidate.
#[derive(Clone, Copy, Debug)]
struct End<const W: usize> {
    left: Bits<W>,
    values: Bits<W>,
}

/// A trial that met no contradiction.
struct Finished<const W: usize> {
    hypothesis: usize,
    end: End<W>,
}

impl<const W: usize> Sheet<W> {
    fn end(&self, itself: usize) -> End<W> {
        let mut end = End {
            left: Bits::NONE,
            values: Bits::NONE,
        };
        for (row, fate) in self.fates.iter().enumerate() {
            if fate.left.has(itself) {
                end.left.insert(row);
            }
            if fate.single.has(itself) {
                end.values.insert(row);
            }
        }
        end
    }

    /// Takes candidates out of all trials.
    fn eliminate(&mut self, gone: Bits<W>) {
        self.alive = self.alive.minus(gone);
        for row in gone.iter() {
            self.fates[row] = Fate::GONE;
        }
    }

    /// Closes under T&E(BRT, 1); false if the state itself is contradictory.
    fn settle(&mut self, itself: usize, pairs: &[[Row; 2]]) -> bool {
        loop {
            let pass = fast_settle(&mut self.fates, &self.variables, pairs);
            let dead = pass.dead.and(self.alive);
            if dead.has(itself) {
                return false;
            }
            if !dead.is_zero() {
                self.eliminate(dead);
            } else if pass.changed.and(self.alive).is_zero() {
                return true;
            }
        }
    }

    /// Becomes the trials of what `hypothesis` leaves of another state.
    fn derive(&mut self, from: &Sheet<W>, hypothesis: usize) {
        self.fates.clear();
        let mut alive = from.alive;
        for (row, fate) in from.fates.iter().enumerate() {
            if !fate.left.has(hypothesis) {
                self.fates.push(Fate::GONE);
                if row != hypothesis {
                    alive.remove(row);
                }
                continue;
            }
            if fate.single.has(hypothesis) {
                alive = alive.and(fate.left);
            }
            self.fates.push(*fate);
        }
        // The hypothesis takes the place of the bit in which nothing was assumed.
        alive.remove(from.fates.len());
        self.alive = alive;
        let left = |row: Row| from.fates[row as usize].left.has(hypothesis);
        from.variables.filtered(&mut self.variables, left);
    }
}

widest!(
    fast_settle = settle(fates: &mut [Fate<W>], variables: &Groups, pairs: &[[Row; 2]]) -> Pass<W>
);

/// Trials inside trials.
struct Trials<'a, const W: usize> {
    pairs: &'a [[Row; 2]],
    skipped: Bits<W>,
    /// One for each depth.
    sheets: Vec<Sheet<W>>,
}

impl<const W: usize> Trials<'_, W> {
    /// Closes a state, the one of sheet `at` in which only `itself` is assumed,
    /// under T&E(BRT, depth); false if it is contradictory.
    fn close(&mut self, at: usize, itself: usize, depth: usize) -> bool {
        if depth <= 1 {
            return self.sheets[at].settle(itself, self.pairs);
        }
        if !self.close(at, itself, depth - 1) {
            return false;
        }
        let mut finished: Vec<Finished<W>> = Vec::new();
        loop {
            let now = self.sheets[at].end(itself);
            let mut untried = now.left.minus(now.values);
            if untried.is_zero() {
                return true;
            }
            if at == 0 {
                untried = untried.minus(self.skipped);
            }
            let Some(refuted) = self.refute(at, depth, now, untried, &mut finished) else {
                return true;
            };
            let mut gone = Bits::NONE;
            gone.insert(refuted);
            self.sheets[at].eliminate(gone);
            if !self.close(at, itself, depth - 1) {
                return false;
            }
        }
    }

    /// Finds a candidate of `untried` that a trial of this depth refutes. Whole
    /// trials first; those that were finished and then touched by an
    /// elimination only when no other candidate is refuted.
    fn refute(
        &mut self,
        at: usize,
        depth: usize,
        now: End<W>,
        mut untried: Bits<W>,
        finished: &mut Vec<Finished<W>>,
    ) -> Option<usize> {
        let mut touched = Bits::NONE;
        finished.retain(|trial| untried.has(trial.hypothesis));
        for trial in finished.iter() {
            match trial.end.left.minus(now.left).is_zero() {
                true => untried = untried.minus(trial.end.values),
                false => touched.insert(trial.hypothesis),
            }
        }
        finished.retain(|trial| !touched.has(trial.hypothesis));
        for mut rest in [untried.minus(touched), untried.and(touched)] {
            while let Some(hypothesis) = { rest.iter().next() } {
                rest.remove(hypothesis);
                let (before, after) = self.sheets.split_at_mut(at + 1);
                after[0].derive(&before[at], hypothesis);
                if !self.close(at + 1, hypothesis, depth - 1) {
                    return Some(hypothesis);
                }
                let end = self.sheets[at + 1].end(hypothesis);
                rest = rest.minus(end.values);
                finished.push(Finished { hypothesis, end });
            }
        }
        None
    }
}
