//! One puzzle in, its numbers out: the counts that the published collections
//! carry and the ratings asked for.

use serde::ser::{Serialize, SerializeMap, Serializer};
use thiserror::Error;

use super::chains::{Chain, ChainRater, Rating};
use super::request::{Name, Request};
use crate::csp::labels::Labels;
use crate::csp::state::State;
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
    /// Candidates after Singles and whips[1].
    pub candidates_w1: u16,
    /// T&E depth; the inner option is none when it is beyond [`MAX_DEPTH`].
    pub te: Option<Option<u8>>,
    /// Rating by whips.
    pub w: Option<Rating>,
    /// Rating by braids.
    pub b: Option<Rating>,
    /// Rating by g-whips.
    pub gw: Option<Rating>,
    /// Rating by g-braids.
    pub gb: Option<Rating>,
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
            map.serialize_entry("te", te)?;
        }
        for name in Name::ALL {
            if let Some(rating) = self.rating(name) {
                map.serialize_entry(name.column(), &rating.value)?;
                map.serialize_entry(&format!("{name}_status"), &rating.status)?;
            }
        }
        map.end()
    }
}

impl Classification {
    /// A rating that has a status, if it was asked for.
    pub fn rating(&self, name: Name) -> Option<Rating> {
        match name {
            Name::Te => None,
            Name::W => self.w,
            Name::B => self.b,
            Name::Gw => self.gw,
            Name::Gb => self.gb,
        }
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
/// The solution serves only to skip trials of candidates that are true.
pub fn classify(puzzle: &Puzzle, request: &Request) -> Result<Classification, Rejection> {
    let initial = puzzle.state()?;
    let truth = labels_of(&solution(puzzle)?);
    let kernel = SudokuKernel::new();
    let mut brt = initial.clone();
    Brt.close(&kernel, &mut brt);
    let mut w1 = brt.clone();
    Whips1.close(&kernel, &mut w1);
    let te = request
        .names
        .contains(Name::Te)
        .then(|| te::depth(&kernel, &brt, &truth, MAX_DEPTH));
    let mut numbers = Classification {
        clues: puzzle.clues() as u8,
        candidates: initial.candidate_count() as u16,
        clues_brt: brt.values.len() as u8,
        candidates_brt: brt.candidate_count() as u16,
        candidates_w1: w1.candidate_count() as u16,
        te: te.map(|te| te.map(|depth| depth as u8)),
        w: None,
        b: None,
        gw: None,
        gb: None,
    };
    rate_chains(&kernel, request, &truth, &brt, &w1, &mut numbers);
    Ok(numbers)
}

/// The four ratings by chains, as far as they are asked for.
fn rate_chains(
    kernel: &SudokuKernel,
    request: &Request,
    truth: &Boards,
    brt: &State<Boards>,
    w1: &State<Boards>,
    numbers: &mut Classification,
) {
    let wanted = [
        (Name::W, Chain::WHIP),
        (Name::B, Chain::BRAID),
        (Name::Gw, Chain::GWHIP),
        (Name::Gb, Chain::GBRAID),
    ];
    let chains: Vec<Chain> = wanted
        .into_iter()
        .filter(|(name, _)| request.names.contains(*name))
        .map(|(_, chain)| chain)
        .collect();
    if chains.is_empty() {
        return;
    }
    let ratings = if brt.is_decided() {
        chains
            .iter()
            .map(|&chain| (chain, Rating::exact(0)))
            .collect()
    } else if w1.is_decided() {
        chains
            .iter()
            .map(|&chain| (chain, Rating::exact(1)))
            .collect()
    } else {
        // Braids of some length solve iff T&E does, g-braids iff T&E over
        // whips[1] does (PBCS 5.6 and 7.4): no search for what is not there.
        let solves = |te: &dyn Fn(&mut State<Boards>) -> bool| {
            let mut state = w1.clone();
            te(&mut state) && state.is_decided()
        };
        let by_te = match numbers.te {
            Some(depth) => depth.is_some_and(|depth| depth <= 1),
            None => solves(&|s| TrialAndError::new(Brt, 1).close_without(kernel, s, truth)),
        };
        let by_gte = by_te
            || chains.iter().any(|chain| chain.groups)
                && solves(&|s| TrialAndError::new(Whips1, 1).close_without(kernel, s, truth));
        let finite = |chain: &Chain| if chain.groups { by_gte } else { by_te };
        let (finite, infinite): (Vec<Chain>, Vec<Chain>) = chains.iter().partition(|c| finite(c));
        let mut ratings = ChainRater::new(kernel, truth, request.limits).rate(w1, &finite);
        ratings.extend(infinite.into_iter().map(|chain| (chain, Rating::INFINITE)));
        ratings
    };
    for (chain, rating) in ratings {
        let slot = match (chain.braid, chain.groups) {
            (false, false) => &mut numbers.w,
            (true, false) => &mut numbers.b,
            (false, true) => &mut numbers.gw,
            (true, true) => &mut numbers.gb,
        };
        *slot = Some(rating);
    }
}
