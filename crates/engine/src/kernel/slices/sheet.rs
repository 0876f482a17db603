//! What becomes of each candidate in each of many hypotheses.

use super::bits::WideBits;
use super::frame::{CandidateIndex, EachGroup, RowGroups, SightRows};

/// What becomes of a candidate in each hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fate<const W: usize> {
    pub(super) left: WideBits<W>,
    /// The hypotheses in which it is asserted.
    pub(super) single: WideBits<W>,
}

impl<const W: usize> Fate<W> {
    /// Left in all hypotheses, asserted in none.
    pub(super) const OPEN: Self = Fate {
        left: WideBits::ALL,
        single: WideBits::NONE,
    };
    pub(super) const GONE: Self = Fate {
        left: WideBits::NONE,
        single: WideBits::NONE,
    };
}

/// Where at least one and where at least two of some rows have a bit.
#[inline(always)]
pub(super) fn one_and_two<const W: usize>(
    rows: &[CandidateIndex],
    bits: impl Fn(usize) -> WideBits<W>,
) -> (WideBits<W>, WideBits<W>) {
    let (mut one, mut two) = (WideBits::NONE, WideBits::NONE);
    for &row in rows {
        let bits = bits(row as usize);
        two = two.or(one.and(bits));
        one = one.or(bits);
    }
    (one, two)
}

/// In which hypotheses each variable has a candidate left.
struct NonEmptyScan<'a, const W: usize> {
    fates: &'a [Fate<W>],
    full: WideBits<W>,
}

impl<const W: usize> EachGroup for NonEmptyScan<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[CandidateIndex]) {
        let mut one = WideBits::NONE;
        for &row in rows {
            one = one.or(self.fates[row as usize].left);
        }
        self.full = self.full.and(one);
    }
}

/// The same, and which candidates are alone in a variable.
struct SinglesScan<'a, const W: usize> {
    fates: &'a mut [Fate<W>],
    full: WideBits<W>,
}

impl<const W: usize> EachGroup for SinglesScan<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[CandidateIndex]) {
        let (one, two) = one_and_two(rows, |row| self.fates[row].left);
        self.full = self.full.and(one);
        let only = one.minus(two);
        for &row in rows {
            let fate = &mut self.fates[row as usize];
            fate.single = fate.single.or(fate.left.and(only));
        }
    }
}

/// Takes out what shares a variable with an asserted candidate.
struct AssertedStrike<'a, const W: usize> {
    fates: &'a mut [Fate<W>],
    /// Where two that are asserted share one.
    conflict: WideBits<W>,
}

impl<const W: usize> EachGroup for AssertedStrike<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[CandidateIndex]) {
        let (one, two) = one_and_two(rows, |row| self.fates[row].single);
        self.conflict = self.conflict.or(two);
        for &row in rows {
            let fate = &mut self.fates[row as usize];
            fate.left = fate.left.minus(one.minus(fate.single));
        }
    }
}

/// All of these, one variable after the other. With `HALT`, nothing more is asserted where
/// a contradiction was seen.
struct AssertSingles<'a, const W: usize, const HALT: bool> {
    fates: &'a mut [Fate<W>],
    full: WideBits<W>,
    conflict: WideBits<W>,
    changed: WideBits<W>,
}

impl<const W: usize, const HALT: bool> EachGroup for AssertSingles<'_, W, HALT> {
    #[inline(always)]
    fn group(&mut self, rows: &[CandidateIndex]) {
        let (mut one, mut two) = (WideBits::NONE, WideBits::NONE);
        let (mut any, mut several) = (WideBits::NONE, WideBits::NONE);
        for &row in rows {
            let Fate { left, single } = self.fates[row as usize];
            two = two.or(one.and(left));
            one = one.or(left);
            several = several.or(any.and(single));
            any = any.or(single);
        }
        self.full = self.full.and(one);
        self.conflict = self.conflict.or(several);
        let mut only = one.minus(two);
        if HALT {
            only = only.and(self.full).minus(self.conflict);
        }
        let any = any.or(only);
        for &row in rows {
            let fate = &mut self.fates[row as usize];
            let single = fate.single.or(fate.left.and(only));
            let left = fate.left.minus(any.minus(single));
            let changed = fate.left.xor(left).or(fate.single.xor(single));
            self.changed = self.changed.or(changed);
            *fate = Fate { left, single };
        }
    }
}

/// The hypotheses in which a variable is empty.
#[inline(always)]
pub(super) fn empty<const W: usize>(fates: &[Fate<W>], variables: &RowGroups) -> WideBits<W> {
    let full = WideBits::ALL;
    let mut work = NonEmptyScan { fates, full };
    variables.each(&mut work);
    WideBits::ALL.minus(work.full)
}

/// Asserts the candidates alone in a variable; the hypotheses in which one is empty.
#[inline(always)]
pub(super) fn scan<const W: usize>(fates: &mut [Fate<W>], variables: &RowGroups) -> WideBits<W> {
    let full = WideBits::ALL;
    let mut work = SinglesScan { fates, full };
    variables.each(&mut work);
    WideBits::ALL.minus(work.full)
}

