//! End-to-end tests of limited depths, of the class SpB with finned fish and belts,
//! and of plain counts.

use gradus_harness::puzzles::{DEPTH_2, EASY};
use serde_json::Value;

use crate::GRADUS;

/// PBCS chapter 13: a belt, solved at level 6.
const SNOWFLAKE: &str =
    "5.......9.2.1...7...8...3...4.6.8.......5.......2.7.1...3...8...6...4.2.9.......5";
/// CSP-Rules manual 14: T&E depth 3.
const LOKI: &str =
    "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";

fn rated(arguments: &[&str]) -> Value {
    let run = GRADUS.run([&["rate", "--json"], arguments].concat());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn depths_beyond_the_limit_are_lower_bounds() {
    let numbers = rated(&["--ratings", "te,gte", "--max-depth", "2", LOKI]);
    for name in ["te", "gte"] {
        assert_eq!(numbers[name], 3);
        assert_eq!(numbers[format!("{name}_status")], "lower");
    }
    let numbers = rated(&["--ratings", "te,gte", "--max-depth", "1", DEPTH_2]);
    assert_eq!((&numbers["te"], &numbers["gte"]), (&2.into(), &1.into()));
    assert_eq!(numbers["te_status"], "lower");
    assert_eq!(numbers["gte_status"], "exact");
    let run = GRADUS.run(["rate", "--ratings", "te", "--max-depth", "2", LOKI]);
    assert!(run.out.trim_end().ends_with(" ≥3"), "{}", run.out);
}

#[test]
fn the_limit_of_depths_is_part_of_a_job() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &[DEPTH_2]);
    folder.run("classify a.txt -o a.csv --ratings te --max-depth 1");
    let metadata: Value = serde_json::from_slice(&folder.read("a.csv.meta.json")).unwrap();
    assert_eq!(metadata["max_depth"], 1);
    let table = String::from_utf8(folder.read("a.csv")).unwrap();
    assert!(table.trim_end().ends_with(",2,lower"), "{table}");
    folder.fails(
        "classify a.txt -o a.csv --ratings te --resume",
        "max_depth changed from 1 to 3",
    );
    let run = folder.run("classify a.txt -o a.csv --ratings te --max-depth 1 --resume");
    assert_eq!(run.code, Some(0), "{}", run.err);
}

#[cfg(feature = "polars")]
#[test]
fn counts_have_no_status() {
    let numbers = rated(&["--ratings", "spbx,belts", SNOWFLAKE]);
    assert_eq!(
        (&numbers["spbx"], &numbers["belts"]),
        (&6.into(), &1.into())
    );
    assert_eq!(numbers["spbx_status"], "exact");
    assert_eq!(numbers.get("belts_status"), None);
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &[SNOWFLAKE, EASY]);
    folder.run("classify a.txt -o a.csv --ratings spbx,belts");
    let table = String::from_utf8(folder.read("a.csv")).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].ends_with(",spbx,spbx_status,belts"), "{table}");
    assert!(lines[1].ends_with(",6,exact,1"), "{table}");
    assert!(lines[2].ends_with(",0,exact,0"), "{table}");
    let stats = folder.run("stats a.csv");
    assert_eq!(stats.code, Some(0), "{}", stats.err);
    assert!(stats.out.contains("belts"), "{}", stats.out);
    // The shards of a table have the same columns.
    folder.run("classify a.txt -o s0.csv --ratings spbx,belts --shard 0/2");
    folder.run("classify a.txt -o s1.csv --ratings spbx,belts --shard 1/2");
    folder.run("merge s0.csv s1.csv -o m.csv");
    assert_eq!(folder.read("m.csv"), folder.read("a.csv"));
}

#[test]
fn all_means_what_it_did() {
    let run = GRADUS.run(["rate", "--ratings", "all", EASY]);
    let header = run.out.lines().next().unwrap();
    assert!(header.ends_with("bpb  bpbb"), "{header}");
    let run = GRADUS.run(["rate", "--ratings", "everything", EASY]);
    let header = run.out.lines().next().unwrap();
    for name in ["gte", "spbx", "belts"] {
        assert!(
            header.split_whitespace().any(|word| word == name),
            "{header}"
        );
    }
}

#[test]
fn paths_and_trials_with_fish_and_belts() {
    let run = GRADUS.run(["explain", "--theory", "SFin+x2y2", SNOWFLAKE]);
    assert!(run.out.contains("  x2y2-belt[8]: "), "{}", run.out);
    let run = GRADUS.run(["explain", "--theory", "spbx", SNOWFLAKE]);
    assert!(run.out.contains("T&E(S4Fin+x2y2, 1)"), "{}", run.out);
    for (theory, puzzle) in [("SFin", SNOWFLAKE), ("gte", DEPTH_2), ("spbx", SNOWFLAKE)] {
        let record = GRADUS.run(["explain", "--json", "--theory", theory, puzzle]);
        let checked = GRADUS.fed(["check", "-"], &record.out);
        assert_eq!(
            checked.code,
            Some(0),
            "{theory}: {}{}",
            checked.out,
            checked.err
        );
    }
    let run = GRADUS.run(["explain", "--theory", "belts", SNOWFLAKE]);
    assert_eq!(run.code, Some(2));
}
