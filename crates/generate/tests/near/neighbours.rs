use super::*;
use gradus_generate::vicinity::{Vicinity, neighbours};
use gradus_puzzles::sudoku::solver::is_unique;

const PLAIN: Vicinity = Vicinity {
    minus: 1,
    plus: 1,
    minimal: false,
    same_pattern: false,
    in_solution: false,
};

/// Deletes and adds clues in every way and solves what comes out.
fn by_definition(puzzle: &Grid, solution: &Grid, vicinity: &Vicinity) -> Vec<Grid> {
    let mut found = Vec::new();
    let clues: Vec<usize> = (0..81).filter(|&cell| puzzle.0[cell] != 0).collect();
    combinations(&clues, vicinity.minus, &mut |deleted| {
        let mut fewer = *puzzle;
        for &cell in deleted {
            fewer.0[cell] = 0;
        }
        let may_be_added = |(cell, digit): &(usize, u8)| {
            fewer.0[*cell] == 0
                && puzzle.0[*cell] != *digit
                && (!vicinity.same_pattern || puzzle.0[*cell] != 0)
                && (!vicinity.in_solution || solution.0[*cell] == *digit)
        };
        let labels = (0..81).flat_map(|cell| (1..=9).map(move |digit| (cell, digit)));
        let labels: Vec<(usize, u8)> = labels.filter(may_be_added).collect();
        combinations(&labels, vicinity.plus, &mut |added| {
            let mut more = fewer;
            for &(cell, digit) in added {
                if more.0[cell] != 0 {
                    return;
                }
                more.0[cell] = digit;
            }
            if is_unique(&more) && (!vicinity.minimal || is_minimal_by_definition(&more)) {
                found.push(more);
            }
        });
    });
    unique(found)
}

/// All choices of up to two of the items.
fn combinations<T: Copy>(items: &[T], count: usize, visit: &mut impl FnMut(&[T])) {
    match count {
        0 => visit(&[]),
        1 => items.iter().for_each(|&a| visit(&[a])),
        2 => {
            for (i, &a) in items.iter().enumerate() {
                items[..i].iter().for_each(|&b| visit(&[a, b]));
            }
        }
        _ => unreachable!("the definition is tried for at most two"),
    }
}

fn unique(mut puzzles: Vec<Grid>) -> Vec<Grid> {
    puzzles.sort_unstable_by_key(|puzzle| puzzle.0);
    puzzles.dedup();
    puzzles
}

/// Compares with the definition; the number of neighbours.
fn check(puzzle: &Grid, solution: &Grid, vicinity: &Vicinity) -> usize {
    let found = neighbours(puzzle, solution, vicinity);
    assert_sorted(&found);
    let expected = by_definition(puzzle, solution, vicinity);
    assert_eq!(found, expected, "{vicinity:?} of {puzzle}");
    found.len()
}

#[test]
fn one_clue_for_another() {
    let mut counts = [0; 4];
    for number in 0..12 {
        let (minimal, solution) = random_minimal(number);
        let more = with_more(&minimal, &solution, 3, number);
        for puzzle in [&minimal, &more] {
            for (minimal, same_pattern, in_solution, count) in [
                (false, false, false, 0),
                (true, false, false, 1),
                (false, true, false, 2),
                (false, false, true, 3),
            ] {
                let vicinity = Vicinity {
                    minimal,
                    same_pattern,
                    in_solution,
                    ..PLAIN
                };
                counts[count] += check(puzzle, &solution, &vicinity);
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// Puzzles with many clues leave little to try.
#[test]
fn several_clues_for_several() {
    let mut counts = Vec::new();
    let (minimal, solution) = random_minimal(40);
    let puzzle = with_more(&minimal, &solution, 70 - minimal.filled(), 40);
    for (minus, plus) in [(0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (1, 2), (2, 2)] {
        let vicinity = Vicinity {
            minus,
            plus,
            ..PLAIN
        };
        counts.push(check(&puzzle, &solution, &vicinity));
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn several_clues_of_the_solution() {
    let (puzzle, solution) = random_minimal(41);
    for (minus, plus, least) in [(1, 2, 100), (2, 1, 0), (0, 2, 1000), (2, 2, 100)] {
        for minimal in [false, true] {
            let vicinity = Vicinity {
                minus,
                plus,
                minimal,
                in_solution: true,
                ..PLAIN
            };
            let count = check(&puzzle, &solution, &vicinity);
            assert!(minimal || count >= least, "{vicinity:?}: {count}");
        }
    }
}

#[test]
fn several_digits_changed() {
    let (puzzle, solution) = random_minimal(42);
    for minimal in [false, true] {
        let vicinity = Vicinity {
            minus: 2,
            plus: 2,
            minimal,
            same_pattern: true,
            ..PLAIN
        };
        let found = neighbours(&puzzle, &solution, &vicinity);
        assert!(found.len() > 5, "{}", found.len());
        assert!(
            found
                .iter()
                .all(|other| cells_of(other) == cells_of(&puzzle))
        );
        assert_eq!(found, by_definition(&puzzle, &solution, &vicinity));
    }
}

/// The numbers of {-1+1} neighbours of extreme puzzles, as another program counted them.
#[test]
fn known_puzzles() {
    for (text, count) in [
        // Golden Nugget, Mauricio's puzzle with W = 31, a puzzle with BpB = 14.
        (
            ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
            12,
        ),
        (
            ".....1..2....3..4...52..1....36...1..2..7...89....57....9..7....8.9....43...4..8.",
            118,
        ),
        (
            ".234.....4..7...327.9...5..2.5...9.33......74.47...25.5..9.8..........9.....61...",
            94,
        ),
    ] {
        let puzzle = parse(text);
        let found = neighbours(&puzzle, &solution_of(&puzzle), &PLAIN);
        assert_eq!(found.len(), count, "{puzzle}");
    }
}

/// Being neighbours is mutual, with the numbers exchanged.
#[test]
fn neighbours_are_mutual() {
    let (puzzle, solution) = random_minimal(43);
    for (minus, plus) in [(1, 1), (2, 1)] {
        let there = Vicinity {
            minus,
            plus,
            ..PLAIN
        };
        let back = Vicinity {
            minus: plus,
            plus: minus,
            ..PLAIN
        };
        for other in neighbours(&puzzle, &solution, &there) {
            let others = neighbours(&other, &solution_of(&other), &back);
            assert!(others.contains(&puzzle), "{other}");
        }
    }
}

#[test]
fn isomorphic_puzzles_have_isomorphic_neighbours() {
    let (puzzle, solution) = random_minimal(44);
    let vicinity = Vicinity {
        plus: 2,
        minimal: true,
        ..PLAIN
    };
    let found = neighbours(&puzzle, &solution, &vicinity);
    assert!(found.len() > 20);
    let other = Dice::new(9, "isomorphism", 0).symmetry();
    let moved = neighbours(
        &other.apply_to_grid(&puzzle),
        &other.apply_to_grid(&solution),
        &vicinity,
    );
    let expected = unique(
        found
            .iter()
            .map(|puzzle| other.apply_to_grid(puzzle))
            .collect(),
    );
    assert_eq!(moved, expected);
}

/// More clues than there are cannot be deleted or added.
#[test]
fn nothing_beyond_the_clues() {
    let (puzzle, solution) = random_minimal(45);
    let too_many = Vicinity { minus: 40, ..PLAIN };
    assert!(neighbours(&puzzle, &solution, &too_many).is_empty());
    let full = Vicinity {
        minus: 0,
        plus: 1,
        ..PLAIN
    };
    assert!(neighbours(&solution, &solution, &full).is_empty());
}
