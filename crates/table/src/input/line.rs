//! A puzzle and its comment as a line of text: the only writer of such lines. The reader of
//! text finds the same puzzle and the same comment in it.

use std::fmt;

use super::plain::is_bare;
use crate::io::LONGEST_LINE;

/// A puzzle and its comment, to be written as a line.
///
/// Puzzles of many kinds may be followed by more data after a blank, so a tab is before the
/// comment. 9×9 Sudokus end with their last cell, and a blank is enough. A comment never starts
/// another line: its line breaks become blanks.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleLine<'a> {
    puzzle: &'a str,
    comment: &'a str,
}

impl<'a> PuzzleLine<'a> {
    /// The line of a puzzle, as its kind prints it, with a comment if that is not blank.
    pub fn new(puzzle: &'a str, comment: Option<&'a str>) -> PuzzleLine<'a> {
        let comment = comment.unwrap_or_default().trim_ascii();
        // Longer lines are rejected when they are read.
        let room = LONGEST_LINE.saturating_sub(puzzle.len() + 1);
        let end = comment.floor_char_boundary(room);
        PuzzleLine {
            puzzle,
            comment: comment[..end].trim_ascii_end(),
        }
    }
}

/// The line without its end.
impl fmt::Display for PuzzleLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        unbroken(self.puzzle, f)?;
        if self.comment.is_empty() {
            return Ok(());
        }
        f.write_str(if is_bare(self.puzzle.as_bytes()) {
            " "
        } else {
            "\t"
        })?;
        unbroken(self.comment, f)
    }
}

/// Writes a text with blanks for its line breaks.
fn unbroken(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (place, part) in text.split(['\n', '\r']).enumerate() {
        if place > 0 {
            f.write_str(" ")?;
        }
        f.write_str(part)?;
    }
    Ok(())
}
