//! The kernel of a puzzle, chosen by its domain: the bit boards of 9×9 Sudoku, or
//! the generic kernel with the smallest sets that hold the model's labels.
//!
//! Code that works with any kernel is a [`Task`]: it is compiled once for each
//! kernel, and the choice is made once a puzzle, not at every question.

use super::bitboard::BoardKernel;
use super::generic::GenericKernel;
use super::questions::Kernel;
use gradus_csp::{Domain, Instance, MOST_LABELS};

/// Work to be done with whatever kernel a puzzle has.
pub trait Task {
    /// What the work returns.
    type Output;

    /// Does the work.
    fn run<K: Kernel>(self, kernel: &K) -> Self::Output;
}

/// Words of the largest sets, and so the largest model.
const LARGEST: usize = 256;

/// Every domain fits a kernel.
const _: () = assert!(64 * LARGEST == MOST_LABELS);

/// The kernel of a domain. Each size of the generic sets is a copy of the whole
/// engine, so there are few: for squares up to 7×7, 9×9, 16×16 and 25×25.
#[derive(Debug)]
pub enum AnyKernel {
    /// The graph of 9×9 Sudoku.
    Board(BoardKernel),
    /// Any model of up to 384 labels.
    Small(GenericKernel<6>),
    /// Any model of up to 768 labels.
    Medium(GenericKernel<12>),
    /// Any model of up to 4096 labels.
    Large(GenericKernel<64>),
    /// Any model of up to 16384 labels.
    Huge(GenericKernel<LARGEST>),
}

impl AnyKernel {
    /// The kernel that suits a domain best.
    fn new(domain: &Domain) -> AnyKernel {
        match BoardKernel::of(domain) {
            Some(kernel) => AnyKernel::Board(kernel),
            None => AnyKernel::generic(domain),
        }
    }

    /// The generic kernel of a domain, even if there is a faster one.
    pub fn generic(domain: &Domain) -> AnyKernel {
        fn kernel<const N: usize>(domain: &Domain) -> GenericKernel<N> {
            let kernel = GenericKernel::new(domain.model().clone());
            kernel
                .expect("a domain is not too large")
                .with_matrices(domain.matrices().clone())
                .with_specific(domain.rules().cloned())
        }
        match domain.model().words() {
            0..=6 => AnyKernel::Small(kernel(domain)),
            7..=12 => AnyKernel::Medium(kernel(domain)),
            13..=64 => AnyKernel::Large(kernel(domain)),
            _ => AnyKernel::Huge(kernel(domain)),
        }
    }

    /// Does work with this kernel.
    pub fn run<T: Task>(&self, task: T) -> T::Output {
        match self {
            AnyKernel::Board(kernel) => task.run(kernel),
            AnyKernel::Small(kernel) => task.run(kernel),
            AnyKernel::Medium(kernel) => task.run(kernel),
            AnyKernel::Large(kernel) => task.run(kernel),
            AnyKernel::Huge(kernel) => task.run(kernel),
        }
    }
}

/// The kernel of a domain, chosen when it is first asked for.
pub fn of(domain: &Domain) -> &AnyKernel {
    domain.extension(|| AnyKernel::new(domain))
}

/// Runs work with the kernel of a puzzle.
pub fn with_kernel<T: Task>(instance: &dyn Instance, task: T) -> T::Output {
    of(instance.domain()).run(task)
}
