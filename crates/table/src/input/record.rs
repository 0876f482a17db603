//! A record of an input: the text of a puzzle and its comment, which become a puzzle or a
//! bad line with a reason.

use serde::{Deserialize, Serialize};

use super::kept_values::KeptValues;
use crate::io::{LONGEST_LINE, Line, shown_line};
use gradus_csp::Instance;
use gradus_puzzles::read_with;

/// A record as it was read; its bytes are not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields<'a> {
    /// Number of its line, or of its row in a Parquet file, from 1.
    pub line: u64,
    /// The whole record, unchanged.
    pub text: &'a [u8],
    /// The text of the puzzle.
    pub puzzle: &'a [u8],
    /// Its kind, if it does not show it.
    pub kind: Option<&'a str>,
    /// The comment.
    pub comment: Option<&'a [u8]>,
    /// The other kept columns of a table, in the order of the source.
    pub kept: Option<&'a KeptValues>,
    /// True if the line was too long to be kept whole.
    pub too_long: bool,
    /// Why it is rejected, if that is already known.
    pub fault: Option<&'a str>,
}

/// A puzzle with its comment and kept columns.
#[derive(Debug)]
pub struct PuzzleRecord {
    /// The puzzle.
    pub puzzle: Box<dyn Instance>,
    /// The comment.
    pub comment: Option<String>,
    /// The other kept columns, in the order of the source.
    pub kept: Vec<Option<String>>,
}

/// A line that is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadLine {
    /// Why.
    pub reason: String,
    /// The text: shortened, without control characters other than tabs.
    pub text: String,
}

/// Why a line is rejected that is not UTF-8.
pub(super) const NOT_TEXT: &str = "not UTF-8 text";

impl<'a> Fields<'a> {
    /// A line that is not yet split.
    pub(super) fn of(line: Line<'a>) -> Fields<'a> {
        Fields {
            line: line.number,
            text: line.bytes,
            puzzle: &[],
            kind: None,
            comment: None,
            kept: None,
            too_long: line.too_long,
            fault: None,
        }
    }

    /// Parses the puzzle, or says why the line is rejected.
    pub fn parse(&self) -> Result<PuzzleRecord, BadLine> {
        self.given().map_err(|reason| BadLine {
            reason,
            text: shown_line(self.text, LONGEST_SHOWN),
        })
    }

    /// The other kept columns.
    pub fn kept_values(&self) -> Vec<Option<String>> {
        let kept = self.kept.into_iter().flat_map(KeptValues::iter);
        kept.map(|value| value.map(str::to_string)).collect()
    }

    fn given(&self) -> Result<PuzzleRecord, String> {
        let text = |bytes| str::from_utf8(bytes).map_err(|_| NOT_TEXT.to_string());
        if self.too_long {
            return Err(format!(
                "more than {LONGEST_LINE} bytes: too long for a puzzle and its comment"
            ));
        }
        if let Some(fault) = self.fault {
            return Err(fault.to_string());
        }
        let puzzle = read_with(text(self.puzzle)?, self.kind).map_err(|error| error.to_string())?;
        let comment = self.comment.map(text).transpose()?;
        Ok(PuzzleRecord {
            puzzle,
            comment: comment.map(str::to_string),
            kept: self.kept_values(),
        })
    }
}

/// Characters of a bad line that are shown: a sukaku and a little more.
pub const LONGEST_SHOWN: usize = 800;

/// The part of a line before the comment, and the comment.
pub(crate) fn split_comment(line: &[u8]) -> (&[u8], Option<&[u8]>) {
    let Some(end) = line.iter().position(|byte| b" \t,;".contains(byte)) else {
        return (line, None);
    };
    let comment = line[end + 1..].trim_ascii();
    (&line[..end], (!comment.is_empty()).then_some(comment))
}
