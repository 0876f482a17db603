//! The kernel of a puzzle, chosen by its domain: the bit boards of 9×9 Sudoku, or
//! the generic kernel with the smallest sets that hold the model's labels.
//!
//! Code that works with any kernel is a [`Task`]: it is compiled once for each
//! kernel, and the choice is made once a puzzle, not at every question.

use std::sync::Arc;

use thiserror::Error;

use super::bitboard::BoardKernel;
use super::generic::GenericKernel;
use super::kernel::Kernel;
use super::matrix::CoverMatrix;
use super::model::Model;
use super::specific::SpecificRules;

/// Work to be done with whatever kernel a puzzle has.
pub trait Task {
    /// What the work returns.
    type Output;

    /// Does the work.
    fn run<K: Kernel>(self, kernel: &K) -> Self::Output;
}

/// Words of the largest sets, and so the largest model.
const LARGEST: usize = 256;

/// The most labels that a model may have to be rated.
pub const MOST_LABELS: usize = 64 * LARGEST;

/// The kernel of a domain. Each size of the generic sets is a copy of the whole
/// engine, so there are few: for squares up to 7×7, 9×9, 16×16 and 25×25.
#[derive(Debug)]
pub enum AnyKernel {
    /// 9×9 Sudoku.
    Sudoku(BoardKernel),
    /// Any model of up to 384 labels.
    Small(GenericKernel<6>),
    /// Any model of up to 768 labels.
    Medium(GenericKernel<12>),
    /// Any model of up to 4096 labels.
    Large(GenericKernel<64>),
    /// Any model of up to 16384 labels.
    Huge(GenericKernel<LARGEST>),
}

/// A model has more labels than the largest kernel can hold.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the puzzle has {0} labels, and at most {MOST_LABELS} can be rated")]
pub struct TooLarge(usize);

impl TooLarge {
    /// Refuses this many labels if no kernel can hold them.
    pub(crate) fn check(labels: usize) -> Result<(), TooLarge> {
        if labels > MOST_LABELS {
            return Err(TooLarge(labels));
        }
        Ok(())
    }
}

impl AnyKernel {
    /// The generic kernel that fits a model, with the model's cover matrices.
    pub fn generic(model: Arc<Model>, matrices: Vec<CoverMatrix>) -> Result<Self, TooLarge> {
        Self::specific(model, matrices, None)
    }

    /// The same with rules of the kind of puzzle.
    pub fn specific(
        model: Arc<Model>,
        matrices: Vec<CoverMatrix>,
        rules: Option<Arc<dyn SpecificRules>>,
    ) -> Result<Self, TooLarge> {
        fn kernel<const N: usize>(
            model: Arc<Model>,
            matrices: Vec<CoverMatrix>,
            rules: Option<Arc<dyn SpecificRules>>,
        ) -> Result<GenericKernel<N>, TooLarge> {
            let labels = model.label_count();
            let kernel = GenericKernel::new(model).ok_or(TooLarge(labels))?;
            Ok(kernel.with_matrices(matrices).with_specific(rules))
        }
        Ok(match model.words() {
            0..=6 => AnyKernel::Small(kernel(model, matrices, rules)?),
            7..=12 => AnyKernel::Medium(kernel(model, matrices, rules)?),
            13..=64 => AnyKernel::Large(kernel(model, matrices, rules)?),
            _ => AnyKernel::Huge(kernel(model, matrices, rules)?),
        })
    }

    /// The model that it answers for.
    pub fn model(&self) -> &Model {
        match self {
            AnyKernel::Sudoku(kernel) => kernel.model(),
            AnyKernel::Small(kernel) => kernel.model(),
            AnyKernel::Medium(kernel) => kernel.model(),
            AnyKernel::Large(kernel) => kernel.model(),
            AnyKernel::Huge(kernel) => kernel.model(),
        }
    }

    /// Whether there are cover matrices.
    pub fn has_matrices(&self) -> bool {
        match self {
            AnyKernel::Sudoku(kernel) => !kernel.matrices().is_empty(),
            AnyKernel::Small(kernel) => !kernel.matrices().is_empty(),
            AnyKernel::Medium(kernel) => !kernel.matrices().is_empty(),
            AnyKernel::Large(kernel) => !kernel.matrices().is_empty(),
            AnyKernel::Huge(kernel) => !kernel.matrices().is_empty(),
        }
    }

    /// Does work with this kernel.
    pub fn run<T: Task>(&self, task: T) -> T::Output {
        match self {
            AnyKernel::Sudoku(kernel) => task.run(kernel),
            AnyKernel::Small(kernel) => task.run(kernel),
            AnyKernel::Medium(kernel) => task.run(kernel),
            AnyKernel::Large(kernel) => task.run(kernel),
            AnyKernel::Huge(kernel) => task.run(kernel),
        }
    }
}
