//! An input that is a CSV or TSV table.
//!
//! A record of a table is a line: a line break inside quotes is not known, so that
//! no quote that is never closed can swallow the rest of a file.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use memchr::memchr_iter;

use super::columns::{ReadOptions, Role, Roles};
use super::kept_values::KeptValues;
use super::record::{Fields, NOT_TEXT};
use crate::io::Line;
use crate::table::Spelling;

pub(super) struct Splitter {
    delimiter: u8,
    reader: Box<Reader>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    count: usize,
}

impl Splitter {
    /// Cuts at the first separator of the line.
    pub(super) fn of(line: &[u8]) -> Splitter {
        let mut delimiters = line.iter().filter(|byte| b",;\t".contains(byte));
        let delimiter = *delimiters.next().unwrap_or(&b',');
        Splitter {
            delimiter,
            reader: Box::new(ReaderBuilder::new().delimiter(delimiter).build()),
            bytes: vec![0; 1 << 10],
            ends: vec![0; 1 << 5],
            count: 0,
        }
    }

    pub(super) fn cut(&mut self, line: &[u8]) {
        self.reader.reset();
        let (mut read, mut written) = (0, 0);
        self.count = 0;
        loop {
            let (result, input, output, ends) = self.reader.read_record(
                &line[read..],
                &mut self.bytes[written..],
                &mut self.ends[self.count..],
            );
            read += input;
            written += output;
            self.count += ends;
            match result {
                // Once more with nothing: that is the end of the record.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.bytes.resize(2 * self.bytes.len(), 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
                ReadRecordResult::Record | ReadRecordResult::End => break,
            }
        }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// A field without the blanks around it; a missing field is empty.
    pub(super) fn get(&self, place: usize) -> &[u8] {
        if place >= self.count {
            return &[];
        }
        let start = match place {
            0 => 0,
            _ => self.ends[place - 1],
        };
        self.bytes[start..self.ends[place]].trim_ascii()
    }

    /// The fields as names of columns, or `None` if they are not text.
    pub(super) fn names(&self) -> Option<Vec<String>> {
        let name = |place| str::from_utf8(self.get(place)).ok().map(str::to_string);
        (0..self.count).map(name).collect()
    }
}

pub(super) struct CsvTable {
    splitter: Splitter,
    roles: Vec<Role>,
    puzzle: usize,
    kind: Option<String>,
    comment: Option<usize>,
    kept_names: Vec<String>,
    kept: KeptValues,
    fault: Option<String>,
}

impl CsvTable {
    /// The table with this header and this column of puzzles.
    pub(super) fn new(
        reading: &ReadOptions,
        splitter: Splitter,
        names: &[String],
        puzzle: usize,
    ) -> CsvTable {
        let (found, roles) = Roles::of(reading, names, puzzle);
        CsvTable {
            splitter,
            puzzle,
            kind: reading.kind.clone(),
            comment: found.iter().position(|role| *role == Role::Comment),
            kept_names: roles.kept,
            kept: KeptValues::default(),
            fault: None,
            roles: found,
        }
    }

    /// The names that the kept columns have in our table.
    pub(super) fn kept(&self) -> &[String] {
        &self.kept_names
    }

    /// Returns true if a line is a remark, not a record. A line that starts with `#` is a
    /// record if it has a field for the puzzle.
    pub(super) fn is_remark(&self, text: &[u8]) -> bool {
        let delimiters = memchr_iter(self.splitter.delimiter, text).count();
        text.starts_with(b"#") && (self.puzzle == 0 || self.puzzle > delimiters)
    }

    pub(super) fn read(&mut self, line: &[u8]) {
        self.splitter.cut(line);
        self.kept.clear();
        self.fault = self.check(line).err();
    }

    fn check(&mut self, line: &[u8]) -> Result<(), String> {
        if memchr_iter(b'"', line).count() % 2 == 1 {
            return Err("a quote is not closed on this line".to_string());
        }
        let count = self.splitter.count();
        let more = self.roles.len()..count;
        if more
            .into_iter()
            .any(|place| !self.splitter.get(place).is_empty())
        {
            let columns = self.roles.len();
            return Err(format!(
                "it has {count} fields, and the header has {columns}"
            ));
        }
        for (place, role) in self.roles.iter().enumerate() {
            if let Role::Kept(_) = role {
                let text = str::from_utf8(self.splitter.get(place));
                let text = text.map_err(|_| NOT_TEXT.to_string())?;
                let value = Some(text).filter(|text| !text.is_empty());
                self.kept.push(value, Spelling::Field);
            }
        }
        Ok(())
    }

    /// The record of the line that was read. A missing field is empty.
    pub(super) fn fields<'a>(&'a self, line: Line<'a>) -> Fields<'a> {
        let comment = self.comment.map(|place| self.splitter.get(place));
        Fields {
            puzzle: self.splitter.get(self.puzzle),
            kind: self.kind.as_deref(),
            comment: comment.filter(|comment| !comment.is_empty()),
            kept: Some(&self.kept),
            fault: self.fault.as_deref(),
            ..Fields::of(line)
        }
    }
}
