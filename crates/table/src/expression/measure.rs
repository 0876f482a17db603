//! Arithmetic over numbers, and over numbers of which only a bound is known.

use std::fmt;
use std::ops::Neg;

use gradus_path::Status;
use serde::Serialize;

use super::number::Number;
use super::syntax::Operation;
use crate::table::Entry;

/// Something to calculate with.
pub(super) trait Arithmetic: Copy + From<Number> + Neg<Output = Self> {
    /// An entry of a table, or `None` if it has no number and is not infinite.
    fn of_entry(entry: Entry) -> Option<Self>;

    /// The result of an operation, or `None` if it is not defined.
    fn calculated(operation: Operation, a: Self, b: Self) -> Option<Self>;
}

/// Bounds count as numbers.
impl Arithmetic for Number {
    fn of_entry(entry: Entry) -> Option<Number> {
        match entry {
            Entry::Infinite => Some(Number::INFINITE),
            other => other.number().map(|value| Number::whole(value.into())),
        }
    }

    fn calculated(operation: Operation, a: Number, b: Number) -> Option<Number> {
        match operation {
            Operation::Plus => a.plus(b),
            Operation::Minus => a.plus(-b),
            Operation::Times => a.times(b),
            Operation::Over => a.divided_by(b),
        }
    }
}

/// How far a number is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoundKind {
    /// It is the value.
    Exact,
    /// The value is this or less.
    Upper,
    /// The value is this or more.
    Lower,
    /// It exceeds every number: of two ratings the first is infinite.
    Infinite,
    /// It is less than every number: of two ratings the second is infinite.
    #[serde(rename = "minus infinite")]
    MinusInfinite,
}

/// The word for it, as in the status columns of tables.
impl fmt::Display for BoundKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            BoundKind::Exact => "exact",
            BoundKind::Upper => "upper",
            BoundKind::Lower => "lower",
            BoundKind::Infinite => "infinite",
            BoundKind::MinusInfinite => "minus infinite",
        })
    }
}

/// The status whose sign stands before such a number; an infinite one shows itself.
impl From<BoundKind> for Status {
    fn from(known: BoundKind) -> Status {
        match known {
            BoundKind::Upper => Status::Upper,
            BoundKind::Lower => Status::Lower,
            BoundKind::Exact | BoundKind::Infinite | BoundKind::MinusInfinite => Status::Exact,
        }
    }
}

/// The value of a formula for a puzzle, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The number; it may be infinite.
    pub number: Number,
    /// How far it is known.
    pub known: BoundKind,
}

impl Measure {
    /// The number, unless it is infinite.
    pub fn value(self) -> Option<Number> {
        Some(self.number).filter(|number| !number.is_infinite())
    }
}

/// A number and the bounds between which the value is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounded {
    number: Number,
    least: Number,
    most: Number,
}

impl Bounded {
    /// The number, if it is known or a bound.
    pub(super) fn measure(self) -> Option<Measure> {
        let is = |bound: Number| bound.compare(self.number).is_eq();
        let known = match (is(self.least), is(self.most)) {
            (true, true) if self.number.is_infinite() && self.number.sign() > 0 => {
                BoundKind::Infinite
            }
            (true, true) if self.number.is_infinite() => BoundKind::MinusInfinite,
            _ if self.number.is_infinite() => return None,
            (true, true) => BoundKind::Exact,
            (_, true) => BoundKind::Upper,
            (true, _) => BoundKind::Lower,
            (false, false) => return None,
        };
        let number = self.number;
        Some(Measure { number, known })
    }

    /// The range of a product or a quotient, from the four combinations of the ends.
    fn around(number: Number, ends: [Option<Number>; 4]) -> Option<Bounded> {
        let [a, b, c, d] = ends;
        let ends = [a?, b?, c?, d?];
        Some(Bounded {
            number,
            least: ends.into_iter().min_by(|a, b| a.compare(*b))?,
            most: ends.into_iter().max_by(|a, b| a.compare(*b))?,
        })
    }
}

impl From<Number> for Bounded {
    fn from(number: Number) -> Bounded {
        Bounded {
            number,
            least: number,
            most: number,
        }
    }
}

impl Neg for Bounded {
    type Output = Bounded;

    fn neg(self) -> Bounded {
        Bounded {
            number: -self.number,
            least: -self.most,
            most: -self.least,
        }
    }
}

impl Arithmetic for Bounded {
    fn of_entry(entry: Entry) -> Option<Bounded> {
        let mut bounded = Bounded::from(Number::of_entry(entry)?);
        match entry {
            Entry::Upper(_) => bounded.least = Number::ZERO,
            Entry::Lower(_) => bounded.most = Number::INFINITE,
            _ => {}
        }
        Some(bounded)
    }

    fn calculated(operation: Operation, a: Bounded, b: Bounded) -> Option<Bounded> {
        let number = Number::calculated(operation, a.number, b.number)?;
        let ends = |combine: fn(Number, Number) -> Option<Number>| {
            [
                (a.least, b.least),
                (a.least, b.most),
                (a.most, b.least),
                (a.most, b.most),
            ]
            .map(|(a, b)| combine(a, b))
        };
        // At the end of a range, zero times anything is zero, even infinity.
        let product = |a: Number, b: Number| match a.sign() * b.sign() {
            0 => Some(Number::ZERO),
            _ => a.times(b),
        };
        match operation {
            Operation::Plus => Some(Bounded {
                number,
                least: a.least.plus(b.least)?,
                most: a.most.plus(b.most)?,
            }),
            Operation::Minus => Bounded::calculated(Operation::Plus, a, -b),
            Operation::Times => Bounded::around(number, ends(product)),
            Operation::Over if b.least.sign() * b.most.sign() <= 0 => None,
            Operation::Over => Bounded::around(number, ends(Number::divided_by)),
        }
    }
}
