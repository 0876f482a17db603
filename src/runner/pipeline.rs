//! Reader, workers and writer at work: batches go out to the cores, entries come
//! back in the order of the inputs.
//!
//! What is under way is bounded in bytes, not in time: while one puzzle takes
//! minutes the other cores go on until the window is full, and then wait.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::entry::{Entry, Reject};
use super::error::Error;
use super::feed::{Batch, Ended, Feed, Mark, Numbered, Stopped};
use crate::input::BadLine;
use crate::input::record::LONGEST_SHOWN;
use crate::io::shown;
use crate::rating::{Classification, Rejection};
use crate::sudoku::Puzzle;
use crate::table::Row;

/// What a batch became.
pub struct Done {
    /// The entries, in the order of the inputs.
    pub entries: Vec<Entry>,
    /// Where the inputs are after it.
    pub mark: Mark,
    /// Bytes of the inputs read up to there.
    pub bytes: u64,
    /// About how much memory it takes.
    pub cost: usize,
}

/// Where entries go, in order.
pub trait Sink {
    /// Takes what a batch became.
    fn accept(&mut self, done: Done) -> Result<(), Error>;

    /// Is called now and then, entries or not.
    fn tick(&mut self) -> Result<(), Error>;
}

/// What a puzzle becomes.
pub trait Work: Fn(&Puzzle) -> Result<Classification, Rejection> + Sync {}

impl<W: Fn(&Puzzle) -> Result<Classification, Rejection> + Sync> Work for W {}

/// Bytes under way, read and not yet taken by the sink: some 200,000 puzzles.
const WINDOW: usize = 96 << 20;

/// How often the sink is called when there is nothing for it.
const TICK: Duration = Duration::from_millis(200);

/// Runs all of a feed through the workers into a sink. The outer error is the
/// sink's; the inner one tells why the inputs ended early.
pub fn pump(
    feed: &Feed,
    threads: usize,
    work: &impl Work,
    stop: &AtomicBool,
    sink: &mut dyn Sink,
) -> Result<Result<Ended, Stopped>, Error> {
    let window = Window::default();
    let (batches, queue) = bounded::<Batch>(2 * threads);
    let (results, done) = bounded::<(u64, Done)>(2 * threads);
    thread::scope(|scope| {
        let admit = |cost| window.admit(cost);
        let reader = scope.spawn(move || feed.run(&batches, stop, admit));
        for _ in 0..threads {
            let (queue, results) = (queue.clone(), results.clone());
            scope.spawn(move || labour(feed, work, stop, &queue, &results));
        }
        drop((queue, results));
        let result = in_order(&done, &window, sink);
        // If the sink failed, nobody needs to go on: all channels break.
        window.close();
        drop(done);
        let fed = reader.join().unwrap_or_else(|panic| resume_unwind(panic));
        result.map(|()| fed)
    })
}

/// A worker: batches in, entries out. Asked to stop, it finishes the one it has.
fn labour(
    feed: &Feed,
    work: &impl Work,
    stop: &AtomicBool,
    queue: &Receiver<Batch>,
    results: &Sender<(u64, Done)>,
) {
    for batch in queue {
        let (number, cost) = (batch.number, batch.cost());
        let entry = |record| entry(feed, work, record);
        let done = Done {
            entries: batch.records.into_iter().map(entry).collect(),
            mark: batch.mark,
            bytes: batch.bytes,
            cost,
        };
        if results.send((number, done)).is_err() || stop.load(Ordering::Relaxed) {
            return;
        }
    }
}

/// What becomes of a record.
fn entry(feed: &Feed, work: &impl Work, record: Numbered) -> Entry {
    let Numbered {
        row, input, line, ..
    } = record;
    let reject = |bad| {
        Entry::Reject(Reject {
            row,
            input: feed.sources[input].name.clone(),
            line,
            bad,
        })
    };
    let given = match record.content {
        Ok(given) => given,
        Err(bad) => return reject(bad),
    };
    // A defect in a rule must not cost the night: the puzzle is rejected.
    let result = catch_unwind(AssertUnwindSafe(|| work(&given.puzzle)));
    let mut text = given.puzzle.to_string();
    let reason = match result {
        Ok(Ok(numbers)) => return Entry::Row(Row::new(row, text, given.comment, &numbers)),
        Ok(Err(rejection)) => rejection.to_string(),
        Err(_) => "gradus failed on this puzzle, which is a defect: please report it".to_string(),
    };
    if let Some(comment) = &given.comment {
        text = format!("{text} {}", shown(comment.as_bytes(), LONGEST_SHOWN));
    }
    reject(BadLine { reason, text })
}

/// Hands results to the sink in the order of their numbers.
fn in_order(
    done: &Receiver<(u64, Done)>,
    window: &Window,
    sink: &mut dyn Sink,
) -> Result<(), Error> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    loop {
        match done.recv_timeout(TICK) {
            Ok((number, done)) => {
                early.insert(number, done);
                while let Some(done) = early.remove(&next) {
                    let cost = done.cost;
                    sink.accept(done)?;
                    window.release(cost);
                    next += 1;
                }
            }
            Err(RecvTimeoutError::Timeout) => sink.tick()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// The bytes under way.
#[derive(Default)]
struct Window {
    state: Mutex<WindowState>,
    changed: Condvar,
}

#[derive(Default)]
struct WindowState {
    bytes: usize,
    closed: bool,
}

impl Window {
    /// Waits for room; false when the window is closed.
    fn admit(&self, cost: usize) -> bool {
        let full = |state: &mut WindowState| {
            !state.closed && state.bytes > 0 && state.bytes + cost > WINDOW
        };
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_while(state, full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.bytes += cost;
        !state.closed
    }

    fn release(&self, cost: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.bytes -= cost;
        self.changed.notify_one();
    }

    fn close(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.closed = true;
        self.changed.notify_all();
    }
}