/// Takes out what is linked to an asserted candidate; the hypotheses in which two
/// of them are linked.
#[inline(always)]
pub(super) fn strike<const W: usize>(
    fates: &mut [Fate<W>],
    variables: &RowGroups,
    pairs: &[[CandidateIndex; 2]],
) -> WideBits<W> {
    let conflict = strike_pairs(fates, pairs);
    let mut work = AssertedStrike { fates, conflict };
    variables.each(&mut work);
    work.conflict
}

#[inline(always)]
fn strike_pairs<const W: usize>(
    fates: &mut [Fate<W>],
    pairs: &[[CandidateIndex; 2]],
) -> WideBits<W> {
    let mut conflict = WideBits::NONE;
    for pair in pairs {
        let [a, b] = pair.map(usize::from);
        let [by_a, by_b] = [fates[a].single, fates[b].single];
        fates[a].left = fates[a].left.minus(by_b);
        fates[b].left = fates[b].left.minus(by_a);
        conflict = conflict.or(by_a.and(by_b));
    }
    conflict
}

pub(super) struct SettlePass<const W: usize> {
    /// The hypotheses found contradictory.
    pub(super) dead: WideBits<W>,
    /// Those in which something changed.
    pub(super) changed: WideBits<W>,
}

/// Asserts and takes out as it goes from variable to variable. A pass that changes nothing
/// leaves everything closed under Singles. With `halt`, it asserts nothing more where a
/// contradiction was seen.
#[inline(always)]
pub(super) fn settle<const W: usize>(
    fates: &mut [Fate<W>],
    variables: &RowGroups,
    pairs: &[[CandidateIndex; 2]],
    halt: bool,
) -> SettlePass<W> {
    if halt {
        pass::<W, true>(fates, variables, pairs)
    } else {
        pass::<W, false>(fates, variables, pairs)
    }
}

#[inline(always)]
fn pass<const W: usize, const HALT: bool>(
    fates: &mut [Fate<W>],
    variables: &RowGroups,
    pairs: &[[CandidateIndex; 2]],
) -> SettlePass<W> {
    // What pairs take out changes something only after what was asserted did.
    let conflict = strike_pairs(fates, pairs);
    let mut work = AssertSingles::<W, HALT> {
        fates,
        full: WideBits::ALL,
        conflict,
        changed: WideBits::NONE,
    };
    variables.each(&mut work);
    SettlePass {
        dead: work.conflict.or(WideBits::ALL.minus(work.full)),
        changed: work.changed,
    }
}

/// Takes out the targets of whips\[1\]; the hypotheses in which there are any.
#[inline(always)]
pub(super) fn whips1<const W: usize>(fates: &mut [Fate<W>], segments: &SightRows) -> WideBits<W> {
    let mut changed = WideBits::NONE;
    for (outside, seen) in segments.iter() {
        let mut rest = WideBits::NONE;
        for &row in outside {
            rest = rest.or(fates[row as usize].left);
        }
        for &row in seen {
            let fate = &mut fates[row as usize];
            changed = changed.or(fate.left.minus(rest));
            fate.left = fate.left.and(rest);
        }
    }
    changed
}

/// Counts, one for each hypothesis: bit i of all of them in one row.
pub(super) struct BitCounts<const W: usize>([WideBits<W>; 12]);

/// In how many rows each hypothesis has a candidate left.
#[inline(always)]
pub(super) fn count_left<const W: usize>(fates: &[Fate<W>]) -> BitCounts<W> {
    count(fates.iter().map(|fate| fate.left))
}

/// How many candidates each of some hypotheses asserts, beside those that one of them,
/// in which nothing is assumed, asserts.
#[inline(always)]
pub(super) fn count_single<const W: usize>(
    fates: &[Fate<W>],
    among: WideBits<W>,
    itself: usize,
) -> BitCounts<W> {
    let asserted = |fate: &Fate<W>| {
        if fate.single.has(itself) {
            WideBits::NONE
        } else {
            fate.single.and(among)
        }
    };
    count(fates.iter().map(asserted))
}

/// In how many rows each hypothesis has a bit.
#[inline(always)]
fn count<const W: usize>(rows: impl Iterator<Item = WideBits<W>>) -> BitCounts<W> {
    let mut counts = [WideBits::NONE; 12];
    for mut carry in rows {
        for digit in &mut counts {
            let both = digit.and(carry);
            *digit = digit.xor(carry);
            carry = both;
            if carry.is_zero() {
                break;
            }
        }
    }
    BitCounts(counts)
}

impl<const W: usize> BitCounts<W> {
    pub(super) fn of(&self, hypothesis: usize) -> usize {
        let digits = self.0.iter().enumerate();
        digits.fold(0, |sum, (place, digit)| {
            sum + (usize::from(digit.has(hypothesis)) << place)
        })
    }

    /// The first of some hypotheses that has the smallest count.
    #[inline(always)]
    pub(super) fn smallest(&self, among: WideBits<W>) -> Option<usize> {
        let mut smallest = among;
        for digit in self.0.iter().rev() {
            let zero = smallest.minus(*digit);
            if !zero.is_zero() {
                smallest = zero;
            }
        }
        smallest.iter().next()
    }
}
