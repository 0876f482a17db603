//! Subsets of size 2, 3 and 4: as many bases whose candidates all lie in as
//! many covers take these covers for themselves. PBCS chapter 8; the cover
//! matrices of the kernel say which variables are bases and covers.
//!
//! The book gives the shapes of Subsets by mandatory and optional candidates: Pairs, Triplets,
//! cyclic and special Quads. Here the rules look for p bases in p covers (Hall sets), in states
//! that are closed under W₁ and all smaller sizes. There the two are the same, but for one shape:
//! - A Hall set that has targets contains no smaller one. If q < p of its bases
//!   had q covers for themselves, these had no target left, so that the other
//!   p − q bases lay in the other p − q covers, without targets either.
//! - Fewer than p covers cannot be: all bases but one would be a smaller Hall
//!   set, with the last one's candidates as targets.
//! - So any q < p of the bases have at least q + 1 covers. All such sets of size 2 are Pairs
//!   and all those of size 3 Triplets; those of size 4 are cyclic or special Quads, or {1,2}
//!   {1,3} {1,4} {1,2,3,4}. The book misses this last shape, and the published ratings do
//!   without it: it is not a Subset here.
//!
//! With k undecided bases, a Hall set of size p is the complement of one of
//! size k − p with bases and covers exchanged, and has the same targets; where
//! k < 2p, that one is smaller, and was applied before.
//!
//! S₀ to S₃ are stable for confluence because Hall sets are: a candidate less leaves a Hall set, of
//! this size or a smaller one. In S₄ the missed shape is a gap in the rule that elimination can
//! lead into, so that S₄ means the simplest Subsets first, all those of one size at once.

use crate::kernel::Kernel;
use gradus_csp::{Bits, CoverMatrix, Incidence, Label, Variable, WIDEST};
use gradus_path::Subset;

/// The largest size that the book defines; 9×9 puzzles have no use for larger ones.
pub const LARGEST: usize = 4;

/// The labels left of a matrix, by bases; or, transposed, with the roles of bases and covers
/// exchanged.
pub(super) struct MatrixSide<'a> {
    matrix: &'a CoverMatrix,
    pub(super) incidence: Incidence,
    transposed: bool,
}

impl<'a> MatrixSide<'a> {
    #[inline]
    pub(super) fn both(matrix: &'a CoverMatrix, incidence: Incidence) -> [Self; 2] {
        let side = |(incidence, transposed)| MatrixSide {
            matrix,
            incidence,
            transposed,
        };
        [(incidence, false), (incidence.transposed(), true)].map(side)
    }

    pub(super) fn all<K: Kernel>(
        kernel: &'a K,
        left: &K::Set,
    ) -> impl Iterator<Item = MatrixSide<'a>> {
        let matrices = kernel.matrices().iter().enumerate();
        matrices.flat_map(|(at, matrix)| MatrixSide::both(matrix, kernel.incidence(left, at)))
    }

    #[inline]
    pub(super) fn label(&self, base: usize, cover: usize) -> Label {
        if !self.transposed {
            self.matrix.label(base, cover)
        } else {
            self.matrix.label(cover, base)
        }
    }

    /// The bases and the covers.
    pub(super) fn variables(&self) -> [&[Variable]; 2] {
        let (bases, covers) = (self.matrix.bases(), self.matrix.covers());
        if !self.transposed {
            [bases, covers]
        } else {
            [covers, bases]
        }
    }

    /// Calls a function with the labels left of some covers that are in none of the chosen bases.
    #[inline]
    pub(super) fn each_target(&self, chosen: u16, covers: u16, mut target: impl FnMut(Label)) {
        for (base, &mask) in self.incidence.0.iter().enumerate() {
            if chosen >> base & 1 == 0 {
                let covers = Bits(u64::from(mask & covers));
                covers.for_each(|cover| target(self.label(base, cover as usize)));
            }
        }
    }
}

pub(super) fn chosen_of(variables: &[Variable], mask: u16) -> Vec<Variable> {
    let bits = Bits(u64::from(mask));
    bits.map(|bit| variables[bit as usize]).collect()
}

/// A Subset of this size that has targets, in a state closed under W₁ and the smaller sizes.
pub fn find<K: Kernel>(kernel: &K, left: &K::Set, size: usize) -> Option<Subset> {
    MatrixSide::all(kernel, left).find_map(|side| {
        let mut first = None;
        each_subset(&side.incidence, size, |chosen, covers| {
            let mut targets = Vec::new();
            side.each_target(chosen, covers, |target| targets.push(target));
            if first.is_none() && !targets.is_empty() {
                targets.sort_unstable();
                let [of_bases, of_covers] = side.variables();
                first = Some(Subset {
                    rule: (),
                    bases: chosen_of(of_bases, chosen),
                    covers: chosen_of(of_covers, covers),
                    targets,
                });
            }
        });
        first
    })
}

/// An undecided base: its index and its covers.
#[derive(Clone, Copy, Default)]
struct Base {
    index: u16,
    covers: u16,
}

