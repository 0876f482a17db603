//! The theories one after the other, from Singles to the deepest T&E.

use super::chains;
use super::examination::{Examination, HowMany, Remainder, TheoryResult, Trying};
use super::irrefutable::irrefutable;
use crate::kernel::{Kernel, initial_state};
use crate::rating::{Limits, Rating, Rejection};
use crate::rules::budget::Budget;
use crate::rules::subset::LARGEST;
use crate::rules::{Brt, Subsets, Theory, Whips1};
use crate::solve::solutions;
use crate::te::{DepthSearch, close_within, within_cells};
use crate::with_kernel;
use gradus_csp::{Instance, Labels, Position, Solutions, State};

/// Examines a puzzle or pattern, with chains up to the length of the limits.
pub fn examine(
    puzzle: &dyn Instance,
    limits: Limits,
    trying: Trying,
) -> Result<Examination, Rejection> {
    with_kernel!(puzzle, |kernel| {
        let initial = initial_state(kernel, puzzle)?;
        let (solutions, irrefutable) = match solutions(puzzle) {
            Solutions::None => (HowMany::None, kernel.none()),
            Solutions::One(labels) => (HowMany::One, kernel.set_of(labels)),
            Solutions::Several => (HowMany::Several, irrefutable(kernel, &initial)),
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
        let mut full = DepthSearch::new(Brt, state.clone());
        let mut consistent = true;
        for trials in 0..=self.limits.max_depth {
            let all = self.trying == Trying::All || trials <= Trying::FULL;
            // Deeper trials than need be would only do the same again.
            if depth.is_none() && all {
                full.up_to(self.kernel, self.irrefutable, trials);
                state = full.state.clone();
                consistent = !full.contradictory;
            } else if depth.is_none() {
                let hypotheses = within_cells(self.kernel, self.initial);
                consistent = close_within(self.kernel, &hypotheses, &mut state, trials);
            }
            if trials > 0 {
                let within = if all { "" } else { " within" };
                levels.push(level(
                    format!("T&E({trials}){within}"),
                    format!("te{trials}"),
                    left(consistent, &state),
                ));
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
        let ExaminationRun {
            kernel,
            irrefutable,
            limits,
            ..
        } = *self;
        let mut levels = Vec::new();
        let mut state = self.initial.clone();
        let brt = Brt.close(kernel, &mut state);
        levels.push(level("Singles", "brt", left(brt, &state)));
        let whips1 = brt && Whips1.close(kernel, &mut state);
        levels.push(level("whips[1]", "w1", left(whips1, &state)));
        let w1 = state.clone();
        let mut consistent = whips1;
        for size in 2..=LARGEST {
            consistent = consistent && Subsets(size).close(kernel, &mut state);
            let name = format!("Subsets[{size}]");
            levels.push(level(name, format!("s{size}"), left(consistent, &state)));
        }
        let length = limits.max_length;
        let budget = Budget::new(limits.budget);
        let (by_whips, by_braids) = if whips1 {
            (
                chains::whips(kernel, &w1, irrefutable, length, budget),
                chains::braids(kernel, &w1, irrefutable, length, budget),
            )
        } else {
            (Remainder::Contradiction, Remainder::Contradiction)
        };
        levels.push(level(
            format!("whips[{length}]"),
            format!("w{length}"),
            by_whips,
        ));
        levels.push(level(
            format!("braids[{length}]"),
            format!("b{length}"),
            by_braids,
        ));
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
