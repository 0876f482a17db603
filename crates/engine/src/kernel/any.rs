//! The kernel of a puzzle, chosen by its domain: the bit boards of 9×9 Sudoku, or
//! the generic kernel with the smallest sets that hold the model's labels.
//!
//! [`with_kernel!`](crate::with_kernel) compiles code once for each kernel, so that the choice
//! is made once per puzzle, not at every question.

use super::bitboard::BoardKernel;
use super::generic::GenericKernel;
use gradus_csp::{Domain, MOST_LABELS};

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
}

/// The kernel of a domain, chosen when it is first asked for.
pub fn of(domain: &Domain) -> &AnyKernel {
    domain.extension(|| AnyKernel::new(domain))
}

/// Evaluates an expression with the kernel of a puzzle. The expression is compiled once for
/// each type of kernel, so it should be a call of a function over any [`Kernel`](crate::kernel::Kernel).
///
/// ```
/// use gradus_engine::kernel::{Kernel, initial_state};
/// use gradus_engine::with_kernel;
///
/// let puzzle = gradus_puzzles::read("latin:1...2...3...4...").unwrap();
/// let singles = with_kernel!(puzzle, |kernel| {
///     let state = initial_state(kernel, puzzle.as_ref()).unwrap();
///     kernel.scan(&state.left).empty
/// });
/// assert!(!singles);
/// ```
#[macro_export]
macro_rules! with_kernel {
    ($puzzle:expr, |$kernel:ident| $body:expr) => {
        match $crate::kernel::of($puzzle.domain()) {
            $crate::kernel::AnyKernel::Board($kernel) => $body,
            $crate::kernel::AnyKernel::Small($kernel) => $body,
            $crate::kernel::AnyKernel::Medium($kernel) => $body,
            $crate::kernel::AnyKernel::Large($kernel) => $body,
            $crate::kernel::AnyKernel::Huge($kernel) => $body,
        }
    };
}
