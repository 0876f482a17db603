//! Rows of a table as a polars frame, which every reader produces, and counting, conditions
//! and pages consume.
//!
//! Readers first give a frame of plain columns (`plain_frame`): numbers, texts, and
//! statuses as codes. [`Rows`] puts values and statuses together: each cell of a column
//! of ours is the code of an [`Entry`].

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use polars::prelude::{Column as PolarsColumn, *};

use super::column::Column;
use super::columns::{PUZZLE, ROW};
use super::entry::Entry;
use super::error::ReadError;
use super::layout::{RatingColumns, TableLayout};
use super::row::Cell;
use super::row_reader::{BadRow, RowReader};
use super::selected::{CellKind, Selected};
use crate::io::shown;
use gradus_engine::rating::Status;

/// Rows that are read at a time from a text table.
const ROWS: usize = 1 << 14;

/// The code of a missing status. The others have their places in [`Status::ALL`].
const NO_STATUS: u8 = u8::MAX;

/// Some rows of a table, in order.
///
/// The frame has the numbers of the rows, a column of entry codes for each column of
/// numbers, and columns of texts.
#[derive(Clone, Debug)]
pub struct Rows {
    frame: DataFrame,
    /// The table, by its place among those that are read.
    pub table: usize,
    /// The place in that table of the first row that was read.
    first: u64,
    /// The places of the rows among those that were read, unless all are here.
    picked: Option<Vec<u32>>,
}

impl Rows {
    /// Makes rows of a frame that has the columns described above. The table and the place
    /// of the first row in it are given.
    pub(crate) fn new(frame: DataFrame, table: usize, first: u64) -> Rows {
        Rows {
            frame,
            table,
            first,
            picked: None,
        }
    }

    /// Makes rows of entries, column by column, numbered from 0.
    pub fn from_entries(columns: &[(Column, &[Entry])]) -> PolarsResult<Rows> {
        let height = columns.first().map_or(0, |(_, entries)| entries.len());
        let numbers: Vec<u64> = (0..height as u64).collect();
        let codes = columns.iter().map(|(column, entries)| {
            let codes: Vec<u32> = entries.iter().map(|entry| u32::from(*entry)).collect();
            PolarsColumn::new(column.name().into(), codes)
        });
        let columns = [PolarsColumn::new(ROW.into(), numbers)]
            .into_iter()
            .chain(codes);
        Ok(Rows::new(DataFrame::new(height, columns.collect())?, 0, 0))
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.frame.height()
    }

    /// The place in its table of a row, from 0.
    pub fn place(&self, row: usize) -> u64 {
        let picked = self.picked.as_ref();
        self.first + picked.map_or(row as u64, |picked| picked[row].into())
    }

    /// The numbers of the rows.
    pub fn row_numbers(&self) -> &[u64] {
        let column = self.frame.column(ROW).and_then(|column| column.u64());
        column
            .and_then(|numbers| numbers.cont_slice())
            .unwrap_or_default()
    }

    /// The codes of the entries of a column, or nothing if it was not read.
    pub fn codes(&self, column: Column) -> &[u32] {
        let column = self.frame.column(column.name());
        let codes = column.and_then(|column| column.u32());
        codes
            .and_then(|codes| codes.cont_slice())
            .unwrap_or_default()
    }

    /// The columns of numbers that were read.
    pub fn columns(&self) -> impl Iterator<Item = Column> {
        Column::all().filter(|column| !self.codes(*column).is_empty())
    }

    /// The puzzle of a row, or an empty text if the puzzles were not read.
    pub fn puzzle(&self, row: usize) -> &str {
        let puzzles = self.texts(PUZZLE);
        puzzles
            .and_then(|puzzles| puzzles.get(row))
            .unwrap_or_default()
    }

    /// The texts of a column, if it was read.
    pub fn texts(&self, name: &str) -> Option<&StringChunked> {
        self.frame.column(name).and_then(|column| column.str()).ok()
    }

    /// The columns of texts that were read, without the puzzles.
    pub fn other_texts(&self) -> impl Iterator<Item = (String, &StringChunked)> {
        let columns = self.frame.columns().iter();
        let texts =
            columns.filter_map(|column| Some((column.name().to_string(), column.str().ok()?)));
        texts.filter(|(name, _)| name != PUZZLE)
    }

