//! x2y2-belts, the form of sk-loops that needs no crosses. PBCS 13.4.
//!
//! A segment is two undecided cells, its ends, that a row or a column has in a block, with four
//! numbers between them: two to the left and two to the right. Two segments can be chained if the
//! right numbers of one are the left numbers of the other and both lie in one row, column or block.
//! A belt is a ring of chained segments. Its 2n ends need 2n values, and each of its n pairs of
//! numbers gives two, one of each number in its row, column or block: so each number is in an end
//! there, and its candidates elsewhere in that row, column or block are false.
//!
//! For this to hold no cell may be an end twice, and none may be decided. A ring that stays in
//! one row, column or block is a Subset, not a belt.
//!
//! In terms of the model: crossings of two cover matrices have the segments, ends are common
//! covers, numbers are bases. What two chained segments share are two bases of a matrix of both.
//!
//! Elimination may break a belt, so belts are not stable for confluence: they come
//! last, when no other rule applies, and all at once.

use super::Theory;
use crate::kernel::Kernel;
use gradus_csp::{Bits, Crossing, Incidence, Labels, State, Variable};
use gradus_path::Belt;

/// The longest belts that are searched: two segments for each cross of an sk-loop on a
/// rectangle. No longer one has been met.
pub const LONGEST: usize = 8;

/// Numbers between the two ends of a segment.
const NUMBERS: u32 = 4;

/// A theory, and belts when it has nothing more to do. On S_4Fin this is the
/// theory S_4Fin + x2y2 of PBCS 9.6.
#[derive(Clone, Copy, Debug)]
pub struct WithBelts<T>(pub T);

impl<K: Kernel, T: Theory<K>> Theory<K> for WithBelts<T> {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        while self.0.close(kernel, state) {
            if state.is_decided() {
                return true;
            }
            match targets(kernel, &state.left) {
                Some(targets) => state.left.subtract(&targets),
                None => return true,
            }
        }
        false
    }
}

/// The targets of belts in a state closed under Singles, if there are any.
pub fn targets<K: Kernel>(kernel: &K, left: &K::Set) -> Option<K::Set> {
    let belts = belts(kernel, left).into_iter();
    let targets = kernel.set_of(belts.flat_map(|belt| belt.targets));
    (!targets.is_empty()).then_some(targets)
}

/// The first belt that eliminates something, in a state closed under Singles.
pub fn find<K: Kernel>(kernel: &K, left: &K::Set) -> Option<Belt> {
    belts(kernel, left)
        .into_iter()
        .find(|belt| !belt.targets.is_empty())
}

/// All belts of a state closed under Singles, each once.
pub fn belts<K: Kernel>(kernel: &K, left: &K::Set) -> Vec<Belt> {
    let segments = segments(kernel, left);
    let mut belts = Vec::new();
    each_ring(&segments, |ring| {
        belts.push(belt_of(kernel, left, &segments, ring))
    });
    belts
}

/// How many belts there are in a state closed under Singles.
pub fn count<K: Kernel>(kernel: &K, left: &K::Set) -> usize {
    let mut count = 0;
    each_ring(&segments(kernel, left), |_| count += 1);
    count
}

/// Two ends with four numbers.
struct EndedSegment<'a> {
    crossing: &'a Crossing,
    ends: [Variable; 2],
    /// Bases, as a mask.
    numbers: u16,
}

impl EndedSegment<'_> {
    /// The matrix in which it can be chained to another segment.
    fn matrix_with(&self, other: &EndedSegment<'_>) -> Option<usize> {
        if self.crossing.matrices == other.crossing.matrices || self.touches(other) {
            return None;
        }
        let mut own = self.crossing.matrices.into_iter();
        own.find(|matrix| other.crossing.matrices.contains(matrix))
    }

    fn touches(&self, other: &EndedSegment<'_>) -> bool {
        self.ends.iter().any(|end| other.ends.contains(end))
    }
}

fn segments<'a, K: Kernel>(kernel: &'a K, left: &K::Set) -> Vec<EndedSegment<'a>> {
    let mut segments = Vec::new();
    let mut last: Option<(usize, Incidence)> = None;
    for crossing in kernel.crossings() {
        let matrix = crossing.matrices[0];
        // The crossings of a matrix follow each other.
        let numbers = match last {
            Some((known, numbers)) if known == matrix => numbers,
            _ => kernel.incidence(left, matrix).transposed(),
        };
        last = Some((matrix, numbers));
        for (place, &(one, [here, _])) in crossing.covers.iter().enumerate() {
            let first = numbers.0[here];
            for &(other, [there, _]) in &crossing.covers[place + 1..] {
                let second = numbers.0[there];
                let open = first.count_ones() > 1 && second.count_ones() > 1;
                if open && (first | second).count_ones() == NUMBERS {
                    segments.push(EndedSegment {
                        crossing,
                        ends: [one, other],
                        numbers: first | second,
                    });
                }
            }
        }
    }
    segments
}

