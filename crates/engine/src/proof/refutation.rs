//! Paths of Trial and Error, in which every trial that matters is shown with its
//! refutation. PBCS 4.6, 9.5 and 11.2 to 11.4.
//!
//! First a path is followed in which trials are only noted, each with its state.
//! Then it is gone through backwards: of the steps those are kept on which the
//! end depends, and only the trials among them are worked out, in the same way.
//! A step depends on the labels that are gone from its variables; where several
//! steps explain that a label is gone, one that is wanted anyway is enough.

use std::collections::{BTreeMap, BTreeSet};

use super::walk;
use crate::kernel::Kernel;
use crate::rating::{Limits, Rating, Status};
use crate::rules::subset::LARGEST;
use crate::rules::{BraidTheory, Brt, SFin, Subsets, Theory, WithBelts};
use crate::te::TrialAndError;
use crate::walk::{highest, refute_all};
use gradus_csp::{Label, Labels, Model, Position, State, Variable};
use gradus_path::{Family, Ladder, Path, PathEnd, PathStep, PathTheory, Strategy, Trial};

/// A path of a class up to the level that solves, if the rating says which; of a
/// class that is not defined for the puzzle, the path of shallower trials that
/// shows why. Labels of `truth` are not tried.
pub(super) fn follow<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    ladder: Ladder,
    rating: Option<Rating>,
    limits: Limits,
) -> Path {
    let value = rating.and_then(|rating| rating.value).map(usize::from);
    let status = rating.map(|rating| rating.status);
    let known = matches!(status, Some(Status::Exact | Status::NotApplicable));
    let levels: Vec<(Inner, usize)> = match ladder {
        Ladder::Depths => {
            let last = value.unwrap_or(1).min(limits.max_depth);
            (1..=last).map(|depth| (Inner::Braids(0), depth)).collect()
        }
        Ladder::GDepths => {
            let last = value.unwrap_or(1).min(limits.max_depth);
            (0..=last).map(|depth| (Inner::Subsets(1), depth)).collect()
        }
        Ladder::Subsets => {
            let last = value.unwrap_or(LARGEST);
            (0..=last).map(|size| (Inner::Subsets(size), 1)).collect()
        }
        Ladder::Fish => {
            let last = value.unwrap_or(Ladder::BELTS);
            (0..=last).map(|level| (Inner::of_fish(level), 1)).collect()
        }
        // Nothing is known of how far to go.
        Ladder::Braids { .. } if !known => Vec::new(),
        Ladder::Braids { depth } => {
            let lengths = 0..=value.unwrap_or(0);
            lengths
                .map(|length| (Inner::Braids(length), depth))
                .collect()
        }
    };
    let mut main = Draft {
        state: state.clone(),
        steps: Vec::new(),
    };
    let mut end = None;
    for &(inner, depth) in [(Inner::Braids(0), 0)].iter().chain(&levels) {
        let run = Run {
            kernel,
            inner,
            limits,
        };
        end = end.or_else(|| run.follow(&mut main, depth, truth));
    }
    let all = match ladder {
        Ladder::Subsets => levels.len() > LARGEST,
        Ladder::Fish => levels.len() > Ladder::BELTS,
        _ => false,
    };
    let end = end.unwrap_or(if all {
        PathEnd::Stuck
    } else {
        PathEnd::Stopped
    });
    let start = position(state);
    let goal = match end {
        // All values are wanted; what they do not need is not.
        PathEnd::Solved => Goal::Values,
        PathEnd::Contradiction => match empty_variable(kernel, &main.state) {
            Some(empty) => Goal::Empty(empty),
            None => Goal::Everything,
        },
        PathEnd::Stuck | PathEnd::Stopped => Goal::Everything,
    };
    let run = Run {
        kernel,
        inner: Inner::Braids(0),
        limits,
    };
    let (steps, _) = run.finish(&start, &BTreeSet::new(), main.steps, goal);
    let theory = PathTheory::Trials(ladder);
    Path {
        theory,
        longest: highest(theory, &steps),
        steps,
        end,
        strategy: Strategy::SimplestFirst,
    }
}

