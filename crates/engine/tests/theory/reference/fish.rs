//! Finned fish (CSP-Rules manual 5.4), digit by digit in rows and, transposed, in
//! columns, and the theory S_pFin.

use super::subsets::{combinations, subset_targets};
use super::{LABELS, State, label, whips1};

/// The digits' cells seen from rows, or from columns.
#[derive(Clone, Copy)]
enum Lines {
    Rows,
    Columns,
}

impl Lines {
    /// The label of a digit at a crossing; all from 1 to 9.
    fn label(self, n: usize, base: usize, cover: usize) -> usize {
        match self {
            Lines::Rows => label(n, base, cover),
            Lines::Columns => label(n, cover, base),
        }
    }
}

/// The lines that a block of a crossing consists of.
fn three(line: usize) -> std::ops::RangeInclusive<usize> {
    let first = (line - 1) / 3 * 3 + 1;
    first..=first + 2
}

/// Targets of the finned fish of a size: p − 1 pure base lines and one more, p
/// cover lines one of which is the distinguished one.
pub fn finned_targets(state: &State, size: usize) -> Vec<usize> {
    let mut is_target = vec![false; LABELS];
    let all_covers = combinations(&[1, 2, 3, 4, 5, 6, 7, 8, 9], size);
    for lines in [Lines::Rows, Lines::Columns] {
        for n in 1..=9 {
            let has = |base: usize, cover: usize| state.candidate[lines.label(n, base, cover)];
            let places = |base: usize| (1..=9).filter(|&c| has(base, c)).collect::<Vec<_>>();
            for covers in &all_covers {
                let is_pure = |base: &usize| {
                    let places = places(*base);
                    places.len() >= 2 && places.iter().all(|place| covers.contains(place))
                };
                let pure: Vec<usize> = (1..=9).filter(is_pure).collect();
                for chosen in combinations(&pure, size - 1) {
                    for last in (1..=9).filter(|base| !chosen.contains(base)) {
                        for &corner in covers {
                            let in_block = |c: &usize| three(corner).contains(c);
                            let own = places(last);
                            let allowed = own.iter().all(|c| covers.contains(c) || in_block(c));
                            let outside = own.iter().any(|c| covers.contains(c) && !in_block(c));
                            let inside = own.iter().any(in_block);
                            let fin = own.iter().any(|c| !covers.contains(c));
                            if !(allowed && outside && inside && fin) {
                                continue;
                            }
                            for base in three(last) {
                                if base == last || chosen.contains(&base) {
                                    continue;
                                }
                                for &cover in covers.iter().filter(|c| in_block(c)) {
                                    if has(base, cover) {
                                        is_target[lines.label(n, base, cover)] = true;
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    (0..LABELS).filter(|&l| is_target[l]).collect()
}

/// S_pFin to quiescence, p at least 1: sizes upward, Subsets before finned fish, all
/// of one size at once.
pub fn finned_closure(state: &mut State, p: usize) {
    loop {
        whips1(state);
        if state.contradictory() || state.solved() {
            return;
        }
        let targets = (2..=p).find_map(|size| {
            let plain = subset_targets(state, size);
            let some = |targets: Vec<usize>| (!targets.is_empty()).then_some(targets);
            some(plain).or_else(|| some(finned_targets(state, size)))
        });
        match targets {
            Some(targets) => targets.into_iter().for_each(|t| state.delete(t)),
            None => return,
        }
    }
}
