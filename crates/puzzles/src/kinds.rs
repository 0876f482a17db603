//! The kinds of puzzles, and the reader of lines: `KIND:DATA`, an ID of Simon Tatham's
//! collection, or 81 or 729 characters without a kind for 9×9 Sudoku.

use std::str::FromStr;

use crate::futoshiki::{Futoshiki, unequal};
use crate::kakuro::Kakuro;
use crate::map::{self, Map};
use crate::queens::Queens;
use crate::squares::read_solo;
use crate::statement::Csp;
use crate::sudoku::Puzzle;
use crate::tatham::{Game, Id};
use crate::text::{boxed, joined};
use crate::{numbrix, slitherlink, squares};
use gradus_csp::{Instance, ReadError, ReadResult};

/// Reads an ID.
type ReadId = fn(&Id<'_>) -> ReadResult;

/// Kinds of puzzles with a common reader.
struct KindFamily {
    /// Reads the part after the colon.
    read: fn(&'static str, &str) -> ReadResult,
    /// The game of Tatham's collection whose IDs it reads, and their reader.
    ids: Option<(Game, ReadId)>,
    /// A small puzzle of each kind with one solution, as a line without white space.
    examples: &'static [&'static str],
}

/// All kinds; a new one is another example, perhaps in a new family.
const FAMILIES: &[KindFamily] = &[
    KindFamily {
        read: squares::read,
        ids: Some((Game::Solo, read_solo)),
        examples: &[
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "sudoku-x:....2.1.3.......",
        ],
    },
    KindFamily {
        read: squares::read,
        ids: None,
        examples: &["windoku:1....2.3......2."],
    },
    KindFamily {
        read: squares::read,
        ids: Some((Game::Solo, read_solo)),
        examples: &[
            "jigsaw:....31....23....,aaabccabdccbdddb",
            "jigsaw-x:3......5.3......5..2......5.6......4,aabbbbcaabbdccaaddceefddceeffdceefff",
        ],
    },
    KindFamily {
        read: squares::read,
        ids: None,
        examples: &[
            "latin:..2..3.44......1",
            "pandiagonal:....5.......2.3.1........",
        ],
    },
    KindFamily {
        read: parsed::<Futoshiki>,
        ids: Some((Game::Unequal, unequal::read)),
        examples: &["futoshiki:4,....1...........,----------<-,-----<>-----"],
    },
    KindFamily {
        read: |kind, text| boxed(kind, text.parse().map(Futoshiki::with_hills)),
        ids: Some((Game::Unequal, unequal::read_hills)),
        examples: &["futoshiki-hills:4,....1...........,----------<-,-----<>-----"],
    },
    KindFamily {
        read: |kind, text| boxed(kind, Queens::read(text, kind == "sudoqueens")),
        ids: None,
        examples: &["queens:8,r1c2,r2c7,r3c5", "sudoqueens:9,r1c1,r2c4"],
    },
    KindFamily {
        read: parsed::<Kakuro>,
        ids: None,
        examples: &["kakuro:3;3,.,./4,.,.;4,.,./3,.,."],
    },
    KindFamily {
        read: numbrix::read,
        ids: None,
        examples: &[
            "numbrix:4,.,14,.,.,.,1,.,.,5,.,.,.,.,.,.,.",
            "numbrix-topological:4,.,14,.,.,.,1,.,.,5,.,.,.,.,.,.,.",
            "hidato:4,.,.,5,.,9,B,.,.,.,.,7,B,.,.,.,.",
            "hidato-topological:4,.,.,5,.,9,B,.,.,.,.,7,B,.,.,.,.",
        ],
    },
    KindFamily {
        read: parsed::<Map>,
        ids: Some((Game::Map, map::read_id)),
        examples: &["map:4,RYGB..,1-2-3-4-5:2-3-4-6:3-5-6:4-5-6:5-6"],
    },
    KindFamily {
        read: slitherlink::read,
        ids: Some((Game::Loopy, slitherlink::read_id)),
        examples: &["slitherlink:3x4,.21.30...2.3"],
    },
    KindFamily {
        read: slitherlink::read,
        ids: Some((Game::Loopy, slitherlink::read_extended_id)),
        examples: &["slitherlink-xtd:3x4,.21.30...2.3"],
    },
    KindFamily {
        read: parsed::<Csp>,
        ids: None,
        examples: &[CSP_EXAMPLE],
    },
];

/// Aliases of kinds.
const ALIASES: &[(&str, &str)] = &[
    ("numbrix-geometric", "numbrix"),
    ("hidato-geometric", "hidato"),
];

/// Three countries that border on each other, and one that borders on two of them.
const CSP_EXAMPLE: &str = r#"csp:{"variables":{"A":["red","blue","green"],"B":["red","blue","green"],"C":["red","blue","green"],"D":["red","blue"]},"links":[["A=red","B=red"],["A=red","C=red"],["A=red","D=red"],["A=blue","B=blue"],["A=blue","C=blue"],["A=blue","D=blue"],["A=green","B=green"],["A=green","C=green"],["B=red","C=red"],["B=red","D=red"],["B=blue","C=blue"],["B=blue","D=blue"],["B=green","C=green"]],"values":["A=red"]}"#;

fn sudoku(text: &str) -> ReadResult {
    Ok(Box::new(text.parse::<Puzzle>()?))
}

/// Reads the data of a known kind.
fn parsed<T>(kind: &'static str, text: &str) -> ReadResult
where
    T: Instance + FromStr + 'static,
    T::Err: ToString,
{
    boxed(kind, text.parse::<T>())
}

/// The names of the kinds, in the order of their documentation.
pub fn kind_names() -> impl Iterator<Item = &'static str> {
    examples().map(|(kind, _)| kind)
}

/// The name of the kind that the text of a puzzle begins with, as an [`Instance`] prints it,
/// or `None` for 9×9 Sudokus, whose texts do not name the kind.
pub fn kind_named(text: &str) -> Option<&str> {
    // In other texts, the part before a colon is not a valid name.
    let (kind, _) = text.split_once(':')?;
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    (!kind.is_empty() && kind.bytes().all(is_letter)).then_some(kind)
}

/// The name of the kind of a puzzle, from its text as an [`Instance`] prints it.
pub fn kind_of(text: &str) -> &str {
    kind_named(text).unwrap_or("sudoku")
}

/// A small puzzle of each kind, as a line, beside the name of the kind.
pub fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    let examples = FAMILIES.iter().flat_map(|family| family.examples);
    examples.map(|example| (kind_of(example), *example))
}

