//! Puzzles of every kind through every command, alone and mixed in one file. Each
//! kind has an example of its own; the tests here hold for all of them.

use gradus::puzzles::{examples, kind_named, kind_names};
use gradus_harness::Folder;
use gradus_harness::puzzles::{DEPTH_1, EASY};
use serde_json::Value;

use crate::GRADUS;

/// Two countries, each the complement of the other. The text contains blanks.
const BLANKS: &str = r#"csp:{"variables": {"x": ["a", "b"], "y": ["a", "b"]}, "links": [["x=a", "y=a"], ["x=b", "y=b"]], "values": ["x=a"]}"#;
/// The same as written in tables.
const PLAIN: &str = r#"csp:{"variables":{"x":["a","b"],"y":["a","b"]},"links":[["x=a","y=a"],["x=b","y=b"]],"values":["x=a"]}"#;

/// The examples of all kinds with comments, with 9×9 Sudokus between them, and
/// lines that are not puzzles or have no or several solutions.
fn mixed() -> Vec<String> {
    let mut lines = vec![format!("{EASY} easy")];
    for (kind, example) in examples() {
        lines.push(format!("{example} an example of {kind}"));
        lines.push(format!("{kind}:?!"));
    }
    lines.push(format!("{BLANKS}\tafter a tab"));
    lines.push(format!("{BLANKS} # after a sign"));
    lines.push(format!("{BLANKS} after a brace"));
    lines.push("latin:....".to_string());
    lines.push("latin:11..".to_string());
    lines.push("chess:e4".to_string());
    lines.push(DEPTH_1.to_string());
    lines
}

/// The puzzles among those lines, as written in tables.
fn puzzles() -> Vec<String> {
    let examples = examples().map(|(_, example)| example);
    let all = [EASY].into_iter().chain(examples);
    let all = all.chain([PLAIN, PLAIN, PLAIN, DEPTH_1]);
    all.map(str::to_string).collect()
}

/// Lines of [`mixed`] that are rejected.
fn rejected() -> usize {
    kind_names().count() + 3
}

/// A directory with a file of all kinds, classified.
fn classified(table: &str) -> Folder {
    let folder = GRADUS.folder();
    folder.write_lines("mixed.txt", &mixed());
    let run = folder.run(&format!("classify mixed.txt -o {table} -q --ratings all"));
    assert_eq!(run.code, Some(3), "{}", run.err);
    folder
}

fn csv(folder: &Folder, name: &str) -> (Vec<String>, Vec<csv::StringRecord>) {
    let bytes = folder.read(name);
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let header = reader.headers().unwrap().iter().map(str::to_string);
    let header = header.collect();
    (header, reader.records().map(Result::unwrap).collect())
}

#[test]
fn every_kind_is_rated_explained_checked_solved_and_drawn() {
    for (kind, example) in examples() {
        let rated = GRADUS.run(["rate", "--json", "--ratings", "all", example]);
        assert_eq!(rated.code, Some(0), "{kind}: {}", rated.err);
        let row = &rated.objects()[0];
        assert_eq!(row["puzzle"], example, "{kind}");
        assert_eq!(row["te_status"], "exact", "{kind}");
        for theory in ["W", "B"] {
            let text = GRADUS.run(["explain", example, "--theory", theory]);
            assert_eq!(text.code, Some(0), "{kind}: {}", text.err);
            assert!(text.out.starts_with(example), "{kind}: {}", text.out);
            let record = GRADUS.run(["explain", example, "--theory", theory, "--json"]);
            let checked = GRADUS.fed(["check", "-"], &record.out);
            assert_eq!(checked.code, Some(0), "{kind}: {}", checked.err);
        }
        let line = format!("{example}\n");
        let solved = GRADUS.fed(["solve", "-", "-q"], &line);
        assert_eq!(solved.code, Some(0), "{kind}: {}", solved.err);
        // The solution is a puzzle as well, except for a loop.
        let is_loop = kind.starts_with("slitherlink");
        let solution = if is_loop { &line } else { &solved.out };
        let again = GRADUS.fed(["solve", "-", "-q", "--limit", "5"], solution);
        let line = again.out.trim_end();
        let separator = if kind_named(line).is_some() {
            '\t'
        } else {
            ' '
        };
        assert_eq!(
            line.rsplit_once(separator).map(|(_, n)| n),
            Some("1"),
            "{kind}"
        );
        let folder = GRADUS.folder();
        let drawn = folder
            .command("explain --svg a.svg")
            .arg(example)
            .output()
            .unwrap();
        assert!(drawn.status.success(), "{kind}: {drawn:?}");
        let svg = folder.text("a.svg");
        assert!(
            svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"),
            "{kind}"
        );
        // The signs of a Futoshiki are not markup.
        let title = svg.split_once("<title>").unwrap().1;
        let title = title.split_once("</title>").unwrap().0;
        assert!(!title.contains('<'), "{kind}: {title}");
    }
}

