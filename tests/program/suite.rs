//! `gradus run` with a suite of pipelines, with a source of one's own, and the reports
//! and the page of printed tables that are part of the repository.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gradus::pipeline::{Pipeline, Suite, render};
use gradus::stats::published;
use gradus_harness::repository;

use crate::GRADUS;

fn all_tables() -> Suite {
    let text = fs::read_to_string(repository().join("pipelines/all-tables.toml")).unwrap();
    Suite::parse(&text).unwrap()
}

/// If this fails, run `gradus run pipelines/all-tables.toml`.
#[test]
fn the_page_of_printed_tables_says_what_the_reports_say() {
    let suite = all_tables();
    let page = render(&suite, repository()).unwrap();
    let there = fs::read_to_string(repository().join(&suite.page.file)).unwrap();
    assert_eq!(page, there);
}

#[test]
fn every_published_table_has_a_pipeline_on_the_page() {
    let suite = all_tables();
    let names = suite.parts.iter().flat_map(|part| &part.pipelines);
    let text = |name| fs::read_to_string(repository().join(name)).unwrap();
    let pipelines = names.map(|name| Pipeline::parse(&text(name)).unwrap());
    let tables = pipelines.flat_map(|pipeline| pipeline.stats.tables);
    let tables: Vec<String> = tables.map(|table| table.id).collect();
    for table in published::tables() {
        assert!(tables.contains(&table.id), "{}", table.id);
    }
}

/// Collections from outside are not ours to publish.
#[test]
fn reports_on_collections_from_outside_show_none_of_their_puzzles() {
    let folder = fs::read_dir(repository().join("pipelines")).unwrap();
    let texts = folder.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let outside = texts.filter(|text| text.contains("files = [\"collections/"));
    let committed = outside.filter(|text| text.contains("dir = \"reports/"));
    let tops: Vec<usize> = committed
        .map(|text| Pipeline::parse(&text).unwrap().report.top)
        .collect();
    assert!(tops.len() >= 5, "{tops:?}");
    assert!(tops.iter().all(|&top| top == 0), "{tops:?}");
}

/// The files of a folder, by their names in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match path.is_dir() {
            true => {
                let inner = self::files(&path).into_iter();
                files.extend(inner.map(|(inside, bytes)| (format!("{name}/{inside}"), bytes)));
            }
            false => drop(files.insert(name, fs::read(&path).unwrap())),
        }
    }
    files
}

/// The reports in the repository are what the program writes today. Those that take
/// seconds are made anew; if this fails, delete the folder of the report and run its
/// pipeline again.
#[test]
fn reports_of_the_repository_are_what_is_written_today() {
    if cfg!(not(feature = "polars")) {
        // The report names its table, which is Parquet.
        return;
    }
    let folder = GRADUS.folder();
    let sample = "data/cb-sample.txt.zst";
    folder.write(sample, fs::read(repository().join(sample)).unwrap());
    for name in ["pbcs-table-6.2", "pbcs-table-11.3"] {
        let pipeline = repository().join(format!("pipelines/{name}.toml"));
        folder.done(&format!("run {}", pipeline.display()));
        let report = format!("reports/{name}");
        let written = files(&folder.path(&report));
        let there = files(&repository().join(&report));
        let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&written), names(&there));
        for (file, bytes) in &written {
            assert!(there[file] == *bytes, "{report}/{file}");
        }
    }
}

#[test]
fn a_pipeline_says_exactly_which_puzzles_it_needs() {
    let folder = GRADUS.folder();
    for (name, file, lines) in [
        ("pbcs-table-9.1", "collections/gsf-8152.txt", "8152 lines"),
        ("pbcs-table-11.1", "collections/gsf-8152.txt", "8152 lines"),
        (
            "pbcs-table-11.2",
            "collections/eleven-26370.txt",
            "26,370 lines",
        ),
        (
            "pbcs-table-11.4",
            "collections/champagne-2012-ser-11.6.txt",
            "90 lines",
        ),
        ("cbg-000", "collections/cbg-000.txt", "21,375 lines"),
    ] {
        let path = repository().join(format!("pipelines/{name}.toml"));
        let run = folder.run(&format!("run {}", path.display()));
        assert_eq!(run.code, Some(1));
        let advice = "or give its path with --source FILE";
        for said in ["This pipeline needs ", file, lines, "81 characters", advice] {
            assert!(run.err.contains(said), "{name}, {said}: {}", run.err);
        }
        // The same is in the file, as a comment, whatever its lines are.
        let text = fs::read_to_string(&path).unwrap();
        let comment = text.lines().filter_map(|line| line.strip_prefix("# "));
        let comment = comment.collect::<Vec<_>>().join(" ");
        let needs = Pipeline::parse(&text).unwrap().source.needs.unwrap();
        assert!(comment.contains(&needs), "{name}");
    }
}

