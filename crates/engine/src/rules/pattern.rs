//! Builds the full chain, with its variables and left-linking candidates, from the
//! right-linking objects that a search returns. PBCS 5.2 to 5.4 and 7.2 to 7.4.

use super::linked::{linked_to, remaining, strike};
use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, Model, State, Variable};
use gradus_path::Family;
pub use gradus_path::{Chain, ChainLink, Object};

/// A variable and its left-linking candidate.
pub(crate) type LeftLink = (Variable, Label);

/// The whip (g-whip) with these right-linking objects, in this order, or `None` if they are not
/// those of a loopless one in this state.
pub(crate) fn whip_of<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    objects: &[Object],
) -> Option<Chain> {
    let mut places = distinct_llcs(kernel, state, &state.left, target, objects)?;
    let last = objects.last().copied().unwrap_or(Object::Label(target));
    let touched = linked_to(kernel, &state.left, last);
    let fresh = |llc: Label| places.iter().all(|&(_, other)| other != llc);
    let end = emptied(kernel, state, target, objects).find_map(|variable| {
        let mut llcs = remaining(labels_of(kernel, variable), &touched);
        Some((variable, llcs.find(|&llc| fresh(llc))?))
    })?;
    places.push(end);
    Some(with_places(false, target, objects, places))
}

/// The braid (g-braid) with these right-linking objects, in this order, or `None` if they are
/// not those of a braid in this state.
pub(crate) fn braid_of<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    objects: &[Object],
) -> Option<Chain> {
    let model = kernel.model();
    let mut left = state.left.clone();
    kernel.strike(&mut left, target);
    // Whatever is struck is linked to the target or to an earlier object.
    let struck = |variable: Variable, left: &K::Set| {
        let mut labels = model.labels_of(variable).iter().copied();
        labels.find(|&l| state.left.contains(l) && !left.contains(l))
    };
    let mut places = Vec::with_capacity(objects.len() + 1);
    for &object in objects {
        let place = variables_for(kernel, &left, object)
            .into_iter()
            .find_map(|variable| Some((variable, struck(variable, &left)?)))?;
        places.push(place);
        strike(kernel, &mut left, object);
    }
    let end = emptied(kernel, state, target, objects)
        .find_map(|variable| Some((variable, struck(variable, &left)?)))?;
    places.push(end);
    Some(with_places(true, target, objects, places))
}

fn with_places(braid: bool, target: Label, objects: &[Object], places: Vec<LeftLink>) -> Chain {
    let groups = objects.iter().any(|o| matches!(o, Object::Group(_)));
    Chain {
        rule: Family { braid, groups }.into(),
        links: steps(&places, objects),
        targets: vec![target],
    }
}

/// The steps with these places and right-linking objects; the last may have none.
pub(crate) fn steps(places: &[LeftLink], objects: &[Object]) -> Vec<ChainLink> {
    let places = places.iter().enumerate();
    let step = |(index, &(variable, llc)): (usize, &LeftLink)| ChainLink {
        variable,
        llc,
        rlo: objects.get(index).copied(),
    };
    places.map(step).collect()
}

/// The ends of the partial chains that led to one, in order: `step` returns the end of a partial
/// chain and the place of the one before. The first chain, at place 0, has no end.
pub(crate) fn chain_to<T>(mut place: usize, step: impl Fn(usize) -> (T, usize)) -> Vec<T> {
    let mut ends = Vec::new();
    while place > 0 {
        let (end, before) = step(place);
        ends.push(end);
        place = before;
    }
    ends.reverse();
    ends
}

/// Right-linking candidates as objects.
pub(crate) fn objects_of(rlcs: &[Label]) -> Vec<Object> {
    rlcs.iter().copied().map(Object::Label).collect()
}

/// The variables that the target and the objects leave without candidate.
fn emptied<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    objects: &[Object],
) -> impl Iterator<Item = Variable> + use<K> {
    let mut left = state.left.clone();
    kernel.strike(&mut left, target);
    for &object in objects {
        strike(kernel, &mut left, object);
    }
    kernel.empty_variables(&left).into_iter()
}

/// The labels of a variable, or the guardians of a relation.
fn labels_of<K: Kernel>(kernel: &K, variable: Variable) -> &[Label] {
    let model = kernel.model();
    match variable.index().checked_sub(model.variables().len()) {
        None => model.labels_of(variable),
        Some(place) => &kernel.disjunctions()[place],
    }
}

