//! One chain against the definitions of PBCS 5.2, 5.3, 5.4, 7.3 and 7.4.
//!
//! Candidates are removed by "linked", never by "not compatible": a right-linking
//! candidate is linked to neither the target nor an earlier one, so it stays in all
//! of its variables, none of which can then appear empty.

use super::{Refusal, all_different, candidates, check_targets, ensure};
use gradus_csp::{Label, Model, Position};
use gradus_path::{Chain, ChainLink, ChainRule, Object, OrWhip};

/// Checks that a chain satisfies its definition in a state, for each of its
/// targets, so that they may be eliminated.
pub fn check_chain(model: &Model, position: &Position, chain: &Chain) -> Result<(), Refusal> {
    check_targets(position, &chain.targets)?;
    let last = chain.links.len().checked_sub(1).ok_or(Refusal::Nothing)?;
    if chain.rule == ChainRule::TypedWhip {
        check_kinds(model, &chain.links)?;
    }
    for &target in &chain.targets {
        let mut checked = CheckedChain::new(model, position, chain.rule, target);
        checked.follow(&chain.links, Some(last))?;
    }
    Ok(())
}

/// All variables must be of one kind.
fn check_kinds(model: &Model, links: &[ChainLink]) -> Result<(), Refusal> {
    let known = |link: &&ChainLink| link.variable.index() < model.variables().count();
    let mut kinds = links
        .iter()
        .filter(known)
        .map(|link| model.kind_of(link.variable));
    let first = kinds.next();
    let same = kinds.all(|kind| Some(kind) == first);
    ensure(same, Refusal::OtherKind)
}

/// Checks that links are a partial whip on a candidate: every variable has its
/// right-linking candidate.
pub(crate) fn check_partial(
    model: &Model,
    position: &Position,
    target: Label,
    links: &[ChainLink],
) -> Result<(), Refusal> {
    CheckedChain::new(model, position, ChainRule::Whip, target).follow(links, None)
}

/// Checks that links with a relation among them are a whip, for each target.
pub(crate) fn check_or_chain(
    model: &Model,
    position: &Position,
    whip: &OrWhip,
) -> Result<(), Refusal> {
    let place = whip.before.len();
    let last = whip.length() - 1;
    for &target in &whip.targets {
        let mut chain = CheckedChain::new(model, position, ChainRule::Whip, target);
        chain.follow(&whip.before, Some(last))?;
        let checked = chain.check_relation(whip, place == last);
        checked.map_err(|reason| Refusal::InChain(place, Box::new(reason)))?;
        chain.llcs.push(Object::Label(whip.left));
        chain.rlos.extend(whip.right.map(Object::Label));
        chain.follow(&whip.after, Some(last))?;
    }
    Ok(())
}

/// A chain on one target, as far as it has been checked.
struct CheckedChain<'a> {
    model: &'a Model,
    position: &'a Position,
    rule: ChainRule,
    target: Label,
    /// The left-linking candidates, one per link so far.
    llcs: Vec<Object>,
    /// The right-linking objects so far.
    rlos: Vec<Object>,
}

impl<'a> CheckedChain<'a> {
    fn new(model: &'a Model, position: &'a Position, rule: ChainRule, target: Label) -> Self {
        CheckedChain {
            model,
            position,
            rule,
            target,
            llcs: Vec::new(),
            rlos: Vec::new(),
        }
    }

    /// Checks more links; `last` is the index of the chain's last link, if it ends.
    fn follow(&mut self, links: &[ChainLink], last: Option<usize>) -> Result<(), Refusal> {
        for link in links {
            let index = self.llcs.len();
            let checked = self.check_link(link, Some(index) == last);
            checked.map_err(|reason| Refusal::InChain(index, Box::new(reason)))?;
            self.llcs.push(Object::Label(link.llc));
            self.rlos.extend(link.rlo);
        }
        Ok(())
    }

