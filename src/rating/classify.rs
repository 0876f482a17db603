//! One puzzle in, its numbers out: the counts that the published collections
//! carry and the ratings asked for.

use serde::ser::{Serialize, SerializeMap, Serializer};
use thiserror::Error;

use super::bpb::{bpb, bpbb};
use super::chains::ChainRater;
use super::request::{Name, Request};
use super::spb::spb;
use super::subsets::{s_rating, with_subsets};
use super::value::Rating;
use crate::csp::labels::Labels;
use crate::csp::state::State;
use crate::rules::Family;
use crate::rules::{Brt, Theory, Whips1};
use crate::sudoku::puzzle::ContradictoryGivens;
use crate::sudoku::solver::{self, Solutions};
use crate::sudoku::{Boards, Grid, Puzzle, SudokuKernel, label};
use crate::te::{self, TrialAndError};

/// The deepest T&E that is tried; no 9×9 puzzle made of givens is known to need more.
pub const MAX_DEPTH: usize = 3;

/// Why a puzzle is not rated.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Rejection {
    /// Two givens exclude each other.
    #[error(transparent)]
    Contradictory(#[from] ContradictoryGivens),
    /// The puzzle has no solution.
    #[error("no solution")]
    NoSolution,
    /// The puzzle has more than one solution.
    #[error("several solutions")]
    SeveralSolutions,
}

/// What is known of a puzzle. Field names are the columns of a ratings table;
/// ratings that were not asked for are `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classification {
    /// Number of givens.
    pub clues: u8,
    /// Candidates after the givens' direct contradictions.
    pub candidates: u16,
    /// Decided cells after Singles.
    pub clues_brt: u8,
    /// Candidates after Singles.
    pub candidates_brt: u16,
    /// Candidates after Singles and whips\[1\].
    pub candidates_w1: u16,
    /// T&E depth, if it was asked for; the inner option is none when it is
    /// beyond [`MAX_DEPTH`].
    pub te: Option<Option<u8>>,
    /// The other ratings that were asked for, in the order of their columns.
    pub ratings: Vec<(Name, Rating)>,
}

/// The columns in their order: the counts, and a value and a status for each
/// rating that was asked for (T&E depth has no status).
impl Serialize for Classification {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("clues", &self.clues)?;
        map.serialize_entry("candidates", &self.candidates)?;
        map.serialize_entry("clues_brt", &self.clues_brt)?;
        map.serialize_entry("candidates_brt", &self.candidates_brt)?;
        map.serialize_entry("candidates_w1", &self.candidates_w1)?;
        if let Some(te) = &self.te {
            map.serialize_entry(Name::Te.column(), te)?;
        }
        for (name, rating) in &self.ratings {
            map.serialize_entry(name.column(), &rating.value)?;
            map.serialize_entry(&format!("{name}_status"), &rating.status)?;
        }
        map.end()
    }
}

impl Classification {
    /// A rating that has a status, if it was asked for.
    pub fn rating(&self, name: Name) -> Option<Rating> {
        self.ratings
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, rating)| *rating)
    }
}

/// The only solution of a puzzle.
pub fn solution(puzzle: &Puzzle) -> Result<Grid, Rejection> {
    match solver::solve_candidates(&puzzle.candidates()) {
        Solutions::One(grid) => Ok(grid),
        Solutions::None => Err(Rejection::NoSolution),
        Solutions::Many(..) => Err(Rejection::SeveralSolutions),
    }
}

/// The labels of a complete grid.
pub fn labels_of(grid: &Grid) -> Boards {
    let mut labels = Boards::EMPTY;
    for (cell, &digit) in grid.0.iter().enumerate() {
        labels.insert(label(digit as usize - 1, cell / 9, cell % 9));
    }
    labels
}

/// Classifies a puzzle that must have exactly one solution.
///
/// The solution serves only to skip trials of candidates that are true. The T&E
/// depth comes first: it tells which ratings are finite and which classes are
/// defined, and nothing is searched that is known not to be there.
pub fn classify(puzzle: &Puzzle, request: &Request) -> Result<Classification, Rejection> {
    let initial = puzzle.state()?;
    let truth = labels_of(&solution(puzzle)?);
    let kernel = SudokuKernel::new();
    let mut brt = initial.clone();
    Brt.close(&kernel, &mut brt);
    let mut w1 = brt.clone();
    Whips1.close(&kernel, &mut w1);
    let wanted = |name: Name| request.names.contains(name);
    let deepest = match [Name::Te, Name::Bpb, Name::Bpbb].into_iter().any(wanted) {
        true => MAX_DEPTH,
        false => 1,
    };
    let needs_depth = Name::ALL
        .into_iter()
        .any(|name| name != Name::S && wanted(name));
    let depth = needs_depth
        .then(|| te::depth(&kernel, &brt, &truth, deepest))
        .flatten();
    let case = Case {
        kernel,
        request,
        truth: &truth,
        brt: &brt,
        w1: &w1,
        depth,
    };
    let mut ratings = case.chains();
    ratings.extend(case.subsets());
    ratings.extend(case.classes());
    ratings.sort_unstable_by_key(|(name, _)| *name);
    Ok(Classification {
        clues: puzzle.clues() as u8,
        candidates: initial.candidate_count() as u16,
        clues_brt: brt.values.len() as u8,
        candidates_brt: brt.candidate_count() as u16,
        candidates_w1: w1.candidate_count() as u16,
        te: wanted(Name::Te).then(|| depth.map(|depth| depth as u8)),
        ratings,
    })
}

