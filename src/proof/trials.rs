//! What Trial and Error does for the classes beyond chains, in numbers: at each
//! level of theory and depth, how many trials were made, which candidates they
//! refuted, and what is left. PBCS 4.6, 9.5 and 11.2 to 11.4.
//!
//! Theories are applied in order of increasing depth (T&E depth) or of
//! increasing strength of the theory inside (SpB, BpB, BpBB), each to its end.
//! The eliminations are those of one order of trials; the state at the end of a
//! level does not depend on it.

use serde::{Serialize, Serializer};

use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::Label;
use crate::csp::state::State;
use crate::rating::classify::{MAX_DEPTH, labels_of, solution};
use crate::rating::{Limits, Name, Rating, Rejection, Request, Status, classify};
use crate::rules::subset::LARGEST;
use crate::rules::{BraidTheory, Brt, Subsets, Theory};
use crate::sudoku::{Puzzle, SudokuKernel, label_name};
use crate::te::TrialAndError;

/// What trials do for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trials {
    /// The class that they show.
    pub class: Name,
    /// T&E depth; none if it is beyond what was tried.
    pub depth: Option<u8>,
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
    /// The candidates that trials refuted, in order.
    #[serde(serialize_with = "by_name")]
    pub refuted: Vec<Label>,
    /// Candidates eliminated by the rules of the theory and by shallower trials.
    pub others: usize,
    /// Candidates left at the end of the level.
    pub left: usize,
    /// Whether the puzzle is solved.
    pub solved: bool,
}

fn by_name<S: Serializer>(labels: &[Label], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(labels.iter().map(|&label| label_name(label)))
}

/// Goes through the levels of a class: T&E depth, SpB, BpB or BpBB.
pub fn trials(puzzle: &Puzzle, class: Name, limits: Limits) -> Result<Trials, Rejection> {
    let names = format!("te,{class}").parse();
    let request = Request {
        names: names.unwrap_or_else(|_| class.into()),
        limits,
    };
    let numbers = classify(puzzle, &request)?;
    let (depth, rating) = (numbers.te.flatten(), numbers.rating(class));
    let last = match (class, rating) {
        (Name::Te, _) => depth.map_or(MAX_DEPTH, usize::from),
        (Name::Spb, Some(rating)) => rating.value.map_or(LARGEST, usize::from),
        (_, Some(rating)) if rating.status == Status::Exact => rating.value.map_or(0, usize::from),
        _ => 0,
    };
    let (kernel, truth) = (SudokuKernel::new(), labels_of(&solution(puzzle)?));
    let mut run = Run {
        kernel: &kernel,
        truth: &truth,
        state: puzzle.state()?,
        levels: Vec::new(),
    };
    run.follow(class, last);
    Ok(Trials {
        class,
        depth,
        rating,
        levels: run.levels,
    })
}

/// A state on its way through the levels.
struct Run<'a, K: Kernel> {
    kernel: &'a K,
    truth: &'a K::Set,
    state: State<K::Set>,
    levels: Vec<Level>,
}

impl<K: Kernel> Run<'_, K> {
    /// Goes through the levels up to the one that solves, or to the last.
    fn follow(&mut self, class: Name, last: usize) {
        if self.level("BRT".to_string(), Brt, 0) {
            return;
        }
        let first = usize::from(class != Name::Spb);
        (first..=last).any(|level| match class {
            Name::Spb => self.level(format!("T&E(S{level}, 1)"), Subsets(level), 1),
            Name::Bpb => {
                let braids = BraidTheory { length: level };
                self.level(format!("T&E(B{level}, 1)"), braids, 1)
            }
            Name::Bpbb => {
                let braids = BraidTheory { length: level };
                self.level(format!("T&E(B{level}, 2)"), braids, 2)
            }
            _ => self.level(format!("T&E(BRT, {level})"), Brt, level),
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
        refuted: &mut Vec<Label>,
    ) {
        let mut untried = self.state.candidates().without(self.truth);
        for hypothesis in untried.clone().iter() {
            if !untried.contains(hypothesis) || !self.state.is_candidate(hypothesis) {
                continue;
            }
            *trials += 1;
            let mut trial = self.state.clone();
            trial.assert(self.kernel, hypothesis);
            if inner.close(self.kernel, &mut trial) {
                // What is asserted in it would derive no more.
                untried.subtract(&trial.values);
                continue;
            }
            refuted.push(hypothesis);
            self.state.eliminate(hypothesis);
            inner.close_without(self.kernel, &mut self.state, self.truth);
            if self.state.is_decided() {
                return;
            }
        }
    }
}
