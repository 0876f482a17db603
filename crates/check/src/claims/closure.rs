//! Applies theories exhaustively, rule by rule as defined, with no memory and no
//! shortcuts: what a confluent theory does not eliminate here, no path of it does.

use super::board::CheckState;
use super::braid::has_braid;
use super::fishing::finned_targets;
use super::forcing::braided_targets;
use super::hall::{LARGEST, hall_sets};
use super::reversible::has_reversible_chain;
use super::rings::belt_targets;
use super::typed::is_refuted;
use super::{LookBudget, Unverified};
use crate::replay::KindRules;
use gradus_csp::{CoverMatrix, Label, RuleLevel};
use gradus_path::{Family, Ladder, PathTheory, Special};

/// A confluent theory: its rules besides Singles.
#[derive(Clone, Copy)]
pub(crate) struct ConfluentTheory {
    pub(crate) whips1: bool,
    /// Sets of bases and covers up to this size; see `hall`.
    pub(crate) subsets: usize,
    /// True to include finned fish of the same sizes.
    pub(crate) fish: bool,
    /// True to include belts, when nothing else applies.
    pub(crate) belts: bool,
    /// The longest braids; `None` for any length.
    pub(crate) braids: Option<usize>,
    /// True to include g-braids.
    pub(crate) groups: bool,
    /// A condition on its chains.
    pub(crate) special: Option<Special>,
    /// Maximum nesting depth of trials.
    pub(crate) depth: usize,
}

impl ConfluentTheory {
    /// The theory of a level, or the weakest confluent theory that includes its
    /// rules: braids for whips. `None` as a level stands for all levels together.
    pub(crate) fn of(theory: PathTheory, level: Option<usize>) -> ConfluentTheory {
        let any = level.unwrap_or(usize::MAX);
        let (longest, depth) = match theory {
            PathTheory::Brt => (Some(0), 0),
            PathTheory::W1 => (Some(any.min(1)), 0),
            PathTheory::Trials(Ladder::Depths) => (Some(0), any),
            PathTheory::Trials(Ladder::GDepths) => (Some(1), any),
            PathTheory::Trials(Ladder::Subsets | Ladder::Fish) => (level, 1),
            PathTheory::Trials(Ladder::Braids { depth }) => (level, depth),
            _ => (level, 0),
        };
        let most = longest.unwrap_or(usize::MAX);
        let special = match theory {
            PathTheory::Special(special) => Some(special),
            _ => None,
        };
        // Special chains are whips.
        let family = theory.chains().or(special.map(|_| Family::WHIP));
        ConfluentTheory {
            whips1: most > 0,
            subsets: if theory.has_subsets() { most } else { 0 },
            fish: theory.has_finned_fish() && (depth == 0 || any >= Ladder::FINNED),
            belts: theory.has_belts() && (depth == 0 || any >= Ladder::BELTS),
            braids: family.map_or(Some(0), |_| longest),
            groups: family.is_some_and(|family| family.groups),
            special,
            depth,
        }
    }

    /// The same without Quads, for which `hall` has one shape too many.
    pub(crate) fn without_quads(self) -> ConfluentTheory {
        ConfluentTheory {
            subsets: self.subsets.min(LARGEST - 1),
            ..self
        }
    }

    /// The same theory inside a trial.
    fn inside(self) -> ConfluentTheory {
        ConfluentTheory {
            depth: self.depth - 1,
            ..self
        }
    }
}

/// Closes states.
pub(crate) struct Closer<'a> {
    pub(crate) matrices: &'a [CoverMatrix],
    /// The rules of the kind of puzzle.
    pub(crate) specific: Option<&'a dyn KindRules>,
    pub(crate) budget: &'a mut LookBudget,
}

