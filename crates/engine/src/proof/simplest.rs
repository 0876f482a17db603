//! The simplest rule that applies to a state: by length, and at the same length
//! Subsets, finned fish, bivalue chains, z-chains, t-whips, whips, g-whips, braids, g-braids
//! (PBCS 5.5.2 and 7.5). Belts come when nothing else applies.
//!
//! Every chain is a braid or a g-braid of the same length, and it is cheap to
//! find out where there is none: only targets that have one are looked at more
//! closely, and only those that have a whip are searched for t-whips.

use crate::kernel::Kernel;
use crate::order::TargetOrder;
use crate::rules::belt;
use crate::rules::braid::Braids;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::LONG;
use crate::rules::finned;
use crate::rules::pattern::{Chain, braid_of, whip_of};
use crate::rules::reversible::{ChainClass, ReversibleChains};
use crate::rules::subset::{self, LARGEST};
use crate::rules::t_whip::t_whip;
use crate::rules::targets::with_all_targets;
use crate::rules::whip::{FoundWhip, Whips};
use gradus_csp::{Label, Labels, RuleLevel, State};
use gradus_path::{Belt, Family, FinnedFish, PathStep, PathTheory, Strategy, Subset};

/// Looks for the simplest rule of a theory.
pub(super) struct Simplest<'a, K: Kernel> {
    /// The kernel of the states.
    pub kernel: &'a K,
    /// Labels that are known to be true: they are never targets.
    pub truth: &'a K::Set,
    /// The theory.
    pub theory: PathTheory,
    /// Search nodes for each step.
    pub budget: u64,
    /// What comes first: [`Strategy::ByLength`] or simplest first.
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

/// Targets in one state, by what is known of their chains.
pub(super) struct Targets {
    /// Those that have no braid up to the length reached.
    open: Vec<Label>,
    /// Those that have one.
    braided: Vec<Label>,
}

impl Targets {
    pub(super) fn new(open: Vec<Label>) -> Self {
        Targets {
            open,
            braided: Vec::new(),
        }
    }

    /// Whether none is left that may have a chain.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty() && self.braided.is_empty()
    }
}

