//! A puzzle with a path, as text, as pictures and as a record.

use std::io::{self, BufRead};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::html::{self, NoPage};
use super::page::{PathPage, trials_text};
use super::theory::ExplainTarget;
use crate::input::{ColumnError, PuzzleRecord, ReadOptions, Records, text_records};
use crate::table::Keep;
use gradus_csp::{ContradictoryGivens, Instance, Marks, Style, deadline};
use gradus_engine::proof::{path_of, path_with_patterns, rating_in, trials};
use gradus_engine::rating::registry::Shown;
use gradus_engine::rating::{Limits, Name, Rating, Rejection, Request, classify, is_defined};
use gradus_engine::relations::GivenPattern;
use gradus_path::record::Record;
use gradus_path::{Path, PathEnd, PathTheory, marks};

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
    /// T&E depth, where rules do not lead to the solution.
    depth: Option<Rating>,
    /// A summary of the trials.
    trials: Option<String>,
}

/// An explanation as data, for another process.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedExplanation {
    record: Record,
    rating: Option<Rating>,
    remark: Option<String>,
    depth: Option<Rating>,
    trials: Option<String>,
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
        let (theory, trials) = match theory {
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
        if trials.is_none() && !is_defined(theory, domain) {
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
        let depth = match (path.end, &trials) {
            (PathEnd::Stuck, None) => depth(puzzle.as_ref()),
            _ => None,
        };
        Ok(Explanation {
            puzzle,
            path,
            rating,
            remark,
            depth,
            trials,
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
        Ok(Explanation {
            puzzle,
            path,
            rating,
            remark: None,
            depth: None,
            trials: None,
        })
    }

    pub(crate) fn page(&self, style: Style) -> PathPage<'_> {
        PathPage {
            rating: self.rating,
            remark: self.remark.as_deref(),
            depth: self.depth,
            ..PathPage::new(self.puzzle.as_ref(), &self.path, style)
        }
    }

    /// The path as plain text; of trials, a summary.
    pub fn text(&self) -> String {
        let page = || self.page(Style::Plain).whole();
        self.trials.clone().unwrap_or_else(page)
    }

    /// The grid before a step, counted from 0, with the marks of the step, as SVG, or
    /// `None` if puzzles of this kind cannot be drawn.
    pub fn svg(&self, step: usize) -> Option<String> {
        let puzzle = self.puzzle.as_ref();
        let position = self.path.position_before(puzzle, step);
        let domain = puzzle.domain();
        let next = self.path.steps.get(step);
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
            rating: self.rating,
            remark: self.remark.clone(),
            depth: self.depth,
            trials: self.trials.clone(),
        }
    }

    /// An explanation from its data, or `None` if it is damaged.
    pub fn restore(saved: SavedExplanation) -> Option<Explanation> {
        let puzzle = gradus_puzzles::read(&saved.record.puzzle).ok()?;
        let path = saved.record.path(puzzle.as_ref()).ok()?;
        Some(Explanation {
            puzzle,
            path,
            rating: saved.rating,
            remark: saved.remark,
            depth: saved.depth,
            trials: saved.trials,
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

/// T&E depth, if the puzzle has one.
fn depth(puzzle: &dyn Instance) -> Option<Rating> {
    let request = Request {
        names: Name::TE.into(),
        ..Request::default()
    };
    classify(puzzle, &request).ok()?.rating(Name::TE)
}
