//! The rules of HLS up to L4_0, one by one: Singles, interactions and Subsets, by the kinds of
//! variables that they are about (HLS, chapters V to X).

use crate::kernel::Kernel;
use crate::rules::subset::{each_subset, targets_of};
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
            let labels = model.labels_of(variable).iter();
            let left: Vec<_> = labels.filter(|l| state.is_candidate(**l)).collect();
            let Some((&first, rest)) = left.split_first() else {
                continue;
            };
            let linked = model.linked_labels(*first).iter();
            let sees_all = |label: &&gradus_csp::Label| {
                rest.iter().all(|other| model.linked(**label, **other))
                    && !model.labels_of(variable).contains(label)
                    && state.is_candidate(**label)
            };
            linked
                .filter(sees_all)
                .for_each(|&label| targets.insert(label));
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
    for (index, matrix) in kernel.matrices().iter().enumerate() {
        let incidence = kernel.incidence(left, index);
        if depth_of(matrix.bases(), matrix.covers()) == depth {
            each_subset(&incidence, size, |chosen, covers| {
                targets_of(&incidence, chosen, covers, |base, cover| {
                    targets.insert(matrix.label(base, cover));
                });
            });
        }
        if depth_of(matrix.covers(), matrix.bases()) == depth {
            let transposed = incidence.transposed();
            each_subset(&transposed, size, |chosen, covers| {
                targets_of(&transposed, chosen, covers, |cover, base| {
                    targets.insert(matrix.label(base, cover));
                });
            });
        }
    }
    (!targets.is_empty()).then_some(targets)
}