    /// The combinations of entry codes that the rows have in some columns that were read, in
    /// any order, and the number of rows with each.
    pub fn combinations(&self, columns: &[Column]) -> Vec<(Box<[u32]>, u64)> {
        if columns.is_empty() {
            return vec![(Box::default(), self.height() as u64)];
        }
        let codes: Vec<&[u32]> = columns.iter().map(|column| self.codes(*column)).collect();
        let names = columns.iter().map(|column| column.name());
        let keys = self.frame.select_to_vec(names);
        let keys = keys.expect("columns that were read are in the frame");
        let grouped = self.frame.group_by_with_series(keys, false, false);
        let grouped = grouped.expect("columns of one frame have one length");
        let count = |group: GroupsIndicator| {
            let first = group.first() as usize;
            (
                codes.iter().map(|codes| codes[first]).collect(),
                group.len() as u64,
            )
        };
        grouped.get_groups().iter().map(count).collect()
    }

    /// The rows for which a mask is true.
    pub fn filter(&self, mask: &BooleanChunked) -> Rows {
        let mut frame = self.frame.filter(mask).unwrap_or_default();
        frame.rechunk_mut();
        let places = mask.iter().enumerate();
        let places = places.filter(|(_, chosen)| *chosen == Some(true));
        let places = places.map(|(row, _)| (self.place(row) - self.first) as u32);
        Rows {
            frame,
            picked: Some(places.collect()),
            ..*self
        }
    }

    /// Drops all columns but the numbers of the rows and those of these names.
    pub fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        for name in self.frame.get_column_names_owned() {
            if name != ROW && !keep(&name) {
                let _ = self.frame.drop_in_place(&name);
            }
        }
    }
}

/// Turns plain frames of a table into rows, one frame after the other.
#[derive(Clone, Debug)]
pub(super) struct RowsMaker {
    pub path: PathBuf,
    pub layout: TableLayout,
    /// The table, by its place among those that are read.
    pub table: usize,
    /// Rows of the tables before.
    pub before: u64,
    /// Rows of this table that were read.
    pub read: u64,
}

impl RowsMaker {
    pub(super) fn rows(&mut self, plain: &DataFrame) -> Result<Rows, ReadError> {
        let made = self.frame(plain);
        let made = made.map_err(|error| error.at(&self.path, self.read))?;
        let rows = Rows::new(made, self.table, self.read);
        self.read += rows.height() as u64;
        Ok(rows)
    }

    fn frame(&self, plain: &DataFrame) -> Result<DataFrame, FrameError> {
        let height = plain.height();
        let first = self.before + self.read;
        let mut numbers: Vec<u64> = (first..first + height as u64).collect();
        if self.layout.row {
            let given = plain.column(ROW)?.cast(&DataType::UInt64)?;
            for (number, given) in numbers.iter_mut().zip(given.u64()?.iter()) {
                *number = given.unwrap_or(*number);
            }
        }
        let mut columns = vec![PolarsColumn::new(ROW.into(), numbers)];
        if self.layout.puzzle {
            columns.push(plain.column(PUZZLE)?.clone());
        }
        for place in &self.layout.places {
            let codes = entry_codes(place, plain)?;
            columns.push(PolarsColumn::new(place.column.name().into(), codes));
        }
        for name in &self.layout.others {
            if columns.iter().all(|column| column.name() != name) {
                columns.push(plain.column(name)?.clone());
            }
        }
        Ok(DataFrame::new(height, columns)?)
    }
}

