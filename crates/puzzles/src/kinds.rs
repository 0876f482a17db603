//! The kinds of puzzles, and how a line becomes one: `KIND:DATA`, an id of Simon Tatham's
//! collection ([`crate::tatham`]), or 81 or 729 characters without a kind for 9×9 Sudoku.

use std::str::FromStr;

use crate::futoshiki::{Futoshiki, unequal};
use crate::kakuro::Kakuro;
use crate::map::{self, Map};
use crate::queens::Queens;
use crate::squares::read_solo;
use crate::statement::Csp;
use crate::sudoku::Puzzle;
use crate::tatham::{Game, Id};
use crate::{numbrix, slitherlink, squares};
use gradus_csp::{Instance, ReadError, ReadResult};

/// Reads an id.
type ReadId = fn(&Id<'_>) -> ReadResult;

/// A kind of puzzle.
struct Kind {
    name: &'static str,
    /// A small puzzle of the kind, as a line without white space; it has one solution.
    example: &'static str,
    /// Reads what follows the colon.
    read: fn(&'static str, &str) -> ReadResult,
    /// The game of Tatham's collection whose ids it reads, and how.
    ids: Option<(Game, ReadId)>,
}

/// All kinds; a new one is one more entry.
const KINDS: &[Kind] = &[
    Kind {
        name: "sudoku",
        example: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        read: squares::read,
        ids: Some((Game::Solo, read_solo)),
    },
    Kind {
        name: "sudoku-x",
        example: "sudoku-x:....2.1.3.......",
        read: squares::read,
        ids: Some((Game::Solo, read_solo)),
    },
    Kind {
        name: "windoku",
        example: "windoku:1....2.3......2.",
        read: squares::read,
        ids: None,
    },
    Kind {
        name: "jigsaw",
        example: "jigsaw:....31....23....,aaabccabdccbdddb",
        read: squares::read,
        ids: Some((Game::Solo, read_solo)),
    },
    Kind {
        name: "jigsaw-x",
        example: "jigsaw-x:3......5.3......5..2......5.6......4,aabbbbcaabbdccaaddceefddceeffdceefff",
        read: squares::read,
        ids: Some((Game::Solo, read_solo)),
    },
    Kind {
        name: "latin",
        example: "latin:..2..3.44......1",
        read: squares::read,
        ids: None,
    },
    Kind {
        name: "pandiagonal",
        example: "pandiagonal:....5.......2.3.1........",
        read: squares::read,
        ids: None,
    },
    Kind {
        name: "futoshiki",
        example: "futoshiki:4,....1...........,----------<-,-----<>-----",
        read: parsed::<Futoshiki>,
        ids: Some((Game::Unequal, unequal::read)),
    },
    Kind {
        name: "futoshiki-hills",
        example: "futoshiki-hills:4,....1...........,----------<-,-----<>-----",
        read: |kind, text| match text.parse::<Futoshiki>() {
            Ok(puzzle) => Ok(Box::new(puzzle.with_hills())),
            Err(error) => Err(ReadError::data(kind, error)),
        },
        ids: Some((Game::Unequal, unequal::read_hills)),
    },
    Kind {
        name: "queens",
        example: "queens:8,r1c2,r2c7,r3c5",
        read: |kind, text| queens(kind, text, false),
        ids: None,
    },
    Kind {
        name: "sudoqueens",
        example: "sudoqueens:9,r1c1,r2c4",
        read: |kind, text| queens(kind, text, true),
        ids: None,
    },
    Kind {
        name: "kakuro",
        example: "kakuro:3;3,.,./4,.,.;4,.,./3,.,.",
        read: parsed::<Kakuro>,
        ids: None,
    },
    Kind {
        name: "numbrix",
        example: "numbrix:4,.,14,.,.,.,1,.,.,5,.,.,.,.,.,.,.",
        read: numbrix::read,
        ids: None,
    },
    Kind {
        name: "numbrix-topological",
        example: "numbrix-topological:4,.,14,.,.,.,1,.,.,5,.,.,.,.,.,.,.",
        read: numbrix::read,
        ids: None,
    },
    Kind {
        name: "hidato",
        example: "hidato:4,.,.,5,.,9,B,.,.,.,.,7,B,.,.,.,.",
        read: numbrix::read,
        ids: None,
    },
    Kind {
        name: "hidato-topological",
        example: "hidato-topological:4,.,.,5,.,9,B,.,.,.,.,7,B,.,.,.,.",
        read: numbrix::read,
        ids: None,
    },
    Kind {
        name: "map",
        example: "map:4,RYGB..,1-2-3-4-5:2-3-4-6:3-5-6:4-5-6:5-6",
        read: parsed::<Map>,
        ids: Some((Game::Map, map::read_id)),
    },
    Kind {
        name: slitherlink::KIND,
        example: "slitherlink:3x4,.21.30...2.3",
        read: slitherlink::read,
        ids: Some((Game::Loopy, slitherlink::read_id)),
    },
    Kind {
        name: slitherlink::EXTENDED,
        example: "slitherlink-xtd:3x4,.21.30...2.3",
        read: slitherlink::read,
        ids: Some((Game::Loopy, slitherlink::read_extended_id)),
    },
    Kind {
        name: "csp",
        example: CSP_EXAMPLE,
        read: parsed::<Csp>,
        ids: None,
    },
];

fn queens(kind: &'static str, text: &str, blocks: bool) -> ReadResult {
    match Queens::read(text, blocks) {
        Ok(puzzle) => Ok(Box::new(puzzle)),
        Err(error) => Err(ReadError::data(kind, error)),
    }
}

/// Other names of kinds.
const ALIASES: &[(&str, &str)] = &[
    ("numbrix-geometric", "numbrix"),
    ("hidato-geometric", "hidato"),
];

/// Three countries that border on each other, and one that borders on two of them.
const CSP_EXAMPLE: &str = r#"csp:{"variables":{"A":["red","blue","green"],"B":["red","blue","green"],"C":["red","blue","green"],"D":["red","blue"]},"links":[["A=red","B=red"],["A=red","C=red"],["A=red","D=red"],["A=blue","B=blue"],["A=blue","C=blue"],["A=blue","D=blue"],["A=green","B=green"],["A=green","C=green"],["B=red","C=red"],["B=red","D=red"],["B=blue","C=blue"],["B=blue","D=blue"],["B=green","C=green"]],"values":["A=red"]}"#;

fn sudoku(text: &str) -> ReadResult {
    Ok(Box::new(text.parse::<Puzzle>()?))
}

/// Reads a kind whose data say all about it.
fn parsed<T>(kind: &'static str, text: &str) -> ReadResult
where
    T: Instance + FromStr + 'static,
    T::Err: ToString,
{
    match text.parse::<T>() {
        Ok(puzzle) => Ok(Box::new(puzzle)),
        Err(error) => Err(ReadError::data(kind, error)),
    }
}

/// The names of the kinds, in the order in which they are explained.
pub fn kind_names() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.name)
}

/// The name of the kind that the text of a puzzle begins with, as an [`Instance`] prints it;
/// none if it names no kind, as 9×9 Sudokus do.
pub fn kind_named(text: &str) -> Option<&str> {
    // The colons of other texts come after what no name contains.
    let (kind, _) = text.split_once(':')?;
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    (!kind.is_empty() && kind.bytes().all(is_letter)).then_some(kind)
}

/// The name of the kind of a puzzle, from its text as an [`Instance`] prints it.
pub fn kind_of(text: &str) -> &str {
    kind_named(text).unwrap_or(KINDS[0].name)
}

/// A small puzzle of each kind, as a line, beside the name of the kind.
pub fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    KINDS.iter().map(|kind| (kind.name, kind.example))
}

