//! The origin of the puzzles of some tables: the source tables, their metadata, and
//! the generator of their puzzles.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;

use super::Generator;
use super::choice::Choice;
use gradus_table::expression::Condition;
use gradus_table::table::{Hunt, JobKind, Metadata};

/// A table that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableSource {
    /// The file name without directories, so that the description of a table does
    /// not depend on its location.
    pub name: String,
    /// The number of rows.
    pub rows: u64,
    /// Its metadata, if it was made by `classify`.
    pub metadata: Option<Metadata>,
    /// The rows chosen by a condition, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
}

impl TableSource {
    pub(crate) fn new(path: &Path, rows: u64, metadata: Option<Metadata>) -> TableSource {
        let name = path.file_name().unwrap_or(path.as_os_str());
        TableSource {
            name: name.to_string_lossy().into_owned(),
            rows,
            metadata,
            choice: None,
        }
    }

    /// The number of puzzles rated for it, which exceeds its rows if some were
    /// omitted, as long as no row was removed later.
    fn rated(&self) -> u64 {
        let metadata = self.metadata.as_ref();
        let whole = metadata.filter(|metadata| metadata.rows == self.rows);
        whole
            .and_then(|metadata| metadata.rated)
            .unwrap_or(self.rows)
    }

    /// Returns true unless its rows satisfy a condition that is not about the puzzles alone.
    fn is_about_puzzles(&self) -> bool {
        let metadata = self.metadata.as_ref();
        let condition = metadata.and_then(|metadata| metadata.asked.condition.as_ref());
        condition.is_none_or(|text| {
            let condition = text.parse::<Condition>();
            condition.is_ok_and(|condition| condition.is_about_puzzles())
        })
    }

    /// The name of the table and the hunt that found its puzzles, if one did.
    pub(crate) fn hunt(&self) -> Option<(&str, &Hunt)> {
        /// The hunt that a table or one before it comes from.
        fn hunt(metadata: &Metadata) -> Option<&Hunt> {
            match &metadata.asked.job {
                JobKind::Hunt(hunt) => Some(hunt),
                _ => metadata.before.iter().find_map(hunt),
            }
        }
        Some((&self.name, hunt(self.metadata.as_ref()?)?))
    }

    /// The choice from all tables, or `None` without a condition.
    pub(crate) fn choices(sources: &[TableSource]) -> Option<Choice> {
        let choices = sources.iter().filter_map(|source| source.choice.as_ref());
        choices.cloned().reduce(|mut all, choice| {
            all.rows += choice.rows;
            all.chosen += choice.chosen;
            all.missing += choice.missing;
            all.no_number += choice.no_number;
            all
        })
    }

    /// The number of chosen rows, or of all.
    pub(crate) fn counted(&self) -> u64 {
        self.choice
            .as_ref()
            .map_or(self.rows, |choice| choice.chosen)
    }
}

/// How the puzzles of some tables were generated, as far as known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The kind of generator, if it is the same for all puzzles.
    pub kind: Option<Generator>,
    /// The seed, if these are the first puzzles of a single one.
    pub seed: Option<u64>,
    /// Number of complete grids tried for exactly these puzzles.
    pub grids: Option<u64>,
}

/// What a generator recorded about its puzzles: its name, then words such as `grids=1000`.
struct Recorded<'a>(&'a str);

impl Recorded<'_> {
    fn kind(&self) -> Option<Generator> {
        self.0.split_whitespace().next()?.parse().ok()
    }

    fn number(&self, name: &str) -> Option<u64> {
        let words = self.0.split_whitespace();
        let mut pairs = words.filter_map(|word| word.split_once('='));
        pairs.find(|(key, _)| *key == name)?.1.parse().ok()
    }
}

impl Origin {
    /// The origin of all puzzles of some tables; unknown unless generators cover every row.
    pub fn of(sources: &[TableSource]) -> Origin {
        let mut recorded = Vec::new();
        let mut jobs = BTreeSet::new();
        for source in sources {
            let Some(metadata) = &source.metadata else {
                return Origin::default();
            };
            // All shards of one job describe the same inputs.
            if jobs.insert(&metadata.records_blake3) {
                recorded.extend(metadata.generated.iter().map(|line| Recorded(line)));
            }
        }
        // Puzzles that were chosen by their ratings are no sample of a generator.
        if recorded.iter().any(|one| one.0.contains(" where=")) {
            return Origin::default();
        }
        let sum = |name| -> Option<u64> { recorded.iter().map(|one| one.number(name)).sum() };
        let rows: u64 = sources.iter().map(TableSource::rated).sum();
        let whole = sum("count") == Some(rows);
        let (Some(first), true) = (recorded.first(), whole) else {
            return Origin::default();
        };
        let kind = first.kind();
        let same = recorded.iter().all(|other| other.kind() == kind);
        // Grids were tried for all puzzles, not for those of some rows.
        let fits = sources.iter().all(TableSource::is_about_puzzles);
        Origin {
            kind: kind.filter(|_| same),
            seed: first.number("seed").filter(|_| recorded.len() == 1),
            grids: sum("grids").filter(|_| fits),
        }
    }
}
