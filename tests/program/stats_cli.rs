//! The commands over tables of ratings, from the outside: `stats`, `extremes`,
//! `compare`, on small tables of every format and on files that are no tables.

use std::fs;

use crate::harness::Folder;
use crate::harness::puzzles::numbered as puzzle;
use serde_json::Value;

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

fn gzip(text: &str) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// A summary without the name of its table.
fn anonymous(mut summary: Value) -> Value {
    summary["sources"] = Value::Null;
    summary
}

#[test]
fn stats_are_the_same_for_every_text_format() {
    let folder = Folder::new();
    folder.write("a.csv", csv());
    folder.write("a.jsonl", jsonl());
    folder.write("a.csv.zst", zstd::encode_all(csv().as_bytes(), 3).unwrap());
    // Recognised by content, whatever the name.
    folder.write("b.txt", gzip(&jsonl()));
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
    let folder = Folder::new();
    folder.write("a.csv", csv());
    let run = folder.run("stats a.csv --csv out --table pbcs-8.1");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let line = "| 5   |       2 | 25.0000 |     7.148 | 59.07 |     50.0000 |            1 |";
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
    let folder = Folder::new();
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
    let folder = Folder::new();
    folder.write("a.csv", "puzzle,w,b,bpb\n..,,,2\n..,,,3\n");
    let summary = folder.run("stats a.csv --json").json();
    assert_eq!(summary["columns"], serde_json::json!(["bpb"]));
    assert_eq!(summary["differences"], serde_json::json!([]));
    let run = folder.run("stats a.csv --gap w-b");
    run.fails_with(&["nothing in the column w"]);
}

