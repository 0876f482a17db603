//! A puzzle that takes long: the rows behind it are in the journal, a stop does not wait for it,
//! and nothing of it is written before it is done.

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gradus::classify::{Job, Outcome};
use gradus::job::StartMode;
use gradus_csp::Instance;
use gradus_engine::halt;
use gradus_harness::puzzles::puzzles;
use gradus_harness::{Folder, wait_until};

use crate::GRADUS;
use crate::inside::{self, done, job, quick};

/// How long a stop may take.
const SOON: Duration = Duration::from_secs(2);

/// The row that is slow, the fifth of its batch.
const SLOW: usize = 20;

/// The other rows of its batch that come after it: nobody else rates them.
const BEHIND: std::ops::Range<usize> = 21..32;

const COUNT: usize = 1500;

/// A collection with lines that are not puzzles, after the batch of the slow one.
fn collection() -> (Folder, Vec<String>) {
    let folder = GRADUS.folder();
    let mut lines = puzzles(COUNT);
    for row in (57..COUNT).step_by(50) {
        lines[row] = "no puzzle".to_string();
    }
    folder.write_lines("a.txt", &lines);
    (folder, lines)
}

fn collected(folder: &Folder, condition: Option<&str>) -> Job {
    Job {
        condition: condition.map(|text| text.parse().unwrap()),
        ..job(&[&folder.path("a.txt")], 2)
    }
}

/// Runs a job, and sets the flag when all puzzles but the slow one and those behind it are rated.
/// Returns how it ended, and when the flag was set.
fn run_until_it_waits(
    job: &Job,
    folder: &Folder,
    lines: &[String],
    stop: &AtomicBool,
    slow: impl Fn() + Sync,
) -> (Outcome, Instant) {
    let rated = Mutex::new((0, Instant::now()));
    let puzzles = lines.iter().filter(|line| *line != "no puzzle").count();
    let work = |puzzle: &dyn Instance| {
        if puzzle.to_string() == lines[SLOW] {
            slow();
        }
        let mut rated = rated.lock().unwrap();
        *rated = (rated.0 + 1, Instant::now());
        if rated.0 == puzzles - 1 - BEHIND.len() {
            stop.store(true, Ordering::Relaxed);
        }
        drop(rated);
        quick(puzzle)
    };
    let end = inside::run(job, &folder.path("cut.csv"), StartMode::Fresh, work, stop);
    (end.unwrap(), rated.into_inner().unwrap().1)
}

/// Resumes a job to its end. Returns the puzzles that were rated, sorted.
fn resumed(job: &Job, folder: &Folder, table: &str) -> Vec<String> {
    let rated = Mutex::new(Vec::new());
    let work = |puzzle: &dyn Instance| {
        rated.lock().unwrap().push(puzzle.to_string());
        quick(puzzle)
    };
    let never = AtomicBool::new(false);
    let end = inside::run(job, &folder.path(table), StartMode::Resume, work, &never);
    assert!(matches!(end, Ok(Outcome::Done { .. })), "{end:?}");
    let mut rated = rated.into_inner().unwrap();
    rated.sort();
    rated
}

/// The slow puzzle and those behind it, sorted.
fn left(lines: &[String]) -> Vec<String> {
    let mut left: Vec<String> = lines[BEHIND].to_vec();
    left.push(lines[SLOW].clone());
    left.sort();
    left
}

fn assert_same(folder: &Folder, one: &str, other: &str) {
    for ending in ["csv", "csv.meta.json", "rejects.csv"] {
        let (one, other) = (format!("{one}.{ending}"), format!("{other}.{ending}"));
        assert!(folder.read(&one) == folder.read(&other), "{one}, {other}");
    }
}

#[test]
fn a_stop_keeps_the_rows_behind_a_slow_puzzle() {
    for condition in [None, Some("te >= 4")] {
        let (folder, lines) = collection();
        let job = collected(&folder, condition);
        done(&job, &folder.path("whole.csv"), StartMode::Fresh);
        let stop = AtomicBool::new(false);
        let forever = || loop {
            halt::check();
        };
        let (end, stopped) = run_until_it_waits(&job, &folder, &lines, &stop, forever);
        assert!(stopped.elapsed() < SOON, "{:?}", stopped.elapsed());
        let Outcome::Interrupted { rows } = end else {
            panic!("{end:?}");
        };
        // All but those that `quick` rejects.
        let left = left(&lines);
        let is_row =
            |line: &&String| *line != "no puzzle" && !line.starts_with('9') && !left.contains(line);
        assert_eq!(rows, lines.iter().filter(is_row).count() as u64);
        assert!(!folder.has("cut.csv"));
        assert_eq!(resumed(&job, &folder, "cut.csv"), left);
        assert_same(&folder, "cut", "whole");
    }
}

#[test]
fn a_kill_loses_no_row_behind_a_slow_puzzle() {
    let (folder, lines) = collection();
    let job = collected(&folder, None);
    done(&job, &folder.path("whole.csv"), StartMode::Fresh);
    let waits = AtomicBool::new(false);
    let journal = "cut.csv.journal";
    // While everybody waits for this puzzle, the journal is what a kill would leave.
    let copy = || {
        wait_until("the others", || waits.load(Ordering::Relaxed));
        let mut known = (folder.length(journal), Instant::now());
        wait_until("the journal", || {
            let length = folder.length(journal);
            if length != known.0 {
                known = (length, Instant::now());
            }
            known.1.elapsed() > SOON
        });
        fs::copy(folder.path(journal), folder.path("killed.csv.journal")).unwrap();
    };
    let never = AtomicBool::new(false);
    let work = |puzzle: &dyn Instance| {
        if puzzle.to_string() == lines[SLOW] {
            copy();
        } else if puzzle.to_string() == lines[COUNT - 1] {
            waits.store(true, Ordering::Relaxed);
        }
        quick(puzzle)
    };
    let end = inside::run(
        &job,
        &folder.path("cut.csv"),
        StartMode::Fresh,
        work,
        &never,
    );
    assert!(matches!(end, Ok(Outcome::Done { .. })), "{end:?}");
    assert_same(&folder, "cut", "whole");
    // The rows of its batch before it took no time, and were not saved yet.
    let mut batch = lines[BEHIND.start / 16 * 16..BEHIND.end].to_vec();
    batch.sort();
    assert_eq!(resumed(&job, &folder, "killed.csv"), batch);
    assert_same(&folder, "killed", "whole");
}

#[test]
fn a_line_that_changed_is_rated_again() {
    let (folder, mut lines) = collection();
    let job = collected(&folder, None);
    let stop = AtomicBool::new(false);
    let forever = || loop {
        halt::check();
    };
    let (end, _) = run_until_it_waits(&job, &folder, &lines, &stop, forever);
    assert!(matches!(end, Outcome::Interrupted { .. }), "{end:?}");
    // The size stays: only the rows themselves show it.
    lines.swap(700, 701);
    folder.write_lines("a.txt", &lines);
    let mut expected = left(&lines);
    expected.extend_from_slice(&lines[700..702]);
    expected.sort();
    assert_eq!(resumed(&job, &folder, "cut.csv"), expected);
    done(&job, &folder.path("whole.csv"), StartMode::Fresh);
    assert_same(&folder, "cut", "whole");
}
