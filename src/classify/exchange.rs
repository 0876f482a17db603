//! Hands puzzles out to workers outside of this process and takes their answers back, in
//! any order.
//!
//! Puzzles go out in tasks. The size of a task follows the recent cost of puzzles, so that
//! it takes half a second (more on large clusters, so that the driver keeps up). A worker
//! returns the puzzles not begun after four times that, so no worker holds more
//! than one puzzle at the end of a job. When the inputs end, tasks get smaller, so that all
//! workers finish together.
//!
//! If a worker dies, its task is handed out again in pieces, and a piece that is lost too
//! puzzle by puzzle, one at a time. A puzzle that costs a third worker is rejected. A worker
//! that has a suspect alone can rate it in a separate process; if the worker itself dies
//! then, the puzzle was not the cause. Answers that arrive twice count once.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::journal::{KnownResults, RecordId};
use super::work::{BatchFinisher, RatedBatch, RatedRow, Work, rate_one};
use crate::job::pump::{TaskId, WorkerPort};
use crate::job::records::RecordBatch;
use crate::job::waiting::Place;

/// Seconds that a task should take: long compared with the cost of sending it.
const TARGET: f64 = 0.5;

/// Workers that one driver keeps busy with such tasks. More workers get longer tasks.
const MANY: f64 = 64.0;

/// A worker starts no more puzzles of a task after this many times the target.
const LIMIT: f64 = 4.0;

/// Puzzles of the first tasks, while their cost is unknown.
const FIRST: usize = 16;

/// The most puzzles out at a time, for any number of workers: fewer than the window of a
/// job admits.
const MOST_OUT: usize = 120_000;

/// Tasks per worker: one in progress, one in transit.
const AHEAD: usize = 2;

/// Puzzles per piece of a lost task, unless that makes more than [`MOST_PIECES`] pieces.
const PIECE: usize = 8;

/// The most pieces of a lost task.
const MOST_PIECES: usize = 64;

/// How long a task waits for more puzzles to fill it.
const PATIENCE: Duration = Duration::from_millis(20);

/// How often the line that the others wait for is determined.
const LOOK: Duration = Duration::from_millis(500);

/// The reason for rejecting a puzzle that kills its workers.
pub const DEADLY: &str = "its worker died three times";

/// Some puzzles for a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its number, to be returned with the answers.
    pub number: u64,
    /// The puzzles.
    pub puzzles: Vec<String>,
    /// How long a worker may start new puzzles. It returns the others.
    pub limit: Duration,
    /// True if the worker of its only puzzle has died twice.
    pub is_suspect: bool,
}

impl Task {
    /// Rates the first puzzles: at least one, and as many as it can start in time.
    pub fn work_off(&self, work: &impl Work) -> Vec<RatedRow> {
        let end = Instant::now() + self.limit;
        let mut answers = Vec::with_capacity(self.puzzles.len());
        for text in &self.puzzles {
            answers.push(match gradus_puzzles::read(text) {
                Ok(puzzle) => rate_one(puzzle.as_ref(), work),
                Err(error) => Err(error.to_string()),
            });
            if Instant::now() >= end {
                break;
            }
        }
        answers
    }
}

/// Answers that do not belong to a task.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("task {0}: the answers are empty or belong to other puzzles")]
pub struct WrongAnswers(u64);

/// The response to a worker that asks for a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextTask {
    /// A task.
    Task(Task),
    /// Nothing at present.
    Nothing,
    /// The job has ended.
    End,
}

/// Seconds that a task should take on a cluster of this many workers.
fn target(workers: usize) -> f64 {
    TARGET * (workers as f64 / MANY).clamp(1.0, 16.0)
}

/// A puzzle to be rated.
struct Item {
    batch: u64,
    /// Its index among the puzzles of the batch.
    place: usize,
    puzzle: String,
}

