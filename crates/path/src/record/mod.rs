//! Paths as JSON, one object per line, with all the data needed to check each of them: the
//! puzzle, the theory, the rating that it proves, and the steps by the names used in the books
//! for candidates and variables. A record claims no more than its path and its puzzle can show.

mod error;
mod names;

use serde::{Deserialize, Serialize};

use gradus_csp::{Instance, Nomenclature, Position};

use super::path::{Path, PathEnd, Strategy};
use super::rating::{Rating, Status};
use super::relation::PATTERN_LEVEL;
use super::step::PathStep;
use super::terms::Named;
use names::{FromNames, ToNames};

pub use error::{RecordError, TermKind};

/// A step of a record: a step of a path, with names.
pub type StepRecord = PathStep<Named>;

/// A resolution path of a puzzle, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The text of the puzzle.
    pub puzzle: String,
    /// The theory of the path.
    pub theory: String,
    /// The rating of the puzzle in this theory, if it is finite and shown.
    pub rating: Option<u8>,
    /// The claim about the rating: `exact`, `upper`, `infinite` or
    /// `not applicable`, or `None` without a claim.
    pub status: Option<String>,
    /// The longest chain or the largest Subset of the path; where T&E depth is
    /// counted, its deepest trial.
    pub longest: usize,
    /// How the path ends: `solved`, `contradiction`, `stuck` or `stopped`.
    pub end: String,
    /// The order of the steps: a note, not a claim about the puzzle.
    pub strategy: String,
    /// The solution, if the path leads to it.
    pub solution: Option<String>,
    /// The program that made it: also a note.
    pub version: String,
    /// The steps, in order.
    pub steps: Vec<StepRecord>,
    /// The candidates before a step, if they were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<StateRecord>,
}

/// A resolution state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateRecord {
    /// The number of the step that follows, from 1.
    pub before_step: usize,
    /// The candidates left in each cell, row by row.
    pub cells: Vec<String>,
}

/// The program that makes records.
const VERSION: &str = concat!("gradus ", env!("CARGO_PKG_VERSION"));

impl Record {
    /// Creates the record of a path of a puzzle, with the rating that it shows.
    pub fn new(puzzle: &dyn Instance, path: &Path, rating: Option<Rating>) -> Self {
        let names = puzzle.domain().names();
        let solution = || solution_text(puzzle, &path.position_before(puzzle, path.steps.len()));
        let claim = rating.and_then(|rating| shown(path, rating));
        Record {
            puzzle: puzzle.to_string(),
            theory: path.theory.to_string(),
            rating: claim.and_then(|rating| rating.value),
            status: claim.map(|rating| rating.status.word().to_string()),
            longest: path.longest,
            end: path.end.word().to_string(),
            strategy: path.strategy.word().to_string(),
            solution: (path.end == PathEnd::Solved).then(solution),
            version: VERSION.to_string(),
            steps: path.steps.iter().map(|step| named(names, step)).collect(),
            state: None,
        }
    }

    /// The path that it records, for the puzzle that it names.
    pub fn path(&self, puzzle: &dyn Instance) -> Result<Path, RecordError> {
        let names = puzzle.domain().names();
        self.check_version()?;
        let mut ends = PathEnd::ALL.into_iter();
        let end = ends.find(|end| end.word() == self.end);
        let mut strategies = Strategy::ALL.into_iter();
        let strategy = strategies.find(|strategy| strategy.word() == self.strategy);
        let steps = (1..).zip(&self.steps);
        let steps = steps.map(|(step, named)| named.try_map(&mut FromNames { names, step }));
        Ok(Path {
            theory: self.theory.parse()?,
            longest: self.longest,
            steps: steps.collect::<Result<_, _>>()?,
            end: end.ok_or_else(|| RecordError::End(self.end.clone()))?,
            strategy: strategy.ok_or_else(|| RecordError::Strategy(self.strategy.clone()))?,
        })
    }

    /// The claim about the rating, if any: an exact value or an upper bound, or the
    /// claim that it has no value.
    pub fn claim(&self) -> Result<Option<Rating>, RecordError> {
        let status = self.status.as_deref().map(str::parse).transpose()?;
        match (self.rating, status) {
            (None, None) => Ok(None),
            (value @ Some(_), Some(status @ (Status::Exact | Status::Upper)))
            | (value @ None, Some(status @ (Status::Infinite | Status::NotApplicable))) => {
                Ok(Some(Rating { value, status }))
            }
            (value, status) => Err(RecordError::Claim { value, status }),
        }
    }

    /// Refuses anything that is not a valid version of the program.
    fn check_version(&self) -> Result<(), RecordError> {
        let number = self.version.strip_prefix("gradus ");
        let release = number.and_then(|number| number.split(['-', '+']).next());
        let mut parts = release.into_iter().flat_map(|release| release.split('.'));
        let is_number = |part: &str| part.parse::<u32>().is_ok();
        let known = parts.clone().count() == 3 && parts.all(is_number);
        let unknown = || RecordError::Version(self.version.clone());
        known.then_some(()).ok_or_else(unknown)
    }
}

/// A step in the names of a domain.
fn named(names: &dyn Nomenclature, step: &PathStep) -> StepRecord {
    let Ok(named) = step.try_map(&mut ToNames(names));
    named
}

/// The part of a rating that a path can show or the checker can verify.
fn shown(path: &Path, rating: Rating) -> Option<Rating> {
    let longest = u8::try_from(path.longest).ok()?;
    match (path.end, rating.status) {
        // With relations, the checker cannot show that no lower level solves.
        (PathEnd::Solved, Status::Exact)
            if path.theory.has_relations() && path.longest > PATTERN_LEVEL =>
        {
            Some(Rating::upper(path.longest))
        }
        (PathEnd::Solved, Status::Exact) if rating.value == Some(longest) => Some(rating),
        (PathEnd::Solved, Status::NotApplicable) => (longest == 0).then_some(rating),
        (PathEnd::Solved, _) => Some(Rating::upper(path.longest)),
        (PathEnd::Stuck | PathEnd::Stopped, Status::Infinite) => Some(rating),
        _ => None,
    }
}

/// The values of a position, cell by cell.
pub fn solution_text(puzzle: &dyn Instance, position: &Position) -> String {
    let names = puzzle.domain().names();
    let values = names.cells(&|label| position.values.contains(&label));
    values.join(names.separator())
}

/// The candidates and values of a position in each cell.
pub fn position_cells(puzzle: &dyn Instance, position: &Position) -> Vec<String> {
    puzzle.domain().names().cells(&|label| position.has(label))
}
