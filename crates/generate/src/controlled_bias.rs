//! The controlled-bias generator (PBCS 6.1): delete random clues from a random complete
//! grid, one by one; if the puzzle becomes minimal, it is one, and if it gets several
//! solutions before, the grid is thrown away. About 257,514 grids go into one puzzle.
//!
//! Most deletions are judged without a solver, and exactly. Call redundant a clue that follows
//! from the others. If a puzzle on the way has several solutions *and* a redundant clue, the
//! deletion has failed: when it last had one solution it had this clue too, and was not minimal.
//! Unavoidable sets without a clue show the first, Singles the second. For the rest, play the
//! deletion backwards until all known unavoidable sets are hit: it did not have one solution
//! later than that, so that a redundant clue there means failure. Then the solver decides whether
//! the solution is unique (else it yields another unavoidable set) and the puzzle minimal.

use super::cells::{Cells, each, restricted};
use super::dice::Dice;
use super::grids::random_grid;
use super::lanes::{DealLanes, LANES};
use super::sight::{BlockSight, RedundancyTest};
use super::snapshots::{Coins, MOMENTS, Snapshots};
use super::unavoidable::{SmallSets, difference, small_sets};
use gradus_puzzles::sudoku::Grid;
use gradus_puzzles::sudoku::solver::{second_solution, second_solution_without};

/// Number of deletions that are tried on one complete grid of our own. Each stands for a complete
/// grid of its own: a deletion fails or succeeds in the same way whatever the digits and lines
/// are called, so that a random isomorphism of what comes out makes its grid a new random one.
/// One grid in 30 gives a puzzle, hence puzzles are as good as uncorrelated.
pub(crate) const DELETIONS: u64 = (LANES * DEALS) as u64;

const DEALS: usize = 32;

/// A puzzle, and the number of grids that its unit had used when it came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// The puzzle.
    pub puzzle: Grid,
    /// The grids, this puzzle's included.
    pub grids: u64,
}

/// A unit of work: [`DELETIONS`] deletions on one random grid, and the puzzles.
pub(crate) fn unit(dice: &mut Dice) -> Vec<Product> {
    let grid = random_grid(dice);
    let mut coins = Coins::new(dice);
    let mut deletions = SideBySide::new(&grid);
    let mut products = Vec::new();
    for deal in 0..DEALS {
        for (lane, clues) in deletions.minimal(&Snapshots::draw(&mut coins)) {
            let puzzle = dice.symmetry().apply_to_grid(&restricted(&grid, clues));
            let grids = (LANES * deal + lane) as u64 + 1;
            products.push(Product { puzzle, grids });
        }
    }
    products
}

/// The minimal puzzle to which one deletion in a random order comes, if it does.
pub(crate) fn single(grid: &Grid, dice: &mut Dice) -> Option<Grid> {
    let mut order: [usize; 81] = std::array::from_fn(|cell| cell);
    dice.shuffle(&mut order);
    let clues = DeletionJudge::new(grid).end(0, order.into_iter())?;
    Some(restricted(grid, clues))
}

/// Judges deletions from one complete grid.
pub struct DeletionJudge {
    grid: Grid,
    sight: RedundancyTest,
    /// Unavoidable sets: the small ones, then those that the solver found.
    sets: Vec<Cells>,
    small: usize,
}

impl DeletionJudge {
    /// Gets ready to judge deletions from a grid.
    pub fn new(grid: &Grid) -> DeletionJudge {
        let sets = small_sets(grid);
        DeletionJudge {
            grid: *grid,
            sight: RedundancyTest::new(grid),
            small: sets.len(),
            sets,
        }
    }

    /// The minimal puzzle to which a deletion comes, if it does. It is played backwards:
    /// from some clues that miss an unavoidable set, and with those that come back.
    pub fn end(
        &mut self,
        mut clues: Cells,
        mut back: impl Iterator<Item = usize>,
    ) -> Option<Cells> {
        // Lets clues come back until one of them is in the set.
        let mut hit = |clues: &mut Cells, set: Cells| {
            while set & *clues == 0 {
                match back.next() {
                    Some(clue) => *clues |= 1 << clue,
                    None => unreachable!("all clues are back and none is in an unavoidable set"),
                }
            }
        };
        let mut known = 0;
        for tested in [self.small, self.sets.len()] {
            for &set in &self.sets[known..tested] {
                hit(&mut clues, set);
            }
            known = tested;
            if self.sight.redundant(clues) {
                return None;
            }
        }
        while let Some(other) = second_solution(&self.grid, clues) {
            let set = difference(&self.grid, &other);
            self.sets.push(set);
            hit(&mut clues, set);
            if self.sight.redundant(clues) {
                return None;
            }
        }
        self.is_minimal(clues).then_some(clues)
    }

    /// Returns true if every clue of a puzzle with one solution is needed.
    fn is_minimal(&mut self, clues: Cells) -> bool {
        each(clues).all(|clue| {
            let rest = clues & !(1 << clue);
            if self.sets.iter().any(|set| set & rest == 0) {
                return true;
            }
            let other = second_solution_without(&self.grid, rest, clue);
            self.sets
                .extend(other.map(|other| difference(&self.grid, &other)));
            other.is_some()
        })
    }
}

/// Judges many deletions from one complete grid.
pub struct SideBySide {
    judge: DeletionJudge,
    small: SmallSets,
    blocks: BlockSight,
}

impl SideBySide {
    /// Gets ready to judge deletions from a grid.
    pub fn new(grid: &Grid) -> SideBySide {
        let judge = DeletionJudge::new(grid);
        SideBySide {
            small: SmallSets::new(&judge.sets),
            blocks: BlockSight::new(grid),
            judge,
        }
    }

    /// The deletions, of 256, that come to a minimal puzzle: their lanes and the clues.
    pub fn minimal(&mut self, snapshots: &Snapshots) -> Vec<(usize, Cells)> {
        let mut open = DealLanes::ALL;
        let mut hit = [DealLanes::NONE; MOMENTS];
        for (moment, hit) in hit.iter_mut().enumerate() {
            let clues = snapshots.moment(moment);
            *hit = self.small.all_hit(clues);
            open = open.and(hit.or(DealLanes::ALL.without(self.blocks.redundant(clues))));
        }
        let mut found = Vec::new();
        for lane in open.iter() {
            let moment = hit.iter().take_while(|hit| !hit.has(lane)).count();
            let (clues, back) = snapshots.rewind(lane, moment);
            let end = self.judge.end(clues, back);
            found.extend(end.map(|clues| (lane, clues)));
        }
        found
    }
}
