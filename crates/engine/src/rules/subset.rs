//! Subsets of size 2, 3 and 4: as many bases whose candidates all lie in as
//! many covers take these covers for themselves. PBCS chapter 8; the cover
//! matrices of the kernel say which variables are bases and covers.
//!
//! The book gives the shapes of Subsets by mandatory and optional candidates:
//! Pairs, Triplets, cyclic and special Quads. Here p bases in p covers are
//! sought (Hall sets), in states that are closed under W₁ and all smaller
//! sizes. There the two are the same, but for one shape:
//! - A Hall set that has targets contains no smaller one. If q < p of its bases
//!   had q covers for themselves, these had no target left, so that the other
//!   p − q bases lay in the other p − q covers, without targets either.
//! - Fewer than p covers cannot be: all bases but one would be a smaller Hall
//!   set, with the last one's candidates as targets.
//! - So any q < p of the bases have at least q + 1 covers. All such sets of
//!   size 2 are Pairs and all those of size 3 Triplets; those of size 4 are
//!   cyclic or special Quads, or {1,2} {1,3} {1,4} {1,2,3,4}. (The tests below
//!   go through all of them.) The book misses this last shape, and the
//!   published ratings do without it: it is no Subset here.
//!
//! With k undecided bases, a Hall set of size p is the complement of one of
//! size k − p with bases and covers exchanged, and has the same targets; where
//! k < 2p, that one is smaller, and was applied before.
//!
//! S₀ to S₃ are stable for confluence because Hall sets are: a candidate less
//! leaves a Hall set, of this size or a smaller one. In S₄ the missed shape is
//! a gap in the rule that elimination can lead into, so that S₄ means the
//! simplest Subsets first, all those of one size at once.

use super::{Theory, Whips1};
use gradus_model::bits::Bits;
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::matrix::{Incidence, WIDEST};
use gradus_model::model::{Label, Variable};
use gradus_model::state::State;
use gradus_path::subset::Subset;

/// The largest size that the book defines; 9×9 puzzles have no use for larger ones.
pub const LARGEST: usize = 4;

/// The theory S_p: BRT for p = 0, W₁ for p = 1, then Subsets of sizes 2 to p as well.
#[derive(Clone, Copy, Debug)]
pub struct Subsets(pub usize);

impl<K: Kernel> Theory<K> for Subsets {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        Closure::new(kernel).close(state, self.0)
    }
}

/// Closes states under S_p, with a memory of what needs no second look.
pub struct Closure<'a, K> {
    kernel: &'a K,
    /// For each matrix, how it was when it had no targets, up to which size.
    idle: Vec<(Incidence, usize)>,
}

impl<'a, K: Kernel> Closure<'a, K> {
    /// A closure in states of this kernel.
    pub fn new(kernel: &'a K) -> Self {
        Closure {
            kernel,
            idle: Vec::new(),
        }
    }

    /// Applies S_p until nothing more applies; false if the state turns out contradictory.
    pub fn close(&mut self, state: &mut State<K::Set>, p: usize) -> bool {
        if p == 0 {
            return self.kernel.close_singles(state);
        }
        while Whips1.close(self.kernel, state) {
            let sizes = 2..=p.min(LARGEST);
            let mut targets = sizes.map(|size| self.targets(&state.left, size));
            match targets.find(|targets| !targets.is_empty()) {
                Some(targets) => state.left.subtract(&targets),
                None => return true,
            }
        }
        false
    }

    /// The targets of the Subsets of one size, in a state closed under W₁ and
    /// the smaller sizes.
    fn targets(&mut self, left: &K::Set, size: usize) -> K::Set {
        let mut targets = self.kernel.none();
        let matrices = self.kernel.matrices();
        self.idle
            .resize(matrices.len(), (Incidence::default(), LARGEST));
        for (index, (matrix, idle)) in matrices.iter().zip(&mut self.idle).enumerate() {
            let incidence = self.kernel.incidence(left, index);
            if idle.0 == incidence && idle.1 >= size {
                continue;
            }
            let mut any = false;
            each_target(&incidence, size, |base, cover| {
                targets.insert(matrix.label(base, cover));
                any = true;
            });
            each_target(&incidence.transposed(), size, |cover, base| {
                targets.insert(matrix.label(base, cover));
                any = true;
            });
            if !any {
                *idle = (incidence, size);
            }
        }
        targets
    }
}

