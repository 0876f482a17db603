//! The steps of a scene: the line of the books' notation cut into its links, marks, arcs,
//! frames, and what changes. A trial has the steps that follow from its hypothesis inside.

use serde::Serialize;

use super::scene_labels::SceneLabels;
use super::state_line::short_line;
use gradus_csp::{Instance, Label, Mark, Position};
use gradus_path::figure::{Because, Framed, Tie};
use gradus_path::notation::{link_texts, rule_name, step_text};
use gradus_path::{PathStep, PathTheory, Trial, figure, marks};

#[derive(Clone, Debug, Serialize)]
pub(super) struct SceneStep {
    /// Its number; inside a trial, after the number of the trial: `12.3`.
    number: String,
    rule: String,
    kind: &'static str,
    level: usize,
    /// The highest level so far.
    reached: usize,
    /// The line of the books' notation, in which each link of a chain is a piece of its own
    /// with its number; the number is 0 between them.
    line: Vec<(String, usize)>,
    /// Marked candidates: label, mark, and the links of the chain that it belongs to.
    marks: Vec<(usize, &'static str, Vec<usize>)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arcs: Vec<SceneArc>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    frames: Vec<SceneFrame>,
    /// Other candidates of a chain's variables: label, link, and the link of the
    /// right-linking object that excludes it, or 0 for the target.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<(usize, usize, usize)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    targets: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asserts: Vec<usize>,
    /// Candidates that it removes: the targets, or all that a value is linked to.
    gone: Vec<usize>,
    /// The line of the state before it, unless it is that of a 9×9 Sudoku, which the viewer
    /// writes itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trial: Option<SceneTrial>,
}

#[derive(Clone, Debug, Serialize)]
struct SceneArc {
    from: Vec<usize>,
    to: Vec<usize>,
    /// `variable`, `link` or `relation`.
    tie: &'static str,
    /// The link of the chain, or 0.
    link: usize,
    /// The name of the CSP variable that it lies in.
    #[serde(skip_serializing_if = "Option::is_none")]
    variable: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct SceneFrame {
    part: Framed,
    labels: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variable: Option<String>,
    /// The link of the chain, or 0.
    link: usize,
}

#[derive(Clone, Debug, Serialize)]
struct SceneTrial {
    hypothesis: usize,
    /// Candidates that asserting it removes.
    gone: Vec<usize>,
    steps: Vec<SceneStep>,
    empty: String,
    labels: Vec<usize>,
}

pub(super) struct SceneSteps<'a> {
    pub(super) puzzle: &'a dyn Instance,
    pub(super) theory: PathTheory,
    pub(super) labels: &'a mut SceneLabels,
}

impl SceneSteps<'_> {
    /// The steps from a position, with a prefix for their numbers, which begin after some
    /// others; and the position after them.
    pub(super) fn all(
        &mut self,
        steps: &[PathStep],
        mut position: Position,
        (prefix, before): (&str, usize),
    ) -> (Vec<SceneStep>, Position) {
        let mut reached = 0;
        let mut shown = Vec::with_capacity(steps.len());
        for (index, step) in steps.iter().enumerate() {
            reached = reached.max(step.level(self.theory));
            let number = format!("{prefix}{}", before + index + 1);
            let next = self.step(step, &position, number, reached);
            step.apply(self.puzzle.domain().model(), &mut position);
            shown.push(next);
        }
        (shown, position)
    }

