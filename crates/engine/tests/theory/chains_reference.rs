//! The searches of the engine against the slow reference: the shortest whip,
//! braid, g-whip and g-braid on every target of random states, and the ratings
//! of random puzzles.

use crate::board::board;
use crate::bridge::{engine_state, looped_whip_length, truth};
use crate::reference;
use crate::reference::name;
use crate::reference::random::{Rng, minimal_puzzle, random_states};
use gradus_csp::{Label, State};
use gradus_engine::kernel::bitboard::Boards;
use gradus_engine::rating::{ChainRater, Limits, Status};
use gradus_engine::rules::braid::Braids;
use gradus_engine::rules::budget::Budget;
use gradus_engine::rules::whip::{FoundWhip, Whips};
use gradus_engine::rules::{Brt, Theory, Whips1};
use gradus_path::Family;

fn engine_braid<const GROUPS: bool>(
    state: &State<Boards>,
    target: usize,
    max: usize,
) -> Option<usize> {
    let kernel = board();
    let mut budget = Budget::unlimited();
    let mut braids = Braids::<_, GROUPS>::new(&kernel, &mut budget);
    let exists = |length: &usize| braids.exists(state, Label::new(target), *length).unwrap();
    let found = (1..=max).find(exists);
    assert!(found.is_none_or(|length| braids.found().len() + 1 == length));
    found
}

fn engine_whip<const GROUPS: bool>(
    state: &State<Boards>,
    target: usize,
    max: usize,
) -> Option<usize> {
    let kernel = board();
    let mut budget = Budget::unlimited();
    let mut whips = Whips::<_, GROUPS>::new(&kernel, &mut budget);
    match whips.shortest(state, Label::new(target), max).unwrap() {
        FoundWhip::Whip(objects) => Some(objects.len() + 1),
        FoundWhip::Never | FoundWhip::NotUpTo(_) => None,
    }
}

/// Compares all four families on all targets; returns the number of comparisons
/// in which a chain was found.
fn compare(state: &reference::State) -> usize {
    let same = engine_state(state);
    let mut found = 0;
    for target in state.candidates() {
        let pairs = [
            (
                "whip",
                engine_whip::<false>(&same, target, 4),
                reference::whip_length(state, target, 4),
            ),
            (
                "braid",
                engine_braid::<false>(&same, target, 4),
                reference::braid_length(state, target, 4),
            ),
            (
                "g-whip",
                engine_whip::<true>(&same, target, 4),
                reference::g_whip_length(state, target, 4),
            ),
            (
                "g-braid",
                engine_braid::<true>(&same, target, 3),
                reference::g_braid_length(state, target, 3),
            ),
        ];
        for (family, engine, slow) in pairs {
            assert_eq!(engine, slow, "{family} on {} in {state:?}", name(target));
            found += usize::from(slow.is_some());
        }
    }
    found
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn shortest_chains_of_random_states() {
    let mut rng = Rng(11);
    let (mut targets, mut found) = (0, 0);
    for _ in 0..12 {
        let puzzle = minimal_puzzle(&mut rng);
        for state in random_states(&puzzle, &mut rng, 3) {
            targets += state.candidates().len();
            found += compare(&state);
        }
    }
    println!("{targets} targets, {found} chains");
    assert!(found > 1000);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn ratings_of_random_puzzles() {
    let mut rng = Rng(12);
    let kernel = board();
    let limits = Limits {
        max_length: 6,
        budget: u64::MAX,
        ..Limits::default()
    };
    let mut hard = 0;
    for _ in 0..24 {
        let puzzle = minimal_puzzle(&mut rng);
        let start = reference::State::from_givens(&puzzle);
        let mut state = engine_state(&start);
        let truth = truth(&puzzle);
        Brt.close(&kernel, &mut state);
        let origin = state.clone();
        Whips1.close(&kernel, &mut state);
        if state.is_decided() {
            continue;
        }
        hard += 1;
        let rater = ChainRater::new(&kernel, &origin, &truth, limits);
        let chains = [Family::WHIP, Family::BRAID, Family::GWHIP, Family::GBRAID];
        let ratings = rater.rate(&state, &chains);
        let rating = |chain: Family| {
            let found = ratings.iter().find(|(other, _)| *other == chain).unwrap().1;
            (found.status != Status::Lower).then(|| found.value.unwrap() as usize)
        };
        let [w, b, gw, gb] = chains.map(rating);
        assert_eq!(
            b.filter(|&b| b <= 5),
            reference::b_rating(&start, 5),
            "B of {puzzle:?}"
        );
        if let Some(3 | 2) = gb {
            assert_eq!(gb, reference::gb_rating(&start, 3), "gB of {puzzle:?}");
        } else {
            assert_eq!(reference::gb_rating(&start, 3), None, "gB of {puzzle:?}");
        }
        // W and gW depend on the path, but not without bounds.
        let at_most =
            |a: Option<usize>, b: Option<usize>| b.is_none_or(|b| a.is_some_and(|a| a <= b));
        assert!(at_most(b, w) && at_most(gb, gw) && at_most(gb, b));
        assert!(at_most(b, reference::w_path(&start, 5)));
        assert!(at_most(gb, reference::gw_path(&start, 3)));
    }
    println!("{hard} puzzles beyond whips[1]");
    assert!(hard > 8);
}

/// Longer whips, and the loopless condition: where loops would make a whip
/// shorter, the reference has the last word.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn longer_whips_of_random_states() {
    let mut rng = Rng(13);
    let (mut found, mut loops) = (0, 0);
    for _ in 0..24 {
        let puzzle = minimal_puzzle(&mut rng);
        for state in random_states(&puzzle, &mut rng, 2) {
            let same = engine_state(&state);
            for target in state.candidates() {
                if !reference::refutes(&state, target, &reference::brt) {
                    continue;
                }
                let looped = looped_whip_length(&state, target, 7);
                let engine = engine_whip::<false>(&same, target, 7);
                found += usize::from(looped.is_some());
                if engine != looped {
                    loops += 1;
                    assert_eq!(engine, reference::whip_length(&state, target, 7));
                }
            }
        }
    }
    println!("{found} whips, {loops} with loops");
    assert!(found > 200);
}
