//! How many rounds of Singles lead from each of many hypotheses to an empty
//! variable: a lower bound for the length of braids, for all targets at once.

use super::bits::Bits;
use super::frame::Frame;
use super::sheet::{Fate, empty, scan, strike};
use super::wide::{NARROW, WIDE, widest};
use gradus_csp::{Label, Labels};

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
        frame: &Frame,
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
}

fn of_each<const W: usize, S: Labels>(
    fates: &mut Vec<Fate<W>>,
    frame: &Frame,
    left: &S,
    tried: &S,
    limit: usize,
    mut found: impl FnMut(Label, usize),
) {
    // As many hypotheses as a row has bits, at a time.
    for first in (0..frame.labels.len()).step_by(64 * W) {
        fates.clear();
        let mut open = Bits::NONE;
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
fn round<const W: usize>(fates: &mut [Fate<W>], frame: &Frame, last: bool) -> Bits<W> {
    // Two asserted candidates that are linked leave a variable of theirs empty.
    let conflict = strike(fates, &frame.variables, &frame.pairs);
    conflict.or(if last {
        empty(fates, &frame.variables)
    } else {
        scan(fates, &frame.variables)
    })
}

widest!(fast_round = round(fates: &mut [Fate<W>], frame: &Frame, last: bool) -> Bits<W>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::bitboard::BoardKernel;
    use crate::kernel::{Kernel, initial_state};
    use gradus_puzzles::sudoku::{Puzzle, domain};

    #[test]
    fn vectors_change_nothing() {
        let kernel = BoardKernel::of(domain()).expect("bit boards");
        let puzzle: Puzzle =
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
                .parse()
                .expect("a puzzle");
        let mut state = initial_state(&kernel, &puzzle).expect("givens that agree");
        assert!(kernel.close_singles(&mut state));
        let frame = Frame::new(kernel.model(), &state);
        let mut plain = vec![Fate::<NARROW>::OPEN; frame.labels.len()];
        for (row, fate) in plain.iter_mut().enumerate() {
            fate.single.insert(row);
        }
        let mut fast = plain.clone();
        for last in [false, false, false, true] {
            let over = round(&mut plain, &frame, last);
            assert_eq!(over, fast_round(&mut fast, &frame, last));
            assert_eq!(plain, fast);
        }
    }
}
