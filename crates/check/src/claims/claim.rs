//! Claims of a record beyond its steps: that nothing more applies where its path is stuck, that no
//! lower level solves, or that no level does. No replay shows such claims. The checker searches
//! for itself, by the definitions and within a budget; undecided claims are not verified.
//!
//! The theories of whips are not confluent (PBCS 5.5): other paths may go further.
//! Braids are, and include all whips: what they do not solve, whips do not. Loose
//! whips (module `loose`) decide where braids go further.

use super::board::CheckState;
use super::braid::has_braid;
use super::closure::{Closer, ConfluentTheory};
use super::fishing::finned_targets;
use super::hall::{LARGEST, hall_sets};
use super::loose::LooseWhips;
use super::rings::belt_targets;
use super::whip::{WhipDecision, find};
use super::{LookBudget, Unverified};
use crate::replay::KindRules;
use crate::replay::{Refusal, check_subset};
use gradus_csp::{CoverMatrix, Model, Position, RuleLevel};
use gradus_path::{
    Family, Ladder, PATTERN_LEVEL, Path, PathEnd, PathStep, PathTheory, Rating, Special, Status,
};

/// Decides claims about a path that was replayed.
pub(crate) struct Claims<'a> {
    pub(crate) model: &'a Model,
    /// The rules of the kind of puzzle.
    pub(crate) specific: Option<&'a dyn KindRules>,
    pub(crate) matrices: &'a [CoverMatrix],
    /// True if the theory is defined for the kind of puzzle.
    pub(crate) is_defined: bool,
    pub(crate) path: &'a Path,
    /// The initial and final states of the path.
    pub(crate) initial: &'a Position,
    pub(crate) end: &'a Position,
    pub(crate) budget: LookBudget,
}

/// True if a claim holds, or the reason why it is undecided.
type Decided = Result<bool, Unverified>;

/// Returns the reason why a claim is undecided, or its refusal.
fn decided(holds: Decided, refusal: Refusal) -> Result<Option<Unverified>, Refusal> {
    match holds {
        Ok(true) => Ok(None),
        Ok(false) => Err(refusal),
        Err(unverified) => Ok(Some(unverified)),
    }
}

/// Returns true if the levels of a theory are depths of T&E.
fn counts_depth(theory: PathTheory) -> bool {
    matches!(theory, PathTheory::Trials(ladder) if ladder.counts_depth())
}

