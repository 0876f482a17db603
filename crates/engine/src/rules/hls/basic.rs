//! The rules of HLS up to L4_0, one by one: Singles, interactions and Subsets, by the kinds of
//! variables that they are about (HLS, chapters V to X).

use crate::kernel::Kernel;
use crate::rules::linked::linked_to_all;
use crate::rules::subset::{MatrixSide, each_subset};
use gradus_csp::{Labels, State, Variable, VariableKind};

/// The place of Subsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SubsetDepth {
    /// Numbers in cells.
    Naked,
    /// Cells of numbers.
    Hidden,
    /// Lines of a number: fish.
    SuperHidden,
}

/// Applies naked Singles until none is left. Returns false if a variable becomes empty.
pub(super) fn close_naked_singles<K: Kernel>(
    kernel: &K,
    state: &mut State<K::Set>,
    cells: VariableKind,
) -> bool {
    loop {
        if kernel.scan(&state.left).empty {
            return false;
        }
        let singles = kernel.scan_kind(&state.left, cells).singles;
        let forced = singles.without(&state.values);
        if forced.is_empty() {
            return true;
        }
        state.values.unite(&forced);
        kernel.strike_all(&mut state.left, &forced);
    }
}

/// Applies Singles and the interactions from variables of some kinds until there is none; false
/// if the state turns out contradictory.
pub(super) fn close_interactions<K: Kernel>(
    kernel: &K,
    state: &mut State<K::Set>,
    from: impl Fn(VariableKind) -> bool,
) -> bool {
    let model = kernel.model();
    while kernel.close_singles(state) {
        let mut targets = kernel.none();
        for variable in model.variables().filter(|&v| from(model.kind_of(v))) {
            let labels = model.labels_of(variable);
            let left = labels.iter().copied().filter(|&l| state.is_candidate(l));
            let left: Vec<_> = left.collect();
            linked_to_all(model, &left)
                .filter(|label| !labels.contains(label) && state.is_candidate(*label))
                .for_each(|label| targets.insert(label));
        }
        if targets.is_empty() {
            return true;
        }
        state.left.subtract(&targets);
    }
    false
}

/// The targets of the Subsets of a size and depth, in a state that is closed under all smaller
/// ones, or `None` without targets.
pub(super) fn subset_targets<K: Kernel>(
    kernel: &K,
    left: &K::Set,
    cells: VariableKind,
    depth: SubsetDepth,
    size: usize,
) -> Option<K::Set> {
    let mut targets = kernel.none();
    let is_cell = |variable: Option<&Variable>| {
        variable.is_some_and(|&variable| kernel.model().kind_of(variable) == cells)
    };
    let depth_of = |bases: &[Variable], covers: &[Variable]| match (
        is_cell(bases.first()),
        is_cell(covers.first()),
    ) {
        (true, _) => SubsetDepth::Naked,
        (false, true) => SubsetDepth::Hidden,
        (false, false) => SubsetDepth::SuperHidden,
    };
    for side in MatrixSide::all(kernel, left) {
        if depth_of(side.bases(), side.covers()) == depth {
            each_subset(&side.incidence, size, |chosen, covers| {
                side.each_target(chosen, covers, |target| targets.insert(target));
            });
        }
    }
    (!targets.is_empty()).then_some(targets)
}
