//! An error in an expression and its place: the message shows the expression with a
//! mark under the place.

use std::fmt;

use thiserror::Error;

/// An error in an expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Fault {
    /// The expression.
    text: String,
    /// The byte that the mark is under.
    at: usize,
    /// The error.
    pub message: String,
}

/// Characters that are shown before and after the place.
const AROUND: usize = 60;

impl Fault {
    /// Something is wrong at a byte of an expression.
    pub(super) fn new(text: &str, at: usize, message: impl Into<String>) -> Fault {
        Fault {
            text: text.to_string(),
            at,
            message: message.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        let (before, after) = self
            .text
            .split_at_checked(self.at)
            .unwrap_or((&self.text, ""));
        let count = before.chars().count();
        let cut = count > AROUND;
        let before: String = before.chars().skip(count.saturating_sub(AROUND)).collect();
        let before = if cut { format!("…{before}") } else { before };
        let mut after: String = after.chars().take(AROUND + 1).collect();
        if after.chars().count() > AROUND {
            after.pop();
            after.push('…');
        }
        let shown: String = format!("{before}{after}").chars().map(plain).collect();
        let indent = before.chars().count();
        write!(
            f,
            "{}\n  {}\n  {:indent$}^",
            self.message,
            shown.trim_end(),
            ""
        )
    }
}
