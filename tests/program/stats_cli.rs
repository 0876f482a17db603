//! End-to-end tests of the commands over tables of ratings: `stats`, `extremes`,
//! `compare`, on small tables of every format and on files that are not tables.

use std::fs;

use gradus_harness::compressed;
use gradus_harness::puzzles::numbered as puzzle;
use serde_json::Value;

use crate::GRADUS;

/// Clues, W with its status, B with its status, BpB with its status.
const ROWS: [(u8, &str, &str, &str); 8] = [
    (25, "0,exact", "0,exact", ",not applicable"),
    (25, "3,exact", "3,exact", ",not applicable"),
    (26, "5,upper", "3,exact", ",not applicable"),
    (26, "5,exact", "5,exact", ",not applicable"),
    (26, "7,upper", "5,exact", ",not applicable"),
    (27, "9,lower", "6,exact", ",not applicable"),
    (24, ",infinite", ",infinite", "2,exact"),
    (24, ",infinite", ",infinite", "3,exact"),
];

fn csv() -> String {
    let mut text = "row,puzzle,clues,w,w_status,b,b_status,bpb,bpb_status\n".to_string();
    for (row, (clues, w, b, bpb)) in ROWS.iter().enumerate() {
        text += &format!("{row},{},{clues},{w},{b},{bpb}\n", puzzle(row + 1));
    }
    text
}

fn jsonl() -> String {
    let table = csv();
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let object = |line: &str| {
        let value = |(name, field): (&&str, &str)| match (*name, field) {
            (name, "") => (name.to_string(), Value::Null),
            ("puzzle", text) => ("puzzle".to_string(), text.into()),
            (name, text) => match text.parse::<u64>() {
                Ok(number) => (name.to_string(), number.into()),
                Err(_) => (name.to_string(), text.into()),
            },
        };
        let pairs = names.iter().zip(line.split(',')).map(value);
        Value::Object(pairs.collect()).to_string()
    };
    lines.map(|line| object(line) + "\n").collect()
}

/// A summary without the name of its table.
fn anonymous(mut summary: Value) -> Value {
    summary["sources"] = Value::Null;
    summary
}

#[test]
fn stats_are_the_same_for_every_text_format() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    folder.write("a.jsonl", jsonl());
    folder.write("a.csv.zst", zstd::encode_all(csv().as_bytes(), 3).unwrap());
    // Recognised by content, not by name.
    folder.write("b.txt", compressed(jsonl().as_bytes(), "gz"));
    folder.write("a.tsv", csv().replace(',', "\t"));
    let summary = folder.run("stats a.csv --by clues --json").json();
    assert_eq!(summary["rows"], 8);
    assert_eq!(summary["sources"][0]["name"], "a.csv");
    for name in ["a.jsonl", "a.csv.zst", "b.txt", "a.tsv"] {
        let other = folder
            .run(&format!("stats {name} --by clues --json"))
            .json();
        assert_eq!(anonymous(other), anonymous(summary.clone()), "{name}");
    }
    let w = &summary["distributions"][1];
    assert_eq!(w["column"], "w");
    assert_eq!(w["lines"][2]["entry"], 5);
    assert_eq!(w["lines"][2]["upper"], 1);
    assert_eq!(w["lines"][4]["entry"], "≥9");
    assert_eq!(w["lines"][5]["entry"], "∞");
    assert_eq!(w["moments"]["n"], 5);
    assert_eq!(w["moments"]["mean"], 4.0);
    let bpb = &summary["distributions"][3];
    assert_eq!((&bpb["n"], &bpb["not_applicable"]), (&2.into(), &6.into()));
    let difference = &summary["differences"][0];
    assert_eq!(difference["incomparable"], 3);
    let examples = difference["examples"].as_array().unwrap();
    let rows: Vec<&Value> = examples.iter().map(|example| &example["row"]).collect();
    assert_eq!(rows, [2, 4], "equal gaps in the order of the rows");
    assert_eq!(examples[0]["puzzle"], puzzle(3));
}

