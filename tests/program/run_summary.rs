//! `--summary` and `--log-format`: what a job reports to other programs.

use gradus_harness::Folder;
use gradus_harness::puzzles::{DEPTH_1, EASY, NO_SOLUTION};
use serde_json::Value;

use crate::GRADUS;

fn summary(folder: &Folder) -> Value {
    serde_json::from_str(&folder.text("s.json")).unwrap()
}

#[test]
fn the_summary_of_a_job() {
    let folder = Folder::new(GRADUS);
    folder.write(
        "a.txt",
        format!("{EASY}\n{NO_SOLUTION}\n{DEPTH_1}\nnonsense\n"),
    );
    let run = folder.run("classify a.txt --ratings te -q -j 1 -o o.csv --summary s.json");
    assert_eq!((run.code, run.err.as_str()), (Some(3), ""));
    let found = summary(&folder);
    for (key, expected) in [
        ("summary_of", "gradus classify".into()),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("status", "rejected".into()),
        ("exit_code", 3.into()),
        ("threads", 1.into()),
        ("error", Value::Null),
    ] {
        assert_eq!(found[key], expected, "{key}");
    }
    assert_eq!(found["counts"]["puzzles"], 2);
    assert_eq!(found["counts"]["rejected"], 2);
    let rejects = found["rejects"].as_object().unwrap();
    assert_eq!(rejects.len(), 2);
    assert_eq!(rejects["no solution"], 1);
    assert!(found["seconds"].as_f64().is_some());
    assert!(found["started"].as_str().unwrap().ends_with('Z'));
    assert_eq!(found["arguments"][0], "classify");
    if cfg!(unix) {
        assert!(found["cpu_seconds"].as_f64().is_some());
        assert!(found["peak_memory_bytes"].as_u64().unwrap() > 1 << 20);
        assert!(found["host"].as_str().is_some());
    }
}

#[test]
fn every_command_that_works_has_a_summary() {
    let folder = Folder::new(GRADUS);
    folder.write("a.txt", format!("{EASY}\n{NO_SOLUTION}\n"));
    let mut commands = vec![
        ("solve a.txt", "lines", 1, 3),
        ("canon a.txt", "lines", 2, 0),
        ("rate a.txt", "puzzles", 1, 3),
        ("generate top-down --count 2", "puzzles", 2, 0),
        (
            "hunt a.txt --maximise w --max-generations 1 -o h.csv",
            "generations",
            1,
            3,
        ),
    ];
    if cfg!(feature = "polars") {
        folder.done("classify a.txt --max-rejects 1 -q -o r.csv");
        commands.push(("report r.csv -o report", "tables", 1, 0));
    }
    for (command, count, expected, code) in commands {
        let run = folder.run(&format!("{command} --summary s.json"));
        assert_eq!(run.code, Some(code), "{command}: {}", run.err);
        let found = summary(&folder);
        assert_eq!(found["counts"][count], expected, "{command}: {found}");
        assert_eq!(found["exit_code"], code, "{command}");
    }
}

#[test]
fn a_failure_is_summarised() {
    let folder = Folder::new(GRADUS);
    folder.write_lines("a.txt", &[EASY]);
    folder.write("o.csv", "mine");
    let run = folder.run("classify a.txt -o o.csv --summary s.json");
    assert_eq!(run.code, Some(1));
    let found = summary(&folder);
    assert_eq!(found["status"], "failed");
    assert!(
        found["error"].as_str().unwrap().contains("o.csv"),
        "{found}"
    );
}

#[test]
fn a_summary_replaces_only_summaries() {
    let folder = Folder::new(GRADUS);
    folder.write_lines("a.txt", &[EASY]);
    folder.done("solve a.txt --summary s.json");
    folder.done("solve a.txt --summary s.json");
    for (name, said) in [
        ("a.txt", "is not a summary"),
        ("none/s.json", "its directory does not exist"),
    ] {
        let run = folder.run(&format!("solve a.txt --summary {name}"));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{name}");
        assert!(run.err.contains(said), "{}", run.err);
    }
    assert_eq!(folder.text("a.txt"), format!("{EASY}\n"));
}

#[test]
fn messages_as_json() {
    let folder = Folder::new(GRADUS);
    folder.write("a.txt", format!("{EASY}\nnonsense\n"));
    let run = folder.run("solve a.txt --log-format json --progress always");
    assert_eq!(run.code, Some(3));
    let lines: Vec<Value> = run
        .err
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let level = |level: &str| {
        let found = lines.iter().filter(|line| line["level"] == level);
        found
            .map(|line| line["message"].as_str().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    assert!(level("warning")[0].contains("a.txt, line 2"), "{}", run.err);
    assert!(level("info")[0].starts_with("1 puzzle read"), "{}", run.err);
    assert!(
        lines
            .iter()
            .all(|line| line["time"].as_str().unwrap().len() == 20)
    );
    let run = folder.run("solve none.txt --log-format json");
    let error: Value = serde_json::from_str(run.err.trim()).unwrap();
    assert_eq!(error["level"], "error");
    assert!(
        error["message"].as_str().unwrap().contains("none.txt"),
        "{error}"
    );
}

/// A line of progress in a log has the time; a note to people has none.
#[test]
fn progress_in_a_log_has_the_time() {
    let folder = Folder::new(GRADUS);
    let hunt = "hunt --random 9 --maximise w --max-time 3s -j 1 --progress always -o o.csv";
    let run = folder.done(hunt);
    let line = run.err.lines().find(|line| line.contains("/s")).unwrap();
    let time = line
        .strip_prefix("gradus: ")
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert!(
        time.len() == 20 && time.ends_with('Z') && time.contains('T'),
        "{line}"
    );
    assert!(
        run.err
            .lines()
            .any(|line| line.starts_with("gradus: time is up")),
        "{}",
        run.err
    );
    let quiet = folder.run(&format!("{hunt} --force -q"));
    assert_eq!(quiet.err, "");
}
