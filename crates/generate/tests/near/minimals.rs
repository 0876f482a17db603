use super::*;
use gradus_generate::cells::{each, restricted};
use gradus_generate::vicinity::{minimals, sample};

/// The clues that can be deleted alone: no other can be deleted at all.
fn floating(puzzle: &Grid) -> Vec<usize> {
    let is_floating = |&cell: &usize| {
        let mut fewer = *puzzle;
        fewer.0[cell] = 0;
        matches!(solve(&fewer), GridSolutions::One(_))
    };
    each(cells_of(puzzle)).filter(is_floating).collect()
}

/// Every part of the clues is tried.
fn by_definition(puzzle: &Grid) -> Vec<Grid> {
    let floating = floating(puzzle);
    let mut all: Vec<Grid> = (0u32..1 << floating.len())
        .map(|choice| {
            let mut fewer = *puzzle;
            let chosen = floating.iter().enumerate();
            for (_, &cell) in chosen.filter(|(i, _)| choice >> i & 1 == 1) {
                fewer.0[cell] = 0;
            }
            fewer
        })
        .filter(is_minimal_by_definition)
        .collect();
    all.sort_unstable_by_key(|puzzle| puzzle.0);
    all
}

#[test]
fn all_minimals_by_definition() {
    let mut largest = 0;
    for number in 0..60 {
        let (minimal, solution) = random_minimal(number);
        let puzzle = with_more(&minimal, &solution, number as usize % 7, number);
        if floating(&puzzle).len() > 13 {
            continue;
        }
        let found = minimals(&puzzle, &solution, usize::MAX);
        assert!(found.complete);
        assert_sorted(&found.puzzles);
        assert_eq!(found.puzzles, by_definition(&puzzle), "{puzzle}");
        assert!(found.puzzles.contains(&minimal));
        largest = largest.max(found.puzzles.len());
    }
    assert!(largest > 20, "{largest}");
}

#[test]
fn a_minimal_puzzle_has_itself_alone() {
    let (puzzle, solution) = random_minimal(7);
    let found = minimals(&puzzle, &solution, 1);
    assert_eq!((found.puzzles, found.complete), (vec![puzzle], true));
}

/// A published puzzle that is not minimal (UM 13.10).
#[test]
fn a_puzzle_of_the_manual() {
    let text = "6.......1.2.....4...7...8....41.59..381697425..93.26....6...7...9.....8.1.......3";
    let puzzle = parse(text);
    let found = minimals(&puzzle, &solution_of(&puzzle), usize::MAX);
    assert!(found.complete && !found.puzzles.contains(&puzzle));
    assert!(found.puzzles.iter().all(is_minimal_by_definition));
}

#[test]
fn a_limit_is_said() {
    let (minimal, solution) = random_minimal(3);
    let puzzle = with_more(&minimal, &solution, 9, 3);
    let all = minimals(&puzzle, &solution, usize::MAX).puzzles;
    assert!(all.len() > 10);
    for limit in [0, 1, all.len() - 1] {
        let some = minimals(&puzzle, &solution, limit);
        assert!(!some.complete);
        assert_eq!(some.puzzles.len(), limit);
        assert_sorted(&some.puzzles);
        assert!(some.puzzles.iter().all(|puzzle| all.contains(puzzle)));
        assert_eq!(minimals(&puzzle, &solution, limit), some);
    }
    let exactly = minimals(&puzzle, &solution, all.len());
    assert_eq!((exactly.puzzles, exactly.complete), (all, true));
}

/// A complete grid has far too many; some come at once.
#[test]
fn some_minimals_of_a_complete_grid() {
    let (_, solution) = random_minimal(5);
    let some = minimals(&solution, &solution, 100);
    assert!(!some.complete);
    assert_eq!(some.puzzles.len(), 100);
    assert!(some.puzzles.iter().all(is_minimal_by_definition));
}

#[test]
fn isomorphic_puzzles_have_isomorphic_minimals() {
    let (minimal, solution) = random_minimal(11);
    let puzzle = with_more(&minimal, &solution, 6, 11);
    let found = minimals(&puzzle, &solution, usize::MAX).puzzles;
    for number in 0..5 {
        let other = Dice::new(9, "isomorphism", number).symmetry();
        let moved = minimals(
            &other.apply_to_grid(&puzzle),
            &other.apply_to_grid(&solution),
            usize::MAX,
        );
        let mut expected: Vec<Grid> = found
            .iter()
            .map(|puzzle| other.apply_to_grid(puzzle))
            .collect();
        expected.sort_unstable_by_key(|puzzle| puzzle.0);
        assert_eq!(moved.puzzles, expected);
    }
}

/// The minimals without a clue are the minimals that do not have it.
#[test]
fn minimals_of_a_part() {
    let (minimal, solution) = random_minimal(13);
    let puzzle = with_more(&minimal, &solution, 7, 13);
    let all = minimals(&puzzle, &solution, usize::MAX).puzzles;
    for cell in floating(&puzzle) {
        let part = restricted(&solution, cells_of(&puzzle) & !(1 << cell));
        let without: Vec<Grid> = all.iter().filter(|m| m.0[cell] == 0).copied().collect();
        assert_eq!(minimals(&part, &solution, usize::MAX).puzzles, without);
    }
}

#[test]
fn samples_depend_on_the_seed_and_the_puzzle() {
    let (minimal, solution) = random_minimal(17);
    let puzzle = with_more(&minimal, &solution, 8, 17);
    let all = minimals(&puzzle, &solution, usize::MAX).puzzles;
    let some = sample(&puzzle, &solution, 5, 1);
    assert_sorted(&some);
    assert!((2..=5).contains(&some.len()));
    assert!(some.iter().all(|puzzle| all.contains(puzzle)));
    assert_eq!(sample(&puzzle, &solution, 5, 1), some);
    assert_ne!(sample(&puzzle, &solution, 5, 2), some);
    // More draws have what fewer draws had.
    let more = sample(&puzzle, &solution, 50, 1);
    assert!(some.iter().all(|puzzle| more.contains(puzzle)));
    assert_eq!(sample(&minimal, &solution, 3, 1), [minimal]);
}
