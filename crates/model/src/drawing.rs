//! Drawings of resolution states: what is marked in them, and the interface that
//! a domain draws by.

use super::model::Label;
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

/// The marked candidates of a state.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Marks(Vec<(Label, Mark)>);

impl Marks {
    /// Marks some labels; a label may have several marks.
    pub fn new(marks: Vec<(Label, Mark)>) -> Marks {
        Marks(marks)
    }

    /// The mark of a candidate.
    pub fn get(&self, label: Label) -> Option<Mark> {
        let own = self.0.iter().filter(|(marked, _)| *marked == label);
        own.map(|(_, mark)| *mark).min()
    }

    /// The marks that occur, each once.
    pub fn kinds(&self) -> Vec<Mark> {
        let mut kinds: Vec<Mark> = self.0.iter().map(|(_, mark)| *mark).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.reverse();
        kinds
    }
}

/// Draws the puzzles of a domain.
pub trait Drawing {
    /// A state as text, the marked candidates in colours or with signs, and a
    /// legend if there are marks.
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String;

    /// A state as an SVG image with its candidates, the marked ones tinted; or
    /// the givens alone if there is no state.
    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String;
}
