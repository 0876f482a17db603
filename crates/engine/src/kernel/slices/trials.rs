//! T&E(BRT, n) and T&E(W₁, n) with all trials of depth 1 at once.
//!
//! The trials of a state are one sheet: a bit for each candidate's trial, and one for the state
//! itself, in which nothing is assumed. When a trial meets a contradiction, its hypothesis is taken
//! out of all of them, and all of them continue where they are. A trial of depth 2 begins as a copy of
//! the sheet without the candidates that its hypothesis takes out: what each candidate derives
//! alone and what the hypothesis does are there already, and what remains is what both derive
//! together.
//!
//! The order of trials changes no result but the time. Those with fewest candidates left are
//! nearest to a contradiction: T&E(BRT, 3) takes 1.3 ms a puzzle of depth 3 that way, and 1.8 in
//! the order of labels. With depth 2 it is the other way round (0.50 and 0.31 ms a puzzle of depth
//! 2): neighbours do more together. So T&E(BRT, 2) begins in the order of labels until some trials
//! had failed (1.4 and 0.33 ms). Candidates of variables with two left first, whose elimination
//! decides one, helped neither.

use super::bits::WideBits;
use super::frame::{CandidateIndex, CandidateTable, Room, RowGroups, SightRows};
use super::sheet::{BitCounts, Fate, SettlePass, count_left, settle, whips1};
use super::wide::{NARROW, WIDE, widest};
use crate::effort;
use crate::halt;
use gradus_csp::{Label, Labels, Model, State};

/// How many trials of depth 2 in the order of labels may fail.
const PATIENCE: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inside {
    Singles,
    Whips1,
}

/// Closes a state that is closed under a theory T under T&E(T, depth) of a positive depth. Returns
/// whether it is free of contradiction, or `None` if it has too many candidates. Labels in
/// `skipped` must be irrefutable; no deep trial is made of them.
pub(crate) fn close_trials<S: Labels>(
    model: &Model,
    state: &mut State<S>,
    inside: Inside,
    depth: usize,
    skipped: &S,
) -> Option<bool> {
    // One bit more is for the state itself.
    if state.candidate_count() >= 64 * WIDE {
        return None;
    }
    let frame = CandidateTable::new(model, state);
    let segments = match inside {
        Inside::Singles => SightRows::default(),
        Inside::Whips1 => SightRows::new(model, &frame),
    };
    Some(if frame.labels.len() < 64 * NARROW {
        close::<NARROW, S>(frame, &segments, state, depth, skipped)
    } else {
        close::<WIDE, S>(frame, &segments, state, depth, skipped)
    })
}

fn close<const W: usize, S: Labels>(
    frame: CandidateTable,
    segments: &SightRows,
    state: &mut State<S>,
    depth: usize,
    skipped: &S,
) -> bool {
    let labels = frame.labels;
    let itself = labels.len();
    let mut trials = NestedTrials::<W> {
        links: TrialLinks {
            pairs: &frame.pairs,
            segments,
        },
        room: Room::default(),
        patience: if depth == 2 && segments.is_empty() {
            PATIENCE
        } else {
            0
        },
        skipped: rows(&labels, |&label| skipped.contains(label)),
        sheets: (0..depth).map(|_| TrialSheet::default()).collect(),
    };
    trials.sheets[0] = TrialSheet::of(frame.variables, itself);
    let consistent = trials.close(0, itself, depth);
    trials.sheets[0].show(itself, &labels, state);
    consistent
}

/// The places of the items that have a property.
fn rows<const W: usize, T>(items: &[T], has: impl Fn(&T) -> bool) -> WideBits<W> {
    let mut rows = WideBits::NONE;
    let having = items.iter().enumerate().filter(|(_, item)| has(item));
    having.for_each(|(row, _)| rows.insert(row));
    rows
}

#[derive(Clone, Debug)]
pub(super) struct TrialSheet<const W: usize> {
    pub(super) fates: Vec<Fate<W>>,
    /// The hypotheses that are not refuted, and the state itself.
    pub(super) alive: WideBits<W>,
    /// The candidates of each variable that the state has not decided.
    pub(super) variables: RowGroups,
}

impl<const W: usize> Default for TrialSheet<W> {
    fn default() -> Self {
        TrialSheet {
            fates: Vec::new(),
            alive: WideBits::NONE,
            variables: RowGroups::default(),
        }
    }
}