#[test]
fn stats_prints_aligned_tables_and_writes_csv() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    let run = folder.run("stats a.csv --csv out --table pbcs-8.1");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let line = "| 5   |       2 | 25.0 |       7.1 | 59.1 |        50.0 |            1 |";
    assert!(run.out.contains(line), "{}", run.out);
    let note = "W: puzzles with only a lower bound (≥), which moments leave out: 1\n";
    assert!(run.out.contains(note), "{}", run.out);
    assert!(
        run.out.contains("Nothing of it could be measured"),
        "{}",
        run.out
    );
    let table = fs::read_to_string(folder.path("out/distribution-b.csv")).unwrap();
    let head = "B,puzzles,%,95\u{202f}% from,to,cumulated %\n0,1,12.5,2.24";
    assert!(table.starts_with(head), "{table}");
    let second = table.lines().nth(2).unwrap();
    assert!(second.starts_with("1,0,0,0,32.44"), "{table}");
    assert!(second.ends_with(",12.5"), "{table}");
    assert!(folder.path("out/pbcs-8.1.csv").exists());
}

#[test]
fn several_tables_are_read_as_one() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    folder.write("a.jsonl", jsonl());
    let summary = folder.run("stats a.csv a.jsonl --json").json();
    assert_eq!(summary["rows"], 16);
    assert_eq!(summary["sources"][1]["rows"], 8);
    folder.write("b.csv", "puzzle,clues,w\n....,25,3\n");
    folder
        .run("stats a.csv b.csv")
        .fails_with(&["a.csv", "b.csv", "column b", "one table"]);
}

#[test]
fn columns_without_values_are_left_out() {
    let folder = GRADUS.folder();
    folder.write("a.csv", "puzzle,w,b,bpb\n..,,,2\n..,,,3\n");
    let summary = folder.run("stats a.csv --json").json();
    assert_eq!(summary["columns"], serde_json::json!(["bpb"]));
    assert_eq!(summary["differences"], serde_json::json!([]));
    let run = folder.run("stats a.csv --gap w-b");
    run.fails_with(&["nothing in the column w"]);
}

#[test]
fn unbiased_estimates_need_a_sample_that_has_the_bias() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    let summary = folder.run("stats a.csv --unbiased --grids 1000000 --table pbcs-6.4 --json");
    let summary = summary.json();
    assert_eq!(summary["unbiased"]["totals"]["grids"], 1_000_000);
    assert_eq!(summary["origin"]["kind"], "controlled-bias");
    let cells = &summary["comparisons"][0]["lines"][0]["cells"];
    assert_eq!(cells[0]["measured"], Value::Null, "bottom-up");
    assert_eq!(cells[2]["measured"]["value"], 12.5);
    assert!(cells[3]["sigmas"].is_null() && cells[3]["exact_p"].is_number());
    assert!(summary["resampled"]["quantiles"][0]["values"][4]["error"].is_number());
    folder
        .run("stats a.csv --unbiased --generator top-down")
        .fails_with(&["top-down", "controlled-bias"]);
    folder.write("b.csv", "puzzle,w\n....,3\n");
    folder
        .run("stats b.csv --unbiased")
        .fails_with(&["b.csv", "clues"]);
}

#[test]
fn what_a_table_says_of_itself_is_read_and_checked() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    let metadata = |version: &str| {
        format!(
            r#"{{"version":"{version}","options":{{"ratings":["w"],"max_length":36,"budget":0,
            "limit":null}},"inputs":[],"records_blake3":"x","generated":
            ["controlled-bias seed=1 count=8 grids=2000000 version=0.1.0"],"rows":8,"rejected":1}}"#
        )
    };
    folder.write("a.csv.meta.json", metadata(env!("CARGO_PKG_VERSION")));
    let summary = folder.run("stats a.csv --unbiased --json").json();
    assert_eq!(summary["origin"]["grids"], 2_000_000);
    assert_eq!(summary["sources"][0]["metadata"]["rejected"], 1);
    let run = folder.run("stats a.csv");
    assert!(
        run.out.contains("generated controlled-bias seed=1"),
        "{}",
        run.out
    );
    folder.write("a.csv.meta.json", metadata("99.7.1"));
    for command in [
        "stats a.csv",
        "extremes a.csv --by w",
        "compare a.csv a.csv",
    ] {
        folder.run(command).fails_with(&["a.csv", "99.7.1"]);
    }
    folder.write("a.csv.meta.json", "{\"version\":");
    folder
        .run("stats a.csv")
        .fails_with(&["a.csv", "gradus", "metadata"]);
}

