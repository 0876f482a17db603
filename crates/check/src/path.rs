//! A resolution path, replayed: every step of the path's theory and legal in its
//! state, no chain or Subset while a Single is left (PBCS 4.3 and 5.5), and
//! length and end as they are claimed. That nothing applies any more to a state
//! in which a path is stuck is not checked.

use super::{Refusal, candidates, check_chain, check_subset, ensure};
use gradus_model::Position;
use gradus_model::model::{Label, Model, Variable};
use gradus_path::PathTheory;
use gradus_path::Rule;
use gradus_path::{End, Path, PathStep};

/// Replays a path from a state in which values have eliminated what they are
/// linked to, and returns the state at its end.
pub fn check_path(model: &Model, initial: Position, path: &Path) -> Result<Position, Refusal> {
    let mut position = initial;
    let Position { candidates, values } = &position;
    let clashes = |label: &Label| values.iter().any(|&v| model.linked(v, *label));
    let mut left = candidates.iter().chain(values);
    let consistent = candidates.is_disjoint(values) && !left.any(clashes);
    ensure(consistent, Refusal::Inconsistent)?;
    let mut longest = 0;
    for (index, step) in path.steps.iter().enumerate() {
        let applied = apply(model, &mut position, path.theory, step);
        let length = applied.map_err(|reason| Refusal::InPath(index, Box::new(reason)))?;
        longest = longest.max(length);
    }
    let as_long = longest == path.longest;
    ensure(as_long, Refusal::WrongLength(longest, path.longest))?;
    let open: Vec<usize> = undecided(model, &position).collect();
    // Values are never linked to each other: assertion sees to that.
    let holds = match path.end {
        End::Solved => open.is_empty(),
        End::Contradiction => open.contains(&0),
        End::Stuck | End::Stopped => !open.is_empty() && !open.contains(&0),
    };
    ensure(holds, Refusal::WrongEnd)?;
    Ok(position)
}

/// The numbers of candidates of the variables without value.
fn undecided(model: &Model, position: &Position) -> impl Iterator<Item = usize> {
    let open = model
        .variables()
        .filter(|&v| !has_value(model, position, v));
    open.map(|v| candidates(model, position, v).map_or(0, |candidates| candidates.len()))
}

fn has_value(model: &Model, position: &Position, variable: Variable) -> bool {
    let mut labels = model.labels_of(variable).iter();
    labels.any(|label| position.values.contains(label))
}

/// Applies a step that is legal, and returns its length.
fn apply(
    model: &Model,
    position: &mut Position,
    theory: PathTheory,
    step: &PathStep,
) -> Result<usize, Refusal> {
    ensure(is_of(theory, step), Refusal::NotOfTheory(theory))?;
    let (targets, length) = match step {
        PathStep::Single { label, variable } => {
            let only = candidates(model, position, *variable)? == [*label];
            let single = only && !has_value(model, position, *variable);
            ensure(single, Refusal::NotSingle(*label, *variable))?;
            position.candidates.remove(label);
            position.values.insert(*label);
            (model.linked_labels(*label), 0)
        }
        _ if undecided(model, position).any(|candidates| candidates < 2) => {
            return Err(Refusal::NotQuiescent);
        }
        PathStep::Chain(chain) => {
            check_chain(model, position, chain)?;
            (&chain.targets[..], chain.steps.len())
        }
        PathStep::Subset(subset) => {
            check_subset(model, position, subset)?;
            (&subset.targets[..], subset.bases.len())
        }
    };
    position.candidates.retain(|label| !targets.contains(label));
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
