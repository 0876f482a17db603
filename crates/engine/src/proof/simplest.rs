//! The simplest rule that applies to a state: by length, and at the same length
//! Subsets, finned fish, bivalue chains, z-chains, t-whips, whips, g-whips, braids, g-braids
//! (PBCS 5.5.2 and 7.5). Belts come when nothing else applies.
//!
//! Every chain is a braid or a g-braid of the same length, and it is cheap to
//! find out where there is none: only targets that have one are looked at more
//! closely, and only those that have a whip are searched for t-whips.

use crate::kernel::Kernel;
use crate::order::TargetOrder;
use crate::rating::Limits;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::{ChainExists, find_chain, search};
use crate::rules::pattern::{Chain, Object, braid_of, whip_of};
use crate::rules::reversible::{ChainClass, ReversibleChains};
use crate::rules::subset::{self, LARGEST};
use crate::rules::t_whip::t_whip;
use crate::rules::targets::with_all_targets;
use crate::rules::{belt, finned};
use gradus_csp::{Label, Labels, RuleLevel, State};
use gradus_path::{Family, PathStep, PathTheory, Strategy};

/// Looks for the simplest rule of a theory.
pub(super) struct SimplestRule<'a, K: Kernel> {
    /// The kernel of the states.
    pub kernel: &'a K,
    /// Labels that are known to be true: they are never targets.
    pub truth: &'a K::Set,
    /// The theory.
    pub theory: PathTheory,
    /// Search nodes for each step.
    pub budget: u64,
    /// The rule that comes first: [`Strategy::ByLength`] or simplest first.
    pub strategy: Strategy,
    /// Which of several targets comes first, where the strategy leaves it open.
    pub order: TargetOrder,
}

/// The search ended at its limits: a longer chain may apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limited;

impl From<OutOfBudget> for Limited {
    fn from(_: OutOfBudget) -> Self {
        Limited
    }
}

impl<'a, K: Kernel> SimplestRule<'a, K> {
    /// Looks for the simplest rules first.
    pub(super) fn new(kernel: &'a K, truth: &'a K::Set, theory: PathTheory, budget: u64) -> Self {
        SimplestRule {
            kernel,
            truth,
            theory,
            budget,
            strategy: Strategy::SimplestFirst,
            order: TargetOrder::default(),
        }
    }

    /// The same for whips, which are part of most theories.
    pub(super) fn whips(&self) -> Self {
        let theory = PathTheory::Chains(Family::WHIP);
        SimplestRule { theory, ..*self }
    }

    /// The limits of a search for chains up to a length.
    pub(super) fn limits(&self, max_length: usize) -> Limits {
        Limits {
            max_length,
            budget: self.budget,
            ..Limits::default()
        }
    }

    /// The targets of a state, in their order.
    pub(super) fn targets(&self, state: &State<K::Set>) -> Vec<Label> {
        let targets = state.candidates().without(self.truth);
        self.order.of(self.kernel.model(), &targets)
    }

    /// The simplest step up to a length, in a state closed under Singles, or `None` if no step of
    /// any length applies.
    pub(super) fn step(
        &self,
        state: &State<K::Set>,
        max_length: usize,
    ) -> Result<Option<PathStep>, Limited> {
        if let Some(whip) = self.whip1(state, max_length) {
            return Ok(Some(PathStep::Chain(whip)));
        }
        if let Some(step) = self.specific(state, max_length) {
            return Ok(Some(step));
        }
        if let PathTheory::Special(special) = self.theory {
            return self.special(special, state, max_length);
        }
        let mut chains = ChainSearch::new(self, state, self.targets(state));
        for length in 2..=max_length {
            let subset = self.subset(state, length);
            if let Some(step) = subset.or_else(|| self.finned_fish(state, length)) {
                return Ok(Some(step));
            }
            if let Some(chain) = chains.next(length)? {
                return Ok(Some(PathStep::Chain(chain)));
            }
            let larger = self.theory.has_subsets() && length < LARGEST;
            if chains.is_exhausted() && !larger {
                return Ok(self.belt(state));
            }
        }
        match self.theory {
            PathTheory::Brt | PathTheory::W1 => Ok(None),
            _ => Err(Limited),
        }
    }

