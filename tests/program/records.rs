//! The finds of hunts in `data/records.jsonl` match their descriptions.

use std::collections::BTreeSet;

use gradus_harness::repository;
use serde_json::Value;

use crate::GRADUS;

fn records() -> Vec<Value> {
    let path = repository().join("data/records.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let parse = |line: &str| serde_json::from_str(line).unwrap();
    text.lines().map(parse).collect()
}

#[test]
fn quick_records_are_rated_again() {
    let records = records();
    assert!(!records.is_empty());
    for record in records.iter().filter(|record| record["quick"] == true) {
        let puzzle = record["puzzle"].as_str().unwrap();
        let ratings = record["ratings"].as_object().unwrap();
        let names: Vec<&str> = ratings.keys().map(String::as_str).collect();
        let list = format!("{},redundant", names.join(","));
        let options = [
            "classify",
            "-",
            "--max-length",
            "60",
            "-q",
            "-o",
            "-",
            "--ratings",
        ];
        let run = GRADUS.fed(options.iter().copied().chain([list.as_str()]), puzzle);
        assert_eq!(run.code, Some(0), "{puzzle}: {}", run.err);
        let row = &run.objects()[0];
        for (name, expected) in ratings {
            assert_eq!(row[name], expected["value"], "{puzzle} {name}");
            let status = &row[format!("{name}_status")];
            assert_eq!(*status, expected["status"], "{puzzle} {name}");
        }
        assert_eq!(row["clues"], record["clues"], "{puzzle}");
        assert_eq!(row["redundant"] == 0, record["minimal"] == true, "{puzzle}");
    }
}

#[test]
fn records_are_whole_and_different() {
    let keys = [
        "puzzle", "target", "value", "status", "clues", "minimal", "ratings", "shown", "found",
        "quick",
    ];
    let mut seen = BTreeSet::new();
    for record in records() {
        let object = record.as_object().unwrap();
        let found: Vec<&str> = object.keys().map(String::as_str).collect();
        assert_eq!(found, keys, "{record}");
        let form = GRADUS.fed(["canon", "-", "-q"], record["puzzle"].as_str().unwrap());
        let respect = (form.out, record["target"].to_string());
        assert!(seen.insert(respect), "{record} is there twice");
        let page = include_str!("../../docs/hunting.md");
        assert!(page.contains(record["found"].as_str().unwrap()), "{record}");
        assert!(
            page.contains(record["puzzle"].as_str().unwrap()),
            "{record}"
        );
    }
}
