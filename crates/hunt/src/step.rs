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

use crate::border::{Class, shuffled};
use crate::position::Position;

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
pub enum Step {
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

impl Step {
    /// About what the step costs, in units of the cheapest question about a puzzle. Measured
    /// once and fixed: times must not change what is chosen.
    pub fn cost(self) -> u64 {
        match self {
            Step::Exchange {
                added: Added::OfSolution,
                ..
            } => 2,
            Step::Exchange { minus, plus, .. } => 20 * (minus.max(plus) as u64).pow(2),
            Step::All { minus, plus } => {
                50 * 12_u64.pow(minus as u32 - 1) * 4_u64.pow(plus as u32 - 1)
            }
            Step::Lower | Step::Upper => 25,
            Step::Minimals => 4,
            Step::Restart | Step::Expand | Step::Singles | Step::Twins => 1,
        }
    }

    /// The positions that a step leads to, in the order in which they are found. None of
    /// them is the one it began with, but they may be the same as each other.
    pub fn from(self, position: &Position, class: &Class, dice: &mut Dice) -> Vec<Position> {
        let found = match self {
            Step::Restart => vec![*position],
            Step::Exchange { minus, plus, added } => exchange(position, minus, plus, added, dice),
            Step::All { minus, plus } => {
                let vicinity = vicinity(minus, plus, Added::Any);
                let puzzles = neighbours(&position.puzzle, &position.solution, &vicinity);
                puzzles.iter().filter_map(Position::of).collect()
            }
            Step::Expand => {
                let solution = position.solution;
                let more = one_more(&position.puzzle, &solution);
                more.map(|puzzle| Position { puzzle, solution }).collect()
            }
            Step::Singles => by_singles(position).into_iter().collect(),
            Step::Minimals => {
                let solution = position.solution;
                let drawn = sample(&position.puzzle, &solution, DRAWS, dice.word());
                let drawn = drawn.into_iter();
                drawn.map(|puzzle| Position { puzzle, solution }).collect()
            }
            Step::Lower => vec![class.lower(*position, dice)],
            Step::Upper => vec![class.upper(*position, dice)],
            Step::Twins => {
                let found = twins(&position.puzzle, &position.solution, TWINS);
                let found = found.into_iter();
                found
                    .map(|(puzzle, solution)| Position { puzzle, solution })
                    .collect()
            }
        };
        match self {
            // What is at the border already, or minimal, stays for the steps after it.
            Step::Restart | Step::Singles | Step::Minimals | Step::Lower | Step::Upper => found,
            _ => found.into_iter().filter(|new| new != position).collect(),
        }
    }
}

/// The position with all values that Singles assert.
pub fn by_singles(position: &Position) -> Option<Position> {
    let values = expand(&Puzzle::Givens(position.puzzle), Expansion::Brt).ok()?;
    let mut expansion = *position;
    for value in values {
        let (digit, row, column) = coordinates(value);
        expansion.puzzle.0[row * 9 + column] = digit as u8 + 1;
    }
    Some(expansion)
}

fn exchange(
    position: &Position,
    minus: usize,
    plus: usize,
    added: Added,
    dice: &mut Dice,
) -> Vec<Position> {
    let choices = match added {
        Added::OfSolution => CHOICES,
        _ => CHOICES / 3_usize.pow((minus.max(plus) - 1).min(2) as u32),
    };
    let vicinity = vicinity(minus, plus, added);
    let mut found = Vec::new();
    let clues: Vec<usize> = each(position.clues()).collect();
    if clues.len() < minus {
        return found;
    }
    for _ in 0..choices {
        let deleted = chosen(&clues, minus, dice);
        if added == Added::OfSolution {
            found.extend(swapped(position, &deleted, plus, dice));
            continue;
        }
        let puzzles = exchanged(
            &position.puzzle,
            &position.solution,
            &deleted,
            &vicinity,
            MOST_SOLUTIONS,
        );
        let puzzles = puzzles.unwrap_or_default();
        found.extend(puzzles.iter().filter_map(Position::of));
    }
    found
}

/// Whether puzzles must be minimal is asked of all, whatever the move.
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

/// The position without some clues and with random others of the solution, if that is
/// still the only one.
fn swapped(
    position: &Position,
    deleted: &[usize],
    plus: usize,
    dice: &mut Dice,
) -> Option<Position> {
    let mut new = *position;
    for cell in shuffled(position.open(), dice).into_iter().take(plus) {
        new = new.with(cell);
    }
    deleted.iter().try_fold(new, |new, &cell| new.without(cell))
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Restart => "restart",
            Step::Exchange { minus, plus, added } => {
                let prefix = match added {
                    Added::Any => "",
                    Added::InPattern => "pattern",
                    Added::OfSolution => "in",
                };
                return write!(f, "{prefix}-{minus}+{plus}");
            }
            Step::All { minus, plus } => return write!(f, "all-{minus}+{plus}"),
            Step::Expand => "expand",
            Step::Singles => "singles",
            Step::Minimals => "minimals",
            Step::Lower => "lower",
            Step::Upper => "upper",
            Step::Twins => "twins",
        })
    }
}

/// A text that is no move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "no move is called {0:?}: give -1+1 (and other numbers), in-1+1 (inside the solution), \
     pattern-2+2 (inside the pattern), all-1+1 (all neighbours, with numbers up to 2), expand, \
     singles, minimals, lower, upper, twins or restart, or several in a row such as expand>lower"
)]
pub struct NotAMove(pub(crate) String);

impl FromStr for Step {
    type Err = NotAMove;

    fn from_str(word: &str) -> Result<Step, NotAMove> {
        let named = [
            Step::Restart,
            Step::Expand,
            Step::Singles,
            Step::Minimals,
            Step::Lower,
            Step::Upper,
            Step::Twins,
        ];
        if let Some(step) = named.into_iter().find(|step| step.to_string() == word) {
            return Ok(step);
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
                return Ok(Step::All { minus, plus });
            }
            _ => return Err(unknown()),
        };
        match (minus, plus) {
            (0, 0) => Err(unknown()),
            _ => Ok(Step::Exchange { minus, plus, added }),
        }
    }
}

/// Clues that one exchange deletes or adds, at most.
const MOST_CLUES: usize = 9;

/// Clues that are deleted or added in all ways: with more, a vicinity takes hours.
const IN_ALL_WAYS: RangeInclusive<usize> = 1..=2;
