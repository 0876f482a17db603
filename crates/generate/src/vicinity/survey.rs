//! All solutions of a puzzle side by side, with the question which digits, added to the givens,
//! leave exactly one of them. One bit stands for each solution, so that no digit needs a solver.

use gradus_puzzles::sudoku::solver::each_solution;
use gradus_puzzles::sudoku::{CELLS, Grid};

/// A digit in a cell that was empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AddedClue {
    pub(crate) cell: usize,
    pub(crate) digit: u8,
}

/// Solutions of a puzzle, and the clues that may be added.
pub(crate) struct SolutionsSurvey {
    /// In the order of their cells and digits.
    clues: Vec<AddedClue>,
    /// For each clue the solutions that have it, 64 to a word.
    having: Vec<Vec<u64>>,
    solutions: usize,
}

/// The solutions that are left: the words that are not zero, and their places.
type Left = Vec<(usize, u64)>;

impl SolutionsSurvey {
    /// The solutions of a puzzle and the clues of `wanted` that some of them have, but
    /// nothing if there are more than `most` solutions.
    pub(crate) fn of(puzzle: &Grid, wanted: &[u16; CELLS], most: usize) -> Option<SolutionsSurvey> {
        let mut solutions: Vec<Grid> = Vec::new();
        let too_many = each_solution(puzzle, |solution| {
            solutions.push(*solution);
            solutions.len() > most
        });
        if too_many {
            return None;
        }
        let mut survey = SolutionsSurvey {
            clues: Vec::new(),
            having: Vec::new(),
            solutions: solutions.len(),
        };
        let words = solutions.len().div_ceil(64);
        for (cell, wanted) in wanted.iter().enumerate().filter(|(_, mask)| **mask != 0) {
            // Indexed by the digit itself.
            let mut having: [Vec<u64>; 10] = std::array::from_fn(|_| Vec::with_capacity(words));
            for solutions in solutions.chunks(64) {
                let mut word = [0; 10];
                for (i, solution) in solutions.iter().enumerate() {
                    word[usize::from(solution.0[cell])] |= 1 << i;
                }
                for (having, word) in having.iter_mut().zip(word) {
                    having.push(word);
                }
            }
            for (digit, having) in (0u8..).zip(having).skip(1) {
                if wanted >> (digit - 1) & 1 == 1 && having.iter().any(|word| *word != 0) {
                    survey.clues.push(AddedClue { cell, digit });
                    survey.having.push(having);
                }
            }
        }
        Some(survey)
    }

    /// Calls `found` on every set of `count` clues, one or more, that leaves exactly one
    /// solution; if `needed`, only on those of which no first part does so.
    pub(crate) fn completions(
        &self,
        count: usize,
        needed: bool,
        found: &mut impl FnMut(&[AddedClue]),
    ) {
        let words = self.solutions.div_ceil(64);
        let last = self.solutions % 64;
        let word = |i| {
            if i + 1 == words && last != 0 {
                (1 << last) - 1
            } else {
                u64::MAX
            }
        };
        let all: Left = (0..words).map(|i| (i, word(i))).collect();
        let mut chosen = Vec::with_capacity(count);
        self.complete(&all, 0, count, needed, &mut chosen, found);
    }

    /// Adds `count` clues, from number `from` on, to those chosen, which leave the solutions
    /// `left`.
    fn complete(
        &self,
        left: &Left,
        from: usize,
        count: usize,
        needed: bool,
        chosen: &mut Vec<AddedClue>,
        found: &mut impl FnMut(&[AddedClue]),
    ) {
        if left.is_empty() || needed && is_one(left) {
            return;
        }
        let clues = self.clues.iter().zip(&self.having).enumerate().skip(from);
        for (number, (clue, having)) in clues {
            let both = left.iter().map(|&(i, word)| (i, word & having[i]));
            let both = both.filter(|(_, word)| *word != 0);
            if count == 1 {
                // Most clues leave many solutions: the first two words, or the bits of the
                // first, show it.
                let mut both = both.map(|(_, word)| word);
                if both.next().is_some_and(u64::is_power_of_two) && both.next().is_none() {
                    chosen.push(*clue);
                    found(chosen);
                    chosen.pop();
                }
                continue;
            }
            let both: Left = both.collect();
            if !both.is_empty() {
                chosen.push(*clue);
                self.complete(&both, number + 1, count - 1, needed, chosen, found);
                chosen.pop();
            }
        }
    }
}

fn is_one(left: &Left) -> bool {
    matches!(left[..], [(_, word)] if word.is_power_of_two())
}
