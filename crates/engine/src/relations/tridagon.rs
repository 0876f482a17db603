//! Anti-tridagons: three digits in twelve cells of four blocks, three in each, that
//! cannot have these digits alone. CSP-Rules manual, 14.1 and 14.2.
//!
//! The rectangles of the kernel say which covers of four matrices cannot all have the same
//! three bases; the search here finds where each of these has all three as candidates.
//! Eliminations never make a pattern: a state without one stays without.

use super::{Occurrence, PatternSource, each_choice};
use crate::kernel::Kernel;
use gradus_csp::{Bits, Corner, Incidence, Rectangle};
use gradus_path::TRIDAGON;

/// Digits of a tridagon, and its cells in a block.
const DIGITS: u32 = 3;

/// The source of tridagons.
#[derive(Clone, Copy, Debug)]
pub struct Tridagons;

impl<K: Kernel> PatternSource<K> for Tridagons {
    fn occurrences(&self, kernel: &K, left: &K::Set) -> Vec<Occurrence> {
        let mut found = Vec::new();
        each(kernel, left, |rectangle, bases, covers| {
            let (mut variables, mut inside) = (Vec::new(), Vec::new());
            for (corner, covers) in rectangle.corners.iter().zip(covers) {
                let matrix = &kernel.matrices()[corner.matrix];
                for cover in Bits(u64::from(covers)) {
                    let cover = cover as usize;
                    variables.push(matrix.covers()[cover]);
                    let of = |base: u32| matrix.label(base as usize, cover);
                    inside.extend(Bits(u64::from(bases)).map(of));
                }
            }
            inside.sort_unstable();
            found.push(Occurrence {
                pattern: TRIDAGON.to_string(),
                variables,
                inside,
            });
        });
        found
    }
}

/// How many there are in a state closed under Singles, and the least number of guardians
/// that one of them has.
pub fn count<K: Kernel>(kernel: &K, left: &K::Set) -> (usize, Option<usize>) {
    let mut count = 0;
    each(kernel, left, |_, _, _| count += 1);
    if count == 0 {
        return (0, None);
    }
    let model = kernel.model();
    let all = Tridagons.occurrences(kernel, left);
    let guardians = all.iter().map(|one| one.guardians(model, left).len());
    (count, guardians.min())
}

/// Calls a function with each: the rectangle, the bases, and the covers of each corner.
fn each<K: Kernel>(kernel: &K, left: &K::Set, mut found: impl FnMut(&Rectangle, u16, [u16; 4])) {
    let rectangles = kernel.rectangles();
    if rectangles.is_empty() {
        return;
    }
    // The labels left of the matrices that are corners.
    let mut corners: Vec<Option<(Incidence, u16)>> = vec![None; kernel.matrices().len()];
    for rectangle in rectangles {
        let mut common = u16::MAX;
        for corner in &rectangle.corners {
            let (_, bases) = corners[corner.matrix].get_or_insert_with(|| {
                let incidence = kernel.incidence(left, corner.matrix);
                (incidence, frequent(&incidence))
            });
            common &= *bases;
        }
        if common.count_ones() < DIGITS {
            continue;
        }
        let incidences = rectangle.corners.each_ref().map(|corner| {
            let known = corners[corner.matrix];
            known.map_or(Incidence::default(), |(incidence, _)| incidence)
        });
        each_choice(common.into(), DIGITS, 0, &mut |bases| {
            let bases = bases as u16;
            in_rectangle(rectangle, &incidences, bases, |covers| {
                found(rectangle, bases, covers);
            });
        });
    }
}

/// The bases that have at least three covers left, as a mask.
fn frequent(incidence: &Incidence) -> u16 {
    let masks = incidence.0.iter().enumerate();
    masks.fold(0, |all, (base, mask)| {
        all | u16::from(mask.count_ones() >= DIGITS) << base
    })
}

/// The covers of each corner that have all of three bases, if they make a pattern.
fn in_rectangle(
    rectangle: &Rectangle,
    incidences: &[Incidence; 4],
    bases: u16,
    mut found: impl FnMut([u16; 4]),
) {
    let mut all = [0u16; 4];
    for (full, incidence) in all.iter_mut().zip(incidences) {
        let masks = Bits(u64::from(bases)).map(|base| incidence.0[base as usize]);
        *full = masks.fold(u16::MAX, |full, mask| full & mask);
        if full.count_ones() < DIGITS {
            return;
        }
    }
    let fitting = |corner: &Corner, full: u16| {
        let triples = corner.triples.into_iter();
        triples.filter(move |triple| triple.covers & !full == 0)
    };
    let [a, b, c, d] = &rectangle.corners;
    for one in fitting(a, all[0]) {
        for two in fitting(b, all[1]) {
            for three in fitting(c, all[2]) {
                for four in fitting(d, all[3]) {
                    if one.odd ^ two.odd ^ three.odd ^ four.odd {
                        found([one, two, three, four].map(|triple| triple.covers));
                    }
                }
            }
        }
    }
}