#[test]
fn files_that_are_no_tables_are_reported_as_such() {
    let folder = GRADUS.folder();
    let header = "puzzle,clues,w,w_status\n";
    let cases: [(&str, Vec<u8>, &[&str]); 14] = [
        ("empty.csv", vec![], &["empty"]),
        ("header.csv", header.into(), &["empty"]),
        (
            "words.txt",
            b"so it goes\nand on\n".to_vec(),
            &["not a table", "columns"],
        ),
        (
            "puzzles.txt",
            format!("{}\n", puzzle(1)).into(),
            &["not a table"],
        ),
        (
            "bytes",
            vec![0, 159, 146, 150, 0, 1, 2],
            &["neither Parquet nor text"],
        ),
        ("long", vec![b'7'; 1 << 17], &["neither Parquet nor text"]),
        (
            "word.csv",
            format!("{header}..,x,3,exact\n").into(),
            &["row 1", "clues", "\"x\""],
        ),
        (
            "minus.csv",
            format!("{header}..,25,-1,exact\n").into(),
            &["row 1", "column w", "-1"],
        ),
        (
            "large.csv",
            format!("{header}..,70000,3,exact\n").into(),
            &["row 1", "clues", "70000"],
        ),
        (
            "status.csv",
            format!("{header}..,25,3,good\n").into(),
            &["w_status", "good"],
        ),
        (
            "both.csv",
            format!("{header}..,25,3,infinite\n").into(),
            &["column w", "infinite"],
        ),
        (
            "short.csv",
            format!("{header}..,25\n").into(),
            &["row 1", "2 fields"],
        ),
        ("broken.jsonl", b"{\"w\":3}\n{\"w\":".to_vec(), &["row 2"]),
        (
            "missing.jsonl",
            b"{\"w\":3}\n{\"b\":3}\n".to_vec(),
            &["row 2", "column w", "missing"],
        ),
    ];
    for (name, content, words) in cases {
        folder.write(name, content);
        let run = folder.run(&format!("stats {name}"));
        run.fails_with(&[&[name], words].concat());
    }
    folder.run("stats nowhere.csv").fails_with(&["nowhere.csv"]);
    folder.write("folder/words.txt", "so it goes\n");
    let run = folder.run("stats folder");
    run.fails_with(&[
        "passed over: folder/words.txt",
        "no table of ratings in folder",
    ]);
}

#[test]
fn a_quote_that_is_not_closed_does_not_swallow_a_table() {
    let folder = GRADUS.folder();
    let mut text = "puzzle,w\n\"..,3\n".to_string();
    text.push_str(&"..,3\n".repeat(400_000));
    folder.write("open.csv", text);
    folder
        .run("stats open.csv")
        .fails_with(&["open.csv", "quote"]);
}

#[test]
fn a_cut_compressed_table_is_an_error() {
    let folder = GRADUS.folder();
    let whole = zstd::encode_all(csv().repeat(40).as_bytes(), 3).unwrap();
    folder.write("cut.csv.zst", &whole[..whole.len() / 2]);
    folder.run("stats cut.csv.zst").fails_with(&["cut.csv.zst"]);
}

