//! The minimal puzzles inside a puzzle: parts of its clues that still have one solution,
//! and that lose it with any clue (PBCS 6.1).
//!
//! A clue is *forced* if the puzzle has several solutions without it; the others are
//! *floating*. The other grids that agree with all forced clues differ from the solution in
//! sets of floating clues, and every minimal puzzle consists of the forced clues and of a
//! minimal hitting set of these sets. The hitting sets are enumerated by the method of
//! Murakami and Uno ("Efficient algorithms for dualizing large-scale hypergraphs", 2014):
//! branch on the clues of a set that is not hit, and give up as soon as a clue that was
//! taken is not needed any more. The sets are not there from the beginning; each is found by
//! the solver where the known ones are not enough to decide, and made as small as possible.

use std::ops::ControlFlow;

use crate::cells::{Cells, clues, each, restricted};
use crate::dice::Dice;
use crate::top_down::reduced_by;
use crate::unavoidable::{difference, small_sets};
use gradus_puzzles::sudoku::Grid;
use gradus_puzzles::sudoku::solver::{redundant, second_solution, second_solution_without};

/// Minimal puzzles inside a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimals {
    /// The puzzles, in the order of their texts, where an empty cell comes before digits.
    pub puzzles: Vec<Grid>,
    /// True if these are all.
    pub complete: bool,
}

/// The minimal puzzles inside a puzzle with one solution, but not more than `limit`. If there
/// are more, which ones are found depends on the puzzle and the limit alone.
pub fn minimals(puzzle: &Grid, solution: &Grid, limit: usize) -> Minimals {
    let floating = redundant(puzzle, solution).fold(0, |set, cell| set | 1 << cell);
    let mut search = MinimalsSearch {
        solution,
        forced: clues(puzzle) & !floating,
        floating,
        sets: Vec::new(),
        limit,
        found: Vec::new(),
    };
    for set in small_sets(solution) {
        if set & search.forced == 0 {
            search.learn(set & floating);
        }
    }
    let complete = search.below(0, floating).is_continue();
    let puzzle = |chosen| restricted(solution, search.forced | chosen);
    let mut puzzles: Vec<Grid> = search.found.iter().map(puzzle).collect();
    puzzles.sort_unstable_by_key(|puzzle| puzzle.0);
    Minimals { puzzles, complete }
}

/// Minimal puzzles inside a puzzle with one solution: `draws` times, redundant clues are
/// deleted in random order until none is left. What is drawn twice is there once. The
/// numbers drawn depend on the seed and on the puzzle, wherever it stands in a collection.
///
/// Not all minimal puzzles are equally likely; the bias is that of the top-down generator
/// (PBCS 6.1).
pub fn sample(puzzle: &Grid, solution: &Grid, draws: usize, seed: u64) -> Vec<Grid> {
    let purpose = format!("minimals {puzzle}");
    let mut sets = small_sets(solution);
    let draw = |number| {
        let mut dice = Dice::new(seed, &purpose, number as u64);
        let clues = reduced_by(solution, &mut sets, clues(puzzle), &mut dice);
        restricted(solution, clues)
    };
    let mut puzzles: Vec<Grid> = (0..draws).map(draw).collect();
    puzzles.sort_unstable_by_key(|puzzle| puzzle.0);
    puzzles.dedup();
    puzzles
}

struct MinimalsSearch<'a> {
    solution: &'a Grid,
    forced: Cells,
    floating: Cells,
    /// The known sets of floating clues that must be hit.
    sets: Vec<Cells>,
    limit: usize,
    /// The floating clues of the minimal puzzles found.
    found: Vec<Cells>,
}

impl MinimalsSearch<'_> {
    /// Finds the minimal puzzles that have the chosen clues and others only of `open`; each
    /// chosen clue is needed as far as the chosen ones go. Breaks off at the limit.
    fn below(&mut self, chosen: Cells, mut open: Cells) -> ControlFlow<()> {
        let Some(branches) = self.not_hit(chosen, open) else {
            if self.found.len() == self.limit {
                return ControlFlow::Break(());
            }
            self.found.push(chosen);
            return ControlFlow::Continue(());
        };
        // A minimal puzzle is found below the last of its clues among the branches.
        open &= !branches;
        for clue in each(branches) {
            let more = chosen | 1 << clue;
            if self.all_needed(more) {
                self.below(more, open)?;
            }
            open |= 1 << clue;
        }
        ControlFlow::Continue(())
    }

    /// The open clues of a set that the chosen ones do not hit, one with few of them, or
    /// `None` if the chosen ones hit all sets, known or not.
    fn not_hit(&mut self, chosen: Cells, open: Cells) -> Option<Cells> {
        let sets = self.sets.iter().filter(|set| *set & chosen == 0);
        let fewest = sets
            .map(|set| set & open)
            .min_by_key(|set| set.count_ones());
        fewest.or_else(|| {
            let other = second_solution(self.solution, self.forced | chosen)?;
            let other_of = |kept| second_solution(self.solution, kept);
            let set = self.smallest(self.to_hit(&other), other_of);
            self.learn(set);
            Some(set & open)
        })
    }

    /// Returns true if for each of the clues there is a set that no other of them hits.
    fn all_needed(&mut self, chosen: Cells) -> bool {
        let hits = self.sets.iter().map(|set| set & chosen);
        let alone = hits.filter(|hit| hit.is_power_of_two());
        let needed = alone.fold(0, |all, hit| all | hit);
        each(chosen & !needed).all(|clue| {
            let without = |kept: Cells| {
                let kept = kept & !(1 << clue);
                second_solution_without(self.solution, kept, clue)
            };
            let Some(other) = without(self.forced | chosen) else {
                return false;
            };
            let set = self.smallest(self.to_hit(&other), without);
            self.learn(set);
            true
        })
    }

    /// The floating clues in which another solution differs.
    fn to_hit(&self, other: &Grid) -> Cells {
        difference(self.solution, other) & self.floating
    }

    /// Makes a set smaller as long as there is another solution of the requested
    /// kind, with all clues kept that are not in the set.
    fn smallest(&self, mut set: Cells, other: impl Fn(Cells) -> Option<Grid>) -> Cells {
        for clue in each(set) {
            if set >> clue & 1 == 1 {
                let kept = self.forced | self.floating & !set | 1 << clue;
                if let Some(other) = other(kept) {
                    set = self.to_hit(&other);
                }
            }
        }
        set
    }

    fn learn(&mut self, set: Cells) {
        if !self.sets.contains(&set) {
            self.sets.push(set);
        }
    }
}
