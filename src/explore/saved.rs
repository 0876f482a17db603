//! The columns of a saved table: where their cells come from, and whether every row fits.

use std::iter::once;

use super::codes::Coded;
use super::export::ExportError;
use super::loaded::Loaded;
use super::view::RowView;
use super::window::{RowTexts, TextWindow};
use crate::table::{Cell, Column, Columns, Entry, Field, Row};

#[derive(Debug)]
pub(super) struct SavedColumns<'a> {
    table: &'a Loaded,
    pub columns: Columns,
    sources: Vec<CellSource<'a>>,
}

/// Where the cells of a column come from.
#[derive(Debug)]
enum CellSource<'a> {
    RowNumbers,
    Numbers(&'a Coded),
    /// The text column of this name.
    Texts(String),
}

/// What a cell is made of.
#[derive(Clone, Copy)]
enum Content<'a> {
    RowNumber(u64),
    Entry(Entry),
    Text(&'a str),
}

/// Why an entry or a text does not fit into a column.
enum Misfit {
    /// The status column of this name has nothing for a row.
    NoStatus(String),
    Cell(String),
}

impl Misfit {
    fn at(&self, row: usize) -> ExportError {
        let row = row + 1;
        match self {
            Misfit::NoStatus(status) => {
                let status = status.clone();
                ExportError::NoStatus { row, status }
            }
            Misfit::Cell(message) => ExportError::Cell(row, message.clone()),
        }
    }
}

impl<'a> SavedColumns<'a> {
    pub(super) fn new(table: &'a Loaded, columns: Columns) -> SavedColumns<'a> {
        let source = |field: &Field| {
            let column = match field {
                Field::Row => return CellSource::RowNumbers,
                Field::Number(column, _) | Field::Rating(column, _) | Field::Status(column, _) => {
                    Some(*column)
                }
                // A fact is a number or a text.
                Field::Fact(fact, _) => Some(Column::Fact(*fact)),
                Field::Kind | Field::Puzzle | Field::Comment | Field::Kept(..) => None,
            };
            match column.and_then(|column| table.column(column)) {
                Some(coded) => CellSource::Numbers(coded),
                None => CellSource::Texts(field.to_string()),
            }
        };
        SavedColumns {
            sources: columns.0.iter().map(source).collect(),
            table,
            columns,
        }
    }

    /// The names of the text columns.
    pub(super) fn texts(&self) -> Vec<&str> {
        let sources = self.sources.iter();
        let texts = sources.filter_map(|source| match source {
            CellSource::Texts(name) => Some(name.as_str()),
            _ => None,
        });
        texts.collect()
    }

    /// A row of the table, which has passed the check.
    pub(super) fn row(&self, row: usize, texts: RowTexts) -> Result<Row, ExportError> {
        let cells = self.columns.0.iter().zip(&self.sources);
        let cells = cells.map(|(field, source)| {
            let content = match source {
                CellSource::RowNumbers => Content::RowNumber(self.table.number(row)),
                CellSource::Numbers(coded) => Content::Entry(coded.entry(row)),
                CellSource::Texts(name) => Content::Text(texts.get(name)),
            };
            cell(field, content).map_err(|misfit| misfit.at(row))
        });
        let cells: Vec<Cell> = cells.collect::<Result<_, _>>()?;
        let read = Row::from_cells(&self.columns, cells.into_iter());
        read.map_err(|message| Misfit::Cell(message).at(row))
    }

    /// Fails at the first row of a view that does not fit into the columns: when rows are
    /// written, the response has begun, and an error could not be reported any more.
    pub(super) fn check(&self, view: &RowView) -> Result<(), ExportError> {
        let mut first: Option<(usize, Misfit)> = None;
        for (field, source) in self.columns.0.iter().zip(&self.sources) {
            let found = match source {
                CellSource::RowNumbers => None,
                CellSource::Numbers(coded) => first_number(field, coded, view),
                CellSource::Texts(name) if matches!(field, Field::Fact(..)) => {
                    self.first_text(field, name, view)?
                }
                // Any text fits.
                CellSource::Texts(_) => None,
            };
            first = match (first, found) {
                (Some(first), Some(found)) if found.0 >= first.0 => Some(first),
                (first, found) => found.or(first),
            };
        }
        first.map_or(Ok(()), |(place, misfit)| Err(misfit.at(view.row(place))))
    }

    /// The first place in a view with a text that does not fit.
    fn first_text(
        &self,
        field: &Field,
        name: &str,
        view: &RowView,
    ) -> Result<Option<(usize, Misfit)>, ExportError> {
        let texts = self.table.texts().map_err(ExportError::Texts)?;
        for range in TextWindow::ranges(view.len()) {
            let window = TextWindow::new(texts, &[name], view, range.clone());
            for place in range {
                if let Err(misfit) = fit(field, Content::Text(window.row(place).get(name))) {
                    return Ok(Some((place, misfit)));
                }
            }
        }
        Ok(None)
    }
}

/// The first place in a view with an entry that does not fit. Rows with the same entry are
/// alike.
fn first_number(field: &Field, coded: &Coded, view: &RowView) -> Option<(usize, Misfit)> {
    let entries = coded.entries.iter();
    let fits: Vec<bool> = entries
        .map(|entry| fit(field, Content::Entry(*entry)).is_ok())
        .collect();
    if fits.iter().all(|fits| *fits) {
        return None;
    }
    let place = (0..view.len()).find(|place| !fits[coded.codes.get(view.row(*place))])?;
    let entry = coded.entry(view.row(place));
    Some((place, fit(field, Content::Entry(entry)).err()?))
}

/// Fails unless the content of a cell fits into its column.
fn fit(field: &Field, content: Content) -> Result<(), Misfit> {
    let cell = cell(field, content)?;
    // A status needs its rating in the same row, and every word for one fits.
    if matches!(field, Field::Status(..)) {
        return Ok(());
    }
    let read = Row::from_cells(&Columns(vec![field.clone()]), once(cell));
    read.map(drop).map_err(Misfit::Cell)
}

fn cell<'a>(field: &Field, content: Content<'a>) -> Result<Cell<'a>, Misfit> {
    let entry = match content {
        Content::RowNumber(number) => return Ok(Cell::Number(number)),
        // The page has no nulls among its texts.
        Content::Text("") if matches!(field, Field::Kept(..)) => return Ok(Cell::Null),
        Content::Text(text) => return Ok(Cell::Text(text)),
        Content::Entry(entry) => entry,
    };
    let number = entry.number();
    Ok(match field {
        Field::Status(..) => {
            let status = entry.status();
            let status = status.ok_or_else(|| Misfit::NoStatus(field.to_string()))?;
            Cell::Text(status.word())
        }
        Field::Rating(column, _) => match (entry, number, column.words()) {
            (Entry::Infinite, _, Some(words)) => Cell::Text(words.beyond),
            (_, Some(number), Some(words)) => {
                let word = words.values.get(usize::from(number));
                word.map_or(Cell::Null, |word| Cell::Text(word))
            }
            (_, Some(number), None) => Cell::Number(number.into()),
            (_, None, _) => Cell::Null,
        },
        _ => number.map_or(Cell::Null, |number| Cell::Number(number.into())),
    })
}
