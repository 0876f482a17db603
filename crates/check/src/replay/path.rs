//! Replays a resolution path: every step must belong to the path's theory and be legal in its
//! state, with no chain or Subset while a Single is left (PBCS 4.3 and 5.5), and
//! the level and the end must be as claimed. Replay cannot show that nothing applies in the
//! state where a path is stuck: see the module `claims`.
//!
//! A trial is a path of its own in a copy of the state. The theories of Trial and
//! Error are confluent, so in them and in their trials rules may come in any order,
//! and a trial may omit steps that its contradiction does not need.

use super::relation::{AssertedRelations, check_impossible, check_or_whip, check_split};
use super::specific::{KindRules, check_specific};
use super::{
    Refusal, candidates, check_belt, check_chain, check_finned_fish, check_forcing, check_subset,
    ensure,
};
use gradus_csp::{Label, Model, Position, RuleLevel, Variable};
use gradus_path::{
    Chain, ChainRule, Ladder, Path, PathEnd, PathStep, PathTheory, Patterns, Special, TRIDAGON,
    Trial,
};

/// Replays a path from a state in which the candidates linked to values are eliminated,
/// and returns the final state. It may not use rules of one kind of puzzle.
pub fn check_path(model: &Model, initial: Position, path: &Path) -> Result<Position, Refusal> {
    replay(model, None, initial, path)
}

/// Replays a path that may use rules of one kind of puzzle.
pub(crate) fn replay(
    model: &Model,
    specific: Option<&dyn KindRules>,
    initial: Position,
    path: &Path,
) -> Result<Position, Refusal> {
    let mut position = initial;
    let Position { candidates, values } = &position;
    let clashes = |label: &Label| values.iter().any(|&v| model.linked(v, *label));
    let mut left = candidates.iter().chain(values);
    let consistent = candidates.is_disjoint(values) && !left.any(clashes);
    ensure(consistent, Refusal::Inconsistent)?;
    let rules = AllowedRules {
        model,
        specific,
        theory: path.theory,
        depth: match path.theory {
            PathTheory::Trials(Ladder::Depths | Ladder::GDepths) => usize::MAX,
            PathTheory::Trials(Ladder::Subsets | Ladder::Fish) => 1,
            PathTheory::Trials(Ladder::Braids { depth }) => depth,
            _ => 0,
        },
    };
    rules.replay(&mut position, &path.steps)?;
    let levels = path.steps.iter().map(|step| step.level(path.theory));
    let longest = levels.max().unwrap_or(0);
    let as_long = longest == path.longest;
    ensure(as_long, Refusal::WrongLength(longest, path.longest))?;
    let open: Vec<usize> = undecided(model, &position).collect();
    // Values are never linked to each other: assertion ensures this.
    let holds = match path.end {
        PathEnd::Solved => open.is_empty(),
        PathEnd::Contradiction => open.contains(&0),
        PathEnd::Stuck | PathEnd::Stopped => !open.is_empty() && !open.contains(&0),
    };
    ensure(holds, Refusal::WrongEnd)?;
    Ok(position)
}

/// The numbers of candidates of the variables without a value.
fn undecided(model: &Model, position: &Position) -> impl Iterator<Item = usize> {
    let open = model
        .variables()
        .filter(|&v| !has_value(model, position, v));
    open.map(|v| candidates(model, position, v).map_or(0, |candidates| candidates.len()))
}

fn has_value(model: &Model, position: &Position, variable: Variable) -> bool {
    let mut labels = model.labels_of(variable).iter();
    labels.any(|label| position.values.contains(label))
}

/// The rules allowed in a path, or in a trial of it.
#[derive(Clone, Copy)]
struct AllowedRules<'a> {
    model: &'a Model,
    /// The rules of the kind of puzzle.
    specific: Option<&'a dyn KindRules>,
    theory: PathTheory,
    /// Maximum nesting depth of trials.
    depth: usize,
}

