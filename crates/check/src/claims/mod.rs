//! Decides claims that no step shows, by trying all patterns that could refute them, by
//! the definitions and within a budget. This is a search, but a simple one: it shares
//! no code with the engine, and accepts only claims that it has verified completely.

mod board;
mod braid;
mod claim;
mod closure;
mod fishing;
mod forcing;
mod hall;
mod loose;
mod reversible;
mod rings;
mod typed;
mod whip;

use thiserror::Error;

pub(crate) use claim::Claims;

/// The reason why a claim is neither proved nor refuted.
#[allow(missing_docs)] // The message of each case documents it.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unverified {
    #[error("the budget does not suffice to show that nothing more applies, or nothing shorter")]
    Budget,
    #[error("braids or other Subsets go further, and not all orders can be tried")]
    Order,
    #[error("what relations of impossible patterns add is not looked for")]
    Relations,
    #[error("there are whips, but for candidates that occur twice in them")]
    Loops,
}

/// The budget left for deciding one claim: a partial chain and a trial cost 1 each.
pub(crate) struct LookBudget(pub(crate) u64);

impl LookBudget {
    fn spend(&mut self) -> Result<(), Unverified> {
        self.0 = self.0.checked_sub(1).ok_or(Unverified::Budget)?;
        Ok(())
    }
}
