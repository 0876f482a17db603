//! The number of steps by each rule.

use gradus_csp::Nomenclature;

use super::notation::rule_name;
use super::step::PathStep;
use super::theory::PathTheory;

/// A rule, and the number of steps by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleCount {
    /// The name of the rule, with its length: `whip[4]`.
    pub rule: String,
    /// The level of its steps.
    pub level: usize,
    /// The number of steps.
    pub count: usize,
}

/// The rules of some steps with their numbers, lower levels first; within a level, in the order
/// of their first steps. Steps inside trials are not counted.
pub fn rule_counts(
    names: &dyn Nomenclature,
    steps: &[PathStep],
    theory: PathTheory,
) -> Vec<RuleCount> {
    let mut counts: Vec<RuleCount> = Vec::new();
    for step in steps {
        let rule = rule_name(names, step);
        let level = step.level(theory);
        match counts.iter_mut().find(|known| known.rule == rule) {
            Some(known) => known.count += 1,
            None => counts.push(RuleCount {
                rule,
                level,
                count: 1,
            }),
        }
    }
    counts.sort_by_key(|known| known.level);
    counts
}
