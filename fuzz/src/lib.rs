//! What the targets have in common: records and tables from bytes, and what must hold for them.

use std::io::Write;
use std::path::Path;

use gradus_engine::rating::{Name, Names};
use gradus_puzzles::read;
use gradus_table::input::{LONGEST_SHOWN, ReadOptions, Records, text_records};
use gradus_table::table::{Columns, TableReader};

/// Reads all records of a text.
pub fn read_text(bytes: &[u8]) {
    read_all(&mut text_records(bytes, &ReadOptions::default()));
}

/// Reads all records. Line numbers rise, errors can be shown, and the text of a puzzle is read
/// as the same puzzle again.
pub fn read_all(records: &mut dyn Records) {
    let mut line = 0;
    while let Ok(Some(fields)) = records.next() {
        assert!(fields.line > line, "line {} follows {line}", fields.line);
        line = fields.line;
        match fields.parse() {
            Ok(record) => assert_same(&record.puzzle.to_string()),
            Err(bad) => {
                assert!(!bad.reason.is_empty());
                assert!(bad.text.chars().count() <= LONGEST_SHOWN);
                // A tab may be the end of a puzzle.
                assert!(!bad.text.contains(|c: char| c.is_control() && c != '\t'));
            }
        }
    }
}

/// Checks that the text of a puzzle, as it is printed, is read as the same puzzle.
pub fn assert_same(printed: &str) {
    match read(printed) {
        Ok(puzzle) => assert_eq!(puzzle.to_string(), printed),
        Err(error) => panic!("{printed:?} was printed, and is refused: {error}"),
    }
}

/// The columns of the tables that the targets read.
pub fn columns() -> Columns {
    Columns::of(&Names::new([Name::W, Name::B], []))
}

/// Writes bytes to a file with this ending, and passes it to a function.
pub fn with_file(ending: &str, bytes: &[u8], read: impl FnOnce(&Path)) {
    let file = tempfile::Builder::new().suffix(ending).tempfile();
    let mut file = file.expect("a temporary file can be created");
    file.write_all(bytes)
        .expect("a temporary file can be written");
    read(file.path());
}

/// Reads all rows of a ratings table.
pub fn read_table(path: &Path) {
    let Ok(rows) = TableReader::open(path, columns()) else {
        return;
    };
    for row in rows {
        if row.is_err() {
            return;
        }
    }
}
