//! Records of text: one puzzle a line with its comment, or, when the first line
//! is a header that names a `puzzle` column, a CSV or TSV table.
//!
//! A record of a table is a line, too: a line break inside quotes is not known,
//! so that no quote that is never closed can swallow the rest of a file.

use std::io::{self, BufRead};

use super::record::{Fields, split_comment};
use crate::io::{Lines, shown};
use gradus_model::read;

/// Reads records from text.
pub struct TextRecords<R> {
    lines: Lines<R>,
    layout: Option<Layout>,
    generated: Vec<String>,
    /// Where fields are put that had quotes.
    unquoted: Unquoted,
}

/// Where the puzzle and the comment stand in a line.
enum Layout {
    /// The puzzle first, the rest is comment.
    Plain,
    /// In columns of a table.
    Table(Header),
}

/// The first line of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    delimiter: u8,
    puzzle: usize,
    comment: Option<usize>,
}

#[derive(Default)]
struct Unquoted {
    puzzle: Vec<u8>,
    comment: Vec<u8>,
}

/// Starts the line in which a generator says how the puzzles were made.
pub const GENERATED: &str = "# gradus generate ";

impl<R: BufRead> TextRecords<R> {
    /// The records of a text.
    pub fn new(input: R) -> Self {
        TextRecords {
            lines: Lines::new(input),
            layout: None,
            generated: Vec::new(),
            unquoted: Unquoted::default(),
        }
    }

    /// What the generators of the puzzles read so far said of them.
    pub fn generated(&self) -> &[String] {
        &self.generated
    }

    /// The next record, if there is one.
    #[expect(
        clippy::should_implement_trait,
        reason = "the record is lent, not given"
    )]
    pub fn next(&mut self) -> io::Result<Option<Fields<'_>>> {
        while self.lines.advance()? {
            let line = self.lines.line();
            let text = line.bytes.trim_ascii();
            if let Some(said) = text.strip_prefix(GENERATED.as_bytes())
                && self.generated.len() < MOST_SAID
            {
                self.generated.push(shown(said, LONGEST_SAID));
            }
            if text.is_empty() || self.is_remark(text) {
                continue;
            }
            if self.layout.is_none() {
                let header = Header::of(line.bytes);
                self.layout = Some(header.map_or(Layout::Plain, Layout::Table));
                if header.is_some() {
                    continue;
                }
            }
            return Ok(Some(self.record()));
        }
        Ok(None)
    }

    /// Whether a line is none of the records. A row of a table may start with `#`
    /// as well, and is one if it has a field where the puzzle should be.
    fn is_remark(&self, text: &[u8]) -> bool {
        let has_puzzle = match self.layout {
            Some(Layout::Table(header)) => {
                let count = fields(text, header.delimiter).count();
                header.puzzle > 0 && header.puzzle < count
            }
            _ => false,
        };
        text.starts_with(b"#") && !has_puzzle
    }

    /// The record of the line that was read last.
    fn record(&mut self) -> Fields<'_> {
        let line = self.lines.line();
        let (puzzle, comment) = match self.layout {
            Some(Layout::Table(header)) => header.fields(line.bytes, &mut self.unquoted),
            _ => split_comment(line.bytes.trim_ascii()),
        };
        Fields {
            line: line.number,
            text: line.bytes,
            puzzle,
            comment,
            too_long: line.too_long,
        }
    }
}

/// Characters of a generator's line that are kept.
const LONGEST_SAID: usize = 200;

/// Lines of generators that are kept.
const MOST_SAID: usize = 100;

impl Header {
    /// The header that a first line is, if it is one: not a puzzle, and one of
    /// its fields is `puzzle`.
    fn of(line: &[u8]) -> Option<Header> {
        let (first, _) = split_comment(line.trim_ascii());
        if str::from_utf8(first).is_ok_and(|text| read(text).is_ok()) {
            return None;
        }
        let delimiter = *line
            .iter()
            .find(|byte| b",;\t".contains(byte))
            .unwrap_or(&b',');
        let names: Vec<Vec<u8>> = line
            .split(|&byte| byte == delimiter)
            .map(|name| name.trim_ascii().to_ascii_lowercase())
            .map(|name| {
                match name
                    .strip_prefix(b"\"")
                    .and_then(|name| name.strip_suffix(b"\""))
                {
                    Some(inner) => inner.to_vec(),
                    None => name,
                }
            })
            .collect();
        let find = |wanted: &[u8]| names.iter().position(|name| name == wanted);
        Some(Header {
            delimiter,
            puzzle: find(b"puzzle")?,
            comment: find(b"comment"),
        })
    }