fn names() -> String {
    kind_names().collect::<Vec<_>>().join(", ")
}

/// The puzzle of a text.
pub fn read(text: &str) -> ReadResult {
    // Most lines are Sudokus without a kind: no need to look for a colon first.
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

/// The puzzle of a kind with these data, which may be an id of Tatham's collection.
pub fn read_as(kind: &str, data: &str) -> ReadResult {
    let alias = ALIASES
        .iter()
        .find(|(alias, _)| alias.eq_ignore_ascii_case(kind));
    let kind = alias.map_or(kind, |(_, name)| name);
    let mut known = KINDS.iter();
    let found = known.find(|known| known.name.eq_ignore_ascii_case(kind));
    let found = found.ok_or_else(|| ReadError::Kind {
        found: kind.to_string(),
        known: names(),
    })?;
    match (Id::of(data), found.ids) {
        (Some(id), Some((game, read))) if id.game == game => read(&id),
        _ => (found.read)(found.name, data),
    }
}

/// The puzzle of a text. What does not show its kind by a name or by the parameters of an
/// id is of the kind given here, if there is one: even 81 characters.
pub fn read_with(text: &str, kind: Option<&str>) -> ReadResult {
    match kind {
        Some(kind) if !shows_kind(text) => read_as(kind, text),
        _ => read(text),
    }
}

/// Whether a text begins with the name of a kind and a colon, whether there is such a kind
/// or not, or is an id of Tatham's collection.
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
    let readers = KINDS.iter().filter_map(|kind| kind.ids);
    let reader = readers.into_iter().find(|(game, _)| *game == id.game);
    match reader {
        Some((_, read)) => read(id),
        None => Err(ReadError::Id(format!("ids of {:?} are not read", id.game))),
    }
}
