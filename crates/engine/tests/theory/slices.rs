//! All trials at once do what one trial after the other does, on random states
//! of Sudoku and of random models, some of whose links are no variables.

use crate::board::{InitialState, board};
use std::sync::Arc;

use gradus_csp::{Label, Labels, ModelBuilder, State, VariableKind};
use gradus_engine::kernel::slices::{CandidateTable, Deeper, Rounds, Short, close_short_trials};
use gradus_engine::kernel::{GenericKernel, Kernel};
use gradus_engine::rules::{BraidTheory, Brt, Theory, Whips1};
use gradus_engine::te::TrialAndError;
use gradus_puzzles::sudoku::Puzzle;

use crate::reference::random::Rng;

/// A theory without any faster way to make trials.
struct OneByOne<T>(T);

impl<K: Kernel, T: Theory<K>> Theory<K> for OneByOne<T> {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        self.0.close(kernel, state)
    }
}

/// Not solved by T&E over Singles; the third not by T&E of depth 2.
const PUZZLES: [&str; 4] = [
    "..3....8..5.1....66....74....8.9..4.7....5....1.6..8.....9...2.....2...8..2...3.4",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..",
    // T&E(BRT, 2) solves it; but not if a trial inside a trial keeps a candidate that
    // only a value of the outer one refutes.
    "1...5.7.9.....9.366..7..51.....13.65...6..17....5.79.3.42.............9.98.3.....",
];

/// Takes some candidates out, and closes under Singles, or `None` if that is contradictory.
fn without_some<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    count: usize,
    rng: &mut Rng,
) -> Option<State<K::Set>> {
    let mut state = state.clone();
    let mut candidates: Vec<Label> = state.candidates().iter().collect();
    rng.shuffle(&mut candidates);
    for &label in candidates.iter().take(count) {
        state.eliminate(label);
    }
    kernel.close_singles(&mut state).then_some(state)
}

/// Checks the rounds of all candidates, in a state and a later one.
fn check_rounds<K: Kernel>(kernel: &K, state: &State<K::Set>, rng: &mut Rng) -> usize {
    let frame = CandidateTable::new(kernel.model(), state);
    let mut rounds = Rounds::default();
    let later = without_some(kernel, state, 3, rng);
    let mut met = 0;
    for state in [Some(state.clone()), later].into_iter().flatten() {
        for limit in 0..5 {
            let tried = state.candidates();
            let mut found = Vec::new();
            rounds.of_each(&frame, &state.left, &tried, limit, |label, rounds| {
                found.push((label, rounds));
            });
            found.sort_unstable();
            let alone = |label: Label| {
                let mut trial = state.clone();
                kernel.assert(&mut trial, label);
                Some((label, kernel.rounds(&mut trial, limit)?))
            };
            let expected: Vec<(Label, usize)> = tried.iter().filter_map(alone).collect();
            assert_eq!(found, expected, "limit {limit}");
            met += found.len();
        }
    }
    met
}

/// Checks T&E(T, depth); whether the state turns out contradictory.
fn check_trials<K: Kernel, T: Theory<K> + Copy>(
    kernel: &K,
    state: &State<K::Set>,
    theory: T,
    depth: usize,
) -> bool {
    let mut together = state.clone();
    let consistent = TrialAndError::new(theory, depth).close(kernel, &mut together);
    let mut in_turn = state.clone();
    let expected = TrialAndError::new(OneByOne(theory), depth).close(kernel, &mut in_turn);
    assert_eq!(consistent, expected, "depth {depth}");
    if consistent {
        assert_eq!(together, in_turn, "depth {depth}");
    }
    !consistent
}

/// Checks trials with few Singles: what they refute, braids do, and if any number of
/// Singles will do, T&E. Returns how many candidates stay that T&E refutes.
fn check_short<K: Kernel>(kernel: &K, state: &State<K::Set>) -> usize {
    let short = |singles, deeper| {
        let mut closed = state.clone();
        let end = close_short_trials(kernel.model(), &mut closed, singles, deeper, |_, _| None);
        (end.unwrap(), closed)
    };
    let mut by_trials = state.clone();
    let consistent = TrialAndError::new(OneByOne(Brt), 1).close(kernel, &mut by_trials);
    let (end, all) = short(usize::MAX, Deeper::Taken);
    assert_eq!(end != Short::Contradictory, consistent);
    if !consistent {
        return 0;
    }
    assert_eq!(all, by_trials);
    let mut held = 0;
    for singles in 0..7 {
        let (_, closed) = short(singles, Deeper::Taken);
        let mut by_braids = state.clone();
        let length = singles + 1;
        assert!(BraidTheory { length }.close(kernel, &mut by_braids));
        assert!(by_braids.left.within(&closed.left), "{singles} Singles");
        held += closed.left.len() - by_trials.left.len();
        let (end, _) = short(singles, Deeper::Left);
        let is_deeper = !by_trials.is_decided();
        assert_eq!(end == Short::Deeper, is_deeper, "{singles} Singles");
    }
    held
}