/// An error in a frame.
#[derive(Debug, thiserror::Error)]
enum FrameError {
    #[error(transparent)]
    Polars(#[from] PolarsError),
    /// A bad cell, by its row in the frame, from 0.
    #[error("{reason}")]
    Cell {
        row: usize,
        column: String,
        reason: String,
    },
}

impl FrameError {
    /// The error in a frame whose first row has this place in the file, from 0.
    fn at(self, path: &Path, first: u64) -> ReadError {
        match self {
            FrameError::Polars(error) => ReadError::no_table(path, error.to_string()),
            FrameError::Cell {
                row,
                column,
                reason,
            } => ReadError::bad_cell(path, first + row as u64 + 1, &column, reason),
        }
    }
}

fn entry_codes(place: &RatingColumns, plain: &DataFrame) -> Result<Vec<u32>, FrameError> {
    let values = plain.column(&place.value)?;
    let statuses = place.status.as_ref().map(|name| plain.column(name)?.u8());
    let statuses = statuses.transpose()?.map(|codes| codes.cont_slice());
    let statuses = statuses.transpose()?;
    match (values.dtype(), place.column.words()) {
        (DataType::String, Some(words)) => {
            let level = |text: Option<&str>| match text.unwrap_or_default() {
                "" => Ok(None),
                text => match text.parse() {
                    Ok(number) => Ok(Some(number)),
                    Err(_) => words.value(text).map(|value| value.map(u64::from)),
                },
            };
            codes_of(place, values.str()?.iter().map(level), statuses)
        }
        (DataType::UInt8, _) => {
            let values = values.u8()?.iter();
            codes_of(
                place,
                values.map(|value| Ok::<_, Infallible>(value.map(u64::from))),
                statuses,
            )
        }
        (DataType::UInt16, _) => {
            let values = values.u16()?.iter();
            codes_of(
                place,
                values.map(|value| Ok::<_, Infallible>(value.map(u64::from))),
                statuses,
            )
        }
        _ => codes_of(
            place,
            values.u64()?.iter().map(Ok::<_, Infallible>),
            statuses,
        ),
    }
}

fn codes_of<E: ToString>(
    place: &RatingColumns,
    values: impl Iterator<Item = Result<Option<u64>, E>>,
    statuses: Option<&[u8]>,
) -> Result<Vec<u32>, FrameError> {
    let limit = u64::from(place.column.limit());
    let code = |(row, value): (usize, Result<Option<u64>, E>)| {
        let fault = |reason| FrameError::Cell {
            row,
            column: place.value.clone(),
            reason,
        };
        let value = value.map_err(|error| fault(error.to_string()))?;
        let status = statuses.and_then(|codes| Status::ALL.get(usize::from(codes[row])));
        if let Some(value) = value.filter(|value| *value > limit) {
            return Err(fault(format!("{value} is more than {limit}")));
        }
        let entry = Entry::new(value.map(|value| value as u16), status.copied());
        let code = entry.map(u32::from);
        code.map_err(fault)
    };
    values.enumerate().map(code).collect()
}

/// The code of the status that a word stands for.
fn status_code(word: &str) -> Result<u8, String> {
    match Status::ALL.iter().position(|status| status.word() == word) {
        Some(code) => Ok(code as u8),
        None if word.is_empty() => Ok(NO_STATUS),
        None => Err(format!("{:?} is not a status", shown(word.as_bytes(), 40))),
    }
}

/// Selected columns of a frame as plain ones, in order: numbers, texts without nulls and
/// codes of statuses. An error if a number does not fit.
pub(super) fn plain_frame(
    frame: &DataFrame,
    selected: &[Selected],
    path: &Path,
    first: u64,
) -> Result<DataFrame, ReadError> {
    plain_columns(frame, selected).map_err(|error| error.at(path, first))
}

fn plain_columns(frame: &DataFrame, selected: &[Selected]) -> Result<DataFrame, FrameError> {
    let mut columns: Vec<PolarsColumn> = Vec::new();
    for Selected {
        name,
        written,
        kind,
    } in selected
    {
        let column = frame.column(written)?;
        let plain = match kind {
            CellKind::Number => plain_numbers(column)?,
            CellKind::Word | CellKind::Text => plain_texts(column, *kind)?,
            CellKind::Kept => column.cast(&DataType::String)?,
            CellKind::Status => status_codes(column, written)?,
        };
        columns.push(plain.with_name(free_name(name, &columns)));
    }
    Ok(DataFrame::new(frame.height(), columns)?)
}

/// A name for one more column of a frame: its own, unless an earlier column has it.
fn free_name(name: &str, columns: &[PolarsColumn]) -> PlSmallStr {
    if !columns.iter().any(|column| column.name() == name) {
        name.into()
    } else {
        format!("{name}\0{}", columns.len()).into()
    }
}

fn plain_numbers(column: &PolarsColumn) -> PolarsResult<PolarsColumn> {
    match column.dtype() {
        DataType::UInt8 | DataType::UInt16 | DataType::UInt64 => Ok(column.clone()),
        // The status says which ratings are infinite.
        DataType::Float64 => {
            let numbers = column.f64()?.iter();
            let finite = numbers.map(|number| number.filter(|number| *number < f64::INFINITY));
            let finite = Float64Chunked::from_iter_options(column.name().clone(), finite);
            finite.into_column().strict_cast(&DataType::UInt64)
        }
        _ => column.strict_cast(&DataType::UInt64),
    }
}

/// The texts of a column. Values that cannot be shown are empty.
fn plain_texts(column: &PolarsColumn, kind: CellKind) -> PolarsResult<PolarsColumn> {
    let texts = column.cast(&DataType::String)?;
    let is_plain = |text: Option<&str>| text.is_some_and(|text| kind.text(text) == text);
    if texts.str()?.iter().all(is_plain) {
        return Ok(texts);
    }
    let plain = texts.str()?.iter();
    let plain = plain.map(|text| kind.text(text.unwrap_or_default()));
    let plain = StringChunked::from_iter_values(column.name().clone(), plain);
    Ok(plain.into_column())
}

/// The codes of the statuses of a column: those of a dictionary are looked up.
fn status_codes(column: &PolarsColumn, written: &str) -> Result<PolarsColumn, FrameError> {
    let fault = |row, reason| FrameError::Cell {
        row,
        column: written.to_string(),
        reason,
    };
    let codes: Result<Vec<u8>, FrameError> =
        if let DataType::Enum(_, words) | DataType::Categorical(_, words) = column.dtype() {
            let code = |key| {
                words
                    .cat_to_str(key)
                    .map(|word| status_code(word.trim_ascii()))
            };
            let known: Vec<_> = (0..words.num_cats_upper_bound() as CatSize)
                .map(code)
                .collect();
            let keys = column.to_physical_repr().cast(&DataType::UInt32)?;
            let code = |(row, key): (usize, Option<u32>)| match key
                .and_then(|key| known.get(key as usize)?.clone())
            {
                Some(code) => code.map_err(|reason| fault(row, reason)),
                None => Ok(NO_STATUS),
            };
            keys.u32()?.iter().enumerate().map(code).collect()
        } else {
            let words = column.cast(&DataType::String)?;
            let code = |(row, word): (usize, Option<&str>)| {
                let code = status_code(word.unwrap_or_default().trim_ascii());
                code.map_err(|reason| fault(row, reason))
            };
            words.str()?.iter().enumerate().map(code).collect()
        };
    Ok(PolarsColumn::new(PlSmallStr::EMPTY, codes?))
}

/// The rows of a text table as plain frames.
pub(super) struct TextFrames {
    pub rows: Box<dyn RowReader>,
    pub path: PathBuf,
    pub selected: Vec<Selected>,
    /// Rows read so far.
    pub count: u64,
}

enum CellBuilder {
    Numbers(Vec<Option<u64>>),
    Texts(StringChunkedBuilder),
    Statuses(Vec<u8>),
}

impl TextFrames {
    fn read(&mut self) -> Result<DataFrame, ReadError> {
        let cells = |column: &Selected| match column.kind {
            CellKind::Number => CellBuilder::Numbers(Vec::with_capacity(ROWS)),
            CellKind::Status => CellBuilder::Statuses(Vec::with_capacity(ROWS)),
            CellKind::Word | CellKind::Text | CellKind::Kept => {
                CellBuilder::Texts(StringChunkedBuilder::new(PlSmallStr::EMPTY, ROWS))
            }
        };
        let mut columns: Vec<CellBuilder> = self.selected.iter().map(cells).collect();
        let mut height = 0;
        while height < ROWS {
            let next = self.count + 1;
            let found = self.rows.advance();
            if !found.map_err(|fault| fault.at(&self.path, next))? {
                break;
            }
            self.count = next;
            height += 1;
            for (place, cells) in columns.iter_mut().enumerate() {
                let pushed = self.rows.cell(place).and_then(|cell| cells.push(cell));
                pushed.map_err(|reason| {
                    let name = &self.selected[place].written;
                    ReadError::bad_cell(&self.path, next, name, reason)
                })?;
            }
        }
        let mut made: Vec<PolarsColumn> = Vec::new();
        for (cells, column) in columns.into_iter().zip(&self.selected) {
            let name = free_name(&column.name, &made);
            made.push(cells.column().with_name(name));
        }
        DataFrame::new(height, made)
            .map_err(|error| ReadError::no_table(&self.path, error.to_string()))
    }
}

impl CellBuilder {
    fn push(&mut self, cell: Cell) -> Result<(), String> {
        match (self, cell) {
            (CellBuilder::Numbers(numbers), Cell::Number(number)) => numbers.push(Some(number)),
            (CellBuilder::Numbers(numbers), _) => numbers.push(None),
            (CellBuilder::Texts(texts), Cell::Text(text)) => texts.append_value(text),
            (CellBuilder::Texts(texts), _) => texts.append_value(""),
            (CellBuilder::Statuses(codes), Cell::Text(word)) => codes.push(status_code(word)?),
            (CellBuilder::Statuses(codes), _) => codes.push(NO_STATUS),
        }
        Ok(())
    }

