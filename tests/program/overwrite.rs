//! Existing files are safe: no command replaces or removes a file that it did not
//! make, unless requested, and none ever overwrites its input.

use std::fs;

use gradus_harness::Folder;
use gradus_harness::puzzles::puzzles;

use crate::GRADUS;

/// The file name extension of the tables of a pipeline.
const TABLE: &str = if cfg!(feature = "polars") {
    "parquet"
} else {
    "csv.zst"
};

/// A file from another program.
const MINE: &str = "somebody else's\n";

/// A directory with puzzles and some foreign files.
fn folder(mine: &[&str]) -> Folder {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(12));
    for name in mine {
        folder.write(name, MINE);
    }
    folder
}

/// A command must be refused because of a file, with advice, and the file must be unchanged.
fn refused(folder: &Folder, command: &str, file: &str, advice: &str) {
    let before = folder.read(file);
    folder.run(command).fails_with(&[file, advice]);
    assert!(folder.read(file) == before, "{command}: {file} is another");
}

#[test]
fn files_beside_a_table() {
    let classify = "classify a.txt -o y.csv --ratings te -q";
    for mine in ["y.csv", "y.csv.meta.json", "y.rejects.csv", "y.csv.journal"] {
        let folder = folder(&[mine]);
        refused(&folder, classify, mine, "--force to ");
        assert_eq!(folder.names().len(), 2, "{:?}", folder.names());
    }
    let folder = folder(&["y.csv.part", "y.csv.meta.json.part", "y.csv.meta.json"]);
    folder.done(&format!("{classify} --force"));
    assert_eq!(folder.text("y.csv.part"), MINE);
    assert_eq!(folder.text("y.csv.meta.json.part"), MINE);
    assert_ne!(folder.text("y.csv.meta.json"), MINE);
    folder.write("y.csv.lock", MINE);
    refused(
        &folder,
        &format!("{classify} --force"),
        "y.csv.lock",
        "move it away",
    );
}

#[test]
fn what_came_while_a_job_was_interrupted() {
    let folder = folder(&[]);
    let classify = "classify a.txt -o y.csv --ratings te -q";
    folder.done(classify);
    let whole = folder.text("y.csv");
    for name in ["y.csv", "y.csv.meta.json"] {
        fs::remove_file(folder.path(name)).unwrap();
    }
    // A bad line stops a strict job: its journal stays.
    let good = folder.text("a.txt");
    let begin = |options: &str| {
        folder.write("a.txt", format!("{good}bad\n"));
        let run = folder.run(&format!("{classify} --strict {options}"));
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert!(folder.has("y.csv.journal"));
        folder.write("a.txt", &good);
    };
    begin("");
    for mine in ["y.csv", "y.csv.meta.json", "y.rejects.csv"] {
        folder.write(mine, MINE);
        let resume = format!("{classify} --strict --resume");
        refused(&folder, &resume, mine, "move it away");
        assert!(folder.has("y.csv.journal"), "nothing is lost");
        fs::remove_file(folder.path(mine)).unwrap();
    }
    folder.done(&format!("{classify} --strict --resume"));
    assert_eq!(folder.text("y.csv"), whole);
    // A job that was started with --force may replace it later.
    folder.write("y.csv", MINE);
    begin("--force");
    assert_eq!(folder.text("y.csv"), MINE);
    folder.done(&format!("{classify} --strict --resume"));
    assert_eq!(folder.text("y.csv"), whole);
}

#[test]
fn a_table_without_its_metadata_says_what_is_missing() {
    let folder = folder(&[]);
    folder.done("classify a.txt -o y.csv --ratings te -q");
    fs::remove_file(folder.path("y.csv.meta.json")).unwrap();
    let run = folder.run("classify a.txt -o y.csv --ratings te -q --resume");
    run.fails_with(&["cannot read y.csv", "y.csv.meta.json, which is missing"]);
}

#[test]
fn the_paths_of_another_job() {
    let folder = folder(&[]);
    folder.done("classify a.txt -o y.csv --ratings te,w -q --proofs p");
    folder.write_lines("b.txt", &puzzles(20)[12..]);
    let other = "classify b.txt -o z.csv --ratings te,w -q --proofs p";
    let proofs = "p/proofs.jsonl.zst";
    refused(&folder, other, proofs, "use --force to overwrite it");
    assert!(!folder.has("z.csv"), "before the work");
    // Files of the same job exist; those of another are not mistaken for them.
    folder.done("classify a.txt -o y.csv --ratings te,w -q --proofs p --resume");
    refused(
        &folder,
        &format!("{other} --resume"),
        proofs,
        "a different table",
    );
    let before = folder.read(proofs);
    folder.done(&format!("{other} --force"));
    assert!(folder.read(proofs) != before);
    let run = folder.run("classify p/proofs.jsonl.zst -o w.csv --proofs p --force");
    assert_eq!(run.code, Some(2), "{}", run.err);
}

