//! `gradus report` on small tables: its files, their reproducibility, and that no
//! input becomes markup.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use gradus_harness::puzzles::DEPTH_1;
use gradus_harness::sukaku;
use tempfile::TempDir;

use crate::GRADUS;

/// Runs the program in a directory.
fn gradus(folder: &Path, arguments: &[&str]) -> Output {
    GRADUS.command_in(folder).args(arguments).output().unwrap()
}

/// A table of the books' puzzles with made-up ratings that have a tail, a gap, an
/// infinite value and a lower bound.
fn table() -> String {
    let mut text = "row,puzzle,clues,te,w,w_status,b,b_status,gw,gw_status\n".to_string();
    let puzzles = gradus::puzzles::book::puzzles();
    for row in 0..600 {
        let puzzle = &puzzles[row % puzzles.len()].puzzle;
        let clues = 22 + row % 7 + usize::from(row % 3 == 0);
        let w = if row % 97 == 0 { 9 } else { row % 5 };
        let (b, gw) = (w - usize::from(w > 8) * 2, w - usize::from(w == 4));
        let (w, w_status) = match row {
            13 => (String::new(), "infinite"),
            14 => ("12".to_string(), "lower"),
            _ => (w.to_string(), "exact"),
        };
        let te = usize::from(b > 0);
        text += &format!("{row},{puzzle},{clues},{te},{w},{w_status},{b},exact,{gw},exact\n");
    }
    text
}

/// A directory with a table under a name.
fn with_table(name: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), table()).unwrap();
    folder
}

/// Reports on the table, in its directory.
fn report(folder: &Path, table: &str, arguments: &[&str]) -> PathBuf {
    let output = gradus(
        folder,
        &[&["report", table, "-o", "out"], arguments].concat(),
    );
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{message}");
    assert!(
        message.contains("wrote ") && message.contains("index.html"),
        "{message}"
    );
    folder.join("out")
}

/// All files of a directory with their contents.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.unwrap();
        // The digests in the list depend on the time in the page.
        let is_list = entry.file_name() == ".gradus.b3";
        if entry.file_type().is_file() && !is_list {
            let name = entry.path().strip_prefix(folder).unwrap().to_path_buf();
            files.push((name, fs::read_to_string(entry.path()).unwrap()));
        }
    }
    files
}

/// The part before the provenance, which is at the end.
fn body(text: &str) -> &str {
    let end = text
        .find("id=\"provenance\"")
        .or(text.find("## Provenance"));
    &text[..end.unwrap_or(text.len())]
}

/// The values of an attribute.
fn attributes<'a>(page: &'a str, start: &str) -> Vec<&'a str> {
    let parts = page.split(start).skip(1);
    parts.map(|part| part.split('"').next().unwrap()).collect()
}

#[test]
fn the_page_has_every_section_with_its_figures_and_their_data() {
    let folder = with_table("table.csv");
    let out = report(
        folder.path(),
        "table.csv",
        &["--generator", "controlled-bias"],
    );
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    let ids: Vec<&str> = attributes(&page, "<section id=\"");
    let expected = [
        "overview",
        "clues",
        "ratings",
        "pairs",
        "by-clues",
        "correlations",
        "extremes",
        "rejects",
        "numbers",
    ];
    assert_eq!(ids, expected);
    let figures = attributes(&page, "id=\"figure-");
    for name in [
        "clues-distribution",
        "w-distribution",
        "w-b",
        "clues-w",
        "unsolved",
    ] {
        assert!(figures.contains(&name), "{figures:?}");
    }
    for name in &figures {
        let figure = |ending| fs::read_to_string(out.join(format!("figures/{name}.{ending}")));
        assert!(figure("svg").unwrap().starts_with("<svg "), "{name}");
        assert!(figure("pdf").unwrap().starts_with("%PDF-"), "{name}");
        assert!(figure("tex").unwrap().contains("\\toprule"), "{name}");
        let data = fs::read(out.join(format!("figures/{name}.csv"))).unwrap();
        let mut reader = csv::Reader::from_reader(&data[..]);
        let records: Result<Vec<_>, _> = reader.records().collect();
        assert!(!records.unwrap().is_empty(), "{name}");
    }
    assert_eq!(page.matches("<figcaption>").count(), figures.len());
    // Captions are numbered and say what the figure is about; its numbers come after all figures.
    for number in 1..=figures.len() {
        assert!(
            page.contains(&format!("<strong>Figure {number}. ")),
            "{number}"
        );
    }
    let about = "Over 600 puzzles of the controlled-bias generator.";
    assert_eq!(page.matches(about).count(), figures.len());
    let tables: Vec<&str> = attributes(&page, "id=\"table-");
    for (number, name) in (1..).zip(&tables) {
        assert!(
            page.contains(&format!("<caption>Table {number}. ")),
            "{number}"
        );
        assert!(
            page.contains(&format!("href=\"figures/{name}.tex\"")),
            "{name}"
        );
    }
    assert!(page.rfind("<figure ").unwrap() < page.find("<table>").unwrap());
    assert!(
        page.contains("all minimal puzzles"),
        "the unbiased estimates"
    );
    // One W is only known to be at least 12: it comes first, as does its gap.
    let count = |heading: &str| page.matches(heading).count();
    assert_eq!([count("<h4>W ≥ 12<"), count("<h4>W 9<")], [1, 3]);
    let gaps = ["<h4>W − B = ∞<", "<h4>W − B ≥ 8<", "<h4>W − B = 2<"];
    assert_eq!(gaps.map(count), [1, 1, 2]);
}

