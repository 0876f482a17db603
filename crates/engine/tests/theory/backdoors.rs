//! Backdoors, anti-backdoors and solutions in few steps against the manual, the book and the
//! definitions.

use gradus_check::{Verdict, check_record};
use gradus_csp::{Instance, Label, Labels, State};
use gradus_engine::backdoor::{ChainKind, Erasables, Modulo, NoStep};
use gradus_engine::kernel::{Kernel, initial_state};
use gradus_engine::proof::{FewSteps, NoSteps, StepGoal, StepRules, few_steps};
use gradus_engine::rating::{
    Classification, Fact, FactValue, Limits, Names, Rating, Rejection, Request, classify, solution,
};
use gradus_engine::with_kernel;
use gradus_path::Record;
use gradus_path::notation::step_text;
use gradus_puzzles::{book, read};

use crate::reference::backdoors as slow;
use crate::reference::random::{Rng, minimal_puzzle, solutions};
use crate::reference::subsets::subsets_closure;
use crate::reference::{self, brt, whips1};

const LOKI: &str =
    "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";
const EASTER_MONSTER: &str =
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";

fn printed(id: &str) -> String {
    let mut all = book::puzzles().into_iter();
    all.find(|entry| entry.id == id).unwrap().puzzle
}

/// Does something in the state of a puzzle after a no-step theory.
struct After<'a, F>(&'a dyn Instance, NoStep, F);

trait Look {
    type Seen;
    fn look<K: Kernel>(self, modulo: &Modulo<'_, K>, kernel: &K, at: Seen<'_, K>) -> Self::Seen;
}

struct Seen<'a, K: Kernel> {
    state: &'a State<K::Set>,
    truth: &'a K::Set,
    puzzle: &'a dyn Instance,
}

impl<F: Look> After<'_, F> {
    fn run<K: Kernel>(self, kernel: &K) -> F::Seen {
        let truth = kernel.set_of(solution(self.0).unwrap());
        let modulo = Modulo::new(kernel, self.1, &truth);
        let mut state = initial_state(kernel, self.0).unwrap();
        assert!(modulo.close(&mut state));
        let seen = Seen {
            state: &state,
            truth: &truth,
            puzzle: self.0,
        };
        self.2.look(&modulo, kernel, seen)
    }
}

fn after<F: Look>(puzzle: &str, no_step: NoStep, look: F) -> F::Seen {
    let puzzle = read(puzzle).unwrap();
    let after = After(puzzle.as_ref(), no_step, look);
    with_kernel!(puzzle, |kernel| after.run(kernel))
}

/// The size of the smallest backdoor, how many of one label there are, the anti-backdoors,
/// and how many pairs.
struct Counts;

impl Look for Counts {
    type Seen = (Option<usize>, usize, Vec<String>, usize);

    fn look<K: Kernel>(self, modulo: &Modulo<'_, K>, kernel: &K, at: Seen<'_, K>) -> Self::Seen {
        let names = at.puzzle.domain().names();
        let alone = modulo.anti_backdoors(at.state);
        let solves = |label: &Label| {
            let mut state = at.state.clone();
            kernel.assert(&mut state, *label);
            modulo.close(&mut state) && state.is_decided()
        };
        let labels = at.state.candidates().and(at.truth);
        (
            modulo.backdoor_size(at.state, 3),
            labels.iter().filter(solves).count(),
            alone.iter().map(|label| names.label(label)).collect(),
            modulo.anti_backdoor_pairs(at.state).len(),
        )
    }
}

fn counts(puzzle: &str, no_step: NoStep) -> (Option<usize>, usize, usize, usize) {
    let (size, backdoors, anti, pairs) = after(puzzle, no_step, Counts);
    (size, backdoors, anti.len(), pairs)
}

