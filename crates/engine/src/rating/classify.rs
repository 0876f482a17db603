//! One puzzle in, its numbers out: the counts that the published collections
//! carry and the ratings asked for.

use serde::ser::{Serialize, SerializeMap, Serializer};
use thiserror::Error;

use super::case::OnePuzzle;
use super::name::Name;
use super::request::Request;
use crate::rules::hls::Beginnings;
use crate::rules::{Brt, Theory, Whips1};
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Label;
use gradus_model::{ContradictoryGivens, Instance, Solutions, Task, initial_state, with_kernel};
use gradus_path::Rating;

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

/// What is known of a puzzle.
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
    /// The ratings that were asked for, in the order of their columns.
    pub ratings: Vec<(Name, Rating)>,
}

/// The columns in their order: the counts, then a value and a status for each
/// rating that was asked for; plain counts have no status.
impl Serialize for Classification {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("clues", &self.clues)?;
        map.serialize_entry("candidates", &self.candidates)?;
        map.serialize_entry("clues_brt", &self.clues_brt)?;
        map.serialize_entry("candidates_brt", &self.candidates_brt)?;
        map.serialize_entry("candidates_w1", &self.candidates_w1)?;
        for (name, rating) in &self.ratings {
            match name.entry().words {
                Some(words) => map.serialize_entry(name.column(), &words.word(*rating))?,
                None => map.serialize_entry(name.column(), &rating.value)?,
            }
            if !name.is_count() {
                map.serialize_entry(&format!("{name}_status"), &rating.status)?;
            }
        }
        map.end()
    }
}

impl Classification {
    /// A rating, if it was asked for.
    pub fn rating(&self, name: Name) -> Option<Rating> {
        let found = self.ratings.iter().find(|(n, _)| *n == name);
        found.map(|(_, rating)| *rating)
    }
}

/// The labels of the only solution of a puzzle.
pub fn solution(puzzle: &dyn Instance) -> Result<Vec<Label>, Rejection> {
    match puzzle.solutions() {
        Solutions::One(labels) => Ok(labels),
        Solutions::None => Err(Rejection::NoSolution),
        Solutions::Several => Err(Rejection::SeveralSolutions),
    }
}

/// Classifies a puzzle that must have exactly one solution.
///
/// The solution serves only to skip trials of candidates that are true.
pub fn classify(puzzle: &dyn Instance, request: &Request) -> Result<Classification, Rejection> {
    with_kernel(puzzle, Classify { puzzle, request })
}

struct Classify<'a> {
    puzzle: &'a dyn Instance,
    request: &'a Request,
}

impl Task for Classify<'_> {
    type Output = Result<Classification, Rejection>;

    fn run<K: Kernel>(self, kernel: &K) -> Result<Classification, Rejection> {
        let initial = initial_state(kernel, self.puzzle)?;
        let truth = kernel.set_of(solution(self.puzzle)?);
        let mut brt = initial.clone();
        Brt.close(kernel, &mut brt);
        let mut w1 = brt.clone();
        Whips1.close(kernel, &mut w1);
        let states = Beginnings {
            initial: &initial,
            brt: &brt,
            w1: &w1,
        };
        let mut case = OnePuzzle::new(kernel, self.request, &truth, states);
        let mut rated = |name: Name| (name, (name.entry().rate)(&mut case));
        let ratings = self.request.names.iter().map(&mut rated).collect();
        Ok(Classification {
            clues: small(initial.values.len()),
            candidates: small(initial.candidate_count()),
            clues_brt: small(brt.values.len()),
            candidates_brt: small(brt.candidate_count()),
            candidates_w1: small(w1.candidate_count()),
            ratings,
        })
    }
}

/// A count that fits its column, as it does for every model that has a kernel.
fn small<T: TryFrom<usize>>(count: usize) -> T
where
    T::Error: std::fmt::Debug,
{
    T::try_from(count).expect("no puzzle is larger than the largest square")
}
