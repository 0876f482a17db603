//! One chain pattern against the definitions of PBCS 5.2.1, 5.4.1, 7.3 and 7.4.
//!
//! Candidates are struck by "linked", never by "not compatible": a right-linking
//! candidate is linked to neither the target nor an earlier one, so it stays in
//! all of its variables, none of which can then look empty.

use std::collections::BTreeSet;

use super::{Refusal, candidates_of, known_variable};
use crate::csp::model::{Label, Model};
use crate::rules::pattern::{Object, Pattern, Step};

/// Checks that a pattern is what it claims to be in the state with these
/// candidates and values, so that its target may be eliminated.
pub fn check_pattern(
    model: &Model,
    candidates: &BTreeSet<Label>,
    values: &BTreeSet<Label>,
    pattern: &Pattern,
) -> Result<(), Refusal> {
    let target = pattern.target;
    if !candidates.contains(&target) || values.contains(&target) {
        return Err(Refusal::NotCandidate(target));
    }
    let last = pattern.steps.len().checked_sub(1).ok_or(Refusal::NoSteps)?;
    let mut chain = Chain {
        model,
        candidates,
        pattern,
        before: Vec::new(),
    };
    for (index, step) in pattern.steps.iter().enumerate() {
        let checked = chain.check_step(index, step, index == last);
        checked.map_err(|reason| Refusal::InChain(index, Box::new(reason)))?;
        chain.before.extend(step.rlo);
    }
    Ok(())
}

/// A chain as far as it is checked.
struct Chain<'a> {
    model: &'a Model,
    candidates: &'a BTreeSet<Label>,
    pattern: &'a Pattern,
    /// The earlier right-linking objects.
    before: Vec<Object>,
}

impl Chain<'_> {
    fn check_step(&self, index: usize, step: &Step, is_last: bool) -> Result<(), Refusal> {
        known_variable(self.model, step.variable)?;
        self.check_llc(index, step)?;
        let left = self.check_struck(step)?;
        match step.rlo {
            Some(rlo) if !is_last => self.check_rlo(index, step, rlo, left),
            None if is_last => self.check_end(step, left),
            _ => Err(Refusal::MisplacedEnd),
        }
    }

    /// The target and the earlier right-linking objects.
    fn all_before(&self) -> impl Iterator<Item = Object> {
        let target = Object::Label(self.pattern.target);
        [target].into_iter().chain(self.before.iter().copied())
    }

    /// A candidate and a label for the variable, not the target, linked to what
    /// the family asks for; in a whip, not seen before.
    fn check_llc(&self, index: usize, step: &Step) -> Result<(), Refusal> {
        let (llc, braid) = (step.llc, self.pattern.family.braid);
        if llc == self.pattern.target {
            return Err(Refusal::TargetInChain);
        }
        if !self.candidates.contains(&llc) {
            return Err(Refusal::NotCandidate(llc));
        }
        if !self.model.labels_of(step.variable).contains(&llc) {
            return Err(Refusal::NotOfVariable("llc", step.variable));
        }
        let continuous = match braid {
            true => self.all_before().any(|o| self.contradicts(o, llc)),
            false => self
                .all_before()
                .last()
                .is_some_and(|o| self.contradicts(o, llc)),
        };
        if !continuous {
            return Err(Refusal::NotContinuous(llc));
        }
        let earlier = &self.pattern.steps[..index];
        let seen = earlier.iter().any(|other| other.llc == llc);
        if self.before.contains(&Object::Label(llc)) || (!braid && seen) {
            return Err(Refusal::Repeated);
        }
        Ok(())
    }

    /// The candidates of the variable linked neither to the target nor to an
    /// earlier object; all others must be the llc or rightly listed.
    fn check_struck(&self, step: &Step) -> Result<Vec<Label>, Refusal> {
        let target = Object::Label(self.pattern.target);
        let all = candidates_of(self.model, self.candidates, step.variable);
        let t = step
            .t
            .iter()
            .map(|&(label, by)| (label, self.before.get(by).copied()));
        let z = step.z.iter().map(|&label| (label, Some(target)));
        for (label, by) in z.chain(t) {
            let struck = by.is_some_and(|by| self.contradicts(by, label));
            if label == step.llc || !all.contains(&label) || !struck {
                return Err(Refusal::Unjustified(label));
            }
        }
        let mut left = Vec::new();
        for label in all {
            let listed = step.z.contains(&label) || step.t.iter().any(|&(t, _)| t == label);
            if !self.all_before().any(|o| self.contradicts(o, label)) {
                left.push(label);
            } else if !listed && label != step.llc {
                return Err(Refusal::Unjustified(label));
            }
        }
        Ok(left)
    }

    /// A candidate that is all that is left, or a g-candidate that has all of
    /// what is left, two or more.
    fn check_rlo(
        &self,
        index: usize,
        step: &Step,
        rlo: Object,
        left: Vec<Label>,
    ) -> Result<(), Refusal> {
        let mut steps = self.pattern.steps[..=index].iter();
        if self.before.contains(&rlo) || steps.any(|s| Object::Label(s.llc) == rlo) {
            return Err(Refusal::Repeated);
        }
        let inside: &[Label] = match rlo {
            Object::Label(ref label) => std::slice::from_ref(label),
            Object::Group(_) if !self.pattern.family.groups => return Err(Refusal::Grouped),
            Object::Group(group) if group.index() >= self.model.glabels().count() => {
                return Err(Refusal::UnknownGroup(group));
            }
            Object::Group(group) if self.model.glabel_variable(group) != step.variable => {
                return Err(Refusal::NotOfVariable("g-candidate", step.variable));
            }
            Object::Group(group) => self.model.glabel_labels(group),
        };
        if inside.contains(&self.pattern.target) {
            return Err(Refusal::TargetInChain);
        }
        let needed = inside.len().min(2);
        match left.len() >= needed && left.iter().all(|label| inside.contains(label)) {
            true => Ok(()),
            false => Err(Refusal::NotAlone(left)),
        }
    }

    /// The last variable: not the target's, two candidates or more, none left.
    fn check_end(&self, step: &Step, left: Vec<Label>) -> Result<(), Refusal> {
        let labels = self.model.labels_of(step.variable);
        if labels.contains(&self.pattern.target) {
            return Err(Refusal::TargetInLastVariable(step.variable));
        }
        if candidates_of(self.model, self.candidates, step.variable).len() < 2 {
            return Err(Refusal::Degenerate(step.variable));
        }
        match left.is_empty() {
            true => Ok(()),
            false => Err(Refusal::NotEmpty(left)),
        }
    }

    /// Whether a label is linked to a candidate, or g-linked to a g-candidate:
    /// no label for its variable, and linked to every label in it.
    fn contradicts(&self, object: Object, label: Label) -> bool {
        match object {
            Object::Label(other) => self.model.linked(other, label),
            Object::Group(group) => {
                let own = self.model.labels_of(self.model.glabel_variable(group));
                let mut inside = self.model.glabel_labels(group).iter();
                !own.contains(&label) && inside.all(|&other| self.model.linked(other, label))
            }
        }
    }
}