    /// A whip\[1\] or Subset up to a size, in a state closed under Singles.
    pub(super) fn ground(&self, state: &State<K::Set>, max_size: usize) -> Option<PathStep> {
        let whip = self.whip1(state, max_size).map(PathStep::Chain);
        let first = whip.or_else(|| self.specific(state, max_size));
        first.or_else(|| {
            let mut sizes = 2..=max_size.min(LARGEST);
            sizes.find_map(|size| self.subset(state, size))
        })
    }

    /// The simplest chain on one target, up to a length.
    pub(super) fn on_target(
        &self,
        state: &State<K::Set>,
        target: Label,
        max_length: usize,
    ) -> Result<Option<Chain>, OutOfBudget> {
        if self.kernel.whip1_targets(&state.left).contains(target) {
            return Ok(whip_of(self.kernel, state, target, &[]));
        }
        let mut chains = ChainSearch::new(self, state, vec![target]);
        for length in 2..=max_length {
            let found = chains.next(length)?;
            if found.is_some() || chains.is_exhausted() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Returns true if patterns of length 1 are part of the theory.
    fn has_whips1(&self, max_length: usize) -> bool {
        max_length > 0 && self.theory != PathTheory::Brt
    }

    /// A rule of the kind that counts as whips\[1\] do.
    fn specific(&self, state: &State<K::Set>, max_length: usize) -> Option<PathStep> {
        let found = || self.kernel.specific_step(RuleLevel::Whips1, state);
        let application = self.has_whips1(max_length).then(found)?;
        application.map(PathStep::from)
    }

    fn whip1(&self, state: &State<K::Set>, max_length: usize) -> Option<Chain> {
        let found = || self.kernel.whip1_targets(&state.left);
        let targets = self.has_whips1(max_length).then(found)?;
        let target = targets.without(&state.values).iter().next()?;
        let whip = whip_of(self.kernel, state, target, &[])?;
        Some(with_all_targets(self.kernel.model(), state, whip))
    }

    fn subset(&self, state: &State<K::Set>, size: usize) -> Option<PathStep> {
        let wanted = self.theory.has_subsets() && size <= LARGEST;
        let found = wanted.then(|| subset::find(self.kernel, &state.left, size))?;
        found.map(PathStep::Subset)
    }

    fn finned_fish(&self, state: &State<K::Set>, size: usize) -> Option<PathStep> {
        let wanted = self.theory.has_finned_fish() && size <= LARGEST;
        let found = wanted.then(|| finned::find(self.kernel, &state.left, size))?;
        found.map(PathStep::Finned)
    }

    fn belt(&self, state: &State<K::Set>) -> Option<PathStep> {
        let wanted = self.theory.has_belts();
        let found = wanted.then(|| belt::find(self.kernel, &state.left))?;
        found.map(PathStep::Belt)
    }
}

/// The search for chains in one state, length by length.
pub(super) struct ChainSearch<'a, K: Kernel> {
    rule: &'a SimplestRule<'a, K>,
    kernel: &'a K,
    state: &'a State<K::Set>,
    pub(super) budget: Budget,
    /// Targets that have no braid up to the length reached.
    open: Vec<Label>,
    /// Those that have one.
    braided: Vec<Label>,
}

impl<'a, K: Kernel> ChainSearch<'a, K> {
    pub(super) fn new(
        rule: &'a SimplestRule<'a, K>,
        state: &'a State<K::Set>,
        open: Vec<Label>,
    ) -> Self {
        ChainSearch {
            rule,
            kernel: rule.kernel,
            state,
            budget: Budget::new(rule.budget),
            open,
            braided: Vec::new(),
        }
    }

    /// Returns true if no target is left that may have a chain.
    pub(super) fn is_exhausted(&self) -> bool {
        self.open.is_empty() && self.braided.is_empty()
    }

    /// The simplest chain of this length, where there is none shorter.
    pub(super) fn next(&mut self, length: usize) -> Result<Option<Chain>, OutOfBudget> {
        let Some(family) = self.rule.theory.chains() else {
            self.open.clear();
            return Ok(None);
        };
        self.move_braided(family.braided(), length)?;
        let mut on = std::mem::take(&mut self.braided);
        if self.rule.strategy != Strategy::ByLength {
            let found = self.first_by_kind(family, length, &mut on);
            self.braided = on;
            return found;
        }
        for target in on {
            let mut on = vec![target];
            let found = self.first_by_kind(family, length, &mut on)?;
            if found.is_some() {
                return Ok(found);
            }
            self.braided.extend(on);
        }
        Ok(None)
    }

