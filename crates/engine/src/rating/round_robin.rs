//! Targets in turn: the one order in which the ratings by paths try them.

use std::ops::Range;

use gradus_csp::Label;

/// Targets taken in turn, round and round, until all have failed since the last success.
/// A success does not change whose turn it is. Values of ratings depend on this sequence.
pub(crate) struct RoundRobin {
    order: Vec<Label>,
    next: usize,
    /// Targets handed out since the last success.
    failed: usize,
}

impl RoundRobin {
    pub(crate) fn new(order: Vec<Label>) -> Self {
        RoundRobin {
            order,
            next: 0,
            failed: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Targets handed out since the last success.
    pub(super) fn failed(&self) -> usize {
        self.failed
    }

    /// The next target, or `None` when all have failed.
    pub(crate) fn next(&mut self) -> Option<Label> {
        self.next_in(0..self.len())
    }

    /// The next target of a part of the order. A part that is entered begins at its start.
    pub(super) fn next_in(&mut self, part: Range<usize>) -> Option<Label> {
        if self.failed == self.len() {
            return None;
        }
        if !part.contains(&self.next) {
            self.next = part.start;
        }
        let target = self.order[self.next];
        self.next += 1;
        self.failed += 1;
        Some(target)
    }

    /// Gives every target another turn after a success.
    pub(crate) fn restart(&mut self) {
        self.failed = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five targets, of which the second and the fourth of all turns succeed.
    #[test]
    fn the_sequence_of_targets_is_fixed() {
        let sequence = |early: usize| {
            let mut targets = RoundRobin::new((0..5).map(Label::new).collect());
            let mut taken = Vec::new();
            loop {
                let part = if targets.failed() < early {
                    0..early
                } else {
                    early..5
                };
                let Some(target) = targets.next_in(part) else {
                    return taken;
                };
                taken.push(target.index());
                if matches!(taken.len(), 2 | 7) {
                    targets.restart();
                }
            }
        };
        assert_eq!(sequence(5), [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1]);
        assert_eq!(sequence(0), sequence(5));
        assert_eq!(sequence(3), [0, 1, 2, 0, 1, 3, 4, 0, 1, 2, 3, 4]);
    }
}
