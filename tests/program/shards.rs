//! Shards and `gradus merge`: the merged table equals that of a single run, byte
//! for byte, and incomplete or mixed jobs are not merged.

use std::fs;
use std::os::unix::fs::symlink;

use gradus_harness::Folder;
use gradus_harness::puzzles::puzzles;

use crate::GRADUS;

/// A directory `in` with puzzles, bad lines everywhere, and an unreadable file.
fn inputs() -> Folder {
    let folder = GRADUS.folder();
    let mut lines = Vec::new();
    for (row, puzzle) in puzzles(60).into_iter().enumerate() {
        if row % 4 == 0 {
            lines.push(format!("bad, \"line\" before {row}"));
            lines.push("…".to_string());
        }
        match row % 9 {
            2 => lines.push(format!("{} several solutions", ".".repeat(81))),
            3 => lines.push(format!("{puzzle} comment, \"quoted\"; {row}")),
            _ => lines.push(puzzle),
        }
    }
    lines.push("bad at the end".into());
    folder.write_lines("in/a.txt", &lines[..30]);
    folder.write_lines("in/b.txt", &lines[30..]);
    symlink("nowhere", folder.path("in/broken.txt")).unwrap();
    folder
}

/// Runs a job that rejects lines.
fn classify(folder: &Folder, arguments: &str) {
    let run = folder.run(&format!("classify {arguments} -q --ratings te"));
    assert_eq!(run.code, Some(3), "{arguments}: {}", run.err);
}

/// Runs all shards of a job and returns their names.
fn shards(folder: &Folder, input: &str, count: usize, ending: &str) -> Vec<String> {
    let shard = |index: usize| {
        let name = format!("s{index}.{ending}");
        let arguments =
            format!("classify {input} --shard {index}/{count} -o {name} --force -q --ratings te");
        let run = folder.run(&arguments);
        assert!(matches!(run.code, Some(0 | 3)), "{}", run.err);
        name
    };
    (0..count).map(shard).collect()
}

/// The files of a table.
fn files(folder: &Folder, stem: &str, ending: &str) -> [Option<Vec<u8>>; 3] {
    let names = [ending, "rejects.csv", &format!("{ending}.meta.json")];
    let names = names.map(|ending| format!("{stem}.{ending}"));
    names.map(|name| folder.has(&name).then(|| folder.read(&name)))
}

fn endings() -> impl Iterator<Item = &'static str> {
    let parquet = cfg!(feature = "polars").then_some("parquet");
    ["csv", "jsonl", "jsonl.zst", "csv.gz"]
        .into_iter()
        .chain(parquet)
}

#[test]
fn merged_shards_are_the_table_of_one_run() {
    let folder = inputs();
    for ending in endings() {
        classify(&folder, &format!("in -o whole.{ending} --force"));
        for count in [2, 3, 70] {
            if count > 3 && ending != "csv" {
                continue;
            }
            // In any order.
            let mut parts = shards(&folder, "in", count, ending);
            parts.reverse();
            let run = folder.run(&format!(
                "merge {} -o merged.{ending} --force",
                parts.join(" ")
            ));
            assert_eq!(run.code, Some(3), "{}", run.err);
            assert!(
                run.err.contains(&format!("merged {count} shards")),
                "{}",
                run.err
            );
            let (whole, merged) = (
                files(&folder, "whole", ending),
                files(&folder, "merged", ending),
            );
            assert!(whole == merged, "{count} shards as {ending}");
            assert!(whole[0].is_some() && whole[1].is_some());
        }
    }
}

#[test]
fn shards_of_a_limited_job_and_without_rejects() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(50));
    folder.done("classify a.txt --limit 20 -o whole.csv -q --ratings te");
    let parts = shards(&folder, "a.txt --limit 20", 3, "csv");
    folder.done(&format!("merge {} -o merged.csv", parts.join(" ")));
    assert!(files(&folder, "whole", "csv") == files(&folder, "merged", "csv"));
    assert!(!folder.has("merged.rejects.csv"));
}

#[test]
fn a_shard_is_resumed_like_any_job() {
    let folder = GRADUS.folder();
    let mut lines = puzzles(100);
    lines[61] = "bad".into();
    folder.write_lines("a.txt", &lines);
    let shard = "classify a.txt --shard 1/2 -o s1.csv -q --ratings te";
    folder.fails(&format!("{shard} --strict"), "line 62");
    let run = folder.run(&format!("{shard} --resume"));
    assert_eq!(run.code, Some(3), "{}", run.err);
    let run = folder.run("classify a.txt --shard 0/2 -o s0.csv -q --ratings te");
    assert_eq!(run.code, Some(0), "{}", run.err);
    classify(&folder, "a.txt -o whole.csv");
    let run = folder.run("merge s0.csv s1.csv -o merged.csv -q");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(files(&folder, "whole", "csv") == files(&folder, "merged", "csv"));
}