    fn column(self) -> PolarsColumn {
        let no_name = PlSmallStr::EMPTY;
        match self {
            CellBuilder::Numbers(numbers) => PolarsColumn::new(no_name, numbers),
            CellBuilder::Texts(texts) => texts.finish().into_column(),
            CellBuilder::Statuses(codes) => PolarsColumn::new(no_name, codes),
        }
    }
}

impl Iterator for TextFrames {
    type Item = Result<DataFrame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let frame = self.read();
        (!matches!(&frame, Ok(frame) if frame.height() == 0)).then_some(frame)
    }
}

/// The cell of a plain frame at a row.
pub(super) fn cell(column: &PolarsColumn, row: usize) -> Cell<'_> {
    let cell = |number: Option<u64>| number.map_or(Cell::Null, Cell::Number);
    match column.dtype() {
        DataType::UInt8 => cell(column.u8().ok().and_then(|it| it.get(row)).map(u64::from)),
        DataType::UInt16 => cell(column.u16().ok().and_then(|it| it.get(row)).map(u64::from)),
        DataType::UInt64 => cell(column.u64().ok().and_then(|it| it.get(row))),
        DataType::String => {
            let text = column.str().ok().and_then(|it| it.get(row));
            text.map_or(Cell::Null, Cell::Text)
        }
        _ => Cell::Null,
    }
}

