//! How often each rule occurs in the paths of a collection.

use std::collections::BTreeMap;

use gradus_csp::deadline;
use gradus_engine::proof::path_of;
use gradus_engine::rating::{Limits, is_defined};
use gradus_path::notation::rule_name;
use gradus_path::{PathEnd, PathTheory};
use gradus_puzzles::read;
use rayon::prelude::*;
use serde::Serialize;

use crate::job::pool;

/// How often a rule was applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct RuleFrequency {
    /// Steps.
    pub steps: u64,
    /// Puzzles with such a step.
    pub puzzles: u64,
}

/// The rules in the paths of some puzzles, simplest steps first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct RuleCounts {
    /// The theory of the paths.
    pub theory: String,
    /// Puzzles with a path.
    pub puzzles: u64,
    /// Those that it solves.
    pub solved: u64,
    /// Texts that are no puzzles, or puzzles for which the theory is not defined.
    pub left_out: u64,
    /// The rules.
    pub rules: BTreeMap<String, RuleFrequency>,
}

impl RuleCounts {
    pub(crate) fn new(theory: PathTheory) -> RuleCounts {
        RuleCounts {
            theory: theory.to_string(),
            ..RuleCounts::default()
        }
    }

    /// Adds the paths of puzzles, which are found in parallel.
    pub(crate) fn add(&mut self, puzzles: &[&str], theory: PathTheory, limits: Limits) {
        let counted = pool::install(|| {
            let puzzles = puzzles.par_iter();
            let counts = puzzles.map(|puzzle| of_one(puzzle, theory, limits));
            counts.reduce(RuleCounts::default, RuleCounts::joined)
        });
        let theory = std::mem::take(&mut self.theory);
        *self = std::mem::take(self).joined(counted);
        self.theory = theory;
    }

    fn joined(mut self, other: RuleCounts) -> RuleCounts {
        self.puzzles += other.puzzles;
        self.solved += other.solved;
        self.left_out += other.left_out;
        for (rule, count) in other.rules {
            let sum = self.rules.entry(rule).or_default();
            sum.steps += count.steps;
            sum.puzzles += count.puzzles;
        }
        self
    }

    /// The rules, the most frequent first.
    pub(crate) fn by_frequency(&self) -> Vec<(&str, RuleFrequency)> {
        let rules = self.rules.iter();
        let mut rules: Vec<(&str, RuleFrequency)> =
            rules.map(|(rule, count)| (rule.as_str(), *count)).collect();
        rules.sort_by_key(|(_, count)| std::cmp::Reverse(count.steps));
        rules
    }
}

/// The rules of the path of a puzzle.
fn of_one(puzzle: &str, theory: PathTheory, limits: Limits) -> RuleCounts {
    let left_out = RuleCounts {
        left_out: 1,
        ..RuleCounts::default()
    };
    let Ok(puzzle) = read(puzzle) else {
        return left_out;
    };
    if !is_defined(theory, puzzle.domain()) {
        return left_out;
    }
    let path = deadline::within(limits.timeout, || {
        path_of(puzzle.as_ref(), theory, None, limits)
    });
    let Ok(path) = path else {
        return left_out;
    };
    let mut rules: BTreeMap<String, RuleFrequency> = BTreeMap::new();
    for step in &path.steps {
        let rule = rules
            .entry(rule_name(puzzle.domain().names(), step))
            .or_default();
        rule.steps += 1;
        rule.puzzles = 1;
    }
    RuleCounts {
        puzzles: 1,
        solved: u64::from(matches!(path.end, PathEnd::Solved)),
        rules,
        ..RuleCounts::default()
    }
}
