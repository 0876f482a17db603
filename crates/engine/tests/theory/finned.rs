//! Finned fish and belts: the published eliminations, the class SpB with both
//! beyond it, and the reference implementation on random states.

use crate::board::board;
use gradus_check::{Refusal, Verdict, check_belt, check_finned_fish, check_record};
use gradus_csp::{Label, Labels, Position, Variable};
use gradus_engine::kernel::Kernel;
use gradus_engine::kernel::bitboard::{BoardKernel, Boards};
use gradus_engine::proof::{path_of, prove, rating_in};
use gradus_engine::rating::{Classification, Limits, Name, Rating, Request, classify};
use gradus_engine::rules::subset::find as find_subset;
use gradus_engine::rules::{SFin, Theory, WithBelts, belt, finned};
use gradus_path::record::StepRecord;
use gradus_path::{Ladder, Path, PathEnd, PathStep, PathTheory, Record, Trial};
use gradus_puzzles::sudoku::{Puzzle, label_name, sudoku_model};

use crate::bridge::engine_state;
use crate::reference::random::{Rng, minimal_puzzle, random_states};
use crate::reference::{self, State, belts_closure, brt, finned_closure, label, parse, whips1};

pub(crate) const EASTER_MONSTER: &str =
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
pub(crate) const METCALF: &str =
    "5.......9.2.1...7...8...3...4.6.........5.......2.7.1...3...8...6...4.2.9.......5";
const SNOWFLAKE: &str =
    "5.......9.2.1...7...8...3...4.6.8.......5.......2.7.1...3...8...6...4.2.9.......5";
/// PBCS, table 11.5.
const TAREK: &str =
    "..3.8....7..2......6...9.1.........3.....596..9.....54.1...45..8...3......27.....";
/// PBCS, figure 13.4.
const FIGURE: &str =
    "4.......1.7..9..2...8...5...3.9.6.......7.......3.2.6...5.......2..6..7.1.....4.8";
const TAREK_ULTRA: &str =
    "9.......5.4.3...6...2...1...8.74........2.......8.6.7.1.....9...3...7.4...5.....2";
const GOLDEN_NUGGET: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
/// CSP-Rules manual 13.2: two finned X-wings.
const FINNED: &str =
    "..9......8....97...7..6..5..5..4..6.9....38....2.......6..5.17.2....84......1....";

const SPBX: PathTheory = PathTheory::Trials(Ladder::Fish);

fn name(column: &str) -> Name {
    column.parse().unwrap()
}

fn rate(puzzle: &str, names: &str) -> Classification {
    let request = Request {
        names: names.parse().unwrap(),
        limits: Limits::default(),
    };
    classify(&puzzle.parse::<Puzzle>().unwrap(), &request).unwrap()
}

/// The puzzle with the id in the books.
fn book(id: &str) -> String {
    let mut puzzles = gradus_puzzles::book::puzzles().into_iter();
    puzzles.find(|entry| entry.id == id).unwrap().puzzle
}

/// The state after Singles and whips[1].
fn after_w1(puzzle: &str) -> State {
    let mut state = State::from_givens(&parse(puzzle));
    whips1(&mut state);
    state
}

/// Eliminations as the books print them: `r1c3-7`.
fn named(labels: impl IntoIterator<Item = usize>) -> Vec<String> {
    let name = |l| {
        let (n, r, c) = reference::coordinates(l);
        format!("r{r}c{c}-{n}")
    };
    let mut names: Vec<String> = labels.into_iter().map(name).collect();
    names.sort();
    names
}

/// What the engine's belts eliminate, and how many there are.
fn belts_of(puzzle: &str) -> (usize, Vec<String>) {
    let kernel = board();
    let state = engine_state(&after_w1(puzzle));
    let belts = belt::belts(&kernel, &state.left);
    assert_eq!(belts.len(), belt::count(&kernel, &state.left));
    let targets = belt::targets(&kernel, &state.left);
    let targets = targets.map_or(Vec::new(), |set| set.iter().map(Label::index).collect());
    (belts.len(), named(targets))
}

