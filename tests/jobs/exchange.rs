//! Workers that are not threads of a job, as an exchange meets them: they come and go,
//! answer in any order, twice, in part or never, and the table is the same.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gradus::classify::{Exchange, NextTask, Outcome, RatedRow, RatingWorkers, Task, run};
use gradus::job::{Error, Outputs, Quiet, StartMode};
use gradus_csp::Instance;
use gradus_harness::Folder;
use gradus_harness::puzzles::puzzles;
use gradus_harness::random::Rng;

use crate::GRADUS;
use crate::inside::{self, done, job, quick};

const WAIT: Duration = Duration::from_millis(20);

/// What the workers of these tests do.
fn answers(task: &Task) -> Vec<RatedRow> {
    task.work_off(&quick)
}

/// Runs a job whose tasks some workers treat like this; returns how it ended.
fn worked(
    folder: &Folder,
    table: &str,
    before: StartMode,
    stop: &AtomicBool,
    work: impl Fn(&Exchange, Task) + Sync,
) -> Result<Outcome, Error> {
    let exchange = Exchange::default();
    let job = job(&[&folder.path("a.txt")], 2);
    let outputs = Outputs::new(&folder.path(table), None).unwrap();
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                loop {
                    match exchange.take(3, WAIT) {
                        NextTask::Task(task) => work(&exchange, task),
                        NextTask::Nothing => {}
                        NextTask::End => return,
                    }
                }
            });
        }
        let workers = RatingWorkers::Exchange(&exchange);
        let end = run(&job, &outputs, before, workers, stop, &mut Quiet);
        exchange.close();
        end
    })
}

/// A collection, and its table as threads make it.
fn collection(count: usize) -> Folder {
    let folder = GRADUS.folder();
    let mut lines = puzzles(count);
    lines[count / 3] = "no puzzle".to_string();
    folder.write_lines("a.txt", &lines);
    let job = job(&[&folder.path("a.txt")], 2);
    done(&job, &folder.path("threads.csv"), StartMode::Fresh);
    folder
}

fn is_same(folder: &Folder, table: &str) {
    assert!(folder.read(&format!("{table}.csv")) == folder.read("threads.csv"));
    let rejects = folder.read(&format!("{table}.rejects.csv"));
    assert!(rejects == folder.read("threads.rejects.csv"));
}

#[test]
fn workers_anywhere_write_the_same_bytes() {
    let folder = collection(3000);
    let stop = AtomicBool::new(false);
    let end = worked(
        &folder,
        "far.csv",
        StartMode::Fresh,
        &stop,
        |exchange, task| {
            let given = exchange.give(task.number, answers(&task), 0.001);
            given.unwrap();
        },
    );
    assert!(matches!(end, Ok(Outcome::Done { .. })), "{end:?}");
    is_same(&folder, "far");
}

/// A worker that never answers holds up neither the others nor a stop.
#[test]
fn a_stop_does_not_wait_for_a_worker() {
    let folder = collection(1000);
    let stop = AtomicBool::new(false);
    let (done, lost) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let begun = Instant::now();
    let end = worked(
        &folder,
        "far.csv",
        StartMode::Fresh,
        &stop,
        |exchange, task| {
            if lost.load(Ordering::Relaxed) == 0 {
                lost.store(task.puzzles.len(), Ordering::Relaxed);
                return;
            }
            let all = answers(&task);
            let count = all.len();
            exchange.give(task.number, all, 0.001).unwrap();
            if done.fetch_add(count, Ordering::Relaxed) + count + 60 > 1000 {
                stop.store(true, Ordering::Relaxed);
            }
        },
    );
    let Ok(Outcome::Interrupted { rows }) = end else {
        panic!("{end:?}");
    };
    assert!(begun.elapsed() < Duration::from_secs(10));
    // Some rows are rejected.
    assert!(rows > 600, "{rows} rows are kept");
    let job = job(&[&folder.path("a.txt")], 2);
    let again = AtomicUsize::new(0);
    let work = |puzzle: &dyn Instance| {
        again.fetch_add(1, Ordering::Relaxed);
        quick(puzzle)
    };
    let never = AtomicBool::new(false);
    let table = folder.path("far.csv");
    let end = inside::run(&job, &table, StartMode::Resume, work, &never);
    assert!(matches!(end, Ok(Outcome::Done { .. })), "{end:?}");
    let again = again.into_inner();
    assert!(again < 150, "{again} puzzles were rated again");
    is_same(&folder, "far");
}

#[test]
fn what_is_lost_late_partial_or_doubled_changes_nothing() {
    let folder = collection(3000);
    let stop = AtomicBool::new(false);
    let turns = AtomicUsize::new(0);
    let end = worked(
        &folder,
        "far.csv",
        StartMode::Fresh,
        &stop,
        |exchange, task| {
            let turn = turns.fetch_add(1, Ordering::Relaxed);
            let all = answers(&task);
            match Rng(turn as u64).below(4) {
                // A task of one puzzle is not lost thrice.
                0 if task.puzzles.len() > 1 => exchange.lose(task.number),
                1 => {
                    let some = all[..all.len().div_ceil(2)].to_vec();
                    exchange.give(task.number, some, 0.5).unwrap();
                }
                _ => {
                    exchange.give(task.number, all.clone(), 0.01).unwrap();
                    exchange.give(task.number, all, 0.01).unwrap();
                    exchange.lose(task.number);
                }
            }
        },
    );
    assert!(matches!(end, Ok(Outcome::Done { .. })), "{end:?}");
    is_same(&folder, "far");
}

