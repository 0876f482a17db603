//! Puzzles that come more than once, in one table or in several, and whether their
//! rows say the same. Found in one reading: a row is kept as 16 bytes, and what is
//! the same is found by sorting them.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use serde::Serialize;

use gradus_table::table::Rows;

/// Rows that are looked at, at most: 16 bytes each, so a quarter of a gigabyte.
pub(crate) const MOST_ROWS: usize = 1 << 24;

/// Rows whose puzzle has come before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Repeats {
    /// Those that repeat a puzzle of their own table.
    pub within: u64,
    /// Those that repeat a puzzle of an earlier table, and none of their own.
    pub between: u64,
    /// Those of both whose numbers are not those of the first row of the puzzle.
    pub conflicting: u64,
    /// The first of these.
    pub first_conflict: Option<Conflict>,
    /// Rows that were not looked at, because there are too many.
    pub not_checked: u64,
}

/// Two rows with the same puzzle and different numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The table, by its place among those that were read, from 0, and the row, by
    /// its place in the table, from 1, where the puzzle comes first.
    pub first: (usize, u64),
    /// Where it comes again with other numbers.
    pub second: (usize, u64),
}

impl Repeats {
    /// Returns true if no puzzle was found twice.
    pub fn is_empty(&self) -> bool {
        self.within + self.between == 0
    }

    /// What a reader must know, a sentence each without its stop; the names are those
    /// of the tables, in order.
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

/// A row: its puzzle and its numbers, each as a digest, and its place among all rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Print {
    puzzle: u64,
    place: u32,
    numbers: u32,
}

#[derive(Debug, Default)]
pub(super) struct RepeatSearch {
    prints: Vec<Print>,
    /// For each table that was begun, the places before it.
    starts: Vec<u64>,
    /// The places up to the last row that was looked at.
    places: u64,
    rows: u64,
}

impl RepeatSearch {
    /// Looks at some rows, which must have their puzzles.
    pub(super) fn look_at(&mut self, rows: &Rows) {
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
        // Of few rows that are chosen from very many, the last have no place that fits.
        let fits = |row: &usize| u32::try_from(start + rows.place(*row)).is_ok();
        let places = (0..rows.height().min(room)).take_while(fits);
        self.prints.extend(places.map(|place| {
            let mut numbers = FxHasher::default();
            for codes in &columns {
                numbers.write_u32(codes[place]);
            }
            Print {
                puzzle: digest(rows.puzzle(place)),
                place: (start + rows.place(place)) as u32,
                numbers: (numbers.finish() >> 32) as u32,
            }
        }));
    }

    pub(super) fn finish(self) -> Repeats {
        let RepeatSearch {
            mut prints,
            starts,
            rows,
            ..
        } = self;
        prints.sort_unstable();
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
                match table == before {
                    true => repeats.within += 1,
                    false => repeats.between += 1,
                }
                before = table;
            }
            for print in others.iter().filter(|print| print.numbers != first.numbers) {
                repeats.conflicting += 1;
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
        repeats
    }
}

/// A puzzle in 8 bytes, whatever stands for an empty cell. Among as many puzzles as
/// are looked at, that two have the same by chance is a matter of one in 100,000.
pub(super) fn digest(puzzle: &str) -> u64 {
    let mut hasher = FxHasher::default();
    let cells: Vec<u8> = cells(puzzle).collect();
    hasher.write(&cells);
    hasher.finish()
}

/// The characters of a puzzle, with one sign for an empty cell of a 9×9 Sudoku. In texts of
/// other kinds the same signs mean something.
pub(super) fn cells(puzzle: &str) -> impl Iterator<Item = u8> {
    let puzzle = puzzle.trim();
    let is_sudoku = !puzzle.contains(':');
    puzzle.bytes().map(move |byte| match byte {
        b'0' | b'*' | b'_' | b'-' | b'x' | b'X' if is_sudoku => b'.',
        byte => byte,
    })
}
