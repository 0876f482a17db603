//! A puzzle with a path, as text, as pictures and as a record.

use std::io::{self, BufRead};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::html::{self, NoPage};
use super::page::{PathPage, trials_text};
use super::theory::ExplainTarget;
use crate::input::{ColumnError, PuzzleRecord, ReadOptions, Records, text_records};
use crate::table::Keep;
use gradus_csp::{ContradictoryGivens, Instance, Marks, Position, Style, deadline};
use gradus_engine::proof::{path_of, path_with_patterns, rating_in, trials, trials_after};
use gradus_engine::rating::registry::Shown;
use gradus_engine::rating::{
    Limits, Name, Rating, Rejection, Request, Status, classify, is_defined,
};
use gradus_engine::relations::GivenPattern;
use gradus_path::record::Record;
use gradus_path::{Family, Path, PathEnd, PathStep, PathTheory, Patterns, marks};
use gradus_puzzles::sudoku::is_sudoku;

/// A puzzle with a path.
#[derive(Debug)]
pub struct Explanation {
    /// The puzzle.
    pub puzzle: Box<dyn Instance>,
    /// The path, or the trials that matter.
    pub path: Path,
    /// The rating that the path shows.
    pub rating: Option<Rating>,
    /// The reason for a missing rating.
    pub remark: Option<String>,
    /// The trials after the path, if no chain solves the puzzle and they were requested.
    pub trials: Option<Path>,
    /// A remark on candidates that were deleted before.
    pub(crate) deletion: Option<String>,
    /// T&E depths, where rules do not lead to the solution.
    depths: Option<Depths>,
    /// A summary of the trials of a class.
    summary: Option<String>,
}

/// An explanation as data, for another process.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedExplanation {
    record: Record,
    trials: Option<Record>,
    rating: Option<Rating>,
    remark: Option<String>,
    deletion: Option<String>,
    depths: Option<Depths>,
    summary: Option<String>,
}

/// Why a puzzle cannot be explained.
#[derive(Debug, Error)]
pub enum Unexplained {
    /// Two givens exclude each other.
    #[error(transparent)]
    Contradictory(#[from] ContradictoryGivens),
    /// Trials are for puzzles with one solution.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// The kind of puzzle lacks a concept of the theory.
    #[error("{theory} is not defined for puzzles of kind {kind}: they have no {missing}")]
    NotDefined {
        /// The theory.
        theory: PathTheory,
        /// The kind.
        kind: &'static str,
        /// The missing concept.
        missing: &'static str,
    },
    /// The class has no trials.
    #[error("{0} is not shown by trials")]
    NoTrials(Name),
}

impl Explanation {
    /// The path of a puzzle in a theory, no longer than its rating if such a path is found;
    /// or the trials of a class.
    pub fn of(
        puzzle: Box<dyn Instance>,
        theory: ExplainTarget,
        limits: Limits,
    ) -> Result<Explanation, Unexplained> {
        deadline::within(limits.timeout, || {
            Explanation::in_time(puzzle, theory, limits)
        })
    }

    fn in_time(
        puzzle: Box<dyn Instance>,
        theory: ExplainTarget,
        limits: Limits,
    ) -> Result<Explanation, Unexplained> {
        let (theory, summary) = match theory {
            ExplainTarget::Path(theory) => (theory, None),
            ExplainTarget::Trials(class) => {
                let text = trials_summary(puzzle.as_ref(), class, limits)?;
                let Shown::Trials(ladder) = class.entry().shown_by else {
                    return Err(Unexplained::NoTrials(class));
                };
                (PathTheory::Trials(ladder), Some(text))
            }
        };
        let domain = puzzle.domain();
        // The trials of a class that the kind lacks still show how shallower ones solve.
        if summary.is_none() && !is_defined(theory, domain) {
            return Err(Unexplained::NotDefined {
                theory,
                kind: puzzle.kind(),
                missing: if theory.has_subsets() && domain.matrices().is_empty() {
                    "Subsets"
                } else {
                    "g-labels"
                },
            });
        }
        let (rating, remark) = match rating_in(puzzle.as_ref(), theory, limits) {
            Ok(rating) => (rating, None),
            Err(Rejection::Contradictory(clash)) => return Err(clash.into()),
            Err(rejection) => (None, Some(rejection.to_string())),
        };
        let path = path_of(puzzle.as_ref(), theory, rating, limits)?;
        let depths = if summary.is_none() && is_stuck(&path, rating) {
            Depths::of(puzzle.as_ref(), limits)
        } else {
            None
        };
        Ok(Explanation {
            puzzle,
            path,
            rating,
            remark,
            trials: None,
            deletion: None,
            depths,
            summary,
        })
    }

