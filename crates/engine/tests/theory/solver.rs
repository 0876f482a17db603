//! The solver against an independent one, against naive backtracking and against definitions.

use gradus_harness::development_data;
use gradus_puzzles::sudoku::Grid;
use gradus_puzzles::sudoku::solver::{
    GridSolutions, count_candidates, each_solution, is_minimal, is_unique, lone_candidates,
    second_solution, second_solution_without, solve, solve_candidates,
};

/// A small xorshift generator, so that every run sees the same puzzles.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    fn cells(&mut self) -> [usize; 81] {
        let mut cells = std::array::from_fn(|cell| cell);
        self.shuffle(&mut cells);
        cells
    }

    /// Some solution around three random boxes on the diagonal, which never conflict.
    fn full_grid(&mut self) -> Grid {
        let mut grid = Grid::EMPTY;
        for block in 0..3 {
            let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
            self.shuffle(&mut digits);
            for (i, digit) in digits.into_iter().enumerate() {
                grid.0[block * 30 + i / 3 * 9 + i % 3] = digit;
            }
        }
        let full = reference(&grid)[0];
        let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        self.shuffle(&mut names);
        Grid(full.0.map(|digit| names[usize::from(digit) - 1]))
    }

    /// A puzzle of `clues` random digits of `full`.
    fn puzzle(&mut self, full: &Grid, clues: usize) -> Grid {
        let mut puzzle = *full;
        for &cell in &self.cells()[clues..] {
            puzzle.0[cell] = 0;
        }
        puzzle
    }

    fn minimal(&mut self, full: &Grid) -> Grid {
        let mut puzzle = *full;
        for cell in self.cells() {
            let digit = std::mem::take(&mut puzzle.0[cell]);
            if reference(&puzzle).len() > 1 {
                puzzle.0[cell] = digit;
            }
        }
        puzzle
    }
}

/// Up to two solutions by the other solver.
fn reference(puzzle: &Grid) -> Vec<Grid> {
    let puzzle = sudoku::Sudoku::from_bytes(puzzle.0).unwrap();
    let solutions = puzzle.solutions_up_to(2);
    solutions.iter().map(|s| Grid(s.to_bytes())).collect()
}

fn parse(text: &str) -> Grid {
    let mut grid = Grid::EMPTY;
    assert_eq!(text.len(), 81, "{text}");
    for (cell, byte) in text.bytes().enumerate() {
        grid.0[cell] = if byte == b'.' { 0 } else { byte - b'0' };
    }
    grid
}

fn see_each_other(a: usize, b: usize) -> bool {
    let block = |cell: usize| (cell / 27, cell % 9 / 3);
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || block(a) == block(b))
}

fn is_solution(grid: &Grid) -> bool {
    let clash = |a: usize| (0..81).any(|b| see_each_other(a, b) && grid.0[a] == grid.0[b]);
    grid.0.iter().all(|digit| (1..=9).contains(digit)) && !(0..81).any(clash)
}

fn extends(grid: &Grid, givens: &Grid) -> bool {
    (0..81).all(|cell| givens.0[cell] == 0 || givens.0[cell] == grid.0[cell])
}

fn count(solutions: &GridSolutions) -> usize {
    match solutions {
        GridSolutions::None => 0,
        GridSolutions::One(_) => 1,
        GridSolutions::Many(..) => 2,
    }
}

/// Compares every form of the question with the other solver; the number of solutions.
fn check(puzzle: &Grid) -> usize {
    let expected = reference(puzzle);
    let found = solve(puzzle);
    match found {
        GridSolutions::None => assert_eq!(expected, [], "{puzzle}"),
        GridSolutions::One(only) => assert_eq!(expected, [only], "{puzzle}"),
        GridSolutions::Many(a, b) => {
            assert_eq!(expected.len(), 2, "{puzzle}");
            assert_ne!(a, b, "{puzzle}");
            assert!(
                [a, b].iter().all(|g| is_solution(g) && extends(g, puzzle)),
                "{puzzle}"
            );
        }
    }
    assert_eq!(is_unique(puzzle), expected.len() == 1, "{puzzle}");
    let masks = puzzle
        .0
        .map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) });
    assert_eq!(solve_candidates(&masks), found, "{puzzle}");
    expected.len()
}