#[test]
fn unbiased_estimates_need_a_sample_that_has_the_bias() {
    let folder = Folder::new();
    folder.write("a.csv", csv());
    let summary = folder.run("stats a.csv --unbiased --grids 1000000 --table pbcs-6.4 --json");
    let summary = summary.json();
    assert_eq!(summary["unbiased"]["totals"]["grids"], 1_000_000);
    assert_eq!(summary["origin"]["kind"], "controlled-bias");
    let cells = &summary["comparisons"][0]["lines"][0]["cells"];
    assert_eq!(cells[0]["measured"], Value::Null, "bottom-up");
    assert_eq!(cells[2]["measured"]["value"], 12.5);
    assert!(cells[3]["sigmas"].is_number());
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
    let folder = Folder::new();
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
    let folder = Folder::new();
    let header = "puzzle,clues,w,w_status\n";
    let cases: [(&str, Vec<u8>, &[&str]); 14] = [
        ("empty.csv", vec![], &["empty"]),
        ("header.csv", header.into(), &["empty"]),
        (
            "words.txt",
            b"so it goes\nand on\n".to_vec(),
            &["no table", "columns"],
        ),
        (
            "puzzles.txt",
            format!("{}\n", puzzle(1)).into(),
            &["no table"],
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
            format!("{header}..,256,3,exact\n").into(),
            &["row 1", "clues", "255"],
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
    folder.run("stats .").fails_with(&["cannot read"]);
}

#[test]
fn a_quote_that_is_not_closed_does_not_swallow_a_table() {
    let folder = Folder::new();
    let mut text = "puzzle,w\n\"..,3\n".to_string();
    text.push_str(&"..,3\n".repeat(400_000));
    folder.write("open.csv", text);
    folder
        .run("stats open.csv")
        .fails_with(&["open.csv", "quote"]);
}

#[test]
fn a_cut_compressed_table_is_an_error() {
    let folder = Folder::new();
    let whole = zstd::encode_all(csv().repeat(40).as_bytes(), 3).unwrap();
    folder.write("cut.csv.zst", &whole[..whole.len() / 2]);
    folder.run("stats cut.csv.zst").fails_with(&["cut.csv.zst"]);
}

#[test]
fn bad_usage() {
    let folder = Folder::new();
    folder.write("a.csv", csv());
    let cases = [
        ("stats", "RATINGS"),
        ("stats a.csv --by hardness", "hardness"),
        ("stats a.csv --table pbcs-6.9", "pbcs-6.4"),
        ("stats a.csv --cross w", "w:b"),
        ("stats a.csv --gap w+b", "w-b"),
        ("stats a.csv --generator random", "bottom-up"),
        ("extremes a.csv", "--by"),
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
    let folder = Folder::new();
    folder.write("a.csv", csv());
    let run = folder.run("extremes a.csv --by w --top 4 --json");
    assert!(
        run.err.contains("2 of 8 puzzles have no finite W"),
        "{}",
        run.err
    );
    let found = run.json();
    let values = |key: &str| -> Vec<Value> {
        let puzzles = found["puzzles"].as_array().unwrap().iter();
        puzzles.map(|puzzle| puzzle[key].clone()).collect()
    };
    assert_eq!(values("row"), [5, 4, 2, 3], "of equals the first");
    assert_eq!(values("value"), [9, 7, 5, 5]);
    assert_eq!(values("known"), ["lower", "upper", "upper", "exact"]);
    assert_eq!(found["puzzles"][0]["puzzle"], puzzle(6));
    assert_eq!(found["puzzles"][0]["entries"]["w"], "≥9");
    assert_eq!(found["puzzles"][0]["entries"]["clues"], 27);
    let table = folder.run("extremes a.csv --by w --top 2").out;
    assert!(table.contains("| at least |"), "{table}");
    let csv = folder.run("extremes a.csv --by b --top 1 --csv").out;
    let expected = format!(
        "puzzle,row,B,known,clues,w,b,bpb\n{},5,6,proven,27,≥9,6,-\n",
        puzzle(6)
    );
    assert_eq!(csv, expected);
}

#[test]
fn extremes_by_a_gap_and_over_several_tables() {
    let folder = Folder::new();
    folder.write("a.csv", csv());
    folder.write("b.csv", csv().replace("7,upper,5", "7,exact,4"));
    let found = folder
        .run("extremes a.csv b.csv --by w-b --top 3 --json")
        .json();
    let puzzles = found["puzzles"].as_array().unwrap();
    let values: Vec<(i64, &str)> = puzzles
        .iter()
        .map(|of| (of["value"].as_i64().unwrap(), of["known"].as_str().unwrap()))
        .collect();
    assert_eq!(values, [(3, "exact"), (3, "lower"), (3, "lower")]);
    assert_eq!(found["rows"], 16);
}

#[test]
fn compare_tables_that_agree() {
    let folder = Folder::new();
    folder.write("a.csv", csv());
    folder.write("a.jsonl", jsonl());
    let run = folder.run("compare a.csv a.jsonl");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out.starts_with("8 puzzles in both; 0 only"),
        "{}",
        run.out
    );
    // A published table: other names, another sign for empty cells, 0 for a class
    // that is not defined, nothing where nothing is published.
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
    let folder = Folder::new();
    folder.write("a.csv", csv());
    let [first, second] = ["3,exact,3,exact", "5,exact,5,exact"];
    let other = csv()
        .replace(first, "4,exact,3,exact")
        .replace(second, "4,exact,5,exact");
    folder.write("b.csv", other.replace(",9,lower", ",8,exact"));
    let run = folder.run("compare a.csv b.csv --list 2");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("differ in 3 entries"), "{}", run.err);
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
    let folder = Folder::new();
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
    let agreement = folder.run("compare a.csv c.csv --json").json();
    assert_eq!(
        (&agreement["matched"], &agreement["only_ours"]),
        (&1.into(), &2.into())
    );
    let agreement = folder.run("compare c.csv a.csv --json").json();
    assert_eq!(agreement["only_reference"], 2);
    folder.write("d.csv", format!("puzzle,w\n{},1\n", puzzle(2)));
    folder
        .run("compare a.csv d.csv")
        .fails_with(&["no puzzle in common"]);
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
    let folder = Folder::new();
    let footer = "# gradus generate controlled-bias seed=1 count=3 grids=900000 version=0.1.0\n";
    folder.write("book.txt", format!("{BOOK}{footer}"));
    let formats: &[&str] = match cfg!(feature = "polars") {
        true => &["a.csv", "a.jsonl.gz", "a.parquet"],
        false => &["a.csv", "a.jsonl.gz"],
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
