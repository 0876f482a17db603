//! Whips, braids, g-whips and g-braids by the letter of PBCS chapters 5
//! and 7. Whips are searched for depth first over sequences of (variable, llc,
//! rlc), braids breadth first over sets of right-linking objects. States must be
//! quiescent under BRT.

use std::collections::BTreeSet;

use super::{LABELS, State, model};

/// A right-linking object: a label, or a g-label as 729 + its index.
type Object = usize;

/// The labels that are linked (g-linked) to a right-linking object.
fn links_of(object: Object) -> &'static [usize] {
    if object < LABELS {
        &model().links[object]
    } else {
        &model().g_labels[object - LABELS].links
    }
}

/// The labels that may follow a right-linking object as llc's: those linked to
/// it. A g-label is also linked to the other labels of its own variable.
fn leads_to(object: Object) -> Vec<usize> {
    let mut linked = links_of(object).to_vec();
    if object >= LABELS {
        let g = &model().g_labels[object - LABELS];
        let own = model().variables[g.variable].iter();
        linked.extend(own.filter(|l| !g.labels.contains(l)));
    }
    linked
}

/// What a variable offers once the candidates linked to the target or to an
/// earlier right-linking object are struck out.
enum Offer {
    /// No candidate is left: the chain is complete.
    Nothing,
    /// A new right-linking object.
    Rlc(Object),
    /// The variable cannot be used.
    DeadEnd,
}

/// `struck[l]` says that label l is linked to the target or to an earlier rlc.
/// Striking by "linked", not by "not compatible", keeps an earlier rlc alive in
/// its own variable, which therefore never looks empty.
fn offer(
    state: &State,
    target: usize,
    rlcs: &[Object],
    struck: &[bool],
    variable: usize,
    grouped: bool,
) -> Offer {
    let labels = &model().variables[variable];
    let mut candidates = 0;
    let (mut left, mut count) = ([0; 9], 0);
    for &label in labels {
        if label == target {
            return Offer::DeadEnd;
        }
        if state.candidate[label] {
            candidates += 1;
            if !struck[label] {
                left[count] = label;
                count += 1;
            }
        }
    }
    if candidates < 2 {
        return Offer::DeadEnd;
    }
    let left = &left[..count];
    let object = match count {
        0 => return Offer::Nothing,
        1 => Some(left[0]),
        2 | 3 if grouped => model().g_labels_of[variable]
            .iter()
            .find(|&&g| left.iter().all(|l| model().g_labels[g].labels.contains(l)))
            .map(|&g| LABELS + g),
        _ => None,
    };
    match object {
        Some(object) if !rlcs.contains(&object) => Offer::Rlc(object),
        _ => Offer::DeadEnd,
    }
}

/// For each label, whether it is linked to the target or to a right-linking object.
fn strike(target: usize, rlcs: &[Object]) -> [bool; LABELS] {
    let mut struck = [false; LABELS];
    for &object in [target].iter().chain(rlcs) {
        for &label in links_of(object) {
            struck[label] = true;
        }
    }
    struck
}

/// A partial whip or g-whip on `target`.
struct Partial<'a> {
    state: &'a State,
    target: usize,
    grouped: bool,
    llcs: Vec<usize>,
    rlcs: Vec<Object>,
}

impl Partial<'_> {
    /// Returns true if `more` further variables can complete the chain.
    fn complete(&mut self, more: usize) -> bool {
        let struck = strike(self.target, &self.rlcs);
        let previous = *self.rlcs.last().unwrap_or(&self.target);
        for llc in leads_to(previous) {
            // Loopless: an llc is none of the earlier llc's and rlc's. It may be
            // a member of an earlier grouped rlc.
            if !self.state.candidate[llc]
                || llc == self.target
                || self.llcs.contains(&llc)
                || self.rlcs.contains(&llc)
            {
                continue;
            }
            for &variable in &model().variables_of[llc] {
                let (state, target, rlcs) = (self.state, self.target, &self.rlcs);
                match offer(state, target, rlcs, &struck, variable, self.grouped) {
                    Offer::Nothing if more == 1 => return true,
                    Offer::Rlc(rlc) if more > 1 && !self.llcs.contains(&rlc) => {
                        self.llcs.push(llc);
                        self.rlcs.push(rlc);
                        let found = self.complete(more - 1);
                        self.llcs.pop();
                        self.rlcs.pop();
                        if found {
                            return true;
                        }
                    }
                    _ => {}
                }
            }
        }
        false
    }
}

fn shortest_whip(state: &State, target: usize, max: usize, grouped: bool) -> Option<usize> {
    (1..=max).find(|&length| {
        Partial {
            state,
            target,
            grouped,
            llcs: Vec::new(),
            rlcs: Vec::new(),
        }
        .complete(length)
    })
}

fn shortest_braid(state: &State, target: usize, max: usize, grouped: bool) -> Option<usize> {
    // In a braid the llc's come for free: what strikes a candidate makes it an
    // llc. So the set of rlc's says all about a partial braid.
    let mut level = BTreeSet::from([Vec::<Object>::new()]);
    for length in 1..=max {
        let mut next = BTreeSet::new();
        for rlcs in &level {
            let struck = strike(target, rlcs);
            for variable in 0..324 {
                match offer(state, target, rlcs, &struck, variable, grouped) {
                    Offer::Nothing => return Some(length),
                    Offer::Rlc(rlc) if length < max => {
                        let mut extended = rlcs.clone();
                        extended.push(rlc);
                        extended.sort_unstable();
                        next.insert(extended);
                    }
                    _ => {}
                }
            }
        }
        level = next;
    }
    None
}

/// Length of the shortest loopless whip on `target`, if at most `max`.
pub fn whip_length(state: &State, target: usize, max: usize) -> Option<usize> {
    shortest_whip(state, target, max, false)
}

/// Length of the shortest loopless g-whip on `target`, if at most `max`. The
/// llc's are all different, and so are the rlc's; variables may come again.
pub fn g_whip_length(state: &State, target: usize, max: usize) -> Option<usize> {
    shortest_whip(state, target, max, true)
}

/// Length of the shortest braid on `target`, if at most `max`.
pub fn braid_length(state: &State, target: usize, max: usize) -> Option<usize> {
    shortest_braid(state, target, max, false)
}

/// Length of the shortest g-braid on `target`, if at most `max`.
pub fn g_braid_length(state: &State, target: usize, max: usize) -> Option<usize> {
    shortest_braid(state, target, max, true)
}
