//! A resolution path: what was applied, in order, and how it ended.

use gradus_csp::{Application, Instance, Label, Model, Position, Variable};

use super::belt::Belt;
use super::fish::FinnedFish;
use super::forcing::Forcing;
use super::ladder::Ladder;
use super::pattern::Pattern;
use super::relation::{Impossible, OrWhip, PATTERN_LEVEL, Relation, Split};
use super::subset::Subset;
use super::theory::PathTheory;

/// Which of the rules that apply comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// The shortest, and of these the simplest kind (PBCS 5.5.2).
    SimplestFirst,
    /// The shortest, of whatever kind.
    ByLength,
    /// Any up to the length reached, the targets in turn.
    InTurn,
    /// Whatever makes the path short, modulo a theory whose steps do not count.
    FewSteps,
}

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every variable has a value.
    Solved,
    /// Some variable can have none.
    Contradiction,
    /// Nothing more applies.
    Stuck,
    /// The search was stopped by its limits.
    Stopped,
}

/// One application of a rule; what a value is linked to goes without saying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathStep {
    /// A label is the only candidate of a variable.
    Single {
        /// The label.
        label: Label,
        /// The variable.
        variable: Variable,
    },
    /// The targets of a chain are eliminated.
    Chain(Pattern),
    /// The targets of a forcing whip are eliminated.
    Forcing(Forcing),
    /// The targets of a Subset are eliminated.
    Subset(Subset),
    /// The targets of a finned fish are eliminated.
    Finned(FinnedFish),
    /// The targets of a belt are eliminated.
    Belt(Belt),
    /// A relation is asserted, or the targets of an impossible pattern are eliminated.
    Impossible(Impossible),
    /// A relation is split into two.
    Split(Split),
    /// The targets of an OR_k-whip are eliminated.
    OrWhip(OrWhip),
    /// The only guardian that is left of a relation is asserted.
    Guardian(Relation),
    /// The targets of a rule of the kind of puzzle are eliminated.
    Specific(Application),
    /// A candidate that leads to a contradiction is eliminated.
    Trial(Trial),
}

/// A candidate tried and refuted (PBCS 4.6): in a copy of the state in which it
/// is asserted, steps lead to a variable without candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The candidate.
    pub hypothesis: Label,
    /// What follows from it, in order; trials inside it are a level less deep.
    pub steps: Vec<PathStep>,
    /// A variable that has no candidate and no value at the end.
    pub empty: Variable,
}

impl PathStep {
    /// What it eliminates; nothing if it asserts.
    pub fn targets(&self) -> &[Label] {
        match self {
            PathStep::Single { .. } | PathStep::Split(_) | PathStep::Guardian(_) => &[],
            PathStep::Impossible(pattern) => &pattern.targets,
            PathStep::OrWhip(whip) => &whip.targets,
            PathStep::Chain(chain) => &chain.targets,
            PathStep::Forcing(forcing) => &forcing.targets,
            PathStep::Subset(subset) => &subset.targets,
            PathStep::Finned(fish) => &fish.targets,
            PathStep::Belt(belt) => &belt.targets,
            PathStep::Specific(application) => &application.targets,
            PathStep::Trial(trial) => std::slice::from_ref(&trial.hypothesis),
        }
    }

    /// The length of a chain or belt, the size of a Subset or fish, the largest of
    /// these inside a trial; 0 for a Single, and for the last guardian of a relation. An
    /// impossible pattern counts as what it comes after.
    pub fn length(&self) -> usize {
        match self {
            PathStep::Single { .. } | PathStep::Guardian(_) => 0,
            PathStep::Impossible(_) => PATTERN_LEVEL,
            PathStep::Split(split) => split.variables.len(),
            PathStep::OrWhip(whip) => whip.length(),
            PathStep::Chain(chain) => chain.length(),
            PathStep::Forcing(forcing) => forcing.length(),
            PathStep::Subset(subset) => subset.bases.len(),
            PathStep::Finned(fish) => fish.bases.len(),
            PathStep::Belt(belt) => belt.segments.len(),
            PathStep::Specific(application) => application.level.number(),
            PathStep::Trial(trial) => trial.steps.iter().map(Self::length).max().unwrap_or(0),
        }
    }

    /// How many trials are inside each other, itself included.
    pub fn depth(&self) -> usize {
        match self {
            PathStep::Trial(trial) => 1 + trial.steps.iter().map(Self::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Its level in a theory: how long or large its patterns are, or, where T&E
    /// depth is counted, how deep its trials; finned fish and belts are levels of
    /// their own class.
    pub fn level(&self, theory: PathTheory) -> usize {
        let PathTheory::Trials(ladder) = theory else {
            return self.length();
        };
        match self {
            _ if ladder.counts_depth() => self.depth(),
            PathStep::Finned(_) => Ladder::FINNED,
            PathStep::Belt(_) => Ladder::BELTS,
            PathStep::Trial(trial) => {
                let levels = trial.steps.iter().map(|step| step.level(theory));
                levels.max().unwrap_or(0)
            }
            _ => self.length(),
        }
    }

    /// Applies it to a position.
    pub fn apply(&self, model: &Model, position: &mut Position) {
        match self {
            PathStep::Single { label, .. } => position.assert(model, *label),
            PathStep::Guardian(relation) => {
                let guardians = relation.guardians.iter();
                guardians.for_each(|&label| position.assert(model, label));
            }
            PathStep::Specific(application) => {
                position.eliminate(&application.targets);
                // In a contradictory state, a value may be refuted.
                let refuted = |value: &Label| application.targets.contains(value);
                position.values.retain(|value| !refuted(value));
            }
            _ => position.eliminate(self.targets()),
        }
    }
}

/// A resolution path: what was applied, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The rules allowed.
    pub theory: PathTheory,
    /// The highest level of a step: the longest chain or the largest Subset, or
    /// the deepest trial where T&E depth is counted.
    pub longest: usize,
    /// The steps, in order.
    pub steps: Vec<PathStep>,
    /// How it ends.
    pub end: End,
    /// In what order; no part of what is checked.
    pub strategy: Strategy,
}

impl Path {
    /// The chains, in order.
    pub fn chains(&self) -> impl Iterator<Item = &Pattern> {
        self.steps.iter().filter_map(|step| match step {
            PathStep::Chain(chain) => Some(chain),
            _ => None,
        })
    }

    /// The position before a step, counted from 0, of the path from the givens.
    pub fn position_before(&self, instance: &dyn Instance, step: usize) -> Position {
        let mut position = Position::initial(instance);
        for done in &self.steps[..step.min(self.steps.len())] {
            done.apply(instance.domain().model(), &mut position);
        }
        position
    }
}
