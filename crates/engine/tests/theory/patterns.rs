//! Every pattern and path of the engine is accepted by the checker, and what is
//! changed in them is refused unless it is, by the definitions, a pattern again.

use crate::board::board;
use gradus_check::{Refusal, check_chain, check_path};
use gradus_csp::{Label, Labels, Position, State};
use gradus_engine::kernel::bitboard::Boards;
use gradus_engine::proof::{path_of, resolve};
use gradus_engine::rating::{Limits, Rating};
use gradus_path::{Chain, ChainRule, Family, Object, Path, PathEnd, PathStep, PathTheory};
use gradus_puzzles::book;
use gradus_puzzles::book::Printed;
use gradus_puzzles::sudoku::{Puzzle, sudoku_model};

use crate::bridge::{check_state, engine_state, is_legal, puzzle_state, truth};
use crate::reference;
use crate::reference::model;
use crate::reference::random::{Rng, minimal_puzzle};

const FAMILIES: [Family; 4] = [Family::WHIP, Family::BRAID, Family::GWHIP, Family::GBRAID];

fn check(state: &Position, pattern: &Chain) -> Result<(), Refusal> {
    check_chain(sudoku_model(), state, pattern)
}

/// A path of a family from a state, checked to end in the solution.
fn checked_path(start: &State<Boards>, truth: &Boards, chain: Family, max: usize) -> Option<Path> {
    let limits = Limits {
        max_length: max,
        budget: u64::MAX,
        ..Limits::default()
    };
    let theory = PathTheory::Chains(chain);
    let path = resolve(&board(), start, truth, theory, limits)?;
    let end = check_path(sudoku_model(), check_state(start), &path);
    let end = end.unwrap_or_else(|refusal| panic!("{refusal}: {path:?}"));
    assert_eq!(path.end, PathEnd::Solved);
    assert!(end.candidates.is_empty() && end.values.into_iter().eq(truth.iter()));
    Some(path)
}

/// The states before each pattern of a path, by plain replay.
fn replay(start: &State<Boards>, path: &Path) -> Vec<(Position, Chain)> {
    let mut state = check_state(start);
    let mut found = Vec::new();
    for step in &path.steps {
        match step {
            PathStep::Single { value, .. } => {
                let linked = &model().linked[value.index()];
                state
                    .candidates
                    .retain(|l| l != value && !linked[l.index()]);
                state.values.insert(*value);
            }
            PathStep::Chain(pattern) => {
                found.push((state.clone(), pattern.clone()));
                state.candidates.retain(|l| !pattern.targets.contains(l));
            }
            _ => panic!("{step:?}"),
        }
    }
    found
}

/// Patterns that differ from this one by one change.
fn mutations(state: &Position, pattern: &Chain, truth: &Boards, rng: &mut Rng) -> Vec<Chain> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Chain)| {
        let mut changed = pattern.clone();
        change(&mut changed);
        all.push(changed);
    };
    let candidates: Vec<Label> = state.candidates.iter().copied().collect();
    let steps = pattern.links.len();
    for _ in 0..4 {
        let target = candidates[rng.below(candidates.len())];
        add(&|p| p.targets = vec![target]);
        add(&|p| p.targets.push(target));
    }
    let certain: Vec<Label> = candidates
        .iter()
        .copied()
        .filter(|&l| truth.contains(l))
        .collect();
    let certain = certain[rng.below(certain.len())];
    add(&|p| p.targets = vec![certain]);
    add(&|p| p.targets.push(certain));
    add(&|p| p.targets.clear());
    add(&|p| p.targets.push(p.targets[0]));
    for rule in ChainRule::ALL {
        add(&|p| p.rule = rule);
        add(&|p| {
            p.rule = rule;
            p.links[steps - 1].rlo = None;
        });
    }
    for i in 0..steps {
        let labels = sudoku_model().labels_of(pattern.links[i].variable);
        add(&|p| {
            p.links.remove(i);
        });
        add(&|p| p.links[i].rlo = None);
        let other = labels[rng.below(9)];
        add(&|p| p.links[i].llc = other);
        add(&|p| p.links[i].llc = p.targets[0]);
        add(&|p| p.links[i].rlo = Some(Object::Label(p.targets[0])));
        add(&|p| p.links[i].rlo = Some(Object::Label(other)));
        let kind = rng.below(4);
        let variable = sudoku_model()
            .variables_of(pattern.links[i].llc)
            .nth(kind)
            .unwrap();
        add(&|p| p.links[i].variable = variable);
        for group in sudoku_model().glabels_of(pattern.links[i].variable) {
            add(&|p| p.links[i].rlo = Some(Object::Group(group)));
        }
        for j in i + 1..steps {
            add(&|p| p.links.swap(i, j));
            add(&|p| p.links[j].llc = p.links[i].llc);
            add(&|p| p.links[j].rlo = p.links[i].rlo);
        }
    }
    all
}

/// Counts of what was tried.
#[derive(Default, Debug)]
struct Counts {
    paths: usize,
    patterns: usize,
    refused: usize,
    legal: usize,
}

