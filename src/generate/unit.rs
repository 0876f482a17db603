//! Units of work: what one worker does at a time, with random numbers that belong to it.

use super::bottom_up::bottom_up;
use super::controlled_bias::{self, DELETIONS};
use super::dice::Dice;
use super::grids::random_grid;
use super::kind::Kind;
use super::top_down::top_down;
use crate::sudoku::Grid;

/// Puzzles of a unit, if each grid gives one.
const PUZZLES: u64 = 32;

/// What a unit works on.
#[derive(Clone, Debug)]
pub enum Unit {
    /// Whatever belongs to the unit of this number, with grids of our own.
    Own(u64),
    /// Grids that were given; the number of the first in the stream, from 0.
    Given(u64, Vec<Grid>),
}

/// A puzzle, and the number of grids that its unit had used when it came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// The puzzle.
    pub puzzle: Grid,
    /// The grids, this puzzle's included.
    pub grids: u64,
}

/// What a unit gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The puzzles, in order.
    pub products: Vec<Product>,
    /// The complete grids that were used in all.
    pub grids: u64,
}

/// What all units of a job have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The generator.
    pub kind: Kind,
    /// The seed.
    pub seed: u64,
}

impl Recipe {
    /// Does a unit of work.
    pub fn make(self, unit: &Unit) -> Made {
        let name = self.kind.name();
        let own = |number: u64| Dice::new(self.seed, name, number);
        let given = |number: u64| Dice::new(self.seed, &format!("{name}, given grids"), number);
        match (self.kind, unit) {
            (Kind::ControlledBias, &Unit::Own(number)) => Made {
                products: controlled_bias::unit(&mut own(number)),
                grids: DELETIONS,
            },
            (Kind::ControlledBias, Unit::Given(first, grids)) => one_by_one(
                (*first..)
                    .zip(grids)
                    .map(|(number, grid)| controlled_bias::single(grid, &mut given(number))),
            ),
            (Kind::TopDown, &Unit::Own(number)) => one_by_one(numbers(number).map(|number| {
                let mut dice = own(number);
                let grid = random_grid(&mut dice);
                Some(top_down(&grid, &mut dice))
            })),
            (Kind::TopDown, Unit::Given(first, grids)) => one_by_one(
                (*first..)
                    .zip(grids)
                    .map(|(number, grid)| Some(top_down(grid, &mut given(number)))),
            ),
            (Kind::BottomUp, &Unit::Own(number)) => {
                one_by_one(numbers(number).map(|number| Some(bottom_up(&mut own(number)))))
            }
            (Kind::BottomUp, Unit::Given(..)) => unreachable!("bottom-up takes no grids"),
        }
    }
}

/// The numbers of the puzzles of a unit.
fn numbers(unit: u64) -> impl Iterator<Item = u64> {
    (unit * PUZZLES..).take(PUZZLES as usize)
}

/// What comes of grids that give at most one puzzle each.
fn one_by_one(puzzles: impl Iterator<Item = Option<Grid>>) -> Made {
    let mut made = Made::default();
    for puzzle in puzzles {
        made.grids += 1;
        let grids = made.grids;
        made.products
            .extend(puzzle.map(|puzzle| Product { puzzle, grids }));
    }
    made
}