#[test]
fn a_picture() {
    let folder = folder(&["mine.svg"]);
    let explain = format!("explain {} --svg mine.svg", puzzles(1)[0]);
    refused(&folder, &explain, "mine.svg", "use --force to overwrite it");
    folder.done(&format!("{explain} --force"));
    assert!(folder.text("mine.svg").starts_with("<svg"));
    folder.done(&explain.replace("mine.svg", "new.svg"));
    #[cfg(unix)]
    folder.done(&explain.replace("mine.svg", "/dev/null"));
}

#[cfg(feature = "polars")]
#[test]
fn tables_of_statistics() {
    let folder = folder(&["d/moments.csv", "d/notes.csv"]);
    folder.done("classify a.txt -o y.csv --ratings te,w -q");
    refused(
        &folder,
        "stats y.csv --csv d",
        "d/moments.csv",
        "use --force to overwrite it",
    );
    assert_eq!(fs::read_dir(folder.path("d")).unwrap().count(), 2);
    folder.done("stats y.csv --csv d --force");
    assert_ne!(folder.text("d/moments.csv"), MINE);
    assert_eq!(folder.text("d/notes.csv"), MINE);
    // Nor is an input table replaced by a table about it.
    for name in ["y.csv", "y.csv.meta.json"] {
        let at = folder.path(&name.replace("y.csv", "d/moments.csv"));
        fs::copy(folder.path(name), at).unwrap();
    }
    let run = folder.run("stats d/../d/moments.csv --csv d --force");
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("an input and an output"), "{}", run.err);
    assert_eq!(folder.read("d/moments.csv"), folder.read("y.csv"));
}

/// The metadata of another table would make the new one unreadable.
#[cfg(feature = "polars")]
#[test]
fn rows_beside_the_metadata_of_another_table() {
    let folder = folder(&["r.csv.meta.json"]);
    folder.done("classify a.txt -o y.csv --ratings te,w -q");
    let extremes = "extremes y.csv --by w --rows r.csv";
    refused(
        &folder,
        extremes,
        "r.csv.meta.json",
        "use --force to overwrite it",
    );
    assert!(!folder.has("r.csv"), "before anything is written");
    folder.done(&format!("{extremes} --force"));
    assert!(!folder.has("r.csv.meta.json"));
    folder.done("stats r.csv");
    // A Parquet table has no file beside it.
    folder.write("r.parquet.meta.json", MINE);
    folder.done("extremes y.csv --by w --rows r.parquet");
    assert_eq!(folder.text("r.parquet.meta.json"), MINE);
}

#[test]
fn the_best_finds_of_a_hunt() {
    let folder = folder(&["best.jsonl"]);
    let hunt = "hunt a.txt --target w --moves -1+1 -o h.csv -q --watch";
    let first = format!("{hunt} best.jsonl --generations 1");
    refused(&folder, &first, "best.jsonl", "use --force to overwrite it");
    assert!(!folder.has("h.csv") && !folder.has("h.csv.journal"));
    let run = folder.run(&format!("{hunt} h.csv --generations 1"));
    assert_eq!(run.code, Some(2), "{}", run.err);
    // Time is up at once: the hunt can be resumed.
    folder.done(&format!("{hunt} best.jsonl --time 1s --force"));
    let own = folder.text("best.jsonl");
    assert!(own.starts_with("{\"value\":"), "{own}");
    let resumed = format!("{hunt} best.jsonl --time 1s --resume");
    folder.done(&resumed);
    assert!(folder.text("best.jsonl").starts_with(&own));
    // It was allowed once to replace the file.
    folder.write("best.jsonl", MINE);
    folder.done(&resumed);
    assert!(folder.text("best.jsonl").starts_with(&own));
    let other = resumed.replace("best.jsonl", "other.jsonl");
    let begun = hunt.replace("h.csv", "i.csv");
    folder.done(&format!("{begun} other.jsonl --time 1s"));
    folder.write("other.jsonl", MINE);
    let other = other.replace("h.csv", "i.csv");
    refused(&folder, &other, "other.jsonl", "move it away");
    fs::remove_file(folder.path("other.jsonl")).unwrap();
    folder.done(&other);
    assert!(folder.text("other.jsonl").starts_with("{\"value\":"));
}

#[test]
fn shards_are_not_merged_into_themselves() {
    let folder = folder(&[]);
    for shard in 0..3 {
        let shard = format!("--shard {shard}/3 -o s{shard}.csv");
        folder.done(&format!("classify a.txt {shard} --ratings te -q"));
    }
    let before = folder.read("s0.csv");
    fs::create_dir(folder.path("sub")).unwrap();
    for output in ["s0.csv", "./sub/../s0.csv"] {
        let run = folder.run(&format!("merge s0.csv s1.csv s2.csv -o {output} --force"));
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains("an input and an output"), "{}", run.err);
        assert!(folder.read("s0.csv") == before);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("s1.csv", folder.path("link.csv")).unwrap();
        let run = folder.run("merge s0.csv s1.csv s2.csv -o link.csv --force");
        assert_eq!(run.code, Some(2), "{}", run.err);
    }
    folder.write("all.csv.meta.json", MINE);
    let merge = "merge s0.csv s1.csv s2.csv -o all.csv -q";
    refused(
        &folder,
        merge,
        "all.csv.meta.json",
        "use --force to overwrite it",
    );
    folder.done(&format!("{merge} --force"));
    folder.done("classify a.txt -o one.csv --ratings te -q");
    assert_eq!(folder.read("all.csv"), folder.read("one.csv"));
}