/// What is left and what is asserted in one hypothesis, a bit for each candidate.
#[derive(Clone, Copy, Debug)]
struct TrialEnd<const W: usize> {
    left: WideBits<W>,
    values: WideBits<W>,
}

/// A trial that met no contradiction.
struct FinishedTrial<const W: usize> {
    hypothesis: usize,
    end: TrialEnd<W>,
}

impl<const W: usize> TrialSheet<W> {
    /// Trials of all candidates, in each of which only its own is asserted.
    pub(super) fn of(variables: RowGroups, candidates: usize) -> Self {
        let mut sheet = TrialSheet {
            fates: vec![Fate::OPEN; candidates],
            alive: WideBits::NONE,
            variables,
        };
        for (row, fate) in sheet.fates.iter_mut().enumerate() {
            fate.single.insert(row);
            sheet.alive.insert(row);
        }
        sheet.alive.insert(candidates);
        sheet
    }

    /// Takes what one hypothesis has left and asserts into a state.
    pub(super) fn show<S: Labels>(&self, itself: usize, labels: &[Label], state: &mut State<S>) {
        for (fate, &label) in self.fates.iter().zip(labels) {
            if !fate.left.has(itself) {
                state.left.remove(label);
            } else if fate.single.has(itself) {
                state.values.insert(label);
            }
        }
    }

    /// Returns true if nothing is left in a hypothesis but what is asserted in it.
    pub(super) fn is_decided(&self, itself: usize) -> bool {
        let is_open = |fate: &Fate<W>| fate.left.minus(fate.single).has(itself);
        !self.fates.iter().any(is_open)
    }

    fn end(&self, itself: usize) -> TrialEnd<W> {
        TrialEnd {
            left: rows(&self.fates, |fate| fate.left.has(itself)),
            values: rows(&self.fates, |fate| fate.single.has(itself)),
        }
    }

    pub(super) fn eliminate(&mut self, gone: WideBits<W>) {
        self.alive = self.alive.minus(gone);
        for row in gone.iter() {
            self.fates[row] = Fate::GONE;
        }
    }

    /// Closes under T&E(T, 1); false if the state itself is contradictory.
    pub(super) fn settle(&mut self, itself: usize, links: TrialLinks) -> bool {
        let cost = 1 + (self.fates.len() * W) as u64 / 256;
        while effort::spend(cost) {
            let pass = fast_settle(&mut self.fates, &self.variables, links.pairs, false);
            let dead = pass.dead.and(self.alive);
            if dead.has(itself) {
                return false;
            }
            if !dead.is_zero() {
                self.eliminate(dead);
            } else if pass.changed.and(self.alive).is_zero()
                && fast_whips1(&mut self.fates, links.segments)
                    .and(self.alive)
                    .is_zero()
            {
                return true;
            }
        }
        true
    }
}

/// Sets a sheet to the trials of what `hypothesis` leaves of another state.
#[inline(always)]
fn derive<const W: usize>(
    to: &mut TrialSheet<W>,
    from: &TrialSheet<W>,
    hypothesis: usize,
    room: &mut Room,
) {
    to.fates.clear();
    let mut left = WideBits::<W>::NONE;
    let mut alive = from.alive;
    for (row, fate) in from.fates.iter().enumerate() {
        if !fate.left.has(hypothesis) {
            to.fates.push(Fate::GONE);
            continue;
        }
        left.insert(row);
        // What does not leave a value of the hypothesis is refuted by that.
        if fate.single.has(hypothesis) {
            alive = alive.and(fate.left);
        }
        to.fates.push(*fate);
    }
    // What is refuted is gone, although its column no longer shows it: the variables
    // of the values, which it leaves empty, are not looked at any more.
    let refuted = from.alive.minus(alive).and(left);
    for row in refuted.iter() {
        to.fates[row] = Fate::GONE;
    }
    // The hypothesis takes the place of the bit in which nothing was assumed.
    to.alive = alive.and(left);
    // Variables with refuted candidates stay: what is left of them may be alone.
    let left = |row: CandidateIndex| left.has(row as usize);
    from.variables.filter(&mut to.variables, room, left);
}

widest!(
    fast_derive = derive(to: &mut TrialSheet<W>, from: &TrialSheet<W>, hypothesis: usize, room: &mut Room)
        -> ()
);
widest!(
    pub(super) fast_settle = settle(
        fates: &mut [Fate<W>],
        variables: &RowGroups,
        pairs: &[[CandidateIndex; 2]],
        halt: bool
    ) -> SettlePass<W>
);
widest!(fast_whips1 = whips1(fates: &mut [Fate<W>], segments: &SightRows) -> WideBits<W>);
widest!(fast_count_left = count_left(fates: &[Fate<W>]) -> BitCounts<W>);

