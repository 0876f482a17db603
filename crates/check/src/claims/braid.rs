//! Whether a candidate has a braid or a g-braid, by the definition alone.
//!
//! The left-linking candidates of a braid always exist, so that a braid\[n\] on Z
//! is no more than this: Z asserted, n − 1 objects one after the other, each all
//! that is left of a variable, and then a variable of which nothing is left
//! (PBCS 5.4 and 5.6; 7.4 for g-braids, where what is left may be a g-candidate).
//! Of any length, there is one exactly if Singles, or Singles and whips\[1\],
//! refute Z.

use super::board::Board;
use super::budget::{Budget, OutOfBudget};
use gradus_csp::{GLabel, Label};
use gradus_path::Object;

/// Looks for braids in a state in which no Single is left.
pub(crate) struct Braids<'a> {
    /// With g-candidates.
    pub(crate) groups: bool,
    pub(crate) budget: &'a mut Budget,
}

impl Braids<'_> {
    /// Whether a candidate has a braid up to a length.
    pub(crate) fn exists(
        &mut self,
        board: &Board<'_>,
        target: Label,
        length: usize,
    ) -> Result<bool, OutOfBudget> {
        let mut start = board.clone();
        start.assert(target);
        self.follow(&start, length.saturating_sub(1), &mut Vec::new())
    }

    /// Whether a candidate has a braid of any length.
    pub(crate) fn exists_at_all(
        &mut self,
        board: &Board<'_>,
        target: Label,
    ) -> Result<bool, OutOfBudget> {
        self.budget.spend()?;
        let mut end = board.clone();
        end.assert(target);
        while end.close_singles() {
            let targets = match self.groups {
                true => end.whip1_targets(),
                false => Vec::new(),
            };
            if targets.is_empty() {
                return Ok(false);
            }
            targets.iter().for_each(|&target| end.eliminate(target));
        }
        Ok(true)
    }

    /// Whether so many objects, none of those excluded, leave a variable
    /// empty. An object that is possible stays so: if it is part of a braid, it
    /// can come first, and where that failed it need not be tried again.
    fn follow(
        &mut self,
        board: &Board<'_>,
        count: usize,
        excluded: &mut Vec<Object>,
    ) -> Result<bool, OutOfBudget> {
        self.budget.spend()?;
        if board.is_contradictory() {
            return Ok(true);
        }
        if !is_within(board, count, excluded, self.groups) {
            return Ok(false);
        }
        let before = excluded.len();
        for object in objects(board, excluded, self.groups) {
            let mut next = board.clone();
            next.apply(object);
            if self.follow(&next, count - 1, excluded)? {
                return Ok(true);
            }
            excluded.push(object);
        }
        excluded.truncate(before);
        Ok(false)
    }
}

/// Whether at most as many rounds, each of all possible objects at once, leave a
/// variable empty: if they do not, single objects do not either.
pub(crate) fn is_within(
    board: &Board<'_>,
    rounds: usize,
    excluded: &[Object],
    groups: bool,
) -> bool {
    let mut board = board.clone();
    for _ in 0..rounds {
        let objects = objects(&board, excluded, groups);
        if board.is_contradictory() || objects.is_empty() {
            break;
        }
        objects.iter().for_each(|&object| board.apply(object));
    }
    board.is_contradictory()
}

/// What may come next: labels alone in a variable and, with groups, g-labels
/// that have all that is left of theirs.
fn objects(board: &Board<'_>, excluded: &[Object], groups: bool) -> Vec<Object> {
    let mut objects: Vec<Object> = board.singles().map(Object::Label).collect();
    if groups {
        objects.extend(grouped(board).map(Object::Group));
    }
    objects.sort_unstable();
    objects.dedup();
    objects.retain(|object| !excluded.contains(object));
    objects
}

/// The g-labels that have all that is left of their variables, two labels or
/// more, and eliminate something.
fn grouped<'a>(board: &'a Board<'_>) -> impl Iterator<Item = GLabel> + 'a {
    let model = board.model;
    let open = model.variables().filter(|&v| board.count(v) > 1);
    open.flat_map(move |variable| {
        model.glabels_of(variable).filter(move |&group| {
            let inside = model.glabel_labels(group);
            let mut linked = model.glabel_linked(group).iter();
            board.labels_left(variable).all(|l| inside.contains(&l))
                && linked.any(|&label| board.is_candidate(label))
        })
    })
}