#[test]
fn a_file_of_all_kinds_becomes_a_table_with_a_column_for_them() {
    let folder = classified("a.csv");
    let (header, rows) = csv(&folder, "a.csv");
    assert_eq!(header[..4], ["row", "kind", "puzzle", "comment"]);
    let expected = puzzles();
    assert_eq!(rows.len(), expected.len());
    for (row, puzzle) in rows.iter().zip(&expected) {
        assert_eq!(&row[2], puzzle);
        assert_eq!(&row[1], kind_named(puzzle).unwrap_or("sudoku"));
    }
    assert_eq!(&rows[0][3], "easy");
    let count = kind_names().count();
    let latin = 1 + kind_names().position(|kind| kind == "latin").unwrap();
    assert_eq!(&rows[latin][3], "an example of latin");
    assert_eq!(&rows[count + 1][3], "after a tab");
    assert_eq!(&rows[count + 2][3], "# after a sign");
    assert_eq!(&rows[count + 3][3], "after a brace");
    let (_, rejects) = csv(&folder, "a.rejects.csv");
    assert_eq!(rejects.len(), rejected());
    for (reject, kind) in rejects.iter().zip(kind_names()).skip(1) {
        assert!(reject[3].starts_with(kind), "{kind}: {}", &reject[3]);
    }
    let reasons: Vec<&str> = rejects.iter().map(|reject| &reject[3]).collect();
    let last = &reasons[count..];
    assert_eq!(last[0], "several solutions");
    assert!(last[1].contains("contradict each other"), "{}", last[1]);
    assert!(last[2].starts_with("no kind of puzzle is called \"chess\""));
    let meta: Value = serde_json::from_str(&folder.text("a.csv.meta.json")).unwrap();
    let kinds: Vec<&str> = kind_names().collect();
    assert_eq!(meta["kinds"], serde_json::json!(kinds));
}

#[test]
fn tables_of_9x9_sudokus_have_no_column_for_kinds() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &[EASY.to_string(), format!("sudoku:{DEPTH_1}")]);
    folder.done("classify a.txt -o a.csv -q");
    let (header, rows) = csv(&folder, "a.csv");
    assert_eq!(header[..3], ["row", "puzzle", "comment"]);
    assert_eq!(&rows[1][1], DEPTH_1);
    assert!(!folder.text("a.csv.meta.json").contains("kind"));
    // Their kind can be used in a condition, though.
    folder.done("classify a.txt -o b.csv -q --where kind=sudoku");
    assert_eq!(csv(&folder, "b.csv").1.len(), 2);
}

#[cfg(feature = "polars")]
#[test]
fn all_formats_have_the_same_rows_and_can_be_read_again() {
    let folder = classified("a.csv");
    folder.run("classify mixed.txt -o b.jsonl -q --ratings all");
    let (header, rows) = csv(&folder, "a.csv");
    let text = folder.text("b.jsonl");
    let objects: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects.len(), rows.len());
    for (object, row) in objects.iter().zip(&rows) {
        for (name, cell) in header.iter().zip(row) {
            let value = match &object[name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(value, cell, "{name}");
        }
    }
    // A table is an input as well.
    let run = folder.run("classify a.csv -o again.csv -q --ratings all --keep none");
    assert_eq!(run.code, Some(0), "{}", run.err);
    // Its rows have no gaps for rejected lines.
    let again = csv(&folder, "again.csv").1;
    let same = |(one, other): (&csv::StringRecord, &csv::StringRecord)| {
        one.iter().skip(1).eq(other.iter().skip(1))
    };
    assert!(again.len() == rows.len() && rows.iter().zip(&again).all(same));
    let run = folder.run("compare a.csv again.csv");
    assert_eq!(run.code, Some(0), "{} {}", run.out, run.err);
    // In a stream, rows name their kinds starting with the first that is not a 9×9 Sudoku.
    let run = folder.run("classify mixed.txt -o - -q --ratings te --threads 1");
    let objects = run.objects();
    let kinds = objects.iter().filter(|object| !object["kind"].is_null());
    assert!(kinds.count() >= kind_names().count());
}

