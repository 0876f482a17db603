//! The least form by trying all 3,359,232 symmetries of the cells.

use crate::kinds::Random;
use gradus_puzzles::sudoku::symmetry::Canoniser;
use gradus_puzzles::sudoku::symmetry::form::least_by_search;
use gradus_puzzles::sudoku::{Grid, Puzzle};

/// All orders of nine lines that keep bands together.
fn orders() -> Vec<[usize; 9]> {
    const THREE: [[usize; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let mut orders = Vec::new();
    for bands in THREE {
        for a in THREE {
            for b in THREE {
                for c in THREE {
                    let lines = [a, b, c];
                    orders.push(std::array::from_fn(|place| {
                        3 * bands[place / 3] + lines[place / 3][place % 3]
                    }));
                }
            }
        }
    }
    orders
}

/// What the cells of a grid hold, row by row, under an order of rows and columns.
fn image<T: Copy>(cells: &[T; 81], rows: &[usize], columns: &[usize; 9], image: &mut [T]) {
    for (row, image) in rows.iter().zip(image.chunks_exact_mut(9)) {
        for (column, image) in columns.iter().zip(image) {
            *image = cells[9 * row + column];
        }
    }
}

fn transposed<T: Copy>(cells: &[T; 81]) -> [T; 81] {
    std::array::from_fn(|cell| cells[9 * (cell % 9) + cell / 9])
}

/// The least text of givens: digits are named in the order of their first appearance.
fn said_by_givens(image: &[u8], said: &mut [u16]) {
    let (mut names, mut next) = ([0; 10], 0);
    for (&digit, said) in image.iter().zip(said) {
        let name = &mut names[usize::from(digit)];
        if digit != 0 && *name == 0 {
            next += 1;
            *name = next;
        }
        *said = *name;
    }
}

/// The least text of candidates: of two digits, the one that is missing in the first cell
/// where they differ has the lower name. A cell says its nine characters, blanks first.
fn said_by_candidates(image: &[u16], said: &mut [u16]) {
    let mut digits: [u128; 9] = std::array::from_fn(|digit| {
        let cells = image.iter().map(|mask| u128::from(mask >> digit & 1));
        cells.fold(0, |bits, bit| bits << 1 | bit)
    });
    digits.sort_unstable();
    for (cell, said) in said.iter_mut().rev().enumerate() {
        let digits = digits.iter().map(|bits| (bits >> cell & 1) as u16);
        *said = digits.fold(0, |said, bit| said << 1 | bit);
    }
}

/// The least text, and how many symmetries lead to it. What a first row says does not
/// depend on the other rows: where it is too much, those are not tried.
fn brute_force<T: Copy>(cells: &[T; 81], say: impl Fn(&[T], &mut [u16])) -> ([u16; 81], u64) {
    let orders = orders();
    let (mut least, mut count) = ([u16::MAX; 81], 0);
    let (mut moved, mut said) = (*cells, [0; 81]);
    for cells in [*cells, transposed(cells)] {
        for columns in &orders {
            for first in 0..9 {
                image(&cells, &[first], columns, &mut moved[..9]);
                say(&moved[..9], &mut said[..9]);
                if said[..9] > least[..9] {
                    continue;
                }
                for rows in orders.iter().filter(|rows| rows[0] == first) {
                    image(&cells, rows, columns, &mut moved);
                    say(&moved, &mut said);
                    match said.cmp(&least) {
                        std::cmp::Ordering::Less => (least, count) = (said, 1),
                        std::cmp::Ordering::Equal => count += 1,
                        std::cmp::Ordering::Greater => {}
                    }
                }
            }
        }
    }
    (least, count)
}

fn check(grid: &Grid) {
    let (least, automorphisms) = brute_force(&grid.0, said_by_givens);
    for found in [
        Canoniser::default().least_of_grid(grid),
        least_by_search(grid),
    ] {
        assert_eq!(found.puzzle.0.map(u16::from), least, "{grid}");
        assert_eq!(found.automorphisms, automorphisms, "{grid}");
        assert_eq!(found.symmetry.apply_to_grid(grid), found.puzzle, "{grid}");
    }
}

#[test]
fn puzzles_with_any_number_of_clues() {
    let mut random = Random(1);
    for clues in (0..=81).chain(17..=57) {
        check(&random.puzzle(clues));
    }
}

#[test]
fn puzzles_of_special_kinds() {
    let mut random = Random(2);
    for _ in 0..20 {
        check(&random.symmetric());
        check(&random.few_digits());
        check(&random.few_lines());
        check(&random.broken_grid());
        check(&random.contradictory());
    }
}

#[test]
fn sukakus() {
    let mut random = Random(3);
    for _ in 0..12 {
        let Puzzle::Sukaku(cells) = random.sukaku() else {
            unreachable!("it is a sukaku")
        };
        let (least, automorphisms) = brute_force(&cells, said_by_candidates);
        let puzzle = Puzzle::Sukaku(cells);
        let found = Canoniser::default().least(&puzzle);
        let text: Vec<bool> = found.puzzle.to_string().chars().map(|c| c != '.').collect();
        let exists = |place: usize| least[place / 9] >> (8 - place % 9) & 1 == 1;
        assert!(text.into_iter().eq((0..729).map(exists)), "{puzzle}");
        assert_eq!(found.automorphisms, automorphisms, "{puzzle}");
        assert_eq!(found.symmetry.apply(&puzzle), found.puzzle, "{puzzle}");
    }
}
