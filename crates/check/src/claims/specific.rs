//! All eliminations of the rules of one kind of puzzle in a state.

use super::board::Board;
use crate::replay::{KindRules, KindState};
use gradus_csp::{Label, RuleLevel};

/// What all rules of a level refute in a state, of what is left.
pub(crate) fn targets(rules: &dyn KindRules, level: RuleLevel, board: &Board<'_>) -> Vec<Label> {
    let facts = KindState {
        left: &|label| board.is_left(label),
        value: &|label| board.is_value(label),
    };
    let names = rules.names(level).iter();
    let refuted = names.flat_map(|rule| rules.refuted(rule, &facts));
    refuted.filter(|&label| board.is_left(label)).collect()
}
