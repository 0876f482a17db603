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
use crate::rules::t_whip::t_whip;
use crate::rules::targets::with_all_targets;
use crate::rules::typed::typed_whip;
use crate::walk::Walk;
use gradus_csp::{Instance, Label, Labels, State};
use gradus_path::{Path, PathEnd, PathStep, Special, Strategy};

/// A chain on a target, and true if a longer one is not excluded.
type Sought = (Option<Chain>, bool);

impl<K: Kernel> SimplestRule<'_, K> {
    /// The simplest step up to a length, in a state closed under whips\[1\], or `None` if no
    /// step of any length applies.
    pub(super) fn special(
        &self,
        special: Special,
        state: &State<K::Set>,
        max_length: usize,
    ) -> Result<Option<PathStep>, Limited> {
        let search = SpecialSearch {
            rule: self,
            special,
            state,
            max_length,
        };
        let chain = match special {
            Special::BivChains => search.reversible(ChainClass::Bivalue)?,
            Special::ZChains => search.reversible(ChainClass::Z)?,
            Special::TWhips | Special::TypedWhips => search.whip_alone()?,
            Special::ForcingWhips | Special::Forcing3Whips => return search.forcing(),
        };
        Ok(chain.map(PathStep::Chain))
    }
}

/// The search for a step of a theory of special chains in one state, up to a length.
struct SpecialSearch<'a, K: Kernel> {
    rule: &'a SimplestRule<'a, K>,
    special: Special,
    state: &'a State<K::Set>,
    max_length: usize,
}

impl<K: Kernel> SpecialSearch<'_, K> {
    fn reversible(&self, class: ChainClass) -> Result<Option<Chain>, Limited> {
        let model = self.rule.kernel.model();
        let mut chains = ReversibleChains::new(model, self.state);
        let length = |target| Some((chains.shortest(class, target, usize::MAX)?, target));
        let targets = self.rule.targets(self.state).into_iter();
        let mut all: Vec<(usize, Label)> = targets.filter_map(length).collect();
        all.sort_by_key(|(length, _)| *length);
        let Some(&(shortest, _)) = all.first() else {
            return Ok(None);
        };
        if shortest > self.max_length {
            return Err(Limited);
        }
        let mut simplest = all.iter().take_while(|(length, _)| *length == shortest);
        let biv = simplest.find_map(|&(n, t)| chains.chain(ChainClass::Bivalue, t, n));
        let chain = match (biv, class) {
            (None, ChainClass::Z) => {
                let mut all = all.iter();
                all.find_map(|&(length, t)| chains.chain(ChainClass::Z, t, length))
            }
            (biv, _) => biv,
        };
        Ok(Some(with_all_targets(
            model,
            self.state,
            chain.ok_or(Limited)?,
        )))
    }

    /// A t-whip or a typed whip.
    fn whip_alone(&self) -> Result<Option<Chain>, Limited> {
        let mut budget = Budget::new(self.rule.budget);
        let mut targets = self.rule.targets(self.state);
        for length in 2..=self.max_length {
            let mut open = Vec::new();
            for target in targets {
                match self.sought(target, length, &mut budget)? {
                    (Some(chain), _) if self.special == Special::TWhips => {
                        let model = self.rule.kernel.model();
                        return Ok(Some(with_all_targets(model, self.state, chain)));
                    }
                    (Some(chain), _) => return Ok(Some(chain)),
                    (None, true) => open.push(target),
                    (None, false) => {}
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
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Sought, OutOfBudget> {
        let (kernel, state) = (self.rule.kernel, self.state);
        if self.special == Special::TypedWhips {
            return typed_whip(kernel, state, target, length, budget);
        }
        let mut braids = Braids::<K, false>::new(kernel, budget);
        if !braids.exists(state, target, length)? {
            let longer = length <= LONG || braids.is_refutable(state, target);
            return Ok((None, longer));
        }
        budget.spend(1)?;
        Ok(t_whip(kernel, state, target, length, false))
    }

    /// A whip, or else a forcing whip.
    fn forcing(&self) -> Result<Option<PathStep>, Limited> {
        let whips = self.rule.whips();
        let mut chains = ChainSearch::new(&whips, self.state, self.rule.targets(self.state));
        let mut forcing = self.forcing_whips();
        let more = !forcing.at_all().is_empty();
        for length in 2..=self.max_length {
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

    fn forcing_whips(&self) -> ForcingWhips<'_, K> {
        let (kernel, truth) = (self.rule.kernel, self.rule.truth);
        ForcingWhips::new(kernel, self.state, truth, self.special.forks())
    }

    /// A step that eliminates some targets: a chain on one of them alone, or the first forcing
    /// whip, which is what the rating found.
    fn on(&self, targets: &[Label]) -> Result<Option<PathStep>, Limited> {
        let mut budget = Budget::new(self.rule.budget);
        if let &[target] = targets {
            let mut lengths = 2..=self.max_length;
            let chain = match self.special.forks() {
                0 => lengths.find_map(|length| {
                    let sought = self.sought(target, length, &mut budget);
                    sought.map(|(found, _)| found).transpose()
                }),
                _ => {
                    let whips = self.rule.whips();
                    whips
                        .on_target(self.state, target, self.max_length)
                        .transpose()
                }
            };
            if let Some(mut chain) = chain.transpose()? {
                // Other targets of the same chain may have to wait.
                chain.targets = vec![target];
                return Ok(Some(PathStep::Chain(chain)));
            }
        }
        if self.special.forks() == 0 {
            return Ok(None);
        }
        let mut forcing = self.forcing_whips();
        let mut lengths = 3..=self.max_length;
        let found = lengths.find_map(|n| forcing.find(n, None, &mut budget).transpose());
        Ok(found.transpose()?.map(PathStep::Forcing))
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
    // Eliminations that the rating makes at once may have to wait for others.
    let mut late: Vec<Eliminated> = Vec::new();
    for step in path {
        late.push(step);
        let mut waiting = Vec::new();
        for Eliminated { targets, length } in late.drain(..).rev() {
            if end.is_some() {
                break;
            }
            let mut left = targets
                .iter()
                .filter(|&&target| walk.state.is_candidate(target));
            if left.next().is_none() {
                continue;
            }
            let step = SpecialSearch {
                rule: search,
                special,
                state: &walk.state,
                max_length: length,
            };
            match step.on(&targets).ok()? {
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
