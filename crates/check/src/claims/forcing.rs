//! All eliminations by forcing braids in a state, by exhaustive search.

use super::board::CheckState;
use super::{LookBudget, Unverified};
use gradus_csp::Label;

/// The candidates that forcing braids up to a length eliminate, or of any length;
/// they start from variables with at most `forks` candidates. Like a braid, a
/// partial braid is a sequence of candidates, each alone in a variable.
pub(crate) fn braided_targets(
    board: &CheckState<'_>,
    forks: usize,
    length: Option<usize>,
    budget: &mut LookBudget,
) -> Result<Vec<Label>, Unverified> {
    let mut found = Vec::new();
    for variable in board.model.variables() {
        if !(2..=forks).contains(&board.count(variable)) {
            continue;
        }
        let starts: Vec<Label> = board.labels_left(variable).collect();
        // For each candidate, the number of steps that each start needs to contradict it.
        let mut needs = vec![0; board.model.label_count()];
        for &start in &starts {
            let distances = distances(board, start, length, budget)?;
            for (need, distance) in needs.iter_mut().zip(distances) {
                *need = distance.saturating_add(*need);
            }
        }
        let most = length.map_or(FAR - 1, |length| length - 1);
        found.extend(board.candidates().filter(|l| needs[l.index()] <= most));
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// More than the length of any partial braid.
const FAR: usize = usize::MAX / 8;

/// The number of steps that partial braids on a candidate need to contradict each label.
fn distances(
    board: &CheckState<'_>,
    start: Label,
    length: Option<usize>,
    budget: &mut LookBudget,
) -> Result<Vec<usize>, Unverified> {
    let mut distances = vec![FAR; board.model.label_count()];
    let mut first = board.clone();
    first.assert(start);
    let Some(length) = length else {
        budget.spend()?;
        let refuted = !first.close_singles();
        let gone =
            |label: &Label| refuted || !first.is_candidate(*label) && !first.is_value(*label);
        board
            .candidates()
            .filter(gone)
            .for_each(|l| distances[l.index()] = 0);
        return Ok(distances);
    };
    follow(
        board,
        &first,
        0,
        length.saturating_sub(2),
        &mut distances,
        budget,
    )?;
    Ok(distances)
}

/// Records the labels contradicted after this many steps, and continues.
fn follow(
    before: &CheckState<'_>,
    board: &CheckState<'_>,
    steps: usize,
    most: usize,
    distances: &mut [usize],
    budget: &mut LookBudget,
) -> Result<(), Unverified> {
    budget.spend()?;
    for label in before.candidates() {
        let gone = board.is_contradictory() || !board.is_candidate(label) && !board.is_value(label);
        if gone {
            distances[label.index()] = distances[label.index()].min(steps);
        }
    }
    if steps == most || board.is_contradictory() {
        return Ok(());
    }
    let mut singles: Vec<Label> = board.singles().collect();
    singles.sort_unstable();
    singles.dedup();
    for single in singles {
        let mut next = board.clone();
        next.assert(single);
        follow(before, &next, steps + 1, most, distances, budget)?;
    }
    Ok(())
}
