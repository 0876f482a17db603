//! What becomes of each candidate in each of many hypotheses.

use super::bits::Bits;
use super::frame::{EachGroup, Groups, Row, Segments};

/// What becomes of a candidate in each hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fate<const W: usize> {
    pub(super) left: Bits<W>,
    /// The hypotheses in which it is asserted.
    pub(super) single: Bits<W>,
}

impl<const W: usize> Fate<W> {
    /// Left in all hypotheses, asserted in none.
    pub(super) const OPEN: Self = Fate {
        left: Bits::ALL,
        single: Bits::NONE,
    };
    /// Left in no hypothesis.
    pub(super) const GONE: Self = Fate {
        left: Bits::NONE,
        single: Bits::NONE,
    };
}

/// In which hypotheses each variable has a candidate left.
struct Full<'a, const W: usize> {
    fates: &'a [Fate<W>],
    full: Bits<W>,
}

impl<const W: usize> EachGroup for Full<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[Row]) {
        let mut one = Bits::NONE;
        for &row in rows {
            one = one.or(self.fates[row as usize].left);
        }
        self.full = self.full.and(one);
    }
}

/// The same, and which candidates are alone in a variable.
struct Scan<'a, const W: usize> {
    fates: &'a mut [Fate<W>],
    full: Bits<W>,
}

impl<const W: usize> EachGroup for Scan<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[Row]) {
        let (mut one, mut two) = (Bits::NONE, Bits::NONE);
        for &row in rows {
            let left = self.fates[row as usize].left;
            two = two.or(one.and(left));
            one = one.or(left);
        }
        self.full = self.full.and(one);
        let only = one.minus(two);
        for &row in rows {
            let fate = &mut self.fates[row as usize];
            fate.single = fate.single.or(fate.left.and(only));
        }
    }
}

/// Takes out what shares a variable with an asserted candidate.
struct Strike<'a, const W: usize> {
    fates: &'a mut [Fate<W>],
    /// Where two that are asserted share one.
    conflict: Bits<W>,
}

impl<const W: usize> EachGroup for Strike<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[Row]) {
        let (mut one, mut two) = (Bits::NONE, Bits::NONE);
        for &row in rows {
            let single = self.fates[row as usize].single;
            two = two.or(one.and(single));
            one = one.or(single);
        }
        self.conflict = self.conflict.or(two);
        for &row in rows {
            let fate = &mut self.fates[row as usize];
            fate.left = fate.left.minus(one.minus(fate.single));
        }
    }
}

/// All of these, one variable after the other. With `HALT`, nothing more is asserted where
/// a contradiction was seen.
struct Settle<'a, const W: usize, const HALT: bool> {
    fates: &'a mut [Fate<W>],
    full: Bits<W>,
    conflict: Bits<W>,
    changed: Bits<W>,
}