    /// The path of a puzzle by Subsets, whips and OR_k-whips, with the relations of tridagons
    /// and of given impossible patterns.
    pub(crate) fn with_patterns(
        puzzle: Box<dyn Instance>,
        patterns: &[GivenPattern],
        limits: Limits,
    ) -> Result<Explanation, Unexplained> {
        let path = path_with_patterns(puzzle.as_ref(), patterns, limits)?;
        let solved = path.end == PathEnd::Solved;
        let rating = solved.then(|| Rating::upper(path.longest));
        let depths = is_stuck(&path, rating).then(|| Depths::of(puzzle.as_ref(), limits));
        Ok(Explanation {
            puzzle,
            path,
            rating,
            remark: None,
            trials: None,
            deletion: None,
            depths: depths.flatten(),
            summary: None,
        })
    }

    /// Adds the trials that lead from the end of the path to the solution, if no chain solves
    /// the puzzle. Records do not have them.
    pub fn with_trials(mut self, limits: Limits) -> Result<Explanation, Unexplained> {
        if let Some(depths) = self.depths.filter(Depths::need_trials) {
            let puzzle = self.puzzle.as_ref();
            self.trials = Some(trials_after(puzzle, &self.path, depths.te, limits)?);
        }
        Ok(self)
    }

    /// The reason for the trials after the path.
    pub(crate) fn trials_reason(&self) -> Option<&'static str> {
        let depths = self.depths.filter(|_| self.trials.is_some())?;
        Some(if depths.gte == Some(Rating::exact(1)) {
            "neither whips nor braids solve this puzzle"
        } else {
            "no chain solves this puzzle"
        })
    }

    /// The steps of the path, and of the trials after it.
    pub fn steps(&self) -> impl Iterator<Item = &PathStep> {
        let trials = self.trials.iter().flat_map(|trials| &trials.steps);
        self.path.steps.iter().chain(trials)
    }

    /// The position before a step, counted from 0.
    pub fn position_before(&self, step: usize) -> Position {
        let mut position = Position::initial(self.puzzle.as_ref());
        let model = self.puzzle.domain().model();
        let done = self.steps().take(step);
        done.for_each(|done| done.apply(model, &mut position));
        position
    }

    /// The theories that say more about a puzzle that rules do not solve, as a sentence.
    pub(crate) fn advice(&self) -> Option<String> {
        let (depths, theory) = (self.depths?, self.path.theory);
        Some(depths.advice(self.puzzle.as_ref(), theory))
    }

    pub(crate) fn page(&self, style: Style) -> PathPage<'_> {
        PathPage {
            trials: self.trials.as_ref().zip(self.trials_reason()),
            rating: self.rating,
            remark: self.remark.as_deref(),
            deletion: self.deletion.as_deref(),
            advice: self.advice(),
            ..PathPage::new(self.puzzle.as_ref(), &self.path, style)
        }
    }

    /// The path as plain text; of trials, a summary.
    pub fn text(&self) -> String {
        let page = || self.page(Style::Plain).whole();
        self.summary.clone().unwrap_or_else(page)
    }

    /// The grid before a step, counted from 0, with the marks of the step, as SVG, or
    /// `None` if puzzles of this kind cannot be drawn.
    pub fn svg(&self, step: usize) -> Option<String> {
        let puzzle = self.puzzle.as_ref();
        let position = self.position_before(step);
        let domain = puzzle.domain();
        let next = self.steps().nth(step);
        let marks = next.map_or_else(Marks::default, |next| {
            marks(domain.model(), next, &position)
        });
        let title = format!("Resolution state of {puzzle}");
        let svg = |drawing: &dyn gradus_csp::Drawing| {
            drawing.svg(&title, &puzzle.givens(), Some((&position, &marks)))
        };
        domain.drawing().map(svg)
    }

    /// A page to step through the path, or `None` if puzzles of this kind cannot be drawn.
    pub fn html(&self, comment: Option<&str>) -> Option<Result<String, NoPage>> {
        let scene = self.scene(comment)?;
        Some(html::page(&scene, &self.text()))
    }

    /// The explanation as data.
    pub fn save(&self) -> SavedExplanation {
        SavedExplanation {
            record: self.record(),
            trials: self
                .trials
                .as_ref()
                .map(|trials| Record::new(self.puzzle.as_ref(), trials, None)),
            rating: self.rating,
            remark: self.remark.clone(),
            deletion: self.deletion.clone(),
            depths: self.depths,
            summary: self.summary.clone(),
        }
    }

    /// An explanation from its data, or `None` if it is damaged.
    pub fn restore(saved: SavedExplanation) -> Option<Explanation> {
        let puzzle = gradus_puzzles::read(&saved.record.puzzle).ok()?;
        let path = |record: &Record| record.path(puzzle.as_ref()).ok();
        let trials = match &saved.trials {
            Some(trials) => Some(path(trials)?),
            None => None,
        };
        Some(Explanation {
            path: path(&saved.record)?,
            trials,
            puzzle,
            rating: saved.rating,
            remark: saved.remark,
            deletion: saved.deletion,
            depths: saved.depths,
            summary: saved.summary,
        })
    }

    /// The path as a record, fit for the checker.
    pub fn record(&self) -> Record {
        Record::new(self.puzzle.as_ref(), &self.path, self.rating)
    }
}

