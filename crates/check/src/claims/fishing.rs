//! All finned fish of a state: one base less than covers, whose labels all lie in
//! these, one more base, and a variable that has what that one has outside the
//! covers. See [`crate::check_finned_fish`] for what makes them finned fish.

use super::board::Board;
use super::hall::{choose, cover_masks};
use gradus_csp::{CoverMatrix, Label, Variable};

/// What the finned fish of one size eliminate, in a state without Singles.
pub(crate) fn finned_targets(
    board: &Board<'_>,
    matrices: &[CoverMatrix],
    size: usize,
) -> Vec<Label> {
    let mut found = Vec::new();
    for matrix in matrices {
        in_matrix(board, matrix.bases(), matrix.covers(), size, &mut found);
        in_matrix(board, matrix.covers(), matrix.bases(), size, &mut found);
    }
    found
}

fn in_matrix(
    board: &Board<'_>,
    bases: &[Variable],
    covers: &[Variable],
    size: usize,
    found: &mut Vec<Label>,
) {
    let open = cover_masks(board, bases, covers, size);
    let mut chosen = Vec::new();
    choose(&open, size - 1, size, 0, &mut chosen, &mut |pure, mask| {
        if mask.count_ones() as usize != size {
            return;
        }
        let places = covers.iter().enumerate();
        let taken = places.filter(|(place, _)| mask >> place & 1 == 1);
        let taken: Vec<Variable> = taken.map(|(_, &cover)| cover).collect();
        for &last in bases.iter().filter(|base| !pure.contains(base)) {
            with_last(board, pure, last, &taken, found);
        }
    });
}

/// The targets of the fish that have this base with fins.
fn with_last(
    board: &Board<'_>,
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
        let vertex = left
            .iter()
            .any(|&label| covered(label) && !of(label, third));
        let corner = model.labels_of(last).iter();
        let corner = corner.filter(|&&label| covered(label) && of(label, third));
        if has_fins && vertex && corner.count() > 0 {
            let inside = board.labels_left(third).filter(|&label| covered(label));
            let of_base = |label: Label| of(label, last) || pure.iter().any(|&v| of(label, v));
            found.extend(inside.filter(|&label| !of_base(label)));
        }
    }
}