#[cfg(feature = "polars")]
#[test]
fn parquet_has_kinds_and_wider_counts() {
    use polars::prelude::*;
    let folder = classified("a.parquet");
    folder.run("classify mixed.txt -o a.csv -q --ratings all --force");
    let file = std::fs::File::open(folder.path("a.parquet")).unwrap();
    let frame = ParquetReader::new(file).finish().unwrap();
    let types: Vec<String> = frame.columns()[..9]
        .iter()
        .map(|column| format!("{} {}", column.name(), column.dtype()))
        .collect();
    let expected = [
        "row u64",
        "kind str",
        "puzzle str",
        "comment str",
        "clues u16",
        "candidates u16",
        "clues_brt u16",
        "candidates_brt u16",
        "candidates_w1 u16",
    ];
    assert_eq!(types, expected);
    let run = folder.run("classify a.parquet -o again.parquet -q --ratings all --keep none");
    assert_eq!(run.code, Some(0), "{}", run.err);
    folder.done("classify again.parquet -o again.csv -q --ratings all --keep none");
    let [one, other] = ["a.csv", "again.csv"].map(|name| csv(&folder, name).1);
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(&other) {
        assert!(one.iter().skip(1).eq(other.iter().skip(1)), "{one:?}");
    }
    let stats = |table: &str| {
        folder
            .run(&format!("stats {table} --by kind --only by --json"))
            .json()
    };
    let [one, other] = ["a.parquet", "a.csv"].map(stats);
    assert_eq!(one["distributions"], other["distributions"]);
    assert_eq!(one["groupings"], other["groupings"]);
}

#[test]
fn threads_shards_and_kills_do_not_change_the_bytes() {
    let folder = GRADUS.folder();
    let lines: Vec<String> = (0..40).flat_map(|_| mixed()).collect();
    folder.write_lines("a.txt", &lines);
    // One of the shards has only 9×9 Sudokus.
    folder.write_lines("b.txt", &[EASY, PLAIN].repeat(5));
    let classify = |input: &str, rest: &str| {
        let run = folder.run(&format!("classify {input} --ratings te,w,b -q {rest}"));
        assert!(matches!(run.code, Some(0 | 3)), "{rest}: {}", run.err);
    };
    classify("a.txt", "-o one.csv --threads 1");
    classify("a.txt", "-o two.csv --threads 3");
    assert!(folder.read("one.csv") == folder.read("two.csv"));
    for input in ["a.txt", "b.txt"] {
        classify(input, "-o whole.csv --force");
        classify(input, "-o p0.csv --shard 0/2 --force");
        classify(input, "-o p1.csv --shard 1/2 --force");
        let run = folder.run("merge p0.csv p1.csv -o merged.csv --force");
        assert!(matches!(run.code, Some(0 | 3)), "{}", run.err);
        assert!(
            folder.read("whole.csv") == folder.read("merged.csv"),
            "{input}"
        );
        let (meta, merged) = ("whole.csv.meta.json", "merged.csv.meta.json");
        assert!(folder.read(meta) == folder.read(merged), "{input}");
    }
    let arguments = "classify a.txt --ratings te,w,b -q -o cut.csv";
    let mut child = folder.start_piped(arguments);
    assert!(folder.wait_for("cut.csv.journal", &mut child));
    gradus_harness::signal(&child, "KILL");
    child.wait().unwrap();
    let again = folder.run(&format!("{arguments} --resume"));
    assert_eq!(again.code, Some(3), "{}", again.err);
    assert!(folder.read("one.csv") == folder.read("cut.csv"));
    assert!(folder.read("one.rejects.csv") == folder.read("cut.rejects.csv"));
}

