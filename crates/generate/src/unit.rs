//! Units of work: what one worker does at a time, with random numbers that belong to it.

use super::bottom_up::bottom_up;
use super::controlled_bias::{self, DELETIONS, Product};
use super::dice::Dice;
use super::generator::{Deletion, Generator, Independent};
use super::grids::random_grid;
use super::suexg::Suexg;
use super::top_down::top_down;
use gradus_puzzles::sudoku::Grid;

/// Puzzles of a unit, if each grid gives one.
const PUZZLES: u64 = 32;

/// The results of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitOutput {
    /// The puzzles, in order.
    pub products: Vec<Product>,
    /// The complete grids that were used in all.
    pub grids: u64,
}

/// The settings common to all units of a job: a generator with grids of our own, or one
/// that can be given grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe<K = Independent> {
    /// The generator.
    pub kind: K,
    /// The seed.
    pub seed: u64,
}

impl Recipe {
    /// Does the unit of this number, with grids of our own.
    pub fn make(self, unit: u64) -> UnitOutput {
        let dice = |number: u64| Dice::new(self.seed, Generator::from(self.kind).name(), number);
        match self.kind {
            Independent::Deletion(Deletion::ControlledBias) => UnitOutput {
                products: controlled_bias::unit(&mut dice(unit)),
                grids: DELETIONS,
            },
            Independent::Deletion(Deletion::TopDown) => one_by_one(numbers(unit).map(|number| {
                let mut dice = dice(number);
                let grid = random_grid(&mut dice);
                Some(top_down(&grid, &mut dice))
            })),
            Independent::BottomUp => {
                one_by_one(numbers(unit).map(|number| Some(bottom_up(&mut dice(number)))))
            }
        }
    }
}

impl Recipe<Deletion> {
    /// Does a unit of given grids; the first has this number in the stream, from 0.
    pub fn make_from(self, first: u64, grids: &[Grid]) -> UnitOutput {
        let purpose = format!("{}, given grids", Generator::from(self.kind));
        one_by_one((first..).zip(grids).map(|(number, grid)| {
            let mut dice = Dice::new(self.seed, &purpose, number);
            match self.kind {
                Deletion::TopDown => Some(top_down(grid, &mut dice)),
                Deletion::ControlledBias => controlled_bias::single(grid, &mut dice),
            }
        }))
    }
}

/// The next unit of suexg.
pub fn next_of(suexg: &mut Suexg) -> UnitOutput {
    one_by_one((0..PUZZLES).map(|_| Some(suexg.puzzle())))
}

/// The numbers of the puzzles of a unit.
fn numbers(unit: u64) -> impl Iterator<Item = u64> {
    (unit * PUZZLES..).take(PUZZLES as usize)
}

/// The results of grids that give at most one puzzle each.
fn one_by_one(puzzles: impl Iterator<Item = Option<Grid>>) -> UnitOutput {
    let mut made = UnitOutput::default();
    for puzzle in puzzles {
        made.grids += 1;
        let grids = made.grids;
        made.products
            .extend(puzzle.map(|puzzle| Product { puzzle, grids }));
    }
    made
}
