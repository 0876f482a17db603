//! The common ground of all searches for few steps, and the paths of their results.

use super::super::simplest::SimplestRule;
use super::super::walk::settle;
use super::{CountedPath, FewSteps, StepRules};
use crate::backdoor::{ChainKind, Erasables, Modulo};
use crate::kernel::Kernel;
use crate::rules::reversible::{ChainClass, ReversibleChains};
use crate::walk::Walk;
use gradus_csp::{Label, Labels, State};
use gradus_path::{Chain, PathEnd, PathStep, Strategy};

/// A puzzle modulo a theory whose steps do not count.
pub(super) struct StepsModulo<'a, K: Kernel> {
    pub(super) modulo: Modulo<'a, K>,
    pub(super) erasables: Erasables<'a, K>,
    truth: &'a K::Set,
    /// With the givens.
    initial: State<K::Set>,
    /// Closed under the theory.
    pub(super) state: State<K::Set>,
    /// The anti-backdoors in it.
    pub(super) alone: K::Set,
    rules: StepRules,
}

impl<'a, K: Kernel> StepsModulo<'a, K> {
    pub(super) fn new(
        kernel: &'a K,
        rules: StepRules,
        initial: State<K::Set>,
        truth: &'a K::Set,
    ) -> Self {
        let modulo = Modulo::new(kernel, rules.no_step, truth);
        let mut state = initial.clone();
        modulo.close(&mut state);
        StepsModulo {
            alone: modulo.anti_backdoors(&state),
            erasables: Erasables::new(kernel, rules.kind, rules.max_length, rules.budget),
            modulo,
            truth,
            initial,
            state,
            rules,
        }
    }

    /// The results before any solution is found.
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
    pub(super) fn path(&self, erased: &[Label]) -> Option<CountedPath> {
        let kernel = self.modulo.kernel;
        let theory = self.rules.theory();
        let search = SimplestRule::new(kernel, self.truth, theory, self.rules.budget);
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
        (path.end == PathEnd::Solved).then_some(CountedPath { path, steps })
    }

    /// The simplest chain that erases a candidate.
    fn chain(
        &self,
        search: &SimplestRule<'_, K>,
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
            ChainKind::Whip => search.whips().on_target(state, label, max).ok()?,
        }
    }
}
