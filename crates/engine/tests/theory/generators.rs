//! The generators against their definitions: what they give is minimal, and the quick
//! judgement of deletions is the literal one.

use gradus_generate::cells::{ALL_CELLS, Cells, clues, each, restricted};
use gradus_generate::controlled_bias::{DeletionJudge, SideBySide};
use gradus_generate::dice::Dice;
use gradus_generate::grids::random_grid;
use gradus_generate::sight::RedundancyTest;
use gradus_generate::snapshots::{Coins, Snapshots};
use gradus_generate::suexg::Suexg;
use gradus_generate::top_down::top_down;
use gradus_generate::unavoidable::small_sets;
use gradus_generate::unit::{Recipe, UnitOutput, next_of};
use gradus_generate::{Deletion, Generator, Product};
use gradus_puzzles::sudoku::Grid;
use gradus_puzzles::sudoku::solver::{
    GridSolutions, is_minimal, is_unique, second_solution, second_solution_without, solve,
};
use sudoku::Sudoku;

/// The definition (PBCS 6.1), step by step: the clues of a minimal puzzle, if the deletion
/// in this order comes to one before it has several solutions.
fn literal(grid: &Grid, order: &[usize]) -> Option<Cells> {
    let mut clues = ALL_CELLS;
    for &clue in order {
        let puzzle = restricted(grid, clues);
        if !is_unique(&puzzle) {
            return None;
        }
        if is_minimal(&puzzle, grid) {
            return Some(clues);
        }
        clues &= !(1 << clue);
    }
    None
}

/// An order that deletes a set of cells last.
fn order_to(clues: Cells, dice: &mut Dice) -> Vec<usize> {
    let mut first: Vec<usize> = each(ALL_CELLS & !clues).collect();
    let mut last: Vec<usize> = each(clues).collect();
    dice.shuffle(&mut first);
    dice.shuffle(&mut last);
    first.into_iter().chain(last).collect()
}

#[test]
fn judgement_is_literal() {
    let mut dice = Dice::new(1, "judgement is literal", 0);
    let (mut minimal, mut not) = (0, 0);
    for _ in 0..40 {
        let grid = random_grid(&mut dice);
        // One judge for all orders of a grid: what it learns from one must not mislead it.
        let mut judge = DeletionJudge::new(&grid);
        for _ in 0..40 {
            // Random orders hardly ever succeed; those that lead to a minimal puzzle do,
            // and with two clues exchanged some of them still do.
            let mut order = order_to(clues(&top_down(&grid, &mut dice)), &mut dice);
            for _ in 0..dice.below(3) {
                order.swap(dice.below(81), dice.below(81));
            }
            let expected = literal(&grid, &order);
            assert_eq!(
                judge.end(0, order.iter().rev().copied()),
                expected,
                "{grid} {order:?}"
            );
            *(if expected.is_some() {
                &mut minimal
            } else {
                &mut not
            }) += 1;
        }
    }
    assert!(minimal > 400 && not > 100, "{minimal} {not}");
}

#[test]
fn judgement_of_random_orders_is_literal() {
    let mut dice = Dice::new(1, "judgement of random orders is literal", 0);
    let grid = random_grid(&mut dice);
    let mut judge = DeletionJudge::new(&grid);
    let mut order: Vec<usize> = (0..81).collect();
    for _ in 0..2000 {
        dice.shuffle(&mut order);
        let end = judge.end(0, order.iter().rev().copied());
        assert_eq!(end, literal(&grid, &order), "{grid} {order:?}");
    }
}

/// Snapshots and words must not change what becomes of a deletion.
#[test]
fn side_by_side_is_one_by_one() {
    let mut found = 0;
    for number in 0..60 {
        let mut dice = Dice::new(5, "side by side", number);
        let grid = random_grid(&mut dice);
        let mut coins = Coins::new(&mut dice);
        let mut side_by_side = SideBySide::new(&grid);
        let mut judge = DeletionJudge::new(&grid);
        for _ in 0..32 {
            let snapshots = Snapshots::draw(&mut coins);
            let together = side_by_side.minimal(&snapshots);
            let apart: Vec<_> = (0..256)
                .filter_map(|lane| {
                    let (clues, back) = snapshots.rewind(lane, 0);
                    judge.end(clues, back).map(|clues| (lane, clues))
                })
                .collect();
            assert_eq!(together, apart);
            for (lane, clues) in together {
                let mut order: Vec<usize> = snapshots.rewind(lane, 0).1.collect();
                order.reverse();
                assert_eq!(literal(&grid, &order), Some(clues));
                found += 1;
            }
        }
    }
    assert!(found > 0);
}

