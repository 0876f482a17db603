//! Finds all belts of a state, up to eight segments: see [`crate::check_belt`] for
//! the definition of a belt.

use std::collections::BTreeSet;

use super::board::CheckState;
use gradus_csp::{CoverMatrix, Label, Variable, crossings};

/// The length of the longest belts in the books.
const LONGEST: usize = 8;

/// Two ends shared by two matrices, and their four numbers: positions of bases.
struct RingSegment {
    matrices: [usize; 2],
    ends: [Variable; 2],
    numbers: BTreeSet<usize>,
}

type Pair = [usize; 2];

/// The labels that belts eliminate, in a state without Singles.
pub(crate) fn belt_targets(board: &CheckState<'_>, matrices: &[CoverMatrix]) -> Vec<Label> {
    let mut rings = Rings {
        board,
        matrices,
        segments: segments(board, matrices),
        found: Vec::new(),
    };
    for first in 0..rings.segments.len() {
        for left in pairs(&rings.segments[first].numbers) {
            rings.extend(left, &mut vec![(first, left)]);
        }
    }
    rings.found
}

fn segments(board: &CheckState<'_>, matrices: &[CoverMatrix]) -> Vec<RingSegment> {
    let mut segments = Vec::new();
    for crossing in crossings(matrices) {
        let matrix = &matrices[crossing.matrices[0]];
        let numbers = |end: Variable| -> BTreeSet<usize> {
            let bases = matrix.bases().iter().enumerate();
            let left: Vec<Label> = board.labels_left(end).collect();
            let of = |base: Variable| board.model.labels_of(base);
            let has = |base: Variable| left.iter().any(|label| of(base).contains(label));
            bases
                .filter(|(_, base)| has(**base))
                .map(|(n, _)| n)
                .collect()
        };
        for &(one, _) in &crossing.covers {
            for &(other, _) in crossing.covers.iter().filter(|(end, _)| *end > one) {
                let open = board.count(one) > 1 && board.count(other) > 1;
                let both: BTreeSet<usize> = numbers(one).union(&numbers(other)).copied().collect();
                if open && both.len() == 4 {
                    segments.push(RingSegment {
                        matrices: crossing.matrices,
                        ends: [one, other],
                        numbers: both,
                    });
                }
            }
        }
    }
    segments
}

fn pairs(numbers: &BTreeSet<usize>) -> Vec<Pair> {
    let above = |one: usize| numbers.iter().filter(move |&&n| n > one);
    let pairs = numbers
        .iter()
        .flat_map(|&one| above(one).map(move |&other| [one, other]));
    pairs.collect()
}

struct Rings<'a> {
    board: &'a CheckState<'a>,
    matrices: &'a [CoverMatrix],
    segments: Vec<RingSegment>,
    found: Vec<Label>,
}

impl Rings<'_> {
    /// The matrix of two segments that may follow each other.
    fn house(&self, one: usize, other: usize) -> Option<usize> {
        let (one, other) = (&self.segments[one], &self.segments[other]);
        let common = one.matrices.iter().filter(|m| other.matrices.contains(m));
        let common: Vec<usize> = common.copied().collect();
        let apart = one.ends.iter().all(|end| !other.ends.contains(end));
        match common[..] {
            [house] if apart => Some(house),
            _ => None,
        }
    }

    /// Extends a partial ring: segments with the numbers to their left.
    fn extend(&mut self, first_left: Pair, ring: &mut Vec<(usize, Pair)>) {
        let (&(first, _), &(last, left)) = (&ring[0], &ring[ring.len() - 1]);
        let rest = self.segments[last].numbers.iter().copied();
        let rest: Vec<usize> = rest.filter(|n| !left.contains(n)).collect();
        let right = [rest[0], rest[1]];
        if right == first_left && self.house(last, first).is_some() {
            self.close(ring);
        }
        if ring.len() == LONGEST {
            return;
        }
        for next in first + 1..self.segments.len() {
            let new = |&(old, _): &(usize, Pair)| {
                let (old, next) = (&self.segments[old], &self.segments[next]);
                old.ends.iter().all(|end| !next.ends.contains(end))
            };
            let chained = right
                .iter()
                .all(|n| self.segments[next].numbers.contains(n));
            if chained && ring.iter().all(new) && self.house(last, next).is_some() {
                ring.push((next, right));
                self.extend(first_left, ring);
                ring.pop();
            }
        }
    }

    /// Collects the eliminations of a ring, unless it stays in one house.
    fn close(&mut self, ring: &[(usize, Pair)]) {
        let following = ring.iter().cycle().skip(1);
        let mut houses = BTreeSet::new();
        let mut gone = Vec::new();
        for (&(one, _), &(other, shared)) in ring.iter().zip(following) {
            let Some(house) = self.house(one, other) else {
                return;
            };
            houses.insert(house);
            let ends = [&self.segments[one].ends[..], &self.segments[other].ends[..]].concat();
            for base in shared.map(|n| self.matrices[house].bases()[n]) {
                let in_end = |label: &Label| {
                    let mut ends = ends.iter();
                    ends.any(|&end| self.board.model.labels_of(end).contains(label))
                };
                gone.extend(self.board.labels_left(base).filter(|label| !in_end(label)));
            }
        }
        if houses.len() > 1 {
            self.found.extend(gone);
        }
    }
}
