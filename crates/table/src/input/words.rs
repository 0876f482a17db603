//! The puzzle among the words of a line, as forums write it: with a number, a bullet or ratings
//! around it.

use std::ops::Range;

use gradus_puzzles::read_with;

/// The puzzles among the words of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OnlyWord {
    /// No word is a puzzle, or another word looks like a damaged one.
    None,
    /// Exactly one word is a puzzle: its place in the line.
    At(Range<usize>),
    /// Several words are.
    Several,
}

/// What may be around a word without being part of it. A comma or a bracket may also be the
/// end of a puzzle, which is tried first.
const AROUND: [char; 21] = [
    '"', '\'', '`', '“', '”', '„', '‘', '’', '«', '»', '(', ')', '[', ']', '{', '}', ',', ';', ':',
    '•', '·',
];

/// What may separate a 9×9 Sudoku from other parts of a word.
const INSIDE: [char; 7] = [',', ';', '|', '=', ':', ')', ']'];

/// Shorter texts are not looked for between brackets and commas: `(1)` is no Latin square.
const SHORTEST: usize = 4;

/// Words that are at least this long and contain nearly nothing but cells should be puzzles.
const LONG: usize = 50;

/// Finds the only word of a line that is a puzzle. A word that looks like a damaged puzzle is
/// not passed over: the other one may be its solution.
pub(super) fn only_word(line: &str, kind: Option<&str>) -> OnlyWord {
    let mut found = OnlyWord::None;
    let mut damaged = false;
    for word in words(line) {
        match puzzle_in(line, word.clone(), kind) {
            None => damaged |= looks_like_cells(&line[word]),
            Some(_) if found != OnlyWord::None => return OnlyWord::Several,
            Some(place) => found = OnlyWord::At(place),
        }
    }
    if damaged { OnlyWord::None } else { found }
}

/// The words between white space.
fn words(line: &str) -> impl Iterator<Item = Range<usize>> {
    let words = line.split_whitespace();
    words.map(|word| {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        start..start + word.len()
    })
}

/// The place of the puzzle that a word is, or that is inside quotes, brackets or separators.
fn puzzle_in(line: &str, word: Range<usize>, kind: Option<&str>) -> Option<Range<usize>> {
    let is_puzzle = |text: &str| {
        // Other texts without a kind are not tried: most lines have many words.
        let may_be = kind.is_some() || text.contains(':') || is_long(text);
        may_be && read_with(text, kind).is_ok()
    };
    let text = &line[word.clone()];
    if is_puzzle(text) {
        return Some(word);
    }
    let place = |part: &str| {
        let start = part.as_ptr() as usize - line.as_ptr() as usize;
        start..start + part.len()
    };
    let bare = text.trim_matches(AROUND);
    if bare.len() >= SHORTEST && is_puzzle(bare) {
        return Some(place(bare));
    }
    // Only 9×9 Sudokus have no separators in them.
    let parts = text.split(INSIDE).map(|part| part.trim_matches(AROUND));
    let mut puzzles = parts.filter(|part| is_long(part) && read_with(part, None).is_ok());
    match (puzzles.next(), puzzles.next()) {
        (Some(only), None) if kind.is_none() => Some(place(only)),
        _ => None,
    }
}

/// Returns true for as many characters as a 9×9 Sudoku or a sukaku has.
fn is_long(text: &str) -> bool {
    matches!(text.len(), 81 | 729)
}

fn looks_like_cells(word: &str) -> bool {
    let cells = word
        .chars()
        .filter(|c| c.is_ascii_digit() || ".*_-xX".contains(*c));
    let (cells, all) = (cells.count(), word.chars().count());
    all >= LONG && 10 * cells >= 9 * all
}
