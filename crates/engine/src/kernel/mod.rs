//! Kernels answer the questions of the rules about the states of one constraint graph: the
//! trait [`Kernel`], the bit boards of 9×9 Sudoku ([`bitboard`]), the generic kernel of
//! every other graph ([`GenericKernel`]), and searches in many states at once ([`slices`]).

mod any;
pub mod bitboard;
mod features;
mod generic;
mod questions;
pub mod slices;
mod start;

pub use any::{AnyKernel, of};
pub use features::vectors;
pub use generic::GenericKernel;
pub use questions::{Kernel, Scan};
pub use start::{check_givens, initial_state};
