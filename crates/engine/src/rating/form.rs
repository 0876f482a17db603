//! The form of a puzzle in which it is rated. Ratings depend on the state after Singles
//! alone, so all puzzles whose expansions by Singles are essentially the same have the same
//! ratings. Where the order of eliminations or the budget can matter, which is where the
//! order of the labels can, they have the same ratings only if they are turned in the same
//! way: such that the expansion becomes its canonical form.

use gradus_csp::{Instance, Key, Label};
use gradus_puzzles::sudoku::symmetry::{Symmetry, least_form};
use gradus_puzzles::sudoku::{Puzzle, as_sudoku};

/// A Sudoku, turned.
pub(crate) struct RatedForm {
    /// The puzzle, such that its expansion by Singles is in canonical form.
    pub(crate) puzzle: Puzzle,
    /// How it was turned.
    pub(crate) symmetry: Symmetry,
    /// What stands for all puzzles with such an expansion.
    pub(crate) key: Key,
}

/// The form in which a puzzle is rated, if it is a Sudoku; Singles assert these values.
pub(crate) fn rated_form(
    puzzle: &dyn Instance,
    values: impl Iterator<Item = Label>,
) -> Option<RatedForm> {
    let given = as_sudoku(puzzle)?;
    let values: Vec<Label> = values.collect();
    let expansion = given.with_givens(&values)?;
    let form = least_form(expansion.as_ref())?;
    Some(RatedForm {
        puzzle: form.symmetry.apply(&given),
        symmetry: form.symmetry,
        key: Key::of(&form.puzzle),
    })
}