fn steps_of(
    puzzle: &str,
    (no_step, kind, max_length): (NoStep, ChainKind, usize),
    wanted: StepGoal,
) -> FewSteps {
    let rules = StepRules {
        no_step,
        kind,
        max_length,
        budget: 10_000_000,
    };
    let puzzle = read(puzzle).unwrap();
    let found = few_steps(puzzle.as_ref(), rules, wanted).unwrap();
    for counted in &found.solutions {
        let record = Record::new(puzzle.as_ref(), &counted.path, None);
        assert_eq!(
            check_record(&record, gradus_puzzles::read),
            Ok(Verdict::Solution)
        );
        assert_eq!(record.strategy, "few steps");
        let lengths = counted.steps.iter().map(|&step| {
            let step = &counted.path.steps[step];
            assert_eq!(step.targets().len(), 1, "a step has one target");
            assert!(step.length() > 1);
            step.length()
        });
        assert!(lengths.max().unwrap_or(0) <= max_length);
        // All that is not counted is of the no-step theory.
        let others = counted.path.steps.iter().enumerate();
        let others = others.filter(|(place, _)| !counted.steps.contains(place));
        let largest = others.map(|(_, step)| step.length()).max();
        assert!(largest.unwrap_or(0) <= no_step.size());
    }
    found
}

/// The targets of the counted steps of a solution.
fn erased(puzzle: &str, found: &FewSteps, place: usize) -> Vec<String> {
    let puzzle = read(puzzle).unwrap();
    let names = puzzle.domain().names();
    let counted = &found.solutions[place];
    let targets = counted.steps.iter();
    let targets = targets.map(|&step| names.label(counted.path.steps[step].targets()[0]));
    targets.collect()
}

fn lengths(found: &FewSteps) -> Vec<usize> {
    let longest = |counted: &gradus_engine::proof::CountedPath| {
        let steps = counted.steps.iter();
        steps.map(|&step| counted.path.steps[step].length()).max()
    };
    found.solutions.iter().filter_map(longest).collect()
}

const WHIPS: ChainKind = ChainKind::Whip;
const W1: NoStep = NoStep::W1;

/// Manual 13.2: anti-backdoors 1, 13 and 38; one-step solutions 7 by bivalue chains, 10 by
/// z-chains, 11 by whips, the shortest of length 3.
#[test]
fn one_step_of_the_manual() {
    let puzzle = printed("UM-13.2-1");
    let (size, backdoors, anti, _) = after(&puzzle, NoStep::Brt, Counts);
    assert_eq!((size, backdoors), (Some(1), 5));
    assert_eq!(anti, ["n1r8c2"]);
    let (size, backdoors, anti, _) = counts(&puzzle, W1);
    assert_eq!((size, backdoors, anti), (Some(1), 21, 13));
    assert_eq!(counts(&puzzle, NoStep::S).2, 38);
    for (kind, solutions) in [
        (ChainKind::Bivalue, 7),
        (ChainKind::Z, 10),
        (ChainKind::Whip, 11),
    ] {
        let found = steps_of(&puzzle, (W1, kind, 36), StepGoal::One);
        assert_eq!((found.anti_backdoors, found.erasable), (13, solutions));
        assert_eq!(found.solutions.len(), solutions, "{kind}");
        assert_eq!(lengths(&found)[0], 3);
    }
    assert_eq!(rated(&puzzle).1[2], Rating::exact(3));
}

/// Manual 13.6: 6 anti-backdoors in each theory, 615, 622 and 626 pairs, and no solution with
/// one whip. Its 85 solutions with two are those by whips up to length 10. It says that one of
/// them, n3r1c9 and n5r1c9, is in W5. There are three, all with n3r1c9 first.
#[test]
fn two_steps_of_the_manual() {
    let puzzle = printed("UM-13.6-1");
    for (no_step, pairs) in [(NoStep::Brt, 615), (W1, 622), (NoStep::S, 626)] {
        let (size, _, anti, found) = counts(&puzzle, no_step);
        assert_eq!((size, anti, found), (Some(1), 6, pairs), "{no_step}");
    }
    assert_eq!(counts(&puzzle, NoStep::Brt).1, 17);
    assert_eq!(counts(&puzzle, W1).1, 17);
    assert_eq!(
        steps_of(&puzzle, (W1, WHIPS, 36), StepGoal::One).erasable,
        0
    );
    assert_eq!(rated(&puzzle).1[2], Rating::INFINITE);
    let found = steps_of(&puzzle, (W1, WHIPS, 10), StepGoal::Two);
    assert_eq!((found.solutions.len(), found.pairs.unwrap().0), (85, 622));
    let found = steps_of(&puzzle, (W1, WHIPS, 5), StepGoal::Two);
    let all: Vec<_> = (0..found.solutions.len())
        .map(|place| erased(&puzzle, &found, place))
        .collect();
    let second = |label: &str| vec!["n3r1c9".to_string(), label.to_string()];
    assert_eq!(all.len(), 3);
    for label in ["n5r1c9", "n4r5c9", "n5r3c6"] {
        assert!(all.contains(&second(label)), "{label}: {all:?}");
    }
}

