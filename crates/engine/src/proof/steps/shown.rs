//! What all searches for few steps stand on, and the paths of what they find.

use super::super::order::settle;
use super::super::simplest::Simplest;
use super::{Counted, FewSteps, StepRules};
use crate::backdoor::{ChainKind, Erasables, Modulo, anti_backdoors};
use crate::kernel::Kernel;
use crate::order::TargetOrder;
use crate::rules::reversible::{ChainClass, ReversibleChains};
use crate::walk::Walk;
use gradus_csp::{Label, Labels, State};
use gradus_path::{Chain, Family, PathEnd, PathStep, PathTheory, Strategy};

/// A puzzle modulo a theory whose steps do not count.
pub(super) struct Ground<'a, K: Kernel> {
    pub(super) modulo: Modulo<'a, K>,
    pub(super) erasables: Erasables<'a, K>,
    pub(super) truth: &'a K::Set,
    /// With the givens.
    initial: State<K::Set>,
    /// Closed under the theory.
    pub(super) state: State<K::Set>,
    /// The anti-backdoors in it.
    pub(super) alone: K::Set,
    rules: StepRules,
}

impl<'a, K: Kernel> Ground<'a, K> {
    pub(super) fn new(
        kernel: &'a K,
        rules: StepRules,
        initial: State<K::Set>,
        truth: &'a K::Set,
    ) -> Self {
        let modulo = Modulo::new(kernel, rules.no_step);
        let mut state = initial.clone();
        modulo.close(&mut state);
        Ground {
            alone: anti_backdoors(&modulo, &state, truth),
            erasables: Erasables::new(kernel, rules.kind, rules.max_length, rules.budget),
            modulo,
            truth,
            initial,
            state,
            rules,
        }
    }

    /// The candidates of a state that are false.
    pub(super) fn false_candidates(&self, state: &State<K::Set>) -> K::Set {
        state.candidates().without(self.truth)
    }

    /// What was found, before any solution is.
    pub(super) fn nothing_yet(&self) -> FewSteps {
        FewSteps {
            left: self.state.candidate_count(),
            anti_backdoors: self.alone.len(),
            erasable: 0,
            pairs: None,
            tries: Vec::new(),
            solutions: Vec::new(),
        }
    }

    /// The path that erases these candidates one after the other. There is none if a chain
    /// has no form that can be shown, or if Subsets of size 4, taken one by one, end
    /// elsewhere than all at once.
    pub(super) fn path(&self, erased: &[Label]) -> Option<Counted> {
        let kernel = self.modulo.kernel;
        let theory = self.rules.theory();
        let search = Simplest {
            kernel,
            truth: self.truth,
            theory,
            budget: self.rules.budget,
            strategy: Strategy::SimplestFirst,
            order: TargetOrder::default(),
        };
        let mut walk = Walk::new(kernel, &self.initial);
        let mut end = settle(&search, &mut walk, self.rules.no_step.size());
        let mut steps = Vec::new();
        for &label in erased {
            let mut chain = self.chain(&search, &walk.state, label)?;
            chain.targets = vec![label];
            steps.push(walk.steps.len());
            walk.apply(PathStep::Chain(chain));
            end = settle(&search, &mut walk, self.rules.no_step.size());
        }
        let path = walk.end(theory, end?, Strategy::FewSteps);
        (path.end == PathEnd::Solved).then_some(Counted { path, steps })
    }

    /// The simplest chain that erases a candidate.
    fn chain(
        &self,
        search: &Simplest<'_, K>,
        state: &State<K::Set>,
        label: Label,
    ) -> Option<Chain> {
        let (kernel, max) = (self.modulo.kernel, self.rules.max_length);
        let mut chains = ReversibleChains::new(kernel.model(), state);
        let mut find = |class| chains.chain(class, label, max);
        match self.rules.kind {
            ChainKind::Bivalue => find(ChainClass::Bivalue),
            ChainKind::Z => match (find(ChainClass::Bivalue), find(ChainClass::Z)) {
                (Some(biv), Some(z)) if z.length() < biv.length() => Some(z),
                (biv, z) => biv.or(z),
            },
            ChainKind::Whip => {
                let whips = Simplest {
                    theory: PathTheory::Chains(Family::WHIP),
                    ..*search
                };
                whips.on_target(state, label, max).ok()?
            }
        }
    }
}
