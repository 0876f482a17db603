//! All that a chain eliminates: a special chain is often one for several
//! targets, and a path is shorter if it says so at once.

use super::linked::remaining;
use super::pattern::{Chain, ChainLink, Object};
use gradus_csp::{Label, Labels, Model, State};
use gradus_path::ChainRule;

/// The same chain with all its targets in a state. The chain must be a whip of
/// length 1, a bivalue chain, a z-chain or a t-whip on its first target.
pub(crate) fn with_all_targets<S: Labels>(model: &Model, state: &State<S>, chain: Chain) -> Chain {
    let first = chain.links[0].llc;
    let linked = model.linked_labels(first).iter().copied();
    let targets = linked.filter(|&t| state.is_candidate(t) && is_target(model, state, &chain, t));
    Chain {
        targets: targets.collect(),
        ..chain
    }
}

/// Returns true if a candidate linked to the first left-linking candidate of a chain is a
/// target of it.
fn is_target<S: Labels>(model: &Model, state: &State<S>, chain: &Chain, target: Label) -> bool {
    let others = |step: &ChainLink| {
        let llc = step.llc;
        remaining(model.labels_of(step.variable), &state.left).filter(move |&l| l != llc)
    };
    let in_chain = |step: &ChainLink| step.llc == target || step.rlo == Some(Object::Label(target));
    let Some((last, body)) = chain.links.split_last() else {
        return false;
    };
    if chain.links.iter().any(in_chain) || model.labels_of(last.variable).contains(&target) {
        return false;
    }
    let by_earlier = |label: Label| {
        let mut rlos = body.iter().filter_map(|step| step.rlo);
        rlos.any(|rlo| matches!(rlo, Object::Label(rlc) if model.linked(rlc, label)))
    };
    let struck = |label: Label| {
        model.linked(label, target) || chain.rule == ChainRule::TWhip && by_earlier(label)
    };
    // In a z-chain the target must strike what it is built on in every variable,
    // in a t-whip in the first; the others depend on it at their ends only.
    let by_target = match chain.rule {
        ChainRule::ZChain => body.len(),
        ChainRule::TWhip => body.len().min(1),
        _ => 0,
    };
    let holds = |step: &ChainLink| {
        let is_rlc = |l: Label| step.rlo == Some(Object::Label(l));
        others(step).all(|l| model.linked(l, target) != is_rlc(l))
    };
    body[..by_target].iter().all(holds) && others(last).all(struck)
}