#[test]
fn generated_puzzles() {
    let folder = folder(&["g.txt"]);
    let generate = "generate top-down --count 3 -q -o";
    refused(
        &folder,
        &format!("{generate} g.txt"),
        "g.txt",
        "use --force to overwrite it",
    );
    for table in ["g.parquet", "g.csv", "g.jsonl.zst", "G.Parquet"] {
        let run = folder.run(&format!("{generate} {table}"));
        assert_eq!(run.code, Some(2), "{table}: {}", run.err);
        assert!(run.err.contains("lines of text"), "{table}: {}", run.err);
        assert!(!folder.has(table));
    }
    let run = folder.run("generate top-down --grids a.txt -o ./a.txt --force");
    assert_eq!(run.code, Some(2), "{}", run.err);
}

const PIPELINE: &str = "name = \"x\"\n[source]\nfiles = [\"a.txt\"]\n[classify]\n\
    ratings = [\"te\"]\n[report]\ndir = \"report\"\npaths = 0\n";

#[cfg(feature = "polars")]
#[test]
fn files_in_the_folders_of_a_pipeline() {
    let table = format!("w/ratings.{TABLE}");
    for mine in [
        "report/index.html",
        "report/report.md",
        "report/figures/te-distribution.csv",
        "report/.gradus.b3",
        "w/state.json",
        "w/.lock",
        "w/ratings.rejects.csv",
        &table,
    ] {
        let folder = folder(&[mine, "report/notes.txt"]);
        folder.write("p.toml", PIPELINE);
        let advice = "move it away";
        refused(&folder, "run p.toml --work w", mine, advice);
        if mine != "w/.lock" {
            folder.done("run p.toml --work w --force");
            assert!(folder.text("report/index.html").contains("generator"));
        }
        assert_eq!(folder.text("report/notes.txt"), MINE);
    }
}

#[cfg(feature = "polars")]
#[test]
fn the_table_of_another_job_in_the_folder_of_a_pipeline() {
    let folder = folder(&[]);
    folder.write("p.toml", PIPELINE);
    folder.write_lines("b.txt", &puzzles(3));
    let table = format!("w/ratings.{TABLE}");
    fs::create_dir(folder.path("w")).unwrap();
    folder.done(&format!("classify b.txt -o {table} --ratings te -q"));
    refused(&folder, "run p.toml --work w", &table, "move it away");
    folder.done("run p.toml --work w --force");
    // The pipeline may replace its own files unless they have been modified.
    folder.write("p.toml", PIPELINE.replace("\"te\"", "\"te\", \"w\""));
    folder.done("run p.toml --work w");
    folder.write(&table, MINE);
    refused(
        &folder,
        "run p.toml --work w",
        &table,
        "it was changed since",
    );
    fs::remove_file(folder.path(&table)).unwrap();
    folder.done("run p.toml --work w");
}

#[test]
fn an_input_in_the_folder_of_a_pipeline() {
    let folder = folder(&[]);
    let table = format!("w/ratings.{TABLE}");
    folder.write("p.toml", PIPELINE.replace("a.txt", &table));
    fs::create_dir(folder.path("w")).unwrap();
    folder.done(&format!("classify a.txt -o {table} --ratings te -q"));
    let before = folder.read(&table);
    let run = folder.run("run p.toml --work w --force");
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(folder.read(&table) == before);
}

#[cfg(feature = "polars")]
#[test]
fn a_report_that_is_written_again_leaves_nothing_stale() {
    let folder = folder(&[]);
    folder.done("classify a.txt -o y.csv --ratings te,w,b -q");
    folder.done("classify a.txt -o z.csv --ratings te -q");
    folder.done("report y.csv -o r --paths 0");
    folder.write("r/figures/mine.svg", MINE);
    assert!(folder.has("r/figures/w-distribution.svg"));
    folder.done("report z.csv -o r --paths 0 --force");
    folder.done("report z.csv -o s --paths 0");
    let names = |report: &str| {
        let entries = fs::read_dir(folder.path(report).join("figures")).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let mut expected = names("s");
    expected.push("mine.svg".into());
    expected.sort();
    assert_eq!(names("r"), expected);
    // A table in the input directory is not replaced by one about it.
    let table = "r/figures/te-distribution.csv";
    fs::copy(folder.path("z.csv"), folder.path(table)).unwrap();
    let run = folder.run(&format!("report {table} -o r --paths 0 --force"));
    assert_eq!(run.code, Some(2), "{}", run.err);
}
