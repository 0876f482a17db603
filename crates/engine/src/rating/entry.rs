//! The entry of a rating in the [`registry`](super::registry).

use std::fmt;

use thiserror::Error;

use super::question::{Case, Question};
use gradus_path::{Ladder, PathTheory, Rating, Status};

/// A rating.
///
/// ```
/// use gradus_engine::rating::registry::RatingEntry;
/// use gradus_engine::rating::{Case, Rating};
///
/// fn openness(case: &mut dyn Case) -> Rating {
///     Rating::exact(case.candidates() / 10)
/// }
///
/// static OPENNESS: RatingEntry = RatingEntry::new("open", "Openness", openness)
///     .meaning("tens of candidates that Singles and whips[1] leave");
/// assert_eq!(OPENNESS.column, "open");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct RatingEntry {
    /// The name of its column, in lower case.
    pub column: &'static str,
    /// The name that the books use.
    pub heading: &'static str,
    /// Its definition, in one line.
    pub meaning: &'static str,
    /// The section of a book that defines it.
    pub section: &'static str,
    /// What it costs to compute, if known.
    pub cost: Option<Cost>,
    /// The proof of its values.
    pub shown_by: Shown,
    /// The columns of ratings that it never exceeds.
    pub at_most: &'static [&'static str],
    /// The words for its values, if they have names.
    pub words: Option<Words>,
    rate: Rate,
}

/// How a rating is computed.
#[derive(Clone, Copy, Debug)]
enum Rate {
    Ask(Question),
    Call(fn(&mut dyn Case) -> Rating),
}

impl RatingEntry {
    /// A rating that a function computes. Its number alone shows it.
    pub const fn new(
        column: &'static str,
        heading: &'static str,
        rate: fn(&mut dyn Case) -> Rating,
    ) -> Self {
        RatingEntry {
            column,
            heading,
            meaning: "",
            section: "",
            cost: None,
            shown_by: Shown::Number,
            at_most: &[],
            words: None,
            rate: Rate::Call(rate),
        }
    }

    /// A rating that is the answer to a question.
    pub(super) const fn asking(
        column: &'static str,
        heading: &'static str,
        question: Question,
    ) -> Self {
        RatingEntry {
            shown_by: match question {
                Question::Theory(PathTheory::Trials(ladder)) => Shown::Trials(ladder),
                Question::Theory(theory) => Shown::Path(theory),
                Question::Backdoor(_) | Question::OneStep => Shown::Invariant,
                Question::Belts | Question::Tridagons | Question::Guardians => Shown::Count,
                Question::HlsRule | Question::HlsLevel | Question::HlsChains(_) => Shown::Number,
            },
            rate: Rate::Ask(question),
            ..RatingEntry::new(column, heading, |_| Rating::NOT_APPLICABLE)
        }
    }

    /// Adds the definition.
    pub const fn meaning(self, meaning: &'static str) -> Self {
        RatingEntry { meaning, ..self }
    }

    /// Adds the section of a book.
    pub const fn section(self, section: &'static str) -> Self {
        RatingEntry { section, ..self }
    }

    /// Adds what it costs.
    pub const fn cost(self, cost: Cost) -> Self {
        RatingEntry {
            cost: Some(cost),
            ..self
        }
    }

    /// Adds the columns of ratings that it never exceeds.
    pub const fn at_most(self, at_most: &'static [&'static str]) -> Self {
        RatingEntry { at_most, ..self }
    }

    /// Adds words for the values.
    pub const fn words(self, words: Words) -> Self {
        RatingEntry {
            words: Some(words),
            ..self
        }
    }

    /// Computes the rating.
    pub fn rate(&self, case: &mut dyn Case) -> Rating {
        match self.rate {
            Rate::Ask(question) => case.ask(question),
            Rate::Call(rate) => rate(case),
        }
    }

    /// A value as text: a word if the values have words, otherwise a number with its sign.
    pub fn text(&self, rating: Rating) -> String {
        let word = self.words.and_then(|words| words.word(rating));
        word.map_or_else(|| rating.to_string(), str::to_string)
    }
}

/// What a rating costs: the time for a 9×9 Sudoku on one core.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Cost {
    /// Usual minimal puzzles take less than a millisecond, hard ones a few.
    Low,
    /// Hard puzzles take up to a tenth of a second.
    Medium,
    /// Hard puzzles take up to seconds.
    High,
    /// Usual puzzles take milliseconds as well.
    VeryHigh,
}

impl Cost {
    /// All of them, from low to high.
    pub const ALL: [Cost; 4] = [Cost::Low, Cost::Medium, Cost::High, Cost::VeryHigh];

    /// The time for a usual minimal puzzle, and for a hard one.
    pub fn times(self) -> [&'static str; 2] {
        match self {
            Cost::Low => ["below 1 ms", "a few ms"],
            Cost::Medium => ["below 1 ms", "up to 0.1 s"],
            Cost::High => ["below 1 ms", "up to seconds"],
            Cost::VeryHigh => ["some ms", "up to minutes"],
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Cost::Low => "low",
            Cost::Medium => "medium",
            Cost::High => "high",
            Cost::VeryHigh => "very high",
        })
    }
}

/// How the value of a rating can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Shown {
    /// By a resolution path in a theory whose levels the rating counts.
    Path(PathTheory),
    /// By the trials of Trial and Error.
    Trials(Ladder),
    /// By the number alone, of the puzzle as it is given.
    Number,
    /// By the number alone, which is the same for all puzzles with essentially the same
    /// expansion.
    Invariant,
    /// By the number alone, which is a plain count: it is always known, and has no status.
    Count,
}

/// The words for the values of a rating, which then stand in tables instead of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// For the values, from 0 on. No word is a number, and no two are the same.
    pub values: &'static [&'static str],
    /// For the rating of a puzzle that no value solves.
    pub beyond: &'static str,
}

impl Words {
    /// The word for a rating, or `None` if it is not applicable.
    pub fn word(&self, rating: Rating) -> Option<&'static str> {
        match (rating.value, rating.status) {
            (Some(value), _) => self.values.get(usize::from(value)).copied(),
            (None, Status::Infinite) => Some(self.beyond),
            (None, _) => None,
        }
    }

    /// The value that a word stands for, or `None` for the word for puzzles that no value solves.
    pub fn value(&self, word: &str) -> Result<Option<u8>, UnknownWord> {
        if word == self.beyond {
            return Ok(None);
        }
        let place = self.values.iter().position(|value| *value == word);
        let place = place.and_then(|place| u8::try_from(place).ok());
        place.map(Some).ok_or_else(|| UnknownWord(word.to_string()))
    }
}

/// A word that stands for no value of a rating.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0:?} is not a value of this rating")]
pub struct UnknownWord(String);