const FILES: &str = "name = \"x\"\n[source]\nfiles = [\"mine.txt\"]\nneeds = \"my puzzles.\"\n\
    [classify]\nratings = [\"te\"]\n[stats]\ntables = [\"pbcs-11.5\"]\n\
    [report]\ndir = \"reports/mine\"\nclock = false\n";

fn puzzle() -> String {
    gradus::book::puzzles()[0].puzzle.clone()
}

#[test]
fn a_source_can_be_given() {
    let folder = GRADUS.folder();
    folder.write("p.toml", FILES);
    folder.write("other.txt", format!("{}\n", puzzle()));
    folder.fails("run p.toml", "This pipeline needs my puzzles.");
    let run = folder.done("run p.toml --source other.txt");
    assert!(run.err.contains("1 puzzle rated"), "{}", run.err);
    let report = folder.text("reports/mine/report.md");
    assert!(report.contains("Input: other.txt"), "{report}");
    // Without a clock there is nothing in it that another run would change.
    for word in ["Time to classify", "Report made", "Machine"] {
        assert!(!report.contains(word), "{word}");
    }
    let book = FILES.replace("files = [\"mine.txt\"]", "book = \"PBCS-5\"");
    folder.write("book.toml", book);
    folder.fails(
        "run book.toml --source other.txt",
        "book.toml: source: its puzzles do not come from files",
    );
}

const SUITE: &str = "name = \"Two\"\n[page]\nfile = \"pages/page.md\"\ntext = \"How far.\"\n\
    [[part]]\ntitle = \"First\"\npipelines = [\"a.toml\", \"p.toml\"]\n\
    [[part.missing]]\ntable = \"Table 0\"\nwhy = \"Nobody has it.\"\n";

/// Some of the puzzles of table 11.5.
const BOOK: &str = "name = \"Book\"\ntakes = \"a second\"\n[source]\nbook = \"PBCS-T11.5-1\"\n\
    [classify]\nratings = [\"te\", \"bpb\"]\n[stats]\ntables = [\"pbcs-11.5\"]\n\
    [report]\ndir = \"reports/book\"\nclock = false\n";

#[test]
fn a_suite_runs_what_it_can_and_writes_a_page() {
    let folder = GRADUS.folder();
    folder.write("s.toml", SUITE);
    folder.write("a.toml", BOOK);
    folder.write("p.toml", FILES);
    fs::create_dir(folder.path("pages")).unwrap();
    let run = folder.done("run s.toml --threads 2");
    assert!(run.err.contains("skipped, puzzles missing"), "{}", run.err);
    assert!(run.err.contains("wrote pages/page.md"), "{}", run.err);
    assert!(folder.has("runs/a/state.json"));
    let page = folder.text("pages/page.md");
    let verdicts = folder.text("reports/book/figures/verdicts.csv");
    let numbers = verdicts.lines().nth(1).unwrap().split(',').nth(2).unwrap();
    assert!(numbers.parse::<u64>().unwrap() > 5, "{verdicts}");
    for said in [
        "# Two\n\nHow far.\n",
        &format!("| {numbers} | {numbers} |"),
        "| equal |",
        "| not run |",
        "- `gradus run a.toml`, [report](../reports/book/report.md); takes a second.\n",
        "- `gradus run p.toml`. Needs my puzzles.\n",
        "- Table 0: not reproduced. Nobody has it.\n",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    let again = folder.done("run s.toml");
    assert!(
        again.err.contains("pages/page.md is as it should be"),
        "{}",
        again.err
    );
    // A page of ours may be replaced, another file may not.
    folder.write("pages/page.md", page.replace("How far.", "Old."));
    folder.done("run s.toml");
    assert_eq!(folder.text("pages/page.md"), page);
    folder.write("pages/page.md", "Mine.\n");
    folder.fails("run s.toml", "pages/page.md");
    assert_eq!(folder.text("pages/page.md"), "Mine.\n");
}

#[test]
fn a_suite_is_refused_with_the_place_of_the_mistake() {
    let folder = GRADUS.folder();
    folder.write("s.toml", SUITE);
    folder.write("a.toml", BOOK.replace("ratings", "rating"));
    folder.write("p.toml", FILES);
    folder.fails("run s.toml", "a.toml: line 6: unknown field `rating`");
    assert!(!folder.has("runs"), "nothing was begun");
    let run = folder.run("run s.toml --source x.txt");
    assert_eq!(run.code, Some(2), "{}", run.err);
    folder.write("s.toml", SUITE.replace("title", "titel"));
    folder.fails("run s.toml", "s.toml: line 6: unknown field `titel`");
}