/// Reads a puzzle.
pub fn read(text: &str) -> ReadResult {
    // A fast path: most lines are Sudokus without a kind.
    if let (81 | 729, Ok(puzzle)) = (text.len(), sudoku(text)) {
        return Ok(puzzle);
    }
    let Some((kind, data)) = text.split_once(':') else {
        return sudoku(text);
    };
    if let Some(id) = Id::of(text) {
        return read_id(&id);
    }
    read_as(kind, data)
}

/// Reads the data of a kind, which may be an ID of Tatham's collection.
pub(crate) fn read_as(kind: &str, data: &str) -> ReadResult {
    let mut aliases = ALIASES.iter();
    let alias = aliases.find(|(alias, _)| alias.eq_ignore_ascii_case(kind));
    let kind = alias.map_or(kind, |(_, name)| name);
    let known = |family: &&'static KindFamily| {
        let mut names = family.examples.iter().map(|example| kind_of(example));
        names.find(|name| name.eq_ignore_ascii_case(kind))
    };
    let families = FAMILIES.iter();
    let mut found = families.filter_map(|family| Some((known(&family)?, family)));
    let (name, found) = found.next().ok_or_else(|| ReadError::Kind {
        found: kind.to_string(),
        known: joined(kind_names(), ", "),
    })?;
    match (Id::of(data), found.ids) {
        (Some(id), Some((game, read))) if id.game == game => read(&id),
        _ => (found.read)(name, data),
    }
}

/// Reads a puzzle. Text without the name of a kind or the parameters of an ID is of the kind
/// given here, if any: even 81 characters.
pub fn read_with(text: &str, kind: Option<&str>) -> ReadResult {
    match kind {
        Some(kind) if !shows_kind(text) => read_as(kind, text),
        _ => read(text),
    }
}

/// Returns true if a text begins with a word and a colon, even if no kind has this name, or
/// is an ID of Tatham's collection.
pub fn shows_kind(text: &str) -> bool {
    let Some((before, _)) = text.split_once(':') else {
        return false;
    };
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'-';
    let is_name =
        before.starts_with(|c: char| c.is_ascii_alphabetic()) && before.bytes().all(is_letter);
    is_name || Id::of(text).is_some()
}

fn read_id(id: &Id<'_>) -> ReadResult {
    let mut readers = FAMILIES.iter().filter_map(|family| family.ids);
    match readers.find(|(game, _)| *game == id.game) {
        Some((_, read)) => read(id),
        None => Err(ReadError::Id(format!("ids of {:?} are not read", id.game))),
    }
}
