//! `gradus check` accepts every record that any command writes, for every kind of puzzle and
//! every theory, and refuses records that say anything false.

use std::io::Read;
use std::process::Stdio;

use gradus::explain::{path_theories, trial_classes};
use gradus::puzzles::examples;
use gradus_harness::puzzles::{DEPTH_1, DEPTH_2, EASY};
use gradus_harness::{Run, sukaku};
use serde_json::{Value, json};

use crate::GRADUS;

/// A Kakuro whose sums are coupled with its cells.
const KAKURO: &str = "kakuro:10;7 . . B B 6 . . B B/9 . . . 19 . . . . B/35 . . . . . B 12 . ./13 . . 12 . . 24 . . ./B 5 . . B B 9 . . B/13 . . . 11 . . 3 . ./9 . . B 29 . . . . ./B 23 . . . . 12 . . ./B B 16 . . B B 4 . .;17 . . . . 6 . . B B/42 . . . . . . . . B/B 13 . . 3 . . 12 . ./B B 13 . . B B 15 . ./B 20 . . . 17 . . . B/8 . . B B 8 . . B B/5 . . 11 . . 8 . . B/B 41 . . . . . . . ./B B 13 . . 19 . . . .";

/// A puzzle of each kind, and some harder ones.
fn puzzles() -> Vec<String> {
    let mut puzzles: Vec<String> = examples().map(|(_, text)| text.to_string()).collect();
    puzzles.extend([EASY, DEPTH_1, DEPTH_2].map(str::to_string));
    puzzles.push(sukaku(DEPTH_1));
    puzzles
}

/// The names of all theories and classes.
fn theories() -> Vec<String> {
    let all = [path_theories(), trial_classes()].concat();
    all.into_iter().map(|(name, _)| name).collect()
}

/// Fails unless all lines are accepted, or at least not refused.
fn accepted(records: &str, what: &str) {
    let run = GRADUS.fed(["check", "-"], records);
    assert!(
        matches!(run.code, Some(0 | 3)) && run.err.contains("refused: 0"),
        "{what}: {}{}",
        run.out,
        run.err
    );
}

#[test]
fn records_of_every_kind_and_theory_are_accepted() {
    for puzzle in puzzles() {
        let mut records = String::new();
        for theory in theories() {
            let run = GRADUS.run(["explain", "--json", "--theory", &theory, &puzzle]);
            if run.code == Some(1) {
                assert!(
                    run.err.contains("is not defined for"),
                    "{puzzle}: {}",
                    run.err
                );
                continue;
            }
            assert_eq!(run.code, Some(0), "{theory} of {puzzle}: {}", run.err);
            records += &run.out;
        }
        for options in [
            ["--theory", "W1", "--show-state"].as_slice(),
            &["--theory", "te", "--show-state"],
            &["--few-steps", "fewest", "--tries", "1"],
        ] {
            let run = GRADUS.run([&["explain", "--json", &puzzle], options].concat());
            records += &run.out;
        }
        accepted(&records, &puzzle);
    }
}

#[test]
fn proofs_of_tables_are_accepted() {
    let folder = GRADUS.folder();
    folder.write_lines("all.txt", &puzzles());
    folder.done("classify all.txt -o all.csv -q --ratings all --proofs proofs");
    let run = folder.run("check proofs");
    assert!(matches!(run.code, Some(0 | 3)), "{}{}", run.out, run.err);
    assert!(run.err.contains("refused: 0"), "{}{}", run.out, run.err);
}

/// The first record of a puzzle with a step by a rule of its kind, and the place of that step.
fn with_own_rule(puzzle: &str) -> (Value, usize) {
    let run = GRADUS.run(["explain", "--json", "--theory", "W", puzzle]);
    let record = run.json();
    let steps = record["steps"].as_array().unwrap();
    let at = steps.iter().position(|step| step["specific"].is_object());
    (record.clone(), at.unwrap_or_else(|| panic!("{record}")))
}

fn check(record: &Value) -> Run {
    GRADUS.fed(["check", "-"], record.to_string())
}

#[test]
fn a_step_by_a_rule_of_its_kind_is_checked_in_every_word() {
    for puzzle in [
        KAKURO,
        "slitherlink:3x4,.21.30...2.3",
        "futoshiki-hills:4,................,<>----><----,------------",
    ] {
        let (record, at) = with_own_rule(puzzle);
        assert_eq!(check(&record).code, Some(0), "{puzzle}");
        let step = &record["steps"][at]["specific"];
        let premise = step["premise"].as_str().unwrap();
        let first = step["eliminates"][0].clone();
        for (key, value) in [
            ("premise", json!("pigs fly")),
            ("premise", json!("")),
            ("premise", json!(format!("{premise} "))),
            ("premise", json!(premise.to_uppercase())),
            ("premise", json!(premise.replace('1', "2"))),
            ("premise", Value::Null),
            ("rule", json!("pigs-fly")),
            ("level", json!(2)),
            ("level", json!("0")),
            ("eliminates", json!([])),
            ("eliminates", json!([first, first])),
            ("reason", json!("none")),
        ] {
            if value == premise {
                continue;
            }
            let mut changed = record.clone();
            changed["steps"][at]["specific"][key] = value.clone();
            let run = check(&changed);
            assert_eq!(run.code, Some(1), "{puzzle}: {key} = {value}: {}", run.out);
        }
        let mut changed = record.clone();
        changed["steps"][at]["specific"]["premise"] = json!("pigs fly");
        let said = "the rule refutes the target, but not from \"pigs fly\"";
        let run = check(&changed);
        assert!(run.out.contains(said), "{}", run.out);
    }
}

#[test]
fn a_class_without_subsets_is_not_applicable_and_no_other() {
    let kakuro = "kakuro:3;3,.,./4,.,.;4,.,./3,.,.";
    for theory in ["spb", "spbx"] {
        let record = GRADUS
            .run(["explain", "--json", "--theory", theory, kakuro])
            .json();
        assert_eq!(record["status"], "not applicable");
        assert_eq!(check(&record).code, Some(0), "{theory}");
        let text = GRADUS.run(["explain", "--theory", theory, kakuro]);
        assert!(
            text.out.contains("not defined for this kind of puzzle"),
            "{}",
            text.out
        );
        let mut other = GRADUS
            .run(["explain", "--json", "--theory", theory, DEPTH_1])
            .json();
        other["rating"] = Value::Null;
        other["status"] = json!("not applicable");
        assert_eq!(check(&other).code, Some(1), "{theory}");
    }
}

#[test]
fn a_closed_pipe_does_not_hide_refusals() {
    let folder = GRADUS.folder();
    let mut record = GRADUS.run(["explain", "--json", DEPTH_1]).json();
    record["longest"] = json!(9);
    // More than a pipe holds.
    folder.write_lines("a.jsonl", &vec![record.to_string(); 2000]);
    let mut child = folder
        .command("check a.jsonl")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 1];
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut first).unwrap();
    drop(out);
    let run = gradus_harness::finished(child);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("2000 refused"), "{}", run.err);
}

#[test]
fn numbers_of_threads_are_bounded() {
    let run = GRADUS.fed(["check", "-", "--threads", "10000"], "");
    assert_eq!(run.code, Some(2), "{}", run.err);
}
