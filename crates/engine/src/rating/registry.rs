//! The registry: one table of all ratings. Columns of tables, help texts, error
//! texts, headings and the order of everything are derived from it. A new rating
//! is one entry here and one function over a [`Case`].

use std::sync::OnceLock;

use thiserror::Error;

use super::case::Case;
use crate::backdoor::NoStep;
use crate::rules::hls;
pub use gradus_path::Ladder;
use gradus_path::{Family, PathTheory, Patterns, Rating, Special, Status};

/// A rating.
#[derive(Debug)]
pub struct Entry {
    /// The name of its column, in lower case.
    pub column: &'static str,
    /// How the books write it.
    pub heading: &'static str,
    /// What it is, in one line.
    pub meaning: &'static str,
    /// Where the books define it.
    pub section: &'static str,
    /// How a value can be shown to be right.
    pub shown_by: Shown,
    /// The columns of ratings that it never exceeds.
    pub at_most: &'static [&'static str],
    /// The words for its values, if they have names.
    pub words: Option<Words>,
    /// Computes it.
    pub rate: fn(&mut dyn Case) -> Rating,
}

/// How the value of a rating can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// By the number alone, which is a plain count: it is always known, and has no
    /// status.
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
    /// The word for a rating; none if it is not applicable.
    pub fn word(&self, rating: Rating) -> Option<&'static str> {
        match (rating.value, rating.status) {
            (Some(value), _) => self.values.get(usize::from(value)).copied(),
            (None, Status::Infinite) => Some(self.beyond),
            (None, _) => None,
        }
    }

    /// The value that a word stands for; none for the one beyond them all.
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
#[error("{0:?} is no value of this rating")]
pub struct UnknownWord(String);

/// The rating by a theory of HLS beyond L4_0.
macro_rules! hls_chains {
    ($theory:ident, $heading:expr, $meaning:expr) => {
        Entry {
            column: hls::ChainTheory::$theory.column(),
            heading: $heading,
            meaning: $meaning,
            section: "HLS XXI",
            shown_by: Shown::Number,
            at_most: &[],
            words: None,
            rate: |case| case.hls_chains(hls::ChainTheory::$theory),
        }
    };
}

