//! Bivalue chains and z-chains on all targets of a state at once. PBCS 5.3.
//!
//! What may follow in such a chain depends on its last right-linking candidate
//! alone. So one set of right-linking candidates for each hypothesis says all, and
//! it grows by one variable of the chains at a time, in all hypotheses together.
//! For bivalue chains a hypothesis is a first left-linking candidate, for z-chains
//! it is a target.

use super::bits::Bits;
use super::frame::{EachGroup, Frame, Row};
use super::wide::{NARROW, WIDE, widest};
use gradus_csp::{Label, Labels, Model, State};

/// What becomes of a candidate in each hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reach<const W: usize> {
    /// Where it is linked to what the hypothesis says.
    near: Bits<W>,
    /// Where it is the last right-linking candidate of some chain.
    reached: Bits<W>,
    /// Where it is linked to one of these.
    struck: Bits<W>,
}

impl<const W: usize> Reach<W> {
    const NONE: Self = Reach {
        near: Bits::NONE,
        reached: Bits::NONE,
        struck: Bits::NONE,
    };
}

/// Room for the search.
#[derive(Debug, Default)]
pub struct Reversals {
    narrow: Vec<Reach<NARROW>>,
    wide: Vec<Reach<WIDE>>,
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
        let frame = Frame::new(model, state);
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
    /// Finds the shortest length for each candidate.
    fn run<const W: usize>(
        self,
        rows: &mut Vec<Reach<W>>,
        frame: &Frame,
        max: usize,
        shortest: &mut [usize],
    ) {
        match self {
            ChainClass::Bivalue => bivalue(rows, frame, max, shortest),
            ChainClass::Z => z(rows, frame, max, shortest),
        }
    }
}

/// The parts of all hypotheses that rows have room for, and in each what is linked
/// to the candidate that it speaks of.
fn begin<const W: usize>(rows: &mut Vec<Reach<W>>, frame: &Frame, first: usize) {
    rows.clear();
    rows.resize(frame.len(), Reach::NONE);
    for (bit, row) in rows.iter_mut().skip(first).take(64 * W).enumerate() {
        row.reached.insert(bit);
    }
    fast_strike(rows, frame);
    for row in rows {
        *row = Reach {
            near: row.struck,
            ..Reach::NONE
        };
    }
}

fn bivalue<const W: usize>(
    rows: &mut Vec<Reach<W>>,
    frame: &Frame,
    max: usize,
    shortest: &mut [usize],
) {
    for first in (0..frame.len()).step_by(64 * W) {
        begin(rows, frame, first);
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
}

fn z<const W: usize>(rows: &mut Vec<Reach<W>>, frame: &Frame, max: usize, shortest: &mut [usize]) {
    for first in (0..frame.len()).step_by(64 * W) {
        let mut open = Bits::NONE;
        begin(rows, frame, first);
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
}

/// Strikes what is linked to a right-linking candidate.
struct Strike<'a, const W: usize>(&'a mut [Reach<W>]);

impl<const W: usize> EachGroup for Strike<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[Row]) {
        let (mut one, mut two) = (Bits::NONE, Bits::NONE);
        for &row in rows {
            let reached = self.0[row as usize].reached;
            two = two.or(one.and(reached));
            one = one.or(reached);
        }
        for &row in rows {
            let row = &mut self.0[row as usize];
            // Where two are there, one of them is another one.
            row.struck = row.struck.or(one.minus(row.reached)).or(two);
        }
    }
}

#[inline(always)]
fn strike<const W: usize>(rows: &mut [Reach<W>], frame: &Frame) {
    for pair in &frame.pairs {
        let [a, b] = pair.map(usize::from);
        rows[a].struck = rows[a].struck.or(rows[b].reached);
        rows[b].struck = rows[b].struck.or(rows[a].reached);
    }
    frame.variables.each(&mut Strike(rows));
}

/// The other candidate of a variable with two, where one is struck. Whether there
/// is any new one.
#[inline(always)]
fn follow_pairs<const W: usize>(rows: &mut [Reach<W>], frame: &Frame) -> bool {
    let mut new = Bits::NONE;
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
struct Force<'a, const W: usize>(&'a mut [Reach<W>]);

impl<const W: usize> EachGroup for Force<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[Row]) {
        let (mut one, mut two) = (Bits::NONE, Bits::NONE);
        for &row in rows {
            let free = Bits::ALL.minus(self.0[row as usize].near);
            two = two.or(one.and(free));
            one = one.or(free);
        }
        let only = one.minus(two);
        for &row in rows {
            let row = &mut self.0[row as usize];
            row.reached = row.reached.or(only.minus(row.near));
        }
    }
}

#[inline(always)]
fn force<const W: usize>(rows: &mut [Reach<W>], frame: &Frame) {
    frame.variables.each(&mut Force(rows));
}

/// What one more variable brought.
#[derive(Debug, PartialEq, Eq)]
struct Pass<const W: usize> {
    /// The hypotheses in which the only free candidate of a variable is struck.
    closed: Bits<W>,
    /// Those with a new right-linking candidate.
    changed: Bits<W>,
}

struct Follow<'a, const W: usize> {
    rows: &'a mut [Reach<W>],
    pass: Pass<W>,
}

impl<const W: usize> EachGroup for Follow<'_, W> {
    #[inline(always)]
    fn group(&mut self, rows: &[Row]) {
        let (mut one, mut two, mut three) = (Bits::NONE, Bits::NONE, Bits::NONE);
        let (mut struck, mut both) = (Bits::NONE, Bits::NONE);
        for &row in rows {
            let row = &self.rows[row as usize];
            let free = Bits::ALL.minus(row.near);
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
fn follow<const W: usize>(rows: &mut [Reach<W>], frame: &Frame) -> Pass<W> {
    let pass = Pass {
        closed: Bits::NONE,
        changed: Bits::NONE,
    };
    let mut work = Follow { rows, pass };
    frame.variables.each(&mut work);
    work.pass
}

widest!(fast_strike = strike(rows: &mut [Reach<W>], frame: &Frame) -> ());
widest!(fast_force = force(rows: &mut [Reach<W>], frame: &Frame) -> ());
widest!(fast_follow = follow(rows: &mut [Reach<W>], frame: &Frame) -> Pass<W>);
widest!(fast_follow_pairs = follow_pairs(rows: &mut [Reach<W>], frame: &Frame) -> bool);

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
        let mut plain: Vec<Reach<NARROW>> = Vec::new();
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
        let (a, b) = (
            follow_pairs(&mut plain, &frame),
            fast_follow_pairs(&mut fast, &frame),
        );
        assert_eq!((a, plain), (b, fast));
    }
}
