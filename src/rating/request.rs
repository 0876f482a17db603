//! What to compute for a puzzle: a list of ratings, and limits for their search.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::value::Limits;

/// A rating that can be asked for, by the name of its column; in the order of the columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Name {
    /// T&E depth.
    Te,
    /// Subsets.
    S,
    /// Whips.
    W,
    /// Whips and Subsets side by side.
    Ws,
    /// Braids.
    B,
    /// g-whips.
    Gw,
    /// g-braids.
    Gb,
    /// T&E over Subsets up to size p.
    Spb,
    /// T&E over braids up to length p.
    Bpb,
    /// T&E of depth 2 over braids up to length p.
    Bpbb,
}

impl Name {
    /// All of them, in the order of the columns.
    pub const ALL: [Name; 10] = [
        Name::Te,
        Name::S,
        Name::W,
        Name::Ws,
        Name::B,
        Name::Gw,
        Name::Gb,
        Name::Spb,
        Name::Bpb,
        Name::Bpbb,
    ];

    /// The name of the rating's column.
    pub fn column(self) -> &'static str {
        match self {
            Name::Te => "te",
            Name::S => "s",
            Name::W => "w",
            Name::Ws => "ws",
            Name::B => "b",
            Name::Gw => "gw",
            Name::Gb => "gb",
            Name::Spb => "spb",
            Name::Bpb => "bpb",
            Name::Bpbb => "bpbb",
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.column())
    }
}

/// A list of ratings: names with commas between, or `all`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(Vec<Name>);

/// A word that names no rating.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "no rating is called {0:?}: give some of te, s, w, ws, b, gw, gb, spb, bpb, bpbb with commas \
     between, or all"
)]
pub struct UnknownName(String);

impl Names {
    /// Whether a rating is in the list.
    pub fn contains(&self, name: Name) -> bool {
        self.0.contains(&name)
    }

    /// The names, in the order of the columns.
    pub fn iter(&self) -> impl Iterator<Item = Name> {
        self.0.iter().copied()
    }
}

impl From<Name> for Names {
    fn from(name: Name) -> Self {
        Names(vec![name])
    }
}

impl Default for Names {
    fn default() -> Self {
        Names(vec![Name::Te, Name::W, Name::B, Name::Gw])
    }
}

impl FromStr for Names {
    type Err = UnknownName;

    fn from_str(list: &str) -> Result<Self, UnknownName> {
        if list == "all" {
            return Ok(Names(Name::ALL.to_vec()));
        }
        let find = |word: &str| {
            let name = Name::ALL.into_iter().find(|name| name.column() == word);
            name.ok_or_else(|| UnknownName(word.to_string()))
        };
        let mut names: Vec<Name> = list.split(',').map(find).collect::<Result<_, _>>()?;
        names.sort_unstable();
        names.dedup();
        Ok(Names(names))
    }
}

/// The names in the order of the columns, with commas between.
impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|name| name.column()).collect();
        f.write_str(&names.join(","))
    }
}

/// What to compute, and how hard to try.
#[derive(Clone, Default, Debug)]
pub struct Request {
    /// The ratings asked for.
    pub names: Names,
    /// Limits of the search.
    pub limits: Limits,
}
