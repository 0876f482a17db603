//! Short solutions by random steepest descent (manual 3.8 and 13.10): of the candidates that
//! one chain erases, take one whose deletion costs the state most candidates, any of these at
//! random, until the puzzle is solved; and again. No other way to few steps is known that
//! comes to an end.

use super::shown::StepsModulo;
use super::{FewSteps, NoSteps};
use crate::backdoor::Erasable;
use crate::kernel::Kernel;
use gradus_csp::{Label, State};
use rustc_hash::FxHashMap;

/// The best of some tries: the one with the fewest steps, then with the shortest chain.
pub(super) fn fewest<K: Kernel>(
    ground: &StepsModulo<'_, K>,
    tries: u32,
    seed: u64,
) -> Result<FewSteps, NoSteps> {
    let mut descent = Descent {
        ground,
        steepest: FxHashMap::default(),
    };
    let mut best: Option<(usize, usize, Vec<Label>)> = None;
    let mut lengths = Vec::new();
    for number in 0..u64::from(tries) {
        let mut dice = SplitMix64(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ number);
        let Some(erased) = descent.descend(&mut dice)? else {
            continue;
        };
        lengths.push(erased.len());
        let longest = erased.iter().map(|step| step.length).max().unwrap_or(0);
        let labels = erased.iter().map(|step| step.label).collect();
        let found = (erased.len(), longest, labels);
        // Of equals, the first stays.
        let better = |best: &(usize, usize, _)| (found.0, found.1) < (best.0, best.1);
        if best.as_ref().is_none_or(better) {
            best = Some(found);
        }
    }
    let path = best.and_then(|(.., erased)| ground.path(&erased));
    Ok(FewSteps {
        erasable: descent.steepest(&ground.state)?.0,
        tries: lengths,
        solutions: path.into_iter().collect(),
        ..ground.nothing_yet()
    })
}

/// Tries that share what they learn of states.
struct Descent<'a, 'g, K: Kernel> {
    ground: &'a StepsModulo<'g, K>,
    /// The results for states that were met before.
    steepest: FxHashMap<State<K::Set>, (usize, Vec<Erasable>)>,
}

impl<K: Kernel> Descent<'_, '_, K> {
    /// The candidates that one try erases, or `None` if it does not reach the solution.
    fn descend(&mut self, dice: &mut SplitMix64) -> Result<Option<Vec<Erasable>>, NoSteps> {
        let mut state = self.ground.state.clone();
        let mut erased = Vec::new();
        while !state.is_decided() {
            let (_, best) = self.steepest(&state)?;
            if best.is_empty() {
                return Ok(None);
            }
            let step = best[dice.below(best.len())];
            erased.push(step);
            state = self.ground.modulo.without(&state, step.label);
        }
        Ok(Some(erased))
    }

    /// How many candidates of a state can be erased, and those among them that cost most.
    fn steepest(&mut self, state: &State<K::Set>) -> Result<&(usize, Vec<Erasable>), NoSteps> {
        if !self.steepest.contains_key(state) {
            let modulo = &self.ground.modulo;
            let targets = modulo.false_candidates(state);
            let erasable = self.ground.erasables.of(state, &targets)?;
            let left = |step: &Erasable| modulo.without(state, step.label).candidate_count();
            let left: Vec<usize> = erasable.iter().map(left).collect();
            let least = left.iter().copied().min().unwrap_or(0);
            let best = erasable
                .iter()
                .zip(&left)
                .filter(|(_, left)| **left == least);
            let best = best.map(|(step, _)| *step).collect();
            self.steepest.insert(state.clone(), (erasable.len(), best));
        }
        Ok(&self.steepest[state])
    }
}

/// Random numbers by a seed (SplitMix64).
struct SplitMix64(u64);

impl SplitMix64 {
    /// A number below this one.
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * count as u128) >> 64) as usize
    }
}
