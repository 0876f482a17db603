//! A resolution path: the applied steps, in order, and how it ended.

use gradus_csp::{Instance, Position};

use super::chain::Chain;
use super::step::PathStep;
use super::theory::PathTheory;

/// The order in which rules are applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Strategy {
    /// The shortest first, and of these the simplest kind (PBCS 5.5.2).
    SimplestFirst,
    /// The shortest first, of any kind.
    ByLength,
    /// Any up to the length reached, target by target.
    InTurn,
    /// Any that make the path short, modulo a theory whose steps do not count.
    FewSteps,
}

impl Strategy {
    pub(crate) const ALL: [Strategy; 4] = [
        Strategy::SimplestFirst,
        Strategy::ByLength,
        Strategy::InTurn,
        Strategy::FewSteps,
    ];

    /// Its name in records.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Strategy::SimplestFirst => "simplest first",
            Strategy::ByLength => "by length",
            Strategy::InTurn => "in turn",
            Strategy::FewSteps => "few steps",
        }
    }
}

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathEnd {
    /// Every variable has a value.
    Solved,
    /// Some variable has no candidate left.
    Contradiction,
    /// No rule of the theory applies.
    Stuck,
    /// The search was stopped by its limits.
    Stopped,
}

impl PathEnd {
    pub(crate) const ALL: [PathEnd; 4] = [
        PathEnd::Solved,
        PathEnd::Contradiction,
        PathEnd::Stuck,
        PathEnd::Stopped,
    ];

    /// Its name in records.
    pub fn word(self) -> &'static str {
        match self {
            PathEnd::Solved => "solved",
            PathEnd::Contradiction => "contradiction",
            PathEnd::Stuck => "stuck",
            PathEnd::Stopped => "stopped",
        }
    }
}

/// A resolution path: the applied steps, in order.
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
    pub end: PathEnd,
    /// The order of the steps; not checked.
    pub strategy: Strategy,
}

impl Path {
    /// The chains, in order.
    pub fn chains(&self) -> impl Iterator<Item = &Chain> {
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
