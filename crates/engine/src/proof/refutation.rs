//! Paths of Trial and Error, in which every trial that matters is shown with its
//! refutation. PBCS 4.6, 9.5 and 11.2 to 11.4.
//!
//! First a path is followed in which trials are only noted, each with its state.
//! Then it is gone through backwards: of the steps those are kept on which the
//! end depends, and only the trials among them are worked out, in the same way.
//! A step depends on the labels that are gone from its variables; where several
//! steps explain that a label is gone, one that is wanted anyway is enough.

use std::collections::{BTreeMap, BTreeSet};

use super::ladder::InnerTheory;
use super::walk;
use crate::kernel::Kernel;
use crate::rating::{Limits, Rating, Status};
use crate::rules::Theory;
use crate::rules::subset::LARGEST;
use crate::te::TrialAndError;
use crate::walk::{highest, refute_all};
use gradus_csp::{Label, Labels, Model, Position, State, Variable};
use gradus_path::{Ladder, Path, PathEnd, PathStep, PathTheory, Strategy, Trial};

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
    let status = rating.map(|rating| rating.status);
    let value = rating.and_then(|rating| rating.value).map(usize::from);
    // The level of a lower bound was not tried, or not to its end.
    let is_lower = status == Some(Status::Lower);
    let value = value.map(|value| value.saturating_sub(usize::from(is_lower)));
    let known = matches!(status, Some(Status::Exact | Status::NotApplicable));
    let last = match ladder {
        Ladder::Depths | Ladder::GDepths => value.unwrap_or(1).min(limits.max_depth),
        Ladder::Subsets => value.unwrap_or(LARGEST),
        Ladder::Fish => value.unwrap_or(Ladder::BELTS),
        Ladder::Braids { .. } => value.unwrap_or(0),
    };
    let mut levels = vec![(InnerTheory::Braids(0), 0)];
    match ladder {
        // Nothing is known of how far to go.
        Ladder::Braids { .. } if !known => {}
        Ladder::Braids { depth } => {
            levels.push((InnerTheory::Braids(0), depth));
            levels.extend(InnerTheory::levels(ladder, last));
        }
        _ => levels.extend(InnerTheory::levels(ladder, last)),
    }
    let mut main = Draft {
        state: state.clone(),
        steps: Vec::new(),
    };
    let mut end = None;
    let mut run = Refuter {
        kernel,
        inner: InnerTheory::Braids(0),
        limits,
    };
    for (inner, depth) in levels {
        run.inner = inner;
        end = end.or_else(|| run.follow(&mut main, depth, truth));
    }
    let end = end.unwrap_or(match ladder {
        Ladder::Subsets if last >= LARGEST => PathEnd::Stuck,
        Ladder::Fish if last >= Ladder::BELTS => PathEnd::Stuck,
        _ => PathEnd::Stopped,
    });
    let start = position(state);
    let goal = match end {
        // All values are wanted; what they do not need is not.
        PathEnd::Solved => PathGoal::Values,
        PathEnd::Contradiction => match empty_variable(kernel, &main.state) {
            Some(empty) => PathGoal::Empty(empty),
            None => PathGoal::Everything,
        },
        PathEnd::Stuck | PathEnd::Stopped => PathGoal::Everything,
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
        inner: InnerTheory,
        depth: usize,
        before: State<S>,
    },
}

/// The purpose for which the steps of a path are kept.
enum PathGoal {
    /// All of them.
    Everything,
    /// For the values.
    Values,
    /// For this variable to be empty.
    Empty(Variable),
}

struct Refuter<'a, K> {
    kernel: &'a K,
    inner: InnerTheory,
    limits: Limits,
}

