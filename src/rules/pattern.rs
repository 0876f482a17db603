//! The parts of a chain pattern.

use super::whip::{linked_to, strike};
use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::{GLabel, Label, Variable};
use crate::csp::state::State;

/// A right-linking object: a candidate, or a g-candidate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Object {
    /// A right-linking candidate.
    Label(Label),
    /// A right-linking g-candidate.
    Group(GLabel),
}

/// A variable and its left-linking candidate.
pub type Place = (Variable, Label);

/// For a chain of right-linking objects, a variable and a left-linking
/// candidate for each of them such that the chain is a partial whip in which no
/// candidate occurs twice; none if there is no such choice.
pub fn distinct_llcs<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    objects: &[Object],
) -> Option<Vec<Place>> {
    let model = kernel.model();
    let mut left = state.left.clone();
    let mut before = Object::Label(target);
    let mut offers: Vec<Vec<Place>> = Vec::with_capacity(objects.len());
    for &object in objects {
        strike(kernel, &mut left, before);
        let touched = linked_to(kernel, state, before);
        let variables: Vec<Variable> = match object {
            Object::Label(label) => model
                .variables_of(label)
                .filter(|&v| {
                    model
                        .labels_of(v)
                        .iter()
                        .all(|&l| l == label || !left.contains(l))
                })
                .collect(),
            Object::Group(group) => vec![model.glabel_variable(group)],
        };
        let places = variables.into_iter().flat_map(|variable| {
            let llcs = model
                .labels_of(variable)
                .iter()
                .filter(|&&l| touched.contains(l));
            llcs.map(move |&llc| (variable, llc))
        });
        offers.push(places.collect());
        before = object;
    }
    let mut taken: Vec<(Label, usize)> = Vec::new();
    for step in 0..offers.len() {
        if !assign(&offers, step, &mut Vec::new(), &mut taken) {
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
    offers: &[Vec<Place>],
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
