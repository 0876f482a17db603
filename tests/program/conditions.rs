//! Conditions on rows and arithmetic on columns: `--where` of all commands that
//! have it, `--by`, and the keys of pipelines.

use std::thread;
use std::time::Duration;

use gradus_harness::puzzles::{DEPTH_1, DEPTH_2, EASY, LONGER_WHIPS, puzzles};
use gradus_harness::{Folder, Run, finished, run};
use serde_json::Value;

use crate::GRADUS;

/// Puzzles of all kinds, as a CSV file with additional columns and a bad line.
fn inputs() -> Folder {
    let folder = GRADUS.folder();
    let mut lines = vec!["puzzle,ser,SE rating,comment".to_string()];
    let known = [EASY, DEPTH_1, DEPTH_2, LONGER_WHIPS].map(String::from);
    for (row, puzzle) in known.into_iter().chain(puzzles(36)).enumerate() {
        if row == 7 {
            lines.push("no puzzle,1,2,3".to_string());
        }
        let ser = ["9.1", "10.4", "high", "", "2.30"][row % 5];
        let comment = if row % 3 == 0 { "seventeen 17c" } else { "" };
        lines.push(format!("{puzzle},{ser},{},{comment}", 50 - row));
    }
    folder.write_lines("in.csv", &lines);
    folder
}

/// Runs a command with a condition.
fn with(folder: &Folder, arguments: &str, condition: &str) -> Run {
    run(folder.command(arguments).args(["--where", condition]))
}

/// The records of a table, keyed by column names.
fn records(text: &str) -> Vec<Vec<(String, String)>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().unwrap().clone();
    let record = |record: csv::Result<csv::StringRecord>| {
        let record = record.unwrap();
        let pairs = heads.iter().zip(record.iter());
        pairs.map(|(a, b)| (a.to_string(), b.to_string())).collect()
    };
    reader.records().map(record).collect()
}

fn get<'a>(record: &'a [(String, String)], name: &str) -> &'a str {
    &record.iter().find(|(head, _)| head == name).unwrap().1
}

/// The value of a rating, possibly infinite.
fn rating(record: &[(String, String)], name: &str) -> f64 {
    match get(record, &format!("{name}_status")) {
        "infinite" => f64::INFINITY,
        _ => get(record, name).parse().unwrap(),
    }
}

