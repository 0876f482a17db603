//! A path as a scene: all that a viewer needs to show it step by step on the board of its
//! puzzle, and nothing of what kind of puzzle that is. It is written as JSON; the types of
//! `viewer/scene.js` say the same to those who read it.
//!
//! States are stored as changes: what each step decides and what goes with it. Labels are
//! numbers, their places in the list of labels.

use serde::Serialize;

use super::explanation::Explanation;
use super::page::order_remark;
use super::scene_labels::{SceneLabel, SceneLabels, ScenePlace, shown_place};
use super::scene_step::{SceneStep, SceneSteps};
use crate::io::number::counted;
use gradus_csp::{Backdrop, Instance, Position, SMALLEST, Stroke};
use gradus_engine::rating::registry::Shown;
use gradus_engine::rating::{Name, Rating, Status};
use gradus_path::{Path, PathEnd, PathTheory};

/// A path that can be looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// The text of the puzzle.
    pub puzzle: String,
    /// What kind of puzzle it is: the word before the colon of its text, or `sudoku`.
    pub kind: String,
    /// What was written beside the puzzle.
    pub comment: Option<String>,
    /// Number of givens.
    pub clues: usize,
    /// The theory of the path, and what it is.
    pub theory: [String; 2],
    /// The rating in this theory.
    pub rating: Option<SceneRating>,
    /// Why there is no rating, or in what order the steps come.
    pub remarks: Vec<String>,
    /// What lies under the candidates.
    pub board: SceneBoard,
    /// The labels that occur.
    pub labels: Vec<SceneLabel>,
    /// The state before the first step.
    pub start: SceneState,
    /// The steps.
    pub steps: Vec<SceneStep>,
    /// How it ends.
    pub end: SceneEnd,
}

/// A rating and what it means.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneRating {
    /// How the books write the name.
    pub heading: String,
    /// The value, with a sign for what is not exact.
    pub value: String,
    /// What the rating counts.
    pub meaning: String,
    /// How far the value is known.
    pub known: &'static str,
    /// Where the books define it.
    pub section: String,
}

/// What lies under the candidates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneBoard {
    /// The width of everything.
    pub width: f32,
    /// The height of everything.
    pub height: f32,
    /// The height of the smallest text that is drawn without being marked.
    pub smallest: f32,
    /// Lines and areas: `thin`, `thick` or `area`, and the data of an SVG path.
    pub strokes: Vec<(&'static str, String)>,
    /// Texts of the puzzle.
    pub texts: Vec<ScenePlace>,
}

/// A resolution state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneState {
    /// The candidates.
    pub candidates: Vec<usize>,
    /// The values; at the start, the givens.
    pub values: Vec<usize>,
}

/// How a path ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneEnd {
    /// `solved`, `contradiction`, `stuck` or `stopped`.
    pub word: &'static str,
    /// A sentence.
    pub text: String,
}

impl Explanation {
    /// The scene of the path; none if puzzles of this kind have no board.
    pub fn scene(&self, comment: Option<&str>) -> Option<Scene> {
        let puzzle = self.puzzle.as_ref();
        let mut scene = Scene::new(puzzle, &self.path, self.rating)?;
        scene.comment = comment.map(str::to_string);
        scene.remarks.splice(0..0, self.remark.clone());
        Some(scene)
    }
}

impl Scene {
    /// The scene of a path of a puzzle; none if puzzles of this kind have no board.
    pub fn new(puzzle: &dyn Instance, path: &Path, rating: Option<Rating>) -> Option<Scene> {
        let drawing = puzzle.domain().drawing()?;
        let board = drawing.board()?;
        let mut labels = SceneLabels::default();
        let start = Position::initial(puzzle);
        let state = SceneState {
            candidates: labels.all(start.candidates.iter().copied()),
            values: labels.all(start.values.iter().copied()),
        };
        let mut steps = SceneSteps::new(puzzle.domain(), path.theory, &mut labels);
        let (steps, end) = steps.all(&path.steps, start, "");
        let text = puzzle.to_string();
        let kind = text.split_once(':').map_or("sudoku", |(kind, _)| kind);
        Some(Scene {
            kind: kind.to_string(),
            comment: None,
            clues: puzzle.givens().len(),
            theory: [path.theory.to_string(), meaning(path.theory)],
            rating: rating.map(|rating| shown(rating, path.theory)),
            remarks: order_remark(path.strategy)
                .map(String::from)
                .into_iter()
                .collect(),
            board: shown_board(board),
            labels: labels.shown(puzzle, drawing)?,
            start: state,
            steps,
            end: shown_end(path, &end),
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
        width: board.width,
        height: board.height,
        smallest: SMALLEST,
        strokes: board.strokes.into_iter().map(stroke).collect(),
        texts: board.texts.into_iter().map(shown_place).collect(),
    }
}

/// What a theory is, in a few words.
fn meaning(theory: PathTheory) -> String {
    match theory {
        PathTheory::Trials(_) => "Trial and Error".to_string(),
        theory => theory.meaning(),
    }
}

/// The rating that a theory counts, by its entry in the registry.
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
            Status::NotApplicable => "not defined at the T&E depth of this puzzle",
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
    }
}