/// Orders are what they should be: all cells once, each as likely to be anywhere.
#[test]
fn rewound_orders_are_random() {
    let mut coins = Coins::new(&mut Dice::new(1, "rewound orders are random", 0));
    let mut place_sums = [0.0; 81];
    let mut after = [0_u32; 80];
    let deals = 40;
    for _ in 0..deals {
        let snapshots = Snapshots::draw(&mut coins);
        for lane in 0..256 {
            let order: Vec<usize> = snapshots.rewind(lane, 0).1.collect();
            let mut place = [usize::MAX; 81];
            for (i, &cell) in order.iter().enumerate() {
                place[cell] = i;
            }
            assert!(order.len() == 81 && place.iter().all(|&place| place < 81));
            for cell in 0..81 {
                place_sums[cell] += place[cell] as f64;
            }
            for cell in 0..80 {
                after[cell] += u32::from(place[cell] < place[cell + 1]);
            }
            // Where it begins makes no difference to what comes then.
            for moment in 1..=4 {
                let (left, rest) = snapshots.rewind(lane, moment);
                let rest: Vec<usize> = rest.collect();
                assert_eq!(rest, order[81 - rest.len()..]);
                assert_eq!(
                    left,
                    order[..81 - rest.len()]
                        .iter()
                        .fold(0, |set, &c| set | 1 << c)
                );
            }
        }
    }
    let n = (deals * 256) as f64;
    // Places are uniform from 0 to 80: mean 40, variance (81² - 1) / 12.
    let error = ((81.0_f64.powi(2) - 1.0) / 12.0 / n).sqrt();
    for sum in place_sums {
        assert!((sum / n - 40.0).abs() < 4.5 * error, "{}", sum / n);
    }
    for count in after {
        let z = (f64::from(count) - n / 2.0) / (n / 4.0).sqrt();
        assert!(z.abs() < 4.5, "{z}");
    }
}

#[test]
fn small_sets_are_unavoidable() {
    let mut dice = Dice::new(1, "small sets are unavoidable", 0);
    for _ in 0..200 {
        let grid = random_grid(&mut dice);
        let sets = small_sets(&grid);
        for (i, &set) in sets.iter().enumerate() {
            assert!((4..=12).contains(&set.count_ones()));
            assert!(
                second_solution(&grid, ALL_CELLS & !set).is_some(),
                "{grid} {set:x}"
            );
            assert!(!sets[..i].contains(&set), "twice: {grid} {set:x}");
        }
    }
}

#[test]
fn what_is_redundant_at_sight_is_redundant() {
    let mut dice = Dice::new(1, "redundant at sight", 0);
    let mut redundant = 0;
    for _ in 0..300 {
        let grid = random_grid(&mut dice);
        let sight = RedundancyTest::new(&grid);
        let mut cells: Vec<usize> = (0..81).collect();
        dice.shuffle(&mut cells);
        let clues = cells[..20 + dice.below(8)]
            .iter()
            .fold(0, |set, &c| set | 1 << c);
        let follows =
            |clue: usize| second_solution_without(&grid, clues & !(1 << clue), clue).is_none();
        if sight.redundant(clues) {
            assert!(each(clues).any(follows), "{}", restricted(&grid, clues));
            redundant += 1;
        }
        // A minimal puzzle has none.
        assert!(!sight.redundant(gradus_generate::cells::clues(&top_down(&grid, &mut dice))));
    }
    assert!(redundant > 100);
}

#[test]
fn symmetries_keep_what_matters() {
    let mut dice = Dice::new(1, "isomorphisms", 0);
    for _ in 0..200 {
        let grid = random_grid(&mut dice);
        let puzzle = top_down(&grid, &mut dice);
        let symmetry = dice.symmetry();
        let (grid, puzzle) = (
            symmetry.apply_to_grid(&grid),
            symmetry.apply_to_grid(&puzzle),
        );
        assert_eq!(solve(&puzzle), GridSolutions::One(grid));
        assert!(is_minimal(&puzzle, &grid));
    }
}

/// The first puzzles of a generator.
fn first(kind: Generator, seed: u64, count: usize) -> Vec<Grid> {
    let products: Box<dyn Iterator<Item = Product>> = match kind.independent() {
        Some(kind) => {
            let recipe = Recipe { kind, seed };
            Box::new((0..).flat_map(move |number| recipe.make(number).products))
        }
        None => {
            let mut suexg = Suexg::from_seed(seed).unwrap();
            Box::new((0..).flat_map(move |_: u64| next_of(&mut suexg).products))
        }
    };
    products.map(|product| product.puzzle).take(count).collect()
}