impl Claims<'_> {
    /// Checks a rating: the path's level, if the path solves, and exact if no lower
    /// level solves; infinite if no level does.
    pub(crate) fn check_rating(&mut self, rating: Rating) -> Result<Option<Unverified>, Refusal> {
        let (theory, level) = (self.path.theory, self.path.longest);
        let solved = self.path.end == PathEnd::Solved;
        let is_level = rating.value.map(usize::from) == Some(level);
        let holds = match rating.status {
            // What is not defined has no value.
            _ if !self.is_defined => Ok(rating.status == Status::NotApplicable),
            Status::Exact | Status::Upper if !solved || !is_level => Ok(false),
            Status::Upper => Ok(true),
            Status::Exact => self.is_least(theory, level),
            Status::Infinite if self.path.end == PathEnd::Contradiction => Ok(false),
            Status::Infinite => self.is_unsolved(theory, None, self.end.clone()),
            // Braids inside trials are for puzzles that Singles inside them do not solve.
            Status::NotApplicable => {
                let braids = matches!(theory, PathTheory::Trials(Ladder::Braids { .. }));
                Ok(braids && solved && level == 0)
            }
            Status::Lower => Ok(false),
        };
        decided(holds, Refusal::WrongRating(rating, level))
    }

    /// Returns true if no level below this one solves.
    fn is_least(&mut self, theory: PathTheory, level: usize) -> Decided {
        let braids = matches!(theory, PathTheory::Trials(Ladder::Braids { .. }));
        let Some(lower) = level.checked_sub(1) else {
            // Where Singles inside trials solve, the rating is undefined.
            return Ok(!braids);
        };
        // The steps of the path at lower levels need not be repeated.
        let mut position = self.initial.clone();
        let is_lower = |step: &&PathStep| step.level(theory) <= lower;
        for step in self.path.steps.iter().take_while(is_lower) {
            step.apply(self.model, &mut position);
        }
        self.is_unsolved(theory, Some(lower), position)
    }

    /// Returns true if a level of a theory, or all of them together, fails to solve
    /// a state that it can lead to.
    fn is_unsolved(
        &mut self,
        theory: PathTheory,
        level: Option<usize>,
        position: Position,
    ) -> Decided {
        // Some depth solves every puzzle.
        if counts_depth(theory) && level.is_none() {
            return Ok(false);
        }
        // The effect of relations is known from the path alone.
        if theory.has_relations() && level.is_none_or(|level| level >= PATTERN_LEVEL) {
            return Err(Unverified::Relations);
        }
        let strongest = ConfluentTheory::of(theory, level);
        let board = CheckState::new(self.model, &position);
        if !self.solves(strongest, &board)? {
            return Ok(true);
        }
        // The rules applied may exceed the theory.
        let whips = match theory {
            PathTheory::Special(Special::TWhips | Special::TypedWhips) => Some(Family::WHIP),
            PathTheory::Special(Special::ForcingWhips | Special::Forcing3Whips) => {
                return Err(Unverified::Order);
            }
            _ => theory.chains().filter(|family| !family.braid),
        };
        if let Some(family) = whips {
            return self.no_order_solves(strongest, family, level, board);
        }
        if self.solves(strongest.without_quads(), &board)? {
            Ok(false)
        } else {
            Err(Unverified::Order)
        }
    }

    /// Returns true if whips up to a length do not solve in any order, where braids do.
    fn no_order_solves(
        &mut self,
        theory: ConfluentTheory,
        family: Family,
        length: Option<usize>,
        mut board: CheckState<'_>,
    ) -> Decided {
        let longest = length.ok_or(Unverified::Order)?;
        let ground = ConfluentTheory {
            braids: Some(0),
            ..theory
        };
        loop {
            let consistent = self.closer().close(&mut board, ground)?;
            if !consistent || board.is_solved() {
                return Err(Unverified::Order);
            }
            let mut whips = LooseWhips {
                linking: &self.initial.candidates,
                groups: family.groups,
                longest,
                budget: &mut self.budget,
            };
            let targets = whips.targets(&board)?;
            if targets.is_empty() {
                return Ok(true);
            }
            targets.iter().for_each(|&target| board.eliminate(target));
        }
    }

    fn solves(&mut self, theory: ConfluentTheory, board: &CheckState<'_>) -> Decided {
        let mut end = board.clone();
        let consistent = self.closer().close(&mut end, theory)?;
        Ok(!consistent || end.is_solved())
    }

    /// Returns true if a theory eliminates nothing from a state without Singles.
    fn is_idle(&mut self, theory: ConfluentTheory, board: &CheckState<'_>) -> Decided {
        let mut end = board.clone();
        let consistent = self.closer().close(&mut end, theory)?;
        Ok(consistent && end.candidates().eq(board.candidates()))
    }

    /// Checks that no rule applies to the state in which the path is stuck.
    pub(crate) fn check_stuck(&mut self) -> Result<Option<Unverified>, Refusal> {
        decided(self.is_stuck(), Refusal::NotStuck)
    }

    fn is_stuck(&mut self) -> Decided {
        let theory = self.path.theory;
        let board = CheckState::new(self.model, self.end);
        if board.is_contradictory() || board.singles().next().is_some() {
            return Ok(false);
        }
        match theory {
            // Deeper trials always remain.
            PathTheory::Trials(ladder) if ladder.counts_depth() => return Ok(false),
            PathTheory::Trials(_) => {
                let all = ConfluentTheory::of(theory, None);
                if self.is_idle(all, &board)? {
                    return Ok(true);
                }
                return if self.is_idle(all.without_quads(), &board)? {
                    Err(Unverified::Order)
                } else {
                    Ok(false)
                };
            }
            PathTheory::Special(special) => {
                let confluent = matches!(special, Special::BivChains | Special::ZChains);
                let idle = self.is_idle(ConfluentTheory::of(theory, None), &board)?;
                return if idle || confluent {
                    Ok(idle)
                } else {
                    Err(Unverified::Order)
                };
            }
            _ => {}
        }
        if theory.has_relations() {
            return Err(Unverified::Relations);
        }
        let whips1 = theory != PathTheory::Brt && !board.whip1_targets().is_empty();
        if whips1
            || self.has_specific(&board)
            || self.has_subset(&board)
            || self.has_fish_or_belt(&board)
        {
            return Ok(false);
        }
        match theory.chains() {
            None => Ok(true),
            Some(family) => self.has_no_chain(&board, family),
        }
    }

    fn has_specific(&self, board: &CheckState<'_>) -> bool {
        let whips1 = self.path.theory != PathTheory::Brt;
        self.specific.is_some_and(|rules| {
            let applies = |level| !board.specific_targets(rules, level).is_empty();
            applies(RuleLevel::Basic) || whips1 && applies(RuleLevel::Whips1)
        })
    }

    fn has_subset(&self, board: &CheckState<'_>) -> bool {
        let mut sets = (2..=LARGEST).flat_map(|size| hall_sets(board, self.matrices, size));
        let legal = |set| check_subset(self.model, self.end, &set).is_ok();
        self.path.theory.has_subsets() && sets.any(legal)
    }

    fn has_fish_or_belt(&self, board: &CheckState<'_>) -> bool {
        let mut sizes = 2..=LARGEST;
        let fish = |size| !finned_targets(board, self.matrices, size).is_empty();
        let theory = self.path.theory;
        theory.has_finned_fish() && sizes.any(fish)
            || theory.has_belts() && !belt_targets(board, self.matrices).is_empty()
    }

    /// Returns true if no candidate has a chain of a family, of any length.
    fn has_no_chain(&mut self, board: &CheckState<'_>, family: Family) -> Decided {
        let mut targets = Vec::new();
        for target in board.candidates() {
            if has_braid(board, target, None, family.groups, &mut self.budget)? {
                targets.push(target);
            }
        }
        if family.braid {
            return Ok(targets.is_empty());
        }
        // Short whips are found quickly; to exclude whips of any length takes longer.
        let mut looped = false;
        for longest in [4, 8, 16, usize::MAX] {
            for &target in &targets {
                let budget = &mut self.budget;
                match find(self.end, board, target, family.groups, longest, budget)? {
                    WhipDecision::Whip => return Ok(false),
                    WhipDecision::Looped => looped = true,
                    WhipDecision::Nothing => {}
                }
            }
        }
        if looped {
            Err(Unverified::Loops)
        } else {
            Ok(true)
        }
    }

    fn closer(&mut self) -> Closer<'_> {
        Closer {
            matrices: self.matrices,
            specific: self.specific,
            budget: &mut self.budget,
        }
    }
}