#[cfg(feature = "polars")]
#[test]
fn kinds_are_chosen_grouped_and_found() {
    let folder = classified("a.csv");
    let rows = |condition: &str| {
        let run = folder.run(&format!(
            "extremes a.csv --by clues --json --where {condition}"
        ));
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.objects()
    };
    for kind in kind_names() {
        let found = rows(&format!("kind={kind}"));
        assert!(!found.is_empty(), "{kind}");
        assert!(found.iter().all(|row| row["kind"] == kind), "{kind}");
        assert_eq!(rows(&format!("kind=\"{kind}\"")), found, "{kind}");
    }
    let stats = folder.run("stats a.csv --by kind --only by");
    assert_eq!(stats.code, Some(0), "{}", stats.err);
    for kind in kind_names() {
        assert!(stats.out.contains(kind), "{kind}: {}", stats.out);
    }
    // Undefined ratings of a kind are counted as such.
    let summary = folder.run("stats a.csv --json").json();
    let distributions = summary["distributions"].as_array().unwrap();
    let s = distributions
        .iter()
        .find(|found| found["column"] == "s")
        .unwrap();
    assert!(s["not_applicable"].as_u64() > Some(0), "{s}");
    let run = folder.run("stats a.csv --unbiased");
    assert!(
        run.err.contains("unbiased estimates are for 9×9 Sudokus"),
        "{}",
        run.err
    );

    let run = folder.run("extremes a.csv --by clues --bottom 3 --rows top.csv");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let (header, found) = csv(&folder, "top.csv");
    assert_eq!((header[1].as_str(), found.len()), ("kind", 3));
}

#[cfg(feature = "polars")]
#[test]
fn a_report_groups_by_kind_and_draws_each() {
    let folder = classified("a.csv");
    folder.done("report a.csv -o report --top 50");
    let page = folder.text("report/index.html");
    assert!(page.contains("Kinds of puzzles"));
    assert!(page.contains("<svg"));
    let markdown = folder.text("report/report.md");
    for kind in kind_names() {
        assert!(markdown.contains(kind), "{kind}");
    }
    folder.write_lines("b.txt", &[EASY.to_string()]);
    folder.done("classify b.txt -o b.csv -q");
    folder.done("report b.csv -o plain");
    assert!(!folder.text("plain/index.html").contains("Kinds of puzzles"));
}

#[cfg(feature = "polars")]
#[test]
fn a_pipeline_takes_all_kinds() {
    let folder = GRADUS.folder();
    folder.write_lines("mixed.txt", &mixed());
    folder.write("squares.txt", "1..4.3.....1....\n");
    let pipeline = |name: &str, source: &str| {
        let text = format!(
            "name = \"{name}\"\n[source]\n{source}\n[classify]\nratings = [\"te\", \"w\"]\n[report]\ndir = \"{name}\"\nclock = false\n"
        );
        folder.write(&format!("{name}.toml"), text);
        folder.run(&format!("run {name}.toml -q"))
    };
    let run = pipeline("mixed", "files = [\"mixed.txt\"]");
    assert!(matches!(run.code, Some(0 | 3)), "{}", run.err);
    let run = pipeline("squares", "files = [\"squares.txt\"]\nkind = \"latin\"");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let run = pipeline("chess", "files = [\"squares.txt\"]\nkind = \"chess\"");
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("unknown kind \"chess\""), "{}", run.err);
}

#[test]
fn a_kind_is_given_to_lines_that_show_none() {
    let folder = GRADUS.folder();
    let nine = ".23456789".to_string() + &"2........".repeat(8);
    let lines = [
        "1..4.3.....1....",
        "1..4.3.....1.... with a comment",
        "latin:1..4.3.....1....",
        PLAIN,
        nine.as_str(),
    ];
    folder.write_lines("a.txt", &lines.map(str::to_string));
    let run = folder.run("classify a.txt --kind latin -o a.csv -q --ratings te");
    assert_eq!(run.code, Some(3), "{}", run.err);
    let (_, rows) = csv(&folder, "a.csv");
    let kinds: Vec<&str> = rows.iter().map(|row| &row[1]).collect();
    assert_eq!(kinds, ["latin", "latin", "latin", "csp"]);
    assert_eq!(&rows[1][3], "with a comment");
    // 81 characters are then a Latin square of order 9, here a contradictory one.
    let (_, rejects) = csv(&folder, "a.rejects.csv");
    assert!(
        rejects[0][3].contains("contradict each other"),
        "{}",
        &rejects[0][3]
    );
    // The same job with another kind is a different job.
    let run = folder.run("classify a.txt --kind csp -o a.csv -q --ratings te --resume");
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("kind changed"), "{}", run.err);

    let data = &PLAIN["csp:".len()..];
    folder.write_lines("b.txt", &[data.to_string(), format!("{data} # twice")]);
    folder.done("classify b.txt --kind csp -o b.csv -q --ratings te");
    let (_, rows) = csv(&folder, "b.csv");
    assert_eq!((&rows[0][2], &rows[1][2]), (PLAIN, PLAIN));
    for command in ["rate --json", "explain --json"] {
        let run = folder
            .command(command)
            .args(["--kind", "csp", data])
            .output()
            .unwrap();
        assert!(run.status.success(), "{run:?}");
    }
    let run = GRADUS.run(["rate", "--kind", "chess", EASY]);
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(
        run.err
            .contains("unknown kind (gradus help kinds lists all)"),
        "{}",
        run.err
    );
}

