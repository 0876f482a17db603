//! A report before it has a form: sections of texts, tables, figures and
//! puzzles. The page, the Markdown and the CSV files are three ways to write
//! the same document, so they cannot disagree.

use super::number::{fixed, grouped, significant};
use super::svg::Svg;

/// A report.
pub struct Document {
    /// Its title.
    pub title: String,
    /// One or two sentences that say what it is about.
    pub lede: String,
    /// What was found, in order.
    pub sections: Vec<Section>,
    /// Where it comes from: names and values. All that may differ between two
    /// reports on the same table is here.
    pub provenance: Vec<(String, String)>,
}

/// A part of a report under a heading.
pub struct Section {
    /// Names the section within the page; letters, digits and `-`.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What is in it.
    pub blocks: Vec<Block>,
}

impl Section {
    /// A section without content.
    pub fn new(id: &str, title: &str) -> Section {
        Section {
            id: id.to_string(),
            title: title.to_string(),
            blocks: Vec::new(),
        }
    }
}

/// A part of a section.
pub enum Block {
    /// A paragraph.
    Text(String),
    /// The few numbers that matter most.
    Facts(Vec<Fact>),
    /// A table.
    Table(Table),
    /// Pictures, with the table of what they show.
    Figure(Figure),
    /// Puzzles, drawn, under a heading.
    Puzzles(String, Vec<Card>),
}

/// A number that matters, and what it is.
pub struct Fact {
    /// The number.
    pub value: String,
    /// What it is.
    pub meaning: String,
}

/// A table, which is also a file.
pub struct Table {
    /// Names the file: letters, digits and `-`.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// Heads over several columns, and how many; no heads if there are none.
    pub groups: Vec<(String, usize)>,
    /// The head of each column.
    pub columns: Vec<String>,
    /// Row by row, as many cells as there are columns.
    pub rows: Vec<Vec<Cell>>,
}

/// Wider pictures have a row of the page for themselves.
pub const HALF: f64 = 480.0;

/// Pictures beside each other, with their table.
pub struct Figure {
    /// What they show.
    pub title: String,
    /// The pictures.
    pub pictures: Vec<Svg>,
    /// How to read them.
    pub reading: String,
    /// Whether the numbers are seen without asking for them.
    pub open: bool,
    /// The numbers; the first table gives the pictures their names.
    pub tables: Vec<Table>,
}

/// A puzzle and what is remarkable about it.
pub struct Card {
    /// Names the puzzle within the page.
    pub id: String,
    /// What is remarkable.
    pub heading: String,
    /// The grid: SVG, fit for a page.
    pub picture: String,
    /// The puzzle as text.
    pub puzzle: String,
    /// Where it comes from.
    pub origin: String,
    /// The command that explains it.
    pub command: String,
    /// A resolution path, if one was looked for and found.
    pub path: Option<Path>,
}

/// A resolution path, step by step.
#[derive(Clone, Debug)]
pub struct Path {
    /// The theory whose rules it uses.
    pub theory: String,
    /// The length of its longest chain.
    pub longest: usize,
    /// Its steps in nrc notation.
    pub steps: Vec<String>,
}

/// A cell of a table: people and programs read it differently.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Words.
    Text(String),
    /// A text whose characters are counted, such as a puzzle.
    Code(String),
    /// How many.
    Count(u64),
    /// A number shown with so many significant digits.
    Significant(f64, usize),
    /// A number shown with so many decimals.
    Fixed(f64, usize),
    /// A number as it is printed elsewhere.
    Printed(String),
}

impl Cell {
    /// The cell for people.
    pub fn shown(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) | Cell::Code(text) | Cell::Printed(text) => text.clone(),
            Cell::Count(count) => grouped(*count),
            Cell::Significant(value, digits) => significant(*value, *digits),
            Cell::Fixed(value, decimals) => fixed(*value, *decimals),
        }
    }

    /// The cell for programs: nothing is rounded.
    pub fn raw(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) | Cell::Code(text) | Cell::Printed(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Significant(value, _) | Cell::Fixed(value, _) => value.to_string(),
        }
    }

    /// Whether the cell has words, which stand to the left, and not a number.
    pub fn is_text(&self) -> bool {
        matches!(self, Cell::Text(_) | Cell::Code(_))
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_string())
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Cell {
        cell.map_or(Cell::Empty, Into::into)
    }
}

impl Table {
    /// A table without heads over its heads.
    pub fn new(
        name: impl Into<String>,
        caption: impl Into<String>,
        columns: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Table {
        Table {
            name: name.into(),
            caption: caption.into(),
            groups: Vec::new(),
            columns: columns.into_iter().map(Into::into).collect(),
            rows: rows.into_iter().collect(),
        }
    }

    /// The table with heads over so many columns each.
    pub fn under(mut self, groups: impl IntoIterator<Item = (impl Into<String>, usize)>) -> Table {
        let groups = groups.into_iter();
        self.groups = groups
            .map(|(name, columns)| (name.into(), columns))
            .collect();
        self
    }

    /// The heads of the columns, each with the head over it.
    pub fn full_heads(&self) -> Vec<String> {
        let groups = self.groups.iter();
        let groups = groups.flat_map(|(name, count)| std::iter::repeat_n(name.as_str(), *count));
        let groups = groups.chain(std::iter::repeat(""));
        let columns = self.columns.iter().zip(groups);
        columns
            .map(|(column, group)| format!("{group} {column}").trim().to_string())
            .collect()
    }

    /// Whether a column has texts whose characters are counted.
    pub fn is_code(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.any(|cell| matches!(cell, Cell::Code(_)))
    }

    /// Whether a column has words in some row.
    pub fn is_text(&self, column: usize) -> bool {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.into_iter().any(Cell::is_text)
    }
}

impl Document {
    /// The tables of the document in order, those of figures among them.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        blocks.flat_map(|block| match block {
            Block::Table(table) => std::slice::from_ref(table),
            Block::Figure(figure) => &figure.tables,
            _ => &[],
        })
    }

    /// The pictures of the figures with the names of their files.
    pub fn pictures(&self) -> impl Iterator<Item = (String, &Svg)> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        let figures = blocks.filter_map(|block| match block {
            Block::Figure(figure) => Some(figure),
            _ => None,
        });
        figures.flat_map(Figure::files)
    }
}

impl Figure {
    /// Names the figure within the page, and its files.
    pub fn name(&self) -> &str {
        self.tables.first().map_or("", |table| &table.name)
    }

    /// Whether the figure needs the whole width of the page.
    pub fn is_wide(&self) -> bool {
        self.pictures.len() > 1 || self.pictures.iter().any(|picture| picture.width() > HALF)
    }

    /// The pictures with the names of their files.
    pub fn files(&self) -> impl Iterator<Item = (String, &Svg)> {
        let name = |place: usize| match place {
            0 => format!("{}.svg", self.name()),
            place => format!("{}-{}.svg", self.name(), place + 1),
        };
        self.pictures
            .iter()
            .enumerate()
            .map(move |(place, picture)| (name(place), picture))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_and_programs_read_the_same_number() {
        let cell = Cell::Significant(29.170_812, 4);
        assert_eq!(
            (cell.shown(), cell.raw()),
            ("29.17".into(), "29.170812".into())
        );
        let cell = Cell::Count(5_926_343);
        assert_eq!(
            (cell.shown(), cell.raw()),
            ("5,926,343".into(), "5926343".into())
        );
        let cell = Cell::Fixed(-0.5, 3);
        assert_eq!((cell.shown(), cell.raw()), ("−0.500".into(), "-0.5".into()));
    }
}