/// The links of candidates beside those of a shared variable.
#[derive(Clone, Copy)]
pub(super) struct TrialLinks<'a> {
    pub(super) pairs: &'a [[CandidateIndex; 2]],
    pub(super) segments: &'a SightRows,
}

struct NestedTrials<'a, const W: usize> {
    links: TrialLinks<'a>,
    room: Room,
    /// How many more trials may fail before those with fewest candidates left come first.
    patience: usize,
    skipped: WideBits<W>,
    /// One for each depth.
    sheets: Vec<TrialSheet<W>>,
}

impl<const W: usize> NestedTrials<'_, W> {
    /// Closes a state, the one of sheet `at` in which only `itself` is assumed,
    /// under T&E(T, depth); false if it is contradictory.
    fn close(&mut self, at: usize, itself: usize, depth: usize) -> bool {
        halt::check();
        if depth <= 1 {
            return self.sheets[at].settle(itself, self.links);
        }
        if !self.close(at, itself, depth - 1) {
            return false;
        }
        let mut finished: Vec<FinishedTrial<W>> = Vec::new();
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
            let mut gone = WideBits::NONE;
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
        now: TrialEnd<W>,
        mut untried: WideBits<W>,
        finished: &mut Vec<FinishedTrial<W>>,
    ) -> Option<usize> {
        let mut touched = WideBits::NONE;
        finished.retain(|trial| untried.has(trial.hypothesis));
        for trial in finished.iter() {
            if trial.end.left.minus(now.left).is_zero() {
                untried = untried.minus(trial.end.values)
            } else {
                touched.insert(trial.hypothesis)
            }
        }
        finished.retain(|trial| !touched.has(trial.hypothesis));
        let counts = fast_count_left(&self.sheets[at].fates);
        for mut rest in [untried.minus(touched), untried.and(touched)] {
            while let Some(hypothesis) = match self.patience {
                0 => counts.smallest(rest),
                _ => rest.iter().next(),
            } {
                rest.remove(hypothesis);
                if effort::is_spent() {
                    return None;
                }
                let (before, after) = self.sheets.split_at_mut(at + 1);
                fast_derive(&mut after[0], &before[at], hypothesis, &mut self.room);
                if !self.close(at + 1, hypothesis, depth - 1) {
                    return Some(hypothesis);
                }
                self.patience = self.patience.saturating_sub(1);
                let end = self.sheets[at + 1].end(hypothesis);
                rest = rest.minus(end.values);
                finished.push(FinishedTrial { hypothesis, end });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;

    /// A sheet, step by step with the plain functions and with the fast ones.
    fn compare<const W: usize>(text: &str) {
        let (model, frame) = example(text);
        let rows = SightRows::new(&model, &frame);
        let count = frame.labels.len();
        let mut sheet = TrialSheet::<W>::of(frame.variables, count);
        sheet.alive.remove(count);
        let mut plain = sheet.fates.clone();
        for _ in 0..6 {
            let a = settle(&mut plain, &sheet.variables, &[], false);
            let b = fast_settle(&mut sheet.fates, &sheet.variables, &[], false);
            assert_eq!((a.dead, a.changed), (b.dead, b.changed));
            let changed = whips1(&mut plain, &rows);
            assert_eq!(changed, fast_whips1(&mut sheet.fates, &rows));
            assert_eq!(plain, sheet.fates);
        }
        let (a, b) = (count_left(&plain), fast_count_left(&plain));
        assert_eq!(a.smallest(sheet.alive), b.smallest(sheet.alive));
        let (mut a, mut b) = (TrialSheet::default(), TrialSheet::default());
        for hypothesis in 0..count {
            derive(&mut a, &sheet, hypothesis, &mut Room::default());
            fast_derive(&mut b, &sheet, hypothesis, &mut Room::default());
            assert_eq!((&a.fates, a.alive), (&b.fates, b.alive));
            assert_eq!(a.variables, b.variables);
        }
    }

    #[test]
    fn vectors_change_nothing() {
        let text =
            "..3....8..5.1....66....74....8.9..4.7....5....1.6..8.....9...2.....2...8..2...3.4";
        compare::<NARROW>(text);
        compare::<WIDE>(text);
    }
}