#[test]
fn bad_usage() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    let cases = [
        ("stats", "TABLE"),
        ("stats a.csv --by hardness", "hardness"),
        ("stats a.csv --table pbcs-6.9", "pbcs-6.4"),
        ("stats a.csv --cross w", "w:b"),
        ("stats a.csv --cross w-b", "w:b"),
        ("stats a.csv --cross w:x", "x"),
        ("stats a.csv --gap w+b", "w-b"),
        ("stats a.csv --generator random", "bottom-up"),
        ("extremes a.csv", "--rank-by"),
        ("extremes a.csv --by w-x", "x"),
        ("compare a.csv", "REFERENCE"),
    ];
    for (line, word) in cases {
        let run = folder.run(line);
        assert_eq!(run.code, Some(2), "{line}");
        assert!(run.err.contains(word), "{line}: {}", run.err);
    }
    folder
        .run("stats a.csv --by gb")
        .fails_with(&["a.csv", "gb"]);
    folder
        .run("stats a.csv --gap w-gb")
        .fails_with(&["a.csv", "gb"]);
    folder
        .run("extremes a.csv --by te")
        .fails_with(&["a.csv", "te"]);
}

#[test]
fn extremes_by_a_rating() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    let run = folder.run("extremes a.csv --by w --top 4 --json");
    assert!(
        run.err.contains("2 of 8 puzzles have no W to rank by"),
        "{}",
        run.err
    );
    let found = run.objects();
    let values =
        |key: &str| -> Vec<Value> { found.iter().map(|puzzle| puzzle[key].clone()).collect() };
    assert_eq!(values("row"), [5, 4, 2, 3], "of equals the first");
    assert_eq!(values("w"), [9, 7, 5, 5]);
    assert_eq!(values("w_status"), ["lower", "upper", "upper", "exact"]);
    assert_eq!(found[0]["puzzle"], puzzle(6));
    assert_eq!(found[0]["bpb"], Value::Null);
    assert_eq!(found[0]["bpb_status"], "not applicable");
    assert_eq!(found[0]["clues"], 27);
    let table = folder.run("extremes a.csv --by w --top 2").out;
    assert!(table.contains("| at least |"), "{table}");
    let csv = folder.run("extremes a.csv --by b --top 1 --csv").out;
    let expected = format!(
        "row,puzzle,clues,w,w_status,b,b_status,bpb,bpb_status\n\
         5,{},27,9,lower,6,exact,,not applicable\n",
        puzzle(6)
    );
    assert_eq!(csv, expected);
    let bottom = folder.run("extremes a.csv --by w --bottom 2 --json");
    let rows: Vec<Value> = bottom
        .objects()
        .iter()
        .map(|of| of["row"].clone())
        .collect();
    assert_eq!(rows, [0, 1]);
}

#[test]
fn extremes_by_a_gap_and_over_several_tables() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    folder.write("b.csv", csv().replace("7,upper,5", "7,exact,4"));
    let run = folder.run("extremes a.csv b.csv --by w-b --top 3 --json");
    let values = run.objects();
    let values: Vec<(i64, &str)> = values
        .iter()
        .map(|of| {
            let status = of["w-b_status"].as_str().unwrap();
            (of["w-b"].as_i64().unwrap(), status)
        })
        .collect();
    assert_eq!(values, [(3, "exact"), (3, "lower"), (3, "lower")]);
    assert!(run.err.contains("of 16 puzzles"), "{}", run.err);
    let note = "8 rows repeat a puzzle of another table";
    assert!(run.err.contains(note), "{}", run.err);
    assert!(run.err.contains("row 5 of b.csv"), "{}", run.err);
}

/// W and gW with their statuses, and a comment on the puzzle.
const GAPS: [(&str, &str, &str); 6] = [
    ("5,exact", "3,exact", "plain"),
    (",infinite", "4,upper", ""),
    (",infinite", ",infinite", "both"),
    (",infinite", "2,exact", "a | \u{1b}[31m"),
    (",infinite", "3,lower", "open"),
    ("3,exact", ",infinite", "impossible"),
];

fn gaps() -> String {
    let mut text = "row,puzzle,comment,clues,w,w_status,gw,gw_status,ser\n".to_string();
    for (row, (w, gw, comment)) in GAPS.iter().enumerate() {
        text += &format!("{row},{},{comment},24,{w},{gw},{row}.5\n", puzzle(row + 1));
    }
    text
}

