//! Moves: steps one after the other, such as `expand>lower`: one more clue of the solution,
//! then to the border of the class.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use gradus_generate::dice::Dice;

use crate::border::DepthClass;
use crate::position::SolvedPuzzle;
use crate::step::{MoveStep, NotAMove};

/// Positions that enter the next step of a move, at most.
const BETWEEN: usize = 6;

/// Positions that a move leads to, at most.
const WIDEST: usize = 48;

/// Steps of a move, at most.
const LONGEST: usize = 6;

/// Steps one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move(Vec<MoveStep>);

/// Where the best are to be sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// Among minimal puzzles.
    Minimal,
    /// At the lower border of a class.
    Lower,
    /// At the upper border of a class.
    Upper,
    /// Unknown.
    Anywhere,
}

impl Move {
    /// Returns true if it begins from a seed or a new puzzle instead of one of the population.
    pub fn restarts(&self) -> bool {
        self.0.first() == Some(&MoveStep::Restart)
    }

    /// Returns true if it leads to the same positions whenever it is made from the same one, so that
    /// once is enough.
    pub fn is_exhaustive(&self) -> bool {
        matches!(self.0[..], [MoveStep::All { .. }])
    }

    /// About what the move costs, in the units of its steps.
    pub fn cost(&self) -> u64 {
        self.0.iter().map(|step| step.cost()).sum()
    }

    /// The positions that it leads to, each once. Where there are many, some are drawn, unless
    /// the last step is to be made in all ways.
    pub fn from(
        &self,
        position: &SolvedPuzzle,
        class: &DepthClass,
        dice: &mut Dice,
    ) -> Vec<SolvedPuzzle> {
        let mut found = vec![*position];
        let last = self.0.len() - 1;
        for (place, step) in self.0.iter().enumerate() {
            let steps = found.iter().flat_map(|from| step.from(from, class, dice));
            let mut next: Vec<SolvedPuzzle> = steps.collect();
            let mut known = HashSet::new();
            next.retain(|position| known.insert(position.puzzle));
            let most = match step {
                _ if place < last => BETWEEN,
                MoveStep::All { .. } => usize::MAX,
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

    /// The moves that are played if no others are requested.
    pub fn usual(toward: Toward) -> Vec<Move> {
        let names = match toward {
            Toward::Minimal => {
                "all-1+1 -1+1 -1+1>minimals -2+1 -1+2>minimals -2+2 in-0+1>minimals \
                 in-0+3>minimals pattern-2+2 twins>minimals restart>expand>minimals restart>-1+1"
            }
            Toward::Lower => {
                "-1+1>lower -2+2>lower minimals>-1+1>lower in-0+1>lower in-0+2>lower \
                 in-0+4>lower pattern-2+2>lower twins>lower restart>lower restart>expand"
            }
            Toward::Upper => {
                "upper in-1+1>upper in-4+2>upper minimals>upper minimals>-1+1>upper \
                 minimals>-2+2>upper expand>singles twins>upper restart>upper restart>-1+1>upper"
            }
            Toward::Anywhere => {
                "-1+1 -1+2 -2+1 -2+2 in-0+1>minimals minimals pattern-2+2 twins restart>-1+1"
            }
        };
        let moves = names.split(' ').map(str::parse);
        moves
            .collect::<Result<_, _>>()
            .expect("these are names of moves")
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: Vec<String> = self.0.iter().map(MoveStep::to_string).collect();
        f.pad(&steps.join(">"))
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let steps = text.split('>').map(|word| word.trim().parse());
        let steps: Vec<MoveStep> = steps.collect::<Result<_, _>>()?;
        let begins_again = steps.iter().skip(1).any(|step| *step == MoveStep::Restart);
        if steps.len() <= LONGEST && !begins_again {
            Ok(Move(steps))
        } else {
            Err(NotAMove(text.to_string()))
        }
    }
}