impl<K: Kernel> Refuter<'_, K> {
    /// Applies T&E(inner, depth), shallower trials before deeper ones; returns
    /// the end if that is reached.
    fn follow(&self, draft: &mut Draft<K::Set>, depth: usize, truth: &K::Set) -> Option<PathEnd> {
        let Some(inside) = depth.checked_sub(1) else {
            return self.apply_rules(draft, truth);
        };
        let theory = self.inner.theory();
        let trials = TrialAndError::new(&*theory, inside);
        loop {
            if let end @ Some(_) = self.follow(draft, inside, truth) {
                return end;
            }
            let mut nothing_new = true;
            let mut untried = draft.state.candidates().without(truth);
            for hypothesis in untried.clone().iter() {
                if !untried.contains(hypothesis) || !draft.state.is_candidate(hypothesis) {
                    continue;
                }
                let mut trial = self.kernel.asserted(&draft.state, hypothesis);
                if trials.close(self.kernel, &mut trial) {
                    // Its values would derive no more.
                    untried.subtract(&trial.values);
                    continue;
                }
                nothing_new = false;
                draft.steps.push(DraftStep::Trial {
                    hypothesis,
                    inner: self.inner,
                    depth,
                    before: draft.state.clone(),
                });
                draft.state.eliminate(hypothesis);
                if let end @ Some(_) = self.follow(draft, inside, truth) {
                    return end;
                }
            }
            if nothing_new {
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
        let (steps, needs) = self.finish(&start, &own, draft.steps, PathGoal::Empty(empty));
        let trial = Trial {
            hypothesis,
            steps,
            empty,
        };
        Some((trial, needs))
    }

    /// The steps on which a goal depends, with their trials worked out; and the labels that must
    /// be gone before the first of them, but for those that `given` ones explain.
    fn finish(
        &self,
        start: &Position,
        given: &BTreeSet<Label>,
        drafts: Vec<DraftStep<K::Set>>,
        goal: PathGoal,
    ) -> (Vec<PathStep>, BTreeSet<Label>) {
        let model = self.kernel.model();
        let mut replay = StepDependencies::new(model, start);
        for draft in &drafts {
            replay.apply(draft);
        }
        let mut outside = BTreeSet::new();
        let is_wanted = |draft: &DraftStep<K::Set>| match goal {
            PathGoal::Everything => true,
            PathGoal::Values => matches!(draft, DraftStep::Rule(PathStep::Single { .. })),
            PathGoal::Empty(_) => false,
        };
        let mut wanted: Vec<bool> = drafts.iter().map(is_wanted).collect();
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
        if let PathGoal::Empty(empty) = goal {
            let labels = model.labels_of(empty).iter();
            labels.for_each(|&label| want(&mut wanted, label, count));
        }
        let mut steps = Vec::new();
        for (index, draft) in drafts.into_iter().enumerate().rev() {
            if !wanted[index] {
                continue;
            }
            let (step, needs) = match draft {
                // Rules of the kind may depend on every label that is gone.
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
                    let run = Refuter { inner, ..*self };
                    let refuted = run.refute(hypothesis, depth, &before);
                    let (trial, needs) = refuted.unzip();
                    let needs = needs.into_iter().flatten().collect();
                    (trial.map(PathStep::Trial), needs)
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

/// The labels that each step eliminates, and the absent labels on which it depends.
struct StepDependencies<'a> {
    model: &'a Model,
    position: Position,
    /// The steps that eliminate a label, in order; after the first, values only.
    gone_by: BTreeMap<Label, Vec<usize>>,
    needs: Vec<Vec<Label>>,
}

impl<'a> StepDependencies<'a> {
    fn new(model: &'a Model, start: &Position) -> Self {
        StepDependencies {
            model,
            position: start.clone(),
            gone_by: BTreeMap::new(),
            needs: Vec::new(),
        }
    }

    fn apply<S>(&mut self, draft: &DraftStep<S>) {
        let mut single = None;
        let (gone, variables): (&[Label], Vec<Variable>) = match draft {
            DraftStep::Trial { hypothesis, .. } => (std::slice::from_ref(hypothesis), Vec::new()),
            DraftStep::Rule(PathStep::Single {
                value, variable, ..
            }) => {
                single = Some(*value);
                (self.model.linked_labels(*value), vec![*variable])
            }
            DraftStep::Rule(step) => {
                let variables = match step {
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
                (step.targets(), variables)
            }
        };
        let labels = variables.iter().flat_map(|&v| self.model.labels_of(v));
        let absent = labels.filter(|label| !self.position.candidates.contains(label));
        self.needs.push(absent.copied().collect());
        let index = self.needs.len() - 1;
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
