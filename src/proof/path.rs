//! Resolution paths by the simplest-first strategy (PBCS 5.5.2): Singles to
//! quiescence, then one elimination by a shortest chain of a family, and again.
//!
//! One elimination at a time keeps every pattern legal in the state in which it
//! is applied, as it must be for whips and g-whips, whose theories are not
//! confluent: eliminations found together may take each other's candidates.

use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::{Label, Variable};
use crate::csp::state::State;
use crate::rules::Family;
use crate::rules::braid::Braids;
use crate::rules::budget::Budget;
use crate::rules::pattern::Pattern;
use crate::rules::whip::{Found, Whips};

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every variable has a value.
    Solved,
    /// Some variable can have none.
    Contradiction,
    /// Nothing more applies.
    Stuck,
}

/// One application of a rule; what a value is linked to goes without saying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathStep {
    /// A label is the only candidate of a variable.
    Single {
        /// The label.
        label: Label,
        /// The variable.
        variable: Variable,
    },
    /// The target of a chain is eliminated.
    Eliminate(Pattern),
}

/// A resolution path: what was applied, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The chains allowed.
    pub family: Family,
    /// No chain is longer.
    pub level: usize,
    /// The steps, in order.
    pub steps: Vec<PathStep>,
    /// How it ends.
    pub end: End,
}

impl Path {
    /// The patterns, in order.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        self.steps.iter().filter_map(|step| match step {
            PathStep::Single { .. } => None,
            PathStep::Eliminate(pattern) => Some(pattern),
        })
    }
}

/// A path that solves or refutes the state with chains up to this length, if
/// the simplest-first strategy finds one. Labels of `truth` are never targets.
pub fn resolve<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    chain: Family,
    max_length: usize,
) -> Option<Path> {
    follow(kernel, state, truth, chain, max_length).filter(|path| path.end != End::Stuck)
}

/// Like [`resolve`], but a path that does not come to an end is returned as far
/// as it goes; none only if a chain found by the engine makes no pattern.
pub fn follow<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    chain: Family,
    max_length: usize,
) -> Option<Path> {
    let mut state = state.clone();
    let mut steps = Vec::new();
    let mut level = 0;
    let end = loop {
        if !apply_singles(kernel, &mut state, &mut steps) {
            break End::Contradiction;
        }
        if state.is_decided() {
            break End::Solved;
        }
        let shortest = match chain.groups {
            false => shortest::<K, false>(kernel, &state, truth, chain.braid, max_length),
            true => shortest::<K, true>(kernel, &state, truth, chain.braid, max_length),
        };
        let Some(found) = shortest else {
            break End::Stuck;
        };
        let pattern = found?;
        level = level.max(pattern.length());
        state.eliminate(pattern.target);
        steps.push(PathStep::Eliminate(pattern));
    };
    let family = Family {
        braid: chain.braid,
        groups: chain.groups,
    };
    Some(Path {
        family,
        level,
        steps,
        end,
    })
}

/// Singles to quiescence; false if a variable is empty.
fn apply_singles<K: Kernel>(
    kernel: &K,
    state: &mut State<K::Set>,
    steps: &mut Vec<PathStep>,
) -> bool {
    let model = kernel.model();
    loop {
        let scan = kernel.scan(&state.left);
        if scan.empty {
            return false;
        }
        let forced = scan.singles.without(&state.values);
        if forced.is_empty() {
            return true;
        }
        for label in forced.iter() {
            let alone = |v: &Variable| {
                let mut others = model.labels_of(*v).iter().filter(|&&l| l != label);
                others.all(|&l| !state.left.contains(l))
            };
            // A Single gone by another one leaves an empty variable behind.
            if let (true, Some(variable)) = (
                state.left.contains(label),
                model.variables_of(label).find(alone),
            ) {
                state.assert(kernel, label);
                steps.push(PathStep::Single { label, variable });
            }
        }
    }
}

/// A shortest chain among all targets: none if there is none, and none inside
/// if what was found makes no pattern.
fn shortest<K: Kernel, const GROUPS: bool>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    braid: bool,
    max_length: usize,
) -> Option<Option<Pattern>> {
    let mut budget = Budget::unlimited();
    let mut targets: Vec<Label> = state.candidates().without(truth).iter().collect();
    for length in 1..=max_length {
        let mut hopeless = Vec::new();
        for &target in &targets {
            if braid {
                let mut braids = Braids::<K, GROUPS>::new(kernel, &mut budget);
                if braids.exists(state, target, length).ok()? {
                    return Some(Pattern::braid(kernel, state, target, &braids.found()));
                }
            } else {
                let mut whips = Whips::<K, GROUPS>::new(kernel, &mut budget);
                match whips.shortest(state, target, length).ok()? {
                    Found::Whip(objects) => {
                        return Some(Pattern::whip(kernel, state, target, &objects));
                    }
                    Found::Never => hopeless.push(target),
                    Found::NotUpTo(_) => {}
                }
            }
        }
        targets.retain(|target| !hopeless.contains(target));
    }
    None
}