#[test]
fn infinite_gaps_are_the_largest() {
    let folder = GRADUS.folder();
    folder.write("a.csv", gaps());
    let rows = |arguments: &str| -> Vec<Value> {
        let run = folder.run(&format!("extremes a.csv --by w-gw {arguments} --json"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.objects().iter().map(|of| of["row"].clone()).collect()
    };
    assert_eq!(rows(""), [3, 1, 0, 5], "of infinite gaps that to the least");
    assert_eq!(rows("--bottom 2"), [5, 0]);
    let csv = folder.run("extremes a.csv --by w-gw --top 2 --csv").out;
    let mut lines = csv.lines();
    let head = "row,puzzle,comment,ser,w-gw,w-gw_status,clues,w,w_status,gw,gw_status";
    assert_eq!(lines.next(), Some(head));
    let line = lines.next().unwrap();
    assert!(
        line.ends_with(",3.5,,infinite,24,,infinite,2,exact"),
        "{line}"
    );
    let table = folder.run("extremes a.csv --by w-gw").out;
    assert!(table.contains("| a \\| \\u{1b}[31m |"), "{table}");
    let heads = table.lines().find(|line| line.contains("puzzle")).unwrap();
    let heads: Vec<&str> = heads.split('|').map(str::trim).collect();
    let mut once = heads[1..heads.len() - 1].to_vec();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), heads.len() - 2, "each head once: {heads:?}");
}

#[test]
fn what_extremes_prints_can_be_read_by_stats() {
    let folder = GRADUS.folder();
    folder.write("a.csv", gaps());
    for (option, name) in [("--csv", "found.csv"), ("--json", "found.jsonl")] {
        let found = folder
            .run(&format!("extremes a.csv --by w-gw {option}"))
            .out;
        folder.write(name, found);
        let summary = folder.run(&format!("stats {name} --json")).json();
        assert_eq!(summary["rows"], 4, "{name}");
        let w = &summary["distributions"][1];
        assert_eq!(
            (&w["column"], &w["lines"][2]["count"]),
            (&"w".into(), &2.into())
        );
    }
}

#[test]
fn the_rows_found_make_a_table() {
    let folder = GRADUS.folder();
    folder.write("book.txt", BOOK);
    folder.done("classify book.txt -o a.csv --ratings te,w,b,gw -q");
    folder.done("extremes a.csv --by w-gw --top 2 --rows found.csv");
    let table = folder.text("found.csv");
    let all = folder.text("a.csv");
    let all: Vec<&str> = all.lines().collect();
    let found: Vec<&str> = table.lines().collect();
    assert_eq!(
        found,
        [all[0], all[3], all[1]],
        "whole rows, in their order"
    );
    folder
        .run("extremes a.csv --by w --rows found.csv")
        .fails_with(&["found.csv exists", "--force"]);
    folder.done("extremes a.csv --by w --top 1 --rows found.csv --force");
    assert_eq!(folder.text("found.csv").lines().count(), 2);
    let run = folder.run("extremes a.csv --by w --rows a.csv --force");
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("a.csv is an input and an output"));
    folder
        .run("extremes a.csv --by w --rows found.txt")
        .fails_with(&["found.txt", ".jsonl"]);
    folder.write("b.csv", gaps());
    folder
        .run("extremes b.csv --by w --rows c.csv")
        .fails_with(&["b.csv", "its columns are not"]);
}

#[test]
fn a_table_that_is_named_twice_is_read_once() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    folder.write("b.csv", csv());
    let run = folder.run("stats a.csv ./a.csv --json");
    assert_eq!(run.json()["rows"], 8);
    let said = "a.csv is named twice: it is read once";
    assert!(run.err.contains(said), "{}", run.err);
    // Another file with the same rows may be intended, but it is noted.
    let summary = folder.run("stats a.csv b.csv --json").json();
    assert_eq!(summary["rows"], 16);
    assert_eq!(summary["repeats"]["between"], 8);
    assert_eq!(
        summary["notes"][0],
        "8 rows repeat a puzzle of another table"
    );
}

