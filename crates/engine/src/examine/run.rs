//! The theories one after the other, from Singles to the deepest T&E.

use super::examination::{Examination, HowMany, Remainder, TheoryResult, Trying};
use crate::effort;
use crate::kernel::slices::Rounds;
use crate::kernel::{Kernel, initial_state};
use crate::rating::{Limits, Rating, Rejection};
use crate::rules::braid::Braids;
use crate::rules::braid_theory::BraidClosure;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::subset::LARGEST;
use crate::rules::whip::{FoundWhip, Whips};
use crate::rules::{Brt, Subsets, Theory, Whips1};
use crate::solve::{solutions_within, some_solution};
use crate::te::{DepthSearch, close_within, within_cells};
use crate::with_kernel;
use gradus_csp::{Instance, Label, Labels, Position, Solutions, State, Undecided, deadline};

/// Nodes of trials for each node of the budget: patterns whose other cells are free take far more
/// trials than puzzles, and nearly all of them fail.
const TRIALS: u64 = 256;

/// Examines a puzzle or pattern, with chains up to the length of the limits.
pub fn examine(
    puzzle: &dyn Instance,
    limits: Limits,
    trying: Trying,
) -> Result<Examination, Rejection> {
    deadline::within(limits.timeout, || examine_to_end(puzzle, limits, trying))
}

fn examine_to_end(
    puzzle: &dyn Instance,
    limits: Limits,
    trying: Trying,
) -> Result<Examination, Rejection> {
    with_kernel!(puzzle, |kernel| {
        let initial = initial_state(kernel, puzzle)?;
        let (solutions, irrefutable) = match solutions_within(puzzle, limits.budget)? {
            Solutions::None => (HowMany::None, kernel.none()),
            Solutions::One(labels) => (HowMany::One, kernel.set_of(labels)),
            Solutions::Several => {
                let known = irrefutable(kernel, &initial, limits.budget)?;
                (HowMany::Several, known)
            }
        };
        let run = ExaminationRun {
            kernel,
            initial: &initial,
            irrefutable: &irrefutable,
            limits,
            trying,
        };
        let (levels, depth, end) = run.levels();
        Ok(Examination {
            solutions,
            candidates: initial.candidate_count(),
            irrefutable: initial.candidates().and(&irrefutable).len(),
            levels,
            depth,
            end: Position {
                candidates: end.candidates().iter().collect(),
                values: end.values.iter().collect(),
            },
        })
    })
}

/// A state to be examined.
struct ExaminationRun<'a, K: Kernel> {
    kernel: &'a K,
    initial: &'a State<K::Set>,
    irrefutable: &'a K::Set,
    limits: Limits,
    trying: Trying,
}

fn level(name: impl Into<String>, column: impl Into<String>, left: Remainder) -> TheoryResult {
    TheoryResult {
        name: name.into(),
        column: column.into(),
        left,
    }
}

