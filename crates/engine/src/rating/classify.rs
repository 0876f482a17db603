//! One puzzle in, its numbers out: the counts that the published collections
//! carry and the ratings asked for.

use serde::ser::{Serialize, SerializeMap, Serializer};
use thiserror::Error;

use super::case::OnePuzzle;
use super::in_turn::Eliminated;
use super::limits::Limits;
use super::name::Name;
use super::registry::Shown;
use super::request::Request;
use crate::rules::Beginnings;
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Label;
use gradus_model::{ContradictoryGivens, Instance, Solutions, Task, initial_state, with_kernel};
use gradus_path::{PathTheory, Rating, Special};
use gradus_symmetry::{Canonical, least_form};

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
        let given = Start::of(kernel, self.puzzle)?;
        let turned = match self.canonical(&given) {
            Some(form) => Some(Start::of(kernel, &form.puzzle)?),
            None => None,
        };
        let mut as_given = given.case(kernel, self.request);
        let mut canonical = turned
            .as_ref()
            .map(|start| start.case(kernel, self.request));
        let mut rated = |name: Name| {
            let entry = name.entry();
            let case = match &mut canonical {
                Some(case) if entry.shown_by != Shown::Number => case,
                _ => &mut as_given,
            };
            (name, (entry.rate)(case))
        };
        let ratings = self.request.names.iter().map(&mut rated).collect();
        Ok(Classification {
            clues: small(given.states.initial.values.len()),
            candidates: small(given.states.initial.candidate_count()),
            clues_brt: small(given.states.brt.values.len()),
            candidates_brt: small(given.states.brt.candidate_count()),
            candidates_w1: small(given.states.w1.candidate_count()),
            ratings,
        })
    }
}

impl Classify<'_> {
    /// The canonical form of the puzzle, if some rating may depend on the order of
    /// eliminations, which is the order of the labels. Rating this form gives all
    /// puzzles that are essentially the same the same ratings.
    fn canonical<S: Labels>(&self, given: &Start<S>) -> Option<Canonical> {
        let orders = |name: Name| match name.entry().shown_by {
            Shown::Path(theory) => !theory.is_confluent(),
            Shown::Trials(ladder) => !PathTheory::Trials(ladder).is_confluent(),
            Shown::Count | Shown::Number => false,
        };
        let matters = !given.states.w1.is_decided() && self.request.names.iter().any(orders);
        matters.then(|| least_form(self.puzzle))?
    }
}

/// What the path eliminates that a rating by special chains comes from, in the order
/// of the puzzle's own labels. Empty if there is none, or if whips alone do.
pub(crate) fn special_path<K: Kernel>(
    kernel: &K,
    puzzle: &dyn Instance,
    special: Special,
    limits: Limits,
) -> Result<Vec<Eliminated>, Rejection> {
    let start = Start::of(kernel, puzzle)?;
    let names = Name::of_theory(PathTheory::Special(special)).into_iter();
    let request = Request {
        names: names.collect(),
        limits,
    };
    Ok(start.case(kernel, &request).special_path(special))
}

/// A puzzle before any rating: its first states, and its solution.
struct Start<S> {
    states: Beginnings<S>,
    truth: S,
}

impl<S: Labels> Start<S> {
    fn of<K: Kernel<Set = S>>(kernel: &K, puzzle: &dyn Instance) -> Result<Self, Rejection> {
        let initial = initial_state(kernel, puzzle)?;
        let truth = kernel.set_of(solution(puzzle)?);
        let states = Beginnings::new(kernel, initial);
        Ok(Start { states, truth })
    }

    fn case<'a, K: Kernel<Set = S>>(
        &'a self,
        kernel: &'a K,
        request: &'a Request,
    ) -> OnePuzzle<'a, K> {
        OnePuzzle::new(kernel, request, &self.truth, &self.states)
    }
}

/// A count that fits its column, as it does for every model that has a kernel.
fn small<T: TryFrom<usize>>(count: usize) -> T
where
    T::Error: std::fmt::Debug,
{
    T::try_from(count).expect("no puzzle is larger than the largest square")
}