#[test]
fn an_unknown_origin_is_no_sample_without_a_warning() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    let run = folder.run("stats a.csv --unbiased");
    assert!(
        run.err.contains("warning: the tables do not say"),
        "{}",
        run.err
    );
    let run = folder.run("stats a.csv --unbiased --generator controlled-bias --json");
    assert!(!run.err.contains("warning"), "{}", run.err);
    assert_eq!(run.json()["warnings"], serde_json::json!([]));
}

#[test]
fn tables_come_from_folders_patterns_and_standard_input() {
    let folder = GRADUS.folder();
    folder.write("t/a.csv", csv());
    folder.write("t/b.jsonl", jsonl());
    folder.write("t/a.csv.meta.json", "{}");
    folder.write("t/a.rejects.csv", "row,input,line,reason,text\n");
    folder.write("t/notes.txt", "nothing\n");
    fs::remove_file(folder.path("t/a.csv.meta.json")).unwrap();
    let run = folder.run("stats t --json");
    assert_eq!(run.json()["rows"], 16);
    assert!(run.err.contains("passed over: t/notes.txt"), "{}", run.err);
    assert!(!run.err.contains("rejects"), "{}", run.err);
    assert_eq!(folder.run("stats t/*.csv --json").json()["rows"], 8);
    for bytes in [csv().into_bytes(), compressed(jsonl().as_bytes(), "gz")] {
        let summary = folder.fed("stats - --json", &bytes).json();
        assert_eq!(summary["rows"], 8);
        assert_eq!(summary["sources"][0]["name"], "standard input");
    }
    let run = folder.fed("extremes - --by b --top 1 --csv", csv().as_bytes());
    assert_eq!(run.out.lines().count(), 2, "{}", run.err);
    let run = folder.fed("compare - t/b.jsonl", csv().as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(folder.run("compare - -").code, Some(2));
    let run = folder.fed("report - -o report", csv().as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    folder
        .run("stats nothing/*.csv")
        .fails_with(&["no file matches"]);
    let run = folder.fed("stats -", b"so it goes\n");
    run.fails_with(&["standard input", "not a table of ratings"]);
}

#[test]
fn a_short_summary_and_parts_of_the_long_one() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    let titles = |arguments: &str| -> Vec<String> {
        let out = folder.done(&format!("stats a.csv {arguments}")).out;
        let titles = out.lines().filter_map(|line| line.strip_prefix("### "));
        titles.map(str::to_string).collect()
    };
    let distributions = ["clues", "W", "B", "BpB"].map(|name| format!("Distribution of {name}"));
    let short = [&["Overview".to_string()], &distributions[..]].concat();
    assert_eq!(titles(""), short);
    assert_eq!(
        titles("--only quantiles"),
        ["Quantiles of the finite values"]
    );
    let moments = ["Overview", "Moments of the finite values"];
    assert_eq!(titles("--only moments,Overview"), moments);
    assert!(titles("--only all").len() > 9);
    assert!(titles("--gap w-b").contains(&"Distribution of W − B".to_string()));
    let out = folder.done("stats a.csv --only overview").out;
    // Finite W: 0, 3, 5, 5, 7.
    let w = out.lines().find(|line| line.starts_with("| W ")).unwrap();
    let cells: Vec<&str> = w.split('|').map(str::trim).collect();
    let expected = ["W", "5", "0", "5", "7", "4.00", "2.366", "2", "1", "2"];
    assert_eq!(cells[1..cells.len() - 1], expected);
    assert!(out.contains("n in the denominator"), "{out}");
    let run = folder.run("stats a.csv --only means");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("quantiles"), "{}", run.err);
    folder.write("one.csv", "puzzle,clues,w\n..,25,3\n");
    let out = folder.done("stats one.csv").out;
    assert!(out.starts_with("# 1 puzzle\n\n- one.csv: 1 row\n"), "{out}");
}