    /// Notes which targets have a braid up to this length.
    fn move_braided(&mut self, braids: Family, length: usize) -> Result<(), OutOfBudget> {
        for target in std::mem::take(&mut self.open) {
            match search(
                self.kernel,
                self.state,
                braids,
                target,
                length,
                &mut self.budget,
            )? {
                ChainExists::Yes => self.braided.push(target),
                ChainExists::Never => {}
                _ => self.open.push(target),
            }
        }
        self.rule.order.sort(self.kernel.model(), &mut self.braided);
        Ok(())
    }

    /// The simplest kind of chain that one of these targets has. Those that have
    /// none of any length are taken out.
    fn first_by_kind(
        &mut self,
        family: Family,
        length: usize,
        on: &mut Vec<Label>,
    ) -> Result<Option<Chain>, OutOfBudget> {
        if let Some(special) = self.reversible(length, on) {
            return Ok(Some(special));
        }
        if let Some(whip) = self.whip(family, length, on)? {
            return Ok(Some(whip));
        }
        // A braid, or else a g-braid if the family has any.
        let braids = [Family::BRAID, Family::GBRAID];
        let braids = braids
            .into_iter()
            .filter(|braids| braids.common(family) == *braids);
        for braids in braids {
            for &target in on.iter() {
                if let Ok(objects) = self.objects(braids, target, length)? {
                    return Ok(braid_of(self.kernel, self.state, target, &objects));
                }
            }
        }
        Ok(None)
    }

    /// A bivalue chain, or else a z-chain, on one of these targets.
    fn reversible(&self, length: usize, on: &[Label]) -> Option<Chain> {
        let model = self.kernel.model();
        let mut chains = ReversibleChains::new(model, self.state);
        let mut find = |class| on.iter().find_map(|&t| chains.chain(class, t, length));
        let found = find(ChainClass::Bivalue).or_else(|| find(ChainClass::Z))?;
        Some(with_all_targets(model, self.state, found))
    }

    /// A t-whip, or else a whip, or else a g-whip if the family has any. Targets
    /// that have none of any length are taken out if nothing else is wanted.
    fn whip(
        &mut self,
        family: Family,
        length: usize,
        on: &mut Vec<Label>,
    ) -> Result<Option<Chain>, OutOfBudget> {
        let (kernel, state) = (self.kernel, self.state);
        let (mut whips, mut never) = (Vec::new(), Vec::new());
        for &target in on.iter() {
            match self.objects(Family::WHIP, target, length)? {
                Ok(objects) => whips.extend(whip_of(kernel, state, target, &objects)),
                Err(ChainExists::BraidForEver) => never.push(target),
                Err(_) => {}
            }
        }
        let mut targets = whips.iter().map(|whip| whip.targets[0]);
        let t_whips = |target| t_whip(kernel, state, target, length, false).0;
        if let Some(t_whip) = targets.find_map(t_whips) {
            return Ok(Some(with_all_targets(kernel.model(), state, t_whip)));
        }
        if let Some(whip) = whips.into_iter().next() {
            return Ok(Some(whip));
        }
        if family.groups {
            never.clear();
            for &target in on.iter() {
                match self.objects(Family::GWHIP, target, length)? {
                    Ok(objects) => return Ok(whip_of(kernel, state, target, &objects)),
                    Err(ChainExists::BraidForEver) => never.push(target),
                    Err(_) => {}
                }
            }
        }
        if !family.braid {
            on.retain(|target| !never.contains(target));
        }
        Ok(None)
    }

    /// The right-linking objects of a shortest chain on a target that has none shorter than
    /// this, or why there is none.
    fn objects(
        &mut self,
        family: Family,
        target: Label,
        length: usize,
    ) -> Result<Result<Vec<Object>, ChainExists>, OutOfBudget> {
        find_chain(
            self.kernel,
            self.state,
            None,
            family,
            target,
            length,
            &mut self.budget,
        )
    }
}
