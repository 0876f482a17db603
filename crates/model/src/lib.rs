//! What a puzzle says, for any binary constraint satisfaction problem: labels, CSP
//! variables, links and g-labels ([`model`]), sets of labels ([`labels`]), cover
//! matrices ([`matrix`]), resolution states ([`state`]), and the one hot question
//! that every rule asks of them ([`kernel`]). PBCS, chapters 1 to 4 and 7.
//!
//! The puzzles themselves: a [`Domain`] is what all puzzles of a kind and size
//! share, an [`Instance`] is one puzzle, and [`read`] turns a line of text into
//! one. [`sudoku`] has a kernel and a solver of its own; [`latin`] squares, and
//! whatever else is stated as a [`Model`], use the generic ones.

#![warn(unreachable_pub)]

pub mod bitboard;
pub mod bits;
pub mod crossing;
pub mod domain;
pub mod drawing;
mod features;
pub mod generic;
pub mod kernel;
pub mod kernels;
mod kinds;
pub mod labels;
pub mod latin;
mod links;
pub mod matrix;
pub mod model;
mod position;
pub mod rectangle;
pub mod shape;
pub mod slices;
mod solve;
pub mod space;
pub mod square;
pub mod state;
pub mod style;
pub mod sudoku;

pub use crossing::Crossing;
pub use domain::{ContradictoryGivens, Domain, Instance, Nomenclature, initial_state, with_kernel};
pub use drawing::{Board, Drawing, Mark, Marks, Place, Stroke};
pub use generic::GenericKernel;
pub use kernel::{Kernel, Scan};
pub use kernels::{AnyKernel, Task, TooLarge};
pub use kinds::{ReadError, read};
pub use labels::{LabelSet, Labels};
pub use links::Links;
pub use matrix::{CoverMatrix, Incidence, MatrixError, Patch};
pub use model::{GLabel, Kind, Label, Model, ModelBuilder, ModelError, Variable};
pub use position::Position;
pub use rectangle::Rectangle;
pub use solve::{Solutions, some_solution};
pub use space::Space;
pub use state::State;
