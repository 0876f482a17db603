//! Finned fish of sizes 2 to 4: Subsets of a symbol's rows and columns but for
//! some candidates of one base, the fins, that all are in one block. CSP-Rules
//! manual 5.4; PBCS 9.6 uses them in S_4Fin. Cover matrices with patches say what
//! bases, covers and blocks are.
//!
//! All bases but one have their candidates in the p covers. The candidates of the
//! last one are in the covers or in a patch that it has in common with a cover,
//! with one in a cover outside the patch and a fin in no cover. If no fin is
//! true, there is a plain Subset; if one is, it is linked to the rest of the
//! patch: either way the candidates of the covers in the patch that are in no
//! base are false.
//!
//! Here any p − 1 bases with p covers between them are taken, in states closed
//! under whips\[1\] and the smaller sizes. With fewer covers they would be a Subset,
//! which has taken its covers before. What the cyclic form of the definition
//! leaves out has, but for the special Quads, a smaller finned fish in it.
//!
//! S_pFin is stable for confluence where S_p is: an elimination leaves of a
//! finned fish a smaller one, a Subset (when the fins go) or a whip\[1\] (when all
//! but those in the patch go) with the same targets. S_4Fin has the gap of S_4, so
//! that an order is fixed: sizes upward, Subsets before finned fish, all of one
//! size at once.

use std::cell::RefCell;

use super::Theory;
use super::idle::{FEW, Idle, MANY};
use super::subset::{Bases, Closure, LARGEST};
use crate::kernel::Kernel;
use gradus_csp::{Bits, CoverMatrix, Incidence, Label, Labels, Patch, State, Variable};
use gradus_path::FinnedFish;

/// The theory S_pFin: S_p, and finned fish up to size p.
#[derive(Clone, Copy, Debug)]
pub struct SFin(pub usize);

impl<K: Kernel> Theory<K> for SFin {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        FinnedClosure::of_few(kernel).close(state, self.0)
    }
}

/// S_pFin for very many states.
pub(crate) struct RememberedFinned<'a, K>(RefCell<FinnedClosure<'a, K>>, usize);

impl<'a, K: Kernel> RememberedFinned<'a, K> {
    /// The theory S_pFin.
    pub(crate) fn new(kernel: &'a K, p: usize) -> Self {
        RememberedFinned(RefCell::new(FinnedClosure::new(kernel, MANY)), p)
    }
}

impl<K: Kernel> Theory<K> for RememberedFinned<'_, K> {
    fn close(&self, _kernel: &K, state: &mut State<K::Set>) -> bool {
        self.0.borrow_mut().close(state, self.1)
    }
}

/// Closes states under S_pFin.
pub(crate) struct FinnedClosure<'a, K> {
    subsets: Closure<'a, K>,
    shoals: Vec<Shoal<'a, K>>,
}

/// Matrices whose patches lie alike, and a memory of those without targets.
struct Shoal<'a, K> {
    kernel: &'a K,
    matrices: Vec<usize>,
    /// Of the first of them.
    patches: [Vec<Patch>; 2],
    idle: Idle,
}

impl<'a, K: Kernel> FinnedClosure<'a, K> {
    /// For some states that follow one another.
    pub(crate) fn of_few(kernel: &'a K) -> Self {
        FinnedClosure::new(kernel, FEW)
    }

    fn new(kernel: &'a K, memory: usize) -> Self {
        let mut shoals: Vec<Shoal<'a, K>> = Vec::new();
        for (index, matrix) in kernel.matrices().iter().enumerate() {
            if matrix.patches().is_empty() {
                continue;
            }
            match shoals.iter_mut().find(|shoal| shoal.is_of(matrix)) {
                Some(shoal) => shoal.matrices.push(index),
                None => shoals.push(Shoal {
                    kernel,
                    matrices: vec![index],
                    patches: both_ways(matrix),
                    idle: Idle::new(memory, LARGEST),
                }),
            }
        }
        FinnedClosure {
            subsets: Closure::with_memory(kernel, memory),
            shoals,
        }
    }

    /// Applies S_pFin until nothing more applies. Returns false if the state is contradictory.
    pub(crate) fn close(&mut self, state: &mut State<K::Set>, p: usize) -> bool {
        let shoals = &mut self.shoals;
        self.subsets.close_with(state, p, |left, size| {
            let mut targets = None;
            for shoal in shoals.iter_mut() {
                shoal.add_targets(left, size, &mut targets);
            }
            targets
        })
    }
}

/// The patches of a matrix, and those of the matrix with bases and covers exchanged.
fn both_ways(matrix: &CoverMatrix) -> [Vec<Patch>; 2] {
    let transposed = matrix.patches().iter().map(|patch| Patch {
        bases: patch.covers,
        covers: patch.bases,
        ..*patch
    });
    [matrix.patches().to_vec(), transposed.collect()]
}

