//! The help of all commands: it fits, its examples run, and old option names still work.

#![cfg_attr(not(feature = "polars"), allow(dead_code, unused_imports))]

use std::fs;
use std::path::Path;
use std::process::Command;

use gradus_harness::puzzles::{DEPTH_1, DEPTH_2, EASY, LONGER_WHIPS};
use gradus_harness::{Folder, Run, run};

use crate::GRADUS;

/// The names of all commands.
fn commands() -> Vec<String> {
    let help = GRADUS.run(["--help"]).out;
    let (commands, _) = help.split_once("\nOptions:").unwrap();
    let entries = commands.lines().filter(|line| line.starts_with("  "));
    let names = entries.map(|line| line.split_whitespace().next().unwrap());
    names
        .filter(|name| *name != "help")
        .map(str::to_string)
        .collect()
}

#[test]
fn short_help_fits_a_screen() {
    for command in commands() {
        let help = GRADUS.run([&command, "-h"]).out;
        assert!(help.lines().count() <= 40, "{command}: {help}");
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{command}: {line}");
        }
        assert!(
            help.ends_with("  Print help (--help prints more)\n"),
            "{help}"
        );
    }
}

#[test]
fn long_help_has_examples_of_the_command() {
    for command in commands() {
        let help = GRADUS.run([&command, "--help"]).out;
        let start = format!("gradus {command} ");
        let examples = examples(&help);
        assert!(examples.iter().any(|line| line.contains(&start)), "{help}");
        let about = help.split("\nUsage:").next().unwrap();
        assert!(
            about.lines().all(|line| line.chars().count() <= 80),
            "{about}"
        );
    }
}

/// The commands after "Examples:", with continued lines joined.
fn examples(help: &str) -> Vec<String> {
    let Some((_, examples)) = help.split_once("\nExamples:\n") else {
        return Vec::new();
    };
    let examples = examples.replace("\\\n", "");
    let lines = examples
        .lines()
        .take_while(|line| line.starts_with("  gradus "));
    lines.map(|line| line.trim().to_string()).collect()
}

/// Files used by the examples.
fn inputs() -> Folder {
    let folder = GRADUS.folder();
    let puzzles = [EASY, DEPTH_1, DEPTH_2, LONGER_WHIPS];
    folder.write_lines("puzzles.txt", &puzzles);
    let table = |name: &str| format!("{name}\n{}\n", puzzles.join("\n"));
    folder.write("kaggle.csv", table("quizzes"));
    folder.write("train.csv", table("puzzle"));
    folder.write("test.csv", format!("puzzle\n{EASY}\n"));
    folder.write("grids.txt", folder.done("solve puzzles.txt").out);
    for name in ["ratings.csv", "old.csv", "new.csv"] {
        folder.done(&format!("classify puzzles.txt -q -o {name}"));
    }
    let published = folder.text("ratings.csv").replace(',', "\t");
    folder.write("published.tsv", published);
    let path = folder.done(&format!("explain --json {DEPTH_1}")).out;
    folder.write("proofs/a.jsonl", path);
    folder
}

/// The same files and tables in Parquet.
fn inputs_in_parquet() -> Folder {
    let folder = inputs();
    folder.done("classify puzzles.txt -q -o ratings.parquet");
    for shard in ["0/2 -o part-0.parquet", "1/2 -o part-1.parquet"] {
        folder.done(&format!("classify puzzles.txt -q --shard {shard}"));
    }
    folder.done("generate controlled-bias -q --count 5 --seed 1 -o sample.txt");
    folder.done("classify sample.txt -q --ratings te,w -o cb.parquet");
    folder
}

/// A new directory with the same files.
fn copied(inputs: &Folder) -> Folder {
    let folder = GRADUS.folder();
    for (name, bytes) in files(&inputs.path(".")) {
        folder.write(&name, bytes);
    }
    folder
}

/// Runs the examples. Those of `run` and `explore` have tests of their own.
#[cfg(all(unix, feature = "polars"))]
#[test]
fn examples_run() {
    let inputs = inputs_in_parquet();
    let program = Path::new(env!("CARGO_BIN_EXE_gradus")).parent().unwrap();
    let search = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    for command in commands() {
        if ["run", "explore"].contains(&&*command) {
            continue;
        }
        let folder = copied(&inputs);
        for example in examples(&GRADUS.run([&command, "--help"]).out) {
            let example = example
                .replace(" 1h ", " 1s ")
                .replace(" --goal 2 ", " --goal 1 ");
            if let Some((_, output)) = example.split_once(" -o ") {
                let output = folder.path(output.split(' ').next().unwrap());
                let _ = fs::remove_file(&output);
            }
            let mut shell = Command::new("sh");
            shell.args(["-c", &example]).env("PATH", &search);
            shell.current_dir(folder.path("."));
            let output = shell.output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{example}: {err}");
        }
    }
}

