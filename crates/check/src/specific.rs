//! The rules of one kind of puzzle, written again from their definitions: what each of them
//! refutes in a state. A step names its rule, and its targets must be among these.

use super::board::Board;
use super::{Refusal, ensure};
use gradus_csp::{Application, Label, Level, Position};

/// A resolution state, as the rules see it.
pub(crate) struct Facts<'a> {
    /// Whether a label is a candidate or a value.
    pub(crate) left: &'a dyn Fn(Label) -> bool,
    /// Whether a label is a value.
    pub(crate) value: &'a dyn Fn(Label) -> bool,
}

/// The rules of the kind of one puzzle.
pub(crate) trait Rules {
    /// The names of the rules of a level.
    fn names(&self, level: Level) -> &[&'static str];

    /// What a rule refutes in a state; labels that are gone may be among it.
    fn refuted(&self, rule: &str, facts: &Facts<'_>) -> Vec<Label>;

    /// Whether values of all variables are a solution.
    fn accepts(&self, _facts: &Facts<'_>) -> bool {
        true
    }
}

/// Checks a step by a rule of the kind.
pub(crate) fn check_application(
    rules: Option<&dyn Rules>,
    position: &Position,
    application: &Application,
) -> Result<(), Refusal> {
    let Application {
        rule,
        level,
        targets,
        ..
    } = application;
    let unknown = || Refusal::UnknownRule(rule.clone());
    let rules = rules.ok_or_else(unknown)?;
    let known = rules.names(*level).contains(&rule.as_str());
    ensure(known, unknown())?;
    ensure(!targets.is_empty(), Refusal::Nothing)?;
    let facts = Facts {
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

/// What all rules of a level refute in a state, of what is left.
pub(crate) fn targets(rules: &dyn Rules, level: Level, board: &Board<'_>) -> Vec<Label> {
    let facts = Facts {
        left: &|label| board.is_left(label),
        value: &|label| board.is_value(label),
    };
    let names = rules.names(level).iter();
    let refuted = names.flat_map(|rule| rules.refuted(rule, &facts));
    refuted.filter(|&label| board.is_left(label)).collect()
}