#[test]
fn what_is_given_back_goes_out_again_without_blame() {
    let folder = collection(500);
    let stop = AtomicBool::new(false);
    let suspects = AtomicUsize::new(0);
    let turns = AtomicUsize::new(0);
    let end = worked(
        &folder,
        "far.csv",
        StartMode::Fresh,
        &stop,
        |exchange, task| {
            if task.is_suspect {
                suspects.fetch_add(1, Ordering::Relaxed);
                assert_eq!(task.puzzles.len(), 1);
            }
            match Rng(turns.fetch_add(1, Ordering::Relaxed) as u64).below(3) {
                0 if !task.is_suspect => exchange.lose(task.number),
                1 => exchange.give_back(task.number),
                _ => exchange.give(task.number, answers(&task), 0.01).unwrap(),
            }
        },
    );
    assert!(matches!(end, Ok(Outcome::Done { .. })), "{end:?}");
    assert!(suspects.into_inner() > 0, "nothing was lost twice");
    is_same(&folder, "far");
}

#[test]
fn a_puzzle_whose_worker_dies_a_third_time_is_rejected_and_no_other() {
    let folder = collection(500);
    let deadly = puzzles(500)[77].clone();
    let stop = AtomicBool::new(false);
    let deaths = std::sync::Mutex::new(Vec::new());
    let end = worked(
        &folder,
        "far.csv",
        StartMode::Fresh,
        &stop,
        |exchange, task| {
            if task.puzzles.contains(&deadly) {
                deaths.lock().unwrap().push(task.puzzles.len());
                exchange.lose(task.number);
            } else {
                exchange.give(task.number, answers(&task), 0.01).unwrap();
            }
        },
    );
    assert!(matches!(end, Ok(Outcome::Done { .. })), "{end:?}");
    let deaths = deaths.into_inner().unwrap();
    assert!(deaths.len() == 3 && deaths[2] == 1, "{deaths:?}");
    let rejects = folder.text("far.rejects.csv");
    let reasons: Vec<&str> = rejects
        .lines()
        .filter(|line| line.contains("three times"))
        .collect();
    assert!(
        reasons.len() == 1 && reasons[0].contains(&deadly),
        "{rejects}"
    );
    let rows = |name: &str| folder.text(name).lines().count();
    assert_eq!(rows("far.csv") + 1, rows("threads.csv"));
}

#[test]
fn tasks_are_sized_by_what_puzzles_cost() {
    let folder = collection(6000);
    let stop = AtomicBool::new(false);
    let sizes = std::sync::Mutex::new(Vec::new());
    for (cost, expected) in [(0.001, 200..=500), (0.1, 2..=5), (10.0, 1..=1)] {
        let end = worked(
            &folder,
            "far.csv",
            StartMode::Overwrite,
            &stop,
            |exchange, task| {
                let seconds = cost * task.puzzles.len() as f64;
                sizes.lock().unwrap().push(task.puzzles.len());
                exchange.give(task.number, answers(&task), seconds).unwrap();
            },
        );
        assert!(matches!(end, Ok(Outcome::Done { .. })), "{end:?}");
        let mut counts: HashMap<usize, usize> = HashMap::new();
        for size in sizes.lock().unwrap().drain(..) {
            *counts.entry(size).or_default() += size;
        }
        let usual = counts.iter().max_by_key(|(_, puzzles)| **puzzles).unwrap();
        assert!(expected.contains(usual.0), "{cost}: {counts:?}");
    }
}

#[test]
fn workers_that_are_gone_are_an_error_and_the_job_goes_on_later() {
    let folder = collection(3000);
    let stop = AtomicBool::new(false);
    let given = AtomicUsize::new(0);
    let end = worked(
        &folder,
        "far.csv",
        StartMode::Fresh,
        &stop,
        |exchange, task| {
            if given.fetch_add(1, Ordering::Relaxed) < 20 {
                exchange.give(task.number, answers(&task), 0.5).unwrap();
            } else {
                exchange.fail("the network is down".to_string());
            }
        },
    );
    let Err(Error::Workers(reason)) = end else {
        panic!("{end:?}");
    };
    assert_eq!(reason, "the network is down");
    let job = job(&[&folder.path("a.txt")], 2);
    done(&job, &folder.path("far.csv"), StartMode::Resume);
    is_same(&folder, "far");
}

#[test]
fn a_stop_waits_for_what_is_out_and_no_longer() {
    let folder = collection(3000);
    let stop = AtomicBool::new(false);
    let given = AtomicUsize::new(0);
    let end = worked(
        &folder,
        "far.csv",
        StartMode::Fresh,
        &stop,
        |exchange, task| {
            if given.fetch_add(1, Ordering::Relaxed) == 10 {
                stop.store(true, Ordering::Relaxed);
            }
            exchange.give(task.number, answers(&task), 0.5).unwrap();
        },
    );
    let Ok(Outcome::Interrupted { rows }) = end else {
        panic!("{end:?}");
    };
    assert!(rows > 0 && rows < 3000, "{rows}");
    let job = job(&[&folder.path("a.txt")], 2);
    done(&job, &folder.path("far.csv"), StartMode::Resume);
    is_same(&folder, "far");
}

#[test]
fn answers_to_other_puzzles_are_refused() {
    let folder = collection(100);
    let stop = AtomicBool::new(false);
    let end = worked(
        &folder,
        "far.csv",
        StartMode::Fresh,
        &stop,
        |exchange, task| {
            let mut wrong = answers(&task);
            wrong.reverse();
            if wrong.len() > 1 {
                assert!(exchange.give(task.number, wrong, 0.1).is_err());
            }
            assert!(exchange.give(task.number, Vec::new(), 0.1).is_err());
            exchange.give(task.number, answers(&task), 0.1).unwrap();
        },
    );
    assert!(matches!(end, Ok(Outcome::Done { .. })), "{end:?}");
    is_same(&folder, "far");
}
