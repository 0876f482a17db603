//! One chain against the definitions of PBCS 5.2, 5.3, 5.4, 7.3 and 7.4.
//!
//! Candidates are struck by "linked", never by "not compatible": a right-linking
//! candidate is linked to neither the target nor an earlier one, so it stays in
//! all of its variables, none of which can then look empty.

use super::{Refusal, all_different, candidates, check_targets, ensure};
use gradus_csp::{Label, Model, Position};
use gradus_path::Rule;
use gradus_path::pattern::{Object, Pattern, Step};
use gradus_path::relation::OrWhip;

/// Checks that a chain is what it claims to be in a state, for each of its
/// targets, so that they may be eliminated.
pub fn check_chain(model: &Model, position: &Position, pattern: &Pattern) -> Result<(), Refusal> {
    check_targets(position, &pattern.targets)?;
    let last = pattern.steps.len().checked_sub(1).ok_or(Refusal::Nothing)?;
    if pattern.rule == Rule::TypedWhip {
        check_kinds(model, &pattern.steps)?;
    }
    for &target in &pattern.targets {
        let mut chain = Chain {
            model,
            position,
            rule: pattern.rule,
            target,
            llcs: Vec::new(),
            rlos: Vec::new(),
        };
        for (index, step) in pattern.steps.iter().enumerate() {
            let checked = chain.check_step(step, index == last);
            checked.map_err(|reason| Refusal::InChain(index, Box::new(reason)))?;
            chain.llcs.push(Object::Label(step.llc));
            chain.rlos.extend(step.rlo);
        }
    }
    Ok(())
}

/// All variables must be of one kind.
fn check_kinds(model: &Model, steps: &[Step]) -> Result<(), Refusal> {
    let known = |step: &&Step| step.variable.index() < model.variables().count();
    let mut kinds = steps
        .iter()
        .filter(known)
        .map(|s| model.kind_of(s.variable));
    let first = kinds.next();
    let same = kinds.all(|kind| Some(kind) == first);
    ensure(same, Refusal::OtherKind)
}

/// Checks that steps are a partial whip on a candidate: every variable has its
/// right-linking candidate.
pub(crate) fn check_partial(
    model: &Model,
    position: &Position,
    target: Label,
    steps: &[Step],
) -> Result<(), Refusal> {
    let mut chain = Chain {
        model,
        position,
        rule: Rule::Whip,
        target,
        llcs: Vec::new(),
        rlos: Vec::new(),
    };
    for (index, step) in steps.iter().enumerate() {
        let checked = chain.check_step(step, false);
        checked.map_err(|reason| Refusal::InChain(index, Box::new(reason)))?;
        chain.llcs.push(Object::Label(step.llc));
        chain.rlos.extend(step.rlo);
    }
    Ok(())
}

/// Checks that steps with a relation among them are a whip, for each target.
pub(crate) fn check_or_chain(
    model: &Model,
    position: &Position,
    whip: &OrWhip,
) -> Result<(), Refusal> {
    let last = whip.length() - 1;
    for &target in &whip.targets {
        let mut chain = Chain {
            model,
            position,
            rule: Rule::Whip,
            target,
            llcs: Vec::new(),
            rlos: Vec::new(),
        };
        let before = whip.before.iter().map(Some);
        let after = whip.after.iter().map(Some);
        for (index, step) in before.chain([None]).chain(after).enumerate() {
            let is_last = index == last;
            let (checked, llc, rlo) = match step {
                Some(step) => (chain.check_step(step, is_last), step.llc, step.rlo),
                None => {
                    let right = whip.right.map(Object::Label);
                    (chain.check_relation(whip, is_last), whip.left, right)
                }
            };
            checked.map_err(|reason| Refusal::InChain(index, Box::new(reason)))?;
            chain.llcs.push(Object::Label(llc));
            chain.rlos.extend(rlo);
        }
    }
    Ok(())
}

/// A chain on one target, as far as it is checked.
struct Chain<'a> {
    model: &'a Model,
    position: &'a Position,
    rule: Rule,
    target: Label,
    /// The left-linking candidates and right-linking objects so far.
    llcs: Vec<Object>,
    rlos: Vec<Object>,
}

