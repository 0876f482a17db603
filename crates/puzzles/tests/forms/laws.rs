//! What must hold for any puzzle: images have one form, which is its own and not greater
//! than any of them; all searches agree; symmetries are a group.

use crate::kinds::Random;
use gradus_puzzles::sudoku::Puzzle;
use gradus_puzzles::sudoku::solver::{GridSolutions, solve};
use gradus_puzzles::sudoku::symmetry::form::least_by_search;
use gradus_puzzles::sudoku::symmetry::{Canoniser, Symmetry, key};

/// Puzzles of all kinds.
fn puzzles(random: &mut Random) -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = (0..=81)
        .map(|clues| Puzzle::Givens(random.puzzle(clues)))
        .collect();
    for _ in 0..40 {
        puzzles.push(Puzzle::Givens(random.symmetric()));
        puzzles.push(Puzzle::Givens(random.few_digits()));
        puzzles.push(Puzzle::Givens(random.few_lines()));
        puzzles.push(Puzzle::Givens(random.contradictory()));
        puzzles.push(Puzzle::Givens(random.broken_grid()));
        puzzles.push(random.sukaku());
    }
    puzzles
}

#[test]
fn images_have_one_form() {
    let mut random = Random(11);
    let mut canoniser = Canoniser::default();
    for puzzle in puzzles(&mut random) {
        let form = canoniser.least(&puzzle);
        assert_eq!(
            canoniser.least(&form.puzzle).puzzle,
            form.puzzle,
            "{puzzle}"
        );
        for _ in 0..4 {
            let image = random.symmetry().apply(&puzzle);
            let of_image = canoniser.least(&image);
            assert_eq!(of_image.puzzle, form.puzzle, "{puzzle} and {image}");
            assert_eq!(of_image.automorphisms, form.automorphisms, "{puzzle}");
            assert!(form.puzzle.to_string() <= image.to_string(), "{puzzle}");
            assert_eq!(key(&of_image.puzzle), key(&form.puzzle));
        }
    }
}

#[test]
fn all_searches_agree() {
    let mut random = Random(12);
    let mut canoniser = Canoniser::default();
    for _ in 0..4 {
        for puzzle in puzzles(&mut random) {
            let Puzzle::Givens(grid) = puzzle else {
                continue;
            };
            let (one, other) = (canoniser.least_of_grid(&grid), least_by_search(&grid));
            assert_eq!(one.grid, other.grid, "{grid}");
            assert_eq!(one.automorphisms, other.automorphisms, "{grid}");
        }
    }
}

#[test]
fn the_solution_form_is_one_for_all_images_and_keeps_the_solution() {
    let mut random = Random(13);
    let mut canoniser = Canoniser::default();
    let mut checked = 0;
    for _ in 0..400 {
        let clues = 24 + random.below(50);
        let grid = random.puzzle(clues);
        let GridSolutions::One(solution) = solve(&grid) else {
            continue;
        };
        checked += 1;
        let puzzle = Puzzle::Givens(grid);
        let form = canoniser.solution_form(&puzzle).unwrap();
        assert_eq!(form.symmetry.apply(&puzzle), form.puzzle);
        let moved = form.symmetry.apply_to_grid(&solution);
        assert_eq!(moved, canoniser.least_of_grid(&solution).grid);
        // The group of the puzzle is the same, whichever form is asked for.
        assert_eq!(form.automorphisms, canoniser.least(&puzzle).automorphisms);
        for _ in 0..3 {
            let image = random.symmetry().apply(&puzzle);
            assert_eq!(canoniser.solution_form(&image).unwrap().puzzle, form.puzzle);
        }
        let sukaku = Puzzle::Sukaku(Box::new(puzzle.candidates()));
        let of_sukaku = canoniser.solution_form(&sukaku).unwrap();
        assert_eq!(of_sukaku.symmetry.apply_to_grid(&solution), moved);
    }
    assert!(checked > 100, "only {checked} puzzles had one solution");
}

#[test]
fn classes_are_kept_apart() {
    let mut canoniser = Canoniser::default();
    let mut random = Random(14);
    let puzzle = random.puzzle(30);
    let form = canoniser.least_of_grid(&puzzle).grid;
    for cell in (0..81).filter(|&cell| puzzle.0[cell] != 0) {
        let mut less = puzzle;
        less.0[cell] = 0;
        assert_ne!(canoniser.least_of_grid(&less).grid, form);
        assert_ne!(key(&Puzzle::Givens(less)), key(&Puzzle::Givens(puzzle)));
    }
}

#[test]
fn symmetries_are_a_group() {
    let mut random = Random(15);
    for _ in 0..200 {
        let (one, other) = (random.symmetry(), random.symmetry());
        let clues = random.below(82);
        let puzzle = Puzzle::Givens(random.puzzle(clues));
        let sukaku = random.sukaku();
        for puzzle in [&puzzle, &sukaku] {
            let both = one.then(&other).apply(puzzle);
            assert_eq!(both, other.apply(&one.apply(puzzle)));
            assert_eq!(one.inverse().apply(&one.apply(puzzle)), *puzzle);
        }
        assert_eq!(one.then(&one.inverse()), Symmetry::IDENTITY);
        assert_eq!(one.inverse().then(&one), Symmetry::IDENTITY);
    }
}

#[test]
fn what_tears_bands_apart_is_no_symmetry() {
    let lines = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let names = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    assert_eq!(
        Symmetry::new(lines, lines, false, names),
        Some(Symmetry::IDENTITY)
    );
    let torn = [0, 1, 3, 2, 4, 5, 6, 7, 8];
    let twice = [0, 1, 1, 3, 4, 5, 6, 7, 8];
    let high = [0, 1, 2, 3, 4, 5, 6, 7, 200];
    for bad in [torn, twice, high] {
        assert_eq!(Symmetry::new(bad, lines, false, names), None);
        assert_eq!(Symmetry::new(lines, bad, true, names), None);
    }
    let renamed = [1, 0, 2, 3, 4, 5, 6, 7, 8, 9];
    assert_eq!(Symmetry::new(lines, lines, false, renamed), None);
}