#[test]
fn numbers_are_those_of_the_table() {
    let folder = with_table("table.csv");
    let out = report(folder.path(), "table.csv", &[]);
    let data = fs::read_to_string(out.join("figures/w-distribution.csv")).unwrap();
    let lines: Vec<&str> = data.lines().collect();
    assert_eq!(lines[0], "W,puzzles,%,95\u{202f}% from,to,cumulated %");
    // Of 600 rows, 120 have 0, except the multiples of 97 among them: 0, 485.
    assert!(lines[1].starts_with("0,118,19.666"), "{}", lines[1]);
    assert!(
        lines.iter().any(|line| line.starts_with("5,0,0,0,")),
        "{data}"
    );
    assert!(
        lines.iter().any(|line| line.starts_with("≥12,1,")),
        "{data}"
    );
    assert!(lines[lines.len() - 1].starts_with("∞,1,"), "{data}");
    let markdown = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(markdown.contains("| 0 | 118 | 19.7 |"), "{markdown}");
    assert!(markdown.contains("![Distribution of W](figures/w-distribution.svg)"));
}

#[test]
fn the_same_table_gives_the_same_report() {
    let folder = with_table("table.csv");
    let first = files(&report(
        folder.path(),
        "table.csv",
        &["--table", "pbcs-6.4"],
    ));
    let second = files(&report(
        folder.path(),
        "table.csv",
        &["--table", "pbcs-6.4", "--force"],
    ));
    assert_eq!(first.len(), second.len());
    for ((name, one), (other_name, other)) in first.iter().zip(&second) {
        assert_eq!(name, other_name);
        assert!(body(one) == body(other), "{} differs", name.display());
    }
}

#[test]
fn the_page_needs_nothing_but_itself() {
    let folder = with_table("table.csv");
    let out = report(folder.path(), "table.csv", &[]);
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for word in [
        "http",
        "src=",
        "<script",
        "<link",
        "@import",
        "url(",
        "javascript",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    let ids = attributes(&page, " id=\"");
    let unique: BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "ids are unique");
    for target in attributes(&page, "href=\"#") {
        assert!(ids.contains(&target), "#{target}");
    }
    for file in attributes(&page, "href=\"figures/") {
        assert!(out.join("figures").join(file).exists(), "{file}");
    }
}

#[test]
fn nothing_of_an_input_becomes_markup() {
    let folder = with_table("a<b>&'c'.csv");
    let rejects = "row,input,line,reason,text\n\
        7,\"<i>x</i>.txt\",8,several solutions,\"</td><script>alert(1)</script>|*a*\"\n";
    fs::write(folder.path().join("a<b>&'c'.rejects.csv"), rejects).unwrap();
    let title = ["--title", "<h1>T&E</h1>"];
    let out = report(folder.path(), "a<b>&'c'.csv", &title);
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    for raw in ["<script", "<i>x", "<h1>T&E", "a<b>"] {
        assert!(!page.contains(raw), "{raw}");
    }
    assert!(
        page.contains("&lt;script&gt;alert(1)"),
        "it is shown as text"
    );
    assert!(page.contains("<title>&lt;h1&gt;T&amp;E"));
    let markdown = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(markdown.contains("&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\|\\*a\\*"));
}

#[test]
fn a_folder_in_use_is_left_alone() {
    let folder = with_table("table.csv");
    fs::create_dir(folder.path().join("out")).unwrap();
    fs::write(folder.path().join("out/notes.txt"), "mine").unwrap();
    let output = gradus(folder.path(), &["report", "table.csv", "-o", "out"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("out is not empty (use --force"),
        "{message}"
    );
    assert_eq!(files(&folder.path().join("out")).len(), 1);
    let out = report(folder.path(), "table.csv", &["--force"]);
    assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "mine");
}

#[test]
fn what_is_no_table_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("poem.txt"), "roses are red\n").unwrap();
    for arguments in [
        &["report", "poem.txt", "-o", "out"],
        &["report", "nothing.csv", "-o", "out"],
    ] {
        let output = gradus(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(1));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(arguments[1]), "{message}");
        assert!(!folder.path().join("out").exists());
    }
    let output = gradus(folder.path(), &["report", "poem.txt"]);
    assert_eq!(output.status.code(), Some(2), "a folder must be named");
    let output = gradus(folder.path(), &["report", "x", "-o", "y", "--table", "z"]);
    assert_eq!(output.status.code(), Some(2), "no such published table");
}

#[test]
fn a_sukaku_is_drawn_with_its_candidates_and_axes_say_what_they_show() {
    let folder = with_table("table.csv");
    let table = fs::read_to_string(folder.path().join("table.csv")).unwrap();
    let mut lines: Vec<String> = table.lines().map(str::to_string).collect();
    let place = lines[0]
        .split(',')
        .position(|name| name == "puzzle")
        .unwrap();
    for line in &mut lines[1..] {
        let mut cells: Vec<String> = line.split(',').map(str::to_string).collect();
        cells[place] = sukaku(DEPTH_1);
        *line = cells.join(",");
    }
    fs::write(folder.path().join("table.csv"), lines.join("\n")).unwrap();
    let options = ["--table", "pbcs-6.4", "--generator", "controlled-bias"];
    let out = report(
        folder.path(),
        "table.csv",
        &[&options[..], &["--paths", "0"]].concat(),
    );
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(
        page.contains("class=\"gradus-candidate\""),
        "candidates are drawn"
    );
    assert!(
        page.contains("rows repeat a puzzle of the same table"),
        "repeats are noted"
    );
    let axes = page.split("class=\"axis\"").skip(1);
    let titles: Vec<&str> = axes.filter_map(|at| at.split(['>', '<']).nth(1)).collect();
    assert!(titles.contains(&"W"), "{titles:?}");
    for title in &titles {
        assert!(!["value", "mean", ""].contains(title), "{titles:?}");
    }
    assert!(
        page.contains("details.path::details-content"),
        "paths are printed"
    );
}
