//! The theory's objects for any binary constraint satisfaction problem:
//! labels, CSP variables, links and g-labels ([`model`]), sets of labels
//! ([`labels`]), cover matrices ([`matrix`]), resolution states ([`state`]) and the one hot question that
//! every rule asks of them ([`kernel`]). PBCS, chapters 1 to 4 and 7.

pub mod generic;
pub mod kernel;
pub mod labels;
pub mod matrix;
pub mod model;
pub mod state;

pub use generic::GenericKernel;
pub use kernel::{Kernel, Scan};
pub use labels::{LabelSet, Labels};
pub use matrix::{CoverMatrix, Incidence, MatrixError};
pub use model::{GLabel, Kind, Label, Model, ModelBuilder, ModelError, Variable};
pub use state::State;
