//! End-to-end tests of facts as columns, and of samples unfit for unbiased estimates.

use std::fs::OpenOptions;
use std::io::Write;

use gradus_harness::puzzles::{EASY, sukaku};
use gradus_harness::{Folder, Run, run};

use crate::GRADUS;

/// A puzzle of the manual (13.10) with redundant clues.
const REDUNDANT: &str =
    "6.......1.2.....4...7...8....41.59..381697425..93.26....6...7...9.....8.1.......3";
/// A minimal puzzle of the book (PBCS 5.2.3).
const MINIMAL: &str =
    "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57";
const FACTS: &str = "te,redundant,expand,canon,links,density";

/// Runs the program in a directory.
fn gradus_at<'a>(folder: &Folder, arguments: impl IntoIterator<Item = &'a str>) -> Run {
    run(GRADUS.command_in(&folder.path("")).args(arguments))
}

/// A directory with the puzzles, an isomorph of one of them, and a Latin square.
fn folder() -> Folder {
    let folder = GRADUS.folder();
    let turned = GRADUS.fed(["isomorph", "-", "--seed", "7"], EASY).out;
    let latin = "latin:3...45.6.1....2..32......453......64";
    folder.write(
        "in.txt",
        format!(
            "{EASY} a\n{MINIMAL} b\n{REDUNDANT} c\n{turned}{latin}\n{}\n",
            sukaku(EASY)
        ),
    );
    folder
}

