//! Bivalue chains and z-chains on all targets of a state at once. PBCS 5.3.
//!
//! What may follow in such a chain depends on its last right-linking candidate alone. So one set of
//! right-linking candidates for each hypothesis says all, and it grows by one variable of the
//! chains at a time, in all hypotheses together. For bivalue chains a hypothesis is a first
//! left-linking candidate, for z-chains it is a target.

use super::bits::WideBits;
use super::frame::{CandidateIndex, CandidateTable, EachGroup};
use super::sheet::one_and_two;
use super::wide::{NARROW, WIDE, widest};
use gradus_csp::{Label, Labels, Model, State};

/// What becomes of a candidate in each hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChainReach<const W: usize> {
    /// Where it is linked to what the hypothesis says.
    near: WideBits<W>,
    /// Where it is the last right-linking candidate of some chain.
    reached: WideBits<W>,
    /// Where it is linked to one of these.
    struck: WideBits<W>,
}

impl<const W: usize> ChainReach<W> {
    const NONE: Self = ChainReach {
        near: WideBits::NONE,
        reached: WideBits::NONE,
        struck: WideBits::NONE,
    };
}

/// Room for the search.
#[derive(Debug, Default)]
pub struct Reversals {
    narrow: Vec<ChainReach<NARROW>>,
    wide: Vec<ChainReach<WIDE>>,
}

impl Reversals {
    /// All candidates of a state that have a chain up to a length, each with the length of
    /// its shortest bivalue chain, or with a lower bound for that of its shortest z-chain.
    /// Chains with loops count.
    pub fn targets<S: Labels>(
        &mut self,
        class: ChainClass,
        model: &Model,
        state: &State<S>,
        max: usize,
    ) -> Vec<(Label, usize)> {
        let frame = CandidateTable::new(model, state);
        let mut shortest = vec![usize::MAX; frame.len()];
        if frame.len() <= 64 * NARROW {
            class.run(&mut self.narrow, &frame, max, &mut shortest)
        } else {
            class.run(&mut self.wide, &frame, max, &mut shortest)
        }
        let all = frame.labels.into_iter().zip(shortest);
        all.filter(|&(_, length)| length < usize::MAX).collect()
    }
}

/// A class of reversible chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainClass {
    /// Bivalue chains.
    Bivalue,
    /// z-chains, which include the bivalue chains.
    Z,
}

impl ChainClass {
    fn run<const W: usize>(
        self,
        rows: &mut Vec<ChainReach<W>>,
        frame: &CandidateTable,
        max: usize,
        shortest: &mut [usize],
    ) {
        for first in (0..frame.len()).step_by(64 * W) {
            begin(rows, frame, first);
            match self {
                ChainClass::Bivalue => bivalue(rows, frame, first, max, shortest),
                ChainClass::Z => z(rows, frame, first, max, shortest),
            }
        }
    }
}

/// The parts of all hypotheses that rows have room for, and in each what is linked
/// to the candidate that it speaks of.
fn begin<const W: usize>(rows: &mut Vec<ChainReach<W>>, frame: &CandidateTable, first: usize) {
    rows.clear();
    rows.resize(frame.len(), ChainReach::NONE);
    for (bit, row) in rows.iter_mut().skip(first).take(64 * W).enumerate() {
        row.reached.insert(bit);
    }
    fast_strike(rows, frame);
    for row in rows {
        *row = ChainReach {
            near: row.struck,
            ..ChainReach::NONE
        };
    }
}

fn bivalue<const W: usize>(
    rows: &mut [ChainReach<W>],
    frame: &CandidateTable,
    first: usize,
    max: usize,
    shortest: &mut [usize],
) {
    for &[a, b] in frame.variables.pairs() {
        for (llc, rlc) in [(a, b), (b, a)] {
            if let Some(bit) = usize::from(llc).checked_sub(first).filter(|b| *b < 64 * W) {
                rows[usize::from(rlc)].reached.insert(bit);
            }
        }
    }
    for length in 1..=max {
        fast_strike(rows, frame);
        for (row, shortest) in rows.iter().zip(&mut *shortest) {
            if length < *shortest && !row.struck.and(row.near).is_zero() {
                *shortest = length;
            }
        }
        if !fast_follow_pairs(rows, frame) {
            break;
        }
    }
}

fn z<const W: usize>(
    rows: &mut [ChainReach<W>],
    frame: &CandidateTable,
    first: usize,
    max: usize,
    shortest: &mut [usize],
) {
    let mut open = WideBits::NONE;
    for (bit, row) in rows.iter_mut().skip(first).take(64 * W).enumerate() {
        // No variable of the target takes part.
        row.near.insert(bit);
        open.insert(bit);
    }
    fast_force(rows, frame);
    for length in 2..=max {
        fast_strike(rows, frame);
        let pass = fast_follow(rows, frame);
        let over = pass.closed.and(open);
        open = open.minus(over);
        over.iter().for_each(|bit| shortest[first + bit] = length);
        if pass.changed.and(open).is_zero() {
            break;
        }
    }
}

/// Strikes what is linked to a right-linking candidate.
struct ReachedStrike<'a, const W: usize>(&'a mut [ChainReach<W>]);

