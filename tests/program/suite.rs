//! `gradus run` with a suite of pipelines, with a custom source, and the reports
//! and the page of printed tables that are part of the repository.

use std::fs;
use std::path::Path;

use gradus::pipeline::{Pipeline, Suite, render};
use gradus::stats::published;
use gradus_harness::repository;

use crate::GRADUS;

fn all_tables() -> String {
    fs::read_to_string(repository().join("pipelines/all-tables.toml")).unwrap()
}

/// If this fails, run `gradus run pipelines/all-tables.toml`.
#[test]
fn the_page_of_printed_tables_says_what_the_reports_say() {
    let text = all_tables();
    let page = render(&Suite::parse(&text).unwrap(), repository()).unwrap();
    let suite: toml::Table = toml::from_str(&text).unwrap();
    let file = suite["page"]["file"].as_str().unwrap();
    let there = fs::read_to_string(repository().join(file)).unwrap();
    assert_eq!(page, there);
}

#[test]
fn every_published_table_has_a_pipeline_on_the_page() {
    let suite: toml::Table = toml::from_str(&all_tables()).unwrap();
    let parts = suite["part"].as_array().unwrap().iter();
    let names = parts.filter_map(|part| part.get("pipelines")?.as_array());
    let names = names.flatten().map(|name| name.as_str().unwrap());
    let text = |name: &str| fs::read_to_string(repository().join(name)).unwrap();
    let pipelines = names.map(|name| Pipeline::parse(&text(name)).unwrap());
    let tables = pipelines.flat_map(|pipeline| pipeline.stats.tables);
    let tables: Vec<String> = tables.map(|table| table.id).collect();
    for table in published::tables() {
        assert!(tables.contains(&table.id), "{}", table.id);
    }
}

/// Collections from other authors are not ours to publish.
#[test]
fn reports_on_collections_from_outside_show_none_of_their_puzzles() {
    let folder = fs::read_dir(repository().join("pipelines")).unwrap();
    let texts = folder.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let outside = texts.filter(|text| text.contains("files = [\"collections/"));
    let printed = outside.filter(|text| text.contains("clock = false"));
    let tops: Vec<usize> = printed
        .map(|text| Pipeline::parse(&text).unwrap().report.top)
        .collect();
    assert!(tops.len() >= 5, "{tops:?}");
    assert!(tops.iter().all(|&top| top == 0), "{tops:?}");
}

