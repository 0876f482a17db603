//! `gradus stats --rules`: how often each rule occurs in the paths of a collection.

use std::collections::BTreeMap;

use gradus_harness::puzzles::puzzles;
use serde_json::Value;

use crate::GRADUS;

/// The rules of a path record, with their steps.
fn steps(record: &Value) -> BTreeMap<String, u64> {
    let mut steps = BTreeMap::new();
    for step in record["steps"].as_array().unwrap() {
        let (_, content) = step.as_object().unwrap().iter().next().unwrap();
        *steps
            .entry(content["rule"].as_str().unwrap().to_string())
            .or_default() += 1;
    }
    steps
}

#[test]
fn rules_are_those_of_the_paths_that_explain_writes() {
    let folder = GRADUS.folder();
    let puzzles = puzzles(12);
    folder.write_lines("a.txt", &puzzles);
    folder.done("classify a.txt -o a.parquet --ratings te,w -q");
    for (option, theory) in [("--rules", "W"), ("--rules=S+W", "S+W")] {
        let found = folder
            .done(&format!("stats a.parquet --json {option}"))
            .json();
        let rules = &found["rules"];
        assert_eq!(
            (&rules["theory"], &rules["puzzles"]),
            (&theory.into(), &12.into())
        );
        let counts = rules["rules"].as_object().unwrap();
        // Of every path, the number of puzzles with a rule and its steps.
        let singles = counts.keys().filter(|rule| rule.contains("single"));
        assert!(singles.count() > 0, "{rules}");
        for count in counts.values() {
            let (steps, puzzles) = (count["steps"].as_u64(), count["puzzles"].as_u64());
            assert!(
                puzzles > Some(0) && steps >= puzzles && puzzles <= Some(12),
                "{rules}"
            );
        }
    }
    // A puzzle of rating 0 has one path only, whatever the rating that explain is given.
    let easy = folder
        .done("extremes a.parquet --rank-by w --bottom 1 --json")
        .objects();
    let puzzle = easy[0]["puzzle"].as_str().unwrap();
    let record = folder
        .done(&format!("explain {puzzle} --json --theory W"))
        .json();
    folder.write_lines("b.txt", &[puzzle]);
    folder.done("classify b.txt -o b.csv --ratings te,w -q");
    let found = folder.done("stats b.csv --json --rules").json();
    for (rule, count) in steps(&record) {
        assert_eq!(found["rules"]["rules"][&rule]["steps"], count, "{rule}");
    }
}

#[test]
fn rules_are_printed_and_written_as_csv() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(5));
    folder.done("classify a.txt -o a.csv --ratings te,w -q");
    let run = folder.done("stats a.csv --rules -o d");
    assert!(run.out.contains("Rules in the paths of W"), "{}", run.out);
    assert!(
        folder
            .text("d/rules.csv")
            .starts_with("rule,steps,puzzles,% of puzzles\n")
    );
    folder.fails(
        "stats a.csv --rules=bpb",
        "--rules needs a theory with rules",
    );
}