#[test]
fn agrees_with_another_solver() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut seen = [0; 3];
    for round in 0..6000 {
        let full = random.full_grid();
        let clues = 18 + random.below(33);
        let mut puzzle = match round % 20 {
            0 => random.minimal(&full),
            _ => random.puzzle(&full, clues),
        };
        seen[check(&puzzle)] += 1;
        puzzle.0[random.below(81)] = 1 + random.below(9) as u8;
        seen[check(&puzzle)] += 1;
    }
    for _ in 0..3000 {
        // Random digits anywhere: mostly contradictory, and not always at once.
        let mut puzzle = Grid::EMPTY;
        for &cell in &random.cells()[..2 + random.below(20)] {
            let free =
                |&digit: &u8| !(0..81).any(|c| see_each_other(c, cell) && puzzle.0[c] == digit);
            let digits: Vec<u8> = (1..=9).filter(free).collect();
            if !digits.is_empty() {
                puzzle.0[cell] = digits[random.below(digits.len())];
            }
        }
        seen[check(&puzzle)] += 1;
    }
    assert!(
        seen.iter().all(|&n| n > 1000),
        "too few of a kind: {seen:?}"
    );
}

#[test]
fn several_solutions() {
    check(&Grid::EMPTY);
    assert!(matches!(solve(&Grid::EMPTY), GridSolutions::Many(..)));
    let full = Random(7).full_grid();
    assert_eq!(solve(&full), GridSolutions::One(full));
    // Without two of the digits everywhere, those two can be swapped.
    let swapped = Grid(
        full.0
            .map(|d| [0, 2, 1, 3, 4, 5, 6, 7, 8, 9][usize::from(d)]),
    );
    let open = Grid(full.0.map(|d| if d <= 2 { 0 } else { d }));
    assert!(matches!(solve(&open), GridSolutions::Many(..)));
    let kept = (0..81)
        .filter(|&c| open.0[c] != 0)
        .fold(0, |k, c| k | 1u128 << c);
    let second = second_solution(&full, kept).unwrap();
    assert!(second != full && is_solution(&second) && extends(&second, &open));
    assert!(second_solution(&swapped, kept).is_some_and(|g| g != swapped));
}

#[test]
fn contradictory_givens() {
    // Pairs that share nothing but a row, a column, a box.
    for (a, b) in [
        (0, 8),
        (0, 72),
        (0, 10),
        (40, 44),
        (40, 4),
        (40, 50),
        (80, 60),
    ] {
        assert!(see_each_other(a, b));
        let mut puzzle = Grid::EMPTY;
        (puzzle.0[a], puzzle.0[b]) = (5, 5);
        assert_eq!(solve(&puzzle), GridSolutions::None, "{puzzle}");
        assert!(!is_unique(&puzzle));
    }
    let mut full = Random(9).full_grid();
    full.0[33] = full.0[34];
    assert_eq!(solve(&full), GridSolutions::None);
    for bad in [10, 16, 255] {
        let mut puzzle = Grid::EMPTY;
        puzzle.0[17] = bad;
        assert_eq!(solve(&puzzle), GridSolutions::None);
        assert!(!is_unique(&puzzle));
    }
    // One cell sees all nine digits; then a digit finds no cell in the first box.
    let open = |rows: &str| parse(&format!("{rows}{}", ".".repeat(81 - rows.len())));
    let no_digit = open("12345678.........9");
    let no_place = open(".23..........1..........1..1");
    for puzzle in [no_digit, no_place] {
        assert_eq!(solve(&puzzle), GridSolutions::None, "{puzzle}");
    }
}

