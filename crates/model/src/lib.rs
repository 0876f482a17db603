//! What a puzzle says, for any binary constraint satisfaction problem: labels, CSP
//! variables, links and g-labels ([`model`]), sets of labels ([`labels`]), cover
//! matrices ([`matrix`]), resolution states ([`state`]), and the one hot question
//! that every rule asks of them ([`kernel`]). PBCS, chapters 1 to 4 and 7.
//!
//! The puzzles themselves: a [`Domain`] is what all puzzles of a kind and size
//! share, an [`Instance`] is one puzzle, and [`read`] turns a line of text into
//! one. 9×9 [`sudoku`] has a kernel and a solver of its own; [`square`]s of other sizes
//! and shapes, and whatever else is stated as a [`Model`], use the generic ones.

#![warn(unreachable_pub)]

pub mod bitboard;
pub mod bits;
pub mod book;
mod canvas;
pub mod crossing;
pub mod csp;
pub mod domain;
pub mod drawing;
mod features;
pub mod futoshiki;
pub mod generic;
pub mod kakuro;
pub mod kernel;
pub mod kernels;
mod kinds;
pub mod labels;
mod links;
pub mod map;
pub mod matrix;
pub mod model;
pub mod numbrix;
mod position;
pub mod queens;
mod reading;
pub mod rectangle;
pub mod shape;
pub mod slices;
pub mod slitherlink;
mod solve;
pub mod space;
pub mod specific;
pub mod square;
pub mod squares;
pub mod state;
pub mod style;
pub mod sudoku;
mod table;
pub mod tatham;

pub use crossing::Crossing;
pub use domain::{ContradictoryGivens, Domain, Instance, Nomenclature, initial_state, with_kernel};
pub use drawing::{Board, Drawing, Mark, Marks, Place, SMALLEST, Stroke};
pub use generic::GenericKernel;
pub use kernel::{Kernel, Scan};
pub use kernels::{AnyKernel, Task, TooLarge};
pub use kinds::{examples, kind_named, kind_names, kind_of, read, read_as, read_with, shows_kind};
pub use labels::{LabelSet, Labels};
pub use links::Links;
pub use matrix::{CoverMatrix, Incidence, MatrixError, Patch};
pub use model::{GLabel, Kind, Label, Model, ModelBuilder, ModelError, Variable};
pub use position::Position;
pub use reading::ReadError;
pub use rectangle::Rectangle;
pub use solve::{Solutions, drawn_solution, some_solution};
pub use space::Space;
pub use specific::{Application, Level, SpecificRules};
pub use state::State;
