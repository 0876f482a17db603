//! OR_k-whips: whips with an OR_k relation in the place of one variable. CSP-Rules manual, 3.5.
//! They are searched like whips, with a kernel that has the relation beside the variables; a
//! whip that does without it would have been found before.

use crate::kernel::Kernel;
use crate::rules::budget::{Budget, Budgeted};
use crate::rules::family::find_chain;
use crate::rules::linked::{linked_to_all, remaining};
use crate::rules::pattern::{Object, whip_of};
use crate::rules::related::Related;
use gradus_csp::{Label, Labels, State};
use gradus_path::{Family, OrWhip, Relation};

/// The OR_k-whip\[1\] of a relation: all candidates that are linked to all its guardians.
pub(super) fn of_length_1<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    relation: &Relation,
) -> Option<OrWhip> {
    let &first = relation.guardians.first()?;
    let targets = linked_to_all(kernel.model(), &relation.guardians);
    let targets: Vec<Label> = targets.filter(|&label| state.is_candidate(label)).collect();
    (!targets.is_empty()).then(|| OrWhip {
        rule: (),
        pattern: relation.pattern.clone(),
        before: Vec::new(),
        guardians: relation.guardians.clone(),
        left: first,
        right: None,
        after: Vec::new(),
        targets,
    })
}

/// After how many rounds of Singles, in which relations take part, each candidate leaves
/// some variable or relation empty, without those that never do, or only beyond a limit.
pub(super) fn rounds<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    relations: &[Vec<Label>],
    targets: &[Label],
    limit: usize,
) -> Vec<(Label, usize)> {
    let related = Related::new(kernel, relations);
    let asserted = |target: Label| kernel.asserted(state, target);
    let few = |guardians: &Vec<Label>, trial: &State<K::Set>| {
        remaining(guardians, &trial.left).count() < 2
            && !guardians.iter().any(|&label| trial.values.contains(label))
    };
    let mut found = Vec::new();
    for &target in targets {
        // Without relations first, which is faster: most often they do not come into play.
        let mut trial = asserted(target);
        if let Some(rounds) = kernel.rounds(&mut trial, limit) {
            found.push((target, rounds));
        } else if relations.iter().any(|guardians| few(guardians, &trial)) {
            let rounds = related.rounds(&mut asserted(target), limit);
            found.extend(rounds.map(|rounds| (target, rounds)));
        }
    }
    found
}

/// An OR_k-whip on a target, up to a length. Returns `None` if there is none, or if a whip
/// without the relation is not longer.
pub fn find<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    relation: &Relation,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Budgeted<Option<OrWhip>> {
    let relations = std::slice::from_ref(&relation.guardians);
    let related = Related::new(kernel, relations);
    let found = find_chain(&related, state, None, Family::WHIP, target, length, budget)?.ok();
    Ok(found.and_then(|objects| whole(&related, state, relation, target, &objects)))
}

/// The whip with these right-linking candidates, if it has the relation.
fn whole<K: Kernel>(
    related: &Related<'_, K>,
    state: &State<K::Set>,
    relation: &Relation,
    target: Label,
    objects: &[Object],
) -> Option<OrWhip> {
    let whip = whip_of(related, state, target, objects)?;
    let beyond = related.model().variables().len();
    let is_relation = |step: &gradus_path::ChainLink| step.variable.index() >= beyond;
    let place = whip.links.iter().position(is_relation)?;
    let step = whip.links[place];
    let right = match step.rlo {
        None => None,
        Some(Object::Label(label)) => Some(label),
        Some(Object::Group(_)) => return None,
    };
    Some(OrWhip {
        rule: (),
        pattern: relation.pattern.clone(),
        before: whip.links[..place].to_vec(),
        guardians: relation.guardians.clone(),
        left: step.llc,
        right,
        after: whip.links[place + 1..].to_vec(),
        targets: vec![target],
    })
}