/// The bases of a matrix that may be in Subsets, those with fewest covers first.
#[derive(Clone, Copy)]
pub(super) struct Bases {
    bases: [Base; WIDEST],
    /// The number of bases with at most this many covers, by size.
    up_to: [usize; LARGEST + 1],
    /// All bases with two covers or more.
    undecided: usize,
}

impl Bases {
    pub(super) fn new(incidence: &Incidence) -> Self {
        let mut bases = Bases {
            bases: [Base::default(); WIDEST],
            up_to: [0; LARGEST + 1],
            undecided: 0,
        };
        let (mut decided, mut small) = (0u16, [0u16; LARGEST + 1]);
        for (index, &covers) in incidence.0.iter().enumerate() {
            let bit = |is: bool| u16::from(is) << index;
            decided |= bit(at_most::<1>(covers));
            small[2] |= bit(at_most::<2>(covers));
            small[3] |= bit(at_most::<3>(covers));
            small[4] |= bit(at_most::<4>(covers));
        }
        bases.undecided = Bits(u64::from(!decided)).count();
        let (mut count, mut before) = (0, decided);
        for (size, &small) in small.iter().enumerate().skip(2) {
            for index in Bits(u64::from(small & !before)) {
                bases.bases[count] = Base {
                    index: index as u16,
                    covers: incidence.0[index as usize],
                };
                count += 1;
            }
            bases.up_to[size] = count;
            before |= small;
        }
        bases
    }

    /// The Subsets of one size, with targets or without: their bases and covers.
    #[inline]
    pub(super) fn each_subset(
        &self,
        size: usize,
        incidence: &Incidence,
        found: impl FnMut(u16, u16),
    ) {
        let bases = &self.bases[..self.up_to[size]];
        if self.undecided < 2 * size || bases.len() < size {
            return;
        }
        match size {
            2 => each_chosen::<2>(bases, incidence, found),
            3 => each_chosen::<3>(bases, incidence, found),
            _ => each_chosen::<4>(bases, incidence, found),
        }
    }

    /// The ways to take one base less than a size that have as many covers as
    /// that: what finned fish need besides the base with the fins.
    #[inline]
    pub(super) fn each_lacking_one(&self, size: usize, mut found: impl FnMut(u16, u16)) {
        let bases = &self.bases[..self.up_to[size]];
        let mut found = |chosen: u16, covers: u16| {
            if covers.count_ones() as usize == size {
                found(chosen, covers);
            }
        };
        match size {
            2 => choose::<2>(bases, 1, (0, 0), &mut found),
            3 => choose::<3>(bases, 2, (0, 0), &mut found),
            _ => choose::<4>(bases, 3, (0, 0), &mut found),
        }
    }
}

/// The Subsets of one size in a matrix, with targets or without, in the order of
/// their bases: their bases and their covers.
pub(super) fn each_subset(incidence: &Incidence, size: usize, found: impl FnMut(u16, u16)) {
    let mut bases = Bases::new(incidence);
    let small = &mut bases.bases[..bases.up_to[size]];
    small.sort_unstable_by_key(|base| base.index);
    bases.each_subset(size, incidence, found);
}

/// Returns true if a mask has at most `SIZE` bits. Faster than counting them on machines
/// without an instruction for that.
#[inline(always)]
fn at_most<const SIZE: usize>(mut mask: u16) -> bool {
    for _ in 0..SIZE {
        mask &= mask.wrapping_sub(1);
    }
    mask == 0
}

#[inline]
fn each_chosen<const SIZE: usize>(
    bases: &[Base],
    incidence: &Incidence,
    mut found: impl FnMut(u16, u16),
) {
    let mut found = |chosen: u16, covers: u16| {
        if SIZE != 4 || !is_missed(incidence, chosen) {
            found(chosen, covers);
        }
    };
    choose::<SIZE>(bases, SIZE, (0, 0), &mut found);
}

/// Finds all ways to take `more` of the bases so that, together with those chosen, they have at
/// most `SIZE` covers.
fn choose<const SIZE: usize>(
    bases: &[Base],
    more: usize,
    (chosen, covers): (u16, u16),
    found: &mut impl FnMut(u16, u16),
) {
    for (place, base) in bases.iter().enumerate() {
        let covers = covers | base.covers;
        if !at_most::<SIZE>(covers) {
            continue;
        }
        let chosen = chosen | 1 << base.index;
        match more {
            1 => found(chosen, covers),
            _ => choose::<SIZE>(&bases[place + 1..], more - 1, (chosen, covers), found),
        }
    }
}

/// Returns true if four bases have the shape that the book misses: three with two covers, one
/// of them common, and one with all four.
fn is_missed(incidence: &Incidence, chosen: u16) -> bool {
    let (mut pairs, mut full, mut common) = (0, 0, u16::MAX);
    for base in Bits(u64::from(chosen)) {
        let covers = incidence.0[base as usize];
        match covers.count_ones() {
            2 => (pairs, common) = (pairs + 1, common & covers),
            4 => full += 1,
            _ => {}
        }
    }
    (pairs, full) == (3, 1) && common != 0
}