#[test]
fn ratings_by_columns_that_are_not_ours() {
    let folder = GRADUS.folder();
    folder.write("a.csv", gaps());
    let summary = folder
        .run("stats a.csv --by comment,SER,source --json")
        .json();
    let groupings = summary["groupings"].as_array().unwrap();
    let names: Vec<(&Value, &Value)> = groupings
        .iter()
        .map(|of| (&of["by"], &of["rating"]))
        .collect();
    assert_eq!(names.len(), 6);
    assert_eq!(names[2], (&"ser".into(), &"w".into()));
    assert_eq!(groupings[0]["groups"][0], "", "nothing was said");
    assert_eq!(groupings[2]["groups"][5], "5.5");
    assert_eq!(groupings[4]["groups"], serde_json::json!(["a.csv"]));
    let out = folder.done("stats a.csv --by comment --only by").out;
    assert!(out.contains("### gW by comment"), "{out}");
    assert!(out.contains("| (nothing) "), "{out}");
    assert!(!out.contains('\u{1b}'), "no control characters");
    // In JSON lines a column may contain other types, or be missing.
    folder.write(
        "b.jsonl",
        "{\"w\":3,\"ser\":7.2,\"hard\":true}\n{\"w\":4,\"hard\":false}\n",
    );
    let summary = folder.run("stats b.jsonl --by ser,hard --json").json();
    let groups = |place: usize| &summary["groupings"][place]["groups"];
    assert_eq!(groups(0), &serde_json::json!(["", "7.2"]));
    assert_eq!(groups(1), &serde_json::json!(["false", "true"]));
    let many: String = (0..1200).map(|n| format!("{n},3\n")).collect();
    folder.write("many.csv", format!("name,w\n{many}"));
    let out = folder.done("stats many.csv --by name --only by").out;
    assert!(out.contains("| (other values) |     200 |"), "{out}");
}

#[test]
fn compare_tables_that_agree() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    folder.write("a.jsonl", jsonl());
    let run = folder.run("compare a.csv a.jsonl");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out.starts_with("8 puzzles in both; 0 only"),
        "{}",
        run.out
    );
    // A published table: other names, another sign for empty cells, 0 for an
    // undefined class, and empty fields for unpublished values.
    let reference = format!(
        "puzzle\tte_depth\tw\tbxb\n{}\t1\t5\t0\n{}\t\t9\t\n{}\t2\t\t2\n",
        puzzle(3).replace('.', "0"),
        puzzle(6),
        puzzle(7)
    );
    folder.write("published.tsv", reference);
    let agreement = folder.run("compare a.csv published.tsv --json").json();
    assert_eq!(agreement["matched"], 3);
    assert_eq!(agreement["only_ours"], 5);
    let [w, bpb] = [0, 1].map(|place| agreement["columns"][place].clone());
    assert_eq!((&w["column"], &w["agree"]), (&"w".into(), &1.into()));
    assert_eq!(w["undecided"], 1, "≥9 and 9");
    assert_eq!(w["not_told"], 1);
    assert_eq!((&bpb["agree"], &bpb["not_told"]), (&2.into(), &1.into()));
}

#[test]
fn compare_tables_that_differ() {
    let folder = GRADUS.folder();
    folder.write("a.csv", csv());
    let [first, second] = ["3,exact,3,exact", "5,exact,5,exact"];
    let other = csv()
        .replace(first, "4,exact,3,exact")
        .replace(second, "4,exact,5,exact");
    folder.write("b.csv", other.replace(",9,lower", ",8,exact"));
    let run = folder.run("compare a.csv b.csv --list 2");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("differ in 3 values"), "{}", run.err);
    assert!(run.out.contains("Differences (2 of 3)"), "{}", run.out);
    assert!(
        run.out.contains("W: ours down, the reference across"),
        "{}",
        run.out
    );
    let run = folder.run("compare a.csv b.csv --json");
    assert_eq!(run.code, Some(1));
    let agreement: Value = serde_json::from_str(&run.out).unwrap();
    let w = &agreement["columns"][1];
    assert_eq!((&w["greater"], &w["smaller"]), (&2.into(), &1.into()));
    assert_eq!(agreement["differences"][0]["row"], 1);
    assert_eq!(agreement["differences"][0]["ours"], 3);
    assert_eq!(agreement["differences"][0]["reference"], 4);
}

