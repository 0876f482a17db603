//! Where the puzzles of some tables come from: the tables that were read, what
//! they say of themselves, and how their puzzles were generated.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::choice::Choice;
use gradus_table::expression::Condition;
use gradus_table::table::Metadata;
use gradus_table::table::asked::Hunt;

/// A table that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableSource {
    /// The name of its file, without folders: a description of a table does not
    /// depend on where it is.
    pub name: String,
    /// Its rows.
    pub rows: u64,
    /// What it says of itself, if it was made by `classify`.
    pub metadata: Option<Metadata>,
    /// Which of its rows were chosen, if there is a condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
}

impl TableSource {
    /// A table of this file.
    pub fn new(path: &Path, rows: u64, metadata: Option<Metadata>) -> TableSource {
        let name = path.file_name().unwrap_or(path.as_os_str());
        TableSource {
            name: name.to_string_lossy().into_owned(),
            rows,
            metadata,
            choice: None,
        }
    }

    /// Puzzles that were rated for it: more than its rows if some were left out, and its
    /// rows are still all those that were written.
    fn rated(&self) -> u64 {
        let metadata = self.metadata.as_ref();
        let whole = metadata.filter(|metadata| metadata.rows == self.rows);
        whole
            .and_then(|metadata| metadata.rated)
            .unwrap_or(self.rows)
    }

    /// Whether the condition that its rows satisfy, if there is one, is about the puzzles
    /// themselves.
    fn is_about_puzzles(&self) -> bool {
        let metadata = self.metadata.as_ref();
        let condition = metadata.and_then(|metadata| metadata.asked.condition.as_ref());
        condition.is_none_or(|text| {
            let condition = text.parse::<Condition>();
            condition.is_ok_and(|condition| condition.is_about_puzzles())
        })
    }

    /// The name of the table and the hunt that found its puzzles, if one did.
    pub fn hunt(&self) -> Option<(&str, &Hunt)> {
        let hunt = self.metadata.as_ref()?.asked.hunt()?;
        Some((&self.name, hunt))
    }

    /// Rows that count: those that were chosen, or all.
    pub(crate) fn counted(&self) -> u64 {
        self.choice
            .as_ref()
            .map_or(self.rows, |choice| choice.chosen)
    }
}

/// The kinds of generators (PBCS 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Generator {
    /// Adds clues until the solution is unique.
    BottomUp,
    /// Takes clues away, and puts one back where it must stay.
    TopDown,
    /// Takes clues away, and gives the grid up where one must stay.
    ControlledBias,
    /// The top-down generator of HLS.
    Suexg,
}

impl Generator {
    /// All kinds.
    pub(crate) const ALL: [Generator; 4] = [
        Generator::BottomUp,
        Generator::TopDown,
        Generator::ControlledBias,
        Generator::Suexg,
    ];

    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Generator::BottomUp => "bottom-up",
            Generator::TopDown => "top-down",
            Generator::ControlledBias => "controlled-bias",
            Generator::Suexg => "suexg",
        }
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that names no kind of generator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no generator is called {0:?}: give bottom-up, top-down, controlled-bias or suexg")]
pub struct UnknownGenerator(String);

impl FromStr for Generator {
    type Err = UnknownGenerator;

    fn from_str(word: &str) -> Result<Self, UnknownGenerator> {
        let mut kinds = Generator::ALL.into_iter();
        let found = kinds.find(|kind| kind.word() == word);
        found.ok_or_else(|| UnknownGenerator(word.to_string()))
    }
}

/// How the puzzles of some tables were generated, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The kind of generator, if it is the same for all puzzles.
    pub kind: Option<Generator>,
    /// The seed, if these are the first puzzles of just one.
    pub seed: Option<u64>,
    /// Complete grids that were tried for just these puzzles.
    pub grids: Option<u64>,
}

/// What a generator recorded about its puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Recorded {
    kind: Option<Generator>,
    seed: Option<u64>,
    count: Option<u64>,
    grids: Option<u64>,
}

impl Recorded {
    /// A generator's own words: its kind, then words such as `grids=1000`.
    fn of(line: &str) -> Recorded {
        let number = |name: &str| {
            let mut pairs = line
                .split_whitespace()
                .filter_map(|word| word.split_once('='));
            pairs.find(|(key, _)| *key == name)?.1.parse().ok()
        };
        let kind = line.split_whitespace().next();
        Recorded {
            kind: kind.and_then(|word| word.parse().ok()),
            seed: number("seed"),
            count: number("count"),
            grids: number("grids"),
        }
    }
}

impl Origin {
    /// The origin of all puzzles of some tables; nothing is known of it unless
    /// generators cover every row.
    pub fn of(sources: &[TableSource]) -> Origin {
        let mut recorded = Vec::new();
        let mut jobs = BTreeSet::new();
        for source in sources {
            let Some(metadata) = &source.metadata else {
                return Origin::default();
            };
            // All shards of one job describe the same inputs.
            if jobs.insert(&metadata.records_blake3) {
                recorded.extend(metadata.generated.iter().map(|line| Recorded::of(line)));
            }
        }
        let rows: u64 = sources.iter().map(TableSource::rated).sum();
        let whole = recorded.iter().map(|one| one.count).sum::<Option<u64>>() == Some(rows);
        let (Some(first), true) = (recorded.first(), whole) else {
            return Origin::default();
        };
        let same = recorded.iter().all(|other| other.kind == first.kind);
        let grids: Option<u64> = recorded.iter().map(|one| one.grids).sum();
        // Grids were tried for all puzzles, not for those of some rows.
        let fits = sources.iter().all(TableSource::is_about_puzzles);
        Origin {
            kind: first.kind.filter(|_| same),
            seed: first.seed.filter(|_| recorded.len() == 1),
            grids: grids.filter(|_| fits),
        }
    }
}
