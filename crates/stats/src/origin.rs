//! Where the puzzles of some tables come from: the tables that were read, what
//! they say of themselves, and how their puzzles were generated.

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
    pub(crate) fn new(path: &Path, rows: u64, metadata: Option<Metadata>) -> TableSource {
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
        match &self.metadata.as_ref()?.asked.job {
            JobKind::Hunt(hunt) => Some((&self.name, hunt)),
            _ => None,
        }
    }

    /// Rows that count: those that were chosen, or all.
    pub(crate) fn counted(&self) -> u64 {
        self.choice
            .as_ref()
            .map_or(self.rows, |choice| choice.chosen)
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
                recorded.extend(metadata.generated.iter().map(|line| Recorded(line)));
            }
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