const STANDARD: &[Entry] = &[
    Entry {
        column: "te",
        heading: "T&E depth",
        meaning: "depth of Trial and Error over Singles",
        section: "PBCS 11.3",
        shown_by: Shown::Trials(Ladder::Depths),
        at_most: &[],
        words: None,
        rate: |case| {
            let max = case.limits().max_depth;
            depth_rating(case.depth(max), max)
        },
    },
    Entry {
        column: "s",
        heading: "S",
        meaning: "size of Subsets",
        section: "PBCS 8.3",
        shown_by: Shown::Path(PathTheory::S),
        at_most: &[],
        words: None,
        rate: |case| case.subsets(),
    },
    Entry {
        column: "w",
        heading: "W",
        meaning: "length of whips",
        section: "PBCS 5.5",
        shown_by: Shown::Path(PathTheory::Chains(Family::WHIP)),
        at_most: &[],
        words: None,
        rate: |case| case.chains(Family::WHIP),
    },
    Entry {
        column: "ws",
        heading: "W+S",
        meaning: "length of whips and size of Subsets, side by side",
        section: "PBCS 8.3",
        shown_by: Shown::Path(PathTheory::SubsetsAnd(Family::WHIP)),
        at_most: &[],
        words: None,
        rate: |case| case.chains_and_subsets(Family::WHIP),
    },
    Entry {
        column: "b",
        heading: "B",
        meaning: "length of braids",
        section: "PBCS 5.5",
        shown_by: Shown::Path(PathTheory::Chains(Family::BRAID)),
        at_most: &["w"],
        words: None,
        rate: |case| case.chains(Family::BRAID),
    },
    Entry {
        column: "gw",
        heading: "gW",
        meaning: "length of g-whips",
        section: "PBCS 7.5",
        shown_by: Shown::Path(PathTheory::Chains(Family::GWHIP)),
        at_most: &["w"],
        words: None,
        rate: |case| case.chains(Family::GWHIP),
    },
    Entry {
        column: "gb",
        heading: "gB",
        meaning: "length of g-braids",
        section: "PBCS 7.5",
        shown_by: Shown::Path(PathTheory::Chains(Family::GBRAID)),
        at_most: &["gw", "b"],
        words: None,
        rate: |case| case.chains(Family::GBRAID),
    },
    Entry {
        column: "spb",
        heading: "SpB",
        meaning: "size of Subsets inside Trial and Error",
        section: "PBCS 9.5",
        shown_by: Shown::Trials(Ladder::Subsets),
        at_most: &[],
        words: None,
        rate: |case| case.spb(),
    },
    Entry {
        column: "bpb",
        heading: "BpB",
        meaning: "length of braids inside Trial and Error, for puzzles of depth 2",
        section: "PBCS 11.2",
        shown_by: Shown::Trials(Ladder::Braids { depth: 1 }),
        at_most: &[],
        words: None,
        rate: |case| case.bpb(),
    },
    Entry {
        column: "bpbb",
        heading: "BpBB",
        meaning: "length of braids inside Trial and Error of depth 2, for puzzles of depth 3",
        section: "PBCS 11.4",
        shown_by: Shown::Trials(Ladder::Braids { depth: 2 }),
        at_most: &[],
        words: None,
        rate: |case| case.bpbb(),
    },
    Entry {
        column: "hls",
        heading: "HLS level",
        meaning: "first of the levels L1_0 to L16 that solves, by rules in one space each",
        section: "HLS XXI",
        shown_by: Shown::Number,
        at_most: &[],
        words: Some(Words {
            values: &hls::LEVELS,
            beyond: ">L16",
        }),
        rate: |case| case.hls_level(),
    },
    Entry {
        column: "hls_rule",
        heading: "HLS rule",
        meaning: "first of the fifteen theories up to L4_0 that solves, from 0: naked Singles",
        section: "HLS XXI",
        shown_by: Shown::Number,
        at_most: &[],
        words: None,
        rate: |case| case.hls_rule(),
    },
    hls_chains!(
        Xy,
        "HLS XY",
        "length of chains beyond L4_0, of type xy alone; 0 if L4_0 solves"
    ),
    hls_chains!(
        Hxy,
        "HLS HXY",
        "length of chains beyond L4_0, of the types xy and hxy"
    ),
    hls_chains!(
        C,
        "HLS C",
        "length of chains beyond L4_0, of the types xy to c"
    ),
    hls_chains!(
        Xyt,
        "HLS XYT",
        "length of chains beyond L4_0, of the types xy to xyt"
    ),
    hls_chains!(
        Hxyt,
        "HLS HXYT",
        "length of chains beyond L4_0, of the types xy to hxyt"
    ),
    hls_chains!(
        Xyzt,
        "HLS XYZT",
        "length of chains beyond L4_0, of the types xy to xyzt"
    ),
    hls_chains!(
        Hxyzt,
        "HLS HXYZT",
        "length of chains beyond L4_0, of all types, hxyzt up to 7 (hls: up to 6)"
    ),
    Entry {
        column: "gte",
        heading: "gT&E depth",
        meaning: "depth of Trial and Error over whips[1]",
        section: "PBCS 7.6",
        shown_by: Shown::Trials(Ladder::GDepths),
        at_most: &["te"],
        words: None,
        rate: |case| {
            let max = case.limits().max_depth;
            depth_rating(case.gdepth(max), max)
        },
    },
    Entry {
        column: "spbx",
        heading: "SpB+x",
        meaning: "SpB, then 5 with finned fish and 6 with belts inside Trial and Error",
        section: "PBCS 9.6",
        shown_by: Shown::Trials(Ladder::Fish),
        at_most: &["spb"],
        words: None,
        rate: |case| case.spbx(),
    },
    Entry {
        column: "belts",
        heading: "belts",
        meaning: "number of x2y2-belts after Singles and whips[1]",
        section: "PBCS 13.4",
        shown_by: Shown::Count,
        at_most: &[],
        words: None,
        rate: |case| Rating::exact(case.belts()),
    },
    Entry {
        column: "bc",
        heading: "BC",
        meaning: "length of bivalue chains",
        section: "PBCS 5.1",
        shown_by: Shown::Path(PathTheory::Special(Special::BivChains)),
        at_most: &[],
        words: None,
        rate: |case| case.special(Special::BivChains),
    },
    Entry {
        column: "z",
        heading: "Z",
        meaning: "length of z-chains",
        section: "PBCS 5.1",
        shown_by: Shown::Path(PathTheory::Special(Special::ZChains)),
        at_most: &["bc"],
        words: None,
        rate: |case| case.special(Special::ZChains),
    },
    Entry {
        column: "tw",
        heading: "tW",
        meaning: "length of t-whips",
        section: "PBCS 5.2",
        shown_by: Shown::Path(PathTheory::Special(Special::TWhips)),
        at_most: &["bc"],
        words: None,
        rate: |case| case.special(Special::TWhips),
    },
    Entry {
        column: "tyw",
        heading: "TyW",
        meaning: "length of whips whose variables are of one kind",
        section: "UM 6.5",
        shown_by: Shown::Path(PathTheory::Special(Special::TypedWhips)),
        at_most: &[],
        words: None,
        rate: |case| case.special(Special::TypedWhips),
    },
    Entry {
        column: "fw",
        heading: "FW",
        meaning: "length of whips and forcing whips",
        section: "UM 3.3",
        shown_by: Shown::Path(PathTheory::Special(Special::ForcingWhips)),
        at_most: &["w"],
        words: None,
        rate: |case| case.special(Special::ForcingWhips),
    },
    Entry {
        column: "f3w",
        heading: "F3W",
        meaning: "length of whips, forcing whips and forcing3-whips",
        section: "UM 3.3",
        shown_by: Shown::Path(PathTheory::Special(Special::Forcing3Whips)),
        at_most: &["fw"],
        words: None,
        rate: |case| case.special(Special::Forcing3Whips),
    },
    Entry {
        column: "sgw",
        heading: "S+gW",
        meaning: "length of g-whips and size of Subsets, side by side",
        section: "PBCS 8.3",
        shown_by: Shown::Path(PathTheory::SubsetsAnd(Family::GWHIP)),
        at_most: &["ws", "gw"],
        words: None,
        rate: |case| case.chains_and_subsets(Family::GWHIP),
    },
    Entry {
        column: "bs",
        heading: "B+S",
        meaning: "length of braids and size of Subsets, side by side",
        section: "PBCS 8.3",
        shown_by: Shown::Path(PathTheory::SubsetsAnd(Family::BRAID)),
        at_most: &["ws", "b"],
        words: None,
        rate: |case| case.chains_and_subsets(Family::BRAID),
    },
    Entry {
        column: "gbs",
        heading: "gB+S",
        meaning: "length of g-braids and size of Subsets, side by side",
        section: "PBCS 8.3",
        shown_by: Shown::Path(PathTheory::SubsetsAnd(Family::GBRAID)),
        at_most: &["sgw", "bs", "gb"],
        words: None,
        rate: |case| case.chains_and_subsets(Family::GBRAID),
    },
    Entry {
        column: "tridagons",
        heading: "tridagons",
        meaning: "number of anti-tridagons after Subsets and finned fish",
        section: "UM 14.2",
        shown_by: Shown::Count,
        at_most: &[],
        words: None,
        rate: |case| Rating::exact(case.tridagons().0),
    },
    Entry {
        column: "guardians",
        heading: "guardians",
        meaning: "least number of guardians of an anti-tridagon",
        section: "UM 14.8",
        shown_by: Shown::Count,
        at_most: &[],
        words: None,
        rate: |case| {
            let least = case.tridagons().1;
            least.map_or(Rating::NOT_APPLICABLE, Rating::exact)
        },
    },
    Entry {
        column: "trid",
        heading: "Trid-OR5W",
        meaning: "level of Subsets, finned fish, whips and OR5-whips of anti-tridagons, up to 8",
        section: "UM 14.20",
        shown_by: Shown::Path(PathTheory::OrWhips(Patterns::Tridagons)),
        at_most: &[],
        words: None,
        rate: |case| case.trid(),
    },
    Entry {
        column: "b_brt",
        heading: "b(BRT)",
        meaning: "size of the smallest backdoor: labels that let Singles solve, up to 3",
        section: "PBCS 11.5",
        shown_by: Shown::Invariant,
        at_most: &[],
        words: None,
        rate: |case| case.backdoor(NoStep::Brt),
    },
    Entry {
        column: "b_w1",
        heading: "b(W1)",
        meaning: "the same for Singles and whips[1]",
        section: "PBCS 11.5",
        shown_by: Shown::Invariant,
        at_most: &["b_brt"],
        words: None,
        rate: |case| case.backdoor(NoStep::W1),
    },
    Entry {
        column: "one_step",
        heading: "one step",
        meaning: "length of the shortest whip that alone solves, after whips[1]",
        section: "UM 13.2",
        shown_by: Shown::Invariant,
        at_most: &[],
        words: None,
        rate: |case| case.one_step(),
    },
];

