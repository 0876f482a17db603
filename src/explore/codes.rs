//! A column as small codes: each row has the code of its value among the values that occur.
//! Conditions and formulas are evaluated once per code, and a million rows are a million
//! lookups in a table that fits into the cache.
//!
//! Plain loops count such columns: they read one or two bytes per row, as fast as memory
//! delivers them, and need no copy of the table in another form. `benches/explore.rs` has
//! the times.

use crate::table::Entry;

#[derive(Debug)]
pub(super) enum Codes {
    /// At most 256 values.
    Narrow(Vec<u8>),
    /// More values.
    Wide(Vec<u16>),
}

impl Codes {
    /// Stores codes in one byte each if the number of values allows it.
    pub(super) fn new(codes: Vec<u16>, values: usize) -> Codes {
        if values <= 256 {
            Codes::Narrow(codes.into_iter().map(|code| code as u8).collect())
        } else {
            Codes::Wide(codes)
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Codes::Narrow(codes) => codes.len(),
            Codes::Wide(codes) => codes.len(),
        }
    }

    pub(super) fn get(&self, row: usize) -> usize {
        match self {
            Codes::Narrow(codes) => codes[row].into(),
            Codes::Wide(codes) => codes[row].into(),
        }
    }

    /// Looks the code of each row up in a table and adds the result to the sum of the row.
    pub(super) fn add_to(&self, sums: &mut [u32], first: usize, table: &[u32]) {
        fn add<C: Copy + Into<usize>>(sums: &mut [u32], codes: &[C], table: &[u32]) {
            for (sum, code) in sums.iter_mut().zip(codes) {
                *sum += table[(*code).into()];
            }
        }
        let range = first..first + sums.len();
        match self {
            Codes::Narrow(codes) => add(sums, &codes[range], table),
            Codes::Wide(codes) => add(sums, &codes[range], table),
        }
    }
}

/// A column of a table: the entries that occur, and the code of each row.
#[derive(Debug)]
pub(super) struct Coded {
    /// The entries that occur, in ascending order.
    pub entries: Vec<Entry>,
    pub codes: Codes,
}

impl Coded {
    pub(super) fn entry(&self, row: usize) -> Entry {
        self.entries[self.codes.get(row)]
    }
}

/// Builds a column while its rows are read.
pub(super) struct Coder {
    /// One more than the code of an entry, by its number, or 0 if it has not occurred.
    known: Vec<u32>,
    entries: Vec<Entry>,
    codes: Vec<u16>,
}

/// Entries have numbers below this.
const NUMBERS: usize = 6 << 16;

/// The most values of a column: codes are two bytes.
pub(super) const MOST: usize = 1 << 16;

impl Coder {
    pub(super) fn new() -> Coder {
        Coder {
            known: vec![0; NUMBERS],
            entries: Vec::new(),
            codes: Vec::new(),
        }
    }

    /// Adds rows by the codes of their entries. Returns false if there are too many values.
    pub(super) fn extend(&mut self, entries: &[u32]) -> bool {
        self.codes.reserve(entries.len());
        for &entry in entries {
            let known = &mut self.known[entry as usize];
            if *known == 0 {
                self.entries.push(Entry::from(entry));
                *known = self.entries.len() as u32;
            }
            self.codes.push((*known - 1) as u16);
        }
        self.entries.len() <= MOST
    }

    /// The column with its entries in order.
    pub(super) fn finish(self) -> Coded {
        let mut order: Vec<u16> = (0..self.entries.len()).map(|code| code as u16).collect();
        order.sort_unstable_by_key(|&code| self.entries[usize::from(code)]);
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[usize::from(old)] = new as u16;
        }
        let mut codes = self.codes;
        for code in &mut codes {
            *code = place[usize::from(*code)];
        }
        let entry = |&old: &u16| self.entries[usize::from(old)];
        let entries: Vec<Entry> = order.iter().map(entry).collect();
        Coded {
            codes: Codes::new(codes, entries.len()),
            entries,
        }
    }
}
