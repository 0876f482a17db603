//! A path as a scene: everything that a viewer needs to show it step by step on the board of
//! its puzzle, independent of the kind. It is written as JSON; `viewer/scene.js` documents the
//! same types.
//!
//! States are stored as changes: the values that each step decides and the candidates that it
//! removes. Labels are numbers: indices in the list of labels.

use serde::Serialize;

use super::explanation::Explanation;
use super::page::order_remark;
use super::scene_labels::{SceneLabel, SceneLabels, ScenePlace, shown_place};
use super::scene_step::{SceneStep, SceneSteps};
use super::state_line::short_line;
use crate::io::counted;
use gradus_csp::{Backdrop, Position, SMALLEST, Stroke};
use gradus_engine::rating::registry::Shown;
use gradus_engine::rating::{Name, Rating, Status};
use gradus_path::{Path, PathEnd, PathTheory};

/// A path to step through.
#[derive(Clone, Debug, Serialize)]
pub struct Scene {
    pub(super) puzzle: String,
    /// The word before the colon of its text, or `sudoku`.
    kind: String,
    /// The comment of the input line.
    pub(super) comment: Option<String>,
    clues: usize,
    /// The theory of the path, and its meaning.
    pub(super) theory: [String; 2],
    rating: Option<SceneRating>,
    /// The reason for a missing rating, and the order of the steps if it is unusual.
    remarks: Vec<String>,
    /// If trials follow the path: the number of steps before them, and the reason for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    trials: Option<(usize, &'static str)>,
    /// What to ask next, if the rules do not solve the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
    board: SceneBoard,
    labels: Vec<SceneLabel>,
    start: SceneState,
    steps: Vec<SceneStep>,
    end: SceneEnd,
}

/// A rating and its meaning.
#[derive(Clone, Debug, Serialize)]
struct SceneRating {
    /// The name as the books write it.
    heading: String,
    /// The value, with a sign if it is not exact.
    value: String,
    meaning: String,
    /// The status of the value, in words.
    known: &'static str,
    /// The section of the books that defines it.
    section: String,
}

/// The drawing under the candidates.
#[derive(Clone, Debug, Serialize)]
struct SceneBoard {
    width: f32,
    height: f32,
    /// The smallest height of unmarked text.
    smallest: f32,
    /// Lines and areas: `thin`, `thick` or `area`, and the data of an SVG path.
    strokes: Vec<(&'static str, String)>,
    texts: Vec<ScenePlace>,
    /// The width of the space for the ruler, outside the board.
    edge: f32,
    /// The numbers of rows and columns.
    ruler: Vec<ScenePlace>,
}

#[derive(Clone, Debug, Serialize)]
struct SceneState {
    candidates: Vec<usize>,
    /// The givens, at the start.
    values: Vec<usize>,
}

#[derive(Clone, Debug, Serialize)]
struct SceneEnd {
    /// `solved`, `contradiction`, `stuck` or `stopped`.
    word: &'static str,
    text: String,
    /// The line of the last state, unless the viewer writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
}

impl Explanation {
    /// The scene of the path, or `None` if puzzles of this kind have no board.
    pub fn scene(&self, comment: Option<&str>) -> Option<Scene> {
        let (puzzle, path) = (self.puzzle.as_ref(), &self.path);
        let drawing = puzzle.domain().drawing()?;
        let board = drawing.board()?;
        let mut labels = SceneLabels::default();
        let start = Position::initial(puzzle);
        let state = SceneState {
            candidates: labels.all(start.candidates.iter().copied()),
            values: labels.all(start.values.iter().copied()),
        };
        let shown_steps = |labels: &mut SceneLabels, path: &Path, start, before| {
            let theory = path.theory;
            let mut steps = SceneSteps {
                puzzle,
                theory,
                labels,
            };
            steps.all(&path.steps, start, ("", before))
        };
        let (mut steps, mut end) = shown_steps(&mut labels, path, start, 0);
        let reason = self.trials_reason().map(|reason| (steps.len(), reason));
        if let Some(trials) = &self.trials {
            let (more, solved) = shown_steps(&mut labels, trials, end, steps.len());
            steps.extend(more);
            end = solved;
        }
        let order = order_remark(path.strategy).map(str::to_string);
        let text = puzzle.to_string();
        let kind = text.split_once(':').map_or("sudoku", |(kind, _)| kind);
        Some(Scene {
            kind: kind.to_string(),
            comment: comment.map(str::to_string),
            clues: puzzle.givens().len(),
            theory: [path.theory.to_string(), meaning(path.theory)],
            rating: self.rating.map(|rating| shown(rating, path.theory)),
            remarks: [self.remark.clone(), order, self.deletion.clone()]
                .into_iter()
                .flatten()
                .collect(),
            board: shown_board(board),
            labels: labels.shown(puzzle, drawing)?,
            start: state,
            steps,
            trials: reason,
            advice: self.advice(),
            end: SceneEnd {
                state: short_line(puzzle, &end),
                ..shown_end(self.trials.as_ref().unwrap_or(path), &end)
            },
            puzzle: text,
        })
    }
}

fn shown_board(board: Backdrop) -> SceneBoard {
    let stroke = |(stroke, data): (Stroke, String)| {
        let class = match stroke {
            Stroke::Thin => "thin",
            Stroke::Thick => "thick",
            Stroke::Area => "area",
        };
        (class, data)
    };
    SceneBoard {
        edge: board.edge(),
        width: board.width,
        height: board.height,
        smallest: SMALLEST,
        strokes: board.strokes.into_iter().map(stroke).collect(),
        texts: board.texts.into_iter().map(shown_place).collect(),
        ruler: board.ruler.into_iter().map(shown_place).collect(),
    }
}

/// A theory in a few words.
fn meaning(theory: PathTheory) -> String {
    match theory {
        PathTheory::Trials(_) => "Trial and Error".to_string(),
        theory => theory.meaning(),
    }
}

/// The rating that a theory measures, by its entry in the registry.
fn shown(rating: Rating, theory: PathTheory) -> SceneRating {
    let counts = |name: &Name| match name.entry().shown_by {
        Shown::Path(path) => path == theory,
        Shown::Trials(ladder) => theory == PathTheory::Trials(ladder),
        _ => false,
    };
    let name = Name::all().find(counts);
    let entry = name.map(Name::entry);
    SceneRating {
        heading: entry.map_or(theory.to_string(), |entry| entry.heading.to_string()),
        value: rating.to_string(),
        meaning: entry.map_or(theory.meaning(), |entry| entry.meaning.to_string()),
        known: match rating.status {
            Status::Exact => "exact",
            Status::Upper => "an upper bound: a shorter path is not excluded",
            Status::Lower => "a lower bound: the search was stopped",
            Status::Infinite => "infinite: no length solves",
            Status::NotApplicable => "not defined for this kind of puzzle, or at its T&E depth",
        },
        section: entry.map_or(String::new(), |entry| entry.section.to_string()),
    }
}

fn shown_end(path: &Path, position: &Position) -> SceneEnd {
    let theory = path.theory;
    let left = counted(position.candidates.len() as u64, "candidate");
    let text = match path.end {
        PathEnd::Solved => format!("Solved; the highest level is {}.", path.longest),
        PathEnd::Contradiction => {
            "A variable has no candidate left: there is no solution.".to_string()
        }
        PathEnd::Stuck => format!("{theory} has no more patterns; {left} left."),
        PathEnd::Stopped => {
            format!("Stopped: longer chains or a larger budget may go on; {left} left.")
        }
    };
    SceneEnd {
        word: path.end.word(),
        text,
        state: None,
    }
}
