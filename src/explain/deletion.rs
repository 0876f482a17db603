//! Candidates that are deleted before a puzzle is explained. What follows is a path of another
//! puzzle, the sukaku that is left: it proves nothing about the one that was given.

use gradus_csp::{Instance, Label, Position, ReadError};
use gradus_puzzles::read;
use gradus_puzzles::sudoku::is_sudoku;
use thiserror::Error;

use super::state_line::sukaku;

/// Why candidates cannot be deleted.
#[derive(Debug, Error)]
pub(crate) enum NotDeleted {
    #[error("unknown candidate {0:?} (expected a name such as r1c1=3 or n3r1c1)")]
    Unknown(String),
    #[error("{0} is not a candidate of the puzzle")]
    NoCandidate(String),
    #[error("candidates can be deleted from 9×9 Sudokus only, not from puzzles of kind {0}")]
    Kind(&'static str),
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// The puzzle without some candidates, as a sukaku, and a remark on them.
pub(crate) fn without(
    puzzle: &dyn Instance,
    candidates: &[String],
) -> Result<(Box<dyn Instance>, String), NotDeleted> {
    if !is_sudoku(puzzle) {
        return Err(NotDeleted::Kind(puzzle.kind()));
    }
    let domain = puzzle.domain();
    let names = domain.names();
    let mut position = Position::initial(puzzle);
    let mut eliminations = Vec::new();
    for word in candidates {
        let word = word.trim();
        let is_named =
            |label: &Label| [names.label(*label), names.value(*label)].contains(&word.into());
        let label = domain.model().labels().find(is_named);
        let label = label.ok_or_else(|| NotDeleted::Unknown(word.to_string()))?;
        if !position.candidates.remove(&label) {
            return Err(NotDeleted::NoCandidate(word.to_string()));
        }
        eliminations.push(names.elimination(label));
    }
    let left = read(&sukaku(puzzle, &position))?;
    let list = eliminations.join(", ");
    let remark = format!("after the deletion of candidates ({list}): proves nothing of the puzzle");
    Ok((left, remark))
}
