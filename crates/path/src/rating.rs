//! A rating as a value: a number and how far it is known.

use std::fmt;

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How far a rating is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// The value is the rating.
    Exact,
    /// A path with chains up to this length exists; a shorter one is not excluded.
    Upper,
    /// The search was stopped; the rating is at least the value.
    Lower,
    /// No length solves.
    Infinite,
    /// The class is not defined for a puzzle of this T&E depth.
    NotApplicable,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 5] = [
        Status::Exact,
        Status::Upper,
        Status::Lower,
        Status::Infinite,
        Status::NotApplicable,
    ];

    /// The status that a word of the status columns stands for.
    pub fn of(word: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.word() == word)
    }

    /// The word for it in the status columns.
    pub fn word(self) -> &'static str {
        match self {
            Status::Exact => "exact",
            Status::Upper => "upper",
            Status::Lower => "lower",
            Status::Infinite => "infinite",
            Status::NotApplicable => "not applicable",
        }
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl<'de> Deserialize<'de> for Status {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = <&str>::deserialize(deserializer)?;
        Status::of(word).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(word), &"a status"))
    }
}

/// A rating and how far it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The value; none when infinite or not applicable.
    pub value: Option<u8>,
    /// How far it is known.
    pub status: Status,
}

impl Rating {
    /// No length solves.
    pub const INFINITE: Rating = Rating {
        value: None,
        status: Status::Infinite,
    };

    /// Not defined for a puzzle of this T&E depth.
    pub const NOT_APPLICABLE: Rating = Rating {
        value: None,
        status: Status::NotApplicable,
    };

    /// The rating is this.
    pub fn exact(value: usize) -> Rating {
        Rating::with(value, Status::Exact)
    }

    /// The rating is at most this.
    pub fn upper(value: usize) -> Rating {
        Rating::with(value, Status::Upper)
    }

    /// The rating is at least this.
    pub fn lower(value: usize) -> Rating {
        Rating::with(value, Status::Lower)
    }

    /// A value beyond what a table can hold becomes a lower bound.
    fn with(value: usize, status: Status) -> Rating {
        match u8::try_from(value) {
            Ok(value) => Rating {
                value: Some(value),
                status,
            },
            Err(_) => Rating {
                value: Some(u8::MAX),
                status: Status::Lower,
            },
        }
    }
}

/// The value, with a sign for what is not exact.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.map_or(String::new(), |value| value.to_string());
        f.pad(&match self.status {
            Status::Exact => value,
            Status::Upper => format!("≤{value}"),
            Status::Lower => format!("≥{value}"),
            Status::Infinite => "∞".to_string(),
            Status::NotApplicable => "-".to_string(),
        })
    }
}
