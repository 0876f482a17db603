//! The theories one after the other, from Singles to the deepest T&E.

use super::{Left, Level, Trying, chains};
use crate::kernel::Kernel;
use crate::rating::{Limits, Rating};
use crate::rules::budget::Budget;
use crate::rules::subset::LARGEST;
use crate::rules::{Brt, Subsets, Theory, Whips1};
use crate::te::{Depth, within_cells};
use gradus_csp::State;

/// A state to be examined.
pub(super) struct Run<'a, K: Kernel> {
    pub(super) kernel: &'a K,
    pub(super) initial: &'a State<K::Set>,
    pub(super) irrefutable: &'a K::Set,
    pub(super) limits: Limits,
    pub(super) trying: Trying,
}

fn level(name: impl Into<String>, column: impl Into<String>, left: Left) -> Level {
    Level {
        name: name.into(),
        column: column.into(),
        left,
    }
}

impl<K: Kernel> Run<'_, K> {
    /// All levels, the T&E depth, and the last state.
    pub(super) fn levels(&self) -> (Vec<Level>, Rating, State<K::Set>) {
        let mut levels = self.rules();
        let (mut state, mut depth) = (self.initial.clone(), None);
        let mut full = Depth::new(Brt, state.clone());
        let mut consistent = true;
        for trials in 0..=self.limits.max_depth {
            let all = self.trying == Trying::All || trials <= Trying::FULL;
            // Deeper trials than need be would only do the same again.
            if depth.is_none() && all {
                full.up_to(self.kernel, self.irrefutable, trials);
                state = full.state().clone();
                consistent = !full.is_contradictory();
            } else if depth.is_none() {
                let hypotheses = within_cells(self.kernel, self.initial);
                consistent = hypotheses.close(self.kernel, &mut state, trials);
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

    /// What the theories of rules leave.
    fn rules(&self) -> Vec<Level> {
        let Run {
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
        let (by_whips, by_braids) = match whips1 {
            false => (Left::Contradiction, Left::Contradiction),
            true => (
                chains::whips(kernel, &w1, irrefutable, length, budget),
                chains::braids(kernel, &w1, irrefutable, length, budget),
            ),
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

fn left<S: gradus_csp::Labels>(consistent: bool, state: &State<S>) -> Left {
    match consistent {
        true => Left::Candidates(state.candidate_count()),
        false => Left::Contradiction,
    }
}
