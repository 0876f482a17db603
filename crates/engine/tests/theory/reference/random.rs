//! Random minimal puzzles made by the naive top-down procedure (PBCS chapter 6), and
//! random states of their resolution.

pub use gradus_harness::random::Rng;

use super::{State, brt, label};

/// Returns true if a digit may be put into a cell by the rules of Sudoku.
fn fits(grid: &[u8; 81], cell: usize, digit: u8) -> bool {
    let (r, c) = (cell / 9, cell % 9);
    (0..81).all(|other| {
        let (r2, c2) = (other / 9, other % 9);
        let same_house = r == r2 || c == c2 || (r / 3 == r2 / 3 && c / 3 == c2 / 3);
        other == cell || !same_house || grid[other] != digit
    })
}

/// The empty cell with the fewest fitting digits, and these digits.
fn tightest(grid: &[u8; 81]) -> Option<(usize, Vec<u8>)> {
    (0..81)
        .filter(|&cell| grid[cell] == 0)
        .map(|cell| {
            let digits: Vec<u8> = (1..=9).filter(|&d| fits(grid, cell, d)).collect();
            (cell, digits)
        })
        .min_by_key(|(_, digits)| digits.len())
}

/// Solutions of a puzzle by backtracking, at most `limit` of them. The givens
/// must not contradict each other directly.
pub fn solutions(puzzle: &[u8; 81], limit: usize) -> Vec<[u8; 81]> {
    fn search(grid: &mut [u8; 81], limit: usize, found: &mut Vec<[u8; 81]>) {
        let Some((cell, digits)) = tightest(grid) else {
            found.push(*grid);
            return;
        };
        for digit in digits {
            if found.len() == limit {
                break;
            }
            grid[cell] = digit;
            search(grid, limit, found);
        }
        grid[cell] = 0;
    }
    let mut found = Vec::new();
    search(&mut puzzle.clone(), limit, &mut found);
    found
}

/// A random complete grid.
pub fn full_grid(rng: &mut Rng) -> [u8; 81] {
    fn fill(grid: &mut [u8; 81], rng: &mut Rng) -> bool {
        let Some((cell, mut digits)) = tightest(grid) else {
            return true;
        };
        rng.shuffle(&mut digits);
        for digit in digits {
            grid[cell] = digit;
            if fill(grid, rng) {
                return true;
            }
        }
        grid[cell] = 0;
        false
    }
    let mut grid = [0; 81];
    fill(&mut grid, rng);
    grid
}

/// A random minimal puzzle: each clue of a random complete grid is deleted, in
/// random order, if the solution stays unique.
pub fn minimal_puzzle(rng: &mut Rng) -> [u8; 81] {
    let mut puzzle = full_grid(rng);
    let mut cells: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        let clue = std::mem::take(&mut puzzle[cell]);
        if solutions(&puzzle, 2).len() != 1 {
            puzzle[cell] = clue;
        }
    }
    puzzle
}

/// `count` states of a puzzle with one solution, quiescent under BRT: its state
/// after BRT, without some random candidates that the solution does not have.
pub fn random_states(puzzle: &[u8; 81], rng: &mut Rng, count: usize) -> Vec<State> {
    let solution = solutions(puzzle, 1)[0];
    let mut start = State::from_givens(puzzle);
    brt(&mut start);
    let is_true = |l: usize| {
        (0..81).any(|cell| l == label(solution[cell].into(), cell / 9 + 1, cell % 9 + 1))
    };
    let mut wrong: Vec<usize> = start
        .candidates()
        .into_iter()
        .filter(|&l| !is_true(l))
        .collect();
    (0..count)
        .map(|_| {
            let mut state = start.clone();
            rng.shuffle(&mut wrong);
            // Few deletions most of the time: many of them leave only Singles.
            let deletions = rng.below(1 + wrong.len() / 4);
            for &l in &wrong[..deletions] {
                state.delete(l);
            }
            brt(&mut state);
            state
        })
        .collect()
}
