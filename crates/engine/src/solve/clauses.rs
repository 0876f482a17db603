//! The clauses that a search has learned: of the literals of each, at least one holds.

use super::literal::Literal;

/// A clause watches its first two literals: as long as neither fails, it says nothing.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: u32,
    /// Another literal of the clause. If it holds, there is nothing to do.
    pub(super) blocker: Literal,
}

struct ClauseRange {
    start: usize,
    end: usize,
    /// The number of levels whose guesses it is about: few are better. Clauses with 0 are kept.
    levels: u32,
}

/// All clauses, with what watches each literal.
#[derive(Default)]
pub(super) struct Clauses {
    literals: Vec<Literal>,
    ranges: Vec<ClauseRange>,
    /// For each literal the clauses that watch it, once there are clauses.
    watches: Vec<Vec<Watch>>,
}

impl Clauses {
    pub(super) fn count(&self) -> usize {
        self.ranges.len()
    }

    /// The literals of a clause.
    pub(super) fn get(&self, clause: u32) -> &[Literal] {
        let range = &self.ranges[clause as usize];
        &self.literals[range.start..range.end]
    }

    pub(super) fn get_mut(&mut self, clause: u32) -> &mut [Literal] {
        let range = &self.ranges[clause as usize];
        &mut self.literals[range.start..range.end]
    }

    /// The clauses that watch a literal, to be put back by [`Self::put_back`].
    pub(super) fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        self.watches
            .get_mut(literal.index())
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// The clauses that still watch a literal.
    pub(super) fn put_back(&mut self, literal: Literal, watches: Vec<Watch>) {
        if let Some(place) = self.watches.get_mut(literal.index()) {
            *place = watches;
        }
    }

    pub(super) fn watch(&mut self, literal: Literal, watch: Watch) {
        let place = literal.index();
        if place >= self.watches.len() {
            self.watches.resize_with(place + 1, Vec::new);
        }
        self.watches[place].push(watch);
    }

    /// Adds a clause of two literals or more.
    pub(super) fn add(&mut self, literals: &[Literal], levels: u32) -> u32 {
        let (clause, start) = (self.ranges.len() as u32, self.literals.len());
        self.literals.extend_from_slice(literals);
        self.ranges.push(ClauseRange {
            start,
            end: self.literals.len(),
            levels,
        });
        for (place, other) in [(0, 1), (1, 0)] {
            let blocker = literals[other];
            self.watch(literals[place], Watch { clause, blocker });
        }
        clause
    }

    /// Forgets the worse half of the clauses that were learned. No clause may be in use.
    pub(super) fn forget(&mut self) {
        let mut by_worth: Vec<usize> = (0..self.ranges.len()).collect();
        by_worth.sort_by_key(|&at| {
            let range = &self.ranges[at];
            (range.levels, range.end - range.start, std::cmp::Reverse(at))
        });
        let kept = by_worth.len() / 2;
        let is_kept =
            |(rank, at): (usize, usize)| (rank < kept || self.ranges[at].levels <= 2).then_some(at);
        let mut kept: Vec<usize> = by_worth
            .into_iter()
            .enumerate()
            .filter_map(is_kept)
            .collect();
        kept.sort_unstable();
        let before = std::mem::take(self);
        for at in kept {
            let range = &before.ranges[at];
            self.add(&before.literals[range.start..range.end], range.levels);
        }
    }
}
