//! The engine against the literal implementation, step by step, on random puzzles and sukakus.
//!
//! The tests that are ignored do the same for thousands, and at the nested levels:
//! `cargo test --release --test agreement -- --ignored`.

mod random;
mod reference;

use gradus_ser::{Meter, Profile, State, Tenths, exceeds, explain, rate, rate_both, rate_within};
use random::Random;
use reference::grid::Grid;

const PROFILES: [Profile; 2] = [Profile::Se121, Profile::Fpgx];

/// Compares all steps up to a rating, and checks them against the solution.
fn compare(state: &State, grid: &Grid, solution: &[usize; 81], most: u16) {
    let both = rate_both(state, &mut Meter::unlimited()).expect("no limit");
    for (profile, rated) in PROFILES.into_iter().zip([both.0, both.1]) {
        let (own, steps) =
            explain(state, profile, true, &mut Meter::unlimited()).expect("no limit");
        assert_eq!(own, rated);
        assert!(rated.ed <= rated.ep && rated.ep <= rated.er);
        let expected = reference::steps(grid, profile == Profile::Se121, most);
        for (index, expected) in expected.iter().enumerate() {
            let step = reference::of_engine(&steps[index]);
            assert_eq!(
                &step, expected,
                "step {index} of {:?}, {profile:?}",
                grid.value
            );
        }
        if expected.iter().all(|step| step.rating <= most) {
            assert_eq!(steps.len(), expected.len());
        }
        for step in &steps {
            for &(cell, digit) in &step.eliminations {
                assert_ne!(solution[usize::from(cell)], usize::from(digit));
            }
            if let Some((cell, digit)) = step.placement {
                assert_eq!(solution[usize::from(cell)], usize::from(digit));
            }
            assert_eq!(step.chain.is_some(), step.technique.is_chain());
            if let Some(chain) = &step.chain {
                check(chain);
                assert_eq!(chain.complexity, step.complexity);
            }
        }
    }
}

/// The complexity of a chain follows from its nodes: those of each target, and nested chains.
fn check(chain: &gradus_ser::Chain) {
    let mut sum = 0;
    for &target in &chain.targets {
        let mut reached = vec![target];
        let mut next = 0;
        while next < reached.len() {
            for &parent in &chain.nodes[reached[next]].parents {
                if !reached.contains(&parent) {
                    reached.push(parent);
                }
            }
            next += 1;
        }
        sum += reached.len() as u32;
    }
    for nested in &chain.nested {
        check(nested);
        sum += nested.complexity;
    }
    assert_eq!(chain.complexity, sum);
}

fn puzzles(seed: u64, count: usize, most: u16) {
    let random = &mut Random(seed);
    for _ in 0..count {
        let (text, solution) = random::puzzle(random);
        let state = text.parse().expect("a puzzle");
        compare(&state, &Grid::new(&text), &solution, most);
    }
}

/// Sukakus up to a rating; harder ones are left out, as they may take any time.
fn sukakus(seed: u64, count: usize, most: u16) {
    let random = &mut Random(seed);
    let mut compared = 0;
    while compared < count {
        let (cand, solution) = random::sukaku(random);
        let state = State::sukaku(&cand).expect("candidates");
        let harder = |profile| {
            let answer = exceeds(&state, profile, Tenths(most), &mut Meter::budget(5000));
            answer.unwrap_or(true)
        };
        if PROFILES.into_iter().any(harder) {
            continue;
        }
        let mut grid = Grid::new("");
        grid.cand = cand.map(|mask| mask << 1);
        compare(&state, &grid, &solution, most);
        compared += 1;
    }
}

#[test]
fn random_puzzles_agree() {
    puzzles(1, 60, u16::MAX);
}

#[test]
fn random_sukakus_agree() {
    sukakus(2, 20, 75);
}

#[test]
#[ignore = "takes minutes"]
fn thousands_of_random_puzzles_agree() {
    puzzles(3, 3000, u16::MAX);
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_random_sukakus_agree() {
    sukakus(4, 1000, 90);
}

#[test]
#[ignore = "takes minutes"]
fn nested_levels_agree() {
    // A sukaku is soon as hard as this.
    sukakus(5, 20, 105);
}

#[test]
fn thresholds_follow_ratings() {
    let random = &mut Random(6);
    for _ in 0..40 {
        let (text, _) = random::puzzle(random);
        let state: State = text.parse().expect("a puzzle");
        for profile in PROFILES {
            let er = rate(&state, profile).er;
            for most in [er.0 - 1, er.0, er.0 + 1] {
                let answer = exceeds(&state, profile, Tenths(most), &mut Meter::unlimited());
                assert_eq!(answer, Ok(er > Tenths(most)));
            }
        }
    }
}

#[test]
fn a_meter_stops_at_the_same_place() {
    // Rated 9.0 without uniqueness.
    let text = "..6.....7..8..5.4.....1...5.....2.5...7.6..84..45....93...7.....6.24..9.8....96..";
    let state: State = text.parse().expect("a puzzle");
    let mut meter = Meter::unlimited();
    let rated = rate_within(&state, Profile::Fpgx, &mut meter);
    let spent = meter.spent();
    assert_eq!(rated.map(|rated| rated.er), Ok(Tenths(90)));
    assert!(spent > 1);
    let within = |units| rate_within(&state, Profile::Fpgx, &mut Meter::budget(units));
    assert_eq!(within(spent), rated);
    assert!(within(spent - 1).is_err());
    let stopped = || true;
    let mut meter = Meter::unlimited().or_when(&stopped);
    assert!(rate_within(&state, Profile::Fpgx, &mut meter).is_err());
}
