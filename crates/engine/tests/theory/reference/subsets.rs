//! Subsets (PBCS chapter 8): the eight Sudoku families (naked and hidden in rows,
//! columns and blocks, super-hidden in rows and in columns) in Hall form, p base
//! variables whose candidates all lie in p covers.

use super::{State, brt, model, whips1};

/// What the bases of a family are: cells, places of a number in a unit with cells as
/// covers, or places of a number in lines with lines as covers.
#[derive(Clone, Copy, PartialEq)]
pub enum Depth {
    Naked,
    Hidden,
    SuperHidden,
}

/// Nine base variables and nine covers; every label of a base is in one cover.
struct Family {
    depth: Depth,
    bases: Vec<usize>,
    covers: Vec<usize>,
}

/// Variables by type and by position among the 81 of the type.
fn rc(r: usize, c: usize) -> usize {
    9 * r + c
}
fn rn(r: usize, n: usize) -> usize {
    81 + 9 * r + n
}
fn cn(c: usize, n: usize) -> usize {
    162 + 9 * c + n
}
fn bn(b: usize, n: usize) -> usize {
    243 + 9 * b + n
}

fn families() -> Vec<Family> {
    let nine = |f: &dyn Fn(usize) -> usize| (0..9).map(f).collect::<Vec<usize>>();
    let mut pairs = Vec::new();
    for i in 0..9 {
        pairs.push((nine(&|c| rc(i, c)), nine(&|n| rn(i, n))));
        pairs.push((nine(&|r| rc(r, i)), nine(&|n| cn(i, n))));
        let cell = |s: usize| rc(i / 3 * 3 + s / 3, i % 3 * 3 + s % 3);
        pairs.push((nine(&cell), nine(&|n| bn(i, n))));
        pairs.push((nine(&|r| rn(r, i)), nine(&|c| cn(c, i))));
    }
    let mut families = Vec::new();
    for (one, other) in pairs {
        let is_cells = one[0] < 81;
        let [depth, inverse] = if is_cells {
            [Depth::Naked, Depth::Hidden]
        } else {
            [Depth::SuperHidden; 2]
        };
        families.push(Family {
            depth,
            bases: one.clone(),
            covers: other.clone(),
        });
        families.push(Family {
            depth: inverse,
            bases: other,
            covers: one,
        });
    }
    families
}

/// All the subsets of `size` elements of `items`.
pub(super) fn combinations(items: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, &first) in items.iter().enumerate() {
        for mut rest in combinations(&items[i + 1..], size - 1) {
            rest.push(first);
            all.push(rest);
        }
    }
    all
}

/// Targets of the Subsets of `size`: the candidates in the covers and not in the
/// bases.
pub fn subset_targets(state: &State, size: usize) -> Vec<usize> {
    targets_in(state, &families(), size)
}

/// Those of the families of one depth.
pub fn targets_of_depth(state: &State, depth: Depth, size: usize) -> Vec<usize> {
    let mut families = families();
    families.retain(|family| family.depth == depth);
    targets_in(state, &families, size)
}

fn targets_in(state: &State, families: &[Family], size: usize) -> Vec<usize> {
    let variables = &model().variables;
    let mut is_target = vec![false; super::LABELS];
    for family in families {
        let undecided: Vec<usize> = family
            .bases
            .iter()
            .copied()
            .filter(|&v| !state.candidates_of(v).is_empty())
            .collect();
        for bases in combinations(&undecided, size) {
            let in_bases: Vec<usize> = bases.iter().flat_map(|&v| state.candidates_of(v)).collect();
            let covers: Vec<usize> = family
                .covers
                .iter()
                .copied()
                .filter(|&v| variables[v].iter().any(|l| in_bases.contains(l)))
                .collect();
            if covers.len() > size {
                continue;
            }
            for cover in covers {
                for target in state.candidates_of(cover) {
                    if !in_bases.contains(&target) {
                        is_target[target] = true;
                    }
                }
            }
        }
    }
    (0..super::LABELS).filter(|&l| is_target[l]).collect()
}

/// S_p to quiescence: BRT for p = 0, then with whips\[1\] for p = 1, then with the
/// Subsets of sizes 2 to p.
pub fn subsets_closure(state: &mut State, p: usize) {
    if p == 0 {
        brt(state);
        return;
    }
    loop {
        whips1(state);
        if state.contradictory() || state.solved() {
            return;
        }
        let targets = (2..=p)
            .map(|size| subset_targets(state, size))
            .find(|targets| !targets.is_empty());
        match targets {
            Some(targets) => targets.into_iter().for_each(|t| state.delete(t)),
            None => return,
        }
    }
}

/// The S rating: the smallest p for which S_p solves, at most 4 in 9×9 Sudoku.
pub fn s_rating(state: &State) -> Option<usize> {
    (0..=4).find(|&p| {
        let mut copy = state.clone();
        subsets_closure(&mut copy, p);
        copy.solved()
    })
}
