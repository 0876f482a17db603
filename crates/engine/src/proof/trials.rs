//! What Trial and Error does for the classes beyond chains, in numbers: at each
//! level of theory and depth, how many trials were made, which candidates they
//! refuted, and what is left. PBCS 4.6, 9.5 and 11.2 to 11.4.
//!
//! Theories are applied in order of increasing depth (T&E depth) or of
//! increasing strength of the theory inside (SpB and its extension, BpB, BpBB), each to its end.
//! The eliminations are those of one order of trials; the state at the end of a
//! level does not depend on it.

use serde::Serialize;

use crate::kernel::{Kernel, initial_state};
use crate::rating::registry::{Ladder, Shown};
use crate::rating::{Limits, Name, Rating, Rejection, Request, Status, classify, solution};
use crate::rules::subset::LARGEST;
use crate::rules::{BraidTheory, Brt, SFin, Subsets, Theory, Whips1, WithBelts};
use crate::te::TrialAndError;
use crate::with_kernel;
use gradus_csp::{Instance, Labels, Nomenclature, State};

/// What trials do for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trials {
    /// The class that they show.
    pub class: Name,
    /// T&E depth.
    pub depth: Rating,
    /// The class of the puzzle; none if T&E depth itself was asked for.
    pub rating: Option<Rating>,
    /// The levels, up to the one that solves; only Singles if the class is not
    /// defined or not known.
    pub levels: Vec<Level>,
}

/// What one level did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
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
    /// Whether the puzzle is solved.
    pub solved: bool,
}

/// Goes through the levels of a rating that trials show; none if trials do not.
pub fn trials(
    puzzle: &dyn Instance,
    class: Name,
    limits: Limits,
) -> Result<Option<Trials>, Rejection> {
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
    let value = rating.value.map(usize::from);
    let last = match ladder {
        Ladder::Depths | Ladder::GDepths => {
            value.map_or(limits.max_depth, |value| value.min(limits.max_depth))
        }
        Ladder::Subsets => value.unwrap_or(LARGEST),
        Ladder::Fish => value.unwrap_or(Ladder::BELTS),
        Ladder::Braids { .. } if rating.status == Status::Exact => value.unwrap_or(0),
        Ladder::Braids { .. } => 0,
    };
    Ok(Some(Trials {
        class,
        depth: known(Name::TE),
        rating: (class != Name::TE).then_some(rating),
        levels: with_kernel!(puzzle, |kernel| climb(kernel, puzzle, ladder, last))?,
    }))
}

fn climb<K: Kernel>(
    kernel: &K,
    puzzle: &dyn Instance,
    ladder: Ladder,
    last: usize,
) -> Result<Vec<Level>, Rejection> {
    let truth = kernel.set_of(solution(puzzle)?);
    let mut run = Run {
        kernel,
        names: puzzle.domain().names(),
        truth: &truth,
        state: initial_state(kernel, puzzle)?,
        levels: Vec::new(),
    };
    run.follow(ladder, last);
    Ok(run.levels)
}

/// A state on its way through the levels.
struct Run<'a, K: Kernel> {
    kernel: &'a K,
    names: &'a dyn Nomenclature,
    truth: &'a K::Set,
    state: State<K::Set>,
    levels: Vec<Level>,
}

impl<K: Kernel> Run<'_, K> {
    /// Goes through the levels up to the one that solves, or to the last.
    fn follow(&mut self, ladder: Ladder, last: usize) {
        if self.level("BRT".to_string(), Brt, 0) {
            return;
        }
        let first = match ladder {
            Ladder::Depths | Ladder::Braids { .. } => 1,
            Ladder::GDepths | Ladder::Subsets | Ladder::Fish => 0,
        };
        (first..=last).any(|level| match ladder {
            Ladder::Depths => self.level(format!("T&E(BRT, {level})"), Brt, level),
            Ladder::GDepths if level == 0 => self.level("W1".to_string(), Whips1, 0),
            Ladder::GDepths => self.level(format!("T&E(W1, {level})"), Whips1, level),
            Ladder::Fish if level == Ladder::FINNED => {
                self.level(format!("T&E(S{LARGEST}Fin, 1)"), SFin(LARGEST), 1)
            }
            Ladder::Fish if level == Ladder::BELTS => {
                let theory = WithBelts(SFin(LARGEST));
                self.level(format!("T&E(S{LARGEST}Fin+x2y2, 1)"), theory, 1)
            }
            Ladder::Subsets | Ladder::Fish => {
                self.level(format!("T&E(S{level}, 1)"), Subsets(level), 1)
            }
            Ladder::Braids { depth } => {
                let braids = BraidTheory { length: level };
                self.level(format!("T&E(B{level}, {depth})"), braids, depth)
            }
        });
    }

    /// Applies T&E(theory, depth) to its end; whether that solves.
    fn level<T: Theory<K>>(&mut self, name: String, theory: T, depth: usize) -> bool {
        let inner = TrialAndError::new(theory, depth.saturating_sub(1));
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
        self.levels.push(Level {
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
            let mut trial = self.state.clone();
            self.kernel.assert(&mut trial, hypothesis);
            if inner.close(self.kernel, &mut trial) {
                // What is asserted in it would derive no more.
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
