//! Tables of ratings with the same columns, read one after the other as frames. Columns are recognised by their names, in any order.

use std::path::{Path, PathBuf};

use super::choice::Filter;
use super::origin::TableSource;
use gradus_engine::rating::Fact;
use gradus_table::expression::{Condition, Fault, Operand, Scope};
use gradus_table::table::{
    self, Column, KeptType, Metadata, PUZZLE, ReadError, Rows, TableLayout, TypeSearch,
};
use polars::prelude::BooleanChunked;
use tempfile::TempDir;

/// Tables with the same columns, to be read one after the other.
#[derive(Debug)]
pub struct TableSet {
    tables: Vec<ScannedTable>,
    /// Sources skipped by the search for tables, with the reasons.
    notes: Vec<String>,
    /// The rows to read, if not all.
    filter: Option<Filter>,
    /// The directory for input that can be read only once; deleted with the value.
    _kept: Option<TempDir>,
}

#[derive(Debug)]
struct ScannedTable {
    table: table::Table,
    layout: TableLayout,
    metadata: Option<Metadata>,
    /// The types of the columns that are not of ours.
    types: Vec<(String, KeptType)>,
}

impl TableSet {
    /// Opens tables; returns an error unless all have the same columns.
    pub fn open(paths: &[PathBuf]) -> Result<TableSet, ReadError> {
        let tables = paths.iter().map(|path| ScannedTable::open(path));
        let tables = TableSet {
            tables: tables.collect::<Result<_, _>>()?,
            notes: Vec::new(),
            filter: None,
            _kept: None,
        };
        for table in tables.tables.iter().skip(1) {
            tables.tables[0].check_same(table)?;
        }
        Ok(tables)
    }

    /// Adds notes on skipped sources, and the directory that must outlive the tables.
    pub(super) fn keep(&mut self, notes: Vec<String>, kept: Option<TempDir>) {
        self.notes = notes;
        self._kept = kept;
    }

    /// Sources skipped by the search for tables, with the reasons.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The files, in order.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.tables.iter().map(|table| table.table.path.as_path())
    }

    /// The table at a place.
    pub(super) fn table(&self, place: usize) -> &table::Table {
        &self.tables[place].table
    }

    /// The files that arguments name, which others may delete or replace: all except copies of
    /// input that can be read only once.
    pub fn named_paths(&self) -> impl Iterator<Item = &Path> {
        let kept = self._kept.as_ref().map(TempDir::path);
        self.paths()
            .filter(move |path| kept.is_none_or(|kept| !path.starts_with(kept)))
    }

    /// The names of the columns of a table, in order.
    pub(super) fn names(&self, table: usize) -> &[String] {
        &self.tables[table].table.names
    }

    /// The numeric columns.
    pub fn columns(&self) -> Vec<Column> {
        let first = self.tables.first();
        let places = first.map_or(&[][..], |table| &table.layout.places);
        places.iter().map(|place| place.column).collect()
    }

    /// The numeric columns that have a status in all tables.
    pub fn columns_with_status(&self) -> Vec<Column> {
        let mut columns = self.columns();
        let has = |table: &ScannedTable, column: Column| {
            let mut places = table.layout.places.iter();
            places.any(|place| place.column == column && place.status.is_some())
        };
        columns.retain(|column| self.tables.iter().all(|table| has(table, *column)));
        columns
    }

    /// The other columns common to all tables, such as comments, in the order of the first table.
    pub fn others(&self) -> Vec<String> {
        let mut tables = self.tables.iter().map(|table| &table.layout.others);
        let mut others = tables.next().cloned().unwrap_or_default();
        tables.for_each(|table| others.retain(|name| table.contains(name)));
        others
    }

    /// Those of these that have numbers.
    pub fn numeric_others(&self) -> Vec<String> {
        let others = self.others();
        let types = self.kept_types(&others);
        let numeric = others.into_iter().zip(types);
        let numeric = numeric.filter(|(name, kind)| kind.is_number() && Fact::of(name).is_none());
        numeric.map(|(name, _)| name).collect()
    }

    /// The types of some of these, in order.
    pub fn kept_types(&self, names: &[String]) -> Vec<KeptType> {
        let kind = |name: &String| {
            let mut search = TypeSearch::default();
            for table in &self.tables {
                let found = table.types.iter().find(|(known, _)| known == name);
                if let Some((_, kind)) = found {
                    search.declare(kind);
                }
            }
            search.finish().0
        };
        names.iter().map(kind).collect()
    }

    /// Returns an error unless the tables have a column.
    pub fn need(&self, column: Column) -> Result<(), ReadError> {
        self.check(self.columns().contains(&column), column.name())
    }

    /// Returns an error unless the tables have puzzles.
    pub fn need_puzzles(&self) -> Result<(), ReadError> {
        self.check(self.has_puzzles(), PUZZLE)
    }

    pub(crate) fn has_puzzles(&self) -> bool {
        self.tables.iter().all(|table| table.layout.puzzle)
    }

    fn check(&self, has: bool, column: &str) -> Result<(), ReadError> {
        let path = self.paths().next().unwrap_or(Path::new(""));
        has.then_some(())
            .ok_or_else(|| ReadError::NoColumn(path.to_path_buf(), column.to_string()))
    }

    /// The columns that expressions over the tables can name.
    pub fn scope(&self) -> Scope {
        let mut scope = Scope::from_iter(self.columns());
        if self.has_puzzles() {
            scope.add(PUZZLE, Operand::Puzzle);
        }
        for place in self.tables.iter().flat_map(|table| &table.layout.places) {
            if place.value != place.column.name() {
                scope.add(&place.value, Operand::Entry(place.column));
            }
        }
        scope.extend(self.others().iter().cloned());
        scope
    }

    /// Restricts later reads to rows for which a condition holds.
    pub fn choose(&mut self, condition: &Condition) -> Result<(), Fault> {
        self.filter = Some(Filter::new(condition, &self.scope())?);
        Ok(())
    }

    /// The condition on the rows to read, if there is one.
    pub fn condition(&self) -> Option<&Condition> {
        self.filter.as_ref().map(|filter| &filter.condition)
    }

    /// Reads some columns of all rows for which the condition holds, if there is
    /// one, and returns the tables read. An error if a table is empty.
    pub fn scan(
        &self,
        order: ScanOrder,
        mut take: impl FnMut(&Rows),
    ) -> Result<Vec<TableSource>, ReadError> {
        self.scan_all(order, |rows, chosen| match chosen {
            None => take(rows),
            Some(chosen) if !chosen.any() => {}
            Some(chosen) => take(&rows.filter(&chosen)),
        })
    }

    /// Reads some columns of all rows, with a mask of those for which the condition
    /// holds if there is one, and returns the tables read. An error if a table is empty.
    pub(super) fn scan_all(
        &self,
        order: ScanOrder,
        mut take: impl FnMut(&Rows, Option<BooleanChunked>),
    ) -> Result<Vec<TableSource>, ReadError> {
        let mut sources = Vec::new();
        let mut before = 0;
        let operands = self
            .filter
            .as_ref()
            .map(|filter| &filter.bound.operands[..]);
        for (place, table) in self.tables.iter().enumerate() {
            let layout = order.layout(&table.layout, operands.unwrap_or_default());
            let path = table.table.path.as_path();
            let mut choice = self.filter.as_ref().map(Filter::choice);
            let mut count = 0;
            for rows in table.table.rows(&layout, place, before)? {
                let mut rows = rows?;
                count += rows.height() as u64;
                let filter = self.filter.as_ref().zip(choice.as_mut());
                let chosen = filter.map(|(filter, choice)| filter.mask(&rows, choice));
                if chosen.is_some() {
                    rows.retain(|name| order.has(name));
                }
                take(&rows, chosen);
            }
            if count == 0 {
                return Err(ReadError::Empty(path.to_path_buf()));
            }
            before += count;
            sources.push(TableSource {
                choice,
                ..TableSource::new(path, count, table.metadata.clone())
            });
        }
        Ok(sources)
    }
}

