//! Bivalue chains, z-chains and t-whips (PBCS chapter 5), typed whips and forcing
//! whips (manual of CSP-Rules) by the letter of their definitions, depth first
//! over sequences of (variable, llc, rlc). States must be quiescent under BRT.

use super::{State, model};

/// Which chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    Bivalue,
    Z,
    T,
    /// Whips all of whose variables are of one of the four kinds: 0 to 3.
    Typed(usize),
}

struct Partial<'a> {
    state: &'a State,
    special: Special,
    target: usize,
    llcs: Vec<usize>,
    rlcs: Vec<usize>,
}

impl Partial<'_> {
    /// The candidates of a variable besides the llc that the definition does not
    /// allow to be discarded.
    fn left(&self, variable: usize, llc: usize, is_last: bool) -> Vec<usize> {
        let linked = |a: usize, b: usize| model().linked[a][b];
        let z = |l: usize| linked(self.target, l);
        let t = |l: usize| self.rlcs.iter().any(|&rlc| linked(rlc, l));
        let discarded = |l: usize| match self.special {
            Special::Bivalue => false,
            Special::Z => z(l),
            // The first variable is that of a partial whip[1] on the target.
            Special::T if self.rlcs.is_empty() || is_last => z(l) || t(l),
            Special::T => t(l),
            Special::Typed(_) => z(l) || t(l),
        };
        let all = self.state.candidates_of(variable).into_iter();
        all.filter(|&l| l != llc && !discarded(l)).collect()
    }

    /// Returns true if `more` further variables can complete the chain.
    fn complete(&mut self, more: usize) -> bool {
        let previous = *self.rlcs.last().unwrap_or(&self.target);
        for &llc in &model().links[previous] {
            let fresh = !self.llcs.contains(&llc) && !self.rlcs.contains(&llc);
            if !self.state.candidate[llc] || llc == self.target || !fresh {
                continue;
            }
            for &variable in &model().variables_of[llc] {
                let own = model().variables[variable].contains(&self.target);
                let other = matches!(self.special, Special::Typed(kind) if variable / 81 != kind);
                if own || other || self.state.candidates_of(variable).len() < 2 {
                    continue;
                }
                let left = self.left(variable, llc, more == 1);
                if more == 1 {
                    let ends = match (self.special, &left[..]) {
                        (Special::Bivalue, &[rlc]) => {
                            let new = !self.llcs.contains(&rlc) && !self.rlcs.contains(&rlc);
                            new && model().linked[rlc][self.target]
                        }
                        (Special::Bivalue, _) => false,
                        (_, left) => left.is_empty(),
                    };
                    if ends {
                        return true;
                    }
                    continue;
                }
                if let [rlc] = left[..] {
                    let new = !self.llcs.contains(&rlc) && !self.rlcs.contains(&rlc);
                    if !new || rlc == self.target {
                        continue;
                    }
                    self.llcs.push(llc);
                    self.rlcs.push(rlc);
                    let found = self.complete(more - 1);
                    self.llcs.pop();
                    self.rlcs.pop();
                    if found {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Length of the shortest such chain on a target, if at most `max`.
pub fn special_length(state: &State, special: Special, target: usize, max: usize) -> Option<usize> {
    (1..=max).find(|&length| {
        Partial {
            state,
            special,
            target,
            llcs: Vec::new(),
            rlcs: Vec::new(),
        }
        .complete(length)
    })
}

pub fn biv_length(state: &State, target: usize, max: usize) -> Option<usize> {
    special_length(state, Special::Bivalue, target, max)
}

pub fn z_length(state: &State, target: usize, max: usize) -> Option<usize> {
    special_length(state, Special::Z, target, max)
}

pub fn t_whip_length(state: &State, target: usize, max: usize) -> Option<usize> {
    special_length(state, Special::T, target, max)
}

/// A whip[1], which has no kind, or a shortest typed whip of whatever kind.
pub fn typed_length(state: &State, target: usize, max: usize) -> Option<usize> {
    let kinds = (0..4).filter_map(|k| special_length(state, Special::Typed(k), target, max));
    kinds.min()
}

/// For each label, the least length of a partial whip on a candidate to whose end
/// it is linked (0 for the candidate itself), if at most `max`.
pub fn partial_whips(state: &State, start: usize, max: usize) -> Vec<Option<usize>> {
    let mut found = vec![None; super::LABELS];
    let mut note = |end: usize, length: usize| {
        for &label in &model().links[end] {
            let known = found[label].unwrap_or(usize::MAX);
            found[label] = Some(known.min(length));
        }
    };
    note(start, 0);
    extend(
        state,
        start,
        &mut Vec::new(),
        &mut Vec::new(),
        max,
        &mut note,
    );
    found
}

/// Follows all partial whips that go on from one.
fn extend(
    state: &State,
    start: usize,
    llcs: &mut Vec<usize>,
    rlcs: &mut Vec<usize>,
    max: usize,
    note: &mut impl FnMut(usize, usize),
) {
    if rlcs.len() == max {
        return;
    }
    let linked = |a: usize, b: usize| model().linked[a][b];
    let previous = *rlcs.last().unwrap_or(&start);
    for &llc in &model().links[previous] {
        if !state.candidate[llc] || llc == start || llcs.contains(&llc) || rlcs.contains(&llc) {
            continue;
        }
        for &variable in &model().variables_of[llc] {
            let free = |l: &usize| !linked(start, *l) && !rlcs.iter().any(|&r| linked(r, *l));
            let left: Vec<usize> = state
                .candidates_of(variable)
                .into_iter()
                .filter(free)
                .collect();
            let [rlc] = left[..] else { continue };
            if rlc == start || rlcs.contains(&rlc) || llcs.contains(&rlc) || rlc == llc {
                continue;
            }
            llcs.push(llc);
            rlcs.push(rlc);
            note(rlc, rlcs.len());
            extend(state, start, llcs, rlcs, max, note);
            llcs.pop();
            rlcs.pop();
        }
    }
}

/// The candidates that a forcing whip of this length eliminates at most, from
/// variables with at most `forks` candidates: for each, the least length.
pub fn forcing_lengths(state: &State, forks: usize, max: usize) -> Vec<Option<usize>> {
    let mut found = vec![None; super::LABELS];
    for variable in 0..324 {
        let starts = state.candidates_of(variable);
        if !(2..=forks).contains(&starts.len()) {
            continue;
        }
        let branches: Vec<_> = starts
            .iter()
            .map(|&start| partial_whips(state, start, max - 1))
            .collect();
        for target in state.candidates() {
            let steps: Option<usize> = branches.iter().map(|reach| reach[target]).sum();
            if let Some(length) = steps.map(|steps| steps + 1).filter(|&length| length <= max) {
                let known = found[target].unwrap_or(usize::MAX);
                found[target] = Some(known.min(length));
            }
        }
    }
    found
}
