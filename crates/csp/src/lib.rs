#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod bits;
mod builder;
mod crossing;
pub mod deadline;
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
pub use model::{Grouped, Model};
pub use position::Position;
pub use reading::{ReadError, ReadResult};
pub use rectangle::{Corner, Rectangle, Triple, rectangles};
pub use sights::{Sight, variable_sights};
pub use solutions::{Solutions, Undecided};
pub use space::Space;
pub use specific::{Application, Deduction, RuleLevel, SpecificRules, StateBits, Visitor};
pub use state::State;
pub use style::{Paint, Style};