impl<K: Kernel> ExaminationRun<'_, K> {
    /// All levels, the T&E depth, and the last state.
    fn levels(&self) -> (Vec<TheoryResult>, Rating, State<K::Set>) {
        let mut levels = self.rules();
        let (mut state, mut depth) = (self.initial.clone(), None);
        let nodes = self.limits.budget.saturating_mul(TRIALS);
        let mut full = DepthSearch::new(Brt, state.clone()).within(nodes);
        let (mut consistent, mut stopped) = (true, false);
        for trials in 0..=self.limits.max_depth {
            let all = self.trying == Trying::All || trials <= Trying::FULL;
            // Deeper trials than need be would only do the same again.
            if depth.is_none() && all {
                full.up_to(self.kernel, self.irrefutable, trials);
                state = full.state.clone();
                consistent = !full.contradictory;
            } else if depth.is_none() {
                let hypotheses = within_cells(self.kernel, self.initial);
                let closed = effort::within(nodes, || {
                    consistent = close_within(self.kernel, &hypotheses, &mut state, trials);
                });
                stopped = closed.is_err() && consistent && !state.is_decided();
            }
            stopped |= full.exhausted(trials).is_some();
            if trials > 0 {
                let name = format!("T&E({trials}){}", if all { "" } else { " within" });
                let left = match left(consistent, &state) {
                    Remainder::Candidates(left) if stopped => Remainder::Stopped(left),
                    left => left,
                };
                levels.push(level(name, format!("te{trials}"), left));
            }
            if stopped {
                let depth = Rating::lower(full.exhausted(trials).unwrap_or(trials));
                return (levels, depth, state);
            }
            if !consistent || state.is_decided() {
                depth = depth.or(Some(trials));
            }
        }
        // The deepest trials of all candidates: one depth more cannot be less deep than it is.
        let all = match self.trying {
            Trying::All => self.limits.max_depth,
            Trying::Within => self.limits.max_depth.min(Trying::FULL),
        };
        let depth = match depth {
            Some(depth) if depth <= all + 1 => Rating::exact(depth),
            Some(depth) => Rating::upper(depth),
            None => Rating::lower(all + 1),
        };
        (levels, depth, state)
    }

    /// The candidates that the theories of rules leave.
    fn rules(&self) -> Vec<TheoryResult> {
        let (kernel, irrefutable) = (self.kernel, self.irrefutable);
        let mut levels = Vec::new();
        let mut state = self.initial.clone();
        let mut consistent = Brt.close(kernel, &mut state);
        levels.push(level("Singles", "brt", left(consistent, &state)));
        consistent = consistent && Whips1.close(kernel, &mut state);
        levels.push(level("whips[1]", "w1", left(consistent, &state)));
        let length = self.limits.max_length;
        let budget = Budget::new(self.limits.budget);
        let chains = if consistent {
            [
                by_whips(kernel, &state, irrefutable, length, budget),
                by_braids(kernel, &state, irrefutable, length, budget),
            ]
        } else {
            [Remainder::Contradiction; 2]
        };
        for size in 2..=LARGEST {
            consistent = consistent && Subsets(size).close(kernel, &mut state);
            let name = format!("Subsets[{size}]");
            levels.push(level(name, format!("s{size}"), left(consistent, &state)));
        }
        for (name, left) in ["whips", "braids"].into_iter().zip(chains) {
            let column = format!("{}{length}", &name[..1]);
            levels.push(level(format!("{name}[{length}]"), column, left));
        }
        levels
    }
}

fn left<S: Labels>(consistent: bool, state: &State<S>) -> Remainder {
    if consistent {
        Remainder::Candidates(state.candidate_count())
    } else {
        Remainder::Contradiction
    }
}

/// The labels that are in some solution of a state: nothing sound refutes them. Each must be
/// decided within a number of nodes.
fn irrefutable<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    nodes: u64,
) -> Result<K::Set, Undecided> {
    let mut known = state.values.clone();
    for label in state.candidates().iter() {
        if !known.contains(label) {
            let with = kernel.asserted(state, label);
            let solution = some_solution(kernel, with, nodes)?.unwrap_or_default();
            solution.into_iter().for_each(|label| known.insert(label));
        }
    }
    Ok(known)
}

/// The candidates that whips leave, one elimination at a time, in a state closed under
/// whips\[1\]. The theory is not confluent: another order may leave something else.
fn by_whips<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    irrefutable: &K::Set,
    max_length: usize,
    mut budget: Budget,
) -> Remainder {
    let mut state = state.clone();
    let mut length = 2;
    while length <= max_length && !state.is_decided() {
        let targets = state.candidates().without(irrefutable);
        let mut whip = |target: Label| {
            if Braids::<K, false>::new(kernel, &mut budget).exists(&state, target, length)? {
                let mut whips = Whips::<K, false>::new(kernel, &mut budget);
                let found = whips.shortest(&state, target, length)?;
                return Ok(matches!(found, FoundWhip::Whip(_)).then_some(target));
            }
            Ok(None)
        };
        match targets.iter().find_map(|target| whip(target).transpose()) {
            Some(Err(OutOfBudget)) => return Remainder::Stopped(state.candidate_count()),
            None => length += 1,
            Some(Ok(target)) => {
                state.eliminate(target);
                if !Whips1.close(kernel, &mut state) {
                    return Remainder::Contradiction;
                }
                length = 2;
            }
        }
    }
    Remainder::Candidates(state.candidate_count())
}

/// The candidates that braids leave.
fn by_braids<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    irrefutable: &K::Set,
    max_length: usize,
    mut budget: Budget,
) -> Remainder {
    let mut closure = BraidClosure::new(state.clone());
    let mut survey = Rounds::default();
    match closure.close(kernel, max_length, irrefutable, &mut survey, &mut budget) {
        Ok(true) => Remainder::Candidates(closure.into_state().candidate_count()),
        Ok(false) => Remainder::Contradiction,
        Err(OutOfBudget) => Remainder::Stopped(closure.into_state().candidate_count()),
    }
}