impl<K: Kernel> Shoal<'_, K> {
    /// Returns true if the patches of a matrix lie as those of the first one.
    fn is_of(&self, matrix: &CoverMatrix) -> bool {
        let masks = |patch: &Patch| (patch.bases, patch.covers);
        let own = self.patches[0].iter().map(masks);
        own.eq(matrix.patches().iter().map(masks))
    }

    /// Adds the targets of the finned fish of one size.
    fn add_targets(&mut self, left: &K::Set, size: usize, targets: &mut Option<K::Set>) {
        for &index in &self.matrices {
            let matrix = &self.kernel.matrices()[index];
            let incidence = self.kernel.incidence(left, index);
            if self.idle.knows(&incidence, size) {
                continue;
            }
            let mut any = false;
            let mut add = |label: Label| {
                targets
                    .get_or_insert_with(|| self.kernel.none())
                    .insert(label);
                any = true;
            };
            each_fish(&incidence, &self.patches[0], size, |fish| {
                fish.each_target(&incidence, |base, cover| add(matrix.label(base, cover)));
            });
            let transposed = incidence.transposed();
            each_fish(&transposed, &self.patches[1], size, |fish| {
                fish.each_target(&transposed, |cover, base| add(matrix.label(base, cover)));
            });
            if !any {
                self.idle.note(&incidence, size);
            }
        }
    }
}

/// A finned fish in a matrix, by the places of what it consists of.
struct Fish {
    /// The bases without fins, as a mask.
    pure: u16,
    /// The base with fins.
    last: usize,
    /// The covers, as a mask.
    covers: u16,
    patch: Patch,
}

impl Fish {
    /// The labels left in covers and patch that are in none of the bases.
    fn each_target(&self, incidence: &Incidence, mut target: impl FnMut(usize, usize)) {
        let others = self.patch.bases & !self.pure & !(1 << self.last);
        for base in Bits(u64::from(others)) {
            let base = base as usize;
            let inside = incidence.0[base] & self.covers & self.patch.covers;
            Bits(u64::from(inside)).for_each(|cover| target(base, cover as usize));
        }
    }
}

/// The finned fish of one size in a matrix, with targets or without.
fn each_fish(incidence: &Incidence, patches: &[Patch], size: usize, mut found: impl FnMut(Fish)) {
    Bases::new(incidence).each_lacking_one(size, |pure, covers| {
        for (last, &mask) in incidence.0.iter().enumerate() {
            let fins = mask & !covers;
            if pure >> last & 1 == 1 || fins == 0 {
                continue;
            }
            for &patch in patches {
                let meets = patch.bases >> last & 1 == 1 && patch.covers & covers != 0;
                let inside = fins & !patch.covers == 0;
                if meets && inside && mask & covers & !patch.covers != 0 {
                    found(Fish {
                        pure,
                        last,
                        covers,
                        patch,
                    });
                }
            }
        }
    });
}

/// A finned fish of this size that has targets, in a state closed under W₁ and
/// the smaller sizes.
pub fn find<K: Kernel>(kernel: &K, left: &K::Set, size: usize) -> Option<FinnedFish> {
    let matrices = kernel.matrices().iter().enumerate();
    let patched = matrices.filter(|(_, matrix)| !matrix.patches().is_empty());
    let mut found = patched.map(|(index, matrix)| {
        let incidence = kernel.incidence(left, index);
        let [patches, transposed] = both_ways(matrix);
        let (bases, covers) = (matrix.bases(), matrix.covers());
        let label = |base, cover| matrix.label(base, cover);
        in_matrix(&incidence, &patches, size, bases, covers, label).or_else(|| {
            let label = |cover, base| matrix.label(base, cover);
            let incidence = incidence.transposed();
            in_matrix(&incidence, &transposed, size, covers, bases, label)
        })
    });
    found.find_map(|fish| fish)
}

/// The first finned fish of this size in a matrix that has targets.
fn in_matrix(
    incidence: &Incidence,
    patches: &[Patch],
    size: usize,
    bases: &[Variable],
    covers: &[Variable],
    label: impl Fn(usize, usize) -> Label,
) -> Option<FinnedFish> {
    let mut first = None;
    each_fish(incidence, patches, size, |fish| {
        let mut targets = Vec::new();
        fish.each_target(incidence, |base, cover| targets.push(label(base, cover)));
        if first.is_none() && !targets.is_empty() {
            targets.sort_unstable();
            let of = |variables: &[Variable], mask: u16| -> Vec<Variable> {
                let bits = Bits(u64::from(mask));
                bits.map(|bit| variables[bit as usize]).collect()
            };
            let mut bases_of = of(bases, fish.pure);
            bases_of.push(bases[fish.last]);
            first = Some(FinnedFish {
                rule: (),
                bases: bases_of,
                covers: of(covers, fish.covers),
                fins: fish.patch.variable,
                targets,
            });
        }
    });
    first
}