/// A Subset of this size that has targets, in a state closed under W₁ and the
/// smaller sizes.
pub fn find<K: Kernel>(kernel: &K, left: &K::Set, size: usize) -> Option<Subset> {
    let matrices = kernel.matrices().iter().enumerate();
    let mut found = matrices.map(|(index, matrix)| {
        let incidence = kernel.incidence(left, index);
        let (bases, covers) = (matrix.bases(), matrix.covers());
        let label = |base, cover| matrix.label(base, cover);
        in_matrix(&incidence, size, bases, covers, label).or_else(|| {
            let label = |cover, base| matrix.label(base, cover);
            in_matrix(&incidence.transposed(), size, covers, bases, label)
        })
    });
    found.find_map(|subset| subset)
}

/// The first Subset of this size in a matrix that has targets.
fn in_matrix(
    incidence: &Incidence,
    size: usize,
    bases: &[Variable],
    covers: &[Variable],
    label: impl Fn(usize, usize) -> Label,
) -> Option<Subset> {
    let mut first = None;
    each_subset(incidence, size, |chosen, taken| {
        let mut targets = Vec::new();
        targets_of(incidence, chosen, taken, |base, cover| {
            targets.push(label(base, cover));
        });
        if first.is_none() && !targets.is_empty() {
            targets.sort_unstable();
            let of = |variables: &[Variable], mask: u16| {
                let bits = Bits(u64::from(mask));
                bits.map(|bit| variables[bit as usize]).collect()
            };
            first = Some(Subset {
                bases: of(bases, chosen),
                covers: of(covers, taken),
                targets,
            });
        }
    });
    first
}

/// An undecided base: its index and its covers.
#[derive(Clone, Copy, Default)]
struct Base {
    index: u32,
    covers: u16,
}

/// The targets, as bases and covers, of the Subsets of one size in a matrix.
#[inline]
fn each_target(incidence: &Incidence, size: usize, mut target: impl FnMut(usize, usize)) {
    each_subset(incidence, size, |chosen, covers| {
        targets_of(incidence, chosen, covers, &mut target);
    });
}

/// The labels left of some covers that are in none of the chosen bases.
#[inline]
fn targets_of(
    incidence: &Incidence,
    chosen: u16,
    covers: u16,
    mut target: impl FnMut(usize, usize),
) {
    for (base, &mask) in incidence.0.iter().enumerate() {
        if chosen >> base & 1 == 0 {
            Bits(u64::from(mask & covers)).for_each(|cover| target(base, cover as usize));
        }
    }
}

/// The Subsets of one size in a matrix, with targets or without: their bases
/// and their covers.
#[inline]
fn each_subset(incidence: &Incidence, size: usize, mut found: impl FnMut(u16, u16)) {
    let mut bases = [Base::default(); WIDEST];
    let (mut undecided, mut count) = (0, 0);
    for (index, &covers) in incidence.0.iter().enumerate() {
        let wide = covers.count_ones() as usize;
        undecided += usize::from(wide >= 2);
        if (2..=size).contains(&wide) {
            bases[count] = Base {
                index: index as u32,
                covers,
            };
            count += 1;
        }
    }
    if undecided < 2 * size || count < size {
        return;
    }
    let mut found = |chosen: u16, covers: u16| {
        if size != 4 || !is_missed(incidence, chosen) {
            found(chosen, covers);
        }
    };
    choose(&bases[..count], size, size, (0, 0), &mut found);
}

/// Finds all ways to take `more` of the bases such that, with those chosen and
/// their covers so far, they have no more than `size` covers.
fn choose(
    bases: &[Base],
    size: usize,
    more: usize,
    (chosen, covers): (u16, u16),
    found: &mut impl FnMut(u16, u16),
) {
    for (place, base) in bases.iter().enumerate() {
        let covers = covers | base.covers;
        if covers.count_ones() as usize > size {
            continue;
        }
        let chosen = chosen | 1 << base.index;
        match more {
            1 => found(chosen, covers),
            _ => choose(&bases[place + 1..], size, more - 1, (chosen, covers), found),
        }
    }
}

