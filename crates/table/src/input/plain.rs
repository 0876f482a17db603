//! A puzzle on a line of its own: bare, in quotes, with its kind in front, or as HoDoKu's
//! library has it.

use memchr::memchr;

use super::record::split_comment;
use gradus_puzzles::{read_with, shows_kind};

/// The puzzle and the comment of a line. A text that has to be changed is put in a buffer. The
/// kind is that of puzzles that do not show their own.
pub fn split_line<'a>(
    line: &'a [u8],
    kind: Option<&str>,
    buffer: &'a mut Vec<u8>,
) -> (&'a [u8], Option<&'a [u8]>) {
    let line = line.trim_ascii();
    let special = match line.first() {
        Some(b'"' | b'\'') => quoted(line),
        Some(b':') => hodoku(line, buffer),
        _ => None,
    };
    if let Some(special) = special {
        return special;
    }
    let (word, comment) = split_comment(line);
    // Most lines are 9×9 Sudokus, and those of other kinds have a colon.
    let is_sudoku = matches!(word.len(), 81 | 729) && memchr(b':', word).is_none();
    match str::from_utf8(line) {
        Ok(text) if kind.is_some() || (!is_sudoku && shows_kind(text)) => any_kind(text, kind),
        _ => (word, comment),
    }
}

/// The puzzle and the comment of a line with a puzzle of any kind, whose data may have blanks,
/// commas and semicolons in it. A tab, or a blank and `#`, ends the data. Where there is
/// neither, the comment is what is left out of the longest part that is a puzzle: all of the
/// line, what ends with its last brace, its first word, or what comes before the first comma
/// or semicolon. If no part is a puzzle, the whole is none.
fn any_kind<'a>(line: &'a str, kind: Option<&str>) -> (&'a [u8], Option<&'a [u8]>) {
    let is_puzzle = |text: &str| read_with(text, kind).is_ok();
    let parts = |text: &'a str, rest: &'a str| {
        let rest = rest.trim_ascii();
        (
            text.trim_ascii_end().as_bytes(),
            (!rest.is_empty()).then_some(rest.as_bytes()),
        )
    };
    let end = line.find('\t').into_iter().chain(line.find(" #")).min();
    if let Some(end) = end {
        let rest = &line[end..];
        return parts(&line[..end], rest);
    }
    let ends = [
        line.rfind("} ").map(|brace| brace + 1),
        line.find(' '),
        line.find([',', ';']),
        line.find([' ', ',', ';']),
    ];
    if ends[3].is_none() || is_puzzle(line) {
        return (line.as_bytes(), None);
    }
    for end in ends.into_iter().flatten() {
        if is_puzzle(&line[..end]) {
            return parts(&line[..end], &line[end + 1..]);
        }
    }
    (line.as_bytes(), None)
}

/// A puzzle in quotes; the rest is the comment, without the separator.
fn quoted(line: &[u8]) -> Option<(&[u8], Option<&[u8]>)> {
    let (quote, rest) = line.split_first()?;
    let end = rest.iter().position(|byte| byte == quote)?;
    let comment = rest[end + 1..].trim_ascii_start();
    let comment = match comment.split_first() {
        Some((b',' | b';', after)) => after.trim_ascii(),
        _ => comment,
    };
    Some((
        rest[..end].trim_ascii(),
        (!comment.is_empty()).then_some(comment),
    ))
}

/// A line of HoDoKu's library: `:technique:candidates:cells:deleted:…`. A `+` is
/// before each value that was found on the way, which is no given. All of the line is
/// kept as the comment.
fn hodoku<'a>(line: &'a [u8], buffer: &'a mut Vec<u8>) -> Option<(&'a [u8], Option<&'a [u8]>)> {
    let cells = line.split(|&byte| byte == b':').nth(3)?;
    buffer.clear();
    let mut found = false;
    for &byte in cells {
        match byte {
            b'+' => found = true,
            _ if std::mem::take(&mut found) => buffer.push(b'.'),
            _ => buffer.push(byte),
        }
    }
    (buffer.len() == 81).then_some((&buffer[..], Some(line)))
}