#[cfg(feature = "polars")]
#[test]
fn comments_of_several_lines_survive() {
    use polars::prelude::*;
    let folder = GRADUS.folder();
    let comments: Vec<String> = (0..9).map(|n| format!("two\nlines, \"{n}\"\r")).collect();
    let columns = vec![
        Column::new("puzzle".into(), puzzles(9)),
        Column::new("comment".into(), comments),
    ];
    let mut frame = DataFrame::new_infer_height(columns).unwrap();
    let file = fs::File::create(folder.path("a.parquet")).unwrap();
    ParquetWriter::new(file).finish(&mut frame).unwrap();
    for ending in endings() {
        folder.done(&format!(
            "classify a.parquet -o whole.{ending} -q --ratings te"
        ));
        let parts = shards(&folder, "a.parquet", 2, ending);
        folder.done(&format!("merge {} -o merged.{ending}", parts.join(" ")));
        assert!(
            files(&folder, "whole", ending) == files(&folder, "merged", ending),
            "{ending}"
        );
    }
}

#[test]
fn what_is_not_the_whole_of_one_job_is_refused() {
    let folder = inputs();
    let parts = shards(&folder, "in", 3, "csv");
    let refused = |parts: &str, said: &str| {
        folder.fails(&format!("merge {parts} -o merged.csv"), said);
        assert!(!folder.has("merged.csv"));
    };
    refused("s0.csv s2.csv", "1 shard is missing: 1/3");
    refused("s0.csv s1.csv s2.csv s1.csv", "are both shard 1/3");
    refused("s0.csv s1.csv s2.csv no.csv", "cannot read no.csv");
    classify(&folder, "in -o whole.csv");
    refused("s0.csv s1.csv s2.csv whole.csv", "not a shard");
    classify(&folder, "in -o other.csv --shard 1/3 --max-length 3");
    refused("s0.csv other.csv s2.csv", "are shards of different jobs");
    classify(&folder, "in -o fourth.csv --shard 3/4");
    refused(
        "s0.csv s1.csv s2.csv fourth.csv",
        "are shards of different jobs",
    );
    let more = folder.text("in/a.txt") + "one more\n";
    folder.write("in/a.txt", more);
    classify(&folder, "in -o changed.csv --shard 1/3");
    refused("s0.csv changed.csv s2.csv", "are shards of different jobs");
    folder.write("there.csv", "precious");
    folder.fails(
        &format!("merge {} -o there.csv", parts.join(" ")),
        "there.csv exists",
    );
    assert_eq!(folder.text("there.csv"), "precious");
}

#[test]
fn a_shard_that_is_not_whole_is_refused() {
    let folder = inputs();
    shards(&folder, "in", 2, "csv");
    let refused = |said: &str| {
        folder.fails("merge s0.csv s1.csv -o merged.csv", said);
        assert!(!folder.has("merged.csv"));
    };
    let keep = |name: &str| (name.to_string(), folder.text(name));
    let kept = ["s1.csv", "s1.csv.meta.json", "s1.rejects.csv"].map(keep);
    let [table, metadata, rejects] = &kept;
    let restore = || {
        kept.iter()
            .for_each(|(name, text)| folder.write(name, text))
    };
    let without = |text: &str, line: usize| {
        let lines = text
            .lines()
            .enumerate()
            .filter(|(number, _)| *number != line);
        lines
            .map(|(_, line)| format!("{line}\n"))
            .collect::<String>()
    };
    let last = table.1.lines().count() - 1;
    folder.write("s1.csv", without(&table.1, last));
    refused("rows and");
    folder.write("s1.csv", without(&table.1, 5));
    refused("rows and");
    let mut lines: Vec<&str> = table.1.lines().collect();
    lines.swap(3, 4);
    folder.write_lines("s1.csv", &lines);
    refused("out of order");
    folder.write("s1.csv", table.1.replacen("\n1,", "\n0,", 1));
    refused("out of order");
    folder.write(
        "s1.csv",
        table.1.replacen("te,te_status\n", "b,b_status\n", 1),
    );
    refused("its columns are not");
    restore();
    folder.write("s1.rejects.csv", without(&rejects.1, 2));
    refused("rows and");
    fs::remove_file(folder.path("s1.rejects.csv")).unwrap();
    refused("cannot read s1.rejects.csv");
    restore();
    folder.write("s1.csv.meta.json", &metadata.1[..40]);
    refused("cannot read s1.csv");
    fs::remove_file(folder.path("s1.csv.meta.json")).unwrap();
    refused("cannot read s1.csv");
    restore();
    let run = folder.run("merge s0.csv s1.csv -o merged.csv -q");
    assert_eq!(run.code, Some(3), "{}", run.err);
}

#[test]
fn a_shard_of_countless_ones_is_refused_at_once() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(3));
    folder.done("classify a.txt --shard 0/18446744073709551615 -o s.csv -q --ratings te");
    let child = folder.command("merge s.csv -o merged.csv").spawn().unwrap();
    let (memory, run) = gradus_harness::memory_of(child);
    assert_eq!(run.code, Some(1));
    assert!(
        run.err
            .contains("shards are missing: 1/18446744073709551615"),
        "{}",
        run.err
    );
    assert!(run.err.len() < 2000 && memory < 200, "{memory} MiB");
}
