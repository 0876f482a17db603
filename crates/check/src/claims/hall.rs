//! All Subsets of a state, and more: any p variables of a cover matrix whose
//! labels all lie in p covers, whatever the shape. The shapes of PBCS 8.2 leave
//! one of them out; where that matters, [`crate::check_subset`] has the last word.

use super::board::Board;
use gradus_csp::{CoverMatrix, Label, Variable};
use gradus_path::Subset;

/// The largest Subsets of the books.
pub(crate) const LARGEST: usize = 4;

/// The sets of one size that eliminate something, in a state without Singles.
pub(crate) fn hall_sets(board: &Board<'_>, matrices: &[CoverMatrix], size: usize) -> Vec<Subset> {
    let mut found = Vec::new();
    for matrix in matrices {
        in_matrix(board, matrix.bases(), matrix.covers(), size, &mut found);
        in_matrix(board, matrix.covers(), matrix.bases(), size, &mut found);
    }
    found
}

/// The undecided bases with no more than so many labels left, and the covers in
/// which these are, as masks.
pub(crate) fn cover_masks(
    board: &Board<'_>,
    bases: &[Variable],
    covers: &[Variable],
    most: usize,
) -> Vec<(Variable, u32)> {
    let mask = |base: Variable| {
        let left: Vec<Label> = board.labels_left(base).collect();
        let crossed = |cover: &Variable| {
            let inside = board.model.labels_of(*cover);
            left.iter().any(|label| inside.contains(label))
        };
        let places = covers.iter().enumerate();
        let bits = places.filter(|(_, cover)| crossed(cover));
        bits.fold(0u32, |mask, (place, _)| mask | 1 << place)
    };
    let open = bases
        .iter()
        .filter(|&&base| (2..=most).contains(&board.count(base)));
    open.map(|&base| (base, mask(base))).collect()
}

fn in_matrix(
    board: &Board<'_>,
    bases: &[Variable],
    covers: &[Variable],
    size: usize,
    found: &mut Vec<Subset>,
) {
    let open = cover_masks(board, bases, covers, size);
    let mut chosen = Vec::new();
    choose(&open, size, size, 0, &mut chosen, &mut |chosen, mask| {
        let places = covers.iter().enumerate();
        let covers = places.filter(|(place, _)| mask >> place & 1 == 1);
        let covers: Vec<Variable> = covers.map(|(_, &cover)| cover).collect();
        let of_base = |l: &Label| {
            let mut bases = chosen.iter();
            bases.any(|&base: &Variable| board.model.labels_of(base).contains(l))
        };
        let inside = covers.iter().flat_map(|&cover| board.labels_left(cover));
        let targets: Vec<Label> = inside.filter(|l| !of_base(l)).collect();
        if covers.len() == size && !targets.is_empty() {
            found.push(Subset {
                rule: (),
                bases: chosen.to_vec(),
                covers,
                targets,
            });
        }
    });
}

/// Chooses so many bases that have no more than `most` covers.
pub(crate) fn choose(
    open: &[(Variable, u32)],
    size: usize,
    most: usize,
    mask: u32,
    chosen: &mut Vec<Variable>,
    found: &mut impl FnMut(&[Variable], u32),
) {
    if chosen.len() == size {
        return found(chosen, mask);
    }
    for (place, &(base, covers)) in open.iter().enumerate() {
        let mask = mask | covers;
        if mask.count_ones() as usize <= most {
            chosen.push(base);
            choose(&open[place + 1..], size, most, mask, chosen, found);
            chosen.pop();
        }
    }
}
