//! A table in memory, each row read once: its numbers as codes, before anything is
//! answered; its texts packed, by a thread that goes on behind. What needs texts waits
//! for them.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, OnceLock};

use crossbeam_channel::{Receiver, Sender};
use thiserror::Error;

use super::codes::{Coded, Coder, TooManyValues};
use super::texts::{PackedTexts, Packer};
use crate::expression::Scope;
use crate::job::pool;
use crate::stats::origin::Source;
use crate::stats::{ScanOrder, Tables};
use crate::table::{Column, ReadError};
use gradus_table::io::read_ahead::read_ahead;

/// A table in memory.
#[derive(Debug)]
pub struct Loaded {
    /// Where it came from.
    pub(super) sources: Vec<Source>,
    /// What conditions can name.
    pub(super) scope: Scope,
    /// Number of rows.
    pub(super) rows: usize,
    /// The columns of numbers, in their order.
    pub(super) columns: Vec<(Column, Arc<Coded>)>,
    /// The names of the columns of texts, without the puzzles.
    pub(super) others: Vec<String>,
    /// Which columns of numbers have a status beside them in the table.
    pub(super) with_status: Vec<Column>,
    /// The rows' numbers, unless they count from 0.
    numbers: Option<Vec<u64>>,
    /// Delivers the texts when they have been read.
    reader: Receiver<Result<TextColumns, String>>,
    texts: OnceLock<Result<TextColumns, String>>,
}

/// The columns of texts.
#[derive(Debug, Default)]
pub(super) struct TextColumns {
    /// The puzzles; nothing if the table has none.
    pub puzzles: PackedTexts,
    /// The others, by their names.
    pub others: BTreeMap<String, PackedTexts>,
}

/// Why a table is not loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A column has too many values.
    #[error("the column {0} cannot be shown: {1}")]
    Values(Column, TooManyValuesOf),
    /// It has too many rows.
    #[error("{0} rows are too many to look into: at most {MOST_ROWS} are")]
    Rows(u64),
    /// A thread broke down.
    #[error("the table could not be read to its end")]
    Broken,
}

/// Why a column cannot be coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(transparent)]
pub struct TooManyValuesOf(#[from] TooManyValues);

/// Rows have places of four bytes.
const MOST_ROWS: u64 = u32::MAX as u64 - 1;

/// What a thread has read of the numbers.
type Part = (Vec<(Column, Coded)>, Option<Vec<u64>>, Vec<Source>);

impl Loaded {
    /// Reads the numbers of tables; the texts follow.
    pub fn load(tables: Tables) -> Result<Loaded, LoadError> {
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
            columns: columns
                .into_iter()
                .map(|(column, coded)| (column, Arc::new(coded)))
                .collect(),
            others: tables.others(),
            with_status: tables.columns_with_status(),
            numbers,
            reader: read_ahead(1, move |texts: &Sender<_>| {
                let _ = texts.send(text_columns(&tables));
            }),
            texts: OnceLock::new(),
        })
    }

    /// A column.
    pub(super) fn column(&self, column: Column) -> Option<&Arc<Coded>> {
        let found = self.columns.iter().find(|(other, _)| *other == column);
        found.map(|(_, coded)| coded)
    }

    /// The number of a row, as the table has it.
    pub(super) fn number(&self, row: usize) -> u64 {
        let numbers = self.numbers.as_ref();
        numbers.map_or(row as u64, |numbers| numbers[row])
    }

    /// The columns of texts, as soon as they are there; or why they are not.
    pub(super) fn texts(&self) -> Result<&TextColumns, String> {
        let broken = |_| Err(LoadError::Broken.to_string());
        let receive = || self.reader.recv().unwrap_or_else(broken);
        self.texts
            .get_or_init(receive)
            .as_ref()
            .map_err(String::clone)
    }

    /// The puzzle of a row.
    pub(super) fn puzzle(&self, row: usize) -> Result<String, String> {
        Ok(self.texts()?.puzzles.get(row))
    }
}

/// Reads some columns of numbers, and the rows' numbers if they are wanted.
fn numbers(tables: &Tables, columns: &[Column], rows: bool) -> Result<Part, LoadError> {
    let mut coders: Vec<Coder> = columns.iter().map(|_| Coder::new()).collect();
    let (mut numbers, mut read) = (None::<Vec<u64>>, 0_u64);
    let mut fault = None;
    let order = ScanOrder {
        columns,
        ..ScanOrder::default()
    };
    let sources = tables.scan(order, |batch| {
        for (column, coder) in columns.iter().zip(&mut coders) {
            if let Err(many) = coder.extend(batch.column(*column)) {
                fault = Some(LoadError::Values(*column, many.into()));
            }
        }
        if rows {
            let plain = |(place, row): (u64, &u64)| *row == place;
            let counted = (read..).zip(&batch.rows).all(plain);
            if !counted && numbers.is_none() {
                numbers = Some((0..read).collect());
            }
            if let Some(numbers) = &mut numbers {
                numbers.extend(&batch.rows);
            }
        }
        read += batch.len() as u64;
    })?;
    let coded = columns.iter().zip(coders);
    let coded = coded.map(|(column, coder)| (*column, coder.finish()));
    match fault {
        None => Ok((coded.collect(), numbers, sources)),
        Some(fault) => Err(fault),
    }
}

/// Reads the columns of texts.
fn text_columns(tables: &Tables) -> Result<TextColumns, String> {
    let others = tables.others();
    let mut puzzles = Packer::default();
    let mut packers: Vec<Packer> = others.iter().map(|_| Packer::default()).collect();
    let mut fault: Option<io::Error> = None;
    let order = ScanOrder {
        columns: &[],
        puzzles: true,
        texts: &others,
    };
    let read = tables.scan(order, |batch| {
        let mut pack = || -> io::Result<()> {
            for text in batch.puzzles.iter() {
                puzzles.push(text)?;
            }
            for (name, packer) in others.iter().zip(&mut packers) {
                for text in batch.text(name).into_iter().flat_map(|texts| texts.iter()) {
                    packer.push(text)?;
                }
            }
            Ok(())
        };
        if fault.is_none() {
            fault = pack().err();
        }
    });
    read.map_err(|error| error.to_string())?;
    if let Some(fault) = fault {
        return Err(fault.to_string());
    }
    let finish = |packer: Packer| packer.finish().map_err(|error| error.to_string());
    let packed: Result<Vec<_>, String> = packers.into_iter().map(finish).collect();
    Ok(TextColumns {
        puzzles: finish(puzzles)?,
        others: others.into_iter().zip(packed?).collect(),
    })
}
