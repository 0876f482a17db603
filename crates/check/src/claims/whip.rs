//! Decides if a candidate has a whip or a g-whip: all partial whips on it, one variable after the other (PBCS 5.3 and 7.3).
//!
//! The continuations of a partial whip depend on its right-linking objects and on which of
//! them is last. The condition that no left-linking candidate occurs twice is dropped here,
//! so at worst too many whips are found; [`check_chain`] decides which of them are whips.

use std::collections::BTreeSet;

use super::board::CheckState;
use super::braid::is_within;
use super::{LookBudget, Unverified};
use crate::replay::check_chain;
use gradus_csp::{Label, Model, Position, Variable};
use gradus_path::{Chain, ChainLink, ChainRule, Object};

/// The result of a search.
pub(crate) enum WhipDecision {
    /// A whip.
    Whip,
    /// A whip except for a candidate that occurs twice.
    Looped,
    /// Neither.
    Nothing,
}

/// A partial whip and the state in which its objects are asserted.
struct WhipPartial<'a> {
    steps: Vec<ChainLink>,
    board: CheckState<'a>,
}

/// Finds a whip on a candidate, or a g-whip, up to a length.
pub(crate) fn find(
    position: &Position,
    board: &CheckState<'_>,
    target: Label,
    groups: bool,
    longest: usize,
    budget: &mut LookBudget,
) -> Result<WhipDecision, Unverified> {
    let rule = if groups {
        ChainRule::GWhip
    } else {
        ChainRule::Whip
    };
    let mut start = board.clone();
    start.assert(target);
    let mut open = vec![WhipPartial {
        steps: Vec::new(),
        board: start,
    }];
    let mut seen = BTreeSet::new();
    let mut found = WhipDecision::Nothing;
    while let Some(partial) = open.pop() {
        budget.spend()?;
        // Whips reach no further than braids in as many variables.
        let more = longest - partial.steps.len();
        if !is_within(&partial.board, more - 1, &[], groups) {
            continue;
        }
        for (variable, llc) in next_places(&partial, position, target) {
            let left: Vec<Label> = partial.board.labels_left(variable).collect();
            let with = |rlo: Option<Object>| {
                let step = ChainLink { variable, llc, rlo };
                partial.steps.iter().copied().chain([step]).collect()
            };
            if left.is_empty() {
                let whip = Chain {
                    rule,
                    links: with(None),
                    targets: vec![target],
                };
                if check_chain(board.model, position, &whip).is_ok() {
                    return Ok(WhipDecision::Whip);
                }
                found = WhipDecision::Looped;
            }
            for rlo in objects(&partial.board, variable, &left, groups) {
                let steps: Vec<ChainLink> = with(Some(rlo));
                let mut rlos: Vec<Object> = steps.iter().filter_map(|s| s.rlo).collect();
                rlos.sort_unstable();
                if more > 1 && seen.insert((rlos, rlo)) {
                    let mut board = partial.board.clone();
                    board.apply(rlo);
                    open.push(WhipPartial { steps, board });
                }
            }
        }
    }
    Ok(found)
}

/// The labels that may follow an object as left-linking candidates: linked to it,
/// or other labels of its variable if it is a group.
pub(crate) fn left_linking(model: &Model, object: Object) -> Vec<Label> {
    match object {
        Object::Label(label) => model.linked_labels(label).to_vec(),
        Object::Group(group) => {
            let own = model.labels_of(model.glabel_variable(group)).iter();
            let outside = own.filter(|label| !model.glabel_labels(group).contains(label));
            let linked = model.glabel_linked(group).iter();
            linked.chain(outside).copied().collect()
        }
    }
}

/// The variables that may come next, each with a left-linking candidate.
fn next_places(
    partial: &WhipPartial<'_>,
    position: &Position,
    target: Label,
) -> Vec<(Variable, Label)> {
    let model = partial.board.model;
    let last = partial.steps.last().and_then(|step| step.rlo);
    let mut places = Vec::new();
    for llc in left_linking(model, last.unwrap_or(Object::Label(target))) {
        if position.candidates.contains(&llc) {
            places.extend(model.variables_of(llc).map(|variable| (variable, llc)));
        }
    }
    places
}

/// The possible right-linking objects of a variable with these labels left.
pub(crate) fn objects(
    board: &CheckState<'_>,
    variable: Variable,
    left: &[Label],
    groups: bool,
) -> Vec<Object> {
    let model = board.model;
    match left {
        [only] if !board.is_value(*only) => vec![Object::Label(*only)],
        [_, _, ..] if groups => {
            let has_all = |g: &_| left.iter().all(|l| model.glabel_labels(*g).contains(l));
            let own = model.glabels_of(variable).filter(has_all);
            own.map(Object::Group).collect()
        }
        _ => Vec::new(),
    }
}
