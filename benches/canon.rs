//! Times canonical forms on one core, in puzzles per second, and the worst cases separately.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;

use gradus_generate::dice::Dice;
use gradus_generate::grids::random_grid;
use gradus_generate::unit::Recipe;
use gradus_generate::{Deletion, Independent};
use gradus_harness::clock::timed;
use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::symmetry::Canoniser;
use gradus_puzzles::sudoku::{Grid, Puzzle};

/// Number of runs; the fastest counts.
const RUNS: usize = 5;

/// The grid with the most automorphisms.
const MOST: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn main() {
    let mut dice = Dice::new(1, "bench of canonical forms", 0);
    let grids: Vec<Grid> = (0..2000).map(|_| random_grid(&mut dice)).collect();
    for (name, count, title) in [
        ("royle17", usize::MAX, "17 clues"),
        ("cbg-dev", 21_375, "cbg-000"),
    ] {
        if let Some(puzzles) = collection(name, count) {
            time(title, &puzzles);
            time_solution_form(title, &puzzles);
        }
    }
    let own = top_down(2000);
    time("minimal puzzles of our own", &own);
    time_solution_form("minimal puzzles of our own", &own);
    time("complete grids", &givens(&grids));
    println!("worst cases");
    for clues in [0, 2, 4, 8, 12, 40, 60, 70, 75, 78, 80] {
        let some = |grid: &Grid| some_of(grid, clues, &mut dice);
        time(
            &format!("{clues} clues"),
            &grids
                .iter()
                .map(some)
                .map(Puzzle::Givens)
                .collect::<Vec<_>>(),
        );
    }
    let without = |grid: &Grid| Grid(grid.0.map(|digit| digit % 9));
    time(
        "all digits but one",
        &grids
            .iter()
            .map(without)
            .map(Puzzle::Givens)
            .collect::<Vec<_>>(),
    );
    let most: Puzzle = MOST.parse().unwrap();
    let image = |dice: &mut Dice| dice.symmetry().apply(&most);
    let images: Vec<Puzzle> = (0..100).map(|_| image(&mut dice)).collect();
    time("the grid with 648 automorphisms", &images);
    let half = |puzzle: &Puzzle| Puzzle::Givens(without(&puzzle.givens()));
    time(
        "the same, all digits but one",
        &images.iter().map(half).collect::<Vec<_>>(),
    );
    let ones = |puzzle: &Puzzle| Puzzle::Givens(Grid(puzzle.givens().0.map(|digit| 1 + digit % 2)));
    time(
        "contradictory givens, symmetric",
        &images.iter().map(ones).collect::<Vec<_>>(),
    );
    let marks = |puzzle: &Puzzle| Puzzle::Sukaku(Box::new(pencil_marks(&puzzle.givens())));
    time("sukakus", &own.iter().map(marks).collect::<Vec<_>>());
    let few: Vec<Puzzle> = grids
        .iter()
        .take(200)
        .map(|grid| some_of(grid, 8, &mut dice))
        .map(Puzzle::Givens)
        .collect();
    time(
        "sukakus of 8 clues",
        &few.iter().map(marks).collect::<Vec<_>>(),
    );
    time(
        "the sukaku of all candidates",
        &[Puzzle::Sukaku(Box::new([0x1ff; 81]))],
    );
}

fn time(what: &str, puzzles: &[Puzzle]) {
    measure(what, puzzles, |canoniser, puzzle| {
        canoniser.least(puzzle).automorphisms
    });
}

fn time_solution_form(what: &str, puzzles: &[Puzzle]) {
    let what = format!("{what}, solution form");
    measure(&what, puzzles, |canoniser, puzzle| {
        canoniser.solution_form(puzzle).unwrap().automorphisms
    });
}

fn measure(what: &str, puzzles: &[Puzzle], form: impl Fn(&mut Canoniser, &Puzzle) -> u64) {
    let mut canoniser = Canoniser::default();
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let (time, ()) = timed(|| {
            for puzzle in puzzles {
                assert!(form(&mut canoniser, black_box(puzzle)) > 0);
            }
        });
        best = best.min(time.as_secs_f64() / puzzles.len() as f64);
    }
    println!(
        "{what:45} {:9.2} µs {:9.0} per second",
        best * 1e6,
        1.0 / best
    );
}

fn givens(grids: &[Grid]) -> Vec<Puzzle> {
    grids.iter().copied().map(Puzzle::Givens).collect()
}

/// Random digits of a grid.
fn some_of(grid: &Grid, clues: usize, dice: &mut Dice) -> Grid {
    let mut cells: [usize; 81] = std::array::from_fn(|cell| cell);
    dice.shuffle(&mut cells);
    let mut puzzle = Grid::EMPTY;
    for &cell in &cells[..clues] {
        puzzle.0[cell] = grid.0[cell];
    }
    puzzle
}

fn top_down(count: usize) -> Vec<Puzzle> {
    let recipe = Recipe {
        kind: Independent::Deletion(Deletion::TopDown),
        seed: 1,
    };
    let products = (0..).flat_map(|unit| recipe.make(unit).products);
    products
        .map(|product| Puzzle::Givens(product.puzzle))
        .take(count)
        .collect()
}

/// The candidates that the givens leave.
fn pencil_marks(givens: &Grid) -> [u16; 81] {
    let sees = |a: usize, b: usize| {
        let same_block = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
        a != b && (a / 9 == b / 9 || a % 9 == b % 9 || same_block)
    };
    let mut cells = Puzzle::Givens(*givens).candidates();
    for (given, &digit) in givens
        .0
        .iter()
        .enumerate()
        .filter(|(_, digit)| **digit != 0)
    {
        for (cell, mask) in cells
            .iter_mut()
            .enumerate()
            .filter(|(cell, _)| sees(*cell, given))
        {
            if givens.0[cell] == 0 {
                *mask &= !(1 << (digit - 1));
            }
        }
    }
    cells
}

/// The first puzzles of a collection, or `None` if it is missing.
fn collection(name: &str, count: usize) -> Option<Vec<Puzzle>> {
    let table = Collection::read(name, count)?;
    let rows = table.columns(["puzzle"])?;
    Some(
        rows.into_iter()
            .map(|[puzzle]| puzzle.parse().unwrap())
            .collect(),
    )
}
