//! A resolution path, replayed: every step legal in its state, no chain while a
//! Single is left (PBCS 4.3 and 5.5), and the end as it is claimed. That nothing
//! applies any more to a state in which a path is stuck is not checked.

use super::{Refusal, State, candidates_of, check_pattern, known_variable};
use crate::csp::model::{Label, Model, Variable};
use crate::proof::path::{End, Path, PathStep};

/// Replays a path from a state in which values have eliminated what they are
/// linked to, and returns the state at its end.
pub fn check_path(model: &Model, initial: State, path: &Path) -> Result<State, Refusal> {
    let mut state = initial;
    let clashes = |label: &Label| state.values.iter().any(|&v| model.linked(v, *label));
    let left = || state.candidates.iter().chain(&state.values);
    let both = state.candidates.intersection(&state.values).next();
    if let Some(&label) = both.or_else(|| left().find(|label| clashes(label))) {
        return Err(Refusal::Inconsistent(label));
    }
    for (index, step) in path.steps.iter().enumerate() {
        apply(model, &mut state, path, step)
            .map_err(|reason| Refusal::InPath(index, Box::new(reason)))?;
    }
    check_end(model, &state, path.end)?;
    Ok(state)
}

fn apply(model: &Model, state: &mut State, path: &Path, step: &PathStep) -> Result<(), Refusal> {
    match step {
        PathStep::Single { label, variable } => {
            known_variable(model, *variable)?;
            let only = candidates_of(model, &state.candidates, *variable) == [*label];
            if !only || state.is_decided(model, *variable) {
                return Err(Refusal::NotSingle(*label, *variable));
            }
            state.candidates.remove(label);
            state.values.insert(*label);
            state.candidates.retain(|&l| !model.linked(*label, l));
        }
        PathStep::Eliminate(pattern) => {
            let (family, allowed) = (pattern.family, path.family);
            if family.braid && !allowed.braid || family.groups && !allowed.groups {
                return Err(Refusal::WrongFamily);
            }
            if pattern.steps.len() > path.level {
                return Err(Refusal::TooLong(pattern.steps.len(), path.level));
            }
            let open = |v: &Variable| {
                candidates_of(model, &state.candidates, *v).len() < 2
                    && !state.is_decided(model, *v)
            };
            if let Some(variable) = model.variables().find(open) {
                return Err(Refusal::NotQuiescent(variable));
            }
            check_pattern(model, &state.candidates, &state.values, pattern)?;
            state.candidates.remove(&pattern.target);
        }
    }
    Ok(())
}

fn check_end(model: &Model, state: &State, end: End) -> Result<(), Refusal> {
    let mut undecided = model.variables().filter(|&v| !state.is_decided(model, v));
    let is_empty = |v: Variable| candidates_of(model, &state.candidates, v).is_empty();
    // Values are never linked to each other: assertion sees to that.
    let holds = match end {
        End::Solved => undecided.next().is_none(),
        End::Contradiction => undecided.any(is_empty),
        End::Stuck => !undecided.any(is_empty),
    };
    match holds {
        true => Ok(()),
        false => Err(Refusal::WrongEnd),
    }
}
