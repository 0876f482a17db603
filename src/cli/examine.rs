//! `--examine` of `rate` and `explain`: puzzles and patterns with any number of solutions.

use clap::Args;

use super::options::TimedLimitsOptions;
use gradus_engine::examine::Trying;
use gradus_engine::rating::Limits;

/// Examination instead of ratings.
#[derive(Args)]
pub(super) struct ExamineOptions {
    /// Report what each theory leaves; any number of solutions
    ///
    /// Counts the candidates that each theory leaves, and finds the depth of Trial and Error
    /// with a contradiction. Tries chains up to length 5, or --max-length if that is less
    #[arg(long, alias = "any")]
    pub examine: bool,

    /// With --examine: fewer trials beyond depth 2; depths beyond 3 are bounds
    ///
    /// Beyond depth 2, only candidates of cells that have lost some are tried: fast for
    /// patterns in an empty grid
    #[arg(long, requires = "examine", alias = "within", hide_short_help = true)]
    narrow: bool,
}

/// The longest chains to try: in a state with many candidates, longer ones take long.
const LONGEST: usize = 5;

impl ExamineOptions {
    pub(super) fn trying(&self) -> Trying {
        if self.narrow {
            Trying::Within
        } else {
            Trying::All
        }
    }

    pub(super) fn limits(&self, limits: &TimedLimitsOptions) -> Limits {
        let limits = limits.limits();
        Limits {
            max_length: limits.max_length.min(LONGEST),
            ..limits
        }
    }
}
