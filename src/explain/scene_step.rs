//! The steps of a scene: the line of the books' notation cut into its links, marks, arcs,
//! frames, and what changes. A trial has the steps that follow from its hypothesis inside.

use serde::Serialize;

use super::scene_labels::SceneLabels;
use gradus_csp::{Domain, Label, Mark, Position};
use gradus_path::figure::{Because, Framed, Tie};
use gradus_path::notation::{link_texts, rule_name, step_text};
use gradus_path::{PathStep, PathTheory, Trial, figure, marks};

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneStep {
    /// Its number; inside a trial, after the number of the trial: `12.3`.
    pub number: String,
    /// The name of its rule, with its length.
    pub rule: String,
    /// What it is: `single`, `chain`, `forcing`, `subset`, `fish`, `belt`, `impossible`,
    /// `split`, `or-whip`, `guardian` or `trial`.
    pub kind: &'static str,
    /// Its level in the theory.
    pub level: usize,
    /// The highest level so far.
    pub reached: usize,
    /// The line of the books' notation, cut such that each link of a chain is a piece of
    /// its own, with its number; 0 for what is between.
    pub line: Vec<(String, usize)>,
    /// Marked candidates: label, mark, and the links of the chain that it belongs to.
    pub marks: Vec<(usize, &'static str, Vec<usize>)>,
    /// Arcs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arcs: Vec<SceneArc>,
    /// Frames.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<SceneFrame>,
    /// Other candidates of a chain's variables: label, link, and the link of the
    /// right-linking object that excludes it; 0 if the target does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<(usize, usize, usize)>,
    /// What it eliminates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<usize>,
    /// What it asserts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asserts: Vec<usize>,
    /// Candidates that are gone after it: the targets, or all that a value is linked to.
    pub gone: Vec<usize>,
    /// What happens inside a trial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial: Option<SceneTrial>,
}

/// An arc.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneArc {
    /// Where it begins: a candidate, or those of a g-candidate.
    pub from: Vec<usize>,
    /// Where it ends.
    pub to: Vec<usize>,
    /// `variable`, `link` or `relation`.
    pub tie: &'static str,
    /// The link of the chain; 0 if there is none.
    pub link: usize,
    /// The name of the CSP variable that it lies in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneFrame {
    /// What it is around: `single`, `group`, `variable`, `emptied`, `fork`, `base`, `cover`,
    /// `fins`, `pattern` or `guardians`.
    pub part: &'static str,
    /// The labels in it.
    pub labels: Vec<usize>,
    /// The name of its CSP variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// The link of the chain; 0 if there is none.
    pub link: usize,
}

/// What happens inside a trial.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneTrial {
    /// The hypothesis.
    pub hypothesis: usize,
    /// Candidates that are gone when it is asserted.
    pub gone: Vec<usize>,
    /// The steps that follow.
    pub steps: Vec<SceneStep>,
    /// The variable that has nothing left.
    pub empty: String,
    /// Its labels.
    pub labels: Vec<usize>,
}

/// Turns steps into those of a scene.
pub(super) struct SceneSteps<'a> {
    domain: &'a Domain,
    theory: PathTheory,
    labels: &'a mut SceneLabels,
}

impl<'a> SceneSteps<'a> {
    pub(super) fn new(
        domain: &'a Domain,
        theory: PathTheory,
        labels: &'a mut SceneLabels,
    ) -> SceneSteps<'a> {
        SceneSteps {
            domain,
            theory,
            labels,
        }
    }

    /// The steps from a position, with something before their numbers; and the position
    /// after them.
    pub(super) fn all(
        &mut self,
        steps: &[PathStep],
        mut position: Position,
        before: &str,
    ) -> (Vec<SceneStep>, Position) {
        let mut reached = 0;
        let mut shown = Vec::with_capacity(steps.len());
        for (index, step) in steps.iter().enumerate() {
            reached = reached.max(step.level(self.theory));
            let number = format!("{before}{}", index + 1);
            let next = self.step(step, &position, number, reached);
            step.apply(self.domain.model(), &mut position);
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
        let (domain, names) = (self.domain, self.domain.names());
        let model = domain.model();
        let mut after = position.clone();
        step.apply(model, &mut after);
        let asserts: Vec<Label> = after.values.difference(&position.values).copied().collect();
        let drawn = figure(model, step, position);
        let arcs = drawn.arcs.into_iter().map(|arc| SceneArc {
            from: self.labels.all(arc.from),
            to: self.labels.all(arc.to),
            link: arc.link,
            tie: match arc.tie {
                Tie::Variable(_) => "variable",
                Tie::Link => "link",
                Tie::Relation => "relation",
            },
            variable: match arc.tie {
                Tie::Variable(variable) => Some(names.variable(variable)),
                Tie::Link | Tie::Relation => None,
            },
        });
        let arcs = arcs.collect();
        let frames = drawn.frames.into_iter().map(|frame| SceneFrame {
            part: part_word(frame.part),
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
        let marks = marks(self.domain.model(), step, position);
        let mut marked = Vec::new();
        for &label in &position.candidates {
            if let Some(mark) = marks.get(label) {
                let number = self.labels.number(label);
                marked.push((number, mark_word(mark), marks.links(label)));
            }
        }
        marked
    }

    /// The line of a step, its links apart.
    fn line(&self, step: &PathStep) -> Vec<(String, usize)> {
        let names = self.domain.names();
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
        let model = self.domain.model();
        let mut inside = position.clone();
        inside.assert(model, trial.hypothesis);
        let gone = position.candidates.difference(&inside.candidates).copied();
        let gone: Vec<Label> = gone.filter(|&label| label != trial.hypothesis).collect();
        let (steps, _) = self.all(&trial.steps, inside, &format!("{number}."));
        SceneTrial {
            hypothesis: self.labels.number(trial.hypothesis),
            gone: self.labels.all(gone),
            steps,
            empty: self.domain.names().variable(trial.empty),
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

fn part_word(part: Framed) -> &'static str {
    match part {
        Framed::Single => "single",
        Framed::Group => "group",
        Framed::Variable => "variable",
        Framed::Emptied => "emptied",
        Framed::Fork => "fork",
        Framed::Base => "base",
        Framed::Cover => "cover",
        Framed::Fins => "fins",
        Framed::Pattern => "pattern",
        Framed::Guardians => "guardians",
    }
}
