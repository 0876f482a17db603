//! Reader, workers and writer, seen from a work function in the place of the
//! engine: nothing stalls, nothing grows without bound, nothing is done twice.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use gradus::classify::Outcome;
use gradus::job::StartMode;
use gradus_csp::Instance;
use gradus_harness::puzzles::puzzles;
use gradus_harness::random::Rng;
use gradus_harness::{PATIENCE, compressed};

use crate::GRADUS;
use crate::inside::{self, done, job, quick};

/// Counts rated puzzles, and wakes those who wait for more.
#[derive(Default)]
struct Rated {
    count: Mutex<usize>,
    grown: Condvar,
}

impl Rated {
    fn add(&self) {
        *self.count.lock().unwrap() += 1;
        self.grown.notify_all();
    }

    fn count(&self) -> usize {
        *self.count.lock().unwrap()
    }

    /// Waits until there are more than this. Panics if there never are.
    fn wait_for_more(&self, than: usize) {
        let waiting = |count: &mut usize| *count <= than;
        let count = self.count.lock().unwrap();
        let (count, timeout) = self
            .grown
            .wait_timeout_while(count, PATIENCE, waiting)
            .unwrap();
        assert!(!timeout.timed_out(), "stalled after {count} puzzles");
    }

    /// Waits until no puzzle is rated for some time. Returns how many there are.
    fn wait_for_rest(&self, time: Duration) -> usize {
        let mut known = 0;
        loop {
            let waiting = |count: &mut usize| *count == known;
            let count = self.count.lock().unwrap();
            let (count, timeout) = self.grown.wait_timeout_while(count, time, waiting).unwrap();
            if timeout.timed_out() && known > 0 {
                return known;
            }
            known = *count;
        }
    }
}

#[test]
fn one_slow_puzzle_does_not_stall_the_others() {
    let folder = GRADUS.folder();
    let all = puzzles(20_000);
    folder.write_lines("a.txt", &all);
    let rated = Rated::default();
    let first = &all[0];
    let work = |puzzle: &dyn Instance| {
        if puzzle.to_string() == *first {
            // All the others but those of its own batch.
            rated.wait_for_more(19_000);
        }
        rated.add();
        quick(puzzle)
    };
    let stop = AtomicBool::new(false);
    let job = job(&[&folder.path("a.txt")], 2);
    let end = inside::run(
        &job,
        &folder.path("slow.csv"),
        StartMode::Fresh,
        work,
        &stop,
    );
    assert!(matches!(end, Ok(Outcome::Done { .. })));
    done(&job, &folder.path("quick.csv"), StartMode::Fresh);
    assert!(folder.read("slow.csv") == folder.read("quick.csv"));
}

#[test]
fn what_waits_for_a_slow_puzzle_is_bounded() {
    let folder = GRADUS.folder();
    let comment = "word ".repeat(2000);
    let count = 20_000;
    let all = puzzles(100);
    let lines: String = (0..count)
        .map(|row| format!("{} {row} {comment}\n", all[row % 100]))
        .collect();
    folder.write("a.zst", compressed(lines.as_bytes(), "zst"));
    drop(lines);
    let rated = Rated::default();
    let waiting = AtomicUsize::new(0);
    let begun = AtomicBool::new(false);
    let work = |puzzle: &dyn Instance| {
        if !begun.swap(true, Ordering::Relaxed) {
            let rest = rated.wait_for_rest(Duration::from_millis(500));
            waiting.store(rest, Ordering::Relaxed);
        }
        rated.add();
        quick(puzzle)
    };
    let stop = AtomicBool::new(false);
    let job = job(&[&folder.path("a.zst")], 2);
    let end = inside::run(
        &job,
        &folder.path("a.csv.zst"),
        StartMode::Fresh,
        work,
        &stop,
    );
    assert!(matches!(end, Ok(Outcome::Done { .. })));
    let waiting = waiting.load(Ordering::Relaxed);
    assert!(
        (100..count * 3 / 4).contains(&waiting),
        "{waiting} rows of 10 kB wait"
    );
    assert_eq!(rated.count(), count);
}

#[test]
fn a_puzzle_that_breaks_the_engine_is_rejected_and_the_rest_is_rated() {
    let folder = GRADUS.folder();
    let all = puzzles(100);
    folder.write_lines("a.txt", &all);
    let bad = &all[50];
    let work = |puzzle: &dyn Instance| {
        assert!(puzzle.to_string() != *bad, "a defect, made for this test");
        quick(puzzle)
    };
    let stop = AtomicBool::new(false);
    let job = job(&[&folder.path("a.txt")], 2);
    let end = inside::run(&job, &folder.path("a.csv"), StartMode::Fresh, work, &stop).unwrap();
    let Outcome::Done { tally, .. } = end else {
        panic!("{end:?}");
    };
    let rejected = all.iter().filter(|puzzle| puzzle.starts_with('9')).count() as u64;
    assert_eq!((tally.rows, tally.rejected), (99 - rejected, 1 + rejected));
    let rejects = folder.text("a.rejects.csv");
    assert!(
        rejects.contains("50,") && rejects.contains("please report it"),
        "{rejects}"
    );
}

#[test]
fn no_puzzle_that_was_finished_is_done_again() {
    let folder = GRADUS.folder();
    let all = puzzles(2000);
    folder.write_lines("a.txt", &all);
    let (whole, cut) = (folder.path("whole.csv"), folder.path("cut.csv"));
    let job = job(&[&folder.path("a.txt")], 2);
    done(&job, &whole, StartMode::Fresh);
    let seen = Mutex::new(Vec::new());
    let mut rng = Rng(1);
    let mut runs = 0;
    loop {
        let stop = AtomicBool::new(false);
        let last = seen.lock().unwrap().len() + 1 + rng.below(300);
        let work = |puzzle: &dyn Instance| {
            let mut seen = seen.lock().unwrap();
            seen.push(puzzle.to_string());
            if seen.len() >= last {
                stop.store(true, Ordering::Relaxed);
            }
            quick(puzzle)
        };
        let before = if runs == 0 {
            StartMode::Fresh
        } else {
            StartMode::Resume
        };
        runs += 1;
        match inside::run(&job, &cut, before, work, &stop).unwrap() {
            Outcome::Done { .. } => break,
            Outcome::Interrupted { .. } => assert!(!cut.exists()),
            Outcome::WasDone { .. } => panic!("it was not"),
        }
    }
    assert!(runs > 5, "{runs} runs");
    let mut seen = seen.into_inner().unwrap();
    seen.sort();
    let mut once = all;
    once.sort();
    assert!(seen == once, "{} puzzles were rated", seen.len());
    assert!(folder.read("cut.csv") == folder.read("whole.csv"));
}
