//! The published tables known to the program.

use std::sync::Arc;

use serde::Deserialize;
use thiserror::Error;

use super::comparison::{Comparison, TableKind};
use super::counts::CountsTable;
use super::error::TableError;
use super::per_grid::PerGrid;
use super::puzzles::Puzzles;
use super::shares::Shares;
use crate::origin::Origin;
use crate::reading::{ReadPlan, TablesRead};
use gradus_table::io::digest_of;

/// The files, in the order of the books.
const FILES: &[&str] = &[
    include_str!("../../data/published/pbcs-6.1.toml"),
    include_str!("../../data/published/pbcs-6.2.toml"),
    include_str!("../../data/published/pbcs-6.3.toml"),
    include_str!("../../data/published/pbcs-6.4.toml"),
    include_str!("../../data/published/pbcs-8.1.toml"),
    include_str!("../../data/published/pbcs-9.1.toml"),
    include_str!("../../data/published/pbcs-11.1.toml"),
    include_str!("../../data/published/pbcs-11.2.toml"),
    include_str!("../../data/published/eleven-bpb.toml"),
    include_str!("../../data/published/pbcs-11.3.toml"),
    include_str!("../../data/published/pbcs-11.4.toml"),
    include_str!("../../data/published/pbcs-11.5.toml"),
    include_str!("../../data/published/cb-w.toml"),
    include_str!("../../data/published/cb-b.toml"),
    include_str!("../../data/published/cb-gw.toml"),
    include_str!("../../data/published/cb-gb.toml"),
    include_str!("../../data/published/cb-w-b.toml"),
    include_str!("../../data/published/cb-w-gw.toml"),
    include_str!("../../data/published/cb-gw-gb.toml"),
    include_str!("../../data/published/cb-b-gb.toml"),
    include_str!("../../data/published/article-1.toml"),
    include_str!("../../data/published/pbcs-8.7.2.toml"),
    include_str!("../../data/published/hls-xxi.1.toml"),
    include_str!("../../data/published/hls-xxi.2.toml"),
    include_str!("../../data/published/hls-xxi.3-sudogen0.toml"),
    include_str!("../../data/published/hls-xxi.3-sudogen17.toml"),
    include_str!("../../data/published/hls-xxi.4.toml"),
    include_str!("../../data/published/cbg-000-fw.toml"),
    include_str!("../../data/published/cbg-000-f3w.toml"),
    include_str!("../../data/published/cbg-000-sgw.toml"),
    include_str!("../../data/published/cbg-000-tyw.toml"),
    include_str!("../../data/published/mith-guardians.toml"),
    include_str!("../../data/published/mith-trid.toml"),
];

/// A published table.
#[derive(Clone, Debug)]
pub struct PublishedTable {
    /// Its name, such as `pbcs-6.4`.
    pub id: String,
    /// The title.
    pub title: String,
    /// Book, chapter and table.
    pub source: String,
    /// Notes for the reader, above all on misprints.
    pub notes: Vec<String>,
    /// The BLAKE3 digest of its file.
    pub digest: String,
    content: Arc<dyn TableKind>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TableFile {
    id: String,
    title: String,
    source: String,
    #[serde(default)]
    notes: Vec<String>,
    shares: Option<Shares>,
    per_grid: Option<PerGrid>,
    puzzles: Option<Puzzles>,
    counts: Option<CountsTable>,
}

/// The error for an unknown table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no published table is called {name:?}: the tables are {known}")]
pub struct UnknownTable {
    name: String,
    known: String,
}

fn kind<T: TableKind + 'static>(content: T) -> Arc<dyn TableKind> {
    Arc::new(content)
}

/// All published tables.
pub fn tables() -> Vec<PublishedTable> {
    let table = |text: &&str| PublishedTable::parse(text).expect("the embedded tables are sound");
    FILES.iter().map(table).collect()
}

/// Finds a published table by name.
pub fn find(name: &str) -> Result<PublishedTable, UnknownTable> {
    let tables = tables();
    let known: Vec<&str> = tables.iter().map(|table| table.id.as_str()).collect();
    let unknown = UnknownTable {
        name: name.to_string(),
        known: known.join(", "),
    };
    let mut tables = tables.into_iter();
    tables.find(|table| table.id == name).ok_or(unknown)
}

impl PublishedTable {
    /// Parses the contents of a table file.
    pub fn parse(text: &str) -> Result<PublishedTable, TableError> {
        let file: TableFile =
            toml::from_str(text).map_err(|error| TableError::Toml(error.to_string()))?;
        let contents = [
            file.shares.map(kind),
            file.per_grid.map(kind),
            file.puzzles.map(kind),
            file.counts.map(kind),
        ];
        let mut contents: Vec<_> = contents.into_iter().flatten().collect();
        let (Some(content), true) = (contents.pop(), contents.is_empty()) else {
            return Err(TableError::Content);
        };
        content.check()?;
        Ok(PublishedTable {
            id: file.id,
            title: file.title,
            source: file.source,
            notes: file.notes,
            digest: digest_of(text.as_bytes()),
            content,
        })
    }

    /// The data to collect for the table's counterpart, besides the joint distribution of all rows.
    pub(crate) fn plan(&self) -> ReadPlan {
        self.content.plan()
    }

    /// Number of misprints.
    pub fn misprints(&self) -> usize {
        let alone = self.compare(&TablesRead::default(), &Origin::default());
        alone.verdict().all.misprints
    }

    /// Compares the table with the measured numbers.
    pub fn compare(&self, reading: &TablesRead, origin: &Origin) -> Comparison {
        let (columns, lines) = self.content.compare(reading, origin);
        Comparison {
            variable: self.content.variable(),
            id: self.id.clone(),
            title: self.title.clone(),
            source: self.source.clone(),
            notes: self.notes.clone(),
            columns,
            lines,
        }
    }
}
