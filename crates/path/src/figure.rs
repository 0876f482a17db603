//! The figure of a step, in addition to its marks: arcs along a chain, frames
//! around its parts, and why the other candidates of its variables do not count.
//! From left to right an arc goes inside a CSP variable; from right to the next
//! left by a link. PBCS 5.2 to 5.4, 7.2, 8.3; CSP-Rules manual 14.

use gradus_csp::{Label, Model, Position, Variable};

use super::chain::ChainLink;
use super::forcing::Forcing;
use super::relation::{OrWhip, Split};
use super::step::PathStep;
use super::terms::Object;

/// The meaning of an arc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// Two answers to a CSP variable: if the first is false, the second is true.
    Variable(Variable),
    /// A link: both cannot be true.
    Link,
    /// Two guardians of a relation.
    Relation,
}

/// An arc of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arc {
    /// The start: a candidate, or all those of a g-candidate.
    pub from: Vec<Label>,
    /// The end.
    pub to: Vec<Label>,
    /// The meaning.
    pub tie: Tie,
    /// The link of the chain that it leads into or lies in, from 1, or 0.
    pub link: usize,
}

/// The object inside an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Framed {
    /// The variable in which a label is alone.
    Single,
    /// A g-candidate.
    Group,
    /// A variable of a chain.
    Variable,
    /// The last variable of a chain, which has no candidates left.
    Emptied,
    /// The variable from which a forcing whip starts.
    Fork,
    /// A base of a Subset.
    Base,
    /// A cover of a Subset.
    Cover,
    /// The fins of a fish.
    Fins,
    /// A variable of an impossible pattern.
    Pattern,
    /// The guardians of a relation.
    Guardians,
}

/// An outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// The object inside.
    pub part: Framed,
    /// The labels inside.
    pub labels: Vec<Label>,
    /// The variable of the labels, if they have a common one.
    pub variable: Option<Variable>,
    /// The link of the chain, from 1.
    pub link: Option<usize>,
}

/// The reason why another candidate of a chain's variable does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Because {
    /// It is linked to the target: a z-candidate.
    Target,
    /// It is linked to the right-linking object of this link: a t-candidate.
    Right(usize),
}

/// A candidate of a chain's variable that is not part of the chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Other {
    /// The candidate.
    pub label: Label,
    /// The link of its variable, from 1.
    pub link: usize,
    /// The reason why it does not count.
    pub because: Because,
}

/// The parts of a drawing of a step in addition to its marks.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct StepFigure {
    /// The arcs, in the order of the chain.
    pub arcs: Vec<Arc>,
    /// The outlines.
    pub frames: Vec<Outline>,
    /// The z- and t-candidates of a chain.
    pub others: Vec<Other>,
}

/// The figure of a step in the position before it.
pub fn figure(model: &Model, step: &PathStep, position: &Position) -> StepFigure {
    let mut pen = Pen {
        model,
        position,
        figure: StepFigure::default(),
        rights: Vec::new(),
    };
    match step {
        PathStep::Single { variable, .. } => {
            let labels = model.labels_of(*variable).to_vec();
            pen.frame(Framed::Single, labels, Some(*variable), None);
        }
        PathStep::Chain(chain) => {
            pen.links(&chain.targets, &chain.links, 1);
            pen.close(&chain.targets, chain.links.len());
        }
        PathStep::Forcing(forcing) => pen.forcing(forcing),
        PathStep::Subset(subset) => {
            pen.variables(Framed::Base, &subset.bases);
            pen.variables(Framed::Cover, &subset.covers);
        }
        PathStep::Finned(fish) => {
            pen.variables(Framed::Base, &fish.bases);
            pen.variables(Framed::Cover, &fish.covers);
            let covered = |label: &Label| {
                let mut covers = fish.covers.iter();
                covers.any(|&cover| model.labels_of(cover).contains(label))
            };
            let last = fish.bases.last().map_or(vec![], |&base| pen.present(base));
            let fins = last.into_iter().filter(|label| !covered(label)).collect();
            pen.frame(Framed::Fins, fins, Some(fish.fins), None);
        }
        PathStep::Belt(belt) => {
            for segment in &belt.segments {
                pen.variables(Framed::Base, &segment.ends);
                pen.variables(Framed::Cover, &segment.shared);
            }
        }
        PathStep::Impossible(pattern) => {
            pen.variables(Framed::Pattern, &pattern.variables);
            let guardians = pattern.guardians.clone();
            pen.frame(Framed::Guardians, guardians, None, None);
        }
        PathStep::Split(split) => pen.split(split),
        PathStep::OrWhip(whip) => pen.or_whip(whip),
        PathStep::Guardian { value, .. } => {
            pen.frame(Framed::Guardians, vec![*value], None, None);
        }
        PathStep::Specific(_) | PathStep::Trial(_) => {}
    }
    pen.figure
}

/// Draws a figure along a chain.
struct Pen<'a> {
    model: &'a Model,
    position: &'a Position,
    figure: StepFigure,
    /// The right-linking objects so far: link, object, and remaining candidates.
    rights: Vec<(usize, Object, Vec<Label>)>,
}

