//! A record of an input: the text of a puzzle and its comment, wherever they
//! stood, and what becomes of them: a puzzle, or a bad line with a reason.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::io::lines::LONGEST;
use crate::io::shown;
use gradus_model::{Instance, ReadError, read};

/// A record as it was read; nothing is known of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields<'a> {
    /// Number of its line, or of its row in a Parquet file, from 1.
    pub line: u64,
    /// All of it as it stood.
    pub text: &'a [u8],
    /// The text of the puzzle.
    pub puzzle: &'a [u8],
    /// What else was said.
    pub comment: Option<&'a [u8]>,
    /// Whether the line was too long to be kept whole.
    pub too_long: bool,
}

/// A puzzle and what was said of it.
#[derive(Debug)]
pub struct Given {
    /// The puzzle.
    pub puzzle: Box<dyn Instance>,
    /// The comment.
    pub comment: Option<String>,
}

/// A line that is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadLine {
    /// Why.
    pub reason: String,
    /// What stood there: shortened, and nothing in it that a terminal would obey.
    pub text: String,
}

#[derive(Debug, Error)]
enum Reason {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("not UTF-8 text: convert the file (for example: iconv -f latin1 -t utf-8)")]
    NotText,
    #[error("more than {LONGEST} bytes: too long for a puzzle and its comment")]
    TooLong,
}

impl Fields<'_> {
    /// The puzzle, or why there is none.
    pub fn parse(&self) -> Result<Given, BadLine> {
        self.given().map_err(|reason| self.bad(reason.to_string()))
    }

    fn given(&self) -> Result<Given, Reason> {
        if self.too_long {
            return Err(Reason::TooLong);
        }
        let puzzle = read(text(self.puzzle)?)?;
        let comment = self.comment.map(text).transpose()?;
        Ok(Given {
            puzzle,
            comment: comment.map(str::to_string),
        })
    }

    /// A bad line, for a reason.
    pub fn bad(&self, reason: String) -> BadLine {
        BadLine {
            reason,
            text: shown(self.text, LONGEST_SHOWN),
        }
    }
}

fn text(bytes: &[u8]) -> Result<&str, Reason> {
    str::from_utf8(bytes).map_err(|_| Reason::NotText)
}

/// Characters of a bad line that are shown: a sukaku and a little more.
pub(crate) const LONGEST_SHOWN: usize = 800;

/// What comes before the comment of a line, and the comment.
pub(crate) fn split_comment(line: &[u8]) -> (&[u8], Option<&[u8]>) {
    let Some(end) = line.iter().position(|byte| b" \t,;".contains(byte)) else {
        return (line, None);
    };
    let comment = line[end + 1..].trim_ascii();
    (&line[..end], (!comment.is_empty()).then_some(comment))
}