/// The rows of plain frames, one by one.
pub(crate) struct FrameRows<F> {
    frames: F,
    frame: DataFrame,
    /// The number of rows of the frame up to the current one.
    read: usize,
}

impl<F> FrameRows<F> {
    pub(crate) fn new(frames: F) -> FrameRows<F> {
        FrameRows {
            frames,
            frame: DataFrame::default(),
            read: 0,
        }
    }

    /// A cell of the current row.
    pub(crate) fn get(&self, place: usize) -> Cell<'_> {
        cell(&self.frame.columns()[place], self.read - 1)
    }
}

impl<F: Iterator<Item = Result<DataFrame, ReadError>>> FrameRows<F> {
    /// Moves to the next row. Returns false at the end.
    pub(crate) fn next_row(&mut self) -> Result<bool, ReadError> {
        while self.read == self.frame.height() {
            match self.frames.next() {
                None => return Ok(false),
                Some(frame) => self.frame = frame?,
            }
            self.read = 0;
        }
        self.read += 1;
        Ok(true)
    }
}

impl<F: Iterator<Item = Result<DataFrame, ReadError>> + Send> RowReader for FrameRows<F> {
    fn advance(&mut self) -> Result<bool, BadRow> {
        self.next_row().map_err(BadRow::Table)
    }

    fn cell(&self, place: usize) -> Result<Cell<'_>, String> {
        Ok(self.get(place))
    }
}
