//! A report independent of its format: sections of text, tables, figures and
//! puzzles. The page, the Markdown and the CSV files are written from the same
//! document, so they cannot disagree.

use serde::Serialize;

use crate::sheet::Sheet;
use crate::stats::chart::Svg;

#[derive(Serialize)]
pub(crate) struct Document {
    pub title: String,
    pub lede: String,
    /// What its figures are about, for their captions.
    pub population: String,
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
    /// False if it has only tables, which the page shows at its end.
    pub has_more_than_tables: bool,
}

impl Section {
    /// A section, or `None` if it has no content.
    pub(crate) fn new(
        id: &'static str,
        title: &'static str,
        blocks: Vec<SectionBlock>,
    ) -> Option<Section> {
        let is_table = |block: &SectionBlock| matches!(block, SectionBlock::Table(_));
        (!blocks.is_empty()).then(|| Section {
            id,
            title,
            has_more_than_tables: !blocks.iter().all(is_table),
            blocks,
        })
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
    /// What it shows and how to read it.
    pub reading: String,
    /// The data; the first table names the pictures.
    pub sheets: Vec<Sheet>,
    /// Its number in the document.
    pub number: usize,
    /// The names of the files of the pictures, without endings.
    pub names: Vec<String>,
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
        self.blocks().flat_map(SectionBlock::sheets)
    }

    /// The pictures of the figures with the names of their files.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = (&String, &Svg)> {
        let figures = self.blocks().filter_map(|block| match block {
            SectionBlock::Figure(figure) => Some(figure),
            _ => None,
        });
        figures.flat_map(|figure| figure.names.iter().zip(&figure.pictures))
    }

    /// The tables by section, after the figures that they belong to.
    pub(crate) fn tables(&self) -> Vec<SectionTables<'_>> {
        let tables = self.sections.iter().map(|section| SectionTables {
            title: section.title,
            sheets: section
                .blocks
                .iter()
                .flat_map(SectionBlock::sheets)
                .collect(),
        });
        tables.filter(|tables| !tables.sheets.is_empty()).collect()
    }

    /// Numbers the figures and the tables, and names the pictures.
    pub(crate) fn numbered(mut self) -> Document {
        let (mut figures, mut tables) = (1.., 1..);
        let blocks = self
            .sections
            .iter_mut()
            .flat_map(|section| &mut section.blocks);
        for block in blocks {
            let sheets = match block {
                SectionBlock::Table(sheet) => std::slice::from_mut(sheet),
                SectionBlock::Figure(figure) => {
                    figure.number = figures.next().unwrap_or_default();
                    let first = figure.sheets.first().map_or("", |sheet| &sheet.id);
                    let name = |place| match place {
                        1 => first.to_string(),
                        place => format!("{first}-{place}"),
                    };
                    figure.names = (1..=figure.pictures.len()).map(name).collect();
                    &mut figure.sheets[..]
                }
                _ => continue,
            };
            sheets
                .iter_mut()
                .for_each(|sheet| sheet.number = tables.next());
        }
        self
    }
}

/// The tables of a section.
#[derive(Serialize)]
pub(crate) struct SectionTables<'a> {
    pub title: &'static str,
    pub sheets: Vec<&'a Sheet>,
}

impl SectionBlock {
    /// Its tables, including those of a figure.
    fn sheets(&self) -> &[Sheet] {
        match self {
            SectionBlock::Table(sheet) => std::slice::from_ref(sheet),
            SectionBlock::Figure(figure) => &figure.sheets,
            _ => &[],
        }
    }
}

impl FigureBlock {
    pub(crate) fn new(
        title: impl Into<String>,
        pictures: Vec<Svg>,
        reading: impl Into<String>,
        sheets: Vec<Sheet>,
    ) -> FigureBlock {
        FigureBlock {
            title: title.into(),
            pictures,
            reading: reading.into(),
            sheets,
            number: 0,
            names: Vec::new(),
        }
    }
}