/// Manual 13.7: 6 anti-backdoors after whips[1], 971 pairs; one-step solutions by whips of
/// lengths 7, 8 and 9; 15, 20 and 34 erasable candidates and 107, 146 and 475 relevant pairs
/// at lengths 5, 6 and 8; one two-step solution at length 5, five at length 6.
#[test]
fn erasable_candidates_and_relevant_pairs_of_the_manual() {
    let puzzle = printed("UM-13.7-1");
    let (_, _, mut anti, pairs) = after(&puzzle, W1, Counts);
    anti.sort();
    assert_eq!(
        anti,
        ["n1r9c3", "n6r2c7", "n7r1c3", "n7r3c9", "n8r1c6", "n9r1c7"]
    );
    assert_eq!(pairs, 971);
    assert_eq!(counts(&puzzle, W1).1, 17);
    assert_eq!(counts(&puzzle, NoStep::Brt).1, 16);
    let one = steps_of(&puzzle, (W1, WHIPS, 36), StepGoal::One);
    assert_eq!(lengths(&one), [7, 8, 9]);
    for (length, erasable, relevant, solutions) in [
        (5, 15, 107, Some(1)),
        (6, 20, 146, Some(5)),
        (8, 34, 475, None),
    ] {
        let found = steps_of(&puzzle, (W1, WHIPS, length), StepGoal::Two);
        assert_eq!(found.erasable, erasable);
        assert_eq!(found.pairs, Some((971, relevant)));
        if let Some(solutions) = solutions {
            assert_eq!(found.solutions.len(), solutions);
            assert_eq!(erased(&puzzle, &found, 0), ["n8r7c8", "n7r1c3"]);
        }
    }
}

/// Manual 13.11: no one- or two-step solution by whips up to 8; 9 steps were found, 6 by
/// another solver.
#[test]
fn few_steps_where_two_do_not_do() {
    let puzzle = printed("UM-13.11-1");
    assert_eq!(counts(&puzzle, NoStep::Brt).2, 0);
    let (_, backdoors, anti, _) = counts(&puzzle, W1);
    assert_eq!((backdoors, anti), (24, 14));
    assert_eq!(counts(&puzzle, NoStep::Brt).1, 5);
    let rules = (W1, WHIPS, 8);
    assert_eq!(steps_of(&puzzle, rules, StepGoal::One).solutions.len(), 0);
    assert_eq!(steps_of(&puzzle, rules, StepGoal::Two).solutions.len(), 0);
    let fewest = |tries, seed| steps_of(&puzzle, rules, StepGoal::Fewest { tries, seed });
    let found = fewest(5, 1);
    assert_eq!(found.tries.len(), 5);
    let least = found.tries.iter().min().unwrap();
    assert_eq!(found.solutions[0].steps.len(), *least);
    // The same seed makes the same tries, another one others.
    assert_eq!(fewest(5, 1).tries, found.tries);
    assert_eq!(fewest(5, 1).solutions[0].path, found.solutions[0].path);
    assert_ne!(fewest(5, 2).tries, found.tries);
    // After Subsets, two steps do.
    let two = steps_of(&puzzle, (NoStep::S, WHIPS, 8), StepGoal::Two);
    assert_eq!(two.solutions.len(), 1);
}

/// Manual 13.10: a path of 31 steps has one of 7, in W8; one of 16 has one of 8.
#[test]
fn fewer_steps_of_the_manual() {
    let puzzle = printed("UM-13.10-1");
    let few = StepGoal::Fewest { tries: 10, seed: 1 };
    let found = steps_of(&puzzle, (W1, WHIPS, 8), few);
    assert_eq!(found.solutions[0].steps.len(), 7);
    let puzzle = printed("UM-13.10-2");
    let found = steps_of(&puzzle, (W1, WHIPS, 8), few);
    assert!(found.solutions[0].steps.len() <= 8);
    // Subsets alone solve it.
    let found = steps_of(&puzzle, (NoStep::S, WHIPS, 8), few);
    assert_eq!((found.left, found.solutions[0].steps.len()), (0, 0));
    let path = &found.solutions[0].path;
    let puzzle = read(&puzzle).unwrap();
    let text = step_text(puzzle.domain().names(), path.steps.last().unwrap());
    assert!(text.contains("==>"), "{text}");
}

