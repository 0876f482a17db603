//! Drawings of resolution states: what is marked in them, and the interface that
//! a domain draws by.

use super::ids::Label;
use super::position::Position;
use super::style::Style;

/// The part of a candidate in a step; where it has several, the least counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// It is eliminated.
    Target,
    /// It becomes a value.
    Value,
    /// It is in a base of a Subset.
    Base,
    /// It is right-linking, alone or in a g-candidate.
    Right,
    /// It is left-linking.
    Left,
}

impl Mark {
    /// What the books call it.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Target => "target",
            Mark::Value => "value",
            Mark::Base => "base",
            Mark::Right => "right-linking",
            Mark::Left => "left-linking",
        }
    }
}

/// A marked candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Marked {
    label: Label,
    mark: Mark,
    /// The link of a chain that it belongs to, from 1.
    link: Option<usize>,
}

/// The marked candidates of a state.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Marks(Vec<Marked>);

impl Marks {
    /// Marks a label, perhaps as part of a link of a chain, counted from 1. A label may have
    /// several marks.
    pub fn add(&mut self, label: Label, mark: Mark, link: Option<usize>) {
        self.0.push(Marked { label, mark, link });
    }

    /// The mark of a candidate.
    pub fn get(&self, label: Label) -> Option<Mark> {
        let own = self.0.iter().filter(|marked| marked.label == label);
        own.map(|marked| marked.mark).min()
    }

    /// The links of a chain that a candidate belongs to with the mark that it has, in
    /// order.
    pub fn links(&self, label: Label) -> Vec<usize> {
        let mark = self.get(label);
        let own = self.0.iter();
        let own = own.filter(|own| own.label == label && Some(own.mark) == mark);
        own.filter_map(|own| own.link).collect()
    }

    /// Whether there are links of a chain.
    pub fn has_links(&self) -> bool {
        self.0.iter().any(|marked| marked.link.is_some())
    }

    /// The marks that occur, each once.
    pub fn kinds(&self) -> Vec<Mark> {
        let mut kinds: Vec<Mark> = self.0.iter().map(|marked| marked.mark).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.reverse();
        kinds
    }
}

/// The place of a candidate or a value on a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Glyph {
    /// The middle.
    pub x: f32,
    /// The middle.
    pub y: f32,
    /// The height of the text.
    pub size: f32,
    /// What stands there, as plain text.
    pub text: String,
    /// What is drawn instead of the text, if it is no symbol: the data of an SVG path.
    /// The text still says what it is.
    pub path: Option<String>,
}

/// The height of the smallest text that is always drawn. Candidates and values with less are
/// drawn only where a step marks them: there are too many of them.
pub const SMALLEST: f32 = 6.0;

/// How a line of a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// A thin line, such as between cells.
    Thin,
    /// A thick line, such as between blocks.
    Thick,
    /// No line but a filled area, such as a cell that is no part of the puzzle.
    Area,
}

/// A puzzle without its candidates and values: what lies under them. There is no
/// markup in it, so that whoever draws it can draw it anywhere.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Backdrop {
    /// The width of everything.
    pub width: f32,
    /// The height of everything.
    pub height: f32,
    /// Lines and areas as the data of SVG paths, in the order in which they are drawn.
    pub strokes: Vec<(Stroke, String)>,
    /// Texts that belong to the puzzle and are no candidates, such as sums and signs.
    pub texts: Vec<Glyph>,
}

/// Draws the puzzles of a domain.
pub trait Drawing: Send + Sync {
    /// A state as text, the marked candidates in colours or with signs, and a
    /// legend if there are marks.
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String;

    /// A state as an SVG image with its candidates, the marked ones tinted and those
    /// of a chain numbered, with a legend if there are marks; or the givens alone if
    /// there is no state.
    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String;

    /// The board alone, for viewers that draw candidates themselves; none if there is no
    /// such viewer for this kind. A domain that has a board has a place for each label.
    fn board(&self) -> Option<Backdrop> {
        None
    }

    /// Where a label stands as a candidate.
    fn candidate(&self, _label: Label) -> Option<Glyph> {
        None
    }

    /// Where a label stands as a value.
    fn value(&self, _label: Label) -> Option<Glyph> {
        None
    }
}
