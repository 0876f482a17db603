//! Braids read off from trials by Singles, without a search. They are not always the shortest.
//!
//! A target whose assertion leads to an empty variable by Singles has a braid (PBCS 5.6). Of the
//! Singles on the way those are kept on which the empty variable depends; their number, and one for
//! that variable, is the length of a braid on the target. Where any braid up to some length will
//! do, this nearly always finds one in a fraction of the time that a search takes.

use super::linked::remaining;
use gradus_csp::{Label, Labels, Model, State, Variable};

/// Empty variables that are looked at in one trial: the first is not always the one with
/// the shortest braid.
const MOST_ENDS: usize = 6;

/// A braid that is longer than requested by more than this is left as it is.
const WORTH_IMPROVING: usize = 8;

/// The place of a label that was not asserted.
const NOWHERE: u16 = u16::MAX;

/// A Single of a trial.
#[derive(Clone, Copy)]
struct Single {
    label: Label,
    /// The variable in which it is alone, or `None` for the target.
    variable: Option<Variable>,
    /// The place of the Single whose assertion left it alone.
    since: u16,
}

/// Trials in states of one model, with memory that is used again.
pub(crate) struct TrialTracer<'a, S> {
    model: &'a Model,
    none: S,
    left: S,
    /// Labels left in each variable of the state.
    counts: Vec<u8>,
    /// The same in the trial.
    in_trial: Vec<u8>,
    /// The Singles, in the order in which they are asserted; the target is the first.
    singles: Vec<Single>,
    /// The place of each label among them.
    places: Vec<u16>,
    /// For each label that was struck, the place of the Single that did it first.
    struck_by: Vec<u16>,
    /// Which Singles an empty variable depends on.
    wanted: Vec<bool>,
    /// The labels of the shortest braid of the trial, without its target.
    kept: Vec<Label>,
    /// The labels that may be asserted, if not all may.
    allowed: Option<S>,
}

impl<'a, S: Labels> TrialTracer<'a, S> {
    pub(crate) fn new(model: &'a Model, none: S) -> Self {
        let labels = model.label_count();
        TrialTracer {
            model,
            left: none.clone(),
            none,
            counts: vec![0; model.variables().len()],
            in_trial: Vec::new(),
            singles: Vec::new(),
            places: vec![NOWHERE; labels],
            struck_by: vec![NOWHERE; labels],
            wanted: Vec::new(),
            kept: Vec::new(),
            allowed: None,
        }
    }

    /// Goes to a state, closed under Singles.
    pub(crate) fn enter(&mut self, state: &State<S>) {
        self.counts.fill(0);
        for label in state.left.iter() {
            for variable in self.model.variables_of(label) {
                self.counts[variable.index()] += 1;
            }
        }
    }

    /// The length of a braid on a target in the state that was entered, or `None` if Singles
    /// leave no variable empty.
    pub(crate) fn braid(
        &mut self,
        state: &State<S>,
        target: Label,
        enough: usize,
    ) -> Option<usize> {
        self.allowed = None;
        self.trial(state, target, enough)
    }

    /// The same, with more effort: one that is not much longer than `enough` is made
    /// shorter until it is not.
    pub(crate) fn shortened(
        &mut self,
        state: &State<S>,
        target: Label,
        enough: usize,
    ) -> Option<usize> {
        let mut length = self.braid(state, target, enough)?;
        if length <= enough || length - enough > WORTH_IMPROVING {
            return Some(length);
        }
        // Leaves out one label of the braid after the other, as long as the others do.
        let mut labels = std::mem::take(&mut self.kept);
        let mut place = 0;
        while length > enough && place < labels.len() {
            let mut allowed = self.none.clone();
            labels.iter().for_each(|&label| allowed.insert(label));
            allowed.remove(labels[place]);
            self.allowed = Some(allowed);
            match self.trial(state, target, enough) {
                Some(shorter) => {
                    length = shorter;
                    // A label that was needed before is still needed.
                    let still = |label: &Label| self.kept.contains(label);
                    let before = labels[..place].iter().filter(|label| still(label)).count();
                    labels.retain(still);
                    place = before;
                }
                None => place += 1,
            }
        }
        Some(length)
    }

