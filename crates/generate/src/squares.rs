//! The top-down generator (PBCS 6.1) for squares of other sizes and kinds than 9×9 Sudoku:
//! it deletes random clues of a random complete square, one by one, and takes back what
//! leaves several solutions. What is left is minimal.
//!
//! Complete squares come from a search with guesses in random order. They are not all
//! equally likely.

use super::dice::Dice;
use gradus_csp::{Instance, Label, Labels};
use gradus_engine::kernel::Kernel;
use gradus_engine::solve::{drawn_solution, some_solution};
use gradus_engine::with_kernel;
use gradus_puzzles::squares::SquarePuzzle;

/// Guesses after which a search for a complete square starts again. Most take less; those
/// that have gone astray seldom come back.
const GUESSES: usize = 1000;

/// The largest size that is generated. Whether clues of a larger square can be deleted takes
/// the solver too long.
pub const LARGEST: usize = 16;

/// A kind of squares and a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    kind: String,
    size: usize,
}

impl Squares {
    /// The squares of a kind and a size, or `None` if there are none, if they have blocks of
    /// their own, or if they are larger than [`LARGEST`].
    pub fn new(kind: &str, size: usize) -> Option<Squares> {
        let kind = kind.to_ascii_lowercase();
        let empty = SquarePuzzle::empty(&kind, size).filter(|_| size <= LARGEST);
        empty.map(|_| Squares { kind, size })
    }

    /// The minimal puzzle of a number, and how many clues it has.
    pub fn top_down(&self, seed: u64, number: u64) -> Option<(Box<dyn Instance>, usize)> {
        let purpose = format!("top-down {self}");
        let mut dice = Dice::new(seed, &purpose, number);
        let empty = SquarePuzzle::empty(&self.kind, self.size)?;
        let clues = with_kernel!(empty, |kernel| drawn_clues(kernel, &mut dice));
        let puzzle = empty.with_givens(&clues)?;
        Some((puzzle, clues.len()))
    }
}

/// The kind and the size, as in `sudoku:16`.
impl std::fmt::Display for Squares {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.kind, self.size)
    }
}

/// Draws a complete square and deletes clues.
fn drawn_clues<K: Kernel>(kernel: &K, dice: &mut Dice) -> Vec<Label> {
    let empty = kernel.state(kernel.all());
    let mut clues = loop {
        let mut guesses = GUESSES;
        let pick = &mut |bound| dice.below(bound);
        if let Some(square) = drawn_solution(kernel, empty.clone(), &mut guesses, pick) {
            break square;
        }
    };
    let mut order = clues.clone();
    dice.shuffle(&mut order);
    for clue in order {
        let mut state = empty.clone();
        for &other in clues.iter().filter(|&&other| other != clue) {
            kernel.assert(&mut state, other);
        }
        state.left.remove(clue);
        // Without a limit the search always answers.
        if let Ok(None) = some_solution(kernel, state, u64::MAX) {
            clues.retain(|&other| other != clue);
        }
    }
    clues
}