/// Why a text is not exactly one puzzle.
#[derive(Debug, Error)]
pub(crate) enum NotOnePuzzle {
    /// It is a table, and its puzzles are not found.
    #[error(transparent)]
    Columns(#[from] ColumnError),
    /// It cannot be read.
    #[error("cannot read stdin: {0}")]
    Read(io::Error),
    /// It has no puzzle.
    #[error("no puzzle found")]
    Nothing,
    /// It is not a puzzle, for a reason.
    #[error("not a puzzle: {0}")]
    Bad(String),
    /// It has several puzzles.
    #[error("more than one puzzle found (expected one)")]
    Several,
}

/// The only puzzle of a text.
pub(crate) fn only_puzzle(
    text: impl BufRead,
    kind: Option<&str>,
) -> Result<PuzzleRecord, NotOnePuzzle> {
    let reading = ReadOptions {
        kind: kind.map(str::to_string),
        keep: Keep::None,
        ..ReadOptions::default()
    };
    let mut records = text_records(text, &reading);
    let unreadable = |error: io::Error| match ColumnError::of(&error) {
        Some(columns) => NotOnePuzzle::Columns(columns.clone()),
        None => NotOnePuzzle::Read(error),
    };
    let fields = records.next().map_err(unreadable)?;
    let given = fields.ok_or(NotOnePuzzle::Nothing)?.parse();
    let given = given.map_err(|bad| NotOnePuzzle::Bad(bad.reason))?;
    match records.next().map_err(unreadable)? {
        None => Ok(given),
        Some(_) => Err(NotOnePuzzle::Several),
    }
}

/// A summary of the trials of a class.
pub(crate) fn trials_summary(
    puzzle: &dyn Instance,
    class: Name,
    limits: Limits,
) -> Result<String, Unexplained> {
    let trials = trials(puzzle, class, limits)?.ok_or(Unexplained::NoTrials(class))?;
    Ok(trials_text(puzzle, &trials))
}

/// Returns true if the rules of a path do not lead to the solution, however long they are.
fn is_stuck(path: &Path, rating: Option<Rating>) -> bool {
    let is_infinite = rating.is_some_and(|rating| rating.status == Status::Infinite);
    path.end == PathEnd::Stuck || (path.end == PathEnd::Stopped && is_infinite)
}

/// The T&E depths of a puzzle with one solution.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Depths {
    /// Over Singles.
    te: Rating,
    /// Over whips\[1\].
    gte: Option<Rating>,
}

impl Depths {
    fn of(puzzle: &dyn Instance, limits: Limits) -> Option<Depths> {
        let over_whips = Name::all().find(|name| name.column() == "gte");
        let names = [Name::TE].into_iter().chain(over_whips).collect();
        let numbers = classify(puzzle, &Request { names, limits }).ok()?;
        Some(Depths {
            te: numbers.rating(Name::TE)?,
            gte: over_whips.and_then(|name| numbers.rating(name)),
        })
    }

    /// Returns true if neither whips nor braids solve, and trials of a known depth do.
    fn need_trials(&self) -> bool {
        self.te.status == Status::Exact && self.te.value.is_some_and(|depth| depth >= 2)
    }

    /// What to ask next about a puzzle that a theory does not solve.
    fn advice(&self, puzzle: &dyn Instance, theory: PathTheory) -> String {
        let tridagons = PathTheory::OrWhips(Patterns::Tridagons);
        let with_groups = PathTheory::Chains(Family::GBRAID);
        let mut next = match (self.te.status, self.te.value) {
            (Status::Exact, Some(1)) => "braids solve it, see --theory B",
            (Status::Exact, Some(2)) => "--theory bpb classifies it",
            (Status::Exact, Some(3)) if is_sudoku(puzzle) && theory != tridagons => {
                "--theory bpbb classifies it, and --theory trid tries chains of tridagons"
            }
            (Status::Exact, Some(3)) => "--theory bpbb classifies it",
            (Status::Exact, _) => "--theory te shows its trials",
            _ => "--max-depth N tries deeper trials",
        }
        .to_string();
        let is_shallow = self.gte == Some(Rating::exact(1));
        if self.need_trials() && is_shallow && theory != with_groups {
            next = format!("g-braids solve it, see --theory gB; {next}");
        }
        format!("T&E depth {}: {next}", self.te)
    }
}