/// A puzzle on its way through the ratings, with what is known of it so far.
struct Case<'a> {
    kernel: SudokuKernel,
    request: &'a Request,
    truth: &'a Boards,
    /// Closed under Singles, and under whips\[1\].
    brt: &'a State<Boards>,
    w1: &'a State<Boards>,
    /// T&E depth, if it was needed and is not beyond what was tried.
    depth: Option<usize>,
}

impl Case<'_> {
    fn wants(&self, name: Name) -> bool {
        self.request.names.contains(name)
    }

    /// W, B, gW and gB, as far as they are asked for.
    fn chains(&self) -> Vec<(Name, Rating)> {
        let all = [
            (Name::W, Family::WHIP),
            (Name::B, Family::BRAID),
            (Name::Gw, Family::GWHIP),
            (Name::Gb, Family::GBRAID),
        ];
        let wanted: Vec<_> = all
            .into_iter()
            .filter(|(name, _)| self.wants(*name))
            .collect();
        let same = |rating: Rating| wanted.iter().map(|(name, _)| (*name, rating)).collect();
        if wanted.is_empty() || self.brt.is_decided() {
            return same(Rating::exact(0));
        }
        if self.w1.is_decided() {
            return same(Rating::exact(1));
        }
        // Braids of some length solve iff T&E does, g-braids iff T&E over
        // whips[1] does (PBCS 5.6 and 7.4): no search for what is not there.
        let by_te = self.depth.is_some_and(|depth| depth <= 1);
        let groups = wanted.iter().any(|(_, chain)| chain.groups);
        let by_gte = by_te || groups && self.gte_solves();
        let is_finite = |chain: Family| if chain.groups { by_gte } else { by_te };
        let finite: Vec<Family> = wanted
            .iter()
            .map(|(_, chain)| *chain)
            .filter(|&chain| is_finite(chain))
            .collect();
        let rater = ChainRater::new(&self.kernel, self.truth, self.request.limits);
        let rated = rater.rate(self.w1, &finite);
        let rating = |chain| {
            let found = rated.iter().find(|(rated, _)| *rated == chain);
            found.map_or(Rating::INFINITE, |(_, rating)| *rating)
        };
        wanted
            .iter()
            .map(|&(name, chain)| (name, rating(chain)))
            .collect()
    }

    fn gte_solves(&self) -> bool {
        let mut state = self.w1.clone();
        let te = TrialAndError::new(Whips1, 1);
        te.close_without(&self.kernel, &mut state, self.truth) && state.is_decided()
    }

    /// S and W+S, as far as they are asked for.
    fn subsets(&self) -> Vec<(Name, Rating)> {
        let mut ratings = Vec::new();
        if self.wants(Name::S) {
            ratings.push((Name::S, s_rating(&self.kernel, self.brt)));
        }
        if self.wants(Name::Ws) {
            let limits = self.request.limits;
            let rating = with_subsets(&self.kernel, self.brt, self.truth, Family::WHIP, limits);
            ratings.push((Name::Ws, rating));
        }
        ratings
    }

    /// SpB, BpB and BpBB, as far as they are asked for and defined.
    fn classes(&self) -> Vec<(Name, Rating)> {
        let (kernel, limits) = (&self.kernel, self.request.limits);
        let mut ratings = Vec::new();
        if self.wants(Name::Spb) {
            let rating = match self.depth {
                Some(0 | 1) => Rating::exact(0),
                _ => spb(kernel, self.w1, self.truth),
            };
            ratings.push((Name::Spb, rating));
        }
        if self.wants(Name::Bpb) {
            let rating = match self.depth {
                Some(0 | 1) => Rating::NOT_APPLICABLE,
                Some(2) => bpb(kernel, self.w1, self.truth, limits),
                _ => Rating::INFINITE,
            };
            ratings.push((Name::Bpb, rating));
        }
        if self.wants(Name::Bpbb) {
            let rating = match self.depth {
                Some(0..=2) => Rating::NOT_APPLICABLE,
                Some(3) => bpbb(kernel, self.w1, self.truth, limits),
                _ => Rating::INFINITE,
            };
            ratings.push((Name::Bpbb, rating));
        }
        ratings
    }
}
