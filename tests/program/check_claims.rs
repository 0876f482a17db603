//! `gradus check` on the claims of a record beyond its steps: a rating, a status,
//! an end at which nothing more applies. False claims are refused (exit code 1),
//! undecidable ones are not verified (3).

use gradus_harness::puzzles::{DEPTH_1, DEPTH_2, DEPTH_3, LONGER_WHIPS};
use serde_json::{Value, json};

use crate::GRADUS;

/// W = 5.
const W5: &str =
    "87..9621.251..8.699..12...7.3...2..1.........4.28...3.3..2.16.862.9..14.1.56...72";
/// A Latin square with W = B = 5.
const LATIN: &str =
    "latin:....5....45.1..2.66.9..21.524.8..3.139..148.28..2.3...53.9..61...8.....396.3.15.8";

fn record(theory: &str, puzzle: &str) -> Value {
    let run = GRADUS.run(["explain", "--json", "--theory", theory, puzzle]);
    // What to ask next is for people: JSON has the record alone.
    assert_eq!(run.code, Some(0), "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

/// The exit code and the output.
fn check(record: &Value) -> (Option<i32>, String) {
    let run = GRADUS.fed(["check", "-"], record.to_string());
    (run.code, run.out)
}

fn changed(record: &Value, key: &str, value: Value) -> Value {
    let mut record = record.clone();
    record[key] = value;
    record
}

#[test]
fn false_heads_are_refused() {
    for (theory, puzzle) in [
        ("W", W5),
        ("B", W5),
        ("gW", W5),
        ("B", LONGER_WHIPS),
        ("gW", DEPTH_2),
        ("S", DEPTH_2),
        ("te", DEPTH_2),
        ("bpb", DEPTH_2),
        ("W", LATIN),
        ("B", LATIN),
        ("te", LATIN),
    ] {
        let record = record(theory, puzzle);
        assert_eq!(check(&record), (Some(0), String::new()), "{theory}");
        let rating = record["rating"].as_u64().unwrap();
        for other in (0..=rating + 3).filter(|&other| other != rating) {
            let (code, listed) = check(&changed(&record, "rating", other.into()));
            assert_eq!(code, Some(1), "{theory} {rating} as {other}");
            assert!(listed.contains("the rating is not "), "{listed}");
        }
        let false_words = ["infinite", "not applicable", "lower", "sure", "Exact", ""];
        for word in false_words.map(Value::from) {
            let (code, listed) = check(&changed(&record, "status", word.clone()));
            assert_eq!(code, Some(1), "{theory} {word}: {listed}");
        }
        for (key, value) in [
            ("rating", Value::Null),
            ("status", Value::Null),
            ("longest", (rating + 1).into()),
            ("end", "stuck".into()),
            ("end", "stopped".into()),
            ("solution", Value::Null),
            ("strategy", "none".into()),
            ("version", "another program".into()),
            ("state", json!({"before_step": 1, "cells": []})),
            ("more", 1.into()),
        ] {
            let (code, listed) = check(&changed(&record, key, value.clone()));
            assert_eq!(code, Some(1), "{theory} {key} {value}: {listed}");
        }
    }
}

#[test]
fn where_braids_are_shorter_no_order_of_whips_is() {
    let whips = record("W", LONGER_WHIPS);
    assert_eq!(
        (&whips["rating"], &whips["status"]),
        (&5.into(), &"exact".into())
    );
    // Loose whips show that no order is better. A bound claims less.
    assert_eq!(check(&whips), (Some(0), String::new()));
    let bound = changed(&whips, "status", "upper".into());
    assert_eq!(check(&bound), (Some(0), String::new()));
    // Shorter braids solve.
    let braids = changed(&whips, "theory", "B".into());
    assert_eq!(check(&braids).0, Some(1));
}

#[test]
fn a_budget_that_does_not_suffice_is_reported() {
    let braids = record("B", LONGER_WHIPS).to_string();
    let run = GRADUS.fed(["check", "-", "--budget", "3"], &braids);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(
        run.out
            .contains("not verified: the budget does not suffice"),
        "{}",
        run.out
    );
    assert!(
        run.err.contains("not verified: 1, refused: 0"),
        "{}",
        run.err
    );
    let run = GRADUS.fed(["check", "-", "--budget", "0"], &braids);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
}

#[test]
fn stuck_means_that_nothing_more_applies() {
    for theory in ["BRT", "W1", "W", "B"] {
        let record = record(theory, DEPTH_2);
        assert_eq!(record["end"], "stuck");
        let run = GRADUS.fed(["check", "-"], record.to_string());
        assert!(run.err.contains("nothing more applies: 1,"), "{}", run.err);
    }
    let mut cut = record("W", DEPTH_1);
    for (key, value) in [("rating", Value::Null), ("status", Value::Null)] {
        cut[key] = value;
    }
    cut["steps"] = json!([]);
    cut["longest"] = 0.into();
    cut["solution"] = Value::Null;
    cut["end"] = "stuck".into();
    let (code, listed) = check(&cut);
    assert_eq!(code, Some(1));
    assert!(listed.contains("the theory has another step"), "{listed}");
    cut["end"] = "stopped".into();
    assert_eq!(check(&cut).0, Some(0));
}

#[test]
fn trials_are_checked() {
    for (theory, puzzle, rating, status) in [
        ("te", DEPTH_1, json!(1), "exact"),
        ("te", DEPTH_2, json!(2), "exact"),
        ("te", DEPTH_3, json!(3), "exact"),
        ("spb", DEPTH_1, json!(0), "exact"),
        ("spb", DEPTH_2, json!(1), "exact"),
        ("bpb", DEPTH_1, Value::Null, "not applicable"),
        ("bpb", DEPTH_2, json!(1), "exact"),
        ("bpb", DEPTH_3, Value::Null, "infinite"),
        ("bpbb", DEPTH_2, Value::Null, "not applicable"),
        ("te", LATIN, json!(1), "exact"),
        ("spb", LATIN, json!(0), "exact"),
        ("bpb", LATIN, Value::Null, "not applicable"),
    ] {
        let record = record(theory, puzzle);
        let said = (&record["rating"], &record["status"]);
        assert_eq!(said, (&rating, &status.into()), "{theory} of {puzzle}");
        assert_eq!(
            check(&record),
            (Some(0), String::new()),
            "{theory} of {puzzle}"
        );
    }
    // The first trial with a different end, with fewer steps, and with another candidate.
    let record = record("te", DEPTH_2);
    let steps = record["steps"].as_array().unwrap();
    let first = steps
        .iter()
        .position(|step| step.get("trial").is_some())
        .unwrap();
    let at = format!("/steps/{first}/trial");
    for (key, value) in [
        ("empty", json!("r1c1")),
        ("empty", json!("none")),
        ("hypothesis", json!("n1r1c1")),
        ("steps", json!([])),
        ("rule", json!("trial")),
    ] {
        let mut other = record.clone();
        other.pointer_mut(&at).unwrap()[key] = value;
        let (code, listed) = check(&other);
        assert_eq!(code, Some(1), "{listed}");
    }
}