impl Closer<'_> {
    /// Applies a theory until nothing applies; returns false for a contradiction.
    pub(crate) fn close(
        &mut self,
        board: &mut CheckState<'_>,
        theory: ConfluentTheory,
    ) -> Result<bool, Unverified> {
        loop {
            let consistent = match theory.depth {
                0 => self.close_basic(board),
                _ => self.close(board, theory.inside())?,
            };
            if !consistent || board.is_solved() {
                return Ok(consistent);
            }
            let targets = match theory.depth {
                0 => self.by_rules(board, theory)?,
                _ => self.by_trials(board, theory)?,
            };
            if targets.is_empty() {
                return Ok(true);
            }
            targets.iter().for_each(|&target| board.eliminate(target));
        }
    }

    /// Singles, and the rules of the kind that belong to its basic theory.
    fn close_basic(&self, board: &mut CheckState<'_>) -> bool {
        while board.close_singles() {
            let basic = |rules| board.specific_targets(rules, RuleLevel::Basic);
            let refuted = self.specific.map_or(Vec::new(), basic);
            if refuted.is_empty() {
                return true;
            }
            refuted.iter().for_each(|&label| board.refute(label));
        }
        false
    }

    /// The labels that the simplest applicable rules eliminate.
    pub(crate) fn by_rules(
        &mut self,
        board: &CheckState<'_>,
        theory: ConfluentTheory,
    ) -> Result<Vec<Label>, Unverified> {
        let mut whips1 = if theory.whips1 {
            board.whip1_targets()
        } else {
            Vec::new()
        };
        if let (true, Some(rules)) = (theory.whips1, self.specific) {
            whips1.extend(board.specific_targets(rules, RuleLevel::Whips1));
        }
        if !whips1.is_empty() {
            return Ok(whips1);
        }
        for size in 2..=theory.subsets.min(LARGEST) {
            self.budget.spend()?;
            let sets = hall_sets(board, self.matrices, size);
            if !sets.is_empty() {
                return Ok(sets.into_iter().flat_map(|set| set.targets).collect());
            }
            if theory.fish {
                self.budget.spend()?;
                let targets = finned_targets(board, self.matrices, size);
                if !targets.is_empty() {
                    return Ok(targets);
                }
            }
        }
        for length in 2..=theory.braids.unwrap_or(2) {
            let length = theory.braids.map(|_| length);
            let mut targets = Vec::new();
            for target in board.candidates() {
                if self.has_chain(board, theory, target, length)? {
                    targets.push(target);
                }
            }
            let forks = theory.special.map_or(0, Special::forks);
            if forks > 0 {
                targets.extend(braided_targets(board, forks, length, self.budget)?);
            }
            // All of them at once: no braid is broken by the end of another.
            if !targets.is_empty() {
                return Ok(targets);
            }
        }
        if theory.belts {
            Ok(belt_targets(board, self.matrices))
        } else {
            Ok(Vec::new())
        }
    }

    /// Returns true if a candidate has a chain up to a length, or of any length. Where the
    /// theory's own chains are not confluent, braids, which include them, replace them.
    fn has_chain(
        &mut self,
        board: &CheckState<'_>,
        theory: ConfluentTheory,
        target: Label,
        length: Option<usize>,
    ) -> Result<bool, Unverified> {
        if let Some(special @ (Special::BivChains | Special::ZChains)) = theory.special {
            let z = special == Special::ZChains;
            let length = length.unwrap_or(board.model.label_count());
            return has_reversible_chain(board, target, z, length, self.budget);
        }
        let braid = has_braid(board, target, length, theory.groups, self.budget)?;
        let typed = theory.special == Some(Special::TypedWhips);
        Ok(braid && (!typed || is_refuted(board, target, length.unwrap_or(usize::MAX))))
    }

    /// The candidates refuted by trials.
    fn by_trials(
        &mut self,
        board: &CheckState<'_>,
        theory: ConfluentTheory,
    ) -> Result<Vec<Label>, Unverified> {
        let mut refuted = Vec::new();
        // A consequence of an irrefutable candidate is irrefutable.
        let mut irrefutable = vec![false; board.model.label_count()];
        for hypothesis in board.candidates() {
            if irrefutable[hypothesis.index()] {
                continue;
            }
            self.budget.spend()?;
            let mut trial = board.clone();
            refuted.iter().for_each(|&label| trial.eliminate(label));
            trial.assert(hypothesis);
            if !self.close(&mut trial, theory.inside())? {
                refuted.push(hypothesis)
            } else {
                for label in board.candidates() {
                    irrefutable[label.index()] |= trial.is_value(label);
                }
            }
        }
        Ok(refuted)
    }
}
