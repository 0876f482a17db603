//! Puzzles to be rated.

use crate::board::Board;
use crate::geometry::{ALL, PEERS, cells};

/// Why something cannot be rated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The text does not have 81 cells.
    #[error("a puzzle has 81 cells, not {0}")]
    Length(usize),
    /// A character is neither a digit nor a dot.
    #[error("{0:?} is neither a digit nor a dot")]
    Character(char),
    /// Two givens contradict each other, or a cell has no candidate.
    #[error("cell {0} (from 0) has no possible digit")]
    Contradiction(usize),
}

/// A puzzle: givens, or candidates.
///
/// It should have exactly one solution; ratings of others mean nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    givens: [u8; 81],
    candidates: [u16; 81],
}

impl State {
    /// A puzzle with these givens: digits from 1, or 0 for an empty cell, row by row.
    pub fn givens(givens: &[u8; 81]) -> Result<State, StateError> {
        let mut candidates = [ALL; 81];
        for (cell, &given) in givens.iter().enumerate() {
            if given > 9 {
                return Err(StateError::Contradiction(cell));
            }
            if given > 0 {
                if candidates[cell] >> (given - 1) & 1 == 0 {
                    return Err(StateError::Contradiction(cell));
                }
                candidates[cell] = 0;
                for peer in cells(PEERS[cell]) {
                    candidates[peer] &= !(1 << (given - 1));
                }
            }
        }
        let stuck = (0..81).find(|&cell| givens[cell] == 0 && candidates[cell] == 0);
        match stuck {
            Some(cell) => Err(StateError::Contradiction(cell)),
            None => Ok(State {
                givens: *givens,
                candidates,
            }),
        }
    }

    /// A sukaku: the candidates of each cell, digit d as bit d - 1. No cell counts as given.
    pub fn sukaku(candidates: &[u16; 81]) -> Result<State, StateError> {
        let bad = |&cell: &usize| candidates[cell] == 0 || candidates[cell] & !ALL != 0;
        match (0..81).find(bad) {
            Some(cell) => Err(StateError::Contradiction(cell)),
            None => Ok(State {
                givens: [0; 81],
                candidates: *candidates,
            }),
        }
    }

    pub(crate) fn board(&self) -> Board {
        let mut board = Board::new(&[ALL; 81]);
        if self.givens.iter().all(|given| *given == 0) {
            return Board::new(&self.candidates);
        }
        for (cell, &given) in self.givens.iter().enumerate() {
            if given > 0 {
                board.place(cell, usize::from(given) - 1);
            }
        }
        board
    }
}

impl std::str::FromStr for State {
    type Err = StateError;

    fn from_str(text: &str) -> Result<State, StateError> {
        let mut givens = [0; 81];
        let mut count = 0;
        for character in text.chars() {
            let digit = match character {
                '.' => 0,
                digit if digit.is_ascii_digit() => digit as u8 - b'0',
                other => return Err(StateError::Character(other)),
            };
            if let Some(given) = givens.get_mut(count) {
                *given = digit;
            }
            count += 1;
        }
        if count != 81 {
            return Err(StateError::Length(count));
        }
        State::givens(&givens)
    }
}