    /// The puzzle and the comment of a line. A missing field is empty.
    fn fields<'a>(
        &self,
        line: &'a [u8],
        unquoted: &'a mut Unquoted,
    ) -> (&'a [u8], Option<&'a [u8]>) {
        let field = |index| {
            let field = fields(line, self.delimiter).nth(index);
            field.unwrap_or_default().trim_ascii()
        };
        let puzzle = bare(field(self.puzzle), &mut unquoted.puzzle);
        let comment = self
            .comment
            .map(|index| bare(field(index), &mut unquoted.comment));
        (puzzle, comment.filter(|comment| !comment.is_empty()))
    }
}

/// The fields of a line, as they stand; a delimiter inside quotes is not one.
fn fields(line: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    let mut quoted = false;
    line.split(move |&byte| {
        quoted ^= byte == b'"';
        byte == delimiter && !quoted
    })
}

/// A field without the quotes around it and with those inside it single.
fn bare<'a>(field: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
    let Some(inner) = field
        .strip_prefix(b"\"")
        .and_then(|field| field.strip_suffix(b"\""))
    else {
        return field;
    };
    buffer.clear();
    let mut second = false;
    for &byte in inner {
        second = byte == b'"' && !second;
        if !second {
            buffer.push(byte);
        }
    }
    buffer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str) -> Vec<(u64, String, Option<String>)> {
        let mut records = TextRecords::new(text.as_bytes());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut all = Vec::new();
        while let Some(fields) = records.next().expect("memory can be read") {
            all.push((fields.line, text(fields.puzzle), fields.comment.map(text)));
        }
        all
    }

    fn record(line: u64, puzzle: &str, comment: Option<&str>) -> (u64, String, Option<String>) {
        (line, puzzle.to_string(), comment.map(str::to_string))
    }

    #[test]
    fn plain_lines_with_comments() {
        let all = records("# head\n\n12;a;b\r\n34\tx \n56,\n78 # no\n");
        let expected = [
            record(3, "12", Some("a;b")),
            record(4, "34", Some("x")),
            record(5, "56", None),
            record(6, "78", Some("# no")),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn a_table_has_its_columns_anywhere() {
        let all = records("n,\"Puzzle\",comment\n1,12,\"a \"\"b\"\", c\"\n# x\n2,\"34\"\n");
        let expected = [record(2, "12", Some("a \"b\", c")), record(4, "34", None)];
        assert_eq!(all, expected);
        assert_eq!(records("puzzle\tn\n12\t3\n"), [record(2, "12", None)]);
        assert_eq!(records("puzzle\n12\n"), [record(2, "12", None)]);
    }

    #[test]
    fn an_empty_first_field_is_one() {
        let all = records("source\tpuzzle\n\t12\na\t34\n");
        assert_eq!(all, [record(2, "12", None), record(3, "34", None)]);
    }

    #[test]
    fn a_puzzle_is_no_header_whatever_is_said_of_it() {
        let puzzle = ".".repeat(81);
        let all = records(&format!("{puzzle},puzzle\n{puzzle}\n"));
        assert_eq!(
            all,
            [record(1, &puzzle, Some("puzzle")), record(2, &puzzle, None)]
        );
    }

    #[test]
    fn a_quote_that_is_not_closed_ends_with_its_line() {
        let all = records("comment,puzzle\n\"a,12\nb,34\n");
        assert_eq!(
            all,
            [record(2, "", Some("\"a,12")), record(3, "34", Some("b"))]
        );
    }

    #[test]
    fn generators_are_remembered() {
        let mut records = TextRecords::new("12\n# gradus generate top-down seed=1\n".as_bytes());
        while records.next().expect("memory can be read").is_some() {}
        assert_eq!(records.generated(), ["top-down seed=1"]);
    }
}