#[test]
fn belts_of_the_books_eliminate_what_is_printed() {
    let published = [
        (
            EASTER_MONSTER,
            "r1c3-7 r2c5-3 r2c5-8 r2c6-8 r3c1-2 r5c2-4 r5c2-8 r5c8-3 r5c8-9 r7c3-1 r8c4-5 r8c5-4 r9c1-6",
        ),
        (
            METCALF,
            "r2c5-4 r2c5-6 r2c6-6 r5c2-1 r5c2-7 r5c8-4 r5c8-6 r8c4-7 r8c5-1 r8c5-7",
        ),
    ];
    for (puzzle, eliminations) in published {
        let eliminations: Vec<&str> = eliminations.split(' ').collect();
        assert_eq!(belts_of(puzzle).0, 1);
        assert_eq!(belts_of(puzzle).1, eliminations);
        assert_eq!(
            rate(puzzle, "belts").rating(name("belts")),
            Some(Rating::exact(1))
        );
    }
    for (puzzle, eliminations) in [(TAREK, 16), (FIGURE, 13), (SNOWFLAKE, 10)] {
        let (count, targets) = belts_of(puzzle);
        assert_eq!((count, targets.len()), (1, eliminations), "{puzzle}");
    }
}

#[test]
fn puzzles_without_belt() {
    for id in ["PBCS-F13.6", "PBCS-13.3-10526", "PBCS-13.3-13852"] {
        let puzzle = book(id);
        assert_eq!(belts_of(&puzzle), (0, Vec::new()), "{id}");
        assert_eq!(reference::belt_count(&after_w1(&puzzle)), 0);
        assert_eq!(
            rate(&puzzle, "belts").rating(name("belts")),
            Some(Rating::exact(0))
        );
    }
}