impl<K: Kernel> Simplest<'_, K> {
    /// The simplest step up to a length, in a state closed under Singles; none
    /// if no step of any length applies.
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
        let mut budget = Budget::new(self.budget);
        let targets = state.candidates().without(self.truth);
        let mut targets = Targets::new(self.order.of(self.kernel.model(), &targets));
        for length in 2..=max_length {
            if let Some(subset) = self.subset(state, length) {
                return Ok(Some(PathStep::Subset(subset)));
            }
            if let Some(fish) = self.finned_fish(state, length) {
                return Ok(Some(PathStep::Finned(fish)));
            }
            if let Some(chain) = self.chain(state, length, &mut targets, &mut budget)? {
                return Ok(Some(PathStep::Chain(chain)));
            }
            let larger = self.theory.has_subsets() && length < LARGEST;
            if targets.is_empty() && !larger {
                return Ok(self.belt(state).map(PathStep::Belt));
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
            let subset = sizes.find_map(|size| self.subset(state, size));
            subset.map(PathStep::Subset)
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
        let mut budget = Budget::new(self.budget);
        let mut targets = Targets::new(vec![target]);
        for length in 2..=max_length {
            let found = self.chain(state, length, &mut targets, &mut budget)?;
            if found.is_some() || targets.is_empty() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// A rule of the kind that counts as whips\[1\] do.
    fn specific(&self, state: &State<K::Set>, max_length: usize) -> Option<PathStep> {
        if max_length == 0 || self.theory == PathTheory::Brt {
            return None;
        }
        let application = self.kernel.specific_step(RuleLevel::Whips1, state);
        application.map(PathStep::from)
    }

    fn whip1(&self, state: &State<K::Set>, max_length: usize) -> Option<Chain> {
        if max_length == 0 || self.theory == PathTheory::Brt {
            return None;
        }
        let targets = self.kernel.whip1_targets(&state.left);
        let target = targets.without(&state.values).iter().next()?;
        let whip = whip_of(self.kernel, state, target, &[])?;
        Some(with_all_targets(self.kernel.model(), state, whip))
    }

    fn subset(&self, state: &State<K::Set>, size: usize) -> Option<Subset> {
        if !self.theory.has_subsets() || size > LARGEST {
            return None;
        }
        subset::find(self.kernel, &state.left, size)
    }

    fn finned_fish(&self, state: &State<K::Set>, size: usize) -> Option<FinnedFish> {
        if !self.theory.has_finned_fish() || size > LARGEST {
            return None;
        }
        finned::find(self.kernel, &state.left, size)
    }

    fn belt(&self, state: &State<K::Set>) -> Option<Belt> {
        let wanted = self.theory.has_belts();
        wanted.then(|| belt::find(self.kernel, &state.left))?
    }

    /// The simplest chain of this length, where there is none shorter.
    pub(super) fn chain(
        &self,
        state: &State<K::Set>,
        length: usize,
        targets: &mut Targets,
        budget: &mut Budget,
    ) -> Result<Option<Chain>, OutOfBudget> {
        let Some(family) = self.theory.chains() else {
            targets.open.clear();
            return Ok(None);
        };
        self.move_braided(state, family, length, targets, budget)?;
        if self.strategy != Strategy::ByLength {
            return self.first_by_kind(state, family, length, &mut targets.braided, budget);
        }
        let mut rest = Vec::new();
        for &target in &targets.braided {
            let mut on = vec![target];
            let found = self.first_by_kind(state, family, length, &mut on, budget)?;
            if found.is_some() {
                return Ok(found);
            }
            rest.extend(on);
        }
        targets.braided = rest;
        Ok(None)
    }

    /// The simplest kind of chain that one of these targets has. Those that have
    /// none of any length are taken out.
    fn first_by_kind(
        &self,
        state: &State<K::Set>,
        family: Family,
        length: usize,
        on: &mut Vec<Label>,
        budget: &mut Budget,
    ) -> Result<Option<Chain>, OutOfBudget> {
        if let Some(special) = self.reversible(state, length, on) {
            return Ok(Some(special));
        }
        if let Some(whip) = self.whip(state, family, length, on, budget)? {
            return Ok(Some(whip));
        }
        if family.braid {
            self.braid(state, family, length, on, budget)
        } else {
            Ok(None)
        }
    }

    /// Notes which targets have a braid up to this length.
    fn move_braided(
        &self,
        state: &State<K::Set>,
        family: Family,
        length: usize,
        targets: &mut Targets,
        budget: &mut Budget,
    ) -> Result<(), OutOfBudget> {
        let mut open = Vec::new();
        for &target in &targets.open {
            match self.has_braid(state, family.groups, target, length, budget)? {
                None => open.push(target),
                Some(true) => targets.braided.push(target),
                Some(false) => {}
            }
        }
        targets.open = open;
        self.order.sort(self.kernel.model(), &mut targets.braided);
        Ok(())
    }

    /// Whether a target has a braid up to this length; none if only a longer one
    /// is possible.
    fn has_braid(
        &self,
        state: &State<K::Set>,
        groups: bool,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Option<bool>, OutOfBudget> {
        fn ask<K: Kernel, const GROUPS: bool>(
            mut braids: Braids<'_, K, GROUPS>,
            state: &State<K::Set>,
            target: Label,
            length: usize,
        ) -> Result<Option<bool>, OutOfBudget> {
            let exists = braids.exists(state, target, length)?;
            let never = !exists && length > LONG && !braids.is_refutable(state, target);
            Ok(if exists || never { Some(exists) } else { None })
        }
        if groups {
            let braids = Braids::<K, true>::new(self.kernel, budget);
            ask(braids, state, target, length)
        } else {
            let braids = Braids::<K, false>::new(self.kernel, budget);
            ask(braids, state, target, length)
        }
    }

    /// A bivalue chain, or else a z-chain, on one of these targets.
    fn reversible(&self, state: &State<K::Set>, length: usize, on: &[Label]) -> Option<Chain> {
        let model = self.kernel.model();
        let mut chains = ReversibleChains::new(model, state);
        let mut find = |class| on.iter().find_map(|&t| chains.chain(class, t, length));
        let found = find(ChainClass::Bivalue).or_else(|| find(ChainClass::Z))?;
        Some(with_all_targets(model, state, found))
    }

    /// A t-whip, or else a whip, or else a g-whip if the family has any. Targets
    /// that have none of any length are taken out if nothing else is wanted.
    fn whip(
        &self,
        state: &State<K::Set>,
        family: Family,
        length: usize,
        on: &mut Vec<Label>,
        budget: &mut Budget,
    ) -> Result<Option<Chain>, OutOfBudget> {
        let (mut whips, mut never) = (Vec::new(), Vec::new());
        for &target in on.iter() {
            match self.shortest_whip::<false>(state, target, length, budget)? {
                FoundWhip::Whip(objects) => {
                    whips.extend(whip_of(self.kernel, state, target, &objects));
                }
                FoundWhip::Never => never.push(target),
                FoundWhip::NotUpTo(_) => {}
            }
        }
        let t_whip = whips
            .iter()
            .find_map(|whip| t_whip(self.kernel, state, whip.targets[0], length, false).0);
        if let Some(t_whip) = t_whip {
            let model = self.kernel.model();
            return Ok(Some(with_all_targets(model, state, t_whip)));
        }
        if let Some(whip) = whips.into_iter().next() {
            return Ok(Some(whip));
        }
        if family.groups {
            never.clear();
            for &target in on.iter() {
                match self.shortest_whip::<true>(state, target, length, budget)? {
                    FoundWhip::Whip(objects) => {
                        return Ok(whip_of(self.kernel, state, target, &objects));
                    }
                    FoundWhip::Never => never.push(target),
                    FoundWhip::NotUpTo(_) => {}
                }
            }
        }
        if !family.braid {
            on.retain(|target| !never.contains(target));
        }
        Ok(None)
    }

    /// A shortest whip on a target that has none shorter than this.
    fn shortest_whip<const GROUPS: bool>(
        &self,
        state: &State<K::Set>,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<FoundWhip, OutOfBudget> {
        let mut braids = Braids::<K, GROUPS>::new(self.kernel, budget);
        if !braids.exists(state, target, length)? {
            return Ok(FoundWhip::NotUpTo(length));
        }
        // The objects of a braid most often make a whip as well.
        let objects = braids.found();
        let mut whips = Whips::<K, GROUPS>::new(self.kernel, budget);
        match whips.among(state, target, &objects)? {
            FoundWhip::Whip(objects) => Ok(FoundWhip::Whip(objects)),
            _ => whips.shortest(state, target, length),
        }
    }

    /// A braid, or else a g-braid if the family has any, on one of these targets.
    fn braid(
        &self,
        state: &State<K::Set>,
        family: Family,
        length: usize,
        on: &[Label],
        budget: &mut Budget,
    ) -> Result<Option<Chain>, OutOfBudget> {
        let mut braids = Braids::<K, false>::new(self.kernel, budget);
        for &target in on {
            if braids.exists(state, target, length)? {
                return Ok(braid_of(self.kernel, state, target, &braids.found()));
            }
        }
        if !family.groups {
            return Ok(None);
        }
        let mut braids = Braids::<K, true>::new(self.kernel, budget);
        for &target in on {
            if braids.exists(state, target, length)? {
                return Ok(braid_of(self.kernel, state, target, &braids.found()));
            }
        }
        Ok(None)
    }
}