#[cfg(feature = "polars")]
#[test]
fn every_format_has_them_and_merged_shards_too() {
    let folder = folder();
    let classify = |out: &str, more: &[&str]| {
        let arguments = ["classify", "in.txt", "--ratings", FACTS, "-o", out];
        let run = gradus_at(&folder, arguments.into_iter().chain(more.iter().copied()));
        assert_eq!(run.code, Some(0), "{}", run.err);
    };
    for extension in ["csv", "jsonl", "parquet"] {
        let name = |stem: &str| format!("{stem}.{extension}");
        classify(&name("all"), &["--threads", "1"]);
        classify(&name("two"), &["--threads", "2"]);
        classify(&name("s0"), &["--shard", "0/2"]);
        classify(&name("s1"), &["--shard", "1/2"]);
        let merged = gradus_at(
            &folder,
            ["merge", &name("s0"), &name("s1"), "-o", &name("merged")],
        );
        assert_eq!(merged.code, Some(0), "{}", merged.err);
        for other in ["two", "merged"] {
            assert_eq!(
                folder.read(&name("all")),
                folder.read(&name(other)),
                "{other}.{extension}"
            );
        }
        // Conditions give the same result for every format.
        for (condition, rows) in [
            ("redundant > 0", 1),
            ("redundant = 0", 3),
            ("density > 1.7 and links > 1000", 1),
            (r#"expand ~ "latin:""#, 1),
            ("canon != ''", 5),
            ("canon = 'x'", 0),
        ] {
            let picked = gradus_at(
                &folder,
                ["stats", &name("all"), "--where", condition, "--json"],
            );
            match rows {
                0 => assert!(picked.err.contains("no row satisfies"), "{}", picked.err),
                rows => assert_eq!(picked.json()["rows"], rows, "{condition} {extension}"),
            }
        }
        let extremes = gradus_at(
            &folder,
            ["extremes", &name("all"), "--by", "density", "--top", "1"],
        );
        assert_eq!(extremes.code, Some(0), "{}", extremes.err);
        for word in ["canon", "expand", "redundant", "links", "latin:"] {
            assert!(extremes.out.contains(word), "{word}: {}", extremes.out);
        }
    }
    let json = folder.text("all.jsonl");
    let third = json.lines().nth(2).unwrap();
    let numbers = r#""redundant":9,"expand":"6......71.2"#;
    assert!(third.contains(numbers), "{third}");
    assert!(
        third.ends_with(r#""links":1014,"density":1.7207}"#),
        "{third}"
    );
    let latin = json.lines().nth(4).unwrap();
    assert!(latin.contains(r#""redundant":null,"#) && latin.contains(r#""canon":null,"#));
}

#[test]
fn an_interrupted_job_keeps_them() {
    let folder = folder();
    let arguments = ["classify", "in.txt", "--ratings", FACTS, "-o"];
    let run = |more: &[&str]| gradus_at(&folder, arguments.iter().chain(more).copied());
    assert_eq!(run(&["whole.csv"]).code, Some(0));
    // An invalid line ends a strict job, which can be resumed without --strict.
    let mut input = OpenOptions::new()
        .append(true)
        .open(folder.path("in.txt"))
        .unwrap();
    input.write_all(b"no puzzle\n").unwrap();
    assert_eq!(run(&["part.csv", "--strict"]).code, Some(1));
    let resumed = run(&["part.csv", "--resume"]);
    assert_eq!(resumed.code, Some(3), "{}", resumed.err);
    assert_eq!(folder.read("whole.csv"), folder.read("part.csv"));
}

#[test]
fn conditions_of_classify_see_them() {
    let folder = folder();
    let classify = |ratings: &str, condition: &str| {
        gradus_at(
            &folder,
            [
                "classify",
                "in.txt",
                "-o",
                "-",
                "--ratings",
                ratings,
                "--where",
                condition,
            ],
        )
    };
    let rows = |condition: &str| classify(FACTS, condition).objects().len();
    assert_eq!(rows("redundant >= 9"), 1);
    assert_eq!(rows("density < 1.8 and links > 1000"), 5);
    assert_eq!(rows(r#"canon ~ "1" and expand ~ "6......71""#), 1);
    let refused = classify("te", "canon ~ '1'");
    assert_eq!(refused.code, Some(2), "{}", refused.err);
    assert!(
        refused.err.contains("canon is not computed"),
        "{}",
        refused.err
    );
    let refused = classify("te,canon", "canon > 1 and redundant = 0");
    assert!(
        refused.err.contains("redundant is not computed"),
        "{}",
        refused.err
    );
}

#[cfg(feature = "polars")]
#[test]
fn unbiased_estimates_refuse_what_they_are_not_for() {
    let folder = folder();
    let run = gradus_at(
        &folder,
        [
            "classify",
            "in.txt",
            "--ratings",
            "w,redundant,canon",
            "-o",
            "t.csv",
        ],
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    let stats = |more: &[&str]| {
        gradus_at(
            &folder,
            [
                "stats",
                "t.csv",
                "--generator",
                "controlled-bias",
                "--unbiased",
            ]
            .iter()
            .chain(more)
            .copied(),
        )
    };
    let refused = stats(&[]);
    refused.fails_with(&[
        "1 puzzle has redundant clues, row 2 first",
        REDUNDANT,
        "1 row is isomorphic to an earlier one, row 3 to row 0 first",
        "--despite-flaws",
    ]);
    assert_eq!(refused.out, "");
    let rest = stats(&["--where", "redundant = 0"]);
    rest.fails_with(&["1 row is isomorphic"]);
    assert!(!rest.err.contains("redundant clues"), "{}", rest.err);
    let fit = stats(&["--where", "redundant = 0 and row != 3"]);
    assert_eq!(fit.code, Some(0), "{}", fit.err);
    assert!(!fit.err.contains("warning"), "{}", fit.err);
    let anyway = stats(&["--anyway"]);
    assert_eq!(anyway.code, Some(0), "{}", anyway.err);
    for flaw in ["1 puzzle has redundant clues", "1 row is isomorphic"] {
        assert!(
            anyway.err.contains(&format!("warning: {flaw}")),
            "{}",
            anyway.err
        );
    }
    // Without a request for estimates, any puzzles are allowed.
    assert_eq!(gradus_at(&folder, ["stats", "t.csv"]).code, Some(0));
    // Without the columns, flaws are unknown.
    let plain = gradus_at(
        &folder,
        ["classify", "in.txt", "--ratings", "w", "-o", "p.csv"],
    );
    assert_eq!(plain.code, Some(0));
    assert_eq!(
        gradus_at(&folder, ["stats", "p.csv", "--unbiased"]).code,
        Some(0)
    );
    assert_eq!(
        gradus_at(&folder, ["stats", "t.csv", "--anyway"]).code,
        Some(2)
    );
}

#[cfg(feature = "polars")]
#[test]
fn density_is_a_number_in_all_json() {
    let folder = folder();
    folder.done("classify in.txt --ratings te,density -o t.jsonl -q");
    let extremes = folder.done("extremes t.jsonl --by te --json");
    let rated = GRADUS.run(["rate", "--json", "--ratings", "te,density", MINIMAL]);
    let rows = [extremes.objects(), rated.objects()].concat();
    assert!(rows.len() > 2);
    for row in rows {
        assert!(row["density"].is_f64() || row["density"].is_null(), "{row}");
    }
    // Only 9×9 Sudokus can be hunted.
    folder.write_lines("seeds.txt", &[REDUNDANT, MINIMAL]);
    let hunted = "hunt seeds.txt --target te --ratings te,density --generations 1 -o h.csv -q \
                  --watch best.jsonl";
    folder.done(hunted);
    let last = folder.text("best.jsonl");
    let last: serde_json::Value = serde_json::from_str(last.lines().last().unwrap()).unwrap();
    assert!(last["density"].is_f64(), "{last}");
}