/// The columns to read from tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScanOrder<'a> {
    /// The numeric columns.
    pub columns: &'a [Column],
    /// Read the puzzles.
    pub puzzles: bool,
    /// Other columns, as strings.
    pub texts: &'a [String],
}

impl ScanOrder<'_> {
    /// Returns true if a column of this name is requested.
    fn has(&self, name: &str) -> bool {
        let is_number = self.columns.iter().any(|column| column.name() == name);
        let is_text = self.texts.iter().any(|text| text == name);
        is_number || is_text || (self.puzzles && name == PUZZLE)
    }

    /// The columns of a table that are requested or that a condition needs.
    fn layout(&self, layout: &TableLayout, operands: &[Operand]) -> TableLayout {
        let needs = |operand: Operand| operands.contains(&operand);
        let mut layout = layout.clone();
        layout.places.retain(|place| {
            self.columns.contains(&place.column) || needs(Operand::Entry(place.column))
        });
        layout.puzzle &= self.puzzles || needs(Operand::Puzzle);
        let others = &mut layout.others;
        others.retain(|name| self.texts.contains(name) || needs(Operand::Text(name.clone())));
        layout
    }
}

impl ScannedTable {
    fn open(path: &Path) -> Result<ScannedTable, ReadError> {
        let table = table::Table::open(path)?;
        let mut layout = TableLayout::new(&table.names).ok_or_else(|| {
            let names: Vec<&str> = Column::all().map(Column::name).collect();
            let reason = format!("it has none of the columns {}", names.join(", "));
            ReadError::NoTable(path.to_path_buf(), reason)
        })?;
        let metadata = table.metadata()?;
        let kind = |name: &String| {
            let kind = table.kept_type(name, metadata.as_ref())?;
            Some((name.clone(), kind))
        };
        let types: Vec<(String, KeptType)> = layout.others.iter().filter_map(kind).collect();
        layout
            .others
            .retain(|name| types.iter().any(|(known, _)| known == name));
        Ok(ScannedTable {
            types,
            table,
            layout,
            metadata,
        })
    }

    fn check_same(&self, other: &ScannedTable) -> Result<(), ReadError> {
        for (with, without) in [(self, other), (other, self)] {
            let has = |column| {
                without
                    .layout
                    .places
                    .iter()
                    .any(|place| place.column == column)
            };
            let columns = with.layout.places.iter().map(|place| place.column);
            if let Some(column) = columns.into_iter().find(|column| !has(*column)) {
                return Err(ReadError::OtherColumns {
                    with: with.table.path.clone(),
                    without: without.table.path.clone(),
                    column: column.to_string(),
                });
            }
        }
        Ok(())
    }
}