/// A condition and an equivalent function.
type Meant = (&'static str, fn(&[(String, String)]) -> bool);

const CONDITIONS: [Meant; 9] = [
    ("te = 1", |r| rating(r, "te") == 1.0),
    ("W > 3", |r| rating(r, "w") > 3.0),
    ("w - b >= 1", |r| rating(r, "w") - rating(r, "b") >= 1.0),
    ("w_status = infinite or clues<=23", |r| {
        get(r, "w_status") == "infinite" || get(r, "clues").parse::<u32>().unwrap() <= 23
    }),
    ("comment ~ \"17c\" and not (te = 0)", |r| {
        get(r, "comment").contains("17c") && rating(r, "te") != 0.0
    }),
    ("ser >= 9.1", |r| {
        get(r, "ser").parse::<f64>().is_ok_and(|ser| ser >= 9.1)
    }),
    ("ser = 'high' or ser=2.3", |r| {
        ["high", "2.30"].contains(&get(r, "ser"))
    }),
    ("`se rating` - 2*W > 30 and row != 5", |r| {
        let rating = get(r, "SE rating").parse::<f64>().unwrap() - 2.0 * rating(r, "w");
        rating > 30.0 && get(r, "row") != "5"
    }),
    ("clues > 80", |_| false),
];

#[test]
fn classify_writes_the_rows_that_satisfy_a_condition_and_no_others() {
    let folder = inputs();
    let whole = folder.run("classify in.csv -o whole.csv -q --ratings te,w,b");
    assert_eq!(whole.code, Some(3), "{}", whole.err);
    let text = folder.text("whole.csv");
    let lines: Vec<&str> = text.lines().collect();
    for (condition, holds) in CONDITIONS {
        let records = records(&text);
        let rows = lines[1..].iter().zip(&records);
        let rows: Vec<&str> = rows
            .filter(|(_, r)| holds(r))
            .map(|(line, _)| *line)
            .collect();
        let expected: String = [lines[0]]
            .into_iter()
            .chain(rows.iter().copied())
            .flat_map(|line| [line, "\n"])
            .collect();
        for threads in [1, 3] {
            let arguments =
                format!("classify in.csv -o some.csv --force --ratings te,w,b --threads {threads}");
            let run = with(&folder, &arguments, condition);
            assert_eq!(run.code, Some(3), "{}", run.err);
            assert_eq!(folder.text("some.csv"), expected, "{condition}");
            assert_eq!(
                folder.read("some.rejects.csv"),
                folder.read("whole.rejects.csv")
            );
            let said = format!("{} written of 40, where", counted(rows.len()));
            assert!(run.err.contains(&said), "{said}: {}", run.err);
            assert!(
                run.err.contains("40 puzzles classified, 1 line rejected"),
                "{}",
                run.err
            );
        }
        let metadata: Value = serde_json::from_str(&folder.text("some.csv.meta.json")).unwrap();
        assert_eq!(metadata["rows"], rows.len());
        assert_eq!(metadata["rated"], 40);
        assert!(metadata["options"]["where"].is_string(), "{metadata}");
        let stream = with(
            &folder,
            "classify in.csv -o - -q --ratings te,w,b",
            condition,
        );
        assert_eq!(
            stream.objects().len(),
            rows.len(),
            "{condition}: {}",
            stream.err
        );
    }
    let run = with(
        &folder,
        "classify in.csv -o n.csv --ratings te",
        "ser > 9.1",
    );
    assert!(
        run.err.contains("8 rows are left out because something"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("8 rows are left out because a text"),
        "{}",
        run.err
    );
}

fn counted(rows: usize) -> String {
    format!("{rows} row{}", if rows == 1 { "" } else { "s" })
}

#[test]
fn shards_with_a_condition_make_the_table_of_one_run() {
    let folder = inputs();
    let job = |name: &str, more: &str, condition: &str| {
        let arguments = format!("classify in.csv -o {name} -q --force --ratings te,w {more}");
        let run = with(&folder, &arguments, condition);
        assert!(matches!(run.code, Some(0 | 3)), "{}", run.err);
    };
    job("whole.csv", "", "w >= 3");
    for shard in 0..3 {
        job(
            &format!("s{shard}.csv"),
            &format!("--shard {shard}/3"),
            "W>=3",
        );
    }
    let merged = folder.run("merge s0.csv s1.csv s2.csv -o merged.csv");
    assert_eq!(merged.code, Some(3), "{}", merged.err);
    for ending in ["csv", "rejects.csv", "csv.meta.json"] {
        let [whole, merged] = ["whole", "merged"].map(|stem| format!("{stem}.{ending}"));
        assert_eq!(folder.text(&whole), folder.text(&merged));
    }
    job("s1.csv", "--shard 1/3", "w >= 4");
    folder.fails(
        "merge s0.csv s1.csv s2.csv -o other.csv",
        "shards of different jobs",
    );
}

#[test]
fn a_job_with_a_condition_is_resumed_with_the_same_one_only() {
    let folder = inputs();
    let header = "puzzle,ser,SE rating,comment".to_string();
    let lines: Vec<String> = std::iter::once(header)
        .chain(
            puzzles(400)
                .into_iter()
                .map(|puzzle| format!("{puzzle},1,2,3")),
        )
        .collect();
    folder.write_lines("many.csv", &lines);
    // With HLS levels, isomorphic puzzles are rated separately, which takes time.
    let arguments = "classify many.csv -q --ratings te,w,b,hls";
    let condition = "w-b>=1 or w>=4";
    let whole = with(&folder, &format!("{arguments} -o whole.csv"), condition);
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    let mut kills = 0;
    for wait in 0..40 {
        let mut command = folder.command(&format!("{arguments} -o cut.csv --resume"));
        let mut child = command.args(["--where", condition]).spawn().unwrap();
        // Not a synchronisation: the process is killed at an arbitrary moment.
        thread::sleep(Duration::from_millis(40 + 20 * wait));
        child.kill().unwrap();
        if finished(child).code.is_some() {
            break;
        }
        kills += 1;
        if folder.has("cut.csv.journal") && kills == 1 {
            let other = with(
                &folder,
                &format!("{arguments} -o cut.csv --resume"),
                "w >= 5",
            );
            other.fails_with(&["where changed", "w - b >= 1 or w >= 4", "w >= 5", "--force"]);
            let none = folder.run(&format!("{arguments} -o cut.csv --resume"));
            none.fails_with(&["where changed", "none"]);
        }
    }
    let last = with(
        &folder,
        &format!("{arguments} -o cut.csv --resume"),
        condition,
    );
    assert_eq!(last.code, Some(0), "{}", last.err);
    assert!(kills > 0, "nothing was interrupted");
    for ending in ["csv", "csv.meta.json"] {
        let [whole, cut] = ["whole", "cut"].map(|stem| folder.text(&format!("{stem}.{ending}")));
        assert_eq!(whole, cut);
    }
    let other = with(
        &folder,
        &format!("{arguments} -o whole.csv --resume"),
        "w >= 5",
    );
    other.fails_with(&["where changed", "w >= 5"]);
}

#[test]
fn what_a_condition_names_must_be_there() {
    let folder = inputs();
    folder.write_lines("plain.txt", &[EASY]);
    let classify = "classify in.csv -o t.csv -q --ratings te,w";
    for (arguments, condition, said) in [
        (
            classify,
            "x = 2",
            "no column is called \"x\": the columns are row, clues",
        ),
        (classify, "srr > 2 and w = 1", "(did you mean ser?)"),
        (
            classify,
            "bpb > 2",
            "bpb is not computed: add it to the ratings\n  bpb > 2\n  ^",
        ),
        (
            classify,
            "w = 1 and b_status = exact",
            "b is not computed: add it to the ratings",
        ),
        (
            "classify in.csv --keep none -o t.csv",
            "ser > 2",
            "no column is called \"ser\"",
        ),
        (
            "classify in.csv --keep ser -o t.csv",
            "`SE rating` > 2",
            "no column is called",
        ),
        (
            "classify plain.txt -o t.csv",
            "ser > 2",
            "no column is called \"ser\"",
        ),
        (
            "classify plain.txt -o t.csv",
            "w >=",
            "a column, a number or ( is expected here",
        ),
        (
            "classify plain.txt -o t.csv",
            "w",
            "a comparison is expected here",
        ),
    ] {
        let run = with(&folder, arguments, condition);
        assert_eq!(run.code, Some(2), "{condition}: {}", run.err);
        assert!(run.err.contains(said), "{condition}: {}", run.err);
        assert!(!folder.has("t.csv") && !folder.has("t.csv.journal"));
    }
    // Data from a pipe is known at its end.
    let mut command = folder.command("classify - -o - --ratings te -q");
    let piped = gradus_harness::fed(command.args(["--where", "ser > 2"]), format!("{EASY}\n"));
    assert_eq!(piped.code, Some(2), "{}", piped.err);
    assert!(
        piped.err.contains("no column is called \"ser\""),
        "{}",
        piped.err
    );
    let mut command = folder.command("classify - -o - --ratings te -q");
    let piped = gradus_harness::fed(command.args(["--where", "SER > 9"]), folder.read("in.csv"));
    assert_eq!(piped.code, Some(3), "{}", piped.err);
    assert_eq!(piped.objects().len(), 16);
    // A column of one of several inputs.
    let run = with(
        &folder,
        "classify plain.txt in.csv -o two.csv -q --ratings te",
        "ser > 10",
    );
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(records(&folder.text("two.csv")).len(), 8);
}

/// A table of all inputs.
#[cfg(feature = "polars")]
fn table(name: &str) -> Folder {
    let folder = inputs();
    let arguments = format!("classify in.csv -o {name} -q --ratings te,w,b");
    assert_eq!(folder.run(&arguments).code, Some(3));
    folder
}

#[cfg(feature = "polars")]
#[test]
fn statistics_of_chosen_rows_are_those_of_a_table_of_them() {
    let folder = table("t.csv");
    for (condition, _) in CONDITIONS.iter().take(8) {
        let run = with(
            &folder,
            "classify in.csv -o some.csv -q --force --ratings te,w,b",
            condition,
        );
        assert_eq!(run.code, Some(3), "{}", run.err);
        let mut expected = folder.done("stats some.csv --json --by clues,ser").json();
        let chosen = with(&folder, "stats t.csv --json --by clues,ser", condition);
        let mut measured = chosen.json();
        assert_eq!(measured["choice"]["rows"], 40);
        assert_eq!(measured["choice"]["chosen"], expected["rows"]);
        let note = measured["notes"][0].as_str().unwrap();
        assert!(note.starts_with("only rows where "), "{note}");
        for summary in [&mut measured, &mut expected] {
            let summary = summary.as_object_mut().unwrap();
            for key in ["sources", "choice", "notes"] {
                summary.remove(key);
            }
        }
        assert_eq!(measured, expected, "{condition}");
    }
    let none = with(&folder, "stats t.csv", "clues > 80");
    none.fails_with(&["no row satisfies the condition clues > 80"]);
    let none = with(&folder, "stats t.csv", "te = 0 and ser - te > 100");
    none.fails_with(&["no row satisfies"]);
    let unknown = with(&folder, "stats t.csv", "gw > 2");
    assert_eq!(unknown.code, Some(2));
    assert!(
        unknown.err.contains("no column is called \"gw\""),
        "{}",
        unknown.err
    );
    assert!(
        unknown.err.ends_with("\n  gw > 2\n  ^\n"),
        "{}",
        unknown.err
    );
}

#[cfg(feature = "polars")]
#[test]
fn extremes_rank_by_kept_columns_and_arithmetic() {
    let folder = table("t.csv");
    let ranked = |by: &str, more: &str| {
        let mut command = folder.command(&format!("extremes t.csv --json {more}"));
        let run = run(command.args(["--by", by]));
        assert_eq!(run.code, Some(0), "{}", run.err);
        run
    };
    let found = ranked("SER", "--top 9");
    let values: Vec<Value> = found.objects().iter().map(|o| o["ser"].clone()).collect();
    assert_eq!(values[0], "10.4");
    assert_eq!(values[7], "10.4");
    assert_eq!(values[8], "9.1");
    assert!(
        found
            .err
            .contains("16 of 40 puzzles have no ser to rank by"),
        "{}",
        found.err
    );
    assert!(
        found.err.contains("8 of these are not numeric"),
        "{}",
        found.err
    );
    let found = ranked("SE rating", "--top 2");
    assert_eq!(found.objects()[1]["SE rating"], "49");
    let found = ranked("2*`SE rating` - clues/2", "--bottom 1");
    let only = &found.objects()[0];
    let all = ranked("SE rating", "--top 40").objects();
    let value = |row: &Value| {
        let number: f64 = row["SE rating"].as_str().unwrap().parse().unwrap();
        2.0 * number - row["clues"].as_f64().unwrap() / 2.0
    };
    let least = all.iter().map(value).min_by(f64::total_cmp);
    assert_eq!(all.len(), 40);
    assert_eq!(only["2*`SE rating`-clues/2"].as_f64(), least);
    assert_eq!(only["2*`SE rating`-clues/2_status"], "exact");
    // An infinite rating has the largest gap, unless excluded by a condition.
    let gap = ranked("w - clues", "--top 1");
    assert_eq!(gap.objects()[0]["w-clues_status"], "infinite");
    let gap = ranked("w - clues", "--top 1 --where w<100");
    assert_eq!(gap.objects()[0]["w-clues_status"], "exact");
    assert!(
        gap.err.contains("only rows where w < 100: 39 of 40"),
        "{}",
        gap.err
    );
    let shown = run(folder.command("extremes t.csv --top 1 --by").arg("ser / 2"));
    assert!(
        shown.out.contains("Largest ser / 2") && shown.out.contains(" 5.2 "),
        "{}",
        shown.out
    );
    // The rows record the request that found them.
    folder.done("extremes t.csv --by w --where te=1 --rows found.parquet --top 100");
    let bytes = folder.read("found.parquet");
    let carried = String::from_utf8_lossy(&bytes);
    assert!(carried.contains("\"where\":\"te = 1\""));
    folder.done("extremes t.csv --by w --where te=1 --rows found.csv --top 100");
    let found = records(&folder.text("found.csv"));
    assert!(!found.is_empty() && found.iter().all(|record| get(record, "te") == "1"));
    for by in ["x", "w -", "w > 2", "w_status", "puzzle"] {
        let failed = run(folder.command("extremes t.csv").args(["--by", by]));
        assert_eq!(failed.code, Some(2), "{by}: {}", failed.err);
        assert!(failed.err.ends_with("^\n"), "{by}: {}", failed.err);
    }
}

#[cfg(feature = "polars")]
#[test]
fn ratings_are_shown_by_arithmetic() {
    let folder = table("t.csv");
    let mut command = folder.command("stats t.csv --json --by");
    let summary = run(command.arg("w-b,2*ser")).json();
    let groupings = summary["groupings"].as_array().unwrap();
    let by = |name: &str| {
        let of_te = |g: &&Value| g["by"] == name && g["rating"] == "te";
        groupings.iter().find(of_te).unwrap()["groups"].clone()
    };
    let gaps = by("W − B");
    assert_eq!(gaps.as_array().unwrap().last().unwrap(), "?", "{gaps}");
    assert_eq!(gaps[0], "0");
    let expected: Value = serde_json::json!(["4.6", "18.2", "20.8", "?", "no number"]);
    assert_eq!(by("2 × ser"), expected);
    let bad = run(folder.command("stats t.csv --by").arg("w-x"));
    assert_eq!(bad.code, Some(2));
    assert!(bad.err.contains("no column is called \"x\""), "{}", bad.err);
}

#[cfg(feature = "polars")]
#[test]
fn reports_and_comparisons_say_what_was_chosen() {
    let folder = table("t.csv");
    let run = with(&folder, "report t.csv -o page", "w - b >= 1 and te=1");
    assert_eq!(run.code, Some(0), "{}", run.err);
    for name in ["page/index.html", "page/report.md"] {
        let page = folder.text(name).replace("&gt;", ">");
        assert!(
            page.contains("puzzle where w - b >= 1 and te = 1")
                || page.contains("puzzles where w - b >= 1 and te = 1"),
            "{name}"
        );
        assert!(
            page.contains("only rows where w - b >= 1 and te = 1: "),
            "{name}"
        );
    }
    with(&folder, "report t.csv -o none", "clues > 80").fails_with(&["no row satisfies"]);
    // One of our rows is wrong; the condition decides if it counts.
    let text = folder.text("t.csv");
    let line = text.lines().nth(2).unwrap();
    folder.write(
        "ours.csv",
        text.replace(
            line,
            &line.replacen(",1,exact,4,exact", ",1,exact,9,exact", 1),
        ),
    );
    let all = folder.run("compare ours.csv t.csv");
    assert_eq!(all.code, Some(1), "{}{}", all.out, all.err);
    let some = with(&folder, "compare ours.csv t.csv", "w < 9");
    assert_eq!(some.code, Some(0), "{}", some.err);
    assert!(
        some.out
            .starts_with("38 puzzles in both; 0 only in the table, 0 only in the reference"),
        "{}",
        some.out
    );
    assert!(
        some.err.contains("only rows where w < 9: 38 of 40"),
        "{}",
        some.err
    );
    let it = with(&folder, "compare ours.csv t.csv", "w = 9");
    assert_eq!(it.code, Some(1), "{}", it.err);
    assert!(it.out.contains("1 puzzle in both"), "{}", it.out);
    with(&folder, "compare ours.csv t.csv", "w = 99")
        .fails_with(&["no common puzzle satisfies w = 99"]);
}

/// Estimates for a part of all minimal puzzles use only the puzzles of that part;
/// the numbers per grid add up.
#[cfg(feature = "polars")]
#[test]
fn unbiased_estimates_of_a_part_add_up_to_the_whole() {
    let folder = GRADUS.folder();
    folder.done("generate controlled-bias --count 12 --seed 5 -o cb.txt -q");
    folder.done("classify cb.txt -o t.csv -q --ratings te");
    let total = |run: Run| {
        let unbiased = run.json()["unbiased"].clone();
        unbiased["totals"]["per_grid"]["value"].as_f64()
    };
    let whole = total(folder.done("stats t.csv --unbiased --json")).unwrap();
    let clues: Vec<u64> = records(&folder.text("t.csv"))
        .iter()
        .map(|record| get(record, "clues").parse().unwrap())
        .collect();
    let middle = clues.iter().sum::<u64>() / clues.len() as u64;
    let low = format!("clues <= {middle}");
    let parts = [low.clone(), format!("not {low}")].map(|condition| {
        total(with(&folder, "stats t.csv --unbiased --json", &condition)).unwrap()
    });
    assert!(parts.iter().all(|part| *part > 0.0));
    assert!(
        (parts[0] + parts[1] - whole).abs() < 1e-9 * whole,
        "{parts:?} {whole}"
    );
    // The same from a table written with the condition.
    let written = with(&folder, "classify cb.txt -o low.csv -q --ratings te", &low);
    assert_eq!(written.code, Some(0), "{}", written.err);
    let again = total(folder.done("stats low.csv --unbiased --json"));
    assert_eq!(again, Some(parts[0]));
    // The grids were not tried for the first rows alone.
    let rows = with(&folder, "stats t.csv --unbiased --json", "row < 6");
    assert_eq!(total(rows), None);
    let written = with(
        &folder,
        "classify cb.txt -o first.csv -q --ratings te",
        "row < 6",
    );
    assert_eq!(written.code, Some(0), "{}", written.err);
    assert_eq!(
        total(folder.done("stats first.csv --unbiased --json")),
        None
    );
    let shown = with(&folder, "stats t.csv --unbiased", &low);
    assert!(
        shown
            .out
            .contains("unbiased estimates are of the minimal puzzles among these"),
        "{}",
        shown.out
    );
}

#[cfg(feature = "polars")]
#[test]
fn pipelines_know_conditions_and_columns() {
    let folder = inputs();
    let text = folder.text("in.csv").replacen("puzzle", "grid", 1);
    folder.write("grids.csv", text);
    let pipeline = |classify: &str, stats: &str| {
        folder.write("p.toml", format!(
            "name = \"x\"\n[source]\nfiles = [\"grids.csv\"]\ncolumn = \"Grid\"\nkeep = [\"ser\"]\n\
             [classify]\nratings = [\"te\", \"w\"]\n{classify}\n[stats]\n{stats}\n\
             [report]\ndir = \"report\"\npaths = 0\n"
        ));
        folder.run("run p.toml")
    };
    let run = pipeline("where = \"ser > 2\"", "where = \"te = 1\"");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(
        run.err
            .contains("40 puzzles rated, 1 line rejected, 24 rows written where ser > 2"),
        "{}",
        run.err
    );
    let page = folder.text("report/report.md");
    assert!(
        page.contains("puzzles where te = 1") && page.contains("only rows where ser"),
        "{page}"
    );
    let again = pipeline("where = \"ser>2\"", "where = \"TE = 1\"");
    assert!(again.err.matches("skipped").count() == 2, "{}", again.err);
    let other = pipeline("where = \"ser > 3\"", "where = \"te = 1\"");
    assert!(
        other.err.contains("classify: rerun, where changed"),
        "{}",
        other.err
    );
    let bad = pipeline("where = \"author = 2\"", "");
    bad.fails_with(&["no column is called \"author\""]);
    let bad = pipeline("where = \"w >\"", "");
    bad.fails_with(&["classify.where: a column, a number or ( is expected"]);
    let bad = pipeline("when = \"w > 2\"", "");
    bad.fails_with(&["unknown field `when`"]);
}

#[test]
fn a_shard_that_is_none_is_named_once() {
    let folder = GRADUS.folder();
    folder.write("words.txt", "hello\n");
    folder.write("lonely.csv", "row,puzzle\n");
    let run = folder.run("merge words.txt -o t.csv");
    run.fails_with(&["the name of a table must end in"]);
    assert_eq!(run.err.matches("words.txt").count(), 1, "{}", run.err);
    let run = folder.run("merge lonely.csv -o t.csv");
    run.fails_with(&["lonely.csv.meta.json, which is missing"]);
}