/// A segment in a ring, and how the ring continues.
#[derive(Clone, Copy)]
struct BeltLink {
    segment: usize,
    /// Where it is chained to the next one.
    matrix: usize,
    /// The numbers that they share.
    right: u16,
}

/// Finds all rings of segments, each in one direction.
fn each_ring(segments: &[EndedSegment<'_>], found: impl FnMut(&[BeltLink])) {
    // Two segments are chained in one matrix only.
    if segments.len() < 3 {
        return;
    }
    let mut next: Vec<Vec<(usize, usize)>> = Vec::with_capacity(segments.len());
    for one in segments {
        let others = segments.iter().enumerate();
        let chained = others.filter_map(|(place, other)| Some((place, one.matrix_with(other)?)));
        next.push(chained.collect());
    }
    let mut search = BeltSearch {
        segments,
        next: &next,
        links: Vec::with_capacity(LONGEST),
        left: 0,
        found,
    };
    for (first, segment) in segments.iter().enumerate() {
        for left in pairs(segment.numbers) {
            search.left = left;
            search.extend(first, segment.numbers & !left);
        }
    }
}

fn pairs(mask: u16) -> impl Iterator<Item = u16> {
    let bits = move || Bits(u64::from(mask));
    bits().flat_map(move |one| {
        let above = bits().filter(move |&other| other > one);
        above.map(move |other| 1 << one | 1 << other)
    })
}

/// A search for rings that go back to their first segment, which comes before all their others.
struct BeltSearch<'a, F> {
    segments: &'a [EndedSegment<'a>],
    /// The segments that each segment can be chained to, and the matrix.
    next: &'a [Vec<(usize, usize)>],
    links: Vec<BeltLink>,
    /// The left numbers of the first segment.
    left: u16,
    found: F,
}

impl<F: FnMut(&[BeltLink])> BeltSearch<'_, F> {
    /// Adds a segment with these numbers to its right, and continues.
    fn extend(&mut self, segment: usize, right: u16) {
        let next = self.next;
        let first = self.links.first().map_or(segment, |link| link.segment);
        for &(other, matrix) in &next[segment] {
            if other < first || right & !self.segments[other].numbers != 0 {
                continue;
            }
            self.links.push(BeltLink {
                segment,
                matrix,
                right,
            });
            if other == first {
                if right == self.left && self.is_belt() {
                    (self.found)(&self.links);
                }
            } else if self.links.len() < LONGEST && self.is_new(other) {
                self.extend(other, self.segments[other].numbers & !right);
            }
            self.links.pop();
        }
    }

    /// Returns true if a segment has no end of those in the ring.
    fn is_new(&self, segment: usize) -> bool {
        let mut links = self.links.iter();
        let new = &self.segments[segment];
        links.all(|link| !self.segments[link.segment].touches(new))
    }

    /// Returns true if the ring leaves its first matrix, and is the one of its two directions
    /// that counts.
    fn is_belt(&self) -> bool {
        let (Some(first), Some(last)) = (self.links.first(), self.links.last()) else {
            return false;
        };
        let leaves = self.links.iter().any(|link| link.matrix != first.matrix);
        leaves && self.links[1].segment < last.segment
    }
}

fn belt_of<K: Kernel>(
    kernel: &K,
    left: &K::Set,
    segments: &[EndedSegment<'_>],
    ring: &[BeltLink],
) -> Belt {
    let mut belt = Belt {
        rule: (),
        segments: Vec::with_capacity(ring.len()),
        targets: Vec::new(),
    };
    let following = ring.iter().cycle().skip(1);
    for (link, next) in ring.iter().zip(following) {
        let matrix = &kernel.matrices()[link.matrix];
        let [ends, others] = [link, next].map(|link| segments[link.segment].ends);
        let mut shared = Vec::new();
        for base in Bits(u64::from(link.right)) {
            let base = base as usize;
            shared.push(matrix.bases()[base]);
            for (place, cover) in matrix.covers().iter().enumerate() {
                let label = matrix.label(base, place);
                let outside = !ends.contains(cover) && !others.contains(cover);
                if outside && left.contains(label) {
                    belt.targets.push(label);
                }
            }
        }
        belt.segments.push(gradus_path::BeltSegment {
            ends,
            shared: [shared[0], shared[1]],
        });
    }
    belt.targets.sort_unstable();
    belt.targets.dedup();
    belt
}
