//! Loose whips: what whips of the past look like now. A left-linking candidate may
//! have been eliminated since, and a right-linking one asserted.
//!
//! Whips are not stable for confluence, because they need their left-linking
//! candidates (PBCS 5.5); loose whips do not need them, and are. So what some order
//! of whips up to a length eliminates, loose whips up to this length eliminate on
//! one path, and where they do not solve, no order of whips does. That candidates
//! may not occur twice is left aside: at most too many loose whips are found.

use std::collections::BTreeSet;

use super::board::Board;
use super::braid::{Braids, is_within};
use super::budget::{Budget, OutOfBudget};
use super::whip::{left_linking, objects};
use gradus_csp::Label;
use gradus_path::Object;

/// Looks for loose whips in a state in which no Single is left.
pub(crate) struct LooseWhips<'a> {
    /// What may be left-linking: the candidates of the first state.
    pub(crate) linking: &'a BTreeSet<Label>,
    /// With g-candidates.
    pub(crate) groups: bool,
    pub(crate) longest: usize,
    pub(crate) budget: &'a mut Budget,
}

/// A partial loose whip: its last object, all of them, and the state in which they
/// are asserted.
struct Partial<'a> {
    last: Object,
    objects: BTreeSet<Object>,
    board: Board<'a>,
}

impl LooseWhips<'_> {
    /// The candidates that have a loose whip.
    pub(crate) fn targets(&mut self, board: &Board<'_>) -> Result<Vec<Label>, OutOfBudget> {
        let mut found = Vec::new();
        for target in board.candidates() {
            let mut braids = Braids {
                groups: self.groups,
                budget: self.budget,
            };
            // A loose whip is a braid as well.
            if braids.exists(board, target, self.longest)? && self.exists(board, target)? {
                found.push(target);
            }
        }
        Ok(found)
    }

    fn exists(&mut self, board: &Board<'_>, target: Label) -> Result<bool, OutOfBudget> {
        let mut start = board.clone();
        start.assert(target);
        let mut partials = vec![Partial {
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
                if self.go_on(&partial, target, &mut seen, &mut longer) {
                    return Ok(true);
                }
            }
            partials = longer;
        }
        Ok(false)
    }

    /// Adds the partial loose whips that go on from one; true if it can end.
    fn go_on<'a>(
        &self,
        partial: &Partial<'a>,
        target: Label,
        seen: &mut BTreeSet<(BTreeSet<Object>, Object)>,
        longer: &mut Vec<Partial<'a>>,
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
                    longer.push(Partial {
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
