//! The ratings by special chains, each alone (BC, Z, tW, TyW), and by whips with
//! forcing whips (FW, F3W). PBCS 5.1, 5.2; manual of CSP-Rules 3.2, 3.3, 6.4, 6.5.
//!
//! All are at least W, or at most W: the rating by whips is always known first,
//! and most of them follow from it. Bivalue chains and z-chains are stable for
//! confluence, so that one path is enough. The others come from paths, like W.

use super::in_turn::{
    Closed, InTurnPath, InTurnSearch, LevelRules, RatedPath, SpecialRater, exact_or_upper,
};
use crate::kernel::Kernel;
use crate::kernel::slices::Reversals;
use crate::rules::budget::OutOfBudget;
use crate::rules::reversible::{ChainClass, ReversibleChains};
use crate::rules::{Theory, Whips1};
use gradus_csp::{Label, Labels, State};
use gradus_path::{Rating, Status};

/// A rating by bivalue chains or z-chains, and how far those lead that are as long as the whips.
pub(super) struct Reversed<S> {
    pub(super) rating: Rating,
    pub(super) turns: InTurnPath<S>,
}

impl<K: Kernel> SpecialRater<'_, K> {
    /// The rating by bivalue chains or z-chains; `whips` is a lower bound of it.
    /// Both are stable for confluence: all that chains up to a length eliminate
    /// goes at once. `from` is a state that some of them led to.
    pub(super) fn reversible(
        &self,
        class: ChainClass,
        whips: Rating,
        from: &State<K::Set>,
    ) -> Reversed<K::Set> {
        let mut turns = InTurnPath::new(from);
        let Some(first) = least(whips) else {
            let rating = Rating::INFINITE;
            return Reversed { rating, turns };
        };
        let mut search = Reversing {
            rater: self,
            class,
            reversals: Reversals::default(),
            certain: true,
        };
        if search.close(&mut turns, first) {
            let rating = Rating::exact(first);
            return Reversed { rating, turns };
        }
        let rating = search.beyond(turns.clone(), first);
        Reversed { rating, turns }
    }

    /// The rating by t-whips, at least that by whips. The path begins as bivalue
    /// chains do, which are t-whips.
    pub(super) fn t_whips(&self, whips: Rating) -> RatedPath {
        let bivalue = self.reversible(ChainClass::Bivalue, whips, self.state);
        self.t_whips_from(bivalue.turns, whips)
    }

    /// The same from where bivalue chains ended.
    pub(super) fn t_whips_from(&self, turns: InTurnPath<K::Set>, whips: Rating) -> RatedPath {
        let Some(first) = least(whips) else {
            return Rating::INFINITE.into();
        };
        let mut turns = InTurnSearch::new(self, LevelRules::T, self.limits.budget, turns);
        for length in first.max(2)..=self.limits.max_length {
            match turns.close(length) {
                Ok(Closed::Solved) => {
                    let rating = exact_or_upper(Rating::exact(length) == whips, length);
                    let path = turns.path.eliminated;
                    return RatedPath { rating, path };
                }
                Ok(Closed::Stuck) => {}
                Ok(Closed::Never) | Err(OutOfBudget) => break,
            }
        }
        Rating::lower(first).into()
    }
}

/// The least value that a rating leaves possible, or `None` if it is infinite.
pub(super) fn least(rating: Rating) -> Option<usize> {
    match (rating.status, rating.value) {
        (Status::Infinite | Status::NotApplicable, _) => None,
        // Of an upper bound nothing is known from below but what braids need.
        (Status::Upper, _) => Some(2),
        (_, value) => Some(value.map_or(2, usize::from)),
    }
}

/// The search for a rating by bivalue chains or z-chains.
struct Reversing<'a, 'b, K: Kernel> {
    rater: &'a SpecialRater<'b, K>,
    class: ChainClass,
    reversals: Reversals,
    /// True if all chains could be tried where none was found.
    certain: bool,
}

