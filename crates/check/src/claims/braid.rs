//! Decides if a candidate has a braid or a g-braid, by the definition alone.
//!
//! The left-linking candidates of a braid always exist, so that a braid\[n\] on Z is just this: Z
//! asserted, n − 1 objects in sequence, each all that is left of a variable, and then a variable
//! with no candidate left (PBCS 5.4 and 5.6; 7.4 for g-braids, where these may be g-candidates).
//! A braid of any length exists exactly if Singles, or Singles and whips\[1\], refute Z.

use super::board::CheckState;
use super::{LookBudget, Unverified};
use gradus_csp::{GLabel, Label};
use gradus_path::Object;

/// Returns true if a candidate of a state without Singles has a braid up to a
/// length, or of any length; with groups, a g-braid.
pub(crate) fn has_braid(
    board: &CheckState<'_>,
    target: Label,
    length: Option<usize>,
    groups: bool,
    budget: &mut LookBudget,
) -> Result<bool, Unverified> {
    let mut end = board.clone();
    end.assert(target);
    if let Some(length) = length {
        return follow(
            &end,
            length.saturating_sub(1),
            groups,
            &mut Vec::new(),
            budget,
        );
    }
    budget.spend()?;
    while end.close_singles() {
        let targets = if groups {
            end.whip1_targets()
        } else {
            Vec::new()
        };
        if targets.is_empty() {
            return Ok(false);
        }
        targets.iter().for_each(|&target| end.eliminate(target));
    }
    Ok(true)
}

/// Returns true if this many objects, none of them excluded, leave a variable
/// empty. An object that is possible stays possible: if it is part of a braid, it
/// can come first, and where that failed it need not be tried again.
fn follow(
    board: &CheckState<'_>,
    count: usize,
    groups: bool,
    excluded: &mut Vec<Object>,
    budget: &mut LookBudget,
) -> Result<bool, Unverified> {
    budget.spend()?;
    if board.is_contradictory() {
        return Ok(true);
    }
    if !is_within(board, count, excluded, groups) {
        return Ok(false);
    }
    let before = excluded.len();
    for object in objects(board, excluded, groups) {
        let mut next = board.clone();
        next.apply(object);
        if follow(&next, count - 1, groups, excluded, budget)? {
            return Ok(true);
        }
        excluded.push(object);
    }
    excluded.truncate(before);
    Ok(false)
}
/// Returns true if at most this many rounds, each of all possible objects at once,
/// leave a variable empty: if they do not, single objects do not either.
pub(crate) fn is_within(
    board: &CheckState<'_>,
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

/// The objects that may come next: labels alone in a variable and, with groups,
/// g-labels that contain all remaining labels of a variable.
fn objects(board: &CheckState<'_>, excluded: &[Object], groups: bool) -> Vec<Object> {
    let mut objects: Vec<Object> = board.singles().map(Object::Label).collect();
    if groups {
        objects.extend(grouped(board).map(Object::Group));
    }
    objects.sort_unstable();
    objects.dedup();
    objects.retain(|object| !excluded.contains(object));
    objects
}

/// The g-labels that contain all remaining labels of their variables, two or more,
/// and eliminate something.
fn grouped<'a>(board: &'a CheckState<'_>) -> impl Iterator<Item = GLabel> + 'a {
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
