//! Paths of the theories of special chains and forcing whips: the simplest step
//! of each, and the order that a rating found where simplest first is not enough.

use super::simplest::{ChainSearch, Limited, SimplestRule};
use super::walk::{settle, walk};
use crate::kernel::Kernel;
use crate::rating::{Eliminated, Limits, special_path};
use crate::rules::braid::Braids;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::LONG;
use crate::rules::forcing::ForcingWhips;
use crate::rules::pattern::Chain;
use crate::rules::reversible::{ChainClass, ReversibleChains};
use crate::rules::t_whip::t_whip_or_longer;
use crate::rules::targets::with_all_targets;
use crate::rules::typed::typed_whip;
use crate::walk::Walk;
use gradus_csp::{Instance, Label, Labels, State};
use gradus_path::{Path, PathEnd, PathStep, Special, Strategy};

/// A chain on a target, and whether a longer one is not excluded.
type Sought = (Option<Chain>, bool);

impl<K: Kernel> SimplestRule<'_, K> {
    /// The simplest step up to a length, in a state closed under whips\[1\]; none
    /// if no step of any length applies.
    pub(super) fn special(
        &self,
        special: Special,
        state: &State<K::Set>,
        max_length: usize,
    ) -> Result<Option<PathStep>, Limited> {
        match special {
            Special::BivChains => self.reversible_step(ChainClass::Bivalue, state, max_length),
            Special::ZChains => self.reversible_step(ChainClass::Z, state, max_length),
            Special::TWhips | Special::TypedWhips => self.whip_alone(special, state, max_length),
            Special::ForcingWhips | Special::Forcing3Whips => {
                self.forcing(special.forks(), state, max_length)
            }
        }
    }

    fn reversible_step(
        &self,
        class: ChainClass,
        state: &State<K::Set>,
        max_length: usize,
    ) -> Result<Option<PathStep>, Limited> {
        let model = self.kernel.model();
        let mut chains = ReversibleChains::new(model, state);
        let length = |target| Some((chains.shortest(class, target, usize::MAX)?, target));
        let mut all: Vec<(usize, Label)> =
            self.targets(state).into_iter().filter_map(length).collect();
        all.sort_by_key(|(length, _)| *length);
        let Some(&(shortest, _)) = all.first() else {
            return Ok(None);
        };
        if shortest > max_length {
            return Err(Limited);
        }
        let simplest = all.iter().take_while(|(length, _)| *length == shortest);
        let mut simplest = simplest.map(|(_, target)| *target);
        let biv = simplest.find_map(|t| chains.chain(ChainClass::Bivalue, t, shortest));
        let chain = match (biv, class) {
            (None, ChainClass::Z) => {
                let mut all = all.iter();
                all.find_map(|&(length, t)| chains.chain(ChainClass::Z, t, length))
            }
            (biv, _) => biv,
        };
        let chain = chain.ok_or(Limited)?;
        Ok(Some(PathStep::Chain(with_all_targets(model, state, chain))))
    }

    /// A t-whip or a typed whip.
    fn whip_alone(
        &self,
        special: Special,
        state: &State<K::Set>,
        max_length: usize,
    ) -> Result<Option<PathStep>, Limited> {
        let mut budget = Budget::new(self.budget);
        let mut targets = self.targets(state);
        for length in 2..=max_length {
            let mut open = Vec::new();
            for target in targets {
                let (found, longer) = self.sought(special, state, target, length, &mut budget)?;
                if let Some(mut chain) = found {
                    if special == Special::TWhips {
                        chain = with_all_targets(self.kernel.model(), state, chain);
                    }
                    return Ok(Some(PathStep::Chain(chain)));
                }
                if longer {
                    open.push(target);
                }
            }
            if open.is_empty() {
                return Ok(None);
            }
            targets = open;
        }
        Err(Limited)
    }

    /// A t-whip or typed whip of a length on a target that has none shorter.
    fn sought(
        &self,
        special: Special,
        state: &State<K::Set>,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Sought, OutOfBudget> {
        if special == Special::TypedWhips {
            let sought = typed_whip(self.kernel, state, target, length, budget)?;
            return Ok((sought.found, sought.longer));
        }
        let mut braids = Braids::<K, false>::new(self.kernel, budget);
        if !braids.exists(state, target, length)? {
            let longer = length <= LONG || braids.is_refutable(state, target);
            return Ok((None, longer));
        }
        budget.spend(1)?;
        Ok(t_whip_or_longer(self.kernel, state, target, length))
    }

    /// A whip, or else a forcing whip.
    fn forcing(
        &self,
        forks: usize,
        state: &State<K::Set>,
        max_length: usize,
    ) -> Result<Option<PathStep>, Limited> {
        let whips = self.whips();
        let mut chains = ChainSearch::new(&whips, state, self.targets(state));
        let mut forcing = ForcingWhips::new(self.kernel, state, self.truth, forks);
        let more = !forcing.at_all().is_empty();
        for length in 2..=max_length {
            if let Some(chain) = chains.next(length)? {
                return Ok(Some(PathStep::Chain(chain)));
            }
            if more && let Some(found) = forcing.find(length, None, &mut chains.budget)? {
                return Ok(Some(PathStep::Forcing(found)));
            }
            if chains.is_exhausted() && !more {
                return Ok(None);
            }
        }
        Err(Limited)
    }

    /// A step that eliminates some targets, up to a length: a chain on one of them
    /// alone, or the first forcing whip, which is what the rating found.
    fn special_on(
        &self,
        special: Special,
        state: &State<K::Set>,
        targets: &[Label],
        max_length: usize,
    ) -> Result<Option<PathStep>, Limited> {
        let mut budget = Budget::new(self.budget);
        if let &[target] = targets {
            let chain = match special.forks() {
                0 => self.shortest_sought(special, state, target, max_length, &mut budget)?,
                _ => self.whips().on_target(state, target, max_length)?,
            };
            if let Some(mut chain) = chain {
                // Other targets of the same chain may have to wait.
                chain.targets = vec![target];
                return Ok(Some(PathStep::Chain(chain)));
            }
        }
        if special.forks() == 0 {
            return Ok(None);
        }
        let mut forcing = ForcingWhips::new(self.kernel, state, self.truth, special.forks());
        let mut lengths = 3..=max_length;
        let found = lengths.find_map(|n| forcing.find(n, None, &mut budget).transpose());
        Ok(found.transpose()?.map(PathStep::Forcing))
    }

    /// A shortest t-whip or typed whip on a target.
    fn shortest_sought(
        &self,
        special: Special,
        state: &State<K::Set>,
        target: Label,
        max_length: usize,
        budget: &mut Budget,
    ) -> Result<Option<Chain>, OutOfBudget> {
        let found = (2..=max_length).find_map(|length| {
            let sought = self.sought(special, state, target, length, budget);
            sought.map(|(found, _)| found).transpose()
        });
        found.transpose()
    }
}

