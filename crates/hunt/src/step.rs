//! Steps: the small things of which moves are made. A step leads from a position to others.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use gradus_engine::rating::{Expansion, expand};
use gradus_generate::cells::each;
use gradus_generate::dice::Dice;
use gradus_generate::vicinity::{Vicinity, exchanged, neighbours, one_more, sample, twins};
use gradus_puzzles::sudoku::{Puzzle, coordinates};

use crate::border::{DepthClass, shuffled};
use crate::position::SolvedPuzzle;

/// Solutions without some clues: where there are more, exchanges are passed over.
const MOST_SOLUTIONS: usize = 1 << 14;

/// Choices of clues to be deleted that one step makes, if a single one is; for each more,
/// a third of them.
const CHOICES: usize = 9;

/// Minimal puzzles that one step draws.
const DRAWS: usize = 4;

/// Twins that one step finds.
const TWINS: usize = 64;

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStep {
    /// Begins from a seed, or from a new random puzzle, instead of one of the population.
    Restart,
    /// {-n+m}: deletes some clues and adds others, of whatever digits.
    Exchange {
        /// Clues that are deleted, in random choices.
        minus: usize,
        /// Clues that are added, in all ways that leave one solution.
        plus: usize,
        /// Which may be added.
        added: Added,
    },
    /// {-n+m} in all ways: the whole vicinity.
    All {
        /// Clues that are deleted, in every choice.
        minus: usize,
        /// Clues that are added, in all ways that leave one solution.
        plus: usize,
    },
    /// One more clue of the solution, in every cell.
    Expand,
    /// All values that Singles assert become clues.
    Singles,
    /// Some minimal puzzles inside.
    Minimals,
    /// To the lower border of the class.
    Lower,
    /// To the upper border of the class.
    Upper,
    /// The puzzles with the same clue cells whose solutions agree elsewhere.
    Twins,
}

/// Which clues may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// Any.
    Any,
    /// In the cells of those deleted: the pattern stays.
    InPattern,
    /// Random ones of the solution: it stays.
    OfSolution,
}

impl MoveStep {
    /// About what the step costs, in units of the cheapest question about a puzzle. Measured
    /// once and fixed: times must not change what is chosen.
    pub fn cost(self) -> u64 {
        match self {
            MoveStep::Exchange { minus, plus, added } => match added {
                Added::OfSolution => 2,
                _ => 20 * (minus.max(plus) as u64).pow(2),
            },
            MoveStep::All { minus, plus } => {
                50 * 12_u64.pow(minus as u32 - 1) * 4_u64.pow(plus as u32 - 1)
            }
            MoveStep::Lower | MoveStep::Upper => 25,
            MoveStep::Minimals => 4,
            MoveStep::Restart | MoveStep::Expand | MoveStep::Singles | MoveStep::Twins => 1,
        }
    }

    /// The positions that a step leads to, in the order in which they are found. None of
    /// them is the one it began with, but they may be the same as each other.
    pub fn from(
        self,
        position: &SolvedPuzzle,
        class: &DepthClass,
        dice: &mut Dice,
    ) -> Vec<SolvedPuzzle> {
        let SolvedPuzzle { puzzle, solution } = position;
        let with = |puzzle| SolvedPuzzle {
            puzzle,
            ..*position
        };
        let found = match self {
            MoveStep::Restart => return vec![*position],
            // A puzzle at the border already, or minimal, stays for the steps after it.
            MoveStep::Lower => return vec![class.lower(*position, dice)],
            MoveStep::Upper => return vec![class.upper(*position, dice)],
            MoveStep::Singles => return by_singles(position).into_iter().collect(),
            MoveStep::Minimals => {
                let drawn = sample(puzzle, solution, DRAWS, dice.word()).into_iter();
                return drawn.map(with).collect();
            }
            MoveStep::Exchange { minus, plus, added } => {
                exchange(position, (minus, plus), added, dice)
            }
            MoveStep::All { minus, plus } => {
                let puzzles = neighbours(puzzle, solution, &vicinity(minus, plus, Added::Any));
                puzzles.iter().filter_map(SolvedPuzzle::of).collect()
            }
            MoveStep::Expand => one_more(puzzle, solution).map(with).collect(),
            MoveStep::Twins => {
                let found = twins(puzzle, solution, TWINS).into_iter();
                let twin = |(puzzle, solution)| SolvedPuzzle { puzzle, solution };
                found.map(twin).collect::<Vec<_>>()
            }
        };
        found.into_iter().filter(|new| new != position).collect()
    }
}

/// The position with all values that Singles assert.
pub fn by_singles(position: &SolvedPuzzle) -> Option<SolvedPuzzle> {
    let values = expand(&Puzzle::Givens(position.puzzle), Expansion::Brt).ok()?;
    let mut expansion = *position;
    for value in values {
        let (digit, row, column) = coordinates(value);
        expansion.puzzle.0[row * 9 + column] = digit as u8 + 1;
    }
    Some(expansion)
}