/// The relations that have a label, as variables beyond those of the model.
fn disjunctions_of<K: Kernel>(kernel: &K, label: Label) -> impl Iterator<Item = Variable> {
    let first = kernel.model().variables().len();
    let relations = kernel.disjunctions().iter().enumerate();
    let having = relations.filter(move |(_, guardians)| guardians.contains(&label));
    having.map(move |(place, _)| Variable::new(first + place))
}

/// The variables in which an object is all that is left.
pub(crate) fn variables_for<K: Kernel>(kernel: &K, left: &K::Set, object: Object) -> Vec<Variable> {
    let model = kernel.model();
    match object {
        Object::Label(label) => model
            .variables_of(label)
            .chain(disjunctions_of(kernel, label))
            .filter(|&v| remaining(labels_of(kernel, v), left).all(|l| l == label))
            .collect(),
        Object::Group(group) => vec![model.glabel_variable(group)],
    }
}

/// For a chain of right-linking objects, a variable and a left-linking candidate for each of them
/// so that the chain is a partial whip in which no candidate occurs twice, or `None` if there is no
/// such choice. The left-linking candidates are of `linking`, those that are still there first.
pub(crate) fn distinct_llcs<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    linking: &K::Set,
    target: Label,
    objects: &[Object],
) -> Option<Vec<LeftLink>> {
    let mut left = state.left.clone();
    let mut before = Object::Label(target);
    let mut offers: Vec<Vec<LeftLink>> = Vec::with_capacity(objects.len());
    for &object in objects {
        strike(kernel, &mut left, before);
        let touched = linked_to(kernel, linking, before);
        let of = |variable| {
            let llcs = remaining(labels_of(kernel, variable), &touched);
            llcs.map(move |llc| (variable, llc))
        };
        let variables = variables_for(kernel, &left, object).into_iter();
        let mut places: Vec<LeftLink> = variables.flat_map(of).collect();
        places.sort_by_key(|&(_, llc)| !state.left.contains(llc));
        offers.push(places);
        before = object;
    }
    distinct(&offers)
}

/// The places that a variable offers to a step after a right-linking candidate: its labels of
/// `linking` that are linked to that.
pub(crate) fn offers<'a, S: Labels>(
    model: &'a Model,
    linking: &'a S,
    variable: Variable,
    last: Label,
) -> impl Iterator<Item = LeftLink> + 'a {
    let labels = remaining(model.labels_of(variable), linking);
    labels
        .filter(move |&label| model.linked(label, last))
        .map(move |llc| (variable, llc))
}

/// One place for each step, of those that it offers, so that no left-linking candidate occurs
/// twice, or `None` if there is no such choice.
pub(crate) fn distinct(offers: &[Vec<LeftLink>]) -> Option<Vec<LeftLink>> {
    let mut taken: Vec<(Label, usize)> = Vec::new();
    for step in 0..offers.len() {
        if !assign(offers, step, &mut Vec::new(), &mut taken) {
            return None;
        }
    }
    let place = |step: usize| {
        let llc = taken.iter().find(|(_, by)| *by == step)?.0;
        offers[step].iter().copied().find(|&(_, l)| l == llc)
    };
    (0..offers.len()).map(place).collect()
}

/// Finds a left-linking candidate for a step, moving other steps to another
/// one where needed (augmenting paths in a bipartite graph).
fn assign(
    offers: &[Vec<LeftLink>],
    step: usize,
    tried: &mut Vec<Label>,
    taken: &mut Vec<(Label, usize)>,
) -> bool {
    for &(_, llc) in &offers[step] {
        if tried.contains(&llc) {
            continue;
        }
        tried.push(llc);
        let holder = taken.iter().position(|(label, _)| *label == llc);
        match holder {
            None => {
                taken.push((llc, step));
                return true;
            }
            Some(index) => {
                let other = taken[index].1;
                if assign(offers, other, tried, taken) {
                    // `other` holds another candidate now; this one is free.
                    let index = taken.iter().position(|&entry| entry == (llc, other));
                    if let Some(index) = index {
                        taken[index].1 = step;
                    }
                    return true;
                }
            }
        }
    }
    false
}