impl<const W: usize, const HALT: bool> EachGroup for Settle<'_, W, HALT> {
    #[inline(always)]
    fn group(&mut self, rows: &[Row]) {
        let (mut one, mut two) = (Bits::NONE, Bits::NONE);
        let (mut any, mut several) = (Bits::NONE, Bits::NONE);
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
pub(super) fn empty<const W: usize>(fates: &[Fate<W>], variables: &Groups) -> Bits<W> {
    let full = Bits::ALL;
    let mut work = Full { fates, full };
    variables.each(&mut work);
    Bits::ALL.minus(work.full)
}

/// Asserts the candidates alone in a variable; the hypotheses in which one is empty.
#[inline(always)]
pub(super) fn scan<const W: usize>(fates: &mut [Fate<W>], variables: &Groups) -> Bits<W> {
    let full = Bits::ALL;
    let mut work = Scan { fates, full };
    variables.each(&mut work);
    Bits::ALL.minus(work.full)
}

/// Takes out what is linked to an asserted candidate; the hypotheses in which two
/// of them are linked.
#[inline(always)]
pub(super) fn strike<const W: usize>(
    fates: &mut [Fate<W>],
    variables: &Groups,
    pairs: &[[Row; 2]],
) -> Bits<W> {
    let conflict = strike_pairs(fates, pairs);
    let mut work = Strike { fates, conflict };
    variables.each(&mut work);
    work.conflict
}

#[inline(always)]
fn strike_pairs<const W: usize>(fates: &mut [Fate<W>], pairs: &[[Row; 2]]) -> Bits<W> {
    let mut conflict = Bits::NONE;
    for pair in pairs {
        let [a, b] = pair.map(usize::from);
        let [by_a, by_b] = [fates[a].single, fates[b].single];
        fates[a].left = fates[a].left.minus(by_b);
        fates[b].left = fates[b].left.minus(by_a);
        conflict = conflict.or(by_a.and(by_b));
    }
    conflict
}

/// What one pass over all variables brought.
pub(super) struct Pass<const W: usize> {
    /// The hypotheses found contradictory.
    pub(super) dead: Bits<W>,
    /// Those in which something changed.
    pub(super) changed: Bits<W>,
}

/// Asserts and takes out as it goes from variable to variable. A pass that
/// changes nothing leaves everything closed under Singles.
#[inline(always)]
pub(super) fn settle<const W: usize>(
    fates: &mut [Fate<W>],
    variables: &Groups,
    pairs: &[[Row; 2]],
) -> Pass<W> {
    pass::<W, false>(fates, variables, pairs)
}

/// The same, but asserts nothing more where a contradiction was seen.
#[inline(always)]
pub(super) fn settle_short<const W: usize>(
    fates: &mut [Fate<W>],
    variables: &Groups,
    pairs: &[[Row; 2]],
) -> Pass<W> {
    pass::<W, true>(fates, variables, pairs)
}

#[inline(always)]
fn pass<const W: usize, const HALT: bool>(
    fates: &mut [Fate<W>],
    variables: &Groups,
    pairs: &[[Row; 2]],
) -> Pass<W> {
    // What pairs take out changes something only after what was asserted did.
    let conflict = strike_pairs(fates, pairs);
    let mut work = Settle::<W, HALT> {
        fates,
        full: Bits::ALL,
        conflict,
        changed: Bits::NONE,
    };
    variables.each(&mut work);
    Pass {
        dead: work.conflict.or(Bits::ALL.minus(work.full)),
        changed: work.changed,
    }
}

/// Takes out the targets of whips\[1\]; the hypotheses in which there are any.
#[inline(always)]
pub(super) fn whips1<const W: usize>(fates: &mut [Fate<W>], segments: &Segments) -> Bits<W> {
    let mut changed = Bits::NONE;
    for (outside, seen) in segments.iter() {
        let mut rest = Bits::NONE;
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
pub(super) struct Counts<const W: usize>([Bits<W>; 12]);

/// In how many rows each hypothesis has a candidate left.
#[inline(always)]
pub(super) fn count_left<const W: usize>(fates: &[Fate<W>]) -> Counts<W> {
    count(fates.iter().map(|fate| fate.left))
}

/// How many candidates each of some hypotheses asserts, beside those that one of them,
/// in which nothing is assumed, asserts.
#[inline(always)]
pub(super) fn count_single<const W: usize>(
    fates: &[Fate<W>],
    among: Bits<W>,
    itself: usize,
) -> Counts<W> {
    let asserted = |fate: &Fate<W>| {
        if fate.single.has(itself) {
            Bits::NONE
        } else {
            fate.single.and(among)
        }
    };
    count(fates.iter().map(asserted))
}

/// In how many rows each hypothesis has a bit.
#[inline(always)]
fn count<const W: usize>(rows: impl Iterator<Item = Bits<W>>) -> Counts<W> {
    let mut counts = [Bits::NONE; 12];
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
    Counts(counts)
}

impl<const W: usize> Counts<W> {
    /// The count of one hypothesis.
    pub(super) fn of(&self, hypothesis: usize) -> usize {
        let digits = self.0.iter().enumerate();
        digits.fold(0, |sum, (place, digit)| {
            sum + (usize::from(digit.has(hypothesis)) << place)
        })
    }

    /// The first of some hypotheses that has the smallest count.
    #[inline(always)]
    pub(super) fn smallest(&self, among: Bits<W>) -> Option<usize> {
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