    fn step(
        &mut self,
        step: &PathStep,
        position: &Position,
        number: String,
        reached: usize,
    ) -> SceneStep {
        let domain = self.puzzle.domain();
        let names = domain.names();
        let model = domain.model();
        let mut after = position.clone();
        step.apply(model, &mut after);
        let asserts: Vec<Label> = after.values.difference(&position.values).copied().collect();
        let drawn = figure(model, step, position);
        let arcs = drawn.arcs.into_iter().map(|arc| {
            let (tie, variable) = match arc.tie {
                Tie::Variable(variable) => ("variable", Some(names.variable(variable))),
                Tie::Link => ("link", None),
                Tie::Relation => ("relation", None),
            };
            SceneArc {
                from: self.labels.all(arc.from),
                to: self.labels.all(arc.to),
                link: arc.link,
                tie,
                variable,
            }
        });
        let arcs = arcs.collect();
        let frames = drawn.frames.into_iter().map(|frame| SceneFrame {
            part: frame.part,
            labels: self.labels.all(frame.labels),
            variable: frame.variable.map(|variable| names.variable(variable)),
            link: frame.link.unwrap_or(0),
        });
        let frames = frames.collect();
        let others = drawn.others.into_iter().map(|other| {
            let by = match other.because {
                Because::Target => 0,
                Because::Right(link) => link,
            };
            (self.labels.number(other.label), other.link, by)
        });
        let others = others.collect();
        let marks = self.marks(step, position);
        let gone = position.candidates.difference(&after.candidates);
        let gone = gone.filter(|label| !asserts.contains(label)).copied();
        SceneStep {
            rule: rule_name(names, step),
            kind: kind_word(step),
            level: step.level(self.theory),
            reached,
            line: self.line(step),
            marks,
            arcs,
            frames,
            others,
            targets: self.labels.all(step.targets().iter().copied()),
            gone: self.labels.all(gone),
            asserts: self.labels.all(asserts),
            state: short_line(self.puzzle, position),
            trial: match step {
                PathStep::Trial(trial) => Some(self.trial(trial, position, &number)),
                _ => None,
            },
            number,
        }
    }

    fn marks(
        &mut self,
        step: &PathStep,
        position: &Position,
    ) -> Vec<(usize, &'static str, Vec<usize>)> {
        let marks = marks(self.puzzle.domain().model(), step, position);
        let marked = position.candidates.iter().filter_map(|&label| {
            let word = mark_word(marks.get(label)?);
            Some((self.labels.number(label), word, marks.links(label)))
        });
        marked.collect()
    }

    /// The line of a step, split into its links.
    fn line(&self, step: &PathStep) -> Vec<(String, usize)> {
        let names = self.puzzle.domain().names();
        let whole = step_text(names, step);
        let (mut rest, mut line) = (whole.as_str(), Vec::new());
        for (number, link) in (1..).zip(link_texts(names, step)) {
            if let Some((before, after)) = rest.split_once(&link) {
                if !before.is_empty() {
                    line.push((before.to_string(), 0));
                }
                line.push((link, number));
                rest = after;
            }
        }
        line.push((rest.to_string(), 0));
        line
    }

    fn trial(&mut self, trial: &Trial, position: &Position, number: &str) -> SceneTrial {
        let model = self.puzzle.domain().model();
        let mut inside = position.clone();
        inside.assert(model, trial.hypothesis);
        let gone = position.candidates.difference(&inside.candidates).copied();
        let gone: Vec<Label> = gone.filter(|&label| label != trial.hypothesis).collect();
        let (steps, _) = self.all(&trial.steps, inside, (&format!("{number}."), 0));
        SceneTrial {
            hypothesis: self.labels.number(trial.hypothesis),
            gone: self.labels.all(gone),
            steps,
            empty: self.puzzle.domain().names().variable(trial.empty),
            labels: self.labels.all(model.labels_of(trial.empty).to_vec()),
        }
    }
}

fn kind_word(step: &PathStep) -> &'static str {
    match step {
        PathStep::Single { .. } => "single",
        PathStep::Chain(_) => "chain",
        PathStep::Forcing(_) => "forcing",
        PathStep::Subset(_) => "subset",
        PathStep::Finned(_) => "fish",
        PathStep::Belt(_) => "belt",
        PathStep::Impossible(_) => "impossible",
        PathStep::Split(_) => "split",
        PathStep::OrWhip(_) => "or-whip",
        PathStep::Guardian { .. } => "guardian",
        PathStep::Specific(_) => "specific",
        PathStep::Trial(_) => "trial",
        _ => "step",
    }
}

fn mark_word(mark: Mark) -> &'static str {
    match mark {
        Mark::Target => "target",
        Mark::Value => "value",
        Mark::Base => "base",
        Mark::Right => "right",
        Mark::Left => "left",
    }
}