/// A depth up to a limit, or that it is beyond.
fn depth_rating(depth: Option<usize>, max: usize) -> Rating {
    depth.map_or(Rating::lower(max + 1), Rating::exact)
}

static INSTALLED: OnceLock<Vec<&'static Entry>> = OnceLock::new();

/// Why ratings cannot be added.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum InstallError {
    /// The registry was read before, and what was derived from it is fixed.
    #[error("ratings can be added only before the first use of any")]
    InUse,
    /// Two ratings with one column.
    #[error("there are two ratings called {0:?}")]
    Twice(&'static str),
}

/// Adds ratings of a program's own, after the standard ones. To be called once,
/// before anything is rated.
pub fn install(own: &[&'static Entry]) -> Result<(), InstallError> {
    let entries: Vec<&'static Entry> = STANDARD.iter().chain(own.iter().copied()).collect();
    for (place, entry) in entries.iter().enumerate() {
        if entries[..place].iter().any(|e| e.column == entry.column) {
            return Err(InstallError::Twice(entry.column));
        }
    }
    INSTALLED.set(entries).map_err(|_| InstallError::InUse)
}

/// All ratings, in the order of the columns.
pub(super) fn entries() -> &'static [&'static Entry] {
    INSTALLED.get_or_init(|| STANDARD.iter().collect())
}