/// Solutions of a candidate grid, counted up to two by plain backtracking.
fn backtrack(masks: &mut [u16; 81], found: &mut Vec<Grid>) {
    let open = (0..81).filter(|&c| masks[c].count_ones() != 1);
    let Some(cell) = open.min_by_key(|&c| masks[c].count_ones()) else {
        let grid = Grid(masks.map(|mask| 1 + mask.trailing_zeros() as u8));
        if is_solution(&grid) {
            found.push(grid);
        }
        return;
    };
    for digit in (0..9).filter(|d| masks[cell] >> d & 1 == 1) {
        let mut next = *masks;
        next[cell] = 1 << digit;
        for peer in (0..81).filter(|&c| see_each_other(c, cell)) {
            next[peer] &= !(1 << digit);
        }
        if found.len() < 2 {
            backtrack(&mut next, found);
        }
    }
}

#[test]
fn candidate_grids_agree_with_backtracking() {
    let mut random = Random(0xfeed_beef);
    let mut seen = [0; 3];
    for round in 0..2000 {
        let full = random.full_grid();
        let percent = 10 + random.below(20);
        let mut masks = full.0.map(|digit| {
            let extra = (0..9).filter(|_| random.below(100) < percent);
            extra.fold(1u16 << (digit - 1), |mask, d| mask | 1 << d)
        });
        match round % 3 {
            0 => {
                let cell = random.below(81);
                masks[cell] &= !(1 << (full.0[cell] - 1));
            }
            // Two digits that can be swapped make several solutions sure.
            1 => masks
                .iter_mut()
                .filter(|mask| **mask & 3 != 0)
                .for_each(|mask| *mask |= 3),
            _ => {}
        }
        let mut expected = Vec::new();
        backtrack(&mut masks.clone(), &mut expected);
        // The high bits mean nothing.
        let found = solve_candidates(&masks.map(|mask| mask | 0xfe00));
        assert_eq!(count(&found), expected.len(), "{masks:?}");
        match found {
            GridSolutions::None => {}
            GridSolutions::One(only) => assert_eq!(only, expected[0]),
            GridSolutions::Many(a, b) => {
                let fits = |g: &Grid| (0..81).all(|c| masks[c] >> (g.0[c] - 1) & 1 == 1);
                assert!(a != b && [a, b].iter().all(|g| is_solution(g) && fits(g)));
            }
        }
        seen[expected.len()] += 1;
    }
    assert!(seen.iter().all(|&n| n > 100), "too few of a kind: {seen:?}");
    assert_eq!(solve_candidates(&[0; 81]), GridSolutions::None);
    assert!(matches!(
        solve_candidates(&[u16::MAX; 81]),
        GridSolutions::Many(..)
    ));
}

#[test]
fn second_solutions() {
    let mut random = Random(42);
    let mut seen = [0; 2];
    for _ in 0..3000 {
        let full = random.full_grid();
        let clues = 20 + random.below(35);
        let puzzle = random.puzzle(&full, clues);
        let kept = (0..81)
            .filter(|&c| puzzle.0[c] != 0)
            .fold(0, |k, c| k | 1u128 << c);
        // Bits beyond the cells mean nothing.
        let second = second_solution(&full, kept | 1 << 100);
        assert_eq!(
            second.is_none(),
            solve(&puzzle) == GridSolutions::One(full),
            "{puzzle}"
        );
        if let Some(second) = second {
            assert!(second != full && is_solution(&second) && extends(&second, &puzzle));
        }
        seen[usize::from(second.is_none())] += 1;

        let cell = random.below(81);
        let mut freed = puzzle;
        freed.0[cell] = 0;
        let mut masks = freed.0.map(|d| if d == 0 { 0x1ff } else { 1 << (d - 1) });
        masks[cell] &= !(1 << (full.0[cell] - 1));
        let other = second_solution_without(&full, kept, cell);
        assert_eq!(
            other.is_none(),
            solve_candidates(&masks) == GridSolutions::None,
            "{puzzle}"
        );
        if let Some(other) = other {
            assert!(is_solution(&other) && extends(&other, &freed));
            assert_ne!(other.0[cell], full.0[cell]);
        }
    }
    assert!(seen.iter().all(|&n| n > 500), "too few of a kind: {seen:?}");
}

