//! The ratings W, B, gW and gB (PBCS chapters 5 and 7) by the simplest-first
//! strategy, and the classes SpB (chapter 9) and BpB (chapter 11).

use super::belts::belts_closure;
use super::chains::{braid_length, g_braid_length, g_whip_length, whip_length};
use super::fish::finned_closure;
use super::subsets::subsets_closure;
use super::{State, Theory, brt, refutes, te_closure, te_closure_of, whips1};

/// A kind of chains: the search for the shortest one on a target.
pub type Length = fn(&State, usize, usize) -> Option<usize>;

/// The candidates on which there is a chain of length `n` and none shorter.
pub fn targets(state: &State, length: Length, n: usize) -> Vec<usize> {
    let all = state.candidates();
    all.into_iter()
        .filter(|&target| length(state, target, n) == Some(n))
        .collect()
}

/// The theory whose trials refute exactly the targets of braids (Theorem 5.7) or
/// of g-braids (Theorem 7.8). Only such candidates can be targets of whips. The
/// second theory spares less but is right for all kinds.
fn trial_theory(length: Length) -> Theory<'static> {
    let plain: [Length; 2] = [whip_length, braid_length];
    if plain.iter().any(|&kind| std::ptr::fn_addr_eq(kind, length)) {
        &brt
    } else {
        &whips1
    }
}

/// Applies chains of length up to `max`, the shortest first, all the eliminations
/// of the shortest length together, until nothing more applies. Returns the
/// greatest length used.
pub fn simplest_first(state: &mut State, length: Length, max: usize) -> usize {
    let mut greatest = 0;
    loop {
        brt(state);
        if state.contradictory() || state.solved() {
            return greatest;
        }
        // The theorems spare the hopeless searches; without them the answers
        // would be the same, much later.
        let theory = trial_theory(length);
        let refutable: Vec<usize> = state
            .candidates()
            .into_iter()
            .filter(|&target| refutes(state, target, theory))
            .collect();
        let found = (1..=max)
            .map(|n| {
                let at_n = |&target: &usize| length(state, target, n).is_some();
                let hits: Vec<usize> = refutable.iter().copied().filter(at_n).collect();
                (n, hits)
            })
            .find(|(_, hits)| !hits.is_empty());
        match found {
            Some((n, hits)) => {
                greatest = greatest.max(n);
                hits.into_iter().for_each(|target| state.delete(target));
            }
            None => return greatest,
        }
    }
}

fn rating(state: &State, length: Length, max: usize) -> Option<usize> {
    let mut copy = state.clone();
    let greatest = simplest_first(&mut copy, length, max);
    copy.solved().then_some(greatest)
}

/// Greatest length on one simplest-first path of loopless whips, if it solves
/// with length at most `max`. An upper bound of W.
pub fn w_path(state: &State, max: usize) -> Option<usize> {
    rating(state, whip_length, max)
}

/// As [`w_path`] with g-whips. An upper bound of gW.
pub fn gw_path(state: &State, max: usize) -> Option<usize> {
    rating(state, g_whip_length, max)
}

/// The B rating, exact by confluence, if it is at most `max`.
pub fn b_rating(state: &State, max: usize) -> Option<usize> {
    rating(state, braid_length, max)
}

/// The gB rating, exact by confluence, if it is at most `max`.
pub fn gb_rating(state: &State, max: usize) -> Option<usize> {
    rating(state, g_braid_length, max)
}

/// B_p to quiescence: BRT and all the braids of length at most `p`.
pub fn b_closure(state: &mut State, p: usize) {
    simplest_first(state, braid_length, p);
}

/// The SpB class: the smallest p from 0 to 4 for which T&E(S_p) solves; 0 stands
/// for T&E(BRT).
pub fn spb(state: &State) -> Option<usize> {
    (0..=4).find(|&p| {
        let mut copy = state.clone();
        te_closure_of(&mut copy, &|s| subsets_closure(s, p));
        copy.solved()
    })
}

/// The BpB class: the smallest p up to `max_p` for which T&E(B_p) solves; 0 stands
/// for T&E(BRT).
pub fn bpb(state: &State, max_p: usize) -> Option<usize> {
    (0..=max_p).find(|&p| {
        let mut copy = state.clone();
        match p {
            0 => te_closure(&mut copy, 1),
            1 => te_closure_of(&mut copy, &whips1),
            _ => te_closure_of(&mut copy, &|s| b_closure(s, p)),
        }
        copy.solved()
    })
}
