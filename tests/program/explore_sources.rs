//! Tables that are deleted or replaced while `gradus explore` shows them.

use std::fs;
use std::process::Stdio;

use gradus_harness::puzzles::EASY;
use gradus_harness::{Explored, Folder};

use crate::GRADUS;

fn table(folder: &Folder, rows: usize) {
    let lines: String = (0..rows)
        .map(|row| format!("{row},{EASY},{}\n", 30 + row))
        .collect();
    folder.write("table.csv", format!("row,puzzle,clues\n{lines}"));
}

/// Opens a table, and waits until all of it has been read.
fn explored(folder: &Folder, arguments: &str) -> Explored {
    let page = Explored::start(GRADUS, &folder.path(""), arguments);
    assert_eq!(page.ask("rows")["total"], 3);
    page
}

/// The questions of the page that are about the table.
const QUESTIONS: [&str; 6] = [
    "about",
    "state",
    "rows",
    "histograms?of=clues",
    "narrow",
    "cross?x=clues&y=clues",
];

fn assert_changed(page: &Explored, code: u16, word: &str, said: &str) {
    for question in QUESTIONS {
        let answer = page.get(&format!("api/{question}"));
        assert_eq!(answer.code, code, "{question}: {}", answer.text());
        assert!(answer.head.contains("application/json"));
        let answer = answer.json();
        assert_eq!(answer["table"], word);
        let error = answer["error"].as_str().unwrap();
        assert!(error.contains(said), "{error}");
        assert!(error.contains("gradus explore table.csv"), "{error}");
    }
    // The page itself is there to say so, and what was read can be saved.
    assert_eq!(page.get("").code, 200);
    assert_eq!(page.get("api/export?format=text").text().lines().count(), 3);
}

#[test]
fn a_deleted_table_is_named() {
    let folder = GRADUS.folder();
    table(&folder, 3);
    let page = explored(&folder, "table.csv");
    assert_eq!(page.ask("state")["rows"], 3);
    fs::remove_file(folder.path("table.csv")).unwrap();
    assert_changed(&page, 410, "deleted", "table.csv was deleted");
}

#[test]
fn a_replaced_table_is_named() {
    let folder = GRADUS.folder();
    table(&folder, 3);
    let page = explored(&folder, "table.csv");
    // Another file of the same name, and then the same file with more rows.
    folder.write("other.csv", folder.text("table.csv"));
    fs::rename(folder.path("other.csv"), folder.path("table.csv")).unwrap();
    assert_changed(&page, 409, "replaced", "table.csv was replaced or changed");
    let page = explored(&folder, "table.csv");
    table(&folder, 4);
    assert_changed(&page, 409, "replaced", "table.csv was replaced or changed");
}

#[test]
fn a_changed_reference_is_named() {
    let folder = GRADUS.folder();
    table(&folder, 3);
    fs::copy(folder.path("table.csv"), folder.path("old.csv")).unwrap();
    let page = explored(&folder, "table.csv --reference old.csv");
    fs::remove_file(folder.path("old.csv")).unwrap();
    assert_changed(&page, 410, "deleted", "old.csv was deleted");
}

#[test]
fn standard_input_does_not_change() {
    let folder = GRADUS.folder();
    table(&folder, 3);
    let mut command = GRADUS.command_in(&folder.path(""));
    command.args(["explore", "--no-open", "-"]);
    let input = fs::File::open(folder.path("table.csv")).unwrap();
    command.stdin(Stdio::from(input));
    let page = Explored::of(&mut command);
    // The copy of the input is deleted once it has been read.
    assert_eq!(page.ask("rows")["total"], 3);
    for _ in 0..3 {
        assert_eq!(page.ask("state")["rows"], 3);
    }
}
