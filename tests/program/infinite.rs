//! `--infinite`: the value of infinite ratings in tables.

use gradus_harness::puzzles::{DEPTH_2, EASY, puzzles};
use gradus_harness::{Folder, python, python_has};

use crate::GRADUS;

/// Puzzles of which one has an infinite W.
fn inputs() -> Folder {
    let folder = GRADUS.folder();
    let mut lines = puzzles(6);
    lines.extend([EASY, DEPTH_2].map(String::from));
    folder.write_lines("a.txt", &lines);
    folder
}

#[test]
fn infinite_ratings_have_the_requested_value_in_every_format() {
    let folder = inputs();
    folder.done("classify a.txt -o null.csv -q");
    let plain = folder.text("null.csv");
    assert!(plain.contains(",,infinite"), "{plain}");
    for (value, number) in [("inf", "inf"), ("99", "99")] {
        folder.done(&format!(
            "classify a.txt -o {value}.csv --infinite {value} -q"
        ));
        let replaced = plain.replace(",,infinite", &format!(",{number},infinite"));
        assert_eq!(folder.text(&format!("{value}.csv")), replaced);
        for format in ["csv", "jsonl", "parquet"] {
            let table = format!("t{value}.{format}");
            folder.done(&format!("classify a.txt -o {table} --infinite {value} -q"));
            // Our own commands read every such table alike.
            let stats = folder.done(&format!("stats {table} --json")).json();
            let expected = folder.done("stats null.csv --json").json();
            for part in ["distributions", "moments", "correlations"] {
                assert_eq!(stats[part], expected[part], "{table}");
            }
            for shard in 0..2 {
                let output = format!("s{shard}.{format} --shard {shard}/2 --infinite {value}");
                folder.done(&format!("classify a.txt --force -q -o {output}"));
            }
            folder.done(&format!(
                "merge s0.{format} s1.{format} -o m.{format} -q --force"
            ));
            assert_eq!(folder.read(&format!("m.{format}")), folder.read(&table));
            folder.done(&format!(
                "merge s0.{format} s1.{format} -o m.csv --infinite null -q --force"
            ));
            assert_eq!(folder.text("m.csv"), plain);
        }
    }
    folder.done("extremes tinf.parquet --rank-by clues --top 8 -o top.csv --infinite 200");
    assert!(folder.text("top.csv").contains(",200,infinite"));
    folder.done("extremes tinf.parquet --rank-by clues --top 8 -o top.jsonl");
    assert!(folder.text("top.jsonl").contains("\"w\":\"inf\""));
}

#[test]
fn a_value_that_is_none_is_bad_usage() {
    let folder = inputs();
    for value in ["0", "256", "infinity", "-1"] {
        let run = folder.run(&format!("classify a.txt -o t.csv --infinite={value}"));
        assert_eq!(run.code, Some(2), "{value}: {}", run.err);
    }
}

#[test]
fn another_program_finds_the_hardest_puzzles() {
    if !python_has("pandas") || !python_has("pyarrow") {
        return;
    }
    let folder = inputs();
    folder.done("classify a.txt -o null.parquet -q");
    folder.done("classify a.txt -o inf.parquet --infinite inf -q");
    let script = r#"
import pandas
lost, found = (pandas.read_parquet(name + ".parquet") for name in ("null", "inf"))
infinite = (lost.w_status == "infinite").sum()
assert infinite > 0
assert (found.w >= 5).sum() == (lost.w >= 5).sum() + infinite
"#;
    python(&folder, script);
}