#[test]
fn puzzles_are_minimal() {
    for (kind, count) in [
        (Generator::BottomUp, 200),
        (Generator::TopDown, 200),
        (Generator::ControlledBias, 20),
        (Generator::Suexg, 200),
    ] {
        for puzzle in first(kind, 7, count) {
            let GridSolutions::One(solution) = solve(&puzzle) else {
                panic!("{kind}: {puzzle}");
            };
            assert!(is_minimal(&puzzle, &solution), "{kind}: {puzzle}");
            assert!(is_minimal_to_others(&puzzle), "{kind}: {puzzle}");
        }
    }
}

/// The same from a program that has nothing to do with ours.
fn is_minimal_to_others(puzzle: &Grid) -> bool {
    let other = |puzzle: &Grid| Sudoku::from_bytes(puzzle.0).unwrap();
    let without = |cell: usize| {
        let mut less = *puzzle;
        less.0[cell] = 0;
        other(&less)
    };
    let mut clues = (0..81).filter(|&cell| puzzle.0[cell] != 0);
    other(puzzle).is_uniquely_solvable() && clues.all(|cell| !without(cell).is_uniquely_solvable())
}

#[test]
fn given_grids_give_their_own_puzzles() {
    let mut dice = Dice::new(1, "given grids", 0);
    let grids: Vec<Grid> = (0..50).map(|_| random_grid(&mut dice)).collect();
    let recipe = Recipe {
        kind: Deletion::TopDown,
        seed: 3,
    };
    let made = recipe.make_from(0, &grids);
    assert_eq!(made.grids, 50);
    for (product, grid) in made.products.iter().zip(&grids) {
        assert_eq!(solve(&product.puzzle), GridSolutions::One(*grid));
        assert!(is_minimal(&product.puzzle, grid));
    }
    // However the stream is cut.
    let halves = [(0, &grids[..20]), (20, &grids[20..])];
    let halves = halves.map(|(first, grids)| recipe.make_from(first, grids));
    let puzzles = |made: &UnitOutput| -> Vec<Grid> {
        made.products.iter().map(|product| product.puzzle).collect()
    };
    assert_eq!(
        puzzles(&made),
        [puzzles(&halves[0]), puzzles(&halves[1])].concat()
    );
}

/// Means of the number of clues, PBCS table 6.1.
#[test]
fn numbers_of_clues_are_those_of_the_book() {
    for (kind, mean, deviation) in [
        (Generator::BottomUp, 23.87, 1.08),
        (Generator::TopDown, 24.38, 1.12),
    ] {
        let count = 4000;
        let clues: usize = first(kind, 11, count).iter().map(Grid::filled).sum();
        let found = clues as f64 / count as f64;
        // The book rounds its means to two places.
        let allowed = 0.005 + 4.0 * deviation / (count as f64).sqrt();
        assert!((found - mean).abs() < allowed, "{kind}: {found}");
    }
}

#[test]
fn suexg_is_what_it_is_step_by_step() {
    let mut dice = Dice::new(1, "suexg step by step", 0);
    for seed in [0, 17, u32::MAX]
        .into_iter()
        .chain((0..3).map(|_| dice.word() as u32))
    {
        let mut literal = crate::reference::suexg::Suexg::new(seed);
        let mut suexg = Suexg::from_seed(u64::from(seed)).unwrap();
        for number in 0..12 {
            assert_eq!(suexg.puzzle(), Grid(literal.puzzle()), "{seed}, {number}");
        }
    }
}

const DIGEST_0: &str = "a4aec56c91922187fce626dc9462e6bd79c67fbb84e4f9afc4c9bea94cfd8162";
const DIGEST_17: &str = "dcf5c925c0240588832cee3fb5e5c46471b814faf08c84799e1413232ff7e470";

/// HLS, table XXI.4, and the same for the other collection. The digests are those of the
/// puzzles, one per line.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn the_collections_of_hls() {
    let collections = [
        (
            0,
            [0, 32, 375, 1758, 3455, 2872, 1231, 249, 24, 4],
            DIGEST_0,
        ),
        (
            17,
            [1, 27, 333, 1741, 3457, 2897, 1251, 256, 36, 1],
            DIGEST_17,
        ),
    ];
    for (seed, by_clues, digest) in collections {
        let mut suexg = Suexg::from_seed(seed).unwrap();
        let mut hash = blake3::Hasher::new();
        let mut found = [0; 10];
        for _ in 0..10_000 {
            let puzzle = suexg.puzzle();
            found[puzzle.filled() - 20] += 1;
            hash.update(format!("{puzzle}\n").as_bytes());
        }
        assert_eq!(found, by_clues, "{seed}");
        assert_eq!(hash.finalize().to_hex().as_str(), digest, "{seed}");
    }
}
