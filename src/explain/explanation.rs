//! A puzzle with a path, and all that can be shown of it.

use thiserror::Error;

use super::page::{Page, trials_text};
use super::theory::ExplainTarget;
use gradus_csp::{ContradictoryGivens, Instance, Marks, Style};
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
    /// The path; where trials are explained, those that matter.
    pub path: Path,
    /// The rating that the path shows.
    pub rating: Option<Rating>,
    /// Why there is no rating.
    pub remark: Option<String>,
    /// T&E depth, where rules do not lead to the solution.
    depth: Option<Rating>,
    /// What trials did, for people.
    trials: Option<String>,
}

/// Why there is nothing to explain.
#[derive(Debug, Error)]
pub enum Unexplained {
    /// Two givens exclude each other.
    #[error(transparent)]
    Contradictory(#[from] ContradictoryGivens),
    /// Trials are for puzzles with one solution.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// The kind of puzzle lacks what the theory is about.
    #[error("{theory} is not defined for puzzles of kind {kind}: they have no {missing}")]
    NotDefined {
        /// The theory.
        theory: PathTheory,
        /// The kind.
        kind: &'static str,
        /// What it lacks.
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
        if !is_defined(theory, domain) {
            return Err(Unexplained::NotDefined {
                theory,
                kind: puzzle.kind(),
                missing: match theory.has_subsets() && domain.matrices().is_empty() {
                    true => "Subsets",
                    false => "g-labels",
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

    /// The page of the path.
    pub fn page(&self, style: Style) -> Page<'_> {
        Page {
            puzzle: self.puzzle.as_ref(),
            path: &self.path,
            rating: self.rating,
            remark: self.remark.as_deref(),
            depth: self.depth,
            style,
            show_state: false,
            all_singles: false,
        }
    }

    /// The whole of it as plain text: of trials, a summary.
    pub fn text(&self) -> String {
        let page = || self.page(Style::Plain).whole();
        self.trials.clone().unwrap_or_else(page)
    }

    /// The grid before a step, counted from 0, with what the step marks in it, as SVG; none
    /// if there is no way to draw a puzzle of this kind.
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

    /// The path as a record, fit for the checker.
    pub fn record(&self) -> Record {
        Record::new(self.puzzle.as_ref(), &self.path, self.rating)
    }
}

/// What the trials of a class do, for people.
pub(crate) fn trials_summary(
    puzzle: &dyn Instance,
    class: Name,
    limits: Limits,
) -> Result<String, Unexplained> {
    match trials(puzzle, class, limits)? {
        Some(trials) => Ok(trials_text(puzzle, &trials)),
        None => Err(Unexplained::NoTrials(class)),
    }
}

/// T&E depth, if the puzzle has one.
fn depth(puzzle: &dyn Instance) -> Option<Rating> {
    let request = Request {
        names: Name::TE.into(),
        ..Request::default()
    };
    classify(puzzle, &request).ok()?.rating(Name::TE)
}
