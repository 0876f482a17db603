//! Moves: steps one after the other, such as `expand>lower`: one more clue of the solution,
//! then to the border of the class.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use gradus_generate::dice::Dice;

use crate::border::Class;
use crate::position::Position;
use crate::step::{Added, NotAMove, Step};

/// Positions that go on to the next step of a move, at most.
const BETWEEN: usize = 6;

/// Positions that a move leads to, at most.
const WIDEST: usize = 48;

/// Steps of a move, at most.
const LONGEST: usize = 6;

/// Steps one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move(Vec<Step>);

/// Where the best are to be sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// Among minimal puzzles.
    Minimal,
    /// At the lower border of a class.
    Lower,
    /// At the upper border of a class.
    Upper,
    /// Nothing is known of that.
    Anywhere,
}

impl Move {
    /// Whether it begins from a seed or a new puzzle instead of one of the population.
    pub fn restarts(&self) -> bool {
        self.0.first() == Some(&Step::Restart)
    }

    /// Whether it leads to the same positions whenever it is made from the same one, so that
    /// once is enough.
    pub fn is_exhaustive(&self) -> bool {
        matches!(self.0[..], [Step::All { .. }])
    }

    /// About what the move costs, in the units of its steps.
    pub fn cost(&self) -> u64 {
        self.0.iter().map(|step| step.cost()).sum()
    }

    /// The positions that it leads to, each once. Where there are many, some are drawn, unless
    /// the last step is to be made in all ways.
    pub fn from(&self, position: &Position, class: &Class, dice: &mut Dice) -> Vec<Position> {
        let mut found = vec![*position];
        let last = self.0.len() - 1;
        for (place, step) in self.0.iter().enumerate() {
            let steps = found.iter().flat_map(|from| step.from(from, class, dice));
            let mut next: Vec<Position> = Vec::new();
            let mut known = HashSet::new();
            for position in steps.collect::<Vec<_>>() {
                if known.insert(position.puzzle) {
                    next.push(position);
                }
            }
            let most = match step {
                _ if place < last => BETWEEN,
                Step::All { .. } => usize::MAX,
                _ => WIDEST,
            };
            if next.len() > most {
                dice.shuffle(&mut next);
                next.truncate(most);
            }
            found = next;
        }
        found.retain(|new| new.puzzle != position.puzzle || self.restarts());
        found
    }

    /// The moves that are played if no others are asked for.
    pub fn usual(toward: Toward) -> Vec<Move> {
        let exchange = |minus, plus, added| Step::Exchange { minus, plus, added };
        let (any, inside, pattern) = (Added::Any, Added::OfSolution, Added::InPattern);
        let ones = exchange(1, 1, any);
        let lists: Vec<Vec<Step>> = match toward {
            Toward::Minimal => vec![
                vec![Step::All { minus: 1, plus: 1 }],
                vec![ones],
                vec![ones, Step::Minimals],
                vec![exchange(2, 1, any)],
                vec![exchange(1, 2, any), Step::Minimals],
                vec![exchange(2, 2, any)],
                vec![exchange(0, 1, inside), Step::Minimals],
                vec![exchange(0, 3, inside), Step::Minimals],
                vec![exchange(2, 2, pattern)],
                vec![Step::Twins, Step::Minimals],
                vec![Step::Restart, Step::Expand, Step::Minimals],
                vec![Step::Restart, ones],
            ],
            Toward::Lower => vec![
                vec![ones, Step::Lower],
                vec![exchange(2, 2, any), Step::Lower],
                vec![Step::Minimals, ones, Step::Lower],
                vec![exchange(0, 1, inside), Step::Lower],
                vec![exchange(0, 2, inside), Step::Lower],
                vec![exchange(0, 4, inside), Step::Lower],
                vec![exchange(2, 2, pattern), Step::Lower],
                vec![Step::Twins, Step::Lower],
                vec![Step::Restart, Step::Lower],
                vec![Step::Restart, Step::Expand],
            ],
            Toward::Upper => vec![
                vec![Step::Upper],
                vec![exchange(1, 1, inside), Step::Upper],
                vec![exchange(4, 2, inside), Step::Upper],
                vec![Step::Minimals, Step::Upper],
                vec![Step::Minimals, ones, Step::Upper],
                vec![Step::Minimals, exchange(2, 2, any), Step::Upper],
                vec![Step::Expand, Step::Singles],
                vec![Step::Twins, Step::Upper],
                vec![Step::Restart, Step::Upper],
                vec![Step::Restart, ones, Step::Upper],
            ],
            Toward::Anywhere => vec![
                vec![ones],
                vec![exchange(1, 2, any)],
                vec![exchange(2, 1, any)],
                vec![exchange(2, 2, any)],
                vec![exchange(0, 1, inside), Step::Minimals],
                vec![Step::Minimals],
                vec![exchange(2, 2, pattern)],
                vec![Step::Twins],
                vec![Step::Restart, ones],
            ],
        };
        lists.into_iter().map(Move).collect()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: Vec<String> = self.0.iter().map(Step::to_string).collect();
        f.pad(&steps.join(">"))
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let steps = text.split('>').map(|word| word.trim().parse());
        let steps: Vec<Step> = steps.collect::<Result<_, _>>()?;
        let begins_again = steps.iter().skip(1).any(|step| *step == Step::Restart);
        match steps.len() <= LONGEST && !begins_again {
            true => Ok(Move(steps)),
            false => Err(NotAMove(text.to_string())),
        }
    }
}
