//! The rules of one kind of puzzle, implemented from their definitions: the labels that each
//! refutes in a state, and from which part of the puzzle. A step names its rule and this part,
//! its premise; its targets must be among the labels that the rule refutes from it.

use super::{Refusal, all_different, ensure};
use gradus_csp::{Label, Position, RuleLevel};
use gradus_path::Specific;

/// A resolution state as seen by the rules.
pub(crate) struct KindState<'a> {
    /// True if a label is a candidate or a value.
    pub(crate) left: &'a dyn Fn(Label) -> bool,
    /// True if a label is a value.
    pub(crate) value: &'a dyn Fn(Label) -> bool,
}

/// One application of a rule.
pub(crate) struct KindApplication<'a> {
    /// The texts that may describe its premise: a path has two directions. Computed only where
    /// a step has to be compared with them.
    pub(crate) premises: &'a dyn Fn() -> Vec<String>,
    /// The labels that it refutes; some may be gone already.
    pub(crate) refuted: &'a [Label],
}

/// Receives the applications of a rule.
pub(crate) type KindVisitor<'a> = dyn FnMut(KindApplication<'_>) + 'a;

/// The rules of the kind of one puzzle.
pub(crate) trait KindRules {
    /// The names of the rules of a level.
    fn names(&self, level: RuleLevel) -> Vec<&str>;

    /// Visits all applications of a rule in a state.
    fn visit(&self, rule: &str, facts: &KindState<'_>, visitor: &mut KindVisitor<'_>);

    /// The labels that a rule refutes in a state; some may be gone already.
    fn refuted(&self, rule: &str, facts: &KindState<'_>) -> Vec<Label> {
        let mut refuted = Vec::new();
        self.visit(rule, facts, &mut |application| {
            refuted.extend_from_slice(application.refuted);
        });
        refuted
    }

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
        premise,
        level,
        targets,
    } = step;
    let unknown = || Refusal::UnknownRule(rule.clone());
    let rules = rules.ok_or_else(unknown)?;
    let known = rules.names(*level).contains(&rule.as_str());
    ensure(known, unknown())?;
    ensure(!targets.is_empty(), Refusal::Nothing)?;
    ensure(all_different(targets), Refusal::Repeated)?;
    if let Some(&gone) = targets.iter().find(|&&target| !position.has(target)) {
        return Err(Refusal::NotCandidate(gone));
    }
    let facts = KindState {
        left: &|label| position.has(label),
        value: &|label| position.values.contains(&label),
    };
    let (mut refuting, mut described) = (false, false);
    let mut unrefuted = targets.clone();
    rules.visit(rule, &facts, &mut |application| {
        unrefuted.retain(|target| !application.refuted.contains(target));
        let all = targets.iter().all(|t| application.refuted.contains(t));
        if all && !described {
            refuting = true;
            described = (application.premises)().contains(premise);
        }
    });
    if let Some(&target) = unrefuted.first() {
        return Err(Refusal::NotByRule(target));
    }
    // Several applications may refute the targets together, but a step is one.
    ensure(refuting, Refusal::NotByRule(targets[0]))?;
    ensure(described, Refusal::WrongPremise(premise.clone()))
}