/// A batch that waits for answers.
struct Open {
    id: TaskId,
    batch: RecordBatch,
    since: Instant,
    /// The lines of the puzzles that are asked for.
    lines: Vec<Place>,
    answers: Vec<Option<RatedRow>>,
    missing: usize,
}

impl Open {
    /// The first line whose answer is missing, and since when.
    fn waiting(&self) -> Option<(Place, Instant)> {
        let place = self.answers.iter().position(Option::is_none)?;
        Some((self.lines[place], self.since))
    }
}

/// How often the worker of a puzzle has died.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Losses {
    None,
    One,
    /// The puzzle goes out alone.
    Two,
}

#[derive(Default)]
struct ExchangeState {
    /// Puzzles not handed out yet, or returned unanswered.
    waiting: VecDeque<Item>,
    /// Pieces of lost tasks.
    pieces: VecDeque<Vec<Item>>,
    /// Puzzles that were lost twice.
    suspects: VecDeque<Item>,
    /// Tasks that are out.
    out: HashMap<u64, (Losses, Vec<Item>)>,
    batches: HashMap<u64, Open>,
    /// Batches with all answers.
    finished: Vec<Open>,
    /// Seconds and puzzles of recent tasks, older ones with less weight.
    lately: (f64, f64),
    /// The last number of a batch or task.
    number: u64,
    /// When the last puzzles arrived.
    fed: Option<Instant>,
    /// True if no more puzzles will come.
    is_fed: bool,
    is_stopping: bool,
    is_closed: bool,
    failure: Option<String>,
}

/// Connects a job and its workers.
#[derive(Default)]
pub struct Exchange {
    state: Mutex<ExchangeState>,
    changed: Condvar,
}

