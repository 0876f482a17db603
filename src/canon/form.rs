//! The canonical forms of a puzzle.

use serde::{Deserialize, Serialize};

use crate::job::lines::not_sudoku;
use gradus_csp::Instance;
use gradus_puzzles::sudoku::as_sudoku;
use gradus_puzzles::sudoku::symmetry::{Canoniser, NotOneSolution, key};

/// The canonical form to compute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormChoice {
    /// The least text of the class.
    #[default]
    Minlex,
    /// The solution in its least form, the puzzle moved with it.
    Solution,
}

/// A puzzle in canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Formed {
    /// The text.
    pub text: String,
    /// The key of its class.
    pub key: u128,
    /// The order of the puzzle's automorphism group.
    pub automorphisms: u64,
}

impl FormChoice {
    /// A function that returns the form of a puzzle, or the reason why it has none.
    pub(crate) fn worker(self) -> impl FnMut(u64, &dyn Instance) -> Result<Formed, String> {
        let mut canoniser = Canoniser::default();
        move |_, puzzle| {
            let only = "only 9×9 Sudokus have a canonical form here";
            let puzzle = as_sudoku(puzzle).ok_or_else(|| not_sudoku(puzzle, only))?;
            let form = match self {
                FormChoice::Minlex => canoniser.least(&puzzle),
                FormChoice::Solution => canoniser.solution_form(&puzzle).map_err(|reason| {
                    let solutions = match reason {
                        NotOneSolution::None => "no solution",
                        NotOneSolution::Several => "several solutions",
                    };
                    format!("{solutions}: the solution form needs exactly one")
                })?,
            };
            Ok(Formed {
                text: form.puzzle.to_string(),
                key: key(&form.puzzle).0,
                automorphisms: form.automorphisms,
            })
        }
    }

    /// The text of a puzzle in this form, or the reason why it has none.
    pub fn text(self, puzzle: &dyn Instance) -> Result<String, String> {
        self.worker()(0, puzzle).map(|formed| formed.text)
    }
}
