//! A path of a puzzle as a path of an isomorph: every label becomes another, and
//! variables and groups follow their labels.

use std::collections::BTreeSet;

use gradus_csp::{GLabel, Label, Model, Variable};

use super::fish::FinnedFish;
use super::forcing::{Branch, Forcing};
use super::path::{Path, PathStep};
use super::pattern::{Object, Pattern, Step};
use super::relation::{Impossible, OrWhip, Relation, Split};
use super::subset::Subset;

impl Path {
    /// The path after a symmetry of the model, which takes each label to another. None
    /// if it is no symmetry, or if a step is a belt or a trial.
    pub fn turned(&self, model: &Model, image: &dyn Fn(Label) -> Label) -> Option<Path> {
        let turning = Turning { model, image };
        let steps = self.steps.iter().map(|step| turning.step(step));
        Some(Path {
            steps: steps.collect::<Option<_>>()?,
            ..self.clone()
        })
    }
}

struct Turning<'a> {
    model: &'a Model,
    image: &'a dyn Fn(Label) -> Label,
}

impl Turning<'_> {
    fn labels(&self, labels: &[Label]) -> Vec<Label> {
        labels.iter().map(|&label| (self.image)(label)).collect()
    }

    /// The variable that has the images of a variable's labels.
    fn variable(&self, variable: Variable) -> Option<Variable> {
        let images = self.labels(self.model.labels_of(variable));
        let all: BTreeSet<Label> = images.iter().copied().collect();
        let mut variables = self.model.variables_of(*images.first()?);
        variables.find(|&other| {
            self.model
                .labels_of(other)
                .iter()
                .copied()
                .eq(all.iter().copied())
        })
    }

    fn variables(&self, variables: &[Variable]) -> Option<Vec<Variable>> {
        variables.iter().map(|&v| self.variable(v)).collect()
    }

    /// The group of the image of its variable that has the images of its labels.
    fn group(&self, group: GLabel) -> Option<GLabel> {
        let set = |labels: Vec<Label>| labels.into_iter().collect::<BTreeSet<Label>>();
        let all = set(self.labels(self.model.glabel_labels(group)));
        let variable = self.variable(self.model.glabel_variable(group))?;
        let mut groups = self.model.glabels_of(variable);
        groups.find(|&other| set(self.model.glabel_labels(other).to_vec()) == all)
    }

    fn relation(&self, relation: &Relation) -> Relation {
        let mut guardians = self.labels(&relation.guardians);
        guardians.sort_unstable();
        Relation {
            pattern: relation.pattern.clone(),
            guardians,
        }
    }

    fn links(&self, steps: &[Step]) -> Option<Vec<Step>> {
        let link = |step: &Step| {
            let rlo = match step.rlo {
                None => None,
                Some(Object::Label(label)) => Some(Object::Label((self.image)(label))),
                Some(Object::Group(group)) => Some(Object::Group(self.group(group)?)),
            };
            Some(Step {
                variable: self.variable(step.variable)?,
                llc: (self.image)(step.llc),
                rlo,
            })
        };
        steps.iter().map(link).collect()
    }

    fn step(&self, step: &PathStep) -> Option<PathStep> {
        Some(match step {
            PathStep::Single { label, variable } => PathStep::Single {
                label: (self.image)(*label),
                variable: self.variable(*variable)?,
            },
            PathStep::Chain(chain) => PathStep::Chain(Pattern {
                rule: chain.rule,
                targets: self.labels(&chain.targets),
                steps: self.links(&chain.steps)?,
            }),
            PathStep::Forcing(forcing) => {
                let branch = |branch: &Branch| {
                    Some(Branch {
                        start: (self.image)(branch.start),
                        steps: self.links(&branch.steps)?,
                    })
                };
                PathStep::Forcing(Forcing {
                    variable: self.variable(forcing.variable)?,
                    branches: forcing.branches.iter().map(branch).collect::<Option<_>>()?,
                    targets: self.labels(&forcing.targets),
                })
            }
            PathStep::Subset(subset) => PathStep::Subset(Subset {
                bases: self.variables(&subset.bases)?,
                covers: self.variables(&subset.covers)?,
                targets: self.labels(&subset.targets),
            }),
            PathStep::Finned(fish) => PathStep::Finned(FinnedFish {
                bases: self.variables(&fish.bases)?,
                covers: self.variables(&fish.covers)?,
                fins: self.variable(fish.fins)?,
                targets: self.labels(&fish.targets),
            }),
            PathStep::Impossible(pattern) => PathStep::Impossible(Impossible {
                relation: self.relation(&pattern.relation),
                variables: self.variables(&pattern.variables)?,
                inside: self.labels(&pattern.inside),
                targets: self.labels(&pattern.targets),
            }),
            PathStep::Split(split) => PathStep::Split(Split {
                relation: self.relation(&split.relation),
                candidates: self.labels(&split.candidates),
                variables: self.variables(&split.variables)?,
            }),
            PathStep::OrWhip(whip) => PathStep::OrWhip(OrWhip {
                relation: self.relation(&whip.relation),
                before: self.links(&whip.before)?,
                left: (self.image)(whip.left),
                right: whip.right.map(self.image),
                after: self.links(&whip.after)?,
                targets: self.labels(&whip.targets),
            }),
            PathStep::Guardian(relation) => PathStep::Guardian(self.relation(relation)),
            PathStep::Belt(_) | PathStep::Specific(_) | PathStep::Trial(_) => return None,
        })
    }
}
