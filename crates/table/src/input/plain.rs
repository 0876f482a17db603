//! A puzzle on a line of its own: bare, in quotes, with its kind in front, among other words, or
//! as HoDoKu's library has it.

use memchr::memchr;

use super::record::split_comment;
use super::words::{OnlyWord, only_word};
use gradus_puzzles::{kind_names, read_with, shows_kind};

/// A line that was cut into a puzzle and its comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitLine<'a> {
    /// The text of the puzzle, or what should be one.
    pub puzzle: &'a [u8],
    /// The comment.
    pub comment: Option<&'a [u8]>,
    /// Why no part of the line is taken for the puzzle, if the text of the puzzle does not show
    /// it.
    pub fault: Option<&'static str>,
}

/// The parts of a line, of which the first should be a puzzle.
type Parts<'a> = (&'a [u8], Option<&'a [u8]>);

/// The reason why a line with several puzzles is rejected.
const SEVERAL: &str = "several words of this line are puzzles, and the first word is none: put \
                       each puzzle on a line of its own, before its comment";

/// The puzzle and the comment of a line. A text that has to be changed is put in a buffer. The
/// kind is that of puzzles that do not show their own.
///
/// The puzzle comes first. If what comes first is not a puzzle and the line does not begin with
/// the name of a kind or a brace, the only word that is one is the puzzle, and the rest is its
/// comment.
pub fn split_line<'a>(
    line: &'a [u8],
    kind: Option<&str>,
    buffer: &'a mut Vec<u8>,
) -> SplitLine<'a> {
    let line = line.trim_ascii();
    if line.first() == Some(&b':') && hodoku(line, buffer) {
        return parts((&buffer[..], Some(line)));
    }
    let first = match line.first() {
        Some(b'"' | b'\'') => quoted(line),
        _ => None,
    };
    let first = first.unwrap_or_else(|| beginning(line, kind));
    let is_puzzle = || {
        let text = str::from_utf8(first.0);
        text.is_ok_and(|text| read_with(text, kind).is_ok())
    };
    let is_plain = kind.is_none() && is_bare(first.0) && first.0.iter().all(is_plain_cell);
    let text = str::from_utf8(line).unwrap_or_default();
    // What is in an object is not among words.
    let is_closed = text.is_empty() || text.starts_with('{') || names_kind(line);
    if is_plain || is_closed || is_puzzle() {
        return parts(first);
    }
    match only_word(text, kind) {
        OnlyWord::None => parts(first),
        OnlyWord::Several => SplitLine {
            fault: Some(SEVERAL),
            ..parts(first)
        },
        OnlyWord::At(word) => {
            buffer.clear();
            let before = text[..word.start].trim_end_matches(BEFORE);
            let after = text[word.end..].trim_start_matches(AFTER);
            buffer.extend_from_slice(before.as_bytes());
            if !before.is_empty() && !after.is_empty() {
                buffer.push(b' ');
            }
            buffer.extend_from_slice(after.as_bytes());
            let comment = buffer.trim_ascii();
            parts((
                text[word].as_bytes(),
                (!comment.is_empty()).then_some(comment),
            ))
        }
    }
}

/// What stands between the puzzle and the words before it, and is not part of the comment:
/// separators, quotes and brackets.
const BEFORE: [char; 14] = [
    ' ', '\t', ',', ';', '|', '"', '\'', '“', '„', '‘', '«', '(', '[', '{',
];

/// The same between the puzzle and the words after it.
const AFTER: [char; 14] = [
    ' ', '\t', ',', ';', '|', '"', '\'', '”', '“', '’', '»', ')', ']', '}',
];

fn parts((puzzle, comment): Parts<'_>) -> SplitLine<'_> {
    SplitLine {
        puzzle,
        comment,
        fault: None,
    }
}

/// Returns true for a text as long as a 9×9 Sudoku or a sukaku that shows no kind.
pub(super) fn is_bare(text: &[u8]) -> bool {
    matches!(text.len(), 81 | 729) && memchr(b':', text).is_none()
}

/// Returns true for the usual characters of a cell.
fn is_plain_cell(byte: &u8) -> bool {
    matches!(byte, b'.' | b'0'..=b'9')
}

/// Returns true if a line begins with the name of a kind of puzzle and a colon.
pub(super) fn names_kind(line: &[u8]) -> bool {
    let colon = line.iter().position(|&byte| byte == b':');
    let name = colon.and_then(|colon| str::from_utf8(&line[..colon]).ok());
    name.is_some_and(|name| kind_names().any(|known| known.eq_ignore_ascii_case(name)))
}

/// What a line begins with, up to its comment.
fn beginning<'a>(line: &'a [u8], kind: Option<&str>) -> Parts<'a> {
    let (word, comment) = split_comment(line);
    // Most lines are 9×9 Sudokus, and those of other kinds have a colon.
    match str::from_utf8(line) {
        Ok(text) if kind.is_some() || (!is_bare(word) && shows_kind(text)) => any_kind(text, kind),
        _ => (word, comment),
    }
}

/// The puzzle and the comment of a line with a puzzle of any kind, whose data may have blanks,
/// commas and semicolons in it. A tab, or a blank and `#`, ends the data. Where there is
/// neither, the comment is what is left out of the longest part that is a puzzle: all of the
/// line, what ends with its last brace, its first word, or what comes before the first comma
/// or semicolon. If no part is a puzzle, the whole is none.
fn any_kind<'a>(line: &'a str, kind: Option<&str>) -> Parts<'a> {
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
fn quoted(line: &[u8]) -> Option<Parts<'_>> {
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

/// Puts the cells of a line of HoDoKu's library in a buffer: `:technique:candidates:cells:…`. A
/// `+` is before each value that was found on the way, which is no given. All of the line is
/// the comment. Returns false for another line.
fn hodoku(line: &[u8], buffer: &mut Vec<u8>) -> bool {
    let Some(cells) = line.split(|&byte| byte == b':').nth(3) else {
        return false;
    };
    buffer.clear();
    let mut found = false;
    for &byte in cells {
        match byte {
            b'+' => found = true,
            _ if std::mem::take(&mut found) => buffer.push(b'.'),
            _ => buffer.push(byte),
        }
    }
    buffer.len() == 81
}
