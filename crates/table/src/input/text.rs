//! Records of text, recognised by its first line: a CSV or TSV table if that is a
//! header, JSON lines if it is an object, otherwise puzzles, one per line or as 9×9 grids
//! over nine lines.
//!
//! Everything is decided with one line held back at most, so that memory is bounded. Only in a
//! table without a column of the usual name, the first rows show which one has the puzzles.

use std::io::{self, BufRead};

use serde::de::IgnoredAny;

use super::column_error::ColumnError;
use super::columns::ReadOptions;
use super::csv::{CsvTable, Splitter};
use super::grid::{GridLine, GridReader, LONGEST_CELL};
use super::json::{JsonObjects, puzzle_key};
use super::lookahead::LookaheadLines;
use super::plain;
use super::record::{Fields, split_comment};
use super::records::Records;
use super::sample::{ColumnSample, SAMPLE};
use crate::io::{Line, shown};
use gradus_puzzles::read_with;

/// Reads records from text.
struct TextRecords<R> {
    lines: LookaheadLines<R>,
    reading: ReadOptions,
    layout: TextForm,
    /// The column of puzzles that was chosen by its content.
    chosen: Option<String>,
    /// True if the line that the reader is at is still to be looked at.
    again: bool,
    /// A line that may be the title of a grid.
    held: Option<HeldLine>,
    grid: GridReader,
    /// True if the grid was lent as a record, and nothing but its border follows it.
    after_grid: bool,
    /// True if the lines show the progress of a player, not the puzzle.
    in_state: bool,
    generated: Vec<String>,
    /// Why the record that was read last is rejected.
    fault: Option<String>,
    /// Where a puzzle is put that does not stand in its line as such.
    buffer: Vec<u8>,
}

enum TextForm {
    /// Not known before the first line that says something.
    Unknown,
    /// Puzzles: a line each, or as grids.
    Puzzles,
    Table(Box<CsvTable>),
    Json(Box<JsonObjects>),
}

/// A line that was kept.
struct HeldLine {
    number: u64,
    bytes: Vec<u8>,
}

enum RecordStart {
    /// In the line that the reader is at.
    Line,
    /// In the line that was held.
    Held(HeldLine),
    /// In the grid, with its title.
    Grid(Option<HeldLine>),
}

/// Starts the line in which a generator says how the puzzles were made.
pub const GENERATED: &str = "# gradus generate ";

/// The records of a text.
pub fn text_records<R: BufRead>(input: R, reading: &ReadOptions) -> impl Records + use<R> {
    TextRecords {
        lines: LookaheadLines::new(input),
        reading: reading.clone(),
        layout: TextForm::Unknown,
        chosen: None,
        again: false,
        held: None,
        grid: GridReader::default(),
        after_grid: false,
        in_state: false,
        generated: Vec::new(),
        fault: None,
        buffer: Vec::new(),
    }
}

impl<R: BufRead> Records for TextRecords<R> {
    fn generated(&self) -> &[String] {
        &self.generated
    }

    fn kept(&self) -> &[String] {
        match &self.layout {
            TextForm::Table(table) => table.kept(),
            TextForm::Json(objects) => objects.kept(),
            _ => &[],
        }
    }

    fn chosen_column(&self) -> Option<&str> {
        self.chosen.as_deref()
    }

    fn check(&mut self) -> io::Result<()> {
        self.advance().map(drop)
    }

    fn next(&mut self) -> io::Result<Option<Fields<'_>>> {
        self.fault = None;
        if self.after_grid {
            self.grid.clear();
        }
        let Some(next) = self.advance()? else {
            return Ok(None);
        };
        let held = match next {
            RecordStart::Line => return Ok(Some(self.line())),
            RecordStart::Grid(title) => return Ok(Some(self.grid(title))),
            RecordStart::Held(held) => held,
        };
        // The line before has its place taken by the one that was read after it.
        self.buffer = held.bytes;
        let (puzzle, comment) = split_comment(self.buffer.trim_ascii());
        Ok(Some(Fields {
            line: held.number,
            text: &self.buffer,
            puzzle,
            kind: self.reading.kind.as_deref(),
            comment,
            kept: None,
            too_long: false,
            fault: self.fault.as_deref(),
        }))
    }
}

