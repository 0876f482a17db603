//! Rates the puzzles of a table in memory into another table: no files, no journal, one
//! row per row. Rejected puzzles become rows with a reason.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use polars::prelude::{ArrowField, PolarsResult};
use polars_arrow::array::Array;

use super::work::{Work, rate_one};
use crate::input::{Fields, ReadOptions, Records, arrow_records};
use crate::job::pump::{Pump, Queue};
use crate::table::{ArrowColumns, KeptType, PUZZLE, Rated, Row};
use gradus_csp::Instance;

/// Rows per batch.
const BATCH: usize = 16;

/// Rows in progress.
const WINDOW: usize = 1 << 16;

/// A stream of record batches from another program.
pub struct Arriving<B> {
    /// Their type.
    pub field: ArrowField,
    /// The batches.
    pub batches: B,
}

/// The rated table.
#[derive(Clone, Debug, Default)]
pub struct InMemory {
    /// The kept columns.
    pub kept: Vec<String>,
    /// Their types.
    pub kept_types: Vec<KeptType>,
    /// One row per input row.
    pub rows: Vec<Rated>,
}

/// A row that is not rated yet.
struct PendingRow {
    row: Row,
    puzzle: Result<Box<dyn Instance>, String>,
}

/// Rates the puzzles of a table.
pub fn classify_in_memory<B>(
    arriving: Arriving<B>,
    reading: &ReadOptions,
    threads: usize,
    work: &impl Work,
    stop: &AtomicBool,
) -> io::Result<InMemory>
where
    B: Iterator<Item = PolarsResult<Box<dyn Array>>> + Send,
{
    let single = reading.column.as_deref().unwrap_or(PUZZLE);
    let columns = ArrowColumns::new(&arriving.field, single);
    let mut records = arrow_records(&columns, arriving.batches, reading)?;
    let mut table = InMemory {
        kept: records.kept().to_vec(),
        kept_types: records.kept_types().unwrap_or_default().to_vec(),
        rows: Vec::new(),
    };
    if threads == 1 {
        // Channels would cost as much as easy puzzles do.
        let mut row = 0;
        while let Some(fields) = records.next()? {
            table
                .rows
                .push(PendingRow::new(&mut row, &fields).rated(work));
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        return Ok(table);
    }
    let pump = Pump {
        threads,
        window: WINDOW,
        stop,
    };
    let rate = |records: Vec<PendingRow>| -> Vec<Rated> {
        let records = records.into_iter();
        records.map(|record| record.rated(work)).collect()
    };
    let mut take = |rated: Vec<Rated>| {
        table.rows.extend(rated);
        io::Result::Ok(())
    };
    let fed = pump.run(|queue| feed(&mut *records, queue), rate, &mut take)?;
    fed.unwrap_or(Ok(()))?;
    Ok(table)
}

fn feed(records: &mut dyn Records, queue: &mut Queue<Vec<PendingRow>>) -> io::Result<()> {
    let mut pending = Vec::new();
    let mut row = 0;
    while let Some(fields) = records.next()? {
        pending.push(PendingRow::new(&mut row, &fields));
        if pending.len() == BATCH && queue.put(std::mem::take(&mut pending), BATCH).is_err() {
            return Ok(());
        }
    }
    let left = pending.len();
    let _ = queue.put(pending, left);
    Ok(())
}

impl PendingRow {
    /// The row of this number, which is increased if the row has a puzzle.
    fn new(next: &mut u64, fields: &Fields) -> PendingRow {
        let row = *next;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (puzzle, given) = match fields.parse() {
            Ok(given) => {
                *next += 1;
                (String::new(), Ok(given.puzzle))
            }
            Err(bad) => (text(fields.puzzle), Err(bad.reason)),
        };
        PendingRow {
            row: Row {
                row,
                puzzle,
                comment: fields.comment.map(text),
                kept: fields.kept_values(),
                ..Row::default()
            },
            puzzle: given,
        }
    }

    fn rated(self, work: &impl Work) -> Rated {
        let rated = match self.puzzle {
            Ok(puzzle) => {
                let rated = rate_one(puzzle.as_ref(), work);
                rated.map_err(|reason| (puzzle.to_string(), reason))
            }
            Err(reason) => Err((self.row.puzzle, reason)),
        };
        let (numbers, reason) = match rated {
            Ok(numbers) => (numbers, None),
            Err((puzzle, reason)) => {
                let row = Row::default();
                (Row { puzzle, ..row }, Some(reason))
            }
        };
        Rated {
            row: Row {
                row: self.row.row,
                comment: self.row.comment,
                kept: self.row.kept,
                ..numbers
            },
            reason,
        }
    }
}
