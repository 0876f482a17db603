//! The lines of any input, bounded in length. A line ends with a line feed, a carriage
//! return, or both.

use std::io::{self, BufRead};

use memchr::memchr2;

/// Of a longer line only this much is kept, unless another limit is given.
pub const LONGEST_LINE: usize = 1 << 16;

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its bytes; of a line that is too long, only the first.
    pub bytes: &'a [u8],
    /// True if the line was cut.
    pub too_long: bool,
}

/// Reads an input line by line.
pub struct Lines<R> {
    input: R,
    longest: usize,
    line: Vec<u8>,
    number: u64,
    too_long: bool,
    /// True if a carriage return ended the last line: a line feed belongs to it.
    after_return: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of an input, of which `LONGEST_LINE` bytes are kept.
    pub fn new(input: R) -> Self {
        Lines::with_longest(input, LONGEST_LINE)
    }

    /// The lines of an input, of which `longest` bytes are kept.
    pub(crate) fn with_longest(input: R, longest: usize) -> Self {
        Lines {
            input,
            longest,
            line: Vec::new(),
            number: 0,
            too_long: false,
            after_return: false,
        }
    }

    /// The next line, or `None` at the end.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        Ok(self.advance()?.then(|| self.line()))
    }

    /// Moves to the next line. Returns false at the end.
    ///
    /// A last line without an end counts, because many files lack it.
    pub(crate) fn advance(&mut self) -> io::Result<bool> {
        self.line.clear();
        self.too_long = false;
        let mut begun = false;
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                self.number += u64::from(begun);
                return Ok(begun);
            }
            // Of two bytes that end a line, the second may come much later.
            if std::mem::take(&mut self.after_return) && buffer[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            begun = true;
            let end = memchr2(b'\n', b'\r', buffer);
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            let room = self.longest - self.line.len();
            self.too_long |= piece.len() > room;
            self.line.extend_from_slice(&piece[..piece.len().min(room)]);
            let used = piece.len() + usize::from(end.is_some());
            self.after_return = end.is_some_and(|end| buffer[end] == b'\r');
            self.input.consume(used);
            if end.is_some() {
                self.number += 1;
                return Ok(true);
            }
        }
    }

    /// The line that the reader is at.
    pub(crate) fn line(&self) -> Line<'_> {
        let mark = "\u{feff}".as_bytes();
        let bytes = match self.number {
            1 => self.line.strip_prefix(mark).unwrap_or(&self.line),
            _ => &self.line,
        };
        Line {
            number: self.number,
            bytes,
            too_long: self.too_long,
        }
    }
}