/// Options with their old and new names.
const OLD_AND_NEW: &[(&str, &str)] = &[
    ("canon puzzles.txt --limit 2", "canon puzzles.txt --first 2"),
    (
        "canon puzzles.txt --against test.csv",
        "canon puzzles.txt --exclude test.csv",
    ),
    (
        "classify puzzles.txt --limit 2 --ratings all -q -o x.csv",
        "classify puzzles.txt --first 2 --ratings core -q -o x.csv",
    ),
    (
        "expand puzzles.txt --limit 2 --by s",
        "expand puzzles.txt --first 2 --theory s",
    ),
    (
        "explain PUZZLE --any --within",
        "explain PUZZLE --examine --narrow",
    ),
    (
        "explain PUZZLE --steps one --length 5",
        "explain PUZZLE --few-steps one --max-length 5",
    ),
    (
        "explain PUZZLE --steps two",
        "explain PUZZLE --few-steps two",
    ),
    ("explain --check proofs/a.jsonl", "check proofs/a.jsonl"),
    (
        "explore ratings.csv --against none.csv",
        "explore ratings.csv --reference none.csv",
    ),
    (
        "extremes ratings.csv --by w-b --rows x.csv",
        "extremes ratings.csv --rank-by w-b -o x.csv",
    ),
    (
        "hunt puzzles.txt --target b --tie clues --least 2 --watch best.jsonl --limit 3 \
         --generations 2 --time 9h --count 99999 --tried 99999 -q -o x.csv",
        "hunt puzzles.txt --maximise b --tie-break clues --min 2 --best best.jsonl --first 3 \
         --max-generations 2 --max-time 9h --max-finds 99999 --max-tried 99999 -q -o x.csv",
    ),
    (
        "hunt puzzles.txt --target b --generations 1 -q -o x.csv",
        "hunt puzzles.txt --maximize b --max-generations 1 -q -o x.csv",
    ),
    (
        "isomorph puzzles.txt --limit 2 --count 3",
        "isomorph puzzles.txt --first 2 --per-puzzle 3",
    ),
    (
        "minimals puzzles.txt --limit 9",
        "minimals puzzles.txt --max-per-puzzle 9",
    ),
    (
        "neighbours puzzles.txt --limit 1 --in-solution",
        "neighbours puzzles.txt --first 1 --in-solution",
    ),
    (
        "rate PUZZLE --any --within",
        "rate PUZZLE --examine --narrow",
    ),
    ("rate PUZZLE --ratings all", "rate PUZZLE --ratings core"),
    (
        "solve puzzles.txt --limit 9",
        "solve puzzles.txt --count-up-to 9",
    ),
    (
        "stats ratings.csv --table pbcs-6.4 --only tables",
        "stats ratings.csv --published pbcs-6.4 --only published",
    ),
    (
        "stats ratings.csv --unbiased --anyway --grids 99 --generator controlled-bias",
        "stats ratings.csv --unbiased --despite-flaws --grids-tried 99 --generator controlled-bias",
    ),
    (
        "stats ratings.csv old.csv --by source --csv x",
        "stats ratings.csv old.csv --by file -o x",
    ),
];

/// All files below a directory, with their contents.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let below = self::files(&path).into_iter();
            files.extend(below.map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
        } else {
            files.push((name, fs::read(&path).unwrap()));
        }
    }
    files.sort();
    files
}

#[cfg(feature = "polars")]
#[test]
fn old_names_mean_what_they_meant() {
    let inputs = inputs();
    let before = files(&inputs.path("."));
    let result = |arguments: &str| {
        let run = run(&mut inputs.command(&arguments.replace("PUZZLE", DEPTH_1)));
        let made = files(&inputs.path("."));
        let made: Vec<_> = made
            .into_iter()
            .filter(|file| !before.contains(file))
            .collect();
        for (name, _) in &made {
            fs::remove_file(inputs.path(name)).unwrap();
        }
        let _ = fs::remove_dir(inputs.path("x"));
        let Run { code, out, err } = run;
        assert_ne!(code, Some(2), "{arguments}: {err}");
        (code, out, made)
    };
    for (old, new) in OLD_AND_NEW {
        assert!(result(old) == result(new), "{old} and {new}");
    }
}

#[test]
fn old_options_of_explain_write_the_same_files() {
    let folder = Folder::new(GRADUS);
    let old = folder.done(&format!("explain {DEPTH_1} --html old.html --svg old.svg"));
    let new = folder.done(&format!(
        "explain {DEPTH_1} -o new.html -o new.svg -o new.txt -o new.json"
    ));
    assert_eq!(folder.read("old.html"), folder.read("new.html"));
    assert_eq!(folder.read("old.svg"), folder.read("new.svg"));
    assert_eq!(old.out, folder.text("new.txt"));
    assert_eq!(new.out, "");
    assert!(new.err.contains("wrote new.html\n"), "{}", new.err);
    let json = folder.done(&format!("explain {DEPTH_1} --json")).out;
    assert_eq!(folder.text("new.json"), json);
    let run = folder.run(&format!("explain {DEPTH_1} -o new.pdf"));
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("unknown format of new.pdf"), "{}", run.err);
}

#[test]
fn a_pipeline_works_in_the_directory_of_both_names() {
    let inputs = inputs();
    let pipeline = "name = 'x'\n[source]\nfiles = ['puzzles.txt']\n[classify]\nratings = ['te']\n\
                    [report]\ndir = 'report'\n";
    inputs.write("x.toml", pipeline);
    if cfg!(feature = "polars") {
        inputs.done("run x.toml -q --work old");
        inputs.done("run x.toml -q --work-dir new --force");
        let names = |name: &str| -> Vec<String> {
            let files = files(&inputs.path(name)).into_iter();
            files.map(|(name, _)| name).collect()
        };
        assert_eq!(names("old"), names("new"));
    }
}

#[test]
fn threads_may_come_from_the_environment() {
    let folder = Folder::new(GRADUS);
    folder.write_lines("puzzles.txt", &[EASY]);
    let with = |threads: &str| {
        let mut command = folder.command("solve puzzles.txt");
        run(command.env("GRADUS_THREADS", threads))
    };
    assert_eq!(with("1").code, Some(0));
    assert_eq!(with("none").code, Some(2));
    assert_eq!(folder.run("solve puzzles.txt -j 2").code, Some(0));
}
