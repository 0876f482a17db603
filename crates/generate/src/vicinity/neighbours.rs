//! The {-n+m} vicinity of a puzzle: the puzzles that result if exactly n of its clues are deleted
//! and exactly m clues are added that it does not have, and has one solution.
//!
//! As sets of digits in cells, n clues of the puzzle are not in the neighbour, and m of the
//! neighbour are not in the puzzle. So a clue whose digit is changed is one deleted and one
//! added, the puzzle itself is never its own neighbour, and no puzzle is in two vicinities
//! with different numbers. The solution changes in general. Neighbours may be isomorphic to
//! each other or to the puzzle.
//!
//! Each puzzle without n clues is visited once. If several clues are added, its solutions
//! are enumerated once, and show which clues leave one of them; if one is added, a few
//! solutions show that most clues leave several, and the solver is asked for the others.

use gradus_puzzles::sudoku::{CELLS, Grid};

use super::completions::{Completions, MOST_SOLUTIONS};

/// The neighbours to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vicinity {
    /// Number of clues that are deleted.
    pub minus: usize,
    /// Number of clues that are added.
    pub plus: usize,
    /// Only minimal puzzles; otherwise those with redundant clues too.
    pub minimal: bool,
    /// Clues are added only where others were deleted, so that digits change and the
    /// pattern stays, if as many are added as deleted.
    pub same_pattern: bool,
    /// Only clues of the puzzle's own solution are added, so that it stays the solution.
    pub in_solution: bool,
}

/// The neighbours of a puzzle with one solution, each once, in the order of their texts,
/// where an empty cell comes before digits.
pub fn neighbours(puzzle: &Grid, solution: &Grid, vicinity: &Vicinity) -> Vec<Grid> {
    within(puzzle, solution, vicinity, MOST_SOLUTIONS)
}

/// Those neighbours for which just these clues are deleted, in the same order, or `None`
/// if more than `most` solutions are left without them and several clues are to be added.
pub fn exchanged(
    puzzle: &Grid,
    solution: &Grid,
    deleted: &[usize],
    vicinity: &Vicinity,
    most: usize,
) -> Option<Vec<Grid>> {
    let mut completions = completions(vicinity, most, true);
    let complete = add(&mut completions, puzzle, solution, deleted, vicinity);
    complete.then(|| sorted(completions))
}

/// The neighbours with another limit on the solutions that are kept in memory.
fn within(puzzle: &Grid, solution: &Grid, vicinity: &Vicinity, most: usize) -> Vec<Grid> {
    let clues: Vec<usize> = (0..CELLS).filter(|&cell| puzzle.0[cell] != 0).collect();
    let mut completions = completions(vicinity, most, false);
    each_choice(&clues, vicinity.minus, &mut |deleted| {
        add(&mut completions, puzzle, solution, deleted, vicinity);
    });
    sorted(completions)
}

fn completions(vicinity: &Vicinity, most: usize, gives_up: bool) -> Completions {
    Completions {
        minimal: vicinity.minimal,
        most,
        gives_up,
        found: Vec::new(),
    }
}

fn sorted(mut completions: Completions) -> Vec<Grid> {
    completions.found.sort_unstable_by_key(|puzzle| puzzle.0);
    completions.found
}

/// Deletes clues and adds others; false if that was given up.
fn add(
    completions: &mut Completions,
    puzzle: &Grid,
    solution: &Grid,
    deleted: &[usize],
    vicinity: &Vicinity,
) -> bool {
    let mut fewer = *puzzle;
    for &cell in deleted {
        fewer.0[cell] = 0;
    }
    let wanted = std::array::from_fn(|cell| {
        if fewer.0[cell] != 0 || vicinity.same_pattern && puzzle.0[cell] == 0 {
            return 0;
        }
        let possible = if vicinity.in_solution {
            bit(solution.0[cell])
        } else {
            0x1ff
        };
        possible & !bit(puzzle.0[cell])
    });
    completions.add(&fewer, &wanted, vicinity.plus)
}

/// The mask of a digit; nothing for an empty cell.
fn bit(digit: u8) -> u16 {
    (1 << digit) >> 1
}

/// Calls `visit` on every choice of `count` of the items, in order.
fn each_choice(items: &[usize], count: usize, visit: &mut impl FnMut(&[usize])) {
    fn choose(
        items: &[usize],
        count: usize,
        chosen: &mut Vec<usize>,
        visit: &mut impl FnMut(&[usize]),
    ) {
        if count == 0 {
            return visit(chosen);
        }
        for (i, &item) in items.iter().enumerate() {
            if items.len() - i < count {
                return;
            }
            chosen.push(item);
            choose(&items[i + 1..], count - 1, chosen, visit);
            chosen.pop();
        }
    }
    choose(items, count, &mut Vec::with_capacity(count), visit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::grids::random_grid;
    use crate::top_down::top_down;

    /// The result does not depend on how many solutions are kept in memory.
    #[test]
    fn too_many_solutions_are_split() {
        let mut dice = Dice::new(1, "test", 0);
        let solution = random_grid(&mut dice);
        let puzzle = top_down(&solution, &mut dice);
        for (plus, minimal) in [(2, true), (3, false), (3, true)] {
            let vicinity = Vicinity {
                minus: 1,
                plus,
                minimal,
                same_pattern: false,
                in_solution: plus == 3,
            };
            let all = neighbours(&puzzle, &solution, &vicinity);
            assert!(all.len() > 10, "{plus}: {}", all.len());
            for most in [20, 100] {
                assert_eq!(within(&puzzle, &solution, &vicinity, most), all);
            }
        }
    }

    #[test]
    fn choices() {
        let all = |count| {
            let mut all = Vec::new();
            each_choice(&[3, 5, 8], count, &mut |chosen| all.push(chosen.to_vec()));
            all
        };
        assert_eq!(all(0), [[0usize; 0]; 1]);
        assert_eq!(all(2), [[3, 5], [3, 8], [5, 8]]);
        assert_eq!(all(3), [[3, 5, 8]]);
        assert!(all(4).is_empty());
    }
}
