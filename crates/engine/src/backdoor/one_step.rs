//! The shortest whip that alone leads to the solution, modulo a no-step theory (manual 13.2).

use super::no_step::Modulo;
use crate::kernel::Kernel;
use crate::rules::braid::Braids;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::whip::{FoundWhip, Whips};
use gradus_csp::{Label, Labels, State};
use gradus_path::Rating;

impl<K: Kernel> Modulo<'_, K> {
    /// The least length of a whip that erases an anti-backdoor in a state closed under the
    /// theory, which must have whips\[1\]; 0 if the theory solves, infinite if no whip does.
    /// Beyond the limits the rating is a lower bound.
    pub(crate) fn one_step(&self, state: &State<K::Set>, max_length: usize, nodes: u64) -> Rating {
        if state.is_decided() {
            return Rating::exact(0);
        }
        let mut budget = Budget::new(nodes);
        let mut open: Vec<Label> = self.anti_backdoors(state).iter().collect();
        // All that have whips have a braid of some length.
        open.retain(|&target| {
            Braids::<K, false>::new(self.kernel, &mut budget).is_refutable(state, target)
        });
        for length in 2..=max_length {
            match self.has_whip(state, length, &mut open, &mut budget) {
                Ok(true) => return Rating::exact(length),
                Err(OutOfBudget) => return Rating::lower(length),
                Ok(false) if open.is_empty() => break,
                Ok(false) => {}
            }
        }
        if open.is_empty() {
            Rating::INFINITE
        } else {
            Rating::lower(max_length + 1)
        }
    }

    /// Returns true if a target has a whip of this length, where none has a shorter one.
    /// Targets that have none of any length are taken out.
    fn has_whip(
        &self,
        state: &State<K::Set>,
        length: usize,
        open: &mut Vec<Label>,
        budget: &mut Budget,
    ) -> Result<bool, OutOfBudget> {
        for target in std::mem::take(open) {
            let mut found = FoundWhip::NotUpTo(length);
            if Braids::<K, false>::new(self.kernel, budget).exists(state, target, length)? {
                let mut whips = Whips::<K, false>::new(self.kernel, budget);
                found = whips.shortest(state, target, length)?;
            }
            match found {
                FoundWhip::Whip(_) => return Ok(true),
                FoundWhip::NotUpTo(_) => open.push(target),
                FoundWhip::Never => {}
            }
        }
        Ok(false)
    }
}