#[test]
fn puzzles_that_come_twice_are_joined_in_order() {
    let folder = GRADUS.folder();
    let table = |values: [u8; 3]| {
        let rows = values.map(|value| format!("{},{value}\n", puzzle(1)));
        format!("puzzle,w\n{}", rows.concat())
    };
    folder.write("a.csv", table([1, 2, 3]));
    folder.write("b.csv", table([1, 2, 4]));
    folder.write("c.csv", format!("puzzle,w\n{},1\n", puzzle(1)));
    let run = folder.run("compare a.csv b.csv --json");
    let agreement: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(agreement["matched"], 3);
    assert_eq!(agreement["columns"][0]["agree"], 2);
    let repeats =
        |of: &str| [&agreement[of]["within"], &agreement[of]["conflicting"]].map(Value::as_u64);
    assert_eq!(repeats("repeats_ours"), [Some(2), Some(2)]);
    assert_eq!(repeats("repeats_reference"), [Some(2), Some(2)]);
    let note = "the table: 2 of them have other numbers than the first row of the puzzle";
    assert!(run.err.contains(note), "{}", run.err);
    assert!(run.err.contains("row 1 and row 2"), "{}", run.err);
    // Values that contradict each other are differences.
    assert_eq!(run.code, Some(1));
    let compared = |arguments: &str| -> Value {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(1), "{}", run.err);
        serde_json::from_str(&run.out).unwrap()
    };
    let agreement = compared("compare a.csv c.csv --json");
    assert_eq!(
        (&agreement["matched"], &agreement["only_ours"]),
        (&1.into(), &2.into())
    );
    let agreement = compared("compare c.csv a.csv --json");
    assert_eq!(agreement["only_reference"], 2);
    folder.write("d.csv", format!("puzzle,w\n{},1\n", puzzle(2)));
    folder
        .run("compare a.csv d.csv")
        .fails_with(&["no puzzles in common"]);
    folder.write("e.csv", format!("puzzle,b\n{},1\n", puzzle(1)));
    folder
        .run("compare a.csv e.csv")
        .fails_with(&["e.csv", "column w"]);
    folder.write("f.csv", "w\n1\n");
    folder
        .run("compare a.csv f.csv")
        .fails_with(&["f.csv", "column puzzle"]);
}

/// PBCS, figures 1.1, 5.1 and 7.3.
const BOOK: &str = "\
.......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6..
..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57
..1..2..3....1..4.2..4..5....6..7..8.5.....2.9..3..4....8..1..5.9..6....1..9..7..
";

#[test]
fn what_classify_writes_is_read() {
    let folder = GRADUS.folder();
    let footer = "# gradus generate controlled-bias seed=1 count=3 grids=900000 version=0.1.0\n";
    folder.write("book.txt", format!("{BOOK}{footer}"));
    let formats: &[&str] = if cfg!(feature = "polars") {
        &["a.csv", "a.jsonl.gz", "a.parquet"]
    } else {
        &["a.csv", "a.jsonl.gz"]
    };
    let mut summaries = Vec::new();
    for name in formats {
        let run = folder.run(&format!(
            "classify book.txt -o {name} --ratings te,w,b,gw -q"
        ));
        assert_eq!(run.code, Some(0), "{}", run.err);
        let summary = folder
            .run(&format!("stats {name} --unbiased --by te --json"))
            .json();
        assert_eq!(summary["origin"]["grids"], 900_000, "{name}");
        assert_eq!(summary["sources"][0]["metadata"]["rows"], 3);
        summaries.push(anonymous(summary));
        let run = folder.run(&format!("compare {name} a.csv"));
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
    assert!(summaries.iter().all(|summary| *summary == summaries[0]));
    let correlations = summaries[0]["correlations"]["columns"].as_array().unwrap();
    assert!(
        correlations.contains(&"candidates_w1".into()),
        "{correlations:?}"
    );
}