impl AllowedRules<'_> {
    /// Applies steps, which must be legal.
    fn replay(self, position: &mut Position, steps: &[PathStep]) -> Result<(), Refusal> {
        let mut relations = AssertedRelations::default();
        for (index, step) in steps.iter().enumerate() {
            let applied = self.apply(position, &mut relations, step);
            applied.map_err(|reason| Refusal::InPath(index, Box::new(reason)))?;
        }
        Ok(())
    }

    /// Applies a step, which must be legal.
    fn apply(
        self,
        position: &mut Position,
        relations: &mut AssertedRelations,
        step: &PathStep,
    ) -> Result<(), Refusal> {
        let AllowedRules { model, theory, .. } = self;
        ensure(is_of(theory, step), Refusal::NotOfTheory(theory))?;
        let in_order = !matches!(theory, PathTheory::Trials(_));
        match step {
            PathStep::Single {
                value, variable, ..
            } => {
                let only = candidates(model, position, *variable)? == [*value];
                let single = only && !has_value(model, position, *variable);
                ensure(single, Refusal::NotSingle(*value, *variable))?;
            }
            PathStep::Guardian { pattern, value, .. } => {
                relations.check(position, pattern, &[*value])?;
            }
            PathStep::Specific(specific) => check_specific(self.specific, position, specific)?,
            _ if in_order && undecided(model, position).any(|candidates| candidates < 2) => {
                return Err(Refusal::NotQuiescent);
            }
            PathStep::Chain(chain) => check_chain(model, position, chain)?,
            PathStep::Forcing(forcing) => check_forcing(model, position, forcing)?,
            PathStep::Subset(subset) => check_subset(model, position, subset)?,
            PathStep::Finned(fish) => check_finned_fish(model, position, fish)?,
            PathStep::Belt(belt) => check_belt(model, position, belt)?,
            PathStep::Impossible(pattern) => {
                check_impossible(model, position, pattern)?;
                if pattern.targets.is_empty() {
                    relations.remember(pattern.into());
                }
            }
            PathStep::Split(split) => {
                check_split(model, position, relations, split)?;
                let halves = split.halves().into_iter();
                halves.for_each(|half| relations.remember(half));
            }
            PathStep::OrWhip(whip) => check_or_whip(model, position, relations, whip)?,
            PathStep::Trial(trial) => self.refute(position, trial)?,
            _ => return Err(Refusal::NotOfTheory(theory)),
        }
        step.apply(model, position);
        Ok(())
    }

    /// Follows a trial to the claimed contradiction.
    fn refute(self, position: &Position, trial: &Trial) -> Result<(), Refusal> {
        let Trial {
            hypothesis, empty, ..
        } = *trial;
        let depth = self.depth.checked_sub(1).ok_or(Refusal::TooDeep)?;
        let known = position.candidates.contains(&hypothesis);
        ensure(known, Refusal::NotCandidate(hypothesis))?;
        let mut inside = position.clone();
        inside.assert(self.model, hypothesis);
        AllowedRules { depth, ..self }.replay(&mut inside, &trial.steps)?;
        let left = candidates(self.model, &inside, empty)?;
        let refuted = left.is_empty() && !has_value(self.model, &inside, empty);
        ensure(refuted, Refusal::NotRefuted(hypothesis, empty))
    }
}

/// Returns true if a theory has this step. All have whips\[1\], except BRT and T&E over it.
fn is_of(theory: PathTheory, step: &PathStep) -> bool {
    let without = [PathTheory::Brt, PathTheory::Trials(Ladder::Depths)];
    match (step, theory.chains()) {
        (PathStep::Single { .. }, _) => true,
        (PathStep::Specific(specific), _) => {
            specific.level == RuleLevel::Basic || !without.contains(&theory)
        }
        (PathStep::Forcing(forcing), _) => match theory {
            PathTheory::Special(special) => forcing.branches.len() <= special.forks(),
            _ => false,
        },
        (PathStep::Subset(_), _) => theory.has_subsets(),
        (PathStep::Finned(_), _) => theory.has_finned_fish(),
        (PathStep::Belt(_), _) => theory.has_belts(),
        (PathStep::Impossible(pattern), _) => match theory {
            PathTheory::OrWhips(Patterns::Tridagons) => pattern.pattern == TRIDAGON,
            theory => theory.has_relations(),
        },
        (PathStep::Split(_) | PathStep::OrWhip(_) | PathStep::Guardian { .. }, _) => {
            theory.has_relations()
        }
        (PathStep::Trial(_), _) => matches!(theory, PathTheory::Trials(_)),
        (PathStep::Chain(chain), None) => {
            let whip1 = chain.rule == ChainRule::Whip && chain.links.len() == 1;
            let special = match theory {
                PathTheory::Special(special) => is_special(special, chain),
                _ => false,
            };
            !without.contains(&theory) && whip1 || special
        }
        (PathStep::Chain(chain), Some(family)) => match chain.rule {
            ChainRule::GWhip => family.groups,
            ChainRule::Braid => family.braid,
            ChainRule::GBraid => family.braid && family.groups,
            _ => true,
        },
        _ => false,
    }
}

/// Returns true if a chain is of the kind of a special theory.
fn is_special(special: Special, chain: &Chain) -> bool {
    match special {
        Special::BivChains => chain.rule == ChainRule::BivChain,
        Special::ZChains => matches!(chain.rule, ChainRule::BivChain | ChainRule::ZChain),
        Special::TWhips => chain.rule == ChainRule::TWhip,
        // Whips[1] have no kind.
        Special::TypedWhips => chain.rule == ChainRule::TypedWhip && chain.links.len() > 1,
        Special::ForcingWhips | Special::Forcing3Whips => chain.rule <= ChainRule::Whip,
    }
}