impl Chain<'_> {
    fn check_step(&self, step: &Step, is_last: bool) -> Result<(), Refusal> {
        let all = candidates(self.model, self.position, step.variable)?;
        ensure(all.contains(&step.llc), Refusal::NotCandidate(step.llc))?;
        ensure(self.is_continuous(step), Refusal::NotContinuous(step.llc))?;
        self.check_difference(step)?;
        // What the rule allows to strike the candidates other than the llc.
        let by_target = match self.rule {
            Rule::BivChain => is_last,
            // It begins as a whip does.
            Rule::TWhip => is_last || self.rlos.is_empty(),
            _ => true,
        };
        let by_earlier = !matches!(self.rule, Rule::BivChain | Rule::ZChain);
        let is_struck = |label: Label| {
            label == step.llc
                || by_target && self.model.linked(self.target, label)
                || by_earlier && self.rlos.iter().any(|&o| self.contradicts(o, label))
        };
        let left: Vec<Label> = all.iter().copied().filter(|&l| !is_struck(l)).collect();
        match step.rlo {
            Some(rlo) if !is_last => return self.check_rlo(step, rlo, left),
            Some(Object::Label(rlc)) if self.rule == Rule::BivChain => {
                let bivalue = all.len() == 2 && all.contains(&rlc);
                ensure(bivalue, Refusal::NotAlone(all.clone()))?;
            }
            None if is_last && self.rule != Rule::BivChain => {}
            _ => return Err(Refusal::MisplacedEnd),
        }
        // The last variable: not the target's, two candidates or more, none left.
        let own = self.model.labels_of(step.variable).contains(&self.target);
        ensure(!own && all.len() > 1, Refusal::WrongLast(step.variable))?;
        ensure(left.is_empty(), Refusal::NotEmpty(left))
    }

    /// The relation of an OR_k-whip: none of its guardians is the target or on the right
    /// before it; one is linked to the object just before; those that are linked neither to
    /// the target nor to an object before are one, or none at the end.
    fn check_relation(&self, whip: &OrWhip, is_last: bool) -> Result<(), Refusal> {
        let guardians = &whip.relation.guardians;
        let known = guardians.contains(&whip.left);
        ensure(known, Refusal::NotCandidate(whip.left))?;
        let target = [Object::Label(self.target)];
        let mut before = target.iter().chain(&self.rlos);
        let is_guardian =
            |object: &Object| matches!(object, Object::Label(label) if guardians.contains(label));
        ensure(!before.clone().any(is_guardian), Refusal::GuardianInChain)?;
        let linked = before
            .next_back()
            .is_some_and(|&o| self.contradicts(o, whip.left));
        ensure(linked, Refusal::NotContinuous(whip.left))?;
        let llc = Object::Label(whip.left);
        let repeated = self.llcs.contains(&llc) || self.rlos.contains(&llc);
        let right_again = whip
            .right
            .is_some_and(|r| self.llcs.contains(&Object::Label(r)));
        ensure(!repeated && !right_again, Refusal::Repeated)?;
        let struck = |label: Label| {
            let mut objects = target.iter().chain(&self.rlos);
            objects.any(|&object| self.contradicts(object, label))
        };
        let left: Vec<Label> = guardians.iter().copied().filter(|&g| !struck(g)).collect();
        match whip.right {
            Some(right) if !is_last => ensure(left == [right], Refusal::NotAlone(left)),
            None if is_last => ensure(left.is_empty(), Refusal::NotEmpty(left)),
            _ => Err(Refusal::MisplacedEnd),
        }
    }

    /// The llc is linked to the object just before; in a braid, to any before.
    fn is_continuous(&self, step: &Step) -> bool {
        let target = [Object::Label(self.target)];
        let mut before = target.iter().chain(&self.rlos);
        let linked = |object: &Object| self.leads_to(*object, step.llc);
        match self.rule {
            Rule::Braid | Rule::GBraid => before.any(linked),
            _ => before.next_back().is_some_and(linked),
        }
    }

    /// The target is not in the chain; no right-linking object occurs twice or
    /// as an llc; and but in braids, no llc twice.
    fn check_difference(&self, step: &Step) -> Result<(), Refusal> {
        let (target, llc) = (Object::Label(self.target), Object::Label(step.llc));
        let apart = llc != target && step.rlo != Some(target);
        ensure(apart, Refusal::TargetInChain)?;
        let mut seen = self.llcs.clone();
        seen.push(llc);
        if matches!(self.rule, Rule::Braid | Rule::GBraid) {
            seen.sort_unstable();
            seen.dedup();
        }
        seen.extend(self.rlos.iter().copied().chain(step.rlo));
        ensure(all_different(&seen), Refusal::Repeated)
    }

    /// A candidate that is all that is left, or a g-candidate of the variable that
    /// has all of what is left, two or more, and not the target.
    fn check_rlo(&self, step: &Step, rlo: Object, left: Vec<Label>) -> Result<(), Refusal> {
        let inside: &[Label] = match rlo {
            Object::Label(ref label) => std::slice::from_ref(label),
            Object::Group(group) => {
                let grouped = matches!(self.rule, Rule::GWhip | Rule::GBraid);
                let mut own = self.model.glabels_of(step.variable);
                ensure(grouped && own.any(|g| g == group), Refusal::Grouped)?;
                self.model.glabel_labels(group)
            }
        };
        ensure(!inside.contains(&self.target), Refusal::TargetInChain)?;
        let enough = left.len() >= inside.len().min(2);
        let alone = enough && left.iter().all(|label| inside.contains(label));
        ensure(alone, Refusal::NotAlone(left))
    }

    /// Whether a label may follow an object as llc: it contradicts it. A
    /// g-candidate is also contradicted by the other labels of its own variable,
    /// which has only one value (PBCS 7.3 as the author's own paths read it).
    fn leads_to(&self, object: Object, llc: Label) -> bool {
        let beside = |group| {
            let own = self.model.labels_of(self.model.glabel_variable(group));
            own.contains(&llc) && !self.model.glabel_labels(group).contains(&llc)
        };
        self.contradicts(object, llc) || matches!(object, Object::Group(group) if beside(group))
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
