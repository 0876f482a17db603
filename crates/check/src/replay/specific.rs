//! The rules of one kind of puzzle, implemented from their definitions: the labels that each
//! refutes in a state. A step names its rule, and its targets must be among these labels.

use super::{Refusal, ensure};
use gradus_csp::{Label, Position, RuleLevel};
use gradus_path::Specific;

/// A resolution state as seen by the rules.
pub(crate) struct KindState<'a> {
    /// True if a label is a candidate or a value.
    pub(crate) left: &'a dyn Fn(Label) -> bool,
    /// True if a label is a value.
    pub(crate) value: &'a dyn Fn(Label) -> bool,
}

/// The rules of the kind of one puzzle.
pub(crate) trait KindRules {
    /// The names of the rules of a level.
    fn names(&self, level: RuleLevel) -> Vec<&str>;

    /// The labels that a rule refutes in a state; some may be gone already.
    fn refuted(&self, rule: &str, facts: &KindState<'_>) -> Vec<Label>;

    /// Returns true if values of all variables are a solution.
    fn accepts(&self, _facts: &KindState<'_>) -> bool {
        true
    }
}

/// Checks a step by a rule of the kind.
pub(crate) fn check_specific(
    rules: Option<&dyn KindRules>,
    position: &Position,
    step: &Specific,
) -> Result<(), Refusal> {
    let Specific {
        rule,
        level,
        targets,
        ..
    } = step;
    let unknown = || Refusal::UnknownRule(rule.clone());
    let rules = rules.ok_or_else(unknown)?;
    let known = rules.names(*level).contains(&rule.as_str());
    ensure(known, unknown())?;
    ensure(!targets.is_empty(), Refusal::Nothing)?;
    let facts = KindState {
        left: &|label| position.has(label),
        value: &|label| position.values.contains(&label),
    };
    let refuted = rules.refuted(rule, &facts);
    for &target in targets {
        ensure(position.has(target), Refusal::NotCandidate(target))?;
        ensure(refuted.contains(&target), Refusal::NotByRule(target))?;
    }
    Ok(())
}