/// All solutions, their number up to a limit, and what is in exactly one of them, against
/// the other solver's list.
#[test]
fn all_solutions() {
    let mut random = Random(77);
    let (mut several, mut lone_ones) = (0, 0);
    for round in 0..600 {
        let full = random.full_grid();
        let clues = 22 + random.below(12);
        let mut puzzle = random.puzzle(&full, clues);
        if round % 10 == 0 {
            puzzle.0[random.below(81)] = 1 + random.below(9) as u8;
        }
        let other = sudoku::Sudoku::from_bytes(puzzle.0).unwrap();
        let expected = other.solutions_up_to(3001);
        if expected.len() > 3000 {
            continue;
        }
        let mut expected: Vec<[u8; 81]> = expected.iter().map(|s| s.to_bytes()).collect();
        let mut found = Vec::new();
        assert!(!each_solution(&puzzle, |solution| {
            found.push(solution.0);
            false
        }));
        // The order is not defined, but always the same.
        let mut again = Vec::new();
        each_solution(&puzzle, |solution| {
            again.push(solution.0);
            again.len() == 5
        });
        assert_eq!(again, found[..found.len().min(5)], "{puzzle}");
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{puzzle}");

        let masks = puzzle
            .0
            .map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) });
        let number = found.len() as u64;
        for limit in [0, 1, 2, number.saturating_sub(1), number, number + 1] {
            assert_eq!(count_candidates(&masks, limit), number.min(limit));
        }

        let wanted: [u16; 81] = std::array::from_fn(|_| random.below(512) as u16);
        let lone = lone_candidates(&puzzle, &wanted);
        for cell in 0..81 {
            for digit in 1..=9 {
                let bit = 1 << (digit - 1);
                let count = found.iter().filter(|s| s[cell] == digit).count();
                let expected = count == 1 && wanted[cell] & bit != 0;
                assert_eq!(
                    lone[cell] & bit != 0,
                    expected,
                    "{puzzle} {digit} in {cell}"
                );
            }
        }
        several += usize::from(found.len() > 1);
        lone_ones += usize::from(found.len() > 1 && lone != [0; 81]);
    }
    assert!(several > 200 && lone_ones > 100, "{several} {lone_ones}");
}

#[test]
fn second_solutions_of_nonsense() {
    let full = Random(3).full_grid();
    assert_eq!(second_solution_without(&full, u128::MAX, 81), None);
    assert_eq!(second_solution(&full, u128::MAX), None);
    assert!(second_solution(&Grid::EMPTY, 0).is_some());
    assert!(second_solution(&Grid([200; 81]), 0).is_some());
    assert_eq!(second_solution(&Grid([200; 81]), 1), None);
    assert_eq!(second_solution_without(&Grid::EMPTY, 0, 0), None);
}

#[test]
fn minimality_is_as_defined() {
    let mut random = Random(99);
    let mut seen = [0; 2];
    for round in 0..300 {
        let full = random.full_grid();
        let mut puzzle = random.minimal(&full);
        if round % 2 == 0 {
            let cell = random.below(81);
            puzzle.0[cell] = full.0[cell];
        }
        let needed = |cell: usize| {
            let mut fewer = puzzle;
            fewer.0[cell] = 0;
            reference(&fewer).len() > 1
        };
        let expected = (0..81).filter(|&c| puzzle.0[c] != 0).all(needed);
        assert_eq!(is_minimal(&puzzle, &full), expected, "{puzzle}");
        seen[usize::from(expected)] += 1;
    }
    assert!(seen.iter().all(|&n| n > 50), "too few of a kind: {seen:?}");
}

#[test]
fn published_test_puzzles() {
    let Some(file) = development_data("solver-tests.tsv.zst") else {
        return;
    };
    let text = String::from_utf8(zstd::decode_all(file).unwrap()).unwrap();
    let mut lines = text
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    assert_eq!(lines.next().unwrap()[..3], ["puzzle", "nsol", "solution"]);
    let mut checked = 0;
    for line in lines {
        let puzzle = parse(line[0]);
        let nsol: usize = line[1].trim_end_matches('+').parse().unwrap();
        let found = solve(&puzzle);
        assert_eq!(count(&found), nsol.min(2), "{puzzle}");
        if let GridSolutions::One(only) = found {
            assert_eq!(only, parse(line[2]), "{puzzle}");
        }
        checked += 1;
    }
    assert!(checked > 0);
}