/// A path that solves the puzzle with chains up to this length: simplest first, or
/// in the order of the rating.
pub(super) fn in_special_order<K: Kernel>(
    search: &SimplestRule<'_, K>,
    special: Special,
    puzzle: &dyn Instance,
    state: &State<K::Set>,
    max_length: usize,
) -> Option<Path> {
    let solved = |path: &Path| path.end == PathEnd::Solved;
    let shown = |path: &Path| solved(path) && path.longest <= max_length;
    let simplest = Some(walk(search, state, max_length)).filter(solved);
    simplest.or_else(|| {
        let limits = search.limits(Limits::default().max_length);
        let order = special_path(search.kernel, puzzle, special, limits).ok()?;
        replay(search, special, state, order).filter(shown)
    })
}

/// The path with these eliminations, in their order.
fn replay<K: Kernel>(
    search: &SimplestRule<'_, K>,
    special: Special,
    state: &State<K::Set>,
    path: Vec<Eliminated>,
) -> Option<Path> {
    let mut walk = Walk::new(search.kernel, state);
    let mut end = settle(search, &mut walk, 1);
    // What goes at once in the rating may go by what others lead to.
    let mut late: Vec<Eliminated> = Vec::new();
    for step in path {
        late.push(step);
        let mut waiting = Vec::new();
        for Eliminated { targets, length } in late.drain(..).rev() {
            if end.is_some() {
                break;
            }
            if !targets
                .iter()
                .any(|&target| walk.state.is_candidate(target))
            {
                continue;
            }
            let step = search.special_on(special, &walk.state, &targets, length);
            match step.ok()? {
                Some(step) => walk.apply(step),
                None => waiting.push(Eliminated { targets, length }),
            }
            end = settle(search, &mut walk, 1);
        }
        waiting.reverse();
        late = waiting;
    }
    Some(walk.end(search.theory, end?, Strategy::InTurn))
}
