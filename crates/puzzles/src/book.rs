//! The puzzles printed in the books, with their published properties.
//!
//! `data/book-puzzles.jsonl` is part of the program: it serves `rate --book`,
//! the golden tests and the reproduction of the books' tables.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A property as printed: a number, or a word such as `infinite`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Printed {
    /// A rating, depth or class.
    Number(u64),
    /// `infinite`, or the name of a level.
    Word(String),
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Printed::Number(number) => number.fmt(f),
            Printed::Word(word) => word.fmt(f),
        }
    }
}

/// One puzzle of a book.
#[derive(Clone, Debug, Deserialize)]
pub struct BookPuzzle {
    /// Book, section and number.
    pub id: String,
    /// 81 characters.
    pub puzzle: String,
    /// The place where it is printed.
    pub source: String,
    /// The printed properties.
    pub published: BTreeMap<String, Printed>,
    /// The correct values of misprints.
    #[serde(default)]
    pub correct: BTreeMap<String, Printed>,
    /// Why the printed values are wrong.
    pub reason: Option<String>,
    /// Independent recomputations.
    #[serde(default)]
    pub computed: BTreeMap<String, Printed>,
    /// Number of solutions.
    pub solutions: usize,
    /// The solution, if it is printed.
    pub solution: Option<String>,
    /// True if every given is needed.
    pub minimal: Option<bool>,
}

impl BookPuzzle {
    /// The correct value of a property: the published one unless it is a misprint.
    pub fn expected(&self, property: &str) -> Option<&Printed> {
        let maps = [&self.correct, &self.published, &self.computed];
        maps.into_iter().find_map(|map| map.get(property))
    }
}

/// All puzzles of the books, in the order of the file.
pub fn puzzles() -> Vec<BookPuzzle> {
    let lines = include_str!("../data/book-puzzles.jsonl").lines();
    lines
        .map(|line| serde_json::from_str(line).expect("the embedded data is sound"))
        .collect()
}