    fn check_link(&self, link: &ChainLink, is_last: bool) -> Result<(), Refusal> {
        let all = candidates(self.model, self.position, link.variable)?;
        ensure(all.contains(&link.llc), Refusal::NotCandidate(link.llc))?;
        ensure(self.is_continuous(link), Refusal::NotContinuous(link.llc))?;
        self.check_difference(link)?;
        // The objects that may remove the candidates other than the llc under this rule.
        let by_target = match self.rule {
            ChainRule::BivChain => is_last,
            // It begins like a whip.
            ChainRule::TWhip => is_last || self.rlos.is_empty(),
            _ => true,
        };
        let by_earlier = !matches!(self.rule, ChainRule::BivChain | ChainRule::ZChain);
        let is_struck = |label: Label| {
            label == link.llc
                || by_target && self.model.linked(self.target, label)
                || by_earlier && self.rlos.iter().any(|&o| self.contradicts(o, label))
        };
        let left: Vec<Label> = all.iter().copied().filter(|&l| !is_struck(l)).collect();
        match link.rlo {
            Some(rlo) if !is_last => return self.check_rlo(link, rlo, left),
            Some(Object::Label(rlc)) if self.rule == ChainRule::BivChain => {
                let bivalue = all.len() == 2 && all.contains(&rlc);
                ensure(bivalue, Refusal::NotAlone(all.clone()))?;
            }
            None if is_last && self.rule != ChainRule::BivChain => {}
            _ => return Err(Refusal::MisplacedEnd),
        }
        // The last variable: not the target's, with two or more candidates, none left.
        let own = self.model.labels_of(link.variable).contains(&self.target);
        ensure(!own && all.len() > 1, Refusal::WrongLast(link.variable))?;
        ensure(left.is_empty(), Refusal::NotEmpty(left))
    }

    /// Checks the relation of an OR_k-whip: no guardian is the target or
    /// right-linking before it; one is linked to the object just before; all but
    /// one, or all at the end, are linked to the target or to an earlier object.
    fn check_relation(&self, whip: &OrWhip, is_last: bool) -> Result<(), Refusal> {
        let guardians = &whip.guardians;
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
    fn is_continuous(&self, link: &ChainLink) -> bool {
        let target = [Object::Label(self.target)];
        let mut before = target.iter().chain(&self.rlos);
        let linked = |object: &Object| self.leads_to(*object, link.llc);
        match self.rule {
            ChainRule::Braid | ChainRule::GBraid => before.any(linked),
            _ => before.next_back().is_some_and(linked),
        }
    }

    /// The target is not in the chain; no right-linking object occurs twice or as
    /// an llc; and except in braids, no llc occurs twice.
    fn check_difference(&self, link: &ChainLink) -> Result<(), Refusal> {
        let (target, llc) = (Object::Label(self.target), Object::Label(link.llc));
        let apart = llc != target && link.rlo != Some(target);
        ensure(apart, Refusal::TargetInChain)?;
        let mut seen = self.llcs.clone();
        seen.push(llc);
        if matches!(self.rule, ChainRule::Braid | ChainRule::GBraid) {
            seen.sort_unstable();
            seen.dedup();
        }
        seen.extend(self.rlos.iter().copied().chain(link.rlo));
        ensure(all_different(&seen), Refusal::Repeated)
    }

    /// Checks that the object is the only candidate left, or a g-candidate of the
    /// variable that contains all candidates left, two or more, and not the target.
    fn check_rlo(&self, link: &ChainLink, rlo: Object, left: Vec<Label>) -> Result<(), Refusal> {
        let inside: &[Label] = match rlo {
            Object::Label(ref label) => std::slice::from_ref(label),
            Object::Group(group) => {
                let grouped = matches!(self.rule, ChainRule::GWhip | ChainRule::GBraid);
                let mut own = self.model.glabels_of(link.variable);
                ensure(grouped && own.any(|g| g == group), Refusal::Grouped)?;
                self.model.glabel_labels(group)
            }
        };
        ensure(!inside.contains(&self.target), Refusal::TargetInChain)?;
        let enough = left.len() >= inside.len().min(2);
        let alone = enough && left.iter().all(|label| inside.contains(label));
        ensure(alone, Refusal::NotAlone(left))
    }

    /// Returns true if a label may follow an object as llc: it contradicts it. A
    /// g-candidate is also contradicted by the other labels of its own variable,
    /// which has only one value (PBCS 7.3 as the author's own paths read it).
    fn leads_to(&self, object: Object, llc: Label) -> bool {
        let beside = |group| {
            let own = self.model.labels_of(self.model.glabel_variable(group));
            own.contains(&llc) && !self.model.glabel_labels(group).contains(&llc)
        };
        self.contradicts(object, llc) || matches!(object, Object::Group(group) if beside(group))
    }

    /// Returns true if a label is linked to a candidate, or g-linked to a
    /// g-candidate: not a label of its variable, and linked to every label in it.
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
