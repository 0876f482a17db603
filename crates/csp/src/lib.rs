//! Logic puzzles as constraint satisfaction problems: labels, CSP variables, links and
//! g-labels ([`Model`]), sets of labels ([`Labels`]), resolution states ([`State`],
//! [`Position`]), and cover matrices ([`CoverMatrix`]). PBCS, chapters 1 to 4, 7 and 8.
//!
//! A [`Domain`] is what all puzzles of a kind and size share, an [`Instance`] is one puzzle.
//! The kinds of puzzles are defined above this crate, and so is everything that searches.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod bits;
mod builder;
mod crossing;
mod domain;
mod drawing;
mod ids;
mod key;
mod labels;
mod limits;
mod matrix;
mod model;
mod position;
mod reading;
mod rectangle;
mod sights;
mod solutions;
mod space;
mod specific;
mod state;
mod style;

pub use bits::Bits;
pub use builder::{ModelBuilder, ModelError};
pub use crossing::{Crossing, crossings};
pub use domain::{CanonicalImage, ContradictoryGivens, Domain, Instance, Nomenclature};
pub use drawing::{Backdrop, Drawing, Glyph, Mark, Marks, SMALLEST, Stroke};
pub use ids::{GLabel, Label, Variable, VariableKind};
pub use key::CanonicalKey;
pub use labels::{LabelSet, Labels};
pub use limits::{MOST_LABELS, TooLarge};
pub use matrix::{CoverMatrix, Incidence, MatrixError, Patch, WIDEST};
pub use model::Model;
pub use position::Position;
pub use reading::{ReadError, ReadResult};
pub use rectangle::{Corner, Rectangle, Triple, rectangles};
pub use sights::{Grouped, Sight, Sights};
pub use solutions::Solutions;
pub use space::{Answers, Space, SpaceCells};
pub use specific::{
    Application, Deduction, RuleLevel, SpecificRules, StateBits, Visitor, first_application,
};
pub use state::State;
pub use style::{Paint, Style};
