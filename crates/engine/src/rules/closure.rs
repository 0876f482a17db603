//! The theories S_p and S_pFin: Subsets, and finned fish, up to a size.

use std::cell::RefCell;

use super::finned::Shoal;
use super::idle::{FEW, MANY, TargetlessMemory};
use super::subset::{Bases, LARGEST, MatrixSide};
use super::{Theory, Whips1};
use crate::kernel::Kernel;
use gradus_csp::{Labels, State};

/// The theory S_p: BRT for p = 0, W₁ for p = 1, then Subsets of sizes 2 to p as well.
#[derive(Clone, Copy, Debug)]
pub struct Subsets(pub usize);

impl<K: Kernel> Theory<K> for Subsets {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        SubsetClosure::new(kernel).close(state, self.0)
    }
}

/// The theory S_pFin: S_p, and finned fish up to size p.
#[derive(Clone, Copy, Debug)]
pub struct SFin(pub usize);

impl<K: Kernel> Theory<K> for SFin {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        SubsetClosure::finned(kernel).close(state, self.0)
    }
}

/// Closes states under S_p or S_pFin, with a memory of incidences without targets.
pub(crate) struct SubsetClosure<'a, K> {
    kernel: &'a K,
    idle: TargetlessMemory,
    /// The matrices of a state that are not known to be idle, both ways.
    doubtful: Vec<([MatrixSide<'a>; 2], [Bases; 2])>,
    /// The places of finned fish, if they count.
    shoals: Vec<Shoal<'a, K>>,
}

impl<'a, K: Kernel> SubsetClosure<'a, K> {
    /// Under S_p.
    pub(crate) fn new(kernel: &'a K) -> Self {
        SubsetClosure::with_memory(kernel, FEW, Vec::new())
    }

    /// Under S_pFin.
    pub(crate) fn finned(kernel: &'a K) -> Self {
        SubsetClosure::with_memory(kernel, FEW, Shoal::all(kernel, FEW))
    }

    fn with_memory(kernel: &'a K, memory: usize, shoals: Vec<Shoal<'a, K>>) -> Self {
        SubsetClosure {
            kernel,
            idle: TargetlessMemory::new(memory, LARGEST),
            doubtful: Vec::new(),
            shoals,
        }
    }

    /// Applies the rules up to size p until nothing more applies. Returns false if the state
    /// is contradictory.
    pub(crate) fn close(&mut self, state: &mut State<K::Set>, p: usize) -> bool {
        if p == 0 {
            return self.kernel.close_singles(state);
        }
        let largest = p.min(LARGEST);
        while Whips1.close(self.kernel, state) {
            if largest < 2 {
                return true;
            }
            self.doubt(&state.left, largest);
            match (2..=largest).find_map(|size| self.targets(&state.left, size)) {
                Some(targets) => state.left.subtract(&targets),
                None => return true,
            }
        }
        false
    }

    /// Finds the matrices that may have targets of some size.
    fn doubt(&mut self, left: &K::Set, largest: usize) {
        self.doubtful.clear();
        for (index, matrix) in self.kernel.matrices().iter().enumerate() {
            let incidence = self.kernel.incidence(left, index);
            if !self.idle.knows(&incidence, largest) {
                let sides = MatrixSide::both(matrix, incidence);
                let bases = sides.each_ref().map(|side| Bases::new(&side.incidence));
                self.doubtful.push((sides, bases));
            }
        }
    }

    /// The targets of the Subsets of one size or else of the finned fish, if there are any, in
    /// a state closed under W₁ and the smaller sizes.
    fn targets(&mut self, left: &K::Set, size: usize) -> Option<K::Set> {
        let mut targets = self.kernel.none();
        let mut found = false;
        for (sides, bases) in &self.doubtful {
            let mut any = false;
            for (side, bases) in sides.iter().zip(bases) {
                bases.each_subset(size, &side.incidence, |chosen, covers| {
                    side.each_target(chosen, covers, |target| {
                        targets.insert(target);
                        any = true;
                    });
                });
            }
            found |= any;
            if !any {
                self.idle.note(&sides[0].incidence, size);
            }
        }
        if found {
            return Some(targets);
        }
        let mut targets = None;
        for shoal in &mut self.shoals {
            shoal.add_targets(left, size, &mut targets);
        }
        targets
    }
}

/// S_p or S_pFin for very many states.
pub(crate) struct RememberedSubsets<'a, K>(RefCell<SubsetClosure<'a, K>>, usize);

impl<'a, K: Kernel> RememberedSubsets<'a, K> {
    /// The theory S_p.
    pub(crate) fn new(kernel: &'a K, p: usize) -> Self {
        let closure = SubsetClosure::with_memory(kernel, MANY, Vec::new());
        RememberedSubsets(RefCell::new(closure), p)
    }

    /// The theory S_pFin.
    pub(crate) fn finned(kernel: &'a K, p: usize) -> Self {
        let closure = SubsetClosure::with_memory(kernel, MANY, Shoal::all(kernel, MANY));
        RememberedSubsets(RefCell::new(closure), p)
    }
}

impl<K: Kernel> Theory<K> for RememberedSubsets<'_, K> {
    fn close(&self, _kernel: &K, state: &mut State<K::Set>) -> bool {
        self.0.borrow_mut().close(state, self.1)
    }
}
