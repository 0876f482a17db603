//! Texts of unknown origin, made fit for messages, terminals and shells.

use std::ffi::OsStr;

/// The first characters of a text, with a mark if there were more.
pub fn shortened(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        None => text.to_string(),
        Some(_) => text.chars().take(length - 1).chain(['…']).collect(),
    }
}

/// A text of unknown origin, fit to be shown: short, and nothing in it that a
/// terminal would obey.
pub fn shown(text: &[u8], length: usize) -> String {
    // A character has at most four bytes; more cannot be shown anyway.
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * length)]);
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\'' | '"' => shown.push(character),
            _ => shown.extend(character.escape_debug()),
        }
    }
    shortened(&shown, length)
}

/// A line of unknown origin, fit to be kept for whoever corrects it: short, and nothing in it
/// that a terminal would obey, but otherwise as it is. A tab may be the end of a puzzle, and a
/// backslash a part of it.
pub fn shown_line(text: &[u8], length: usize) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * length)]);
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_obeyed(character) {
            shown.extend(character.escape_debug())
        } else {
            shown.push(character)
        }
    }
    shortened(&shown, length)
}

/// Returns true for characters that control a terminal or the direction of writing.
fn is_obeyed(character: char) -> bool {
    let turns = matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || character.is_control() && character != '\t'
}

/// Longer arguments are cut: they are for people to read.
const LONGEST_ARGUMENT: usize = 4096;

/// An argument as one would type it into a shell, with quotes around it, if it needs them.
pub fn quoted(argument: impl AsRef<OsStr>) -> String {
    let text = shown(argument.as_ref().as_encoded_bytes(), LONGEST_ARGUMENT);
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+%@".contains(c);
    if text.chars().all(plain) && !text.is_empty() {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