    /// Asserts a target and the Singles after it.
    fn trial(&mut self, state: &State<S>, target: Label, enough: usize) -> Option<usize> {
        self.left.clone_from(&state.left);
        self.in_trial.clone_from(&self.counts);
        self.singles.clear();
        self.assert(target, None, 0);
        let shortest = self.run(state, enough);
        for single in &self.singles {
            self.places[single.label.index()] = NOWHERE;
        }
        shortest
    }

    fn assert(&mut self, label: Label, variable: Option<Variable>, since: usize) {
        self.places[label.index()] = self.singles.len() as u16;
        self.singles.push(Single {
            label,
            variable,
            since: since as u16,
        });
    }

    /// Asserts Singles in the order in which they appear.
    fn run(&mut self, state: &State<S>, enough: usize) -> Option<usize> {
        let model = self.model;
        let mut shortest: Option<usize> = None;
        let mut ends = 0;
        let mut now = 0;
        while now < self.singles.len() {
            for &struck in model.linked_labels(self.singles[now].label) {
                if !self.left.contains(struck) {
                    continue;
                }
                self.left.remove(struck);
                self.struck_by[struck.index()] = now as u16;
                for variable in model.variables_of(struck) {
                    let count = &mut self.in_trial[variable.index()];
                    *count -= 1;
                    match *count {
                        0 => {
                            let length = self.length(state, variable, now);
                            if shortest.is_none_or(|known| length < known) {
                                shortest = Some(length);
                                self.keep(now);
                            }
                            ends += 1;
                            if ends == MOST_ENDS || shortest <= Some(enough) {
                                return shortest;
                            }
                        }
                        1 => self.find_single(state, variable, now),
                        _ => {}
                    }
                }
            }
            now += 1;
        }
        shortest
    }

    /// Asserts the label that is alone in a variable, unless it is known.
    fn find_single(&mut self, state: &State<S>, variable: Variable, now: usize) {
        let alone = remaining(self.model.labels_of(variable), &self.left).next();
        let may_be = |label| self.allowed.as_ref().is_none_or(|all| all.contains(label));
        if let Some(label) = alone
            && self.places[label.index()] == NOWHERE
            && !state.values.contains(label)
            && may_be(label)
        {
            self.assert(label, Some(variable), now);
        }
    }

    /// The length of the braid that ends in a variable which a Single left empty.
    fn length(&mut self, state: &State<S>, end: Variable, now: usize) -> usize {
        self.wanted.clear();
        self.wanted.resize(self.singles.len(), false);
        self.want(state, end, None, now);
        let mut length = 1;
        for place in (1..=now).rev() {
            if !self.wanted[place] {
                continue;
            }
            length += 1;
            let single = self.singles[place];
            if let Some(variable) = single.variable {
                self.want(state, variable, Some(single.label), single.since.into());
            }
        }
        length
    }

    fn keep(&mut self, now: usize) {
        let wanted = (1..=now).filter(|place| self.wanted[*place]);
        self.kept.clear();
        self.kept
            .extend(wanted.map(|place| self.singles[place].label));
    }

    /// Wants a Single for each label that is gone from a variable, up to a place: the
    /// target or one that is wanted anyway, if it explains it.
    fn want(&mut self, state: &State<S>, variable: Variable, but: Option<Label>, until: usize) {
        let model = self.model;
        for &label in model.labels_of(variable) {
            if Some(label) == but || !state.left.contains(label) {
                continue;
            }
            let explains = |place: usize| model.linked(self.singles[place].label, label);
            let known = (1..=until).any(|place| self.wanted[place] && explains(place));
            if !explains(0) && !known {
                self.wanted[usize::from(self.struck_by[label.index()])] = true;
            }
        }
    }
}