impl<R: BufRead> TextRecords<R> {
    fn line(&mut self) -> Fields<'_> {
        let line = self.lines.line();
        match &self.layout {
            TextForm::Table(table) => table.fields(line),
            TextForm::Json(objects) => objects.fields(line),
            _ => {
                let kind = self.reading.kind.as_deref();
                let parts = plain::split_line(line.bytes, kind, &mut self.buffer);
                Fields {
                    puzzle: parts.puzzle,
                    kind,
                    comment: parts.comment,
                    fault: self.fault.as_deref().or(parts.fault),
                    ..Fields::of(line)
                }
            }
        }
    }

    fn grid(&mut self, title: Option<HeldLine>) -> Fields<'_> {
        self.fault = self.grid.end().err();
        self.buffer = title.map_or_else(Vec::new, |title| title.bytes);
        let comment = self.buffer.trim_ascii();
        Fields {
            line: self.grid.line,
            text: &self.grid.text,
            puzzle: &self.grid.cells,
            kind: None,
            comment: (!comment.is_empty()).then_some(comment),
            kept: None,
            too_long: false,
            fault: self.fault.as_deref(),
        }
    }

    /// Moves to the next record. Returns `None` at the end.
    fn advance(&mut self) -> io::Result<Option<RecordStart>> {
        loop {
            if !std::mem::take(&mut self.again) && !self.lines.advance()? {
                return Ok(self.rest());
            }
            let line = self.lines.line();
            let text = line.bytes.trim_ascii();
            if let Some(said) = text.strip_prefix(GENERATED.as_bytes())
                && self.generated.len() < MOST_SAID
            {
                self.generated.push(shown(said, LONGEST_SAID));
            }
            let is_remark = match &self.layout {
                TextForm::Table(table) => table.is_remark(text),
                _ => text.starts_with(b"#") && !self.is_numbered(text),
            };
            if is_remark {
                continue;
            }
            match &mut self.layout {
                _ if text.is_empty() && !self.grid.is_begun() && self.held.is_none() => {
                    self.after_grid = false;
                }
                TextForm::Unknown => self.recognise()?,
                TextForm::Table(table) => {
                    table.read(line.bytes);
                    return Ok(Some(RecordStart::Line));
                }
                TextForm::Json(objects) => {
                    objects.read(line.bytes);
                    return Ok(Some(RecordStart::Line));
                }
                _ => {
                    if !self.reading.has_grids() {
                        return Ok(Some(RecordStart::Line));
                    }
                    // Most lines are puzzles, and few lines of a grid are as long.
                    let is_long = text.len() >= 81 && text[0].is_ascii() && !is_wide(text);
                    if is_long && !self.grid.is_begun() && self.held.is_none() && !self.in_state {
                        self.after_grid = false;
                        return Ok(Some(RecordStart::Line));
                    }
                    if let Some(next) = self.short() {
                        return Ok(Some(next));
                    }
                }
            }
        }
    }

    /// The rest at the end of the input.
    fn rest(&mut self) -> Option<RecordStart> {
        if self.grid.is_begun() {
            return Some(self.end_grid());
        }
        self.held.take().map(RecordStart::Held)
    }

    /// Looks at the first line that says something. An error if it begins a table whose puzzles
    /// are not found.
    fn recognise(&mut self) -> io::Result<()> {
        let line = self.lines.line();
        let text = line.bytes.trim_ascii();
        if text.starts_with(b"{")
            && !self.is_puzzle(text)
            && serde_json::from_slice::<IgnoredAny>(text).is_ok()
        {
            return self.recognise_objects();
        }
        let mut splitter = Splitter::of(line.bytes);
        splitter.cut(line.bytes);
        let is_header = !plain::names_kind(text) && !self.is_puzzle(text);
        let names = splitter.names().filter(|_| is_header);
        let Some(names) = names.filter(|_| !line.too_long) else {
            return self.puzzles();
        };
        if let Some(puzzle) = self.reading.named(&names) {
            self.table(splitter, &names, puzzle);
            return Ok(());
        }
        if let Some(wanted) = self.reading.column.clone() {
            return Err(ColumnError::Missing { wanted, names }.into());
        }
        let is_header = names.len() > 1
            && names.iter().all(|name| is_column_name(name))
            && GridLine::of(text).is_none();
        if is_header {
            self.look_for_puzzles(splitter, names)
        } else {
            self.puzzles()
        }
    }

    /// The first line is an object. The next ones are looked at only if it has no puzzle.
    fn recognise_objects(&mut self) -> io::Result<()> {
        let first = self.lines.line().bytes;
        let (key, is_chosen) = match puzzle_key(&self.reading, std::iter::once(first)) {
            Ok((key, false)) => (key, false),
            _ => {
                let first = first.to_vec();
                let rest = self.lines.peek(SAMPLE)?.map(|line| line.bytes);
                puzzle_key(&self.reading, std::iter::once(&first[..]).chain(rest))?
            }
        };
        self.chosen = is_chosen.then(|| key.clone());
        self.layout = TextForm::Json(Box::new(JsonObjects::new(&self.reading, key)));
        self.again = true;
        Ok(())
    }

    /// The first line may be a header, without a column of the usual name: the next lines show
    /// whether it is one, and which column has the puzzles.
    fn look_for_puzzles(&mut self, mut splitter: Splitter, names: Vec<String>) -> io::Result<()> {
        let kind = self.reading.kind.clone();
        let mut sample = ColumnSample::new(&names, kind.as_deref());
        let (mut all, mut rows, mut plain) = (0, 0, 0);
        for line in self.lines.peek(SAMPLE)? {
            let text = line.bytes.trim_ascii();
            if text.is_empty() || text.starts_with(b"#") {
                continue;
            }
            all += 1;
            plain += usize::from(is_puzzle(text, kind.as_deref()));
            splitter.cut(line.bytes);
            if splitter.count() == names.len() {
                rows += 1;
                (0..names.len()).for_each(|place| sample.add(place, splitter.get(place)));
            }
        }
        // Words before puzzles may have commas, too.
        let is_table = 2 * rows > all || all == 0;
        match sample.only_puzzles() {
            Ok(puzzle) if is_table => {
                self.chosen = Some(names[puzzle].clone());
                self.table(splitter, &names, puzzle);
                Ok(())
            }
            Err(error @ ColumnError::Several(_)) if is_table => Err(error.into()),
            Err(error) if is_table && plain == 0 => Err(error.into()),
            _ => self.puzzles(),
        }
    }

    fn table(&mut self, splitter: Splitter, names: &[String], puzzle: usize) {
        let table = CsvTable::new(&self.reading, splitter, names, puzzle);
        self.layout = TextForm::Table(Box::new(table));
    }

    /// From this line on there are puzzles.
    fn puzzles(&mut self) -> io::Result<()> {
        if let Some(wanted) = &self.reading.column {
            return Err(ColumnError::NoHeader(wanted.clone()).into());
        }
        self.layout = TextForm::Puzzles;
        self.again = true;
        Ok(())
    }

    /// Looks at a line that is too short for a Sudoku on one line, or that comes
    /// after something that is not ended.
    fn short(&mut self) -> Option<RecordStart> {
        let line = self.lines.line();
        let text = line.bytes.trim_ascii();
        let section = section(text);
        let part = GridLine::of(text).filter(|_| !text.is_empty() && !line.too_long);
        let part = part.filter(|_| section.is_none());
        if let Some(part) = part.filter(|_| !self.in_state) {
            if part == GridLine::Border && self.after_grid {
                return None;
            }
            self.after_grid = false;
            if self.grid.add(part, line.number, text) {
                return Some(self.end_grid());
            }
            return None;
        }
        if self.grid.is_begun() {
            if text.is_empty() && self.grid.may_pause() {
                return None;
            }
            self.again = true;
            return Some(self.end_grid());
        }
        self.after_grid = false;
        if let Some(held) = self.held.take() {
            self.again = true;
            return Some(RecordStart::Held(held));
        }
        if let Some(is_state) = section {
            self.in_state = is_state;
            return None;
        }
        if text.is_empty() || self.in_state {
            return None;
        }
        if is_title(text) && !line.too_long && !self.is_puzzle(text) {
            self.held = Some(HeldLine::of(line));
            return None;
        }
        Some(RecordStart::Line)
    }

    fn is_puzzle(&self, line: &[u8]) -> bool {
        is_puzzle(line, self.reading.kind.as_deref())
    }

    /// Returns true if a line begins with `#` and a number, such as `#12` or `#3)`, and has a
    /// puzzle after them. All other lines that begin with `#` are remarks, also those with a
    /// puzzle after the sign: that is how puzzles are left out.
    fn is_numbered(&self, text: &[u8]) -> bool {
        let number = text[1..].iter().take_while(|byte| byte.is_ascii_digit());
        let rest = &text[1 + number.clone().count()..];
        let rest = rest.strip_prefix(b")").unwrap_or(rest);
        let rest = rest.strip_prefix(b".").unwrap_or(rest);
        let rest = rest.strip_prefix(b":").unwrap_or(rest);
        let is_apart = matches!(rest.first(), Some(b' ' | b'\t' | b',' | b';'));
        number.count() > 0 && is_apart && self.is_puzzle(text)
    }

    fn end_grid(&mut self) -> RecordStart {
        self.after_grid = true;
        RecordStart::Grid(self.held.take())
    }
}

