//! End-to-end tests of `gradus run`: stages that are run, skipped, rerun and
//! resumed, and messages for missing or invalid files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gradus::pipeline::{Pipeline, Suite};
use gradus_harness::{Folder, Run, repository, wait_until};

use crate::GRADUS;

/// A directory with a pipeline.
struct Case(Folder);

impl Case {
    fn new(pipeline: &str) -> Case {
        let case = Case(GRADUS.folder());
        case.write("p.toml", pipeline);
        case
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    fn write(&self, name: &str, text: &str) {
        self.0.write(name, text);
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.0.command("run p.toml");
        command.args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let run = gradus_harness::run(&mut self.command(arguments));
        assert!(run.out.is_empty(), "a pipeline prints no data");
        run
    }

    /// The ratings table left by a run in its working directory.
    fn table(&self, folder: &str) -> Vec<u8> {
        let names = ["ratings.parquet", "ratings.csv.zst"];
        let paths = names.map(|name| self.path(folder).join(name));
        fs::read(paths.iter().find(|path| path.exists()).unwrap()).unwrap()
    }
}

const BOOK: &str = "name = \"The book\"\n[source]\nbook = \"PBCS-5\"\n\
    [classify]\nratings = [\"te\", \"w\"]\nlimit = 4\n[report]\ndir = \"report\"\n";

#[test]
fn what_is_done_is_skipped_until_something_changes() {
    let case = Case::new(BOOK);
    let ended = case.run(&[]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.err.contains("book: 6 puzzles"), "{}", ended.err);
    assert!(
        ended
            .err
            .contains("classify: 4 puzzles rated, 0 lines rejected")
    );
    assert!(ended.err.contains("report: wrote report/index.html"));
    let page = fs::read_to_string(case.path("report/index.html")).unwrap();
    assert!(page.contains("<h1>The book</h1>") && page.contains("Time to classify"));

    let again = case.run(&[]);
    assert_eq!(again.code, Some(0));
    assert_eq!(again.err.matches("skipped").count(), 2, "{}", again.err);
    let same = fs::read_to_string(case.path("report/index.html")).unwrap();
    assert_eq!(page, same, "it was not written again");

    case.write("p.toml", &BOOK.replace("\"w\"", "\"w\", \"b\""));
    let other = case.run(&[]);
    assert!(
        other.err.contains("classify: rerun, ratings changed"),
        "{}",
        other.err
    );
    assert!(
        other.err.contains("report: rerun, ratings changed"),
        "{}",
        other.err
    );

    case.write(
        "p.toml",
        &BOOK
            .replace("\"w\"", "\"w\", \"b\"")
            .replace("The book", "B"),
    );
    let named = case.run(&[]);
    assert!(named.err.contains("classify: skipped"), "{}", named.err);
    assert!(
        named.err.contains("report: rerun, name changed"),
        "{}",
        named.err
    );

    fs::remove_file(case.path("report/report.md")).unwrap();
    let lost = case.run(&[]);
    assert!(
        lost.err.contains("rerun, report/report.md was modified"),
        "{}",
        lost.err
    );
    assert!(case.path("report/report.md").exists());

    let forced = case.run(&["--force"]);
    assert_eq!(forced.err.matches("skipped").count(), 0, "{}", forced.err);
    assert!(case.run(&["--quiet"]).err.is_empty());
}

#[test]
fn generated_puzzles_fill_published_tables_from_several_sources() {
    let case = Case::new(
        "name = \"Two generators\"\n\
         [source]\ngenerate = { kind = \"top-down\", count = 60, seed = 3 }\n\
         [[also]]\ngenerate = { kind = \"bottom-up\", count = 40, seed = 3 }\n\
         [classify]\nratings = [\"te\"]\n[stats]\ntables = [\"pbcs-6.1\"]\n\
         [report]\ndir = \"report\"\n",
    );
    let ended = case.run(&["--threads", "2"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(
        ended.err.contains("generate: 60 top-down puzzles"),
        "{}",
        ended.err
    );
    assert!(
        ended
            .err
            .contains("generate (also 1): 40 bottom-up puzzles")
    );
    let data = fs::read_to_string(case.path("report/figures/published-pbcs-6-1.csv")).unwrap();
    let header = data.lines().next().unwrap();
    assert!(header.contains("bottom-up measured,") && header.contains("top-down measured,"));
    assert!(!header.contains("ctr-bias measured"), "{header}");
    let again = case.run(&[]);
    assert_eq!(again.err.matches("skipped").count(), 5, "{}", again.err);
}

#[test]
fn a_missing_source_is_told_with_what_is_needed() {
    let case = Case::new(
        "name = \"x\"\n[source]\nfiles = [\"hard.txt\"]\nneeds = \"the list of hard puzzles.\"\n\
         [report]\ndir = \"report\"\n",
    );
    let ended = case.run(&[]);
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.err.contains("cannot read hard.txt: "),
        "{}",
        ended.err
    );
    assert!(
        ended
            .err
            .contains("This pipeline needs the list of hard puzzles.")
    );
    assert!(!case.path("report").exists());
}

/// `extremes.toml` on an existing table: all ratings and gaps, each puzzle with its
/// picture, a path and its remarkable properties.
#[test]
fn the_extremes_of_a_rated_table_are_shown_with_what_is_remarkable() {
    let pipeline = fs::read_to_string(repository().join("pipelines/extremes.toml")).unwrap();
    let case = Case::new(&pipeline);
    let missing = case.run(&[]);
    assert_eq!(missing.code, Some(1), "{}", missing.err);
    let advice = "This pipeline needs a ratings table. This one is made by: \
        gradus run pipelines/quickstart.toml";
    assert!(missing.err.contains(advice), "{}", missing.err);

    // W = 31 with B = 19 is the largest printed W, and the largest printed gap.
    let puzzles = "\
        .....1..2....3..4...52..1....36...1..2..7...89....57....9..7....8.9....43...4..8.\n\
        ...1...49....4...26..3..81....5...7.3...1.5.6..9..63..4.6.....78.........316..4..\n";
    case.write("puzzles.txt", puzzles);
    let mut classify = case
        .0
        .command("classify puzzles.txt -o ratings.csv --quiet");
    let classified = gradus_harness::run(classify.args(["--ratings", "te,w,b"]));
    assert_eq!(classified.code, Some(0), "{}", classified.err);
    let ended = case.run(&["--source", "ratings.csv"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.err.contains("source: 1 table of ratings"));
    assert!(!ended.err.contains("classify"), "{}", ended.err);
    let report = case.0.text("runs/extremes/report/report.md");
    for heading in ["### Largest W\n", "### Largest B\n", "### Largest W − B\n"] {
        assert!(report.contains(heading), "{heading}");
    }
    let remark = "The only one of 2 puzzles; the next largest is 10. \
        This is the largest published value (PBCS 5.10.4).";
    assert!(report.contains(remark), "{report}");
    let gap = "#### W − B = 12\n\nThe only one of 2 puzzles; the next largest is 1. \
        This is the largest published value";
    assert!(report.contains(gap), "{report}");
    assert!(report.contains("A resolution path in B, longest chain 19"));
    assert!(!report.contains("## Correlations"), "nothing but extremes");
    let page = case.0.text("runs/extremes/report/index.html");
    assert!(page.contains("<p>The only one of 2 puzzles; the next largest is 10.</p>"));

    let again = case.run(&["--source", "ratings.csv"]);
    assert!(again.err.contains("report: skipped"), "{}", again.err);
    // A report on the same table shows fewer rankings unless all are requested.
    for (folder, which, largest_b) in [("main", "main", false), ("all", "all", true)] {
        let mut report = case.0.command("report ratings.csv --paths 0 --extremes");
        let ended = gradus_harness::run(report.args([which, "-o", folder]));
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        let text = case.0.text(&format!("{folder}/report.md"));
        assert_eq!(text.contains("### Largest B\n"), largest_b, "{which}");
    }
}

#[test]
fn rejected_lines_are_counted_and_shown() {
    let puzzle = &gradus::puzzles::book::puzzles()[0].puzzle;
    let case = Case::new(
        "name = \"x\"\n[source]\nfiles = [\"in.txt\"]\n[classify]\nratings = [\"te\"]\n\
         [report]\ndir = \"report\"\n",
    );
    case.write(
        "in.txt",
        &format!("{puzzle}\nnot a puzzle\n{puzzle} again\n"),
    );
    for _ in 0..2 {
        let ended = case.run(&[]);
        assert_eq!(ended.code, Some(3), "skipped or not: {}", ended.err);
    }
    let page = fs::read_to_string(case.path("report/index.html")).unwrap();
    assert!(page.contains("1 line of the input was rejected."));
    assert!(
        page.contains("class=\"words code\">not"),
        "the text of the line"
    );
    case.write("in.txt", &format!("{puzzle}\n"));
    let mended = case.run(&[]);
    assert_eq!(mended.code, Some(0));
    assert!(
        mended.err.contains("classify: rerun, inputs changed"),
        "{}",
        mended.err
    );
}

#[test]
fn a_bad_pipeline_is_told_with_its_file_and_key() {
    let case = Case::new(&BOOK.replace("limit", "limits"));
    let ended = case.run(&[]);
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.err.contains("p.toml: line 6: unknown field `limits`"),
        "{}",
        ended.err
    );
    fs::remove_file(case.path("p.toml")).unwrap();
    let ended = case.run(&[]);
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.err.contains("cannot read the pipeline p.toml"),
        "{}",
        ended.err
    );
}

/// A job that takes some seconds: the puzzles of the books, repeated many times.
fn long() -> (String, String) {
    let puzzles = gradus::puzzles::book::puzzles();
    let good = puzzles.iter().filter(|puzzle| puzzle.solutions == 1);
    let lines: String = good.map(|puzzle| format!("{}\n", puzzle.puzzle)).collect();
    let pipeline = "name = \"x\"\n[source]\nfiles = [\"in.txt\"]\n[classify]\n\
        ratings = [\"te\"]\n[report]\ndir = \"report\"\npaths = 0\n";
    (pipeline.to_string(), lines.repeat(12))
}

#[test]
fn a_pipeline_that_was_killed_goes_on_to_the_same_table() {
    let (pipeline, puzzles) = long();
    let case = Case::new(&pipeline);
    case.write("in.txt", &puzzles);
    let mut child = case
        .command(&["--work", "killed", "--threads", "1"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let is_under_way = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let journals =
            entries.filter(|entry| entry.path().extension().is_some_and(|e| e == "journal"));
        journals
            .into_iter()
            .any(|entry| entry.metadata().is_ok_and(|file| file.len() > 1000))
    };
    wait_until("the journal grows", || {
        is_under_way(&case.path("killed")) || child.try_wait().unwrap().is_some()
    });
    child.kill().unwrap();
    child.wait().unwrap();
    let resumed = case.run(&["--work", "killed"]);
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    let whole = case.run(&["--work", "whole"]);
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    assert!(
        case.table("killed") == case.table("whole"),
        "the same bytes"
    );
}

#[test]
fn the_pipelines_of_the_repository_are_sound() {
    let folder = repository().join("pipelines");
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // A study that needs other programs is a script.
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        if Suite::is_one(&text) {
            continue;
        }
        let pipeline = Pipeline::parse(&text);
        let pipeline = pipeline.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        // The first command of the README leaves the repository unchanged: its page contains the
        // time, so it is written to an ignored directory. So is a report on arbitrary seeds.
        let is_own = ["quickstart", "expansion", "extremes"].contains(&name.as_str());
        assert_eq!(pipeline.report.dir, format!("runs/{name}/report"));
        // Pages that are part of the repository do not depend on the clock.
        assert_eq!(pipeline.report.clock, is_own, "{name}");
        folders.push(name);
    }
    for table in [
        "6.1", "6.2", "6.3", "6.4", "8.1", "9.1", "11.1", "11.2", "11.3", "11.4", "11.5",
    ] {
        assert!(folders.contains(&format!("pbcs-table-{table}")), "{table}");
    }
    for name in [
        "quickstart",
        "article-table-1",
        "hls-table-xxi.1",
        "hls-table-xxi.2",
        "hls-table-xxi.3",
    ] {
        assert!(folders.contains(&name.to_string()), "{name}");
    }
}
