//! End-to-end tests of `--any` of `rate` and `explain`: patterns and puzzles that
//! may not have a unique solution.

use gradus_harness::puzzles::{DEPTH_1, NO_SOLUTION};

use crate::GRADUS;

/// The sukaku in which these cells have the digits 1 to 3, and all others have all digits.
fn trivalue(cells: &[(usize, usize)]) -> String {
    let mut text = String::new();
    for cell in 0..81 {
        let restricted = cells.contains(&(cell / 9 + 1, cell % 9 + 1));
        text.push_str(if restricted { "123......" } else { "123456789" });
    }
    text
}

const ODDAGON: [(usize, usize); 12] = [
    (1, 1),
    (2, 2),
    (3, 3),
    (1, 4),
    (2, 5),
    (3, 6),
    (4, 1),
    (5, 2),
    (6, 3),
    (4, 4),
    (5, 6),
    (6, 5),
];

#[test]
fn a_pattern_and_the_depth_of_its_contradiction() {
    let oddagon = trivalue(&ODDAGON);
    let refused = GRADUS.run(["rate", &oddagon]);
    assert_eq!(refused.code, Some(3));
    assert!(refused.err.contains("no solution"), "{}", refused.err);
    let run = GRADUS.run(["explain", "--any", "--within", &oddagon]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    for line in [
        "0 clues, 657 candidates, no solution",
        "  Singles       657 candidates",
        "  Subsets[4]    585 candidates",
        "  braids[5]     657 candidates",
        "  T&E(2)        585 candidates",
        "  T&E(3) within contradiction",
    ] {
        assert!(
            run.out.lines().any(|found| found == line),
            "{line}: {}",
            run.out
        );
    }
    assert!(run.out.contains("T&E depth 3: a contradiction is met"));
    let json = GRADUS
        .run(["rate", "--any", "--within", "--json", &oddagon])
        .json();
    assert_eq!(json["solutions"], "none");
    assert_eq!(json["candidates_te2"], 585);
    assert_eq!(json["candidates_te3"], "contradiction");
    assert_eq!(
        (&json["te"], &json["te_status"]),
        (&3.into(), &"exact".into())
    );
    let explained = GRADUS.run(["explain", "--any", "--within", "--json", &oddagon]);
    assert_eq!(explained.json(), json);
}

#[test]
fn rows_of_puzzles_with_no_one_and_several_solutions() {
    let several = format!("....{}", &DEPTH_1[4..]);
    let run = GRADUS.run([
        "rate",
        "--any",
        "--max-depth",
        "2",
        DEPTH_1,
        NO_SOLUTION,
        &several,
    ]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let lines: Vec<&str> = run.out.lines().collect();
    let words = |line: usize| lines[line].split_whitespace().collect::<Vec<_>>();
    assert_eq!(
        words(0)[1..],
        [
            "solutions",
            "clues",
            "candidates",
            "candidates_brt",
            "candidates_w1",
            "candidates_s2",
            "candidates_s3",
            "candidates_s4",
            "candidates_w5",
            "candidates_b5",
            "candidates_te1",
            "candidates_te2",
            "te"
        ]
    );
    assert_eq!(words(1)[1], "one");
    assert_eq!(words(1)[12..], ["0", "1"]);
    assert_eq!(words(2)[1], "none");
    assert!(words(2).contains(&"⊥"), "{}", lines[2]);
    assert_eq!(words(3)[1], "several");
    assert_eq!(words(3).last(), Some(&"≥3"));
}

#[test]
fn what_any_cannot_be_asked() {
    let run = GRADUS.run(["explain", "--any", "--step", "1", DEPTH_1]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("--examine has no steps to show"),
        "{}",
        run.err
    );
    let run = GRADUS.run(["rate", "--within", DEPTH_1]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("--examine"), "{}", run.err);
    let run = GRADUS.run(["rate", "--any", "--ratings", "te", DEPTH_1]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("--examine excludes --ratings"),
        "{}",
        run.err
    );
    let run = GRADUS.run(["rate", "--any", "--book"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("--examine excludes --book"), "{}", run.err);
    let clash = format!("11{}", ".".repeat(79));
    let run = GRADUS.run(["rate", "--any", &clash]);
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("contradict each other"), "{}", run.err);
}
