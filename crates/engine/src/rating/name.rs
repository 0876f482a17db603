//! Ratings by their names, and lists of them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::facts::Fact;
use super::nearest;
use super::registry::{RatingEntry, Shown, entries};
use gradus_path::PathTheory;

/// A rating of the registry; ordered as the columns are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(u8);

impl Name {
    /// T&E depth.
    pub const TE: Name = Name(0);
    /// Subsets.
    pub const S: Name = Name(1);
    /// Whips.
    pub const W: Name = Name(2);
    /// Whips and Subsets side by side.
    pub const WS: Name = Name(3);
    /// Braids.
    pub const B: Name = Name(4);
    /// g-whips.
    pub const GW: Name = Name(5);
    /// g-braids.
    pub const GB: Name = Name(6);
    /// T&E over Subsets up to size p.
    pub const SPB: Name = Name(7);
    /// T&E over braids up to length p.
    pub const BPB: Name = Name(8);
    /// T&E of depth 2 over braids up to length p.
    pub const BPBB: Name = Name(9);

    /// All ratings, in the order of the columns.
    pub fn all() -> impl DoubleEndedIterator<Item = Name> + ExactSizeIterator {
        (0..entries().len() as u8).map(Name)
    }

    /// The ratings of the first edition, which `all` means on the command line and in
    /// pipelines; requests of old mean the same as they did.
    pub fn first_edition() -> impl Iterator<Item = Name> {
        (Name::TE.0..=Name::BPBB.0).map(Name)
    }

    /// Its entry in the registry.
    pub fn entry(self) -> &'static RatingEntry {
        entries()[usize::from(self.0)]
    }

    /// The name of its column.
    pub fn column(self) -> &'static str {
        self.entry().column
    }

    /// How the books write it.
    pub fn heading(self) -> &'static str {
        self.entry().heading
    }

    /// The rating whose levels a theory has, if there is one.
    pub fn of_theory(theory: PathTheory) -> Option<Name> {
        let shown = match theory {
            PathTheory::Trials(ladder) => Shown::Trials(ladder),
            theory => Shown::Path(theory),
        };
        Name::all().find(|name| name.entry().shown_by == shown)
    }

    /// Returns true if it counts the length of chains alone.
    pub fn is_chain(self) -> bool {
        let shown = self.entry().shown_by;
        matches!(shown, Shown::Path(PathTheory::Chains(_)))
    }

    /// The theory whose levels it counts, or `None` for depths and classes of T&E.
    pub fn theory(self) -> Option<PathTheory> {
        match self.entry().shown_by {
            Shown::Path(theory) => Some(theory),
            _ => None,
        }
    }

    /// Returns true if it is a plain count, which has no status.
    pub fn is_count(self) -> bool {
        self.entry().shown_by == Shown::Count
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.column())
    }
}

impl FromStr for Name {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, UnknownName> {
        let found = Name::all().find(|name| name.column().eq_ignore_ascii_case(word));
        found.ok_or_else(|| UnknownName(word.to_string()))
    }
}

/// A word that names no rating.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown rating {0:?}{hint}", hint = nearest::hint(.0, Names::known()))]
pub struct UnknownName(String);

/// A list of ratings, and of facts beside them, each once, in the order of the columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    ratings: Vec<Name>,
    facts: Vec<Fact>,
}

impl Names {
    /// All that there are.
    pub fn everything() -> Names {
        Names::new(Name::all(), Fact::ALL)
    }

    /// The default ratings and the classes of puzzles that chains do not solve, which are not
    /// applicable at other T&E depths.
    pub fn auto() -> Names {
        let classes = [Name::BPB, Name::BPBB];
        Names::default().iter().chain(classes).collect()
    }

    /// These ratings and facts.
    pub fn new(
        ratings: impl IntoIterator<Item = Name>,
        facts: impl IntoIterator<Item = Fact>,
    ) -> Names {
        Names {
            ratings: in_order(ratings),
            facts: in_order(facts),
        }
    }

    /// Returns true if a rating is in the list.
    pub fn contains(&self, name: Name) -> bool {
        self.ratings.contains(&name)
    }

    /// The ratings, in the order of the columns.
    pub fn iter(&self) -> impl Iterator<Item = Name> {
        self.ratings.iter().copied()
    }

    /// The facts, in the order of the columns, which come after those of the ratings.
    pub fn facts(&self) -> impl Iterator<Item = Fact> {
        self.facts.iter().copied()
    }

    /// The names of the columns, in their order.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        let facts = self.facts().map(Fact::column);
        self.iter().map(Name::column).chain(facts)
    }

    /// All words that a list may contain.
    fn known() -> impl Iterator<Item = &'static str> {
        let columns: Vec<&str> = Names::everything().columns().collect();
        columns.into_iter().chain(SETS)
    }
}

/// Names of sets of ratings.
const SETS: [&str; 2] = ["core", "everything"];

fn in_order<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}

impl From<Name> for Names {
    fn from(name: Name) -> Self {
        Names::from_iter([name])
    }
}

impl FromIterator<Name> for Names {
    fn from_iter<I: IntoIterator<Item = Name>>(names: I) -> Self {
        Names::new(names, [])
    }
}

impl Default for Names {
    fn default() -> Self {
        Names::from_iter([Name::TE, Name::W, Name::B, Name::GW])
    }
}

/// Names separated by commas; `auto`, `core` (formerly `all`) or `everything`.
impl FromStr for Names {
    type Err = UnknownName;

    fn from_str(list: &str) -> Result<Self, UnknownName> {
        if list.eq_ignore_ascii_case("core") || list.eq_ignore_ascii_case("all") {
            return Ok(Name::first_edition().collect());
        }
        if list.eq_ignore_ascii_case("auto") {
            return Ok(Names::auto());
        }
        if list.eq_ignore_ascii_case("everything") {
            return Ok(Names::everything());
        }
        let (mut ratings, mut facts) = (Vec::new(), Vec::new());
        for word in list.split(',') {
            match Fact::of(word) {
                Some(fact) => facts.push(fact),
                None => ratings.push(word.parse()?),
            }
        }
        Ok(Names::new(ratings, facts))
    }
}

/// The names in the order of the columns, with commas between.
impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.columns().collect();
        f.write_str(&names.join(","))
    }
}