#[test]
fn short_trials() {
    let kernel = board();
    let mut rng = Rng(9);
    let mut held = 0;
    for text in PUZZLES {
        let puzzle: Puzzle = text.parse().unwrap();
        let mut start = puzzle.state().unwrap();
        assert!(Brt.close(&kernel, &mut start));
        for round in 0..12 {
            let some = without_some(&kernel, &start, round, &mut rng);
            held += some.map_or(0, |state| check_short(&kernel, &state));
        }
    }
    for _ in 0..60 {
        let kernel = random_model(40, &mut rng);
        let mut state = kernel.state(kernel.all());
        if Whips1.close(&kernel, &mut state) && !state.is_decided() {
            held += check_short(&kernel, &state);
        }
    }
    assert!(held > 100, "{held} candidates");
}

#[test]
fn states_of_sudoku() {
    let kernel = board();
    let mut rng = Rng(7);
    let (mut met, mut contradictory, mut consistent) = (0, 0, 0);
    for text in PUZZLES {
        let puzzle: Puzzle = text.parse().unwrap();
        let mut start = puzzle.state().unwrap();
        assert!(Brt.close(&kernel, &mut start));
        for round in 0..12 {
            let Some(state) = without_some(&kernel, &start, round, &mut rng) else {
                continue;
            };
            met += check_rounds(&kernel, &state, &mut rng);
            let checks = [
                check_trials(&kernel, &state, Brt, 2),
                check_trials(&kernel, &state, Whips1, 1),
                check_trials(&kernel, &state, Whips1, 2),
            ];
            contradictory += checks.iter().filter(|&&is| is).count();
            consistent += checks.iter().filter(|&&is| !is).count();
        }
    }
    assert!(met > 1000, "{met} hypotheses meet an empty variable");
    assert!(contradictory > 5 && consistent > 5);
}

#[test]
fn three_deep() {
    let kernel = board();
    let puzzle: Puzzle = PUZZLES[2].parse().unwrap();
    let mut state = puzzle.state().unwrap();
    assert!(Brt.close(&kernel, &mut state));
    check_trials(&kernel, &state, Brt, 3);
}

/// A model of random variables of three kinds and random links.
fn random_model(labels: u16, rng: &mut Rng) -> GenericKernel<12> {
    let mut builder = ModelBuilder::new(labels.into());
    for kind in 0..3 {
        let mut all: Vec<Label> = (0..labels.into()).map(Label::new).collect();
        rng.shuffle(&mut all);
        // Some labels have no variable of this kind.
        all.truncate(all.len() - rng.below(6));
        let mut rest = &all[..];
        while !rest.is_empty() {
            let size = (2 + rng.below(4)).min(rest.len());
            builder.variable(VariableKind(kind), rest[..size].iter().copied());
            rest = &rest[size..];
        }
    }
    for _ in 0..labels / 3 {
        let (a, b) = (rng.below(labels.into()), rng.below(labels.into()));
        if a != b {
            builder.link(Label::new(a), Label::new(b));
        }
    }
    GenericKernel::new(Arc::new(builder.build().unwrap())).unwrap()
}

#[test]
fn states_of_random_models() {
    let mut rng = Rng(8);
    let (mut met, mut contradictory, mut consistent) = (0, 0, 0);
    // The largest have more hypotheses than the narrow rows have bits, or the wide ones.
    let sizes = [(20, 60), (40, 60), (60, 40), (300, 3), (600, 1)];
    for (labels, count) in sizes {
        for _ in 0..count {
            let kernel = random_model(labels, &mut rng);
            let mut state = kernel.state(kernel.all());
            if !Whips1.close(&kernel, &mut state) || state.is_decided() {
                continue;
            }
            met += check_rounds(&kernel, &state, &mut rng);
            if labels > 100 {
                continue;
            }
            let checks = [
                check_trials(&kernel, &state, Brt, 2),
                check_trials(&kernel, &state, Whips1, 1),
                check_trials(&kernel, &state, Whips1, 2),
            ];
            contradictory += checks.iter().filter(|&&is| is).count();
            consistent += checks.iter().filter(|&&is| !is).count();
        }
    }
    assert!(met > 200, "{met} hypotheses meet an empty variable");
    assert!(
        contradictory > 5 && consistent > 5,
        "{contradictory} {consistent}"
    );
}
