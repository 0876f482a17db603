//! A report independent of its format: sections of text, tables, figures and
//! puzzles. The page, the Markdown and the CSV files are written from the same
//! document, so they cannot disagree.

use serde::Serialize;

use super::svg::Svg;
use crate::sheet::Sheet;

#[derive(Serialize)]
pub(crate) struct Document {
    pub title: String,
    pub lede: String,
    pub sections: Vec<Section>,
    /// Its origin as names and values. Contains everything that may differ between two
    /// reports on the same table.
    pub provenance: Vec<(String, String)>,
}

#[derive(Serialize)]
pub(crate) struct Section {
    /// Identifies the section within the page; letters, digits and `-`.
    pub id: &'static str,
    pub title: &'static str,
    pub blocks: Vec<SectionBlock>,
}

impl Section {
    /// A section, or `None` if it has no content.
    pub(crate) fn new(
        id: &'static str,
        title: &'static str,
        blocks: Vec<SectionBlock>,
    ) -> Option<Section> {
        (!blocks.is_empty()).then_some(Section { id, title, blocks })
    }
}

#[derive(Serialize)]
#[serde(tag = "kind", content = "content", rename_all = "lowercase")]
pub(crate) enum SectionBlock {
    Text(String),
    /// The most important numbers.
    Facts(Vec<KeyFigure>),
    Table(Sheet),
    /// Pictures with their data.
    Figure(FigureBlock),
    /// Pictures of puzzles under a heading.
    Puzzles(String, Vec<Card>),
}

/// An important number and its meaning.
#[derive(Serialize)]
pub(crate) struct KeyFigure {
    pub value: String,
    pub meaning: String,
}

impl KeyFigure {
    pub(crate) fn new(value: impl Into<String>, meaning: impl Into<String>) -> KeyFigure {
        KeyFigure {
            value: value.into(),
            meaning: meaning.into(),
        }
    }
}

/// Pictures side by side, with their tables.
#[derive(Serialize)]
pub(crate) struct FigureBlock {
    pub title: String,
    pub pictures: Vec<Svg>,
    pub reading: String,
    pub open: bool,
    /// The data; the first table names the pictures.
    pub sheets: Vec<Sheet>,
}

/// An extreme puzzle with remarks.
#[derive(Serialize)]
pub(crate) struct Card {
    /// Identifies the puzzle within the page.
    pub id: String,
    /// The quantity in which it is extreme, with its value.
    pub heading: String,
    /// The grid as SVG for a page.
    pub picture: String,
    pub puzzle: String,
    /// More remarks, one sentence each.
    pub remarks: Vec<String>,
    pub origin: String,
    pub command: String,
    pub path: Option<ShownPath>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShownPath {
    pub theory: String,
    /// The length of its longest chain.
    pub longest: usize,
    pub steps: Vec<String>,
}

impl Document {
    fn blocks(&self) -> impl Iterator<Item = &SectionBlock> {
        self.sections.iter().flat_map(|section| &section.blocks)
    }

    /// The tables of the document in order, including those of figures.
    pub(crate) fn sheets(&self) -> impl Iterator<Item = &Sheet> {
        self.blocks().flat_map(|block| match block {
            SectionBlock::Table(sheet) => std::slice::from_ref(sheet),
            SectionBlock::Figure(figure) => &figure.sheets,
            _ => &[],
        })
    }

    /// The pictures of the figures with their file names.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = (String, &Svg)> {
        let figures = self.blocks().filter_map(|block| match block {
            SectionBlock::Figure(figure) => Some(figure),
            _ => None,
        });
        figures.flat_map(FigureBlock::files)
    }
}

impl FigureBlock {
    /// The pictures with their file names.
    pub(crate) fn files(&self) -> impl Iterator<Item = (String, &Svg)> {
        let first = self.sheets.first().map_or("", |sheet| &sheet.id);
        let name = move |place: usize| match place {
            0 => format!("{first}.svg"),
            place => format!("{first}-{}.svg", place + 1),
        };
        let pictures = self.pictures.iter().enumerate();
        pictures.map(move |(place, picture)| (name(place), picture))
    }
}
