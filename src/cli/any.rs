//! `--any` of `rate` and `explain`: puzzles and patterns that need not have one solution.

use clap::Args;

use super::options::LimitOptions;
use gradus_engine::examine::Trying;
use gradus_engine::rating::Limits;

/// Whether anything may be examined, and how.
#[derive(Args)]
pub(super) struct AnyOptions {
    /// Examine the puzzle, or the pattern of a sukaku, however many solutions it has: how many
    /// candidates each theory leaves, and at which depth of Trial and Error a contradiction is
    /// met. Chains are tried up to length 5, or --max-length if that is less
    #[arg(long)]
    pub any: bool,

    /// With --any, beyond depth 2 try only candidates of cells that have fewer than they could
    /// have: fast for patterns in an empty grid. Depths beyond 3 are then upper bounds
    #[arg(long, requires = "any")]
    within: bool,
}

/// The longest chains that are tried with --any: in a state with many candidates longer ones
/// take long.
const LONGEST: usize = 5;

impl AnyOptions {
    /// Which candidates are tried.
    pub(super) fn trying(&self) -> Trying {
        match self.within {
            true => Trying::Within,
            false => Trying::All,
        }
    }

    /// The limits, with chains that are not too long.
    pub(super) fn limits(&self, limits: &LimitOptions) -> Limits {
        let limits = limits.limits();
        Limits {
            max_length: limits.max_length.min(LONGEST),
            ..limits
        }
    }
}
