//! Finds all Subsets of a state, and more: any p variables of a cover matrix whose
//! labels all lie in p covers, in any shape. The shapes of PBCS 8.2 exclude one of
//! these; where that matters, [`crate::check_subset`] decides.

use super::board::CheckState;
use gradus_csp::{CoverMatrix, Label, Variable};
use gradus_path::Subset;

/// The size of the largest Subsets in the books.
pub(crate) const LARGEST: usize = 4;

/// Bases and covers of all matrices, either way round.
pub(crate) fn both_ways(
    matrices: &[CoverMatrix],
) -> impl Iterator<Item = (&[Variable], &[Variable])> {
    matrices.iter().flat_map(|matrix| {
        let (bases, covers) = (matrix.bases(), matrix.covers());
        [(bases, covers), (covers, bases)]
    })
}

/// The sets of one size that eliminate something, in a state without Singles.
pub(crate) fn hall_sets(
    board: &CheckState<'_>,
    matrices: &[CoverMatrix],
    size: usize,
) -> Vec<Subset> {
    let mut found = Vec::new();
    for (bases, covers) in both_ways(matrices) {
        choose(board, (bases, covers), size, size, &mut |chosen, covers| {
            let of_base = |l: &Label| {
                let mut bases = chosen.iter();
                bases.any(|&base: &Variable| board.model.labels_of(base).contains(l))
            };
            let inside = covers.iter().flat_map(|&cover| board.labels_left(cover));
            let targets: Vec<Label> = inside.filter(|l| !of_base(l)).collect();
            if !targets.is_empty() {
                found.push(Subset {
                    rule: (),
                    bases: chosen.to_vec(),
                    covers,
                    targets,
                });
            }
        });
    }
    found
}

/// Chooses this many undecided bases whose labels left are in exactly `most`
/// covers, and finds these covers.
pub(crate) fn choose(
    board: &CheckState<'_>,
    (bases, covers): (&[Variable], &[Variable]),
    size: usize,
    most: usize,
    found: &mut impl FnMut(&[Variable], Vec<Variable>),
) {
    let open = cover_masks(board, bases, covers, most);
    extend(
        &open,
        size,
        most,
        0,
        &mut Vec::new(),
        &mut |chosen, mask| {
            if mask.count_ones() as usize == most {
                let places = (0..covers.len()).filter(|place| mask >> place & 1 == 1);
                found(chosen, places.map(|place| covers[place]).collect());
            }
        },
    );
}

/// The undecided bases with at most this many labels left, and the covers that
/// contain these, as masks.
fn cover_masks(
    board: &CheckState<'_>,
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

/// Extends the chosen bases while they have at most `most` covers.
fn extend(
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
            extend(&open[place + 1..], size, most, mask, chosen, found);
            chosen.pop();
        }
    }
}
