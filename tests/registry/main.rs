//! A program with a rating of its own: one entry more in the registry, and it is
//! in tables, help, errors, statistics and reports like the others.
//!
//! A binary of its own, because the registry is one for a whole process. The test
//! runs itself again as that program, to see what it prints.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

mod openness;
#[cfg(unix)]
mod stuck;

use std::ffi::OsString;
use std::process::Command;

use gradus_engine::rating::Name;
use gradus_engine::rating::registry::{InstallError, RatingEntry, install};
use gradus_harness::puzzles::{DEPTH_1, EASY};
use gradus_harness::{Folder, Program, Run, run};
use openness::{OPENNESS, openness};
use serde_json::Value;

/// The program built with these tests.
const GRADUS: Program = Program::at(env!("CARGO_BIN_EXE_gradus"));

/// Another rating whose column exists already.
static TWICE: RatingEntry = RatingEntry::new("w", "Openness", openness);

/// Holds the arguments of the program, one per line.
const ARGUMENTS: &str = "GRADUS_TEST_ARGUMENTS";

/// Set to add a rating that never ends.
const STUCK: &str = "GRADUS_TEST_STUCK";

/// Starts what the program prints, and ends it with how it went.
const START: &str = "-- start --\n";
const END: &str = "-- end: ";

/// CONTRIBUTING shows the rating that these tests add, word for word.
#[test]
fn contributing_shows_this_rating() {
    let code = include_str!("openness.rs");
    let page = include_str!("../../CONTRIBUTING.md");
    assert!(page.contains(&format!("```rust\n{code}```\n")));
}

/// The program with a rating of its own; a test that does nothing unless it is asked
/// to be that program.
#[test]
fn program() {
    let Some(arguments) = std::env::var_os(ARGUMENTS) else {
        return;
    };
    assert_eq!(install(&[&TWICE]), Err(InstallError::Twice("w")));
    let installed = match std::env::var_os(STUCK) {
        None => install(&[&OPENNESS]),
        #[cfg(unix)]
        Some(_) => install(&[&OPENNESS, &stuck::ENTRY]),
        #[cfg(not(unix))]
        Some(_) => panic!("signals are for Unix"),
    };
    assert_eq!(installed, Ok(()));
    assert_eq!(install(&[&OPENNESS]), Err(InstallError::InUse));
    let arguments = arguments.into_string().unwrap();
    let arguments = std::iter::once("gradus").chain(arguments.lines());
    print!("\n{START}");
    let code = gradus::cli::run_from(arguments.map(OsString::from));
    println!("{END}{code:?}");
}

/// Runs the program in a directory, its arguments split at spaces.
fn own(folder: &Folder, arguments: &str) -> Run {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let arguments: Vec<&str> = arguments.split(' ').collect();
    command
        .args(["program", "--exact", "--nocapture", "--test-threads", "1"])
        .env(ARGUMENTS, arguments.join("\n"))
        .current_dir(folder.path(""))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    let whole = run(&mut command);
    assert_eq!(whole.code, Some(0), "{}{}", whole.out, whole.err);
    let out = whole.out.split_once(START).unwrap().1;
    let (out, end) = out.split_once(END).unwrap();
    let code: String = end.lines().next().unwrap().to_string();
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    Run {
        code: digits.parse().ok(),
        out: out.to_string(),
        err: whole.err,
    }
}

/// A directory with a table of two puzzles that has all ratings.
fn with_table() -> Folder {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &[EASY, DEPTH_1]);
    let run = own(&folder, "classify a.txt -o a.csv --ratings everything -q");
    assert!(folder.has("a.csv"), "{}", run.err);
    folder
}

#[test]
fn it_has_a_column_and_a_status() {
    let folder = with_table();
    let text = folder.text("a.csv");
    let lines: Vec<&str> = text.lines().collect();
    // It comes after the standard ratings, and before the facts.
    assert!(
        lines[0].contains(",one_step_status,open,open_status,redundant,"),
        "{text}"
    );
    assert!(lines[1].contains(",0,exact,0,6738945"), "{text}");
    assert!(lines[2].contains(",14,lower,0,1.3456"), "{text}");
    let run = own(&folder, &format!("rate --ratings w,open --json {DEPTH_1}"));
    let row: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&row["w"], &row["open"]), (&4.into(), &14.into()));
    assert_eq!(row["open_status"], "lower");
    // The program as it is does not have it.
    let run = folder.run(&format!("rate --ratings w,open {DEPTH_1}"));
    assert_eq!(run.code, Some(2));
}

#[test]
fn help_and_errors_have_it() {
    let folder = GRADUS.folder();
    for command in ["rate", "classify"] {
        let help = own(&folder, &format!("{command} --help")).out;
        let line = help.lines().find(|line| line.contains(OPENNESS.meaning));
        let line = line.unwrap_or_else(|| panic!("{help}"));
        assert!(line.trim_start().starts_with("open "), "{line}");
        let standard = GRADUS.run([command, "--help"]).out;
        assert!(!standard.contains("open "), "{standard}");
    }
    let run = own(&folder, &format!("rate --ratings nonsense {EASY}"));
    assert!(
        run.err.contains("unknown rating \"nonsense\""),
        "{}",
        run.err
    );
    assert!(run.err.contains(", open"), "{}", run.err);
    // A number that nothing shows has no path.
    let run = own(&folder, &format!("explain --theory open {EASY}"));
    assert!(run.err.contains("open"), "{}", run.err);
    assert_eq!(run.out, "");
}

#[test]
#[cfg(feature = "polars")]
fn statistics_and_reports_have_it() {
    let folder = with_table();
    let summary: Value = serde_json::from_str(&own(&folder, "stats a.csv --json").out).unwrap();
    let distributions = summary["distributions"].as_array().unwrap();
    let open = distributions
        .iter()
        .find(|d| d["column"] == "open")
        .unwrap();
    let entries: Vec<String> = open["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["entry"].to_string())
        .collect();
    assert_eq!(entries, ["0", "\"≥14\""]);
    let text = own(&folder, "stats a.csv").out;
    assert!(text.contains("### Distribution of Openness"), "{text}");
    own(&folder, "report a.csv -o report");
    for file in ["report/index.html", "report/report.md"] {
        assert!(folder.text(file).contains("Openness"), "{file}");
    }
}

#[test]
fn the_standard_ratings_come_first() {
    // This process has none of its own.
    assert!(Name::first_edition().all(|name| name <= Name::BPBB));
    assert!("open".parse::<Name>().is_err());
}