/// Whether four bases have the shape that the book misses: three with two
/// covers, one of them common, and one with all four.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The orders of 0 to n - 1.
    fn orders(n: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for item in 0..n {
            let insert = |order: Vec<usize>| {
                (0..=order.len()).map(move |place| {
                    let mut longer = order.clone();
                    longer.insert(place, item);
                    longer
                })
            };
            all = all.into_iter().flat_map(insert).collect();
        }
        all
    }

    /// Whether the bases have these mandatory and no other than these allowed
    /// covers, in some order of bases and covers.
    fn fits(bases: &[u16], mandatory: &[u16], allowed: &[u16]) -> bool {
        let orders = orders(bases.len());
        let renamed = |mask: u16, order: &[usize]| {
            Bits(u64::from(mask)).fold(0, |all, cover| all | 1 << order[cover as usize])
        };
        orders.iter().any(|covers| {
            orders.iter().any(|order| {
                (0..bases.len()).all(|base| {
                    let (must, may) = (mandatory[order[base]], allowed[order[base]]);
                    let (must, may) = (renamed(must, covers), renamed(may, covers));
                    must & !bases[base] == 0 && bases[base] & !may == 0
                })
            })
        })
    }

    /// All n bases in n covers, any q < n of which have more than q covers.
    fn minimal(n: usize) -> Vec<Vec<u16>> {
        let all = 0..1u32 << (n * n);
        let bases = all.map(|bits| {
            let base = |base: usize| (bits >> (base * n) & ((1 << n) - 1)) as u16;
            (0..n).map(base).collect::<Vec<u16>>()
        });
        let is_minimal = |bases: &Vec<u16>| {
            (1..1u32 << n).all(|chosen| {
                let covers =
                    Bits(u64::from(chosen)).fold(0, |all, base| all | bases[base as usize]);
                covers.count_ones() >= (chosen.count_ones() + 1).min(n as u32)
            })
        };
        bases.filter(is_minimal).collect()
    }

    fn shape(bases: &[u16]) -> Incidence {
        let mut incidence = Incidence::default();
        incidence.0[..bases.len()].copy_from_slice(bases);
        incidence
    }

    #[test]
    fn pairs_and_triplets_are_all_there_is() {
        assert_eq!(minimal(2), [[0b11, 0b11]]);
        let triplets = minimal(3);
        assert_eq!(triplets.len(), 34);
        let cyclic = [0b011, 0b110, 0b101];
        assert!(
            triplets
                .iter()
                .all(|bases| fits(bases, &cyclic, &[0b111; 3]))
        );
    }

    #[test]
    fn quads_are_cyclic_special_or_missed() {
        let cyclic = [0b0011, 0b0110, 0b1100, 0b1001];
        let special = [0b0011, 0b0101, 0b1001, 0b1110];
        let mut counts = [0; 3];
        for bases in minimal(4) {
            let is_cyclic = fits(&bases, &cyclic, &[0b1111; 4]);
            let is_special = fits(&bases, &special, &special);
            let missed = is_missed(&shape(&bases), 0b1111);
            let kinds = [is_cyclic, is_special, missed];
            assert_eq!(kinds.iter().filter(|&&kind| kind).count(), 1, "{bases:?}");
            counts
                .iter_mut()
                .zip(kinds)
                .for_each(|(n, kind)| *n += usize::from(kind));
        }
        assert_eq!(counts, [6593, 96, 96]);
    }

    #[test]
    fn the_missed_shape_has_no_targets() {
        // Four more bases with all covers: eight undecided.
        let with = |last: u16| {
            let mut targets = 0;
            let bases = [0b0011, 0b0101, 0b1001, last, 0xff, 0xff, 0xff, 0xff];
            each_target(&shape(&bases), 4, |_, _| targets += 1);
            targets
        };
        assert_eq!(with(0b1110), 16, "special Quad");
        assert_eq!(
            with(0b1111),
            0,
            "the same with the common cover in the last base"
        );
    }
}