impl Pen<'_> {
    /// The candidates of a variable.
    fn present(&self, variable: Variable) -> Vec<Label> {
        let labels = self.model.labels_of(variable).iter().copied();
        let candidates = &self.position.candidates;
        labels.filter(|label| candidates.contains(label)).collect()
    }

    /// The candidates left of a right-linking object.
    fn inside(&self, object: Object) -> Vec<Label> {
        let labels = object.labels(self.model).iter().copied();
        let candidates = &self.position.candidates;
        labels.filter(|label| candidates.contains(label)).collect()
    }

    fn linked(&self, object: Object, label: Label) -> bool {
        match object {
            Object::Label(other) => self.model.linked(other, label),
            Object::Group(group) => self.model.glabel_linked(group).contains(&label),
        }
    }

    fn frame(
        &mut self,
        part: Framed,
        labels: Vec<Label>,
        variable: Option<Variable>,
        link: Option<usize>,
    ) {
        self.figure.frames.push(Outline {
            part,
            labels,
            variable,
            link,
        });
    }

    /// Outlines the candidates of each variable.
    fn variables(&mut self, part: Framed, variables: &[Variable]) {
        for &variable in variables {
            let labels = self.present(variable);
            self.frame(part, labels, Some(variable), None);
        }
    }

    fn arc(&mut self, from: Vec<Label>, to: Vec<Label>, tie: Tie, link: usize) {
        self.figure.arcs.push(Arc {
            from,
            to,
            tie,
            link,
        });
    }

    /// Adds an arc to a candidate from an object linked to it: the latest
    /// right-linking one, or else the candidates that the chain is built on.
    fn arrive(&mut self, starts: &[Label], label: Label, link: usize) {
        let mut rights = self.rights.iter().rev();
        let right = rights.find(|(_, object, _)| self.linked(*object, label));
        if let Some((_, _, inside)) = right {
            self.arc(inside.clone(), vec![label], Tie::Link, link);
            return;
        }
        for &start in starts {
            if self.model.linked(start, label) {
                self.arc(vec![start], vec![label], Tie::Link, link);
            }
        }
    }

    /// Draws the variables of a chain that starts from some candidates, its links
    /// counted from `first`.
    fn links(&mut self, starts: &[Label], steps: &[ChainLink], first: usize) {
        for (link, step) in (first..).zip(steps) {
            self.arrive(starts, step.llc, link);
            let inside = step.rlo.map_or(vec![], |right| self.inside(right));
            let present = self.present(step.variable);
            self.others(starts, step, &present, &inside, link);
            let Some(right) = step.rlo else {
                self.frame(Framed::Emptied, present, Some(step.variable), Some(link));
                continue;
            };
            self.frame(Framed::Variable, present, Some(step.variable), Some(link));
            if matches!(right, Object::Group(_)) {
                let variable = Some(step.variable);
                self.frame(Framed::Group, inside.clone(), variable, Some(link));
            }
            let tie = Tie::Variable(step.variable);
            self.arc(vec![step.llc], inside.clone(), tie, link);
            self.rights.push((link, right, inside));
        }
    }

    /// Finds the reasons why the other candidates of a variable do not count.
    fn others(
        &mut self,
        starts: &[Label],
        step: &ChainLink,
        present: &[Label],
        right: &[Label],
        link: usize,
    ) {
        for &label in present {
            if label == step.llc || right.contains(&label) {
                continue;
            }
            let by_target = |start: &Label| self.model.linked(*start, label) || *start == label;
            let mut rights = self.rights.iter();
            let by_right = rights.find(|(_, object, _)| self.linked(*object, label));
            let because = match by_right {
                _ if starts.iter().all(by_target) => Because::Target,
                Some((by, _, _)) => Because::Right(*by),
                None => Because::Target,
            };
            self.figure.others.push(Other {
                label,
                link,
                because,
            });
        }
    }

    /// Adds arcs from the last right-linking object, if the last variable has one, to the targets.
    fn close(&mut self, targets: &[Label], last: usize) {
        let right = self.rights.last().filter(|(link, ..)| *link == last);
        let Some((_, _, inside)) = right.cloned() else {
            return;
        };
        for &target in targets.iter().filter(|target| !inside.contains(target)) {
            self.arc(inside.clone(), vec![target], Tie::Link, last);
        }
    }

    fn forcing(&mut self, forcing: &Forcing) {
        let starts = forcing.branches.iter().map(|branch| branch.start).collect();
        self.frame(Framed::Fork, starts, Some(forcing.variable), None);
        let mut first = 1;
        for branch in &forcing.branches {
            self.rights.clear();
            self.links(&[branch.start], &branch.links, first);
            first += branch.links.len();
            if !branch.links.is_empty() {
                self.close(&forcing.targets, first - 1)
            } else {
                for &target in &forcing.targets {
                    self.arc(vec![branch.start], vec![target], Tie::Link, first - 1);
                }
            }
        }
    }

    fn split(&mut self, split: &Split) {
        let guardians = split.guardians.clone();
        self.frame(Framed::Guardians, guardians, None, None);
        let pairs = split.candidates.windows(2).zip(&split.variables);
        for (link, (pair, &variable)) in (1..).zip(pairs) {
            let tie = Tie::Variable(variable);
            self.arc(vec![pair[0]], vec![pair[1]], tie, link);
        }
    }

    fn or_whip(&mut self, whip: &OrWhip) {
        self.links(&whip.targets, &whip.before, 1);
        let link = whip.before.len() + 1;
        let guardians = whip.guardians.clone();
        for &guardian in guardians.iter().filter(|&&g| Some(g) != whip.right) {
            self.arrive(&whip.targets, guardian, link);
        }
        self.frame(Framed::Guardians, guardians, None, Some(link));
        if let Some(right) = whip.right {
            self.arc(vec![whip.left], vec![right], Tie::Relation, link);
            self.rights.push((link, Object::Label(right), vec![right]));
        }
        self.links(&whip.targets, &whip.after, link + 1);
        self.close(&whip.targets, whip.length());
    }
}