/// PBCS 11.5.3: three labels are needed for the hardest puzzles, and for Easter Monster.
#[test]
fn backdoors_of_hard_puzzles() {
    let sizes = |puzzle: &str| [NoStep::Brt, W1].map(|theory| counts(puzzle, theory).0);
    assert_eq!(sizes(EASTER_MONSTER), [Some(3), Some(3)]);
    for number in [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13] {
        let [brt, w1] = sizes(&printed(&format!("PBCS-11.5.3-{number}")));
        assert_eq!(brt, Some(3), "{number}");
        let checked = match number {
            5 | 11 => Some(2),
            12 | 13 => Some(1),
            _ => w1,
        };
        assert_eq!(w1, checked, "{number}");
    }
    let (size, backdoors, anti, _) = counts(LOKI, W1);
    assert_eq!((size, backdoors, anti), (Some(2), 0, 0));
    assert_eq!(counts(LOKI, NoStep::Brt).0, Some(2));
    assert_eq!(after(LOKI, W1, BackdoorPairs), 51);
}

/// How many pairs of labels are backdoors.
struct BackdoorPairs;

impl Look for BackdoorPairs {
    type Seen = usize;

    fn look<K: Kernel>(self, modulo: &Modulo<'_, K>, kernel: &K, at: Seen<'_, K>) -> usize {
        let labels: Vec<Label> = at.state.candidates().and(at.truth).iter().collect();
        let solves = |a: Label, b: Label| {
            let mut state = at.state.clone();
            kernel.assert(&mut state, a);
            kernel.assert(&mut state, b);
            modulo.close(&mut state) && state.is_decided()
        };
        let pairs = labels.iter().enumerate();
        pairs
            .map(|(place, &a)| labels[..place].iter().filter(|&&b| solves(a, b)).count())
            .sum()
    }
}

/// All columns of a puzzle.
fn rated(puzzle: &str) -> (Classification, [Rating; 3]) {
    let names: Names = "b_brt,b_w1,one_step,ab_brt,ab_w1,ab_s".parse().unwrap();
    let request = Request {
        names,
        ..Request::default()
    };
    let found = classify(read(puzzle).unwrap().as_ref(), &request).unwrap();
    let rating = |column: &str| found.rating(column.parse().unwrap()).unwrap();
    let ratings = ["b_brt", "b_w1", "one_step"].map(rating);
    (found, ratings)
}

fn count(found: &Classification, no_step: NoStep) -> Option<usize> {
    match found.fact(Fact::AntiBackdoors(no_step)) {
        Some(FactValue::Number(count)) => Some((*count).into()),
        Some(other) => panic!("{other:?}"),
        None => None,
    }
}

fn closure_of(no_step: NoStep) -> slow::Closure {
    match no_step {
        NoStep::Brt => brt,
        NoStep::W1 => whips1,
        NoStep::S2 => |state| subsets_closure(state, 2),
        NoStep::S3 => |state| subsets_closure(state, 3),
        NoStep::S => |state| subsets_closure(state, 4),
    }
}

