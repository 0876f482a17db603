//! The shortest whip that alone leads to the solution, modulo a no-step theory (manual 13.2).

use super::anti::anti_backdoors;
use super::no_step::Modulo;
use crate::kernel::Kernel;
use crate::rules::braid::Braids;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::whip::{FoundWhip, Whips};
use gradus_csp::{Label, Labels, State};
use gradus_path::Rating;

/// The least length of a whip that erases an anti-backdoor in a state closed under the theory,
/// which must have whips\[1\]; 0 if the theory solves, infinite if no whip does. `truth` is
/// the only solution. Beyond the limits the rating is a lower bound.
pub fn one_step<K: Kernel>(
    modulo: &Modulo<'_, K>,
    state: &State<K::Set>,
    truth: &K::Set,
    max_length: usize,
    nodes: u64,
) -> Rating {
    if state.is_decided() {
        return Rating::exact(0);
    }
    let mut search = OneStep {
        kernel: modulo.kernel,
        state,
        budget: Budget::new(nodes),
    };
    let mut open: Vec<Label> = anti_backdoors(modulo, state, truth).iter().collect();
    open.retain(|&target| search.is_refutable(target));
    for length in 2..=max_length {
        match search.of_length(length, &mut open) {
            Ok(true) => return Rating::exact(length),
            Err(OutOfBudget) => return Rating::lower(length),
            Ok(false) if open.is_empty() => return Rating::INFINITE,
            Ok(false) => {}
        }
    }
    if open.is_empty() {
        Rating::INFINITE
    } else {
        Rating::lower(max_length + 1)
    }
}

struct OneStep<'a, K: Kernel> {
    kernel: &'a K,
    state: &'a State<K::Set>,
    budget: Budget,
}

impl<K: Kernel> OneStep<'_, K> {
    /// Returns true if a target has a braid of any length, as all that have whips do.
    fn is_refutable(&mut self, target: Label) -> bool {
        Braids::<K, false>::new(self.kernel, &mut self.budget).is_refutable(self.state, target)
    }

    /// Returns true if a target has a whip of this length, where none has a shorter one.
    /// Targets that have none of any length are taken out.
    fn of_length(&mut self, length: usize, open: &mut Vec<Label>) -> Result<bool, OutOfBudget> {
        let mut rest = Vec::new();
        for &target in open.iter() {
            let mut braids = Braids::<K, false>::new(self.kernel, &mut self.budget);
            let found = match braids.exists(self.state, target, length)? {
                false => FoundWhip::NotUpTo(length),
                true => Whips::<K, false>::new(self.kernel, &mut self.budget)
                    .shortest(self.state, target, length)?,
            };
            match found {
                FoundWhip::Whip(_) => return Ok(true),
                FoundWhip::NotUpTo(_) => rest.push(target),
                FoundWhip::Never => {}
            }
        }
        *open = rest;
        Ok(false)
    }
}
