//! End-to-end tests of `gradus neighbours`.

use std::collections::BTreeSet;

use gradus_harness::puzzles::{DEPTH_1, EASY};

use crate::GRADUS;

/// Golden Nugget: 12 neighbours by exchanging one clue.
const GOLDEN_NUGGET: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// The neighbours of a puzzle.
fn near(puzzle: &str, options: &[&str]) -> Vec<String> {
    let mut arguments = vec!["neighbours", "-"];
    arguments.extend(options);
    let run = GRADUS.fed(arguments, format!("{puzzle} seed\n"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let puzzle = |line: &str| line.strip_suffix(" seed").unwrap().to_string();
    run.out.lines().map(puzzle).collect()
}

/// The number of clues of the first that the second lacks.
fn lost(a: &str, b: &str) -> usize {
    let pairs = a.bytes().zip(b.bytes());
    pairs.filter(|(a, b)| *a != b'.' && a != b).count()
}

#[test]
fn one_clue_for_another_is_the_default() {
    let found = near(GOLDEN_NUGGET, &[]);
    assert_eq!(found.len(), 12);
    assert!(found.is_sorted());
    for other in &found {
        assert_eq!(
            (lost(GOLDEN_NUGGET, other), lost(other, GOLDEN_NUGGET)),
            (1, 1)
        );
    }
    let solved = GRADUS.fed(["solve", "-"], found.join("\n"));
    assert_eq!((solved.code, solved.out.lines().count()), (Some(0), 12));
}

#[test]
fn the_options_select() {
    let numbers = ["--minus", "1", "--plus", "2"];
    let all: BTreeSet<String> = near(DEPTH_1, &numbers).into_iter().collect();
    assert!(
        all.iter()
            .all(|other| (lost(DEPTH_1, other), lost(other, DEPTH_1)) == (1, 2))
    );
    let with = |option: &str| {
        let mut options = numbers.to_vec();
        options.push(option);
        let found = near(DEPTH_1, &options);
        assert!(!found.is_empty() && found.len() < all.len(), "{option}");
        assert!(found.iter().all(|other| all.contains(other)), "{option}");
        found
    };
    // The minimal ones, by another command.
    let minimal = with("--minimal");
    let sorted: Vec<&str> = all.iter().map(String::as_str).collect();
    let parts = GRADUS.fed(["minimals", "-"], sorted.join("\n")).out;
    let parts: BTreeSet<&str> = parts.lines().collect();
    let expected: Vec<&str> = sorted.into_iter().filter(|p| parts.contains(p)).collect();
    assert_eq!(minimal, expected);

    let solution = GRADUS.fed(["solve", "-"], DEPTH_1).out;
    let in_solution = with("--in-solution");
    let solutions = GRADUS.fed(["solve", "-"], in_solution.join("\n")).out;
    assert!(solutions.lines().all(|line| line == solution.trim_end()));

    let changed = near(DEPTH_1, &["--same-pattern"]);
    assert!(!changed.is_empty());
    let pattern = |text: &str| -> Vec<bool> { text.bytes().map(|b| b == b'.').collect() };
    assert!(
        changed
            .iter()
            .all(|other| pattern(other) == pattern(DEPTH_1))
    );
}

#[test]
fn clues_only_deleted_or_only_added() {
    // A minimal puzzle needs all its clues for a unique solution.
    assert!(near(EASY, &["--minus", "1", "--plus", "0"]).is_empty());
    let more = near(EASY, &["--minus", "0", "--plus", "1"]);
    let one = GRADUS.fed(["expand", "-", "--one"], EASY).out;
    let mut one: Vec<&str> = one.lines().collect();
    one.sort_unstable();
    assert_eq!(more, one);
}

#[test]
fn what_cannot_be_asked_for() {
    for (arguments, said) in [
        (vec!["--minus", "0", "--plus", "0"], "changes nothing"),
        (
            vec!["--same-pattern", "--plus", "2"],
            "needs --minus and --plus to be equal",
        ),
        (
            vec!["--same-pattern", "--in-solution"],
            "cannot be used with",
        ),
        (vec!["--minus=-1"], "-1"),
        (vec!["--plus", "82"], "82"),
    ] {
        let all = ["neighbours", "-"].into_iter().chain(arguments);
        let run = GRADUS.run(all);
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains(said), "{}", run.err);
    }
}
