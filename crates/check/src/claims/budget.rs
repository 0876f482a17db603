//! How much may be looked at to decide one claim.

/// Looks that are left: a partial chain and a trial are one look each.
pub(crate) struct Budget(pub(crate) u64);

/// The budget is spent, and the claim not decided.
#[derive(Debug)]
pub(crate) struct OutOfBudget;

impl Budget {
    pub(crate) fn spend(&mut self) -> Result<(), OutOfBudget> {
        self.0 = self.0.checked_sub(1).ok_or(OutOfBudget)?;
        Ok(())
    }
}
