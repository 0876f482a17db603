//! The effect of Trial and Error for the classes beyond chains, in numbers: at each
//! level of theory and depth, how many trials were made, which candidates they
//! refuted, and what is left. PBCS 4.6, 9.5 and 11.2 to 11.4.
//!
//! Theories are applied in order of increasing depth (T&E depth) or of increasing strength of the
//! theory inside (SpB and its extension, BpB, BpBB), each to its end. The eliminations are those
//! of one order of trials; the state at the end of a level does not depend on it.

use serde::Serialize;

use super::ladder::InnerTheory;
use crate::kernel::{Kernel, initial_state};
use crate::rating::registry::{Ladder, Shown};
use crate::rating::{
    Limits, Name, Rating, Rejection, Request, Status, classify, is_defined, solution_within,
};
use crate::rules::Theory;
use crate::rules::subset::LARGEST;
use crate::te::TrialAndError;
use crate::with_kernel;
use gradus_csp::{Instance, Labels, Nomenclature, State};
use gradus_path::PathTheory;

/// The effect of trials on a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialsReport {
    /// The class that they show.
    pub class: Name,
    /// T&E depth.
    pub depth: Rating,
    /// The class of the puzzle, or `None` if T&E depth itself was requested.
    pub rating: Option<Rating>,
    /// True if the class is defined for the kind of puzzle.
    pub is_defined: bool,
    /// The levels, up to the one that solves; only Singles if the class is not
    /// defined or not known.
    pub levels: Vec<TrialLevel>,
}

/// The effect of one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TrialLevel {
    /// BRT, or T&E(T, n).
    pub name: String,
    /// Trials made, those that met no contradiction included; trials inside
    /// trials are not counted.
    pub trials: usize,
    /// The names of the candidates that trials refuted, in order.
    pub refuted: Vec<String>,
    /// Candidates eliminated by the rules of the theory and by shallower trials.
    pub others: usize,
    /// Candidates left at the end of the level.
    pub left: usize,
    /// True if the puzzle is solved.
    pub solved: bool,
}

/// Goes through the levels of a rating, or returns `None` if trials do not show that rating.
pub fn trials(
    puzzle: &dyn Instance,
    class: Name,
    limits: Limits,
) -> Result<Option<TrialsReport>, Rejection> {
    let Shown::Trials(ladder) = class.entry().shown_by else {
        return Ok(None);
    };
    let request = Request {
        names: [Name::TE, class].into_iter().collect(),
        limits,
    };
    let numbers = classify(puzzle, &request)?;
    let known = |name| numbers.rating(name).unwrap_or(Rating::NOT_APPLICABLE);
    let rating = known(class);
    // The level of a lower bound was not tried, or not to its end.
    let is_lower = rating.status == Status::Lower;
    let value = rating.value.map(usize::from);
    let value = value.map(|value| value.saturating_sub(usize::from(is_lower)));
    let last = match ladder {
        Ladder::Depths | Ladder::GDepths => {
            value.map_or(limits.max_depth, |value| value.min(limits.max_depth))
        }
        Ladder::Subsets => value.unwrap_or(LARGEST),
        Ladder::Fish => value.unwrap_or(Ladder::BELTS),
        Ladder::Braids { .. } if rating.status == Status::Exact => value.unwrap_or(0),
        Ladder::Braids { .. } => 0,
    };
    Ok(Some(TrialsReport {
        class,
        depth: known(Name::TE),
        rating: (class != Name::TE).then_some(rating),
        is_defined: is_defined(PathTheory::Trials(ladder), puzzle.domain()),
        levels: with_kernel!(puzzle, |kernel| climb(
            kernel,
            puzzle,
            ladder,
            last,
            limits.budget
        ))?,
    }))
}

fn climb<K: Kernel>(
    kernel: &K,
    puzzle: &dyn Instance,
    ladder: Ladder,
    last: usize,
    nodes: u64,
) -> Result<Vec<TrialLevel>, Rejection> {
    let truth = kernel.set_of(solution_within(puzzle, nodes)?);
    let mut run = TrialRun {
        kernel,
        names: puzzle.domain().names(),
        truth: &truth,
        state: initial_state(kernel, puzzle)?,
        levels: Vec::new(),
    };
    let levels = InnerTheory::levels(ladder, last).into_iter();
    let mut levels = [(InnerTheory::Braids(0), 0)].into_iter().chain(levels);
    levels.any(|(theory, depth)| run.level(theory, depth));
    Ok(run.levels)
}

/// A state on its way through the levels.
struct TrialRun<'a, K: Kernel> {
    kernel: &'a K,
    names: &'a dyn Nomenclature,
    truth: &'a K::Set,
    state: State<K::Set>,
    levels: Vec<TrialLevel>,
}

impl<K: Kernel> TrialRun<'_, K> {
    /// Applies T&E(theory, depth) to its end. Returns true if that solves.
    fn level(&mut self, theory: InnerTheory, depth: usize) -> bool {
        let name = match depth {
            0 => theory.to_string(),
            _ => format!("T&E({theory}, {depth})"),
        };
        let theory = theory.theory();
        let inner = TrialAndError::new(&*theory, depth.saturating_sub(1));
        let before = self.state.candidate_count();
        let (mut trials, mut refuted) = (0, Vec::new());
        inner.close_without(self.kernel, &mut self.state, self.truth);
        while depth > 0 && !self.state.is_decided() {
            let found = refuted.len();
            self.sweep(&inner, &mut trials, &mut refuted);
            if refuted.len() == found {
                break;
            }
        }
        let left = self.state.candidate_count();
        let solved = self.state.is_decided();
        self.levels.push(TrialLevel {
            name,
            trials,
            others: before - left - refuted.len(),
            refuted,
            left,
            solved,
        });
        solved
    }

    /// One trial of every candidate.
    fn sweep<T: Theory<K>>(
        &mut self,
        inner: &TrialAndError<T>,
        trials: &mut usize,
        refuted: &mut Vec<String>,
    ) {
        let mut untried = self.state.candidates().without(self.truth);
        for hypothesis in untried.clone().iter() {
            if !untried.contains(hypothesis) || !self.state.is_candidate(hypothesis) {
                continue;
            }
            *trials += 1;
            let mut trial = self.kernel.asserted(&self.state, hypothesis);
            if inner.close(self.kernel, &mut trial) {
                // Its values would derive no more.
                untried.subtract(&trial.values);
                continue;
            }
            refuted.push(self.names.label(hypothesis));
            self.state.eliminate(hypothesis);
            inner.close_without(self.kernel, &mut self.state, self.truth);
            if self.state.is_decided() {
                return;
            }
        }
    }
}
