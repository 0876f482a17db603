//! Drawings of resolution states: their marks, and the interface that a domain draws by.

use super::ids::Label;
use super::position::Position;
use super::style::Style;

/// The role of a candidate in a step; of several roles, the first one counts.
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
    /// The term used in the books.
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

    /// The mark of a candidate, if it has one.
    pub fn get(&self, label: Label) -> Option<Mark> {
        let own = self.0.iter().filter(|marked| marked.label == label);
        own.map(|marked| marked.mark).min()
    }

    /// The links of a chain in which a candidate has its mark, in order.
    pub fn links(&self, label: Label) -> Vec<usize> {
        let mark = self.get(label);
        let own = self.0.iter();
        let own = own.filter(|own| own.label == label && Some(own.mark) == mark);
        own.filter_map(|own| own.link).collect()
    }

    /// Returns true if some label is marked as part of a link.
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
    /// The content, as plain text.
    pub text: String,
    /// The data of an SVG path that is drawn instead of the text, if it is not a symbol.
    pub path: Option<String>,
}

/// The height of the smallest text that is always drawn. Smaller candidates and values are
/// too many: they are drawn only where a step marks them.
pub const SMALLEST: f32 = 6.0;

/// The width of the space for the numbers of rows and columns.
const EDGE: f32 = 14.0;

/// How a line of a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// A thin line, such as between cells.
    Thin,
    /// A thick line, such as between blocks.
    Thick,
    /// A filled area instead of a line, such as a cell outside the puzzle.
    Area,
}

/// A puzzle without its candidates and values: the layer below them. It contains no markup,
/// so any viewer can draw it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Backdrop {
    /// The total width.
    pub width: f32,
    /// The total height.
    pub height: f32,
    /// Lines and areas as SVG path data, in drawing order.
    pub strokes: Vec<(Stroke, String)>,
    /// Texts of the puzzle that are not candidates, such as sums and signs.
    pub texts: Vec<Glyph>,
    /// The numbers of rows and columns, left of the board and above it: at negative places,
    /// which the width and the height do not count.
    pub ruler: Vec<Glyph>,
}

impl Backdrop {
    /// The width of the space that the ruler takes at the left and above.
    pub fn edge(&self) -> f32 {
        if self.ruler.is_empty() { 0.0 } else { EDGE }
    }
}

/// Draws the puzzles of a domain.
pub trait Drawing: Send + Sync {
    /// A state as text, with marked candidates in colours or with signs, and a
    /// legend if any are marked.
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String;

    /// A state as an SVG image with its candidates, the marked ones tinted and those
    /// of a chain numbered, with a legend if any are marked. Without a state, draws
    /// only the givens.
    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String;

    /// The board alone, for viewers that draw candidates themselves, or `None` if no viewer
    /// supports this kind. A domain that has a board has a place for each label.
    fn board(&self) -> Option<Backdrop> {
        None
    }

    /// The place of a label as a candidate.
    fn candidate(&self, _label: Label) -> Option<Glyph> {
        None
    }

    /// The place of a label as a value.
    fn value(&self, _label: Label) -> Option<Glyph> {
        None
    }
}
