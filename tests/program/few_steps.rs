//! End-to-end tests of `gradus explain --steps` and the columns of backdoors.

use gradus_harness::puzzles::{DEPTH_1, EASY, NO_SOLUTION};

use crate::GRADUS;

/// Puzzles of the manual (13.2, 13.7 and 13.10).
const ONE_STEP: &str =
    "..9......8....97...7..6..5..5..4..6.9....38....2.......6..5.17.2....84......1....";
const TWO_STEPS: &str =
    "1..5....2.2.7...3...3.6.1..........8.4..5..9.6.2........6...4...5...3.7.8....4..9";
const SEVEN_STEPS: &str =
    "6.......1.2.....4...7...8....41.59..381697425..93.26....6...7...9.....8.1.......3";

/// Standard output of a successful run.
fn out(arguments: &[&str]) -> String {
    let run = GRADUS.run(arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    run.out
}

/// The verdict of the checker on records.
fn checked(records: &str) -> String {
    let run = GRADUS.fed(["check", "-"], records);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    run.out
}

#[test]
fn one_step_solutions() {
    for (chains, solutions) in [("bc", 7), ("z", 10), ("whips", 11)] {
        let arguments = ["explain", ONE_STEP, "--steps", "one", "--length", "12"];
        let text = out(&[&arguments[..], &["--chains", chains]].concat());
        assert!(text.contains("after W1: 239 candidates left, 13 anti-backdoors\n"));
        let count = format!("{solutions} one-step solutions\n");
        assert!(text.contains(&count), "{text}");
        assert_eq!(text.matches(" ==> ").count(), solutions);
        assert!(text.contains("      1  biv-chain[3]: "), "{text}");
    }
    let records = out(&["explain", ONE_STEP, "--steps", "one", "--json"]);
    assert!(records.lines().count() > 5);
    checked(&records);
    let none = out(&["explain", ONE_STEP, "--steps", "one", "--length", "2"]);
    assert!(none.ends_with("0 one-step solutions\n"), "{none}");
}

#[test]
fn two_step_solutions() {
    let text = out(&["explain", TWO_STEPS, "--steps", "two", "--length", "6"]);
    assert!(
        text.contains("971 anti-backdoor pairs, 146 of them with one of 20 erasable candidates\n5 two-step solutions\n"),
        "{text}"
    );
    let steps: Vec<&str> = text.lines().filter(|line| line.contains(" ==> ")).collect();
    assert_eq!(steps.len(), 10);
    assert!(steps[0].starts_with("      1  whip[4]: ") && steps[0].ends_with("r7c8 ≠ 8"));
    assert!(steps[1].starts_with("         z-chain[5]: ") && steps[1].ends_with("r1c3 ≠ 7"));
    let json = [
        "explain", TWO_STEPS, "--steps", "two", "--length", "6", "--json",
    ];
    let records = out(&json);
    assert_eq!(records.lines().count(), 5);
    assert!(records.contains("\"strategy\":\"few steps\""));
    checked(&records);
    let subsets = out(&[&json[..], &["--modulo", "s"]].concat());
    assert!(subsets.contains("\"theory\":\"S+W\""));
    checked(&subsets);
}

#[test]
fn the_fewest_steps_that_tries_find() {
    let fewest = ["explain", SEVEN_STEPS, "--steps", "fewest", "--tries", "3"];
    let text = out(&fewest);
    assert!(text.contains("3 tries, seed 1: 3 solved, with "), "{text}");
    assert!(text.contains("the shortest path has 7 steps\n"), "{text}");
    assert!(text.contains("\nsolution 6"), "{text}");
    assert_eq!(out(&fewest), text, "the same seed gives the same path");
    let other = out(&[&fewest[..], &["--seed", "2"]].concat());
    assert_ne!(other, text);
    checked(&out(&[&fewest[..], &["--json"]].concat()));
    // Chains that are too short solve nothing, and the easiest puzzle needs no steps.
    let none = out(&[&fewest[..], &["--length", "2"]].concat());
    assert!(
        none.ends_with("none solved; longer chains may go on\n"),
        "{none}"
    );
    let easy = out(&["explain", EASY, "--steps", "fewest"]);
    assert!(easy.contains("W1 solves: no step is needed\n"), "{easy}");
}

#[test]
fn what_steps_cannot_be_asked() {
    let code = |arguments: &[&str]| {
        let run = GRADUS.run(arguments);
        (run.code, run.err)
    };
    for (more, words) in [
        (
            &["--modulo", "brt", "--steps", "one"][..],
            "expected w1, s2, s3 or s",
        ),
        (&["--chains", "g", "--steps", "one"], "give bc, z or whips"),
        (&["--steps", "three"], "fewest"),
        (&["--tries", "3"], "--few-steps"),
        (&["--steps", "one", "--theory", "B"], "cannot be used with"),
    ] {
        let (code, err) = code(&[&["explain", DEPTH_1], more].concat());
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains(words), "{words}: {err}");
    }
    let (failed, err) = code(&["explain", NO_SOLUTION, "--steps", "one"]);
    assert_eq!(failed, Some(1));
    assert!(err.contains("no solution"), "{err}");
    let few = ["explain", TWO_STEPS, "--steps", "two", "--budget", "1"];
    let (failed, err) = code(&few);
    assert_eq!(failed, Some(1));
    assert!(err.contains("give a larger --budget"), "{err}");
}

#[test]
fn columns_of_backdoors() {
    let columns = "b_brt,b_w1,one_step,ab_brt,ab_w1,ab_s";
    let run = GRADUS.run(["rate", "--json", "--ratings", columns, ONE_STEP, EASY]);
    let rows: Vec<&str> = run.out.lines().collect();
    let ratings = r#""b_brt":1,"b_brt_status":"exact","b_w1":1,"b_w1_status":"exact","one_step":3,"one_step_status":"exact","ab_brt":1,"ab_w1":13,"ab_s":38}"#;
    assert!(rows[0].ends_with(ratings), "{}", rows[0]);
    let easy = r#""b_brt":0,"b_brt_status":"exact","b_w1":0,"b_w1_status":"exact","one_step":0,"one_step_status":"exact","ab_brt":null,"ab_w1":null,"ab_s":null}"#;
    assert!(rows[1].ends_with(easy), "{}", rows[1]);
    let table = out(&["rate", "--ratings", columns, ONE_STEP]);
    assert!(
        table
            .lines()
            .next()
            .unwrap()
            .ends_with("ab_brt  ab_w1  ab_s")
    );
}
