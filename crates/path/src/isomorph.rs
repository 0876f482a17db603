//! Maps a path of a puzzle to a path of an isomorph: every label is mapped, and
//! variables and groups follow their labels.

use std::collections::BTreeSet;

use gradus_csp::{Label, Model, Variable};
use thiserror::Error;

use super::chain::Chain;
use super::path::Path;
use super::rule::ChainRule;
use super::step::{PathStep, TermMap};
use super::terms::{Object, Resolved};

/// The reason why a path cannot be mapped to an isomorph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NotIsomorphic {
    /// The images of a variable's labels are not those of a variable.
    #[error("the images of the labels of {0:?} are not the labels of a variable")]
    Variable(Variable),
    /// The images of a g-candidate's labels are not those of a g-candidate.
    #[error("the images of the labels of a g-candidate are not those of a g-candidate")]
    Group,
    /// The premise of a rule of one kind of puzzle is prose.
    #[error("the premise of a rule of one kind of puzzle is prose")]
    Premise,
}

impl Path {
    /// Applies a symmetry of the model, which maps each label to another.
    pub fn isomorph(
        &self,
        model: &Model,
        image: impl Fn(Label) -> Label,
    ) -> Result<Path, NotIsomorphic> {
        let mut map = Isomorphism { model, image };
        let steps = self.steps.iter().map(|step| step.try_map(&mut map));
        Ok(Path {
            steps: steps.collect::<Result<_, _>>()?,
            ..self.clone()
        })
    }
}

struct Isomorphism<'a, F> {
    model: &'a Model,
    image: F,
}

impl<F: Fn(Label) -> Label> Isomorphism<'_, F> {
    fn images(&self, labels: &[Label]) -> BTreeSet<Label> {
        labels.iter().map(|&label| (self.image)(label)).collect()
    }
}

impl<F: Fn(Label) -> Label> TermMap<Resolved, Resolved> for Isomorphism<'_, F> {
    type Error = NotIsomorphic;

    fn label(&mut self, label: &Label) -> Result<Label, NotIsomorphic> {
        Ok((self.image)(*label))
    }

    fn variable(&mut self, variable: &Variable) -> Result<Variable, NotIsomorphic> {
        let images = self.images(self.model.labels_of(*variable));
        let mut variables = images
            .first()
            .into_iter()
            .flat_map(|&label| self.model.variables_of(label));
        let image = variables.find(|&other| self.model.labels_of(other).iter().eq(&images));
        image.ok_or(NotIsomorphic::Variable(*variable))
    }

    fn object(&mut self, object: &Object, _: &Variable) -> Result<Object, NotIsomorphic> {
        let group = match *object {
            Object::Label(label) => return Ok(Object::Label((self.image)(label))),
            Object::Group(group) => group,
        };
        let images = self.images(self.model.glabel_labels(group));
        let variable = self.variable(&self.model.glabel_variable(group))?;
        let mut groups = self.model.glabels_of(variable);
        let image = groups.find(|&other| {
            let labels = self.model.glabel_labels(other).iter().copied();
            labels.collect::<BTreeSet<Label>>() == images
        });
        image.map(Object::Group).ok_or(NotIsomorphic::Group)
    }

    fn rule(&mut self, _: &PathStep) -> Result<(), NotIsomorphic> {
        Ok(())
    }

    fn chain_rule(&mut self, chain: &Chain) -> Result<ChainRule, NotIsomorphic> {
        Ok(chain.rule)
    }

    fn guardians(&mut self, guardians: &[Label]) -> Result<Vec<Label>, NotIsomorphic> {
        Ok(self.images(guardians).into_iter().collect())
    }

    fn premise(&mut self, _: &str) -> Result<String, NotIsomorphic> {
        Err(NotIsomorphic::Premise)
    }
}
