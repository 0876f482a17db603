//! Arithmetic over what is known: over numbers alone, and over numbers of which only a
//! bound is known.

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
pub enum Known {
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

impl Known {
    /// The word for it, as in the status columns of tables.
    pub fn word(self) -> &'static str {
        match self {
            Known::Exact => "exact",
            Known::Upper => "upper",
            Known::Lower => "lower",
            Known::Infinite => "infinite",
            Known::MinusInfinite => "minus infinite",
        }
    }

    /// The status whose sign stands before such a number; an infinite one shows itself.
    pub fn sign(self) -> Status {
        match self {
            Known::Upper => Status::Upper,
            Known::Lower => Status::Lower,
            Known::Exact | Known::Infinite | Known::MinusInfinite => Status::Exact,
        }
    }
}

/// What a formula is for a puzzle, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The number; it may be infinite.
    pub number: Number,
    /// How far it is known.
    pub known: Known,
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
    /// The number, if it is a bound at least.
    pub(super) fn measure(self) -> Option<Measure> {
        let is = |bound: Number| bound.compare(self.number).is_eq();
        let known = match (is(self.least), is(self.most)) {
            (true, true) if self.number.is_infinite() && self.number.sign() > 0 => Known::Infinite,
            (true, true) if self.number.is_infinite() => Known::MinusInfinite,
            _ if self.number.is_infinite() => return None,
            (true, true) => Known::Exact,
            (_, true) => Known::Upper,
            (true, _) => Known::Lower,
            (false, false) => return None,
        };
        let number = self.number;
        Some(Measure { number, known })
    }

    /// What holds both ends of a product or a quotient, of all four that ends make.
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
        // At the end of a range, nothing times however much is nothing.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn calculated(operation: Operation, a: Entry, b: Entry) -> Option<Measure> {
        let [a, b] = [a, b].map(Bounded::of_entry);
        Bounded::calculated(operation, a?, b?)?.measure()
    }

    #[test]
    fn a_gap_is_known_as_far_as_its_ends() {
        let of = |w: Entry, b: Entry| calculated(Operation::Minus, w, b);
        let known = |w, b| of(w, b).map(|measure| (measure.value(), measure.known));
        use Entry::{Exact, Infinite as Inf, Lower, NotApplicable, Unknown, Upper};
        let two = |known| Some((Some(Number::whole(2)), known));
        assert_eq!(known(Exact(7), Exact(5)), two(Known::Exact));
        assert_eq!(known(Upper(7), Exact(5)), two(Known::Upper));
        assert_eq!(known(Lower(7), Exact(5)), two(Known::Lower));
        assert_eq!(known(Exact(7), Lower(5)), two(Known::Upper));
        assert_eq!(known(Upper(7), Lower(5)), two(Known::Upper));
        assert_eq!(known(Lower(7), Lower(5)), None);
        assert_eq!(known(Upper(7), Upper(5)), None);
        assert_eq!(known(Inf, Exact(5)), Some((None, Known::Infinite)));
        assert_eq!(known(Upper(5), Inf), Some((None, Known::MinusInfinite)));
        assert_eq!(known(Inf, Inf), None);
        assert_eq!(known(Inf, Lower(5)), None, "it may be infinite, too");
        assert_eq!(known(Lower(5), Inf), None, "it may be infinite, too");
        assert_eq!(known(Unknown, Exact(5)), None);
        assert_eq!(known(Exact(5), NotApplicable), None);
        let above = |a: Option<Measure>, b: Option<Measure>| {
            let [a, b] = [a, b].map(|measure| measure.expect("it is known").number);
            assert!(a > b, "{a} {b}");
        };
        above(of(Inf, Exact(2)), of(Inf, Upper(5)));
        above(of(Inf, Exact(200)), of(Exact(200), Exact(0)));
        above(of(Exact(0), Exact(200)), of(Exact(9), Inf));
    }

    /// Every value that entries allow is within what is known of the result.
    #[test]
    fn no_value_is_beyond_what_is_known() {
        let values = |entry: Entry| match entry {
            Entry::Exact(value) => value..=value,
            Entry::Upper(value) => 0..=value,
            Entry::Lower(value) => value..=value + 20,
            _ => unreachable!("it has a number"),
        };
        let entries: Vec<Entry> = (0..5)
            .flat_map(|v| [Entry::Exact(v), Entry::Upper(v), Entry::Lower(v)])
            .collect();
        let all = [
            Operation::Plus,
            Operation::Minus,
            Operation::Times,
            Operation::Over,
        ];
        let mut known = 0;
        for (operation, &a, &b) in all
            .iter()
            .flat_map(|o| entries.iter().map(move |a| (o, a)))
            .flat_map(|(o, a)| entries.iter().map(move |b| (*o, a, b)))
        {
            let Some(measure) = calculated(operation, a, b) else {
                continue;
            };
            known += 1;
            for x in values(a) {
                for y in values(b) {
                    let [x, y] = [x, y].map(|value| Number::whole(value.into()));
                    let value = Number::calculated(operation, x, y).expect("it is defined");
                    let order = value.compare(measure.number);
                    let holds = match measure.known {
                        Known::Exact => order.is_eq(),
                        Known::Upper => order.is_le(),
                        Known::Lower => order.is_ge(),
                        Known::Infinite | Known::MinusInfinite => false,
                    };
                    assert!(holds, "{operation:?} {a} {b}: {value} {measure:?}");
                }
            }
        }
        assert!(known > 200, "{known}");
    }
}
