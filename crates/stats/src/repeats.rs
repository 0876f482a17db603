//! Puzzles that occur more than once, in one table or in several, and conflicts between their
//! rows. Found in one pass: a row is kept as 16 bytes, and duplicates are found by sorting.

use std::hash::Hasher;

use rayon::prelude::*;
use rustc_hash::{FxHashSet, FxHasher};
use serde::Serialize;

use gradus_table::table::{PUZZLE, Rows};

/// Maximum number of rows checked: 16 bytes each, so a quarter of a gigabyte.
pub(crate) const MOST_ROWS: usize = 1 << 24;

/// Rows whose puzzle has occurred before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Repeats {
    /// Rows that repeat a puzzle of their own table.
    pub within: u64,
    /// Rows that repeat a puzzle of an earlier table, but not of their own.
    pub between: u64,
    /// Repeated rows whose numbers differ from those of the first row of the puzzle.
    pub conflicting: u64,
    /// The first conflict.
    pub first_conflict: Option<Conflict>,
    /// Rows not checked because there are too many.
    pub not_checked: u64,
}

/// Two rows with the same puzzle and different numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The index of the table, from 0, and the row number, from 1, of the first occurrence.
    pub first: (usize, u64),
    /// The later occurrence with different numbers.
    pub second: (usize, u64),
}

impl Repeats {
    /// Returns true if no puzzle was found twice.
    pub fn is_empty(&self) -> bool {
        self.within + self.between == 0
    }

    /// Notes for the reader, each a sentence without its full stop; `names` are the
    /// names of the tables, in order.
    pub fn notes(&self, names: &[&str]) -> Vec<String> {
        let rows = |count: u64| match count {
            1 => "1 row repeats".to_string(),
            count => format!("{count} rows repeat"),
        };
        let mut notes = Vec::new();
        if self.within > 0 {
            notes.push(format!("{} a puzzle of the same table", rows(self.within)));
        }
        if self.between > 0 {
            notes.push(format!("{} a puzzle of another table", rows(self.between)));
        }
        if let Some(Conflict { first, second }) = self.first_conflict {
            let verb = if self.conflicting == 1 { "has" } else { "have" };
            let place = |(table, row): (usize, u64)| match names {
                [_] => format!("row {row}"),
                names => format!("row {row} of {}", names.get(table).unwrap_or(&"?")),
            };
            notes.push(format!(
                "{} of them {verb} other numbers than the first row of the puzzle: {} and {} are \
                 the first two",
                self.conflicting,
                place(first),
                place(second)
            ));
        }
        if self.not_checked > 0 {
            notes.push(format!(
                "Repeated puzzles were looked for in the first {MOST_ROWS} rows only"
            ));
        }
        notes
    }
}

/// A row: digests of its puzzle and of its numbers, and its position among all rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Print {
    puzzle: u64,
    place: u32,
    numbers: u32,
}

#[derive(Debug, Default)]
pub(super) struct RepeatSearch {
    prints: Vec<Print>,
    /// For each table, the number of rows before it.
    starts: Vec<u64>,
    /// The number of rows up to the last one checked.
    places: u64,
    rows: u64,
}

impl RepeatSearch {
    /// Records some rows, which must have their puzzles.
    pub(super) fn look_at(&mut self, rows: &Rows) {
        let puzzles = rows.texts(PUZZLE);
        let puzzle = |place| puzzles.and_then(|puzzles| puzzles.get(place));
        self.record(rows, |place| digest(puzzle(place).unwrap_or_default()));
    }

    /// Records some rows by the fingerprints of their puzzles.
    pub(super) fn look_at_prints(&mut self, rows: &Rows, prints: &[u128]) {
        self.record(rows, |place| short(prints[place]));
    }

    fn record(&mut self, rows: &Rows, digest: impl Fn(usize) -> u64 + Sync) {
        while self.starts.len() <= rows.table {
            self.starts.push(self.places);
        }
        let start = self.starts[rows.table];
        self.rows += rows.height() as u64;
        let room = MOST_ROWS - self.prints.len();
        let last = rows.height().checked_sub(1);
        let places = last.map_or(0, |last| start + rows.place(last) + 1);
        self.places = self.places.max(places);
        let columns: Vec<&[u32]> = rows.columns().map(|column| rows.codes(column)).collect();
        // If few rows are chosen from very many, the positions of the last may not fit.
        let fits = |row: &usize| u32::try_from(start + rows.place(*row)).is_ok();
        let places = (0..rows.height().min(room)).take_while(fits).count();
        self.prints
            .par_extend((0..places).into_par_iter().map(|place| {
                let mut numbers = FxHasher::default();
                for codes in &columns {
                    numbers.write_u32(codes[place]);
                }
                Print {
                    puzzle: digest(place),
                    place: (start + rows.place(place)) as u32,
                    numbers: (numbers.finish() >> 32) as u32,
                }
            }));
    }

    pub(super) fn finish(self) -> Repeats {
        self.finish_with_conflicts().0
    }

    /// The duplicates, and the digests of the puzzles whose rows have different numbers.
    pub(super) fn finish_with_conflicts(self) -> (Repeats, FxHashSet<u64>) {
        let RepeatSearch {
            mut prints,
            starts,
            rows,
            ..
        } = self;
        prints.par_sort_unstable();
        let mut in_conflict = FxHashSet::default();
        let place = |print: &Print| {
            let row = u64::from(print.place);
            let table = starts.partition_point(|start| *start <= row) - 1;
            (table, row - starts[table] + 1)
        };
        let mut repeats = Repeats {
            not_checked: rows - prints.len() as u64,
            ..Repeats::default()
        };
        for same in prints.chunk_by(|a, b| a.puzzle == b.puzzle) {
            let [first, others @ ..] = same else {
                continue;
            };
            let mut before = place(first).0;
            for print in others {
                let (table, _) = place(print);
                if table == before {
                    repeats.within += 1
                } else {
                    repeats.between += 1
                }
                before = table;
            }
            for print in others.iter().filter(|print| print.numbers != first.numbers) {
                repeats.conflicting += 1;
                in_conflict.insert(first.puzzle);
                let found = Conflict {
                    first: place(first),
                    second: place(print),
                };
                let earlier = repeats
                    .first_conflict
                    .is_some_and(|it| it.second <= found.second);
                if !earlier {
                    repeats.first_conflict = Some(found);
                }
            }
        }
        (repeats, in_conflict)
    }
}

/// The digest of a puzzle by its fingerprint.
pub(super) fn short(print: u128) -> u64 {
    print as u64
}

/// Digest of a puzzle in 8 bytes, for any way of writing empty cells. With the
/// maximum number of rows, the probability of a collision is about 1 in 100,000.
pub(super) fn digest(puzzle: &str) -> u64 {
    let mut hasher = FxHasher::default();
    let cells: Vec<u8> = cells(puzzle).collect();
    hasher.write(&cells);
    hasher.finish()
}

/// The characters of a puzzle, with one sign for an empty cell of a 9×9 Sudoku. In
/// puzzles of other kinds these signs have a meaning.
pub(super) fn cells(puzzle: &str) -> impl Iterator<Item = u8> {
    let puzzle = puzzle.trim();
    let is_sudoku = !puzzle.contains(':');
    puzzle.bytes().map(move |byte| match byte {
        b'0' | b'*' | b'_' | b'-' | b'x' | b'X' if is_sudoku => b'.',
        byte => byte,
    })
}
