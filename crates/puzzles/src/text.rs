//! Parts of the texts that several kinds read and print.

use std::fmt::Display;

use gradus_csp::{Instance, ReadError, ReadResult};

/// The words of a list with commas or blanks between them.
pub(crate) fn words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace());
    words.filter(|word| !word.is_empty()).collect()
}

/// Items with a separator between them.
pub(crate) fn joined<T: Display>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(separator)
}

/// The places of an ID of Tatham's collection: digits from 0 to 3, and letters for runs of
/// 1 to 26 empty places. An error has the position, from 1, and the invalid character.
pub(crate) fn runs(text: &str) -> Result<Vec<Option<u8>>, (usize, char)> {
    let mut places = Vec::new();
    for (position, found) in (1..).zip(text.chars()) {
        match found {
            '0'..='3' => places.push(Some(found as u8 - b'0')),
            'a'..='z' => places.extend((b'a'..=found as u8).map(|_| None)),
            _ => return Err((position, found)),
        }
    }
    Ok(places)
}

/// A puzzle of a kind, or the error in its data.
pub(crate) fn boxed<T: Instance + 'static>(
    kind: &'static str,
    puzzle: Result<T, impl ToString>,
) -> ReadResult {
    match puzzle {
        Ok(puzzle) => Ok(Box::new(puzzle)),
        Err(reason) => Err(ReadError::data(kind, reason)),
    }
}