fn check_mutations(
    start: &State<Boards>,
    path: &Path,
    truth: &Boards,
    rng: &mut Rng,
    counts: &mut Counts,
) {
    for (state, pattern) in replay(start, path) {
        counts.patterns += 1;
        check(&state, &pattern).unwrap();
        assert!(is_legal(&state, &pattern), "{pattern:?}");
        for changed in mutations(&state, &pattern, truth, rng) {
            let legal = is_legal(&state, &changed);
            let verdict = check(&state, &changed);
            assert_eq!(
                verdict.is_ok(),
                legal,
                "{verdict:?}: {changed:?} in {state:?}"
            );
            let certain = |target: &Label| truth.contains(*target);
            assert!(
                !legal || !changed.targets.iter().any(certain),
                "{changed:?}"
            );
            counts.legal += usize::from(legal);
            counts.refused += usize::from(!legal);
        }
    }
}

/// Changes of the path as a whole.
fn check_path_mutations(start: &State<Boards>, path: &Path, rng: &mut Rng) {
    let verdict = |path: &Path| check_path(sudoku_model(), check_state(start), path);
    for longest in [path.longest + 1, path.longest.wrapping_sub(1)] {
        let mut other = path.clone();
        other.longest = longest;
        let refusal = Refusal::WrongLength(path.longest, longest);
        assert_eq!(verdict(&other), Err(refusal));
    }
    let mut cut = path.clone();
    cut.steps.pop();
    assert_eq!(verdict(&cut), Err(Refusal::WrongEnd));
    for end in [PathEnd::Contradiction, PathEnd::Stuck, PathEnd::Stopped] {
        let mut other = path.clone();
        other.end = end;
        assert_eq!(verdict(&other), Err(Refusal::WrongEnd));
    }
    for i in 0..path.steps.len() {
        let mut twice = path.clone();
        twice.steps.insert(i, path.steps[i].clone());
        assert!(verdict(&twice).is_err(), "a step cannot be done twice");
        if let PathStep::Single { variable, .. } = path.steps[i] {
            let label = sudoku_model().labels_of(variable)[rng.below(9)];
            let mut other = path.clone();
            let single = PathStep::Single {
                rule: (),
                value: label,
                variable,
            };
            let same = single == path.steps[i];
            other.steps[i] = single;
            assert_eq!(verdict(&other).is_ok(), same);
        }
        if i > 0 && matches!(path.steps[i], PathStep::Chain(_)) {
            // A chain before the Single that comes before it: too early.
            let mut early = path.clone();
            early.steps.swap(i - 1, i);
            if matches!(path.steps[i - 1], PathStep::Single { .. }) {
                let refusal = verdict(&early).unwrap_err();
                assert!(refusal.to_string().contains("Single"), "{refusal}");
            }
        }
    }
}

#[test]
fn the_reference_numbers_labels_and_variables_alike() {
    for (variable, labels) in sudoku_model().variables().zip(&model().variables) {
        let own = sudoku_model().labels_of(variable).iter();
        let mut labels = labels.clone();
        labels.sort_unstable();
        assert!(own.map(|l| l.index()).eq(labels));
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn random_puzzles() {
    let mut rng = Rng(21);
    let mut counts = Counts::default();
    for _ in 0..30 {
        let puzzle = minimal_puzzle(&mut rng);
        let start = engine_state(&reference::State::from_givens(&puzzle));
        let truth = truth(&puzzle);
        let levels = FAMILIES.map(|chain| {
            let path = checked_path(&start, &truth, chain, 9)?;
            counts.paths += 1;
            check_mutations(&start, &path, &truth, &mut rng, &mut counts);
            check_path_mutations(&start, &path, &mut rng);
            Some(path.longest)
        });
        // One path gives B and gB exactly, W and gW from above.
        let [w, b, gw, gb] = levels.map(|level| level.unwrap_or(usize::MAX));
        assert!(b <= w && gb <= gw && gb <= b, "{levels:?}");
    }
    println!("{counts:?}");
    assert!(counts.patterns > 500 && counts.refused > 10_000 && counts.legal > 100);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn book_puzzles() {
    let mut counts = Counts::default();
    for puzzle in book::puzzles() {
        for (chain, property) in FAMILIES.into_iter().zip(["w", "b", "gw", "gb"]) {
            let expected = match puzzle.expected(property) {
                Some(&Printed::Number(expected @ ..=7)) => expected as usize,
                _ => continue,
            };
            let start = puzzle_state(&puzzle.puzzle);
            let text: Puzzle = puzzle.puzzle.parse().unwrap();
            // Simplest first, or else in another order: whips 5 instead of 4 in 5.10.3.
            let theory = PathTheory::Chains(chain);
            let rating = Some(Rating::exact(expected));
            let path = path_of(&text, theory, rating, Limits::default()).unwrap();
            check_path(sudoku_model(), check_state(&start), &path)
                .unwrap_or_else(|refusal| panic!("{refusal}: {path:?}"));
            assert_eq!(path.end, PathEnd::Solved, "{property} of {}", puzzle.id);
            assert_eq!(path.longest, expected, "{property} of {}", puzzle.id);
            counts.paths += 1;
            for (state, pattern) in replay(&start, &path) {
                counts.patterns += 1;
                check(&state, &pattern).unwrap();
                assert!(is_legal(&state, &pattern));
            }
        }
    }
    println!("{counts:?}");
    assert!(counts.paths > 140);
}
