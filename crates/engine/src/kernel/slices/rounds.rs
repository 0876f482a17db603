//! How many rounds of Singles lead from each of many hypotheses to an empty
//! variable: a lower bound for the length of braids, for all targets at once.

use super::bits::WideBits;
use super::frame::CandidateTable;
use super::sheet::{Fate, empty, scan, strike};
use super::wide::{NARROW, WIDE, widest};
use gradus_csp::{Label, Labels, Model, State};

/// Room for the question.
#[derive(Debug, Default)]
pub struct Rounds {
    narrow: Vec<Fate<NARROW>>,
    wide: Vec<Fate<WIDE>>,
}

impl Rounds {
    /// For each label of `tried`, the number of rounds, each asserting all
    /// Singles at once, after which its assertion leaves a variable empty, if it
    /// is at most the limit. The state has only the labels of `left` left of the
    /// one that the frame was made for, and is closed under Singles.
    pub fn of_each<S: Labels>(
        &mut self,
        frame: &CandidateTable,
        left: &S,
        tried: &S,
        limit: usize,
        found: impl FnMut(Label, usize),
    ) {
        if frame.labels.len() <= 64 * NARROW {
            of_each(&mut self.narrow, frame, left, tried, limit, found);
        } else {
            of_each(&mut self.wide, frame, left, tried, limit, found);
        }
    }

    /// The candidates among `tried` that at most `limit` rounds refute, each with the number of
    /// rounds. `frame` is that of the state or of an earlier one.
    pub(crate) fn refutations<S: Labels>(
        &mut self,
        frame: &mut Option<CandidateTable>,
        model: &Model,
        state: &State<S>,
        tried: &S,
        limit: usize,
    ) -> Vec<(Label, usize)> {
        // A frame with a few candidates too many will do.
        let count = state.candidate_count();
        let known = frame.take().filter(|frame| 8 * count >= 7 * frame.len());
        let frame = frame.insert(known.unwrap_or_else(|| CandidateTable::new(model, state)));
        let mut found = Vec::new();
        self.of_each(frame, &state.left, tried, limit, |label, rounds| {
            found.push((label, rounds));
        });
        found
    }
}

fn of_each<const W: usize, S: Labels>(
    fates: &mut Vec<Fate<W>>,
    frame: &CandidateTable,
    left: &S,
    tried: &S,
    limit: usize,
    mut found: impl FnMut(Label, usize),
) {
    // As many hypotheses as a row has bits, at a time.
    for first in (0..frame.labels.len()).step_by(64 * W) {
        fates.clear();
        let mut open = WideBits::NONE;
        for (row, &label) in frame.labels.iter().enumerate() {
            let mut fate = if left.contains(label) {
                Fate::OPEN
            } else {
                Fate::GONE
            };
            if (first..first + 64 * W).contains(&row) && tried.contains(label) {
                fate.single.insert(row - first);
                open.insert(row - first);
            }
            fates.push(fate);
        }
        for round in 0..=limit {
            let over = fast_round(fates, frame, round == limit).and(open);
            open = open.minus(over);
            over.iter()
                .for_each(|bit| found(frame.labels[first + bit], round));
            if open.is_zero() {
                break;
            }
        }
    }
}

/// Takes out what is linked to what is asserted, then asserts what is alone
/// unless this is the last round; the hypotheses in which a variable is empty.
#[inline(always)]
fn round<const W: usize>(fates: &mut [Fate<W>], frame: &CandidateTable, last: bool) -> WideBits<W> {
    // Two asserted candidates that are linked leave a variable of theirs empty.
    let conflict = strike(fates, &frame.variables, &frame.pairs);
    conflict.or(if last {
        empty(fates, &frame.variables)
    } else {
        scan(fates, &frame.variables)
    })
}

widest!(fast_round = round(fates: &mut [Fate<W>], frame: &CandidateTable, last: bool) -> WideBits<W>);

#[cfg(test)]
mod tests {
    use super::super::{EXAMPLE, example};
    use super::*;

    #[test]
    fn vectors_change_nothing() {
        let (_, frame) = example(EXAMPLE);
        let mut plain = vec![Fate::<NARROW>::OPEN; frame.labels.len()];
        let each = plain.iter_mut().enumerate();
        each.for_each(|(row, fate)| fate.single.insert(row));
        let mut fast = plain.clone();
        for last in [false, false, false, true] {
            let over = round(&mut plain, &frame, last);
            assert_eq!(over, fast_round(&mut fast, &frame, last));
            assert_eq!(plain, fast);
        }
    }
}
