//! Lines that can be looked at before they are read, a limited number of them.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use crate::io::{Line, Lines};

/// Reads an input line by line, and may look ahead.
pub(super) struct LookaheadLines<R> {
    lines: Lines<R>,
    /// Lines after the one that the reader is at.
    ahead: VecDeque<OwnedLine>,
    /// The line that the reader is at, if it was looked at before.
    current: Option<OwnedLine>,
}

struct OwnedLine {
    number: u64,
    bytes: Vec<u8>,
    too_long: bool,
}

impl OwnedLine {
    fn line(&self) -> Line<'_> {
        Line {
            number: self.number,
            bytes: &self.bytes,
            too_long: self.too_long,
        }
    }
}

impl<R: BufRead> LookaheadLines<R> {
    pub(super) fn new(input: R) -> Self {
        LookaheadLines {
            lines: Lines::new(input),
            ahead: VecDeque::new(),
            current: None,
        }
    }

    /// Moves to the next line. Returns false at the end.
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        self.current = self.ahead.pop_front();
        match self.current {
            Some(_) => Ok(true),
            None => self.lines.advance(),
        }
    }

    /// The line that the reader is at.
    pub(super) fn line(&self) -> Line<'_> {
        match &self.current {
            Some(line) => line.line(),
            None => self.lines.line(),
        }
    }

    /// The lines after the one that the reader is at: this many, or all that are left.
    pub(super) fn peek(&mut self, count: usize) -> io::Result<impl Iterator<Item = Line<'_>>> {
        if self.ahead.is_empty() && self.current.is_none() {
            let Line {
                number,
                bytes,
                too_long,
            } = self.lines.line();
            self.current = Some(OwnedLine {
                number,
                bytes: bytes.to_vec(),
                too_long,
            });
        }
        while self.ahead.len() < count && self.lines.advance()? {
            let line = self.lines.line();
            self.ahead.push_back(OwnedLine {
                number: line.number,
                bytes: line.bytes.to_vec(),
                too_long: line.too_long,
            });
        }
        Ok(self.ahead.iter().take(count).map(OwnedLine::line))
    }
}