#[test]
fn classes_with_finned_fish_and_belts() {
    let ronk = book("PBCS-F13.6");
    let known = [
        (EASTER_MONSTER, Rating::exact(6)),
        (METCALF, Rating::INFINITE),
        (TAREK, Rating::exact(6)),
        (SNOWFLAKE, Rating::exact(6)),
        (TAREK_ULTRA, Rating::exact(6)),
        (GOLDEN_NUGGET, Rating::INFINITE),
        (&ronk, Rating::INFINITE),
    ];
    for (puzzle, class) in known {
        assert_eq!(
            rate(puzzle, "spbx").rating(name("spbx")),
            Some(class),
            "{puzzle}"
        );
        let both = rate(puzzle, "spb,spbx");
        assert_eq!(both.rating(name("spbx")), Some(class), "{puzzle}");
        assert_eq!(both.rating(Name::SPB), Some(Rating::INFINITE), "{puzzle}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn the_class_of_a_puzzle_that_subsets_solve_is_theirs() {
    let mut by_class = [0; 7];
    for entry in gradus_puzzles::book::puzzles() {
        if entry.solutions != 1 {
            continue;
        }
        let numbers = rate(&entry.puzzle, "spb,spbx");
        let [spb, spbx] = [Name::SPB, name("spbx")].map(|name| numbers.rating(name).unwrap());
        assert_eq!(rate(&entry.puzzle, "spbx").rating(name("spbx")), Some(spbx));
        match spb {
            Rating::INFINITE => assert!(spbx.value.is_none_or(|p| p > 4), "{}", entry.id),
            finite => assert_eq!(spbx, finite, "{}", entry.id),
        }
        if let Some(p) = spbx.value {
            by_class[usize::from(p)] += 1;
        }
    }
    assert!(
        [0, 1, 5, 6].iter().all(|&p| by_class[p] > 0),
        "{by_class:?}"
    );
}

#[test]
fn the_finned_x_wings_of_the_manual() {
    let kernel = board();
    let mut state = State::from_givens(&parse(FINNED));
    brt(&mut state);
    // The hidden pair 5, 6 in r1c1 and r2c3.
    for (r, c) in [(1, 1), (2, 3)] {
        let others = (1..=9).filter(|n| ![5, 6].contains(n));
        others.for_each(|n| state.delete(label(n, r, c)));
    }
    assert_eq!(
        named(reference::finned_targets(&state, 2)),
        ["r6c9-9", "r8c9-9"]
    );
    let left = engine_state(&state).left;
    let first = finned::find(&kernel, &left, 2).unwrap();
    let text = |fish| {
        let names = FINNED.parse::<Puzzle>().unwrap();
        let names = gradus_csp::Instance::domain(&names).names();
        gradus_path::notation::step_text(names, &PathStep::Finned(fish))
    };
    assert_eq!(
        text(first.clone()),
        "finned-x-wing-in-rows: n9{r7 r4}{c4 c9} with fins in b6n9 ==> r6c9 ≠ 9"
    );
    let mut rest = left;
    first.targets.iter().for_each(|&target| rest.remove(target));
    let second = finned::find(&kernel, &rest, 2).unwrap();
    assert_eq!(
        text(second.clone()),
        "finned-x-wing-in-columns: n9{c5 c8}{r6 r8} with fins in b9n9 ==> r8c9 ≠ 9"
    );
    second
        .targets
        .iter()
        .for_each(|&target| rest.remove(target));
    assert_eq!(finned::find(&kernel, &rest, 2), None);
}

/// States of random puzzles after Singles, others near them, and some in trials.
fn states(rng: &mut Rng) -> Vec<State> {
    let puzzle = minimal_puzzle(rng);
    let mut states = random_states(&puzzle, rng, 4);
    let start = State::from_givens(&puzzle);
    for _ in 0..4 {
        let mut trial = start.clone();
        whips1(&mut trial);
        let candidates = trial.candidates();
        if !candidates.is_empty() {
            trial.assert(candidates[rng.below(candidates.len())]);
            states.push(trial);
        }
    }
    states.push(start);
    states
}

/// A random state in which there is much for fish: few givens, and of some digits
/// in some rows or columns only a few places left, the true one among them.
fn planted(rng: &mut Rng) -> State {
    let solution = reference::random::full_grid(rng);
    let mut state = State::empty();
    for _ in 0..rng.below(12) {
        let cell = rng.below(81);
        state.assert(label(solution[cell].into(), cell / 9 + 1, cell % 9 + 1));
    }
    for _ in 0..3 + rng.below(20) {
        let (n, line) = (1 + rng.below(9), 1 + rng.below(9));
        let by_row = rng.below(2) == 0;
        let at = |i: usize| if by_row { (line, i) } else { (i, line) };
        let kept: Vec<usize> = (0..2 + rng.below(3)).map(|_| 1 + rng.below(9)).collect();
        for (r, c) in (1..=9).filter(|i| !kept.contains(i)).map(at) {
            if usize::from(solution[9 * (r - 1) + c - 1]) != n {
                state.delete(label(n, r, c));
            }
        }
    }
    state
}

/// What the engine makes of a state must be what the reference does, but for the
/// one shape of Quads that only the reference has.
fn compare(kernel: &BoardKernel, state: &State, p: usize) -> bool {
    let mut slow = state.clone();
    finned_closure(&mut slow, p);
    let mut fast = engine_state(state);
    let consistent = SFin(p).close(kernel, &mut fast);
    let same = if !consistent {
        slow.contradictory()
    } else {
        !slow.contradictory() && fast == engine_state(&slow)
    };
    if !same {
        assert_eq!(p, 4);
        assert!(consistent && find_subset(kernel, &fast.left, 4).is_none());
        let mut end = slow_of(&fast);
        let before = end.candidates();
        finned_closure(&mut end, 3);
        assert_eq!(end.candidates(), before, "closed but for Quads");
        assert!(!reference::subsets::subset_targets(&end, 4).is_empty());
    }
    same
}

/// The reference's form of a state.
fn slow_of(state: &gradus_csp::State<Boards>) -> State {
    let mut slow = State::empty();
    for l in 0..reference::LABELS {
        slow.value[l] = state.values.contains(Label::new(l));
        slow.candidate[l] = state.left.contains(Label::new(l)) && !slow.value[l];
    }
    slow
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn finned_fish_are_those_of_the_reference() {
    let kernel = board();
    let mut rng = Rng(41);
    let (mut by_fins, mut different) = (0, 0);
    let mut all: Vec<State> = (0..4).flat_map(|_| states(&mut rng)).collect();
    all.extend((0..40).map(|_| planted(&mut rng)));
    for state in &all {
        for p in 2..=4 {
            different += usize::from(!compare(&kernel, state, p));
            let (mut with, mut without) = (state.clone(), state.clone());
            finned_closure(&mut with, p);
            reference::subsets_closure(&mut without, p);
            by_fins += usize::from(with != without);
        }
    }
    assert!(by_fins > 20, "{by_fins}");
    assert!(different < 10, "{different}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn belts_are_those_of_the_reference() {
    let kernel = board();
    let mut rng = Rng(43);
    let mut with_belts = 0;
    let sources = [
        EASTER_MONSTER,
        METCALF,
        TAREK,
        FIGURE,
        SNOWFLAKE,
        TAREK_ULTRA,
    ];
    let mut all: Vec<State> = states(&mut rng);
    for puzzle in sources {
        let start = after_w1(puzzle);
        let candidates = start.candidates();
        for round in 0..3 {
            let mut state = start.clone();
            // A trial, or a candidate less: belts stay, break or change.
            let some = candidates[rng.below(candidates.len())];
            match round % 3 {
                0 => {}
                1 => state.assert(some),
                _ => state.delete(some),
            }
            brt(&mut state);
            all.push(state);
        }
    }
    for mut state in all {
        brt(&mut state);
        if state.contradictory() {
            continue;
        }
        let fast = engine_state(&state);
        let count = belt::count(&kernel, &fast.left);
        assert_eq!(count, reference::belt_count(&state));
        with_belts += usize::from(count > 0);
        let targets = belt::targets(&kernel, &fast.left);
        let targets = targets.unwrap_or_else(|| kernel.none());
        let targets: Vec<usize> = targets.iter().map(Label::index).collect();
        assert_eq!(targets, reference::belt_targets(&state));
        let mut closed = fast.clone();
        let consistent = WithBelts(SFin(4)).close(&kernel, &mut closed);
        let mut slow = state.clone();
        belts_closure(&mut slow);
        assert_eq!(consistent, !slow.contradictory());
        if consistent {
            assert_eq!(closed, engine_state(&slow));
        }
    }
    assert!(with_belts > 8, "{with_belts}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn trials_end_as_those_of_the_reference() {
    let kernel = board();
    let start = after_w1(SNOWFLAKE);
    let mut refuted = 0;
    for hypothesis in start.candidates().into_iter().step_by(9) {
        let mut slow = start.clone();
        slow.assert(hypothesis);
        let mut fast = engine_state(&slow);
        belts_closure(&mut slow);
        let consistent = WithBelts(SFin(4)).close(&kernel, &mut fast);
        assert_eq!(consistent, !slow.contradictory());
        if consistent {
            assert_eq!(fast, engine_state(&slow));
        }
        refuted += usize::from(!consistent);
    }
    assert!(refuted > 0);
}

#[test]
fn belts_are_true() {
    // Dropping that ends must be undecided, or different, would eliminate these.
    for (id, r, c, n) in [("PBCS-13.3-10526", 8, 5, 6), ("PBCS-13.3-13852", 3, 5, 1)] {
        let kernel = board();
        let mut state = engine_state(&after_w1(&book(id)));
        assert!(WithBelts(SFin(4)).close(&kernel, &mut state));
        assert!(state.left.contains(Label::new(label(n, r, c))), "{id}");
    }
}

fn record(puzzle: &str, theory: PathTheory) -> Record {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let rating = rating_in(&puzzle, theory, Limits::default()).unwrap();
    prove(&puzzle, theory, rating, Limits::default()).unwrap()
}

fn rules(steps: &[StepRecord], found: &mut Vec<String>) {
    for step in steps {
        found.push(step.rule().to_string());
        if let StepRecord::Trial(Trial { steps, .. }) = step {
            rules(steps, found);
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn records_of_the_class_are_checked() {
    let record = record(SNOWFLAKE, SPBX);
    assert_eq!((record.rating, record.longest), (Some(6), 6));
    assert_eq!(
        check_record(&record, gradus_puzzles::read),
        Ok(Verdict::Solution)
    );
    assert!(crate::records::replays(&record));
    let mut names = Vec::new();
    rules(&record.steps, &mut names);
    let has = |start: &str| names.iter().any(|name| name.starts_with(start));
    assert!(has("x2y2-belt[8]"), "{names:?}");
    assert!(has("finned-"), "{names:?}");
    // Class 5 would do without belts, class 4 without fish.
    for claim in [4, 5] {
        let lower = Record {
            rating: Some(claim),
            ..record.clone()
        };
        let refused = Refusal::WrongRating(Rating::exact(claim.into()), 6);
        assert_eq!(check_record(&lower, gradus_puzzles::read), Err(refused));
    }
    let as_spb = Record {
        theory: "spb".to_string(),
        ..record.clone()
    };
    assert!(check_record(&as_spb, gradus_puzzles::read).is_err());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn that_no_class_solves_is_checked() {
    let record = record(METCALF, SPBX);
    assert_eq!(record.status.as_deref(), Some("infinite"));
    assert_eq!(record.end, "stuck");
    assert_eq!(
        check_record(&record, gradus_puzzles::read),
        Ok(Verdict::Stuck)
    );
    let solvable = Record {
        puzzle: SNOWFLAKE.to_string(),
        ..record
    };
    assert!(check_record(&solvable, gradus_puzzles::read).is_err());
}

/// The path of a puzzle in a theory, and the position before each of its steps.
fn path(puzzle: &str, theory: PathTheory) -> (Path, Vec<Position>) {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let path = path_of(&puzzle, theory, None, Limits::default()).unwrap();
    let before = |step| path.position_before(&puzzle, step);
    let positions = (0..path.steps.len()).map(before).collect();
    (path, positions)
}

#[test]
fn plain_paths_have_finned_fish_and_belts() {
    let (fish, _) = path(FINNED, PathTheory::SFin);
    assert!(
        fish.steps
            .iter()
            .any(|step| matches!(step, PathStep::Finned(_)))
    );
    let (belts, positions) = path(METCALF, PathTheory::Belts);
    assert_eq!(belts.end, PathEnd::Stuck);
    let is_belt = |step: &&PathStep| matches!(step, PathStep::Belt(_));
    assert_eq!(belts.steps.iter().filter(is_belt).count(), 1);
    assert_eq!(positions.len(), belts.steps.len());
    for theory in [PathTheory::SFin, PathTheory::Belts] {
        let record = record(METCALF, theory);
        assert_eq!(
            check_record(&record, gradus_puzzles::read),
            Ok(Verdict::Stuck),
            "{theory}"
        );
    }
    // A path that stops before its last step is not stuck.
    let mut short = record(METCALF, PathTheory::Belts);
    while !short.steps.pop().unwrap().rule().starts_with("x2y2") {}
    let longest = short.steps.len();
    assert!(longest > 0);
    short.longest = crate::records::path(&short)
        .unwrap()
        .steps
        .iter()
        .map(PathStep::length)
        .max()
        .unwrap();
    assert_eq!(
        check_record(&short, gradus_puzzles::read),
        Err(Refusal::NotStuck)
    );
}

#[test]
fn finned_fish_that_are_none_are_refused() {
    let (path, positions) = path(FINNED, PathTheory::SFin);
    let mut checked = 0;
    for (step, position) in path.steps.iter().zip(&positions) {
        let PathStep::Finned(fish) = step else {
            continue;
        };
        let check = |fish| check_finned_fish(sudoku_model(), position, &fish);
        assert_eq!(check(fish.clone()), Ok(()));
        checked += 1;
        let refused = |change: &dyn Fn(&mut gradus_path::FinnedFish)| {
            let mut changed = fish.clone();
            change(&mut changed);
            check(changed).unwrap_err()
        };
        refused(&|f| f.bases.rotate_left(1));
        refused(&|f| std::mem::swap(&mut f.bases, &mut f.covers));
        refused(&|f| f.covers[0] = f.covers[1]);
        refused(&|f| f.fins = f.bases[0]);
        refused(&|f| f.fins = f.covers[0]);
        refused(&|f| f.fins = Variable::new(9999));
        refused(&|f| f.bases.truncate(1));
        refused(&|f| f.targets.clear());
        refused(&|f| f.targets.push(f.targets[0]));
        for candidate in position
            .candidates
            .iter()
            .filter(|c| !fish.targets.contains(c))
        {
            let refusal = refused(&|f| f.targets.push(*candidate));
            assert_eq!(refusal, Refusal::NotTaken, "{}", label_name(*candidate));
        }
    }
    assert!(checked > 0);
}

#[test]
fn belts_that_are_none_are_refused() {
    let (path, positions) = path(EASTER_MONSTER, PathTheory::Belts);
    let at = path
        .steps
        .iter()
        .position(|step| matches!(step, PathStep::Belt(_)));
    let at = at.unwrap();
    let (PathStep::Belt(belt), position) = (&path.steps[at], &positions[at]) else {
        panic!("no belt");
    };
    let check = |belt| check_belt(sudoku_model(), position, &belt);
    assert_eq!(check(belt.clone()), Ok(()));
    let refused = |change: &dyn Fn(&mut gradus_path::Belt)| {
        let mut changed = belt.clone();
        change(&mut changed);
        check(changed).unwrap_err()
    };
    for i in 0..belt.segments.len() {
        refused(&|b| b.segments.retain(|s| *s != belt.segments[i]));
        refused(&|b| b.segments[i].ends[0] = b.segments[i].ends[1]);
        refused(&|b| b.segments[i].shared[0] = b.segments[i].shared[1]);
        refused(&|b| b.segments.swap(i, (i + 1) % 8));
        let other = (i + 3) % 8;
        refused(&|b| b.segments[i].ends = b.segments[other].ends);
        refused(&|b| b.segments[i].shared = b.segments[other].shared);
        refused(&|b| b.segments[i].ends[0] = Variable::new(9999));
    }
    refused(&|b| b.segments.clear());
    refused(&|b| b.targets.clear());
    for candidate in position
        .candidates
        .iter()
        .filter(|c| !belt.targets.contains(c))
    {
        let refusal = refused(&|b| b.targets.push(*candidate));
        assert_eq!(refusal, Refusal::NotTaken, "{}", label_name(*candidate));
    }
    // The same belt from another beginning, or the other way round, is one as well.
    let mut turned = belt.clone();
    turned.segments.rotate_left(3);
    assert_eq!(check(turned), Ok(()));
    let mut back = belt.clone();
    back.segments.reverse();
    let shared: Vec<_> = back.segments.iter().map(|s| s.shared).collect();
    for (i, segment) in back.segments.iter_mut().enumerate() {
        segment.shared = shared[(i + 1) % 8];
    }
    assert_eq!(check(back), Ok(()));
    // With an end that has one more candidate it is none.
    let mut more = position.clone();
    let end = belt.segments[0].ends[0];
    let gone = sudoku_model().labels_of(end).iter();
    more.candidates.extend(gone);
    assert!(check_belt(sudoku_model(), &more, belt).is_err());
}
