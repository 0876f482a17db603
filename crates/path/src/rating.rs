//! A rating as a value: a number and its status.

use std::fmt;
use std::str::FromStr;

use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// The precision of a rating.
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
    /// All statuses.
    pub const ALL: [Status; 5] = [
        Status::Exact,
        Status::Upper,
        Status::Lower,
        Status::Infinite,
        Status::NotApplicable,
    ];

    /// Its name in the status columns.
    pub fn word(self) -> &'static str {
        match self {
            Status::Exact => "exact",
            Status::Upper => "upper",
            Status::Lower => "lower",
            Status::Infinite => "infinite",
            Status::NotApplicable => "not applicable",
        }
    }

    /// The sign before a value with this status.
    pub fn sign(self) -> &'static str {
        match self {
            Status::Upper => "≤",
            Status::Lower => "≥",
            Status::Exact | Status::Infinite | Status::NotApplicable => "",
        }
    }
}

/// The error for an unknown status.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown status {0:?} (expected exact, upper, lower, infinite or not applicable)")]
pub struct UnknownStatus(pub String);

/// Parses the name in the status columns.
impl FromStr for Status {
    type Err = UnknownStatus;

    fn from_str(word: &str) -> Result<Status, UnknownStatus> {
        let status = Status::ALL.into_iter().find(|status| status.word() == word);
        status.ok_or_else(|| UnknownStatus(word.to_string()))
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
        let unknown = |_| D::Error::invalid_value(Unexpected::Str(word), &"a status");
        word.parse().map_err(unknown)
    }
}

/// A rating and its status.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The value, or `None` if infinite or not applicable.
    pub value: Option<u8>,
    /// The status.
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

    /// A rating of exactly this value.
    pub fn exact(value: usize) -> Rating {
        Rating::with(value, Status::Exact)
    }

    /// A rating of at most this value.
    pub fn upper(value: usize) -> Rating {
        Rating::with(value, Status::Upper)
    }

    /// A rating of at least this value.
    pub fn lower(value: usize) -> Rating {
        Rating::with(value, Status::Lower)
    }

    /// Creates a rating; a value too large for a table becomes a lower bound.
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

/// A human-readable value with its status: `4`, `≤7`, `≥3`, `∞` or `-`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownValue<D> {
    /// The status, shown as a sign before the value or in place of it.
    pub status: Status,
    /// The value, or `None` if infinite or not applicable.
    pub value: Option<D>,
}

impl<D: fmt::Display> fmt::Display for ShownValue<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.status, &self.value) {
            (Status::Infinite, _) => f.pad("∞"),
            (Status::NotApplicable, _) => f.pad("-"),
            (status, Some(value)) => f.pad(&format!("{}{value}", status.sign())),
            (status, None) => f.pad(status.sign()),
        }
    }
}

/// The value with the sign of its status: see [`ShownValue`].
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rating { status, value } = *self;
        ShownValue { status, value }.fmt(f)
    }
}