impl Exchange {
    fn state(&self) -> MutexGuard<'_, ExchangeState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut ExchangeState) -> T) -> T {
        let result = change(&mut self.state());
        self.changed.notify_all();
        result
    }

    /// Waits some time for a task for one of this many workers.
    pub fn take(&self, workers: usize, wait: Duration) -> NextTask {
        let end = Instant::now() + wait;
        let mut state = self.state();
        loop {
            if state.is_closed || state.failure.is_some() {
                return NextTask::End;
            }
            if let Some(task) = state.task(workers.max(1)) {
                self.changed.notify_all();
                return NextTask::Task(task);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return NextTask::Nothing;
            }
            let waited = self.changed.wait_timeout(state, left.min(PATIENCE));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Takes the answers to the first puzzles of a task, which took this many seconds. The
    /// others go out again. Answers to a task that is not out are ignored.
    pub fn give(
        &self,
        number: u64,
        answers: Vec<RatedRow>,
        seconds: f64,
    ) -> Result<(), WrongAnswers> {
        self.change(|state| {
            let Some((losses, items)) = state.out.remove(&number) else {
                return Ok(());
            };
            let is_wrong = |(item, answer): (&Item, &RatedRow)| {
                answer.as_ref().is_ok_and(|row| row.puzzle != item.puzzle)
            };
            if answers.is_empty() || items.iter().zip(&answers).any(is_wrong) {
                state.out.insert(number, (losses, items));
                return Err(WrongAnswers(number));
            }
            let count = answers.len().min(items.len()) as f64;
            state.lately.0 = 0.7 * state.lately.0 + seconds;
            state.lately.1 = 0.7 * state.lately.1 + count;
            let mut items = items.into_iter();
            // In this order: the zip must not consume an item after the last answer.
            for (answer, item) in answers.into_iter().zip(items.by_ref()) {
                state.answer(&item, answer);
            }
            state.put_back(losses, items.collect());
            Ok(())
        })
    }

    /// Takes back a task that was not worked on, for a reason unrelated to its puzzles.
    pub fn give_back(&self, number: u64) {
        self.change(|state| {
            if let Some((losses, items)) = state.out.remove(&number) {
                state.put_back(losses, items);
            }
        });
    }

    /// Records that the worker of a task died.
    pub fn lose(&self, number: u64) {
        self.change(|state| match state.out.remove(&number) {
            None => {}
            Some((Losses::None, items)) => {
                let size = items.len().div_ceil(MOST_PIECES).max(PIECE);
                let mut items = items.into_iter().peekable();
                while items.peek().is_some() {
                    state.pieces.push_back(items.by_ref().take(size).collect());
                }
            }
            Some((Losses::One, items)) => state.suspects.extend(items),
            Some((Losses::Two, items)) => {
                let dead = || Err(DEADLY.to_string());
                items.iter().for_each(|item| state.answer(item, dead()));
            }
        });
    }

    /// Ends the job because there are no more workers. Finished work is kept.
    pub fn fail(&self, reason: String) {
        self.change(|state| {
            if !state.is_closed {
                state.failure.get_or_insert(reason);
            }
        });
    }

    /// Closes the exchange: workers that ask for a task learn that the job has ended.
    pub fn close(&self) {
        self.change(|state| state.is_closed = true);
    }

    /// Tasks that are out.
    pub fn out(&self) -> usize {
        self.state().out.len()
    }
}

impl ExchangeState {
    /// The next task for one of some workers.
    fn task(&mut self, workers: usize) -> Option<Task> {
        if self.is_stopping {
            return None;
        }
        let alone = |(losses, _): &(Losses, Vec<Item>)| *losses == Losses::Two;
        let may_suspect = !self.out.values().any(alone);
        let (losses, items) = if may_suspect && let Some(suspect) = self.suspects.pop_front() {
            (Losses::Two, vec![suspect])
        } else if let Some(piece) = self.pieces.pop_front() {
            (Losses::One, piece)
        } else {
            (Losses::None, self.waiting_task(workers)?)
        };
        self.number += 1;
        let number = self.number;
        let puzzles = items.iter().map(|item| item.puzzle.clone()).collect();
        self.out.insert(number, (losses, items));
        Some(Task {
            number,
            puzzles,
            limit: Duration::from_secs_f64(LIMIT * target(workers)),
            is_suspect: losses == Losses::Two,
        })
    }

    fn waiting_task(&mut self, workers: usize) -> Option<Vec<Item>> {
        let size = self.size(workers);
        let lately = |fed: Instant| fed.elapsed() < PATIENCE;
        if self.waiting.is_empty()
            || self.waiting.len() < size && !self.is_fed && self.fed.is_some_and(lately)
        {
            return None;
        }
        let size = size.min(self.waiting.len());
        Some(self.waiting.drain(..size).collect())
    }

    /// Puzzles of the next task.
    fn size(&self, workers: usize) -> usize {
        let by_cost = match self.lately {
            (_, 0.0) => FIRST,
            (seconds, puzzles) => (target(workers) * puzzles / seconds.max(1e-9)) as usize,
        };
        let share = MOST_OUT / (AHEAD * workers);
        let last = self.waiting.len().div_ceil(AHEAD * workers);
        let last = if self.is_fed { last } else { usize::MAX };
        by_cost.min(share).min(last).max(1)
    }

    /// Returns true if more puzzles are needed for the next tasks.
    fn is_hungry(&self) -> bool {
        let ready = |(seconds, puzzles): (f64, f64)| 4.0 * TARGET * puzzles / seconds.max(1e-9);
        let most = match self.lately {
            (_, 0.0) => 64 * FIRST,
            lately => (ready(lately) as usize).clamp(64 * FIRST, MOST_OUT / 4),
        };
        self.waiting.len() < most
    }

    /// Puts puzzles back where they came from, ahead of all others.
    fn put_back(&mut self, losses: Losses, items: Vec<Item>) {
        match losses {
            _ if items.is_empty() => {}
            Losses::None => {
                let last_first = items.into_iter().rev();
                last_first.for_each(|item| self.waiting.push_front(item));
            }
            Losses::One => self.pieces.push_front(items),
            Losses::Two => self.suspects.extend(items),
        }
    }

    /// Takes a batch and queues its puzzles, but for those whose results are known.
    fn open(&mut self, id: TaskId, batch: RecordBatch, known: &KnownResults) {
        self.number += 1;
        let number = self.number;
        let mut lines = Vec::new();
        for record in &batch.records {
            let Ok(given) = &record.content else {
                continue;
            };
            if known.get(RecordId::of(record, &batch.kept)).is_some() {
                continue;
            }
            self.waiting.push_back(Item {
                batch: number,
                place: lines.len(),
                puzzle: given.puzzle.to_string(),
            });
            lines.push((record.input, record.line));
        }
        let missing = lines.len();
        let open = Open {
            id,
            batch,
            since: Instant::now(),
            lines,
            answers: vec![None; missing],
            missing,
        };
        match missing {
            0 => self.finished.push(open),
            _ => drop(self.batches.insert(number, open)),
        }
        self.fed = Some(Instant::now());
    }

    fn answer(&mut self, item: &Item, answer: RatedRow) {
        let Some(open) = self.batches.get_mut(&item.batch) else {
            return;
        };
        if open.answers[item.place].replace(answer).is_none() {
            open.missing -= 1;
        }
        if open.missing == 0 {
            self.finished.extend(self.batches.remove(&item.batch));
        }
    }

    /// The first line whose answer is missing, and since when.
    fn first_waiting(&self) -> Option<(Place, Instant)> {
        let open = self.batches.values();
        open.min_by_key(|open| open.id.number())?.waiting()
    }

    /// Returns true if no more answers are expected.
    fn is_done(&self) -> bool {
        let all_answered = self.is_fed && self.batches.is_empty();
        let stopped = self.is_stopping && self.out.is_empty();
        self.finished.is_empty() && (all_answered || stopped || self.failure.is_some())
    }
}

impl Exchange {
    /// Takes batches from the port and returns them rated, until there are no more or the job
    /// is stopping.
    pub(super) fn rate(
        &self,
        port: &WorkerPort<RecordBatch, RatedBatch>,
        finisher: &BatchFinisher,
    ) {
        // A job whose inputs were repaired starts again and ignores earlier answers.
        let mut state = self.state();
        *state = ExchangeState {
            number: state.number,
            lately: state.lately,
            failure: state.failure.take(),
            ..ExchangeState::default()
        };
        drop(state);
        let mut looked = Instant::now();
        loop {
            let (finished, is_done, is_hungry) = {
                let mut state = self.state();
                state.is_stopping = port.is_stopping();
                let is_done = state.is_done() || port.is_halted();
                let is_hungry = !state.is_fed && !state.is_stopping && state.is_hungry();
                if looked.elapsed() >= LOOK {
                    looked = Instant::now();
                    finisher.at_work.replace(state.first_waiting());
                }
                (std::mem::take(&mut state.finished), is_done, is_hungry)
            };
            for open in finished {
                let mut answers = open.answers.into_iter().flatten();
                let answer = |_: &dyn gradus_csp::Instance| answers.next();
                let Some(done) = finisher.finish(open.batch, answer, || false) else {
                    return;
                };
                if port.put(open.id, Ok(done)).is_err() {
                    return;
                }
            }
            if is_done {
                // Answers to the others have not all arrived.
                let batches = std::mem::take(&mut self.state().batches);
                let batches = batches.into_values();
                batches.for_each(|open| finisher.abandon(open.batch, open.answers));
                return;
            }
            if !is_hungry {
                let waited = self.changed.wait_timeout(self.state(), PATIENCE);
                drop(waited.unwrap_or_else(PoisonError::into_inner));
                continue;
            }
            match port.tasks.recv_timeout(PATIENCE) {
                Ok((id, batch)) => self.change(|state| state.open(id, batch, finisher.known)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.change(|state| state.is_fed = true),
            }
        }
    }

    /// The reason if the workers gave up.
    pub(super) fn failure(&self) -> Option<String> {
        self.state().failure.clone()
    }
}
