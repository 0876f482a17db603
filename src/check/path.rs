//! A resolution path, replayed: every step of the path's theory and legal in its
//! state, no chain or Subset while a Single is left (PBCS 4.3 and 5.5), and
//! length and end as they are claimed. That nothing applies any more to a state
//! in which a path is stuck is not checked.

use super::{Refusal, State, check_chain, check_subset, ensure};
use crate::csp::model::{Label, Model};
use crate::proof::path::{End, Path, PathStep};
use crate::proof::theory::PathTheory;
use crate::rules::Rule;

/// Replays a path from a state in which values have eliminated what they are
/// linked to, and returns the state at its end.
pub fn check_path(model: &Model, initial: State, path: &Path) -> Result<State, Refusal> {
    let mut state = initial;
    let State { candidates, values } = &state;
    let clashes = |label: &Label| values.iter().any(|&v| model.linked(v, *label));
    let mut left = candidates.iter().chain(values);
    let consistent = candidates.is_disjoint(values) && !left.any(clashes);
    ensure(consistent, Refusal::Inconsistent)?;
    let mut longest = 0;
    for (index, step) in path.steps.iter().enumerate() {
        let applied = apply(model, &mut state, path.theory, step);
        let length = applied.map_err(|reason| Refusal::InPath(index, Box::new(reason)))?;
        longest = longest.max(length);
    }
    let as_long = longest == path.longest;
    ensure(as_long, Refusal::WrongLength(longest, path.longest))?;
    let open: Vec<usize> = undecided(model, &state).collect();
    // Values are never linked to each other: assertion sees to that.
    let holds = match path.end {
        End::Solved => open.is_empty(),
        End::Contradiction => open.contains(&0),
        End::Stuck | End::Stopped => !open.is_empty() && !open.contains(&0),
    };
    ensure(holds, Refusal::WrongEnd)?;
    Ok(state)
}

/// The numbers of candidates of the variables without value.
fn undecided(model: &Model, state: &State) -> impl Iterator<Item = usize> {
    let open = model.variables().filter(|&v| !state.has_value(model, v));
    open.map(|v| state.of(model, v).map_or(0, |candidates| candidates.len()))
}

/// Applies a step that is legal, and returns its length.
fn apply(
    model: &Model,
    state: &mut State,
    theory: PathTheory,
    step: &PathStep,
) -> Result<usize, Refusal> {
    ensure(is_of(theory, step), Refusal::NotOfTheory(theory))?;
    let (targets, length) = match step {
        PathStep::Single { label, variable } => {
            let only = state.of(model, *variable)? == [*label];
            let single = only && !state.has_value(model, *variable);
            ensure(single, Refusal::NotSingle(*label, *variable))?;
            state.candidates.remove(label);
            state.values.insert(*label);
            (model.linked_labels(*label), 0)
        }
        _ if undecided(model, state).any(|candidates| candidates < 2) => {
            return Err(Refusal::NotQuiescent);
        }
        PathStep::Chain(chain) => {
            check_chain(model, state, chain)?;
            (&chain.targets[..], chain.steps.len())
        }
        PathStep::Subset(subset) => {
            check_subset(model, state, subset)?;
            (&subset.targets[..], subset.bases.len())
        }
    };
    state.candidates.retain(|label| !targets.contains(label));
    Ok(length)
}

/// Whether a theory has this step. All but BRT have whips\[1\].
fn is_of(theory: PathTheory, step: &PathStep) -> bool {
    match (step, theory.chains()) {
        (PathStep::Single { .. }, _) => true,
        (PathStep::Subset(_), _) => theory.has_subsets(),
        (PathStep::Chain(chain), None) => {
            theory != PathTheory::Brt && chain.rule == Rule::Whip && chain.steps.len() == 1
        }
        (PathStep::Chain(chain), Some(family)) => match chain.rule {
            Rule::BivChain | Rule::ZChain | Rule::TWhip | Rule::Whip => true,
            Rule::GWhip => family.groups,
            Rule::Braid => family.braid,
            Rule::GBraid => family.braid && family.groups,
        },
    }
}
