//! Typed whips in any order, bounded by rounds: with a candidate asserted, all
//! labels that are alone in a variable of one kind are asserted at once,
//! repeatedly, until a variable of the kind is empty. A typed whip takes at least
//! as many steps, and what rounds refute they refute in every later state.

use super::board::CheckState;
use gradus_csp::{Label, Variable, VariableKind};

/// Returns true if rounds of some kind, fewer than the length, refute a candidate.
pub(crate) fn is_refuted(board: &CheckState<'_>, target: Label, length: usize) -> bool {
    let kinds = (0..board.model.kind_count() as u8).map(VariableKind);
    kinds.into_iter().any(|kind| {
        let of_kind = |v: &Variable| board.model.kind_of(*v) == kind;
        let variables: Vec<Variable> = board.model.variables().filter(of_kind).collect();
        let mut board = board.clone();
        board.assert(target);
        for _ in 0..length {
            let mut singles = Vec::new();
            for &variable in &variables {
                match board.count(variable) {
                    0 => return true,
                    1 => singles.extend(board.labels_left(variable)),
                    _ => {}
                }
            }
            singles.retain(|&label| board.is_candidate(label));
            if singles.is_empty() {
                return false;
            }
            singles.iter().for_each(|&label| board.assert(label));
        }
        false
    })
}