impl<K: Kernel> Reversing<'_, '_, K> {
    /// Returns true if chains up to a length solve.
    fn close(&mut self, turns: &mut InTurnPath<K::Set>, max: usize) -> bool {
        let rater = self.rater;
        Whips1.close(rater.kernel, &mut turns.state);
        while !turns.state.is_decided() {
            let model = rater.kernel.model();
            let found = self.reversals.targets(self.class, model, &turns.state, max);
            let found = found.into_iter().map(|(target, _)| target).collect();
            let gone: Vec<Label> = match self.class {
                ChainClass::Bivalue => found,
                ChainClass::Z => self.z_targets(&turns.state, found, max),
            };
            if gone.is_empty() {
                return false;
            }
            turns.eliminate_at_once(rater.kernel, &gone, max);
        }
        true
    }

    /// Of some candidates, those that have a z-chain up to a length; of those whose chains may
    /// all have loops, only the first, and only if there is no other target.
    fn z_targets(
        &mut self,
        state: &State<K::Set>,
        mut found: Vec<Label>,
        max: usize,
    ) -> Vec<Label> {
        let rater = self.rater;
        found.retain(|&l| !rater.truth.contains(l));
        if found.is_empty() {
            return found;
        }
        let mut chains = ReversibleChains::new(rater.kernel.model(), state);
        found.retain(|&l| chains.quick(ChainClass::Z, l, max).is_some());
        if found.is_empty() {
            found.extend(chains.left_aside(max));
        }
        if found.is_empty() {
            self.certain &= !chains.gave_up();
        }
        found
    }

    /// The rating where chains up to a length do not solve.
    fn beyond(&mut self, mut turns: InTurnPath<K::Set>, first: usize) -> Rating {
        let mut length = first;
        loop {
            length = match self.next_length(&turns.state, length) {
                NextLength::Length(next) if next > self.rater.limits.max_length => {
                    return Rating::lower(if self.certain {
                        self.rater.limits.max_length.max(first) + 1
                    } else {
                        first
                    });
                }
                NextLength::Length(next) => next,
                NextLength::Unknown if self.certain => return Rating::lower(length + 1),
                NextLength::Unknown => return Rating::lower(first),
                NextLength::None => return Rating::INFINITE,
            };
            let all = self.certain;
            if self.close(&mut turns, length) {
                return exact_or_upper(all, length);
            }
        }
    }

    /// The least length beyond another at which there may be chains, in a state that
    /// has none up to that.
    fn next_length(&mut self, state: &State<K::Set>, length: usize) -> NextLength {
        let model = self.rater.kernel.model();
        let found = self.reversals.targets(self.class, model, state, usize::MAX);
        if self.class == ChainClass::Bivalue {
            let least = found.into_iter().map(|(_, length)| length).min();
            return least.map_or(NextLength::None, NextLength::Length);
        }
        let mut open = found;
        open.retain(|(target, _)| !self.rater.truth.contains(*target));
        open.sort_by_key(|&(_, least)| least);
        let mut chains = ReversibleChains::new(model, state);
        let mut least = None;
        for (target, bound) in open {
            let max = least.map_or(usize::MAX, |least| least - 1);
            if bound > max {
                break;
            }
            least = chains.quick(self.class, target, max).or(least);
            if least == Some(length + 1) {
                break;
            }
        }
        match least {
            // A chain that was missed because of a loop may be shorter.
            Some(_) if chains.met_loops() => NextLength::Length(length + 1),
            Some(least) => NextLength::Length(least),
            None if chains.left_aside(usize::MAX).is_some() => NextLength::Length(length + 1),
            None if chains.gave_up() => NextLength::Unknown,
            None => NextLength::None,
        }
    }
}

/// The next length at which there may be chains.
enum NextLength {
    Length(usize),
    /// There were too many chains to try.
    Unknown,
    /// No chain of any length is left.
    None,
}