#[test]
fn what_is_for_9x9_sudokus_alone_names_the_kind_that_it_refuses() {
    let (kind, example) = ("csp", PLAIN);
    let input = format!("{example}\n");
    let commands = [
        "canon -",
        "isomorph - --count 1",
        "minimals -",
        "neighbours -",
        "expand - --one",
    ];
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let run = GRADUS.fed(words, &input);
        assert_eq!(run.code, Some(3), "{command}: {}", run.err);
        let reason = format!("line 1: not a 9×9 Sudoku but a puzzle of the kind {kind}: only");
        assert!(run.err.contains(&reason), "{command}: {}", run.err);
    }
}

#[test]
fn a_loop_is_written_as_its_lines() {
    let solved = GRADUS.fed(["solve", "-", "-q"], "slitherlink:3x4,.21.30...2.3 small\n");
    let (horizontal, vertical) = ("0111100110010111", "010011001001001");
    assert_eq!(
        solved.out,
        format!("slitherlink:3x4,{horizontal}{vertical}\tsmall\n")
    );
}

#[test]
fn a_theory_that_a_kind_does_not_have_is_refused() {
    for (example, theory, missing) in [
        ("numbrix:3,1,.,3,.,.,.,.,.,9", "gW", "g-labels"),
        ("slitherlink:3x4,.21.30...2.3", "S", "Subsets"),
    ] {
        let run = GRADUS.run(["explain", example, "--theory", theory]);
        assert_eq!(run.code, Some(1), "{}", run.out);
        let reason = format!("they have no {missing}");
        assert!(run.err.contains(&reason), "{}", run.err);
    }
}

#[test]
fn too_many_g_labels_are_none() {
    // Each y sees all of x except one: the intersections are all sets of two or more.
    let values: Vec<String> = (0..20)
        .map(|value| format!("{value:?}", value = value.to_string()))
        .collect();
    let mut variables = vec![format!(r#""x":[{}]"#, values.join(","))];
    let mut links = Vec::new();
    for y in 0..20 {
        variables.push(format!(r#""y{y}":["a","b"]"#));
        let linked = |x: u32| if x == y { "b" } else { "a" };
        links.extend((0..20).map(|x| format!(r#"["x={x}","y{y}={}"]"#, linked(x))));
    }
    let csp = format!(
        r#"csp:{{"variables":{{{}}},"links":[{}],"values":["x=0"]}}"#,
        variables.join(","),
        links.join(",")
    );
    let rated = GRADUS.run(["rate", "--json", "--ratings", "te,w,gw", &csp]);
    assert_eq!(rated.code, Some(0), "{}", rated.err);
    assert_eq!(rated.objects()[0]["gw_status"], "not applicable");
}

#[test]
fn a_path_of_any_kind_can_be_stored_and_checked() {
    let folder = GRADUS.folder();
    folder.write_lines("mixed.txt", &mixed());
    let run = folder.run("classify mixed.txt -o a.csv -q --ratings te,w,b --proofs proofs");
    assert_eq!(run.code, Some(3), "{}", run.err);
    let names = std::fs::read_dir(folder.path("proofs")).unwrap();
    let names: Vec<String> = names
        .map(|entry| entry.unwrap().path().display().to_string())
        .collect();
    let run = folder.run(&format!("check {}", names[0]));
    assert_eq!(run.code, Some(0), "{} {}", run.out, run.err);
}
