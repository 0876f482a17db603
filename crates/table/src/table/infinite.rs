//! How a table writes the value of an infinite rating. Most programs drop rows without a value
//! from every comparison, and with them the hardest puzzles.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::columns::{Columns, Field};
use super::kept_type::KeptType;
use super::row::Row;
use gradus_engine::rating::Status;

/// The value of an infinite rating. The status is `infinite` in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Infinite {
    /// None.
    #[default]
    Null,
    /// Infinity: the ratings become floating-point numbers.
    Inf,
    /// This number.
    Number(u8),
}

/// A word that is no such value.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected null, inf or a number from 1 to 255")]
pub struct NotInfinite;

impl FromStr for Infinite {
    type Err = NotInfinite;

    fn from_str(word: &str) -> Result<Infinite, NotInfinite> {
        match word.to_ascii_lowercase().as_str() {
            "null" => Ok(Infinite::Null),
            INF => Ok(Infinite::Inf),
            number => match number.parse() {
                Ok(number @ 1..) => Ok(Infinite::Number(number)),
                _ => Err(NotInfinite),
            },
        }
    }
}

impl fmt::Display for Infinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Infinite::Null => f.pad("null"),
            Infinite::Inf => f.pad(INF),
            Infinite::Number(number) => number.fmt(f),
        }
    }
}

impl TryFrom<String> for Infinite {
    type Error = NotInfinite;

    fn try_from(word: String) -> Result<Infinite, NotInfinite> {
        word.parse()
    }
}

impl From<Infinite> for String {
    fn from(infinite: Infinite) -> String {
        infinite.to_string()
    }
}

/// Infinity as a text.
const INF: &str = "inf";

impl Infinite {
    /// Returns true if it is the usual one.
    pub(super) fn is_null(&self) -> bool {
        *self == Infinite::Null
    }

    /// The text of the value.
    pub fn text(self) -> Option<String> {
        (!self.is_null()).then(|| self.to_string())
    }

    /// The columns of a table with these columns, as it is written.
    pub fn columns(self, columns: &Columns) -> Columns {
        let mut written = columns.clone();
        if self == Infinite::Inf {
            let first = kept(columns);
            for (place, field) in (first..).zip(numbers(&mut written)) {
                let name = field.to_string();
                *field = Field::Kept(name.as_str().into(), place, KeptType::Float64);
            }
        }
        written
    }

    /// A row of these columns, as it is written.
    pub fn row<'r>(self, columns: &Columns, row: &'r Row) -> Cow<'r, Row> {
        let mut written = Cow::Borrowed(row);
        match self {
            Infinite::Null => {}
            Infinite::Number(number) => {
                let infinite = |(_, rating): &(usize, &_)| status_is_infinite(rating);
                let places = row.ratings.iter().enumerate().filter(infinite);
                for (place, _) in places {
                    written.to_mut().ratings[place].value = Some(number);
                }
            }
            Infinite::Inf => {
                let row = written.to_mut();
                row.kept.resize(kept(columns), None);
                for field in columns.iter() {
                    if let Some(place) = number(field) {
                        let rating = row.ratings[place];
                        let is_infinite = rating.status == Status::Infinite;
                        let value = rating.value.map(|value| value.to_string());
                        row.kept.push(if is_infinite { self.text() } else { value });
                    }
                }
            }
        }
        written
    }
}

fn status_is_infinite(rating: &gradus_engine::rating::Rating) -> bool {
    rating.status == Status::Infinite
}

/// The number of kept columns.
fn kept(columns: &Columns) -> usize {
    let kept = columns
        .iter()
        .filter(|field| matches!(field, Field::Kept(..)));
    kept.count()
}

/// The place of a rating whose values are numbers, and not words or plain counts.
fn number(field: &Field) -> Option<usize> {
    match field {
        Field::Rating(column, place) => {
            (column.words().is_none() && column.status().is_some()).then_some(*place)
        }
        _ => None,
    }
}

fn numbers(columns: &mut Columns) -> impl Iterator<Item = &mut Field> {
    let fields = columns.0.iter_mut();
    fields.filter(|field| number(field).is_some())
}