impl HeldLine {
    fn of(line: Line) -> HeldLine {
        HeldLine {
            number: line.number,
            bytes: line.bytes.to_vec(),
        }
    }
}

/// Characters of a generator's line that are kept.
const LONGEST_SAID: usize = 200;

/// Lines of generators that are kept.
const MOST_SAID: usize = 100;

/// Returns true if a line has a puzzle: its first word, or only one of its words.
fn is_puzzle(line: &[u8], kind: Option<&str>) -> bool {
    let mut buffer = Vec::new();
    let parts = plain::split_line(line, kind, &mut buffer);
    str::from_utf8(parts.puzzle).is_ok_and(|text| read_with(text, kind).is_ok())
}

/// Returns true if a text may be the name of a column, and is not part of a puzzle. Indices
/// often have none.
fn is_column_name(name: &str) -> bool {
    let is_cells = name.len() > 1 && name.chars().all(is_cell);
    let is_data = is_cells || name.contains(['{', '}', '[', ']']);
    name.is_empty() || (name.starts_with(char::is_alphabetic) && !is_data)
}

/// Returns true if a character is a cell of a Sudoku.
fn is_cell(c: char) -> bool {
    c.is_ascii_digit() || ".*_-xX".contains(c)
}

/// Returns true if a line that is as long as a puzzle may be part of a grid with candidates:
/// a row, whose first cell is short, or a border.
fn is_wide(line: &[u8]) -> bool {
    let first = line.iter().position(|byte| b" \t|".contains(byte));
    let is_border = matches!(&line[1..4], b"---" | b"===");
    (is_border || first.is_some_and(|length| length <= LONGEST_CELL))
        && GridLine::of(line).is_some()
}

/// Returns true if a line may be the title of a grid: words, and no puzzle.
fn is_title(line: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(line) else {
        return false;
    };
    let word = text.split_whitespace().next().unwrap_or_default();
    text.starts_with(char::is_alphabetic)
        && !word.chars().all(is_cell)
        && !word.trim_end_matches(':').contains(':')
}

/// Returns true if a line begins the section of a file with the progress of a player,
/// or that of the puzzle, as files of SadMan Sudoku (.sdk) have them.
fn section(line: &[u8]) -> Option<bool> {
    let is = |name: &[u8]| line.eq_ignore_ascii_case(name);
    match () {
        () if is(b"[Puzzle]") => Some(false),
        () if is(b"[State]") => Some(true),
        () => None,
    }
}
