//! End-to-end tests of anti-tridagons, OR_k relations and OR_k-whips.

use gradus_harness::puzzles::EASY;
use gradus_harness::repository;
use serde_json::Value;

use crate::GRADUS;

/// CSP-Rules manual 14.2: one guardian.
const LOKI: &str =
    "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";
/// CSP-Rules manual 14.17: nine guardians, and split relations.
const SPLIT: &str =
    ".2.4.......7.....66.8....15...5.4.61....9...2.6..12.9......51..5......249.124....";
/// CSP-Rules manual 14.16: beyond level 8.
const BEYOND: &str =
    ".2..567.....18.2.....2.7..52..7.58.1...86..72......65.3.5...1.8.125.8...984...5.7";

/// CSP-Rules manual 14.9: number 339 of a list of mith's.
const GIVEN: &str =
    "...4.678.......2...8.27....2.834...737..6.....468.7....6....194.34...52......4.73";

fn rated(puzzle: &str) -> Value {
    let run = GRADUS.run([
        "rate",
        "--json",
        "--ratings",
        "tridagons,guardians,trid",
        puzzle,
    ]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn columns_of_tridagons() {
    let loki = rated(LOKI);
    assert_eq!(
        (&loki["tridagons"], &loki["guardians"]),
        (&1.into(), &1.into())
    );
    assert_eq!(
        (&loki["trid"], &loki["trid_status"]),
        (&3.into(), &"exact".into())
    );
    assert_eq!(loki.get("guardians_status"), None);
    let easy = rated(EASY);
    assert_eq!(
        (&easy["tridagons"], &easy["guardians"]),
        (&0.into(), &Value::Null)
    );
    assert_eq!(
        (&easy["trid"], &easy["trid_status"]),
        (&0.into(), &"exact".into())
    );
    assert_eq!(rated(SPLIT)["trid"], 6);
    let beyond = rated(BEYOND);
    assert_eq!(beyond["trid_status"], "lower");
    // A lower limit yields a lower bound.
    let limited = GRADUS.run([
        "rate",
        "--json",
        "--ratings",
        "trid",
        "--max-length",
        "4",
        SPLIT,
    ]);
    let limited: Value = serde_json::from_str(&limited.out).unwrap();
    assert_eq!(
        (&limited["trid"], &limited["trid_status"]),
        (&5.into(), &"lower".into())
    );
}

#[cfg(feature = "polars")]
#[test]
fn tables_have_counts_and_levels() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &[LOKI, EASY]);
    folder.run("classify a.txt -o a.csv --ratings tridagons,guardians,trid");
    let table = String::from_utf8(folder.read("a.csv")).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(
        lines[0].ends_with(",tridagons,guardians,trid,trid_status"),
        "{table}"
    );
    assert!(lines[1].ends_with(",1,1,3,exact"), "{table}");
    assert!(lines[2].ends_with(",0,,0,exact"), "{table}");
    let stats = folder.run("stats a.csv");
    assert_eq!(stats.code, Some(0), "{}", stats.err);
}

#[test]
fn paths_with_relations_are_printed_and_checked() {
    let run = GRADUS.run(["explain", "--theory", "trid", SPLIT]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for text in [
        "theory Trid-OR5W, rating",
        "  Trid-OR9-relation for digits 3, 7 and 8 in cells: ",
        "; with 9 guardians: ",
        "  Trid-OR9-splitting[2]: same valence for ",
        " via c-chain[2]: ",
        "-whip[",
    ] {
        assert!(run.out.contains(text), "{text}: {}", run.out);
    }
    let loki = GRADUS.run(["explain", "--theory", "trid", LOKI]);
    assert!(
        loki.out
            .contains("  Trid-elimination for digits 3, 5 and 7 in cells: "),
        "{}",
        loki.out
    );
    for puzzle in [LOKI, SPLIT] {
        let record = GRADUS.run(["explain", "--theory", "trid", "--json", puzzle]);
        let checked = GRADUS.fed(["check", "-"], &record.out);
        assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
        let mut tampered: Value = serde_json::from_str(&record.out).unwrap();
        let steps = tampered["steps"].as_array_mut().unwrap();
        let pattern = steps
            .iter_mut()
            .find_map(|step| step.get_mut("impossible"))
            .unwrap();
        let guardians = pattern["guardians"].as_array_mut().unwrap();
        guardians.pop();
        let checked = GRADUS.fed(["check", "-"], tampered.to_string());
        assert_eq!(checked.code, Some(1), "{}{}", checked.out, checked.err);
    }
}

#[test]
fn patterns_of_a_file() {
    let file = repository().join("examples/patterns.txt");
    let file = file.to_str().unwrap();
    let run = GRADUS.run([
        "explain",
        "--theory",
        "trid",
        "--patterns",
        file,
        "--json",
        LOKI,
    ]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let checked = GRADUS.fed(["check", "-"], &run.out);
    assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
    let record: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(record["theory"], "Imp-OR5W");
    let run = GRADUS.run(["explain", "--theory", "trid", "--patterns", file, GIVEN]);
    assert!(run.out.contains("  EL10c8-OR"), "{}", run.out);
    let folder = GRADUS.folder();
    folder.write_lines("p.txt", &["X: n1 n2 in r1c1 r1c2"]);
    folder.fails(
        &format!("explain --theory trid --patterns p.txt {LOKI}"),
        "X is not impossible: its cells can have these digits alone",
    );
    folder.fails(
        &format!("explain --theory W --patterns p.txt {LOKI}"),
        "--patterns needs --theory trid",
    );
    folder.fails(
        &format!("explain --theory te --patterns p.txt {LOKI}"),
        "--patterns needs --theory trid",
    );
    folder.fails(
        &format!("explain --theory trid --patterns none.txt {LOKI}"),
        "cannot read none.txt",
    );
}
