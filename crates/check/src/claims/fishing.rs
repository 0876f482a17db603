//! Finds all finned fish of a state: one fewer bases than covers, with all labels
//! in these, one more base, and a variable that contains the labels of that base
//! outside the covers. See [`crate::check_finned_fish`] for the definition.

use super::board::CheckState;
use super::hall::{both_ways, choose};
use gradus_csp::{CoverMatrix, Label, Variable};

/// The labels eliminated by the finned fish of one size, in a state without Singles.
pub(crate) fn finned_targets(
    board: &CheckState<'_>,
    matrices: &[CoverMatrix],
    size: usize,
) -> Vec<Label> {
    let mut found = Vec::new();
    for (bases, covers) in both_ways(matrices) {
        choose(
            board,
            (bases, covers),
            size - 1,
            size,
            &mut |pure, taken| {
                for &last in bases.iter().filter(|base| !pure.contains(base)) {
                    with_last(board, pure, last, &taken, &mut found);
                }
            },
        );
    }
    found
}

/// The targets of the fish that have this base with fins.
fn with_last(
    board: &CheckState<'_>,
    pure: &[Variable],
    last: Variable,
    covers: &[Variable],
    found: &mut Vec<Label>,
) {
    let model = board.model;
    let of = |label: Label, variable: Variable| model.labels_of(variable).contains(&label);
    let covered = |label: Label| covers.iter().any(|&cover| of(label, cover));
    let left: Vec<Label> = board.labels_left(last).collect();
    let fins: Vec<Label> = left.iter().copied().filter(|&l| !covered(l)).collect();
    let Some(&first) = fins.first() else {
        return;
    };
    for third in model.variables_of(first).filter(|&third| third != last) {
        let has_fins = fins.iter().all(|&fin| of(fin, third));
        let mut vertices = left.iter().filter(|&&label| covered(label));
        let vertex = vertices.any(|&label| !of(label, third));
        let corner = model.labels_of(last).iter();
        let corner = corner.filter(|&&label| covered(label) && of(label, third));
        if has_fins && vertex && corner.count() > 0 {
            let inside = board.labels_left(third).filter(|&label| covered(label));
            let of_base = |label: Label| of(label, last) || pure.iter().any(|&v| of(label, v));
            found.extend(inside.filter(|&label| !of_base(label)));
        }
    }
}