/// The files of the directory `reports`.
fn pages(root: &Path) -> Vec<String> {
    let entries = fs::read_dir(root.join("reports")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Browsing the repository shows one page per table and nothing else.
#[test]
fn the_repository_has_one_page_per_published_table() {
    let tables = published::tables();
    let expected = |name: &str| {
        let (stem, extension) = name.rsplit_once('.').unwrap();
        let is_table = tables.iter().any(|table| table.id == stem);
        matches!(name, "README.md" | "verdicts.csv")
            || is_table && matches!(extension, "md" | "svg")
    };
    let names = pages(repository());
    assert!(names.len() <= 60, "{} files", names.len());
    for name in &names {
        assert!(expected(name), "{name}");
        let page = name.replace(".svg", ".md");
        assert!(names.contains(&page), "{name}");
    }
}

/// The pages in the repository are what the program writes now. Pages that take only
/// seconds are rewritten; if this fails, run `gradus run pipelines/all-tables.toml`.
#[test]
fn pages_of_the_repository_are_what_is_written_today() {
    if cfg!(not(feature = "polars")) {
        // The report names its table, which is Parquet.
        return;
    }
    let folder = GRADUS.folder();
    let text = "name = \"Quick\"\n[page]\nfile = \"tables.md\"\ntext = \"\"\nreports = \"reports\"\n\
        [[part]]\ntitle = \"\"\npipelines = [\"pipelines/pbcs-table-6.2.toml\", \
        \"pipelines/pbcs-table-11.3.toml\"]\n";
    folder.write("suite.toml", text);
    for name in [
        "data/cb-sample.txt.zst",
        "pipelines/pbcs-table-6.2.toml",
        "pipelines/pbcs-table-11.3.toml",
    ] {
        folder.write(name, fs::read(repository().join(name)).unwrap());
    }
    folder.done("run suite.toml");
    let names = pages(&folder.path(""));
    assert_eq!(
        names,
        ["README.md", "pbcs-11.3.md", "pbcs-6.2.md", "verdicts.csv"]
    );
    for name in ["reports/pbcs-6.2.md", "reports/pbcs-11.3.md"] {
        let committed = fs::read_to_string(repository().join(name)).unwrap();
        assert_eq!(folder.text(name), committed, "{name}");
    }
    let committed = fs::read_to_string(repository().join("reports/verdicts.csv")).unwrap();
    for line in folder.text("reports/verdicts.csv").lines() {
        assert!(committed.lines().any(|other| other == line), "{line}");
    }
    // The pages and verdicts of pipelines that cannot be run are kept.
    let page = folder.text("tables.md");
    fs::remove_dir_all(folder.path("runs")).unwrap();
    fs::remove_file(folder.path("data/cb-sample.txt.zst")).unwrap();
    folder.done("run suite.toml");
    assert_eq!(folder.text("tables.md"), page);
    assert_eq!(pages(&folder.path("")), names);
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
        let advice = "or use --source FILE";
        for said in ["This pipeline needs ", file, lines, "81 characters", advice] {
            assert!(run.err.contains(said), "{name}, {said}: {}", run.err);
        }
        // The file has the same description as a comment, with any line breaks.
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
    gradus::puzzles::book::puzzles()[0].puzzle.clone()
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
    // Without a clock, the page is the same for every run.
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
    let unchanged = "pages/page.md is up to date";
    assert!(again.err.contains(unchanged), "{}", again.err);
    // Our own page may be replaced, another file may not.
    folder.write("pages/page.md", page.replace("How far.", "Old."));
    folder.done("run s.toml");
    assert_eq!(folder.text("pages/page.md"), page);
    folder.write("pages/page.md", "Mine.\n");
    folder.fails("run s.toml", "pages/page.md");
    assert_eq!(folder.text("pages/page.md"), "Mine.\n");
}

const REPORT: &str = "# Report\n\n### Title\n\n![Title](figures/a.svg)\n![Title](figures/a-2.svg)\n\n\
    How to read it.\n\npbcs-11.5: Title\n\nPublished: somewhere.\n\n| | n |\n| --- | --: |\n| x | 1 |\n\n\
    pbcs-6.2: Other\n\nNote.\n\n| | n |\n| --- | --: |\n| y | 2 |\n\nMore\n";

#[test]
fn each_table_is_cut_out_of_its_report_with_its_first_figure() {
    let folder = GRADUS.folder();
    let suite = SUITE.replace("file = ", "reports = \"short\"\nfile = ");
    folder.write("s.toml", suite);
    folder.write("a.toml", BOOK);
    let tables =
        "[stats]\ntables = [\"pbcs-11.5\", \"pbcs-6.2\", \"pbcs-6.4\"]\n[report]\ndir = \"old\"\n";
    let files = FILES.split("[report]").next().unwrap();
    let files = files.split("[stats]").next().unwrap();
    folder.write("p.toml", files.to_string() + tables);
    fs::create_dir_all(folder.path("pages")).unwrap();
    fs::create_dir_all(folder.path("old/figures")).unwrap();
    folder.write("old/report.md", REPORT);
    folder.write("old/figures/a.svg", "<svg/>");
    folder.done("run s.toml");
    let first = folder.text("short/pbcs-11.5.md");
    let text = "(pbcs-11.5.svg)\n\nHow to read it.\n\nPublished: somewhere.\n\n| | n |\n| --- | --: |\n| x | 1 |\n\n`";
    assert!(first.contains(text), "{first}");
    assert_eq!(folder.text("short/pbcs-11.5.svg"), "<svg/>");
    let second = folder.text("short/pbcs-6.2.md");
    let text = "\n\nNote.\n\n| | n |\n| --- | --: |\n| y | 2 |\n\n`";
    assert!(second.contains(text) && !second.contains("!["), "{second}");
    assert!(!folder.has("short/pbcs-6.2.svg") && !folder.has("short/pbcs-6.4.md"));
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