/// The theory inside trials.
#[derive(Clone, Copy, Debug)]
enum Inner {
    /// S_p.
    Subsets(usize),
    /// S_4Fin.
    Finned,
    /// S_4Fin + x2y2.
    Belts,
    /// B_p; B_0 is BRT.
    Braids(usize),
}

impl Inner {
    /// The theory of a level of [`Ladder::Fish`].
    fn of_fish(level: usize) -> Inner {
        match level {
            Ladder::BELTS.. => Inner::Belts,
            Ladder::FINNED => Inner::Finned,
            size => Inner::Subsets(size),
        }
    }

    /// The theory of its paths, and how long their patterns may be.
    fn path_theory(self) -> (PathTheory, usize) {
        match self {
            Inner::Subsets(0) | Inner::Braids(0) => (PathTheory::Brt, 0),
            Inner::Subsets(1) => (PathTheory::W1, 1),
            Inner::Subsets(size) => (PathTheory::S, size),
            Inner::Finned => (PathTheory::SFin, LARGEST),
            Inner::Belts => (PathTheory::Belts, LARGEST),
            Inner::Braids(length) => (PathTheory::Chains(Family::BRAID), length),
        }
    }
}

impl<K: Kernel> Theory<K> for Inner {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        match *self {
            Inner::Subsets(size) => Subsets(size).close(kernel, state),
            Inner::Finned => SFin(LARGEST).close(kernel, state),
            Inner::Belts => WithBelts(SFin(LARGEST)).close(kernel, state),
            Inner::Braids(0) => Brt.close(kernel, state),
            Inner::Braids(length) => BraidTheory { length }.close(kernel, state),
        }
    }
}

/// A path on its way: where it is, and how it came there.
struct Draft<S> {
    state: State<S>,
    steps: Vec<DraftStep<S>>,
}

enum DraftStep<S> {
    Rule(PathStep),
    /// A trial that is known to be refuted: by what theory, how deep, where.
    Trial {
        hypothesis: Label,
        inner: Inner,
        depth: usize,
        before: State<S>,
    },
}

/// What the steps of a path are kept for.
enum Goal {
    /// All of them.
    Everything,
    /// For the values.
    Values,
    /// For this variable to be empty.
    Empty(Variable),
}

struct Run<'a, K> {
    kernel: &'a K,
    inner: Inner,
    limits: Limits,
}

