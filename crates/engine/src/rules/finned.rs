//! Finned fish of sizes 2 to 4: Subsets of a symbol's rows and columns but for some candidates of
//! one base, the fins, that all are in one block. CSP-Rules manual 5.4; PBCS 9.6 uses them in
//! S_4Fin. Cover matrices with patches say what bases, covers and blocks are.
//!
//! All bases but one have their candidates in the p covers. The candidates of the last one are in
//! the covers or in a patch that it has in common with a cover, with one in a cover outside the
//! patch and a fin in no cover. If no fin is true, there is a plain Subset; if one is, it is linked
//! to the rest of the patch: either way the candidates of the covers in the patch that are in no
//! base are false.
//!
//! Here any p − 1 bases with p covers between them are taken, in states closed
//! under whips\[1\] and the smaller sizes. With fewer covers they would be a Subset,
//! which has taken its covers before. What the cyclic form of the definition
//! leaves out has, but for the special Quads, a smaller finned fish in it.
//!
//! S_pFin is stable for confluence where S_p is: an elimination leaves of a finned fish a smaller
//! one, a Subset (when the fins go) or a whip\[1\] (when all but those in the patch go) with the
//! same targets. S_4Fin has the gap of S_4, so that an order is fixed: sizes upward, Subsets before
//! finned fish, all of one size at once.

use super::idle::TargetlessMemory;
use super::subset::{Bases, LARGEST, MatrixSide, chosen_of};
use crate::kernel::Kernel;
use gradus_csp::{CoverMatrix, Incidence, Label, Labels, Patch};
use gradus_path::FinnedFish;

/// Matrices whose patches lie alike, and a memory of those without targets.
pub(super) struct Shoal<'a, K> {
    kernel: &'a K,
    matrices: Vec<usize>,
    /// Of the first of them.
    patches: [Vec<Patch>; 2],
    idle: TargetlessMemory,
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

impl<'a, K: Kernel> Shoal<'a, K> {
    /// The shoals of a kernel, with memories of this size.
    pub(super) fn all(kernel: &'a K, memory: usize) -> Vec<Shoal<'a, K>> {
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
                    idle: TargetlessMemory::new(memory, LARGEST),
                }),
            }
        }
        shoals
    }

    /// Returns true if the patches of a matrix lie as those of the first one.
    fn is_of(&self, matrix: &CoverMatrix) -> bool {
        let masks = |patch: &Patch| (patch.bases, patch.covers);
        let own = self.patches[0].iter().map(masks);
        own.eq(matrix.patches().iter().map(masks))
    }

    pub(super) fn add_targets(&mut self, left: &K::Set, size: usize, targets: &mut Option<K::Set>) {
        for &index in &self.matrices {
            let incidence = self.kernel.incidence(left, index);
            if self.idle.knows(&incidence, size) {
                continue;
            }
            let mut any = false;
            let sides = MatrixSide::both(&self.kernel.matrices()[index], incidence);
            for (side, patches) in sides.iter().zip(&self.patches) {
                each_fish(&side.incidence, patches, size, |fish| {
                    fish.each_target(side, |label| {
                        let targets = targets.get_or_insert_with(|| self.kernel.none());
                        targets.insert(label);
                        any = true;
                    });
                });
            }
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
    covers: u16,
    patch: Patch,
}

impl Fish {
    /// Calls a function with the labels left in covers and patch that are in none of the bases.
    fn each_target(&self, side: &MatrixSide<'_>, target: impl FnMut(Label)) {
        let bases = self.pure | 1 << self.last | !self.patch.bases;
        side.each_target(bases, self.covers & self.patch.covers, target);
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

/// A finned fish of this size that has targets, in a state closed under W₁ and the smaller sizes.
pub fn find<K: Kernel>(kernel: &K, left: &K::Set, size: usize) -> Option<FinnedFish> {
    let patches = kernel.matrices().iter().flat_map(both_ways);
    let mut sides = MatrixSide::all(kernel, left).zip(patches);
    sides.find_map(|(side, patches)| {
        let mut first = None;
        each_fish(&side.incidence, &patches, size, |fish| {
            let mut targets = Vec::new();
            fish.each_target(&side, |target| targets.push(target));
            if first.is_none() && !targets.is_empty() {
                targets.sort_unstable();
                let mut bases = chosen_of(side.bases(), fish.pure);
                bases.push(side.bases()[fish.last]);
                first = Some(FinnedFish {
                    rule: (),
                    bases,
                    covers: chosen_of(side.covers(), fish.covers),
                    fins: fish.patch.variable,
                    targets,
                });
            }
        });
        first
    })
}