/// Every column against trying everything, on random minimal puzzles.
#[test]
fn the_columns_are_what_trying_everything_finds() {
    let mut rng = Rng(20_261);
    let (mut open, mut steps) = (0, 0);
    for _ in 0..6 {
        let grid = minimal_puzzle(&mut rng);
        let solution = solutions(&grid, 1)[0];
        let text: String = grid.iter().map(|&d| char::from(b'0' + d)).collect();
        let state = reference::State::from_givens(&grid);
        let (found, ratings) = rated(&text);
        for (no_step, rating) in [(NoStep::Brt, ratings[0]), (W1, ratings[1])] {
            let size = slow::backdoor_size(&state, closure_of(no_step), &solution, 2);
            match size {
                Some(size) => assert_eq!(rating, Rating::exact(size), "{text} {no_step}"),
                None => assert!(rating.value >= Some(3), "{text} {no_step}"),
            }
        }
        for no_step in [NoStep::Brt, W1, NoStep::S] {
            let mut closed = state.clone();
            closure_of(no_step)(&mut closed);
            let anti = slow::anti_backdoors(&state, closure_of(no_step), &solution);
            let expected = (!closed.solved()).then_some(anti.len());
            assert_eq!(count(&found, no_step), expected, "{text} {no_step}");
            open += usize::from(expected.is_some());
        }
        let one = slow::one_step(&state, whips1, &solution, 5);
        match one {
            Some(length) => assert_eq!(ratings[2], Rating::exact(length), "{text}"),
            None => assert!(ratings[2].value.is_none_or(|value| value > 5), "{text}"),
        }
        steps += usize::from(one.is_some_and(|length| length > 0));
        if open < 6 {
            let pairs = slow::pairs(&state, whips1, &solution);
            assert_eq!(counts(&text, W1).3, pairs.len(), "{text}");
        }
    }
    assert!(open > 3 && steps > 0, "{open} {steps}");
}

/// Erasable candidates are those that have a whip, and the lengths are the shortest.
struct ErasedByWhips;

impl Look for ErasedByWhips {
    type Seen = (Vec<(usize, Label)>, Vec<Label>);

    fn look<K: Kernel>(self, _: &Modulo<'_, K>, kernel: &K, at: Seen<'_, K>) -> Self::Seen {
        let search = Erasables::new(kernel, ChainKind::Whip, 4, 10_000_000);
        let targets = at.state.candidates().without(at.truth);
        let found = search.of(at.state, &targets).unwrap();
        let found = found.iter().map(|e| (e.length, e.label)).collect();
        (found, targets.iter().collect())
    }
}

#[test]
fn erasable_candidates_have_a_shortest_whip() {
    let mut rng = Rng(7);
    let mut erasable = 0;
    for _ in 0..4 {
        let grid = minimal_puzzle(&mut rng);
        let text: String = grid.iter().map(|&d| char::from(b'0' + d)).collect();
        let mut state = reference::State::from_givens(&grid);
        whips1(&mut state);
        if state.solved() {
            continue;
        }
        let (found, targets) = after(&text, W1, ErasedByWhips);
        let slow: Vec<(usize, Label)> = targets
            .iter()
            .filter_map(|&label| {
                let length = reference::chains::whip_length(&state, label.index(), 4)?;
                Some((length, label))
            })
            .collect();
        assert_eq!(found, slow, "{text}");
        erasable += found.len();
    }
    assert!(erasable > 0);
}

#[test]
fn limits_and_rejections() {
    let puzzle = printed("UM-13.7-1");
    let one_step = |limits| {
        let request = Request {
            names: "one_step".parse().unwrap(),
            limits,
        };
        let found = classify(read(&puzzle).unwrap().as_ref(), &request).unwrap();
        found.rating("one_step".parse().unwrap()).unwrap()
    };
    let limits = Limits::default();
    assert_eq!(one_step(limits), Rating::exact(7));
    let short = Limits {
        max_length: 5,
        ..limits
    };
    assert_eq!(one_step(short), Rating::lower(6));
    let few = one_step(Limits {
        budget: 5,
        ..limits
    });
    assert!(few.value < Some(7) && few == Rating::lower(few.value.unwrap().into()));
    let several = read(&".".repeat(81)).unwrap();
    let rules = StepRules {
        no_step: W1,
        kind: WHIPS,
        max_length: 5,
        budget: 1,
    };
    let rejected = few_steps(several.as_ref(), rules, StepGoal::One).unwrap_err();
    assert_eq!(rejected, NoSteps::Rejected(Rejection::SeveralSolutions));
    let stopped = few_steps(read(&puzzle).unwrap().as_ref(), rules, StepGoal::Two);
    assert_eq!(stopped.unwrap_err(), NoSteps::Budget);
    // A Latin square has all of this.
    let (found, ratings) = rated("latin:3...45.6.1....2..32......453......64");
    assert_eq!(ratings[0], Rating::exact(1));
    assert!(count(&found, W1).is_some() && count(&found, NoStep::S).is_some());
}
