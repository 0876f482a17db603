//! Rectangles: four cover matrices in a ring, such as the four blocks that two bands and
//! two stacks have in common. Anti-tridagons lie in them (CSP-Rules manual 14.1).
//!
//! Two neighbours in the ring are both cut into three by the same three matrices (the
//! blocks of a band by its three rows), and a corner is cut by its two neighbours
//! crosswise. Three covers of a corner, one in each part either way, are a permutation
//! of three: its sign is what matters.

use super::crossing::Crossing;
use super::matrix::CoverMatrix;

/// Number of parts that a corner is cut into, in either direction.
const PARTS: usize = 3;

/// Four matrices in a ring.
///
/// No three bases can fill three covers of each corner if an odd number of the four
/// triples is odd: from one corner to the next, each base goes from its part to another
/// one, which is an even permutation of three, and round the ring there are only even
/// permutations and the triples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// The corners, each beside the next one and the last beside the first.
    pub corners: [Corner; 4],
}

/// A corner of a rectangle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corner {
    /// The place of its matrix in the list.
    pub matrix: usize,
    /// Three covers each, one in each part either way.
    pub triples: [Triple; 6],
}

/// Three covers of a corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Triple {
    /// The covers, as a mask.
    pub covers: u16,
    /// True if the permutation of the parts is odd.
    pub odd: bool,
}

/// A way in which three matrices cut another one: their places, and the covers of the other
/// one that each of them has, as a mask.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cut([(usize, u16); PARTS]);

impl Cut {
    /// Returns true if the same matrices cut another one.
    fn same(&self, other: &Cut) -> bool {
        self.0.map(|(by, _)| by) == other.0.map(|(by, _)| by)
    }

    /// Three covers for each permutation of the parts of the other cut, or `None` if the two
    /// do not cross in one cover each.
    fn triples(&self, other: &Cut) -> Option<[Triple; 6]> {
        let crosses = |&(_, one): &(usize, u16)| {
            let mut parts = other.0.iter();
            parts.all(|&(_, part)| (one & part).count_ones() == 1)
        };
        const ORDERS: [([usize; PARTS], bool); 6] = [
            ([0, 1, 2], false),
            ([1, 2, 0], false),
            ([2, 0, 1], false),
            ([0, 2, 1], true),
            ([1, 0, 2], true),
            ([2, 1, 0], true),
        ];
        let triple = |(order, odd): ([usize; PARTS], bool)| {
            let parts = self.0.iter().zip(order);
            let covers = parts.map(|(&(_, part), to)| part & other.0[to].1);
            Triple {
                covers: covers.fold(0, |all, cover| all | cover),
                odd,
            }
        };
        self.0.iter().all(crosses).then(|| ORDERS.map(triple))
    }
}

/// Two matrices that the same three others cut, with both cuts.
struct Join {
    from: usize,
    to: usize,
    out: Cut,
    into: Cut,
}

/// All rectangles of some matrices, each once.
pub fn rectangles(list: &[CoverMatrix], crossings: &[Crossing]) -> Vec<Rectangle> {
    let joins = joins(list, crossings);
    let after = |join: &Join| {
        let to = join.to;
        joins.iter().filter(move |next| next.from == to)
    };
    let mut found = Vec::new();
    for first in &joins {
        for second in after(first) {
            for third in after(second) {
                for last in after(third) {
                    // Each once: from its least corner, in one direction.
                    let [a, b, c, d] = [first, second, third, last].map(|join| join.from);
                    if last.to == a && a < b && a < c && b < d {
                        let ring = [
                            (last, first),
                            (first, second),
                            (second, third),
                            (third, last),
                        ];
                        found.extend(of_ring(ring));
                    }
                }
            }
        }
    }
    found
}

/// The rectangle whose corners have these joins before and after them.
fn of_ring(ring: [(&Join, &Join); 4]) -> Option<Rectangle> {
    let corner = |(before, after): (&Join, &Join)| {
        let triples = before.into.triples(&after.out)?;
        let matrix = after.from;
        Some(Corner { matrix, triples })
    };
    let [Some(a), Some(b), Some(c), Some(d)] = ring.map(corner) else {
        return None;
    };
    Some(Rectangle {
        corners: [a, b, c, d],
    })
}

fn joins(list: &[CoverMatrix], crossings: &[Crossing]) -> Vec<Join> {
    let places = 0..list.len();
    let cuts: Vec<Vec<Cut>> = places.map(|place| cuts(list, crossings, place)).collect();
    let mut joins = Vec::new();
    for (from, outs) in cuts.iter().enumerate() {
        for (to, intos) in cuts.iter().enumerate().filter(|(to, _)| *to != from) {
            for out in outs {
                let into = intos.iter().find(|into| into.same(out));
                joins.extend(into.map(|into| Join {
                    from,
                    to,
                    out: out.clone(),
                    into: into.clone(),
                }));
            }
        }
    }
    joins
}

/// The ways in which three others cut a matrix into three parts of three covers.
fn cuts(list: &[CoverMatrix], crossings: &[Crossing], place: usize) -> Vec<Cut> {
    let whole = match list[place].width() {
        width if width == PARTS * PARTS => (1 << width) - 1,
        _ => return Vec::new(),
    };
    let part = |crossing: &Crossing| {
        let side = crossing.matrices.iter().position(|&at| at == place)?;
        let mask = |&(_, at): &(_, [usize; 2])| 1 << at[side];
        let covers = crossing
            .covers
            .iter()
            .map(mask)
            .fold(0, |all, bit: u16| all | bit);
        let by = crossing.matrices[1 - side];
        (crossing.covers.len() == PARTS).then_some((by, covers))
    };
    let mut parts: Vec<(usize, u16)> = crossings.iter().filter_map(part).collect();
    parts.sort_unstable();
    let mut cuts = Vec::new();
    for (i, &one) in parts.iter().enumerate() {
        for (j, &two) in parts.iter().enumerate().skip(i + 1) {
            for &three in &parts[j + 1..] {
                if one.1 | two.1 | three.1 == whole {
                    cuts.push(Cut([one, two, three]));
                }
            }
        }
    }
    cuts
}