impl<const W: usize> EachGroup for ReachedStrike<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[CandidateIndex]) {
        let (one, two) = one_and_two(rows, |row| self.0[row].reached);
        for &row in rows {
            let row = &mut self.0[row as usize];
            // Where two are there, one of them is another one.
            row.struck = row.struck.or(one.minus(row.reached)).or(two);
        }
    }
}

#[inline(always)]
fn strike<const W: usize>(rows: &mut [ChainReach<W>], frame: &CandidateTable) {
    for pair in &frame.pairs {
        let [a, b] = pair.map(usize::from);
        rows[a].struck = rows[a].struck.or(rows[b].reached);
        rows[b].struck = rows[b].struck.or(rows[a].reached);
    }
    frame.variables.each(&mut ReachedStrike(rows));
}

/// The other candidate of a variable with two, where one is struck. Whether there is any new one.
#[inline(always)]
fn follow_pairs<const W: usize>(rows: &mut [ChainReach<W>], frame: &CandidateTable) -> bool {
    let mut new = WideBits::NONE;
    for pair in frame.variables.pairs() {
        let [a, b] = pair.map(usize::from);
        for (llc, rlc) in [(a, b), (b, a)] {
            let struck = rows[llc].struck;
            new = new.or(struck.minus(rows[rlc].reached));
            rows[rlc].reached = rows[rlc].reached.or(struck);
        }
    }
    !new.is_zero()
}

/// The only candidate of a variable that is not linked to the target is the first
/// right-linking candidate of a z-chain.
struct ForceFirst<'a, const W: usize>(&'a mut [ChainReach<W>]);

impl<const W: usize> EachGroup for ForceFirst<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[CandidateIndex]) {
        let (one, two) = one_and_two(rows, |row| WideBits::ALL.minus(self.0[row].near));
        let only = one.minus(two);
        for &row in rows {
            let row = &mut self.0[row as usize];
            row.reached = row.reached.or(only.minus(row.near));
        }
    }
}

#[inline(always)]
fn force<const W: usize>(rows: &mut [ChainReach<W>], frame: &CandidateTable) {
    frame.variables.each(&mut ForceFirst(rows));
}

/// What one more variable brought.
#[derive(Debug, PartialEq, Eq)]
struct FollowPass<const W: usize> {
    /// The hypotheses in which the only free candidate of a variable is struck.
    closed: WideBits<W>,
    /// Those with a new right-linking candidate.
    changed: WideBits<W>,
}

struct FollowVariables<'a, const W: usize> {
    rows: &'a mut [ChainReach<W>],
    pass: FollowPass<W>,
}

impl<const W: usize> EachGroup for FollowVariables<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[CandidateIndex]) {
        let (mut one, mut two, mut three) = (WideBits::NONE, WideBits::NONE, WideBits::NONE);
        let (mut struck, mut both) = (WideBits::NONE, WideBits::NONE);
        for &row in rows {
            let row = &self.rows[row as usize];
            let free = WideBits::ALL.minus(row.near);
            three = three.or(two.and(free));
            two = two.or(one.and(free));
            one = one.or(free);
            let here = row.struck.minus(row.near);
            both = both.or(struck.and(here));
            struck = struck.or(here);
        }
        self.pass.closed = self.pass.closed.or(one.minus(two).and(struck));
        let open = two.minus(three).and(struck);
        for &row in rows {
            let row = &mut self.rows[row as usize];
            // Struck itself, it follows only if the other one is struck as well.
            let new = open.minus(row.near).minus(row.struck.minus(both));
            self.pass.changed = self.pass.changed.or(new.minus(row.reached));
            row.reached = row.reached.or(new);
        }
    }
}

#[inline(always)]
fn follow<const W: usize>(rows: &mut [ChainReach<W>], frame: &CandidateTable) -> FollowPass<W> {
    let pass = FollowPass {
        closed: WideBits::NONE,
        changed: WideBits::NONE,
    };
    let mut work = FollowVariables { rows, pass };
    frame.variables.each(&mut work);
    work.pass
}

widest!(fast_strike = strike(rows: &mut [ChainReach<W>], frame: &CandidateTable) -> ());
widest!(fast_force = force(rows: &mut [ChainReach<W>], frame: &CandidateTable) -> ());
widest!(fast_follow = follow(rows: &mut [ChainReach<W>], frame: &CandidateTable) -> FollowPass<W>);
widest!(fast_follow_pairs = follow_pairs(rows: &mut [ChainReach<W>], frame: &CandidateTable) -> bool);

#[cfg(test)]
mod tests {
    use super::super::{EXAMPLE, example};
    use super::*;

    #[test]
    fn vectors_change_nothing() {
        let (_, frame) = example(EXAMPLE);
        let mut plain: Vec<ChainReach<NARROW>> = Vec::new();
        begin(&mut plain, &frame, 0);
        let mut fast = plain.clone();
        force(&mut plain, &frame);
        fast_force(&mut fast, &frame);
        for _ in 0..4 {
            strike(&mut plain, &frame);
            fast_strike(&mut fast, &frame);
            assert_eq!(follow(&mut plain, &frame), fast_follow(&mut fast, &frame));
            assert_eq!(plain, fast);
        }
        let changed = follow_pairs(&mut plain, &frame);
        assert_eq!(changed, fast_follow_pairs(&mut fast, &frame));
        assert_eq!(plain, fast);
    }
}