fn exchange(
    position: &SolvedPuzzle,
    (minus, plus): (usize, usize),
    added: Added,
    dice: &mut Dice,
) -> Vec<SolvedPuzzle> {
    let clues: Vec<usize> = each(position.clues()).collect();
    if clues.len() < minus {
        return Vec::new();
    }
    let vicinity = vicinity(minus, plus, added);
    let mut found = Vec::new();
    if added == Added::OfSolution {
        for _ in 0..CHOICES {
            let deleted = chosen(&clues, minus, dice);
            let more = shuffled(position.open(), dice).into_iter().take(plus);
            let new = more.fold(*position, SolvedPuzzle::with);
            // The solution may not be the only one any more.
            found.extend(deleted.iter().try_fold(new, |new, &cell| new.without(cell)));
        }
        return found;
    }
    for _ in 0..CHOICES / 3_usize.pow((minus.max(plus) - 1).min(2) as u32) {
        let deleted = chosen(&clues, minus, dice);
        let SolvedPuzzle { puzzle, solution } = position;
        let puzzles = exchanged(puzzle, solution, &deleted, &vicinity, MOST_SOLUTIONS);
        found.extend(puzzles.iter().flatten().filter_map(SolvedPuzzle::of));
    }
    found
}

/// Puzzles are not required to be minimal here: that is tested of all, whatever the move.
fn vicinity(minus: usize, plus: usize, added: Added) -> Vicinity {
    Vicinity {
        minus,
        plus,
        minimal: false,
        same_pattern: added == Added::InPattern,
        in_solution: added == Added::OfSolution,
    }
}

/// Some of the clues.
fn chosen(clues: &[usize], count: usize, dice: &mut Dice) -> Vec<usize> {
    let mut clues = clues.to_vec();
    dice.shuffle(&mut clues);
    clues.truncate(count);
    clues.sort_unstable();
    clues
}

/// The steps without numbers, and their names.
const NAMED: [(MoveStep, &str); 7] = [
    (MoveStep::Restart, "restart"),
    (MoveStep::Expand, "expand"),
    (MoveStep::Singles, "singles"),
    (MoveStep::Minimals, "minimals"),
    (MoveStep::Lower, "lower"),
    (MoveStep::Upper, "upper"),
    (MoveStep::Twins, "twins"),
];

impl fmt::Display for MoveStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (prefix, minus, plus) = match *self {
            MoveStep::All { minus, plus } => ("all", minus, plus),
            MoveStep::Exchange { minus, plus, added } => match added {
                Added::Any => ("", minus, plus),
                Added::InPattern => ("pattern", minus, plus),
                Added::OfSolution => ("in", minus, plus),
            },
            step => {
                let name = NAMED.iter().find(|(named, _)| *named == step);
                return f.write_str(name.map_or("", |(_, name)| name));
            }
        };
        write!(f, "{prefix}-{minus}+{plus}")
    }
}

/// A text that names no move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "no move is called {0:?}: give -1+1 (and other numbers), in-1+1 (inside the solution), \
     pattern-2+2 (inside the pattern), all-1+1 (all neighbours, with numbers up to 2), expand, \
     singles, minimals, lower, upper, twins or restart, or several in a row such as expand>lower"
)]
pub struct NotAMove(pub(crate) String);

impl FromStr for MoveStep {
    type Err = NotAMove;

    fn from_str(word: &str) -> Result<MoveStep, NotAMove> {
        if let Some((step, _)) = NAMED.iter().find(|(_, name)| *name == word) {
            return Ok(*step);
        }
        let unknown = || NotAMove(word.to_string());
        let (kind, numbers) = word.split_once('-').ok_or_else(unknown)?;
        let (minus, plus) = numbers.split_once('+').ok_or_else(unknown)?;
        let number = |text: &str| text.parse().ok().filter(|n| *n <= MOST_CLUES);
        let minus = number(minus).ok_or_else(unknown)?;
        let plus = number(plus).ok_or_else(unknown)?;
        let added = match kind {
            "" => Added::Any,
            "pattern" => Added::InPattern,
            "in" => Added::OfSolution,
            "all" if IN_ALL_WAYS.contains(&minus) && IN_ALL_WAYS.contains(&plus) => {
                return Ok(MoveStep::All { minus, plus });
            }
            _ => return Err(unknown()),
        };
        match (minus, plus) {
            (0, 0) => Err(unknown()),
            _ => Ok(MoveStep::Exchange { minus, plus, added }),
        }
    }
}

/// Clues that one exchange deletes or adds, at most.
const MOST_CLUES: usize = 9;

/// Clues that are deleted or added in all ways: with more, a vicinity takes hours.
const IN_ALL_WAYS: RangeInclusive<usize> = 1..=2;
