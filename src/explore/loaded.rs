//! A table in memory. Its numbers are read as codes before the page is served; its text is
//! read and compressed by a thread in the background, and requests that need text wait for
//! it.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, OnceLock};

use crossbeam_channel::{Receiver, Sender};
use thiserror::Error;

use super::codes::{Coded, Coder, MOST};
use super::texts::{PackedTexts, Packer};
use super::watch::Watch;
use crate::expression::Scope;
use crate::job::pool;
use crate::stats::{ScanOrder, TableSet, TableSource};
use crate::table::{Column, KeptType, PUZZLE, ReadError};
use gradus_table::io::read_ahead;

/// Tables in memory.
#[derive(Debug)]
pub struct Loaded {
    pub(super) sources: Vec<TableSource>,
    /// The names that conditions can use.
    pub(super) scope: Scope,
    pub(super) rows: usize,
    /// The numeric columns, in order.
    pub(super) columns: Vec<(Column, Arc<Coded>)>,
    /// The names of the text columns except the puzzles.
    pub(super) others: Vec<String>,
    /// The types of these.
    pub(super) other_types: Vec<KeptType>,
    /// The numeric columns that have a status column in the table.
    pub(super) with_status: Vec<Column>,
    /// The files, as they were before they were read.
    pub(super) watch: Watch,
    /// The row numbers, unless they count from 0.
    numbers: Option<Vec<u64>>,
    /// Delivers the text columns when they have been read.
    reader: Receiver<Result<TextColumns, String>>,
    texts: OnceLock<Result<TextColumns, String>>,
}

/// The text columns by name, also that of the puzzles if the table has none.
pub(super) type TextColumns = BTreeMap<String, PackedTexts>;

/// Why a table cannot be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A column has too many different values.
    #[error("cannot show column {0}: it has more than {MOST} different values")]
    Values(Column),
    /// It has too many rows.
    #[error("the table has {0} rows, more than the {MOST_ROWS} that can be shown")]
    Rows(u64),
    /// Reading it has failed.
    #[error("the table could not be read to its end")]
    Broken,
}

/// Row indices take four bytes.
const MOST_ROWS: u64 = u32::MAX as u64 - 1;

/// Columns of numbers, the row numbers, and the files.
type NumbersRead = (
    Vec<(Column, Arc<Coded>)>,
    Option<Vec<u64>>,
    Vec<TableSource>,
);

impl Loaded {
    /// Reads the numbers of tables and starts to read their text.
    pub fn load(tables: TableSet) -> Result<Loaded, LoadError> {
        let watch = Watch::new(tables.named_paths());
        let all = tables.columns();
        // Each scan decodes its columns in one thread: two scans use two cores.
        let half = all.len().div_ceil(2);
        let (first, second) = all.split_at(half);
        let (read, rest) = pool::install(|| {
            rayon::join(
                || numbers(&tables, first, true),
                || numbers(&tables, second, false),
            )
        });
        let (mut columns, numbers, sources) = read?;
        let (rest, _, _) = rest?;
        columns.extend(rest);
        let rows: u64 = sources.iter().map(|source| source.rows).sum();
        if rows > MOST_ROWS {
            return Err(LoadError::Rows(rows));
        }
        Ok(Loaded {
            sources,
            scope: tables.scope(),
            rows: rows as usize,
            columns,
            others: tables.others(),
            other_types: tables.kept_types(&tables.others()),
            with_status: tables.columns_with_status(),
            numbers,
            reader: {
                let watch = watch.clone();
                read_ahead(1, move |texts: &Sender<_>| {
                    let read = text_columns(&tables);
                    // The text of another file would not fit the numbers.
                    let change = watch.change();
                    let read = change.map_or(read, |change| Err(change.to_string()));
                    let _ = texts.send(read);
                })
            },
            watch,
            texts: OnceLock::new(),
        })
    }

    pub(super) fn column(&self, column: Column) -> Option<&Arc<Coded>> {
        let found = self.columns.iter().find(|(other, _)| *other == column);
        found.map(|(_, coded)| coded)
    }

    pub(super) fn number(&self, row: usize) -> u64 {
        let numbers = self.numbers.as_ref();
        numbers.map_or(row as u64, |numbers| numbers[row])
    }

    pub(super) fn texts(&self) -> Result<&TextColumns, String> {
        let broken = |_| Err(LoadError::Broken.to_string());
        let receive = || self.reader.recv().unwrap_or_else(broken);
        self.texts
            .get_or_init(receive)
            .as_ref()
            .map_err(String::clone)
    }
}

/// Reads some numeric columns, and the row numbers if `rows` is set.
fn numbers(tables: &TableSet, columns: &[Column], rows: bool) -> Result<NumbersRead, LoadError> {
    let mut coders: Vec<Coder> = columns.iter().map(|_| Coder::new()).collect();
    let (mut numbers, mut read) = (None::<Vec<u64>>, 0_u64);
    let mut fault = None;
    let order = ScanOrder {
        columns,
        ..ScanOrder::default()
    };
    let sources = tables.scan(order, |frame| {
        for (column, coder) in columns.iter().zip(&mut coders) {
            if !coder.extend(frame.codes(*column)) {
                fault = Some(LoadError::Values(*column));
            }
        }
        if rows {
            let plain = |(place, row): (u64, &u64)| *row == place;
            let counted = (read..).zip(frame.row_numbers()).all(plain);
            if !counted && numbers.is_none() {
                numbers = Some((0..read).collect());
            }
            if let Some(numbers) = &mut numbers {
                numbers.extend(frame.row_numbers());
            }
        }
        read += frame.height() as u64;
    })?;
    let coded = columns.iter().zip(coders);
    let coded = coded.map(|(column, coder)| (*column, Arc::new(coder.finish())));
    fault.map_or_else(|| Ok((coded.collect(), numbers, sources)), Err)
}

fn text_columns(tables: &TableSet) -> Result<TextColumns, String> {
    let others = tables.others();
    let names = [&[PUZZLE.to_string()], &others[..]].concat();
    let mut packers: Vec<Packer> = names.iter().map(|_| Packer::default()).collect();
    let mut fault: Option<io::Error> = None;
    let order = ScanOrder {
        columns: &[],
        puzzles: true,
        texts: &others,
    };
    let read = tables.scan(order, |frame| {
        let mut columns = names.iter().zip(&mut packers);
        let packed = columns.try_for_each(|(name, packer)| {
            let mut texts = frame.texts(name).into_iter().flat_map(|texts| texts.iter());
            texts.try_for_each(|text| packer.push(text.unwrap_or_default()))
        });
        if fault.is_none() {
            fault = packed.err();
        }
    });
    read.map_err(|error| error.to_string())?;
    let packed = packers.into_iter().map(Packer::finish);
    let packed = fault.map_or(Ok(()), Err).and_then(|()| packed.collect());
    let packed: Vec<PackedTexts> = packed.map_err(|error| error.to_string())?;
    Ok(names.into_iter().zip(packed).collect())
}
