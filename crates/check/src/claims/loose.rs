//! Loose whips: the present form of earlier whips. A left-linking candidate may
//! have been eliminated since, and a right-linking one asserted.
//!
//! Whips are not stable for confluence because they need their left-linking candidates
//! (PBCS 5.5); loose whips do not need them, and are stable. So all that any order of
//! whips up to a length eliminates, loose whips up to this length eliminate on one
//! path, and where they do not solve, no order of whips does. The condition that
//! candidates occur only once is dropped, so at worst too many loose whips are found.

use std::collections::BTreeSet;

use super::board::CheckState;
use super::braid::{has_braid, is_within};
use super::whip::{left_linking, objects};
use super::{LookBudget, Unverified};
use gradus_csp::Label;
use gradus_path::Object;

/// Finds loose whips in a state without Singles.
pub(crate) struct LooseWhips<'a> {
    /// The labels that may be left-linking: the candidates of the initial state.
    pub(crate) linking: &'a BTreeSet<Label>,
    /// True to allow g-candidates.
    pub(crate) groups: bool,
    pub(crate) longest: usize,
    pub(crate) budget: &'a mut LookBudget,
}

/// A partial loose whip: its last object, all its objects, and the state in which
/// they are asserted.
struct LoosePartial<'a> {
    last: Object,
    objects: BTreeSet<Object>,
    board: CheckState<'a>,
}

impl LooseWhips<'_> {
    /// The candidates that have a loose whip.
    pub(crate) fn targets(&mut self, board: &CheckState<'_>) -> Result<Vec<Label>, Unverified> {
        let mut found = Vec::new();
        for target in board.candidates() {
            // A loose whip is a braid as well.
            let length = Some(self.longest);
            let braid = has_braid(board, target, length, self.groups, self.budget)?;
            if braid && self.exists(board, target)? {
                found.push(target);
            }
        }
        Ok(found)
    }

    fn exists(&mut self, board: &CheckState<'_>, target: Label) -> Result<bool, Unverified> {
        let mut start = board.clone();
        start.assert(target);
        let mut partials = vec![LoosePartial {
            last: Object::Label(target),
            objects: BTreeSet::new(),
            board: start,
        }];
        let mut seen = BTreeSet::new();
        for length in 1..=self.longest {
            let mut longer = Vec::new();
            for partial in partials {
                self.budget.spend()?;
                if !is_within(&partial.board, self.longest - length, &[], self.groups) {
                    continue;
                }
                if self.extend(&partial, target, &mut seen, &mut longer) {
                    return Ok(true);
                }
            }
            partials = longer;
        }
        Ok(false)
    }

    /// Adds the extensions of a partial loose whip; returns true if it can end.
    fn extend<'a>(
        &self,
        partial: &LoosePartial<'a>,
        target: Label,
        seen: &mut BTreeSet<(BTreeSet<Object>, Object)>,
        longer: &mut Vec<LoosePartial<'a>>,
    ) -> bool {
        let model = partial.board.model;
        let llcs = left_linking(model, partial.last);
        let llcs = llcs.into_iter().filter(|llc| self.linking.contains(llc));
        let variables: BTreeSet<_> = llcs.flat_map(|llc| model.variables_of(llc)).collect();
        for variable in variables {
            let left: Vec<Label> = partial.board.labels_left(variable).collect();
            if left.is_empty() {
                return true;
            }
            let asserted = match left[..] {
                [only] if partial.board.is_value(only) => vec![Object::Label(only)],
                _ => objects(&partial.board, variable, &left, self.groups),
            };
            for object in asserted {
                let passed = [partial.last, Object::Label(target)].contains(&object);
                let mut all = partial.objects.clone();
                all.insert(object);
                if !passed && seen.insert((all.clone(), object)) {
                    let mut board = partial.board.clone();
                    board.apply(object);
                    longer.push(LoosePartial {
                        last: object,
                        objects: all,
                        board,
                    });
                }
            }
        }
        false
    }
}