impl<K: Kernel> Run<'_, K> {
    /// Applies T&E(inner, depth), shallower trials before deeper ones; returns
    /// the end if that is reached.
    fn follow(&self, draft: &mut Draft<K::Set>, depth: usize, truth: &K::Set) -> Option<PathEnd> {
        let Some(inside) = depth.checked_sub(1) else {
            return self.apply_rules(draft, truth);
        };
        let trials = TrialAndError::new(self.inner, inside);
        loop {
            let end = self.follow(draft, inside, truth);
            if end.is_some() {
                return end;
            }
            let mut in_vain = true;
            let mut untried = draft.state.candidates().without(truth);
            for hypothesis in untried.clone().iter() {
                if !untried.contains(hypothesis) || !draft.state.is_candidate(hypothesis) {
                    continue;
                }
                let mut trial = draft.state.clone();
                self.kernel.assert(&mut trial, hypothesis);
                if trials.close(self.kernel, &mut trial) {
                    // What is asserted in it would derive no more.
                    untried.subtract(&trial.values);
                    continue;
                }
                in_vain = false;
                draft.steps.push(DraftStep::Trial {
                    hypothesis,
                    inner: self.inner,
                    depth,
                    before: draft.state.clone(),
                });
                draft.state.eliminate(hypothesis);
                let end = self.follow(draft, inside, truth);
                if end.is_some() {
                    return end;
                }
            }
            if in_vain {
                return None;
            }
        }
    }

    /// Applies the rules of the theory to their end.
    fn apply_rules(&self, draft: &mut Draft<K::Set>, truth: &K::Set) -> Option<PathEnd> {
        let (theory, max_length) = self.inner.path_theory();
        let limits = Limits {
            max_length,
            ..self.limits
        };
        let path = walk::follow(self.kernel, &draft.state, truth, theory, limits);
        for step in path.steps {
            match &step {
                PathStep::Single { value, .. } => self.kernel.assert(&mut draft.state, *value),
                PathStep::Specific(application) => {
                    refute_all(&mut draft.state, &application.targets);
                }
                _ => {
                    let targets = step.targets().iter();
                    targets.for_each(|&target| draft.state.eliminate(target));
                }
            }
            draft.steps.push(DraftStep::Rule(step));
        }
        matches!(path.end, PathEnd::Solved | PathEnd::Contradiction).then_some(path.end)
    }

    /// The refutation of a candidate by T&E(inner, depth − 1), and the labels
    /// outside it on whose absence it depends.
    fn refute(
        &self,
        hypothesis: Label,
        depth: usize,
        before: &State<K::Set>,
    ) -> Option<(Trial, BTreeSet<Label>)> {
        let mut state = before.clone();
        self.kernel.assert(&mut state, hypothesis);
        let start = position(&state);
        let mut draft = Draft {
            state,
            steps: Vec::new(),
        };
        let end = self.follow(&mut draft, depth.saturating_sub(1), &self.kernel.none());
        let empty = empty_variable(self.kernel, &draft.state)?;
        debug_assert_eq!(end, Some(PathEnd::Contradiction));
        let model = self.kernel.model();
        let own: BTreeSet<Label> = model.linked_labels(hypothesis).iter().copied().collect();
        let (steps, needs) = self.finish(&start, &own, draft.steps, Goal::Empty(empty));
        let trial = Trial {
            hypothesis,
            steps,
            empty,
        };
        Some((trial, needs))
    }

    /// The steps on which a goal depends, with their trials worked out; and the
    /// labels that must be gone before the first of them, but for those that
    /// `given` ones explain.
    fn finish(
        &self,
        start: &Position,
        given: &BTreeSet<Label>,
        drafts: Vec<DraftStep<K::Set>>,
        goal: Goal,
    ) -> (Vec<PathStep>, BTreeSet<Label>) {
        let model = self.kernel.model();
        let mut replay = Replay::new(model, start);
        for draft in &drafts {
            replay.apply(draft);
        }
        let mut outside = BTreeSet::new();
        let mut wanted: Vec<bool> = drafts
            .iter()
            .map(|draft| match (&goal, draft) {
                (Goal::Everything, _) => true,
                (Goal::Values, DraftStep::Rule(step)) => matches!(step, PathStep::Single { .. }),
                _ => false,
            })
            .collect();
        let count = drafts.len();
        let is_rule = |draft: &DraftStep<K::Set>| matches!(draft, DraftStep::Rule(_));
        let rules: Vec<bool> = drafts.iter().map(is_rule).collect();
        let mut want = |wanted: &mut [bool], label: Label, before: usize| {
            let reasons = replay.gone_by.get(&label).map_or(&[][..], |steps| steps);
            let reasons = || reasons.iter().copied().take_while(|&step| step < before);
            if given.contains(&label) || reasons().any(|step| wanted[step]) {
                return;
            }
            let simple = reasons().find(|&step| rules[step]);
            match simple.or_else(|| reasons().next()) {
                Some(step) if start.has(label) => wanted[step] = true,
                _ => drop(outside.insert(label)),
            }
        };
        if let Goal::Empty(empty) = goal {
            let labels = model.labels_of(empty).iter();
            labels.for_each(|&label| want(&mut wanted, label, count));
        }
        let mut steps = Vec::new();
        for (index, draft) in drafts.into_iter().enumerate().rev() {
            if !wanted[index] {
                continue;
            }
            let (step, needs) = match draft {
                // What rules of the kind depend on is theirs to know: on all that is gone.
                DraftStep::Rule(step @ PathStep::Specific(_)) => {
                    wanted[..index].fill(true);
                    let gone = model.labels().filter(|&label| !start.has(label));
                    (Some(step), gone.collect())
                }
                DraftStep::Rule(step) => (Some(step), replay.needs[index].clone()),
                DraftStep::Trial {
                    hypothesis,
                    inner,
                    depth,
                    before,
                } => {
                    let run = Run { inner, ..*self };
                    let refuted = run.refute(hypothesis, depth, &before);
                    let (trial, needs) = refuted.unzip();
                    (
                        trial.map(PathStep::Trial),
                        needs.unwrap_or_default().into_iter().collect(),
                    )
                }
            };
            let needs = needs.into_iter();
            needs.for_each(|label| want(&mut wanted, label, index));
            steps.extend(step);
        }
        steps.reverse();
        (steps, outside)
    }
}

