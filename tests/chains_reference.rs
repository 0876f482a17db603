//! The searches of the engine against the slow reference: the shortest whip,
//! braid, g-whip and g-braid on every target of random states, and the ratings
//! of random puzzles.

#![allow(clippy::unwrap_used)]

mod reference;

use std::collections::BTreeSet;

use gradus::csp::{Label, Labels, State};
use gradus::rating::chains::{Chain, ChainRater, Limits, Status};
use gradus::rules::braid::Braids;
use gradus::rules::budget::Budget;
use gradus::rules::whip::{Found, Whips};
use gradus::rules::{Theory, Whips1};
use gradus::sudoku::{Boards, SudokuKernel};
use reference::random::{Rng, minimal_puzzle, random_states, solutions};
use reference::{model, name};

fn set(labels: impl IntoIterator<Item = usize>) -> Boards {
    let mut set = Boards::EMPTY;
    labels
        .into_iter()
        .for_each(|label| set.insert(Label(label as u16)));
    set
}

/// The same state for the engine: its labels have the same numbers.
fn engine_state(state: &reference::State) -> State<Boards> {
    let mut left = set(state.candidates());
    let values = set(state.values());
    left.unite(&values);
    State { left, values }
}

fn truth(puzzle: &[u8; 81]) -> Boards {
    let solution = solutions(puzzle, 1)[0];
    set((0..81).map(|cell| (solution[cell] as usize - 1) * 81 + cell))
}

fn engine_braid<const GROUPS: bool>(
    state: &State<Boards>,
    target: usize,
    max: usize,
) -> Option<usize> {
    let kernel = SudokuKernel::new();
    let mut budget = Budget::unlimited();
    let mut braids = Braids::<_, GROUPS>::new(&kernel, &mut budget);
    let found = braids.shortest(state, Label(target as u16), max).unwrap();
    found.map(|objects| objects.len() + 1)
}

fn engine_whip<const GROUPS: bool>(
    state: &State<Boards>,
    target: usize,
    max: usize,
) -> Option<usize> {
    let kernel = SudokuKernel::new();
    let mut budget = Budget::unlimited();
    let mut whips = Whips::<_, GROUPS>::new(&kernel, &mut budget);
    match whips.shortest(state, Label(target as u16), max).unwrap() {
        Found::Whip(objects) => Some(objects.len() + 1),
        Found::Never | Found::NotUpTo(_) => None,
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
    let kernel = SudokuKernel::new();
    let limits = Limits {
        max_length: 6,
        budget: u64::MAX,
    };
    let mut hard = 0;
    for _ in 0..40 {
        let puzzle = minimal_puzzle(&mut rng);
        let start = reference::State::from_givens(&puzzle);
        let mut state = engine_state(&start);
        let truth = truth(&puzzle);
        Whips1.close(&kernel, &mut state);
        if state.is_decided() {
            continue;
        }
        hard += 1;
        let rater = ChainRater::new(&kernel, &truth, limits);
        let chains = [Chain::WHIP, Chain::BRAID, Chain::GWHIP, Chain::GBRAID];
        let ratings = rater.rate(&state, &chains);
        let rating = |chain: Chain| {
            let found = ratings.iter().find(|(other, _)| *other == chain).unwrap().1;
            (found.status != Status::Lower).then(|| found.value.unwrap() as usize)
        };
        let [w, b, gw, gb] = chains.map(rating);
        assert_eq!(b, reference::b_rating(&start, 6), "B of {puzzle:?}");
        if let Some(3 | 2) = gb {
            assert_eq!(gb, reference::gb_rating(&start, 3), "gB of {puzzle:?}");
        } else {
            assert_eq!(reference::gb_rating(&start, 3), None, "gB of {puzzle:?}");
        }
        // W and gW depend on the path, but not without bounds.
        let at_most =
            |a: Option<usize>, b: Option<usize>| b.is_none_or(|b| a.is_some_and(|a| a <= b));
        assert!(at_most(b, w) && at_most(gb, gw) && at_most(gb, b));
        assert!(at_most(b, reference::w_path(&start, 6)));
        assert!(at_most(gb, reference::gw_path(&start, 4)));
    }
    println!("{hard} puzzles beyond whips[1]");
    assert!(hard > 15);
}

/// The shortest whip on a target, loops allowed: a lower bound of the loopless
/// one. Breadth first over (set of rlc's, last rlc), which is all that matters
/// for what can follow.
fn looped_whip_length(state: &reference::State, target: usize, max: usize) -> Option<usize> {
    let model = model();
    let mut level = BTreeSet::from([(Vec::<usize>::new(), target)]);
    for length in 1..=max {
        let mut next = BTreeSet::new();
        for (rlcs, last) in level {
            let struck =
                |l: usize| model.linked[target][l] || rlcs.iter().any(|&rlc| model.linked[rlc][l]);
            for &llc in model.links[last].iter().filter(|&&l| state.candidate[l]) {
                for &variable in &model.variables_of[llc] {
                    let all = state.candidates_of(variable);
                    let left: Vec<usize> = all.into_iter().filter(|&l| !struck(l)).collect();
                    match left[..] {
                        [] => return Some(length),
                        [rlc] if rlc != target && !rlcs.contains(&rlc) => {
                            let mut extended = rlcs.clone();
                            extended.push(rlc);
                            extended.sort_unstable();
                            next.insert((extended, rlc));
                        }
                        _ => {}
                    }
                }
            }
        }
        level = next;
    }
    None
}

#[test]
#[ignore]
fn fuzz() {
    let seed: u64 = std::env::var("SEED").unwrap().parse().unwrap();
    let max: usize = std::env::var("MAX").unwrap().parse().unwrap();
    let mut rng = Rng(seed);
    let (mut n, mut found, mut loops, mut bugs) = (0, 0, 0, 0);
    let start = std::time::Instant::now();
    while start.elapsed().as_secs() < 120 {
        let puzzle = minimal_puzzle(&mut rng);
        for state in random_states(&puzzle, &mut rng, 2) {
            let same = engine_state(&state);
            for target in state.candidates() {
                if !reference::refutes(&state, target, &reference::brt) {
                    continue;
                }
                n += 1;
                let slow = looped_whip_length(&state, target, max);
                let fast = engine_whip::<false>(&same, target, max);
                found += usize::from(slow.is_some());
                if slow != fast {
                    loops += 1;
                    let slow = slow.unwrap();
                    if reference::whip_length(&state, target, slow) == Some(slow) {
                        bugs += 1;
                        println!(
                            "BUG {} slow {slow} fast {fast:?} {:?}",
                            name(target),
                            puzzle
                        );
                    }
                }
            }
        }
    }
    println!("{n} targets {found} whips {loops} differences {bugs} bugs");
}