/// What each step eliminates, and which absent labels it depends on.
struct Replay<'a> {
    model: &'a Model,
    position: Position,
    /// The steps that eliminate a label, in order; after the first, values only.
    gone_by: BTreeMap<Label, Vec<usize>>,
    needs: Vec<Vec<Label>>,
}

impl<'a> Replay<'a> {
    fn new(model: &'a Model, start: &Position) -> Self {
        Replay {
            model,
            position: start.clone(),
            gone_by: BTreeMap::new(),
            needs: Vec::new(),
        }
    }

    fn apply<S>(&mut self, draft: &DraftStep<S>) {
        let (gone, variables): (&[Label], Vec<Variable>) = match draft {
            DraftStep::Trial { hypothesis, .. } => (std::slice::from_ref(hypothesis), Vec::new()),
            DraftStep::Rule(step) => {
                let variables = match step {
                    PathStep::Single { variable, .. } => vec![*variable],
                    PathStep::Chain(chain) => chain.links.iter().map(|s| s.variable).collect(),
                    PathStep::Forcing(forcing) => {
                        let steps = forcing.branches.iter().flat_map(|branch| &branch.links);
                        let own = [forcing.variable].into_iter();
                        own.chain(steps.map(|s| s.variable)).collect()
                    }
                    PathStep::Subset(subset) => subset.bases.clone(),
                    PathStep::Finned(fish) => fish.bases.clone(),
                    PathStep::Belt(belt) => belt.segments.iter().flat_map(|s| s.ends).collect(),
                    // Theories with trials have no relations.
                    _ => Vec::new(),
                };
                match step {
                    PathStep::Single { value, .. } => (self.model.linked_labels(*value), variables),
                    _ => (step.targets(), variables),
                }
            }
        };
        let labels = variables.iter().flat_map(|&v| self.model.labels_of(v));
        let absent = labels.filter(|label| !self.position.candidates.contains(label));
        self.needs.push(absent.copied().collect());
        let index = self.needs.len() - 1;
        let single = match draft {
            DraftStep::Rule(PathStep::Single { value, .. }) => Some(*value),
            _ => None,
        };
        for label in gone {
            if self.position.candidates.remove(label) || single.is_some() {
                self.gone_by.entry(*label).or_default().push(index);
            }
        }
        if let Some(label) = single {
            self.position.candidates.remove(&label);
            self.position.values.insert(label);
        }
    }
}

/// A state as plain sets.
fn position<S: Labels>(state: &State<S>) -> Position {
    Position {
        candidates: state.candidates().iter().collect(),
        values: state.values.iter().collect(),
    }
}

/// A variable of which nothing is left.
fn empty_variable<K: Kernel>(kernel: &K, state: &State<K::Set>) -> Option<Variable> {
    kernel.empty_variables(&state.left).into_iter().next()
}
