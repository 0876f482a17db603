//! Puzzles handed out to workers that are not threads of this process, and their answers
//! taken back, in any order.
//!
//! Puzzles go out in tasks. A task is sized by what puzzles have cost lately, so that it
//! takes half a second (more on large clusters, so that the driver keeps up), and its worker
//! hands back what it has not begun after four times that: no worker holds more than one
//! puzzle of the tail. At the end of the inputs,
//! tasks get smaller, so that all workers end together.
//!
//! A task that is lost with its worker is handed out again in pieces, and what is lost then
//! puzzle by puzzle, one at a time. A puzzle whose worker dies a third time is rejected: it
//! cost three workers, and will cost the next. A worker that has the puzzle alone can put it
//! into a process of its own; if the worker dies then, it was not the puzzle. What comes back
//! twice counts once.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::feed::Batch;
use super::work::{Answer, Done, Raters, Settle, Work, answer};
use crate::job::pump::{Desk, Taken, Ticket};

/// Seconds that a task should take: long beside what it costs to send it.
const TARGET: f64 = 0.5;

/// Workers that one driver keeps busy with such tasks; more of them get longer tasks.
const MANY: f64 = 64.0;

/// A worker begins no more puzzles of a task after this many times what it should take.
const LIMIT: f64 = 4.0;

/// Puzzles of the first tasks, when nothing is known of their cost.
const FIRST: usize = 16;

/// Puzzles out at a time, whatever the number of workers: less than what the window of a
/// job admits.
const MOST_OUT: usize = 120_000;

/// Tasks for each worker: one in hand, one on its way.
const AHEAD: usize = 2;

/// Puzzles of the pieces in which a lost task is handed out again, unless there were more
/// than [`MOST_PIECES`] of them.
const PIECE: usize = 8;

/// Pieces of a lost task.
const MOST_PIECES: usize = 64;

/// How long a task waits for more puzzles to fill it.
const PATIENCE: Duration = Duration::from_millis(20);

/// Why a puzzle is rejected that costs workers.
pub const DEADLY: &str = "its worker died three times";

/// Some puzzles for a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number, to be shown with the answers.
    pub number: u64,
    /// The puzzles.
    pub puzzles: Vec<String>,
    /// How long a worker begins with puzzles; the others it hands back.
    pub limit: Duration,
    /// Whether the worker of its only puzzle has died twice.
    pub is_suspect: bool,
}

impl Task {
    /// What a worker does: the answers to the first puzzles, to as many as it takes up
    /// before its time is over, and to one at least.
    pub fn work_off(&self, work: &impl Work) -> Vec<Answer> {
        let end = Instant::now() + self.limit;
        let mut answers = Vec::with_capacity(self.puzzles.len());
        for text in &self.puzzles {
            answers.push(match gradus_puzzles::read(text) {
                Ok(puzzle) => answer(puzzle.as_ref(), work),
                Err(error) => Err(error.to_string()),
            });
            if Instant::now() >= end {
                break;
            }
        }
        answers
    }
}

/// Answers that are not those of a task.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the answers to task {0} are none, or those to other puzzles")]
pub struct WrongAnswers(u64);

/// What there is for a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A task.
    Task(Task),
    /// Nothing at present.
    Nothing,
    /// Nothing any more.
    End,
}

/// Seconds that a task should take on a cluster of this many workers.
fn target(workers: usize) -> f64 {
    TARGET * (workers as f64 / MANY).clamp(1.0, 16.0)
}

/// A puzzle on its way.
struct Item {
    /// The batch that it belongs to.
    batch: u64,
    /// Its place among the puzzles of the batch.
    place: usize,
    puzzle: String,
}

/// A batch that waits for answers.
struct Open {
    ticket: Ticket,
    batch: Batch,
    answers: Vec<Option<Answer>>,
    missing: usize,
}

/// How often the worker of a puzzle has died.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Losses {
    None,
    One,
    /// The puzzle goes alone.
    Two,
}

#[derive(Default)]
struct State {
    /// Puzzles that have not been out, or came back unanswered.
    waiting: VecDeque<Item>,
    /// Pieces of tasks that were lost.
    pieces: VecDeque<Vec<Item>>,
    /// Puzzles that were lost twice.
    suspects: VecDeque<Item>,
    /// Tasks that are out.
    out: HashMap<u64, (Losses, Vec<Item>)>,
    batches: HashMap<u64, Open>,
    /// Batches that have all answers.
    finished: Vec<Open>,
    /// Seconds and puzzles of the last tasks, older ones counting less.
    lately: (f64, f64),
    /// Numbers of batches and tasks.
    number: u64,
    /// When the last puzzles came.
    fed: Option<Instant>,
    /// No more puzzles will come.
    is_fed: bool,
    is_stopping: bool,
    is_over: bool,
    failure: Option<String>,
}

/// Where a job and its workers meet.
#[derive(Default)]
pub struct Exchange {
    state: Mutex<State>,
    changed: Condvar,
}

impl Exchange {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A task for one of this many workers, if there is one within some time.
    pub fn take(&self, workers: usize, wait: Duration) -> Next {
        let end = Instant::now() + wait;
        let mut state = self.state();
        loop {
            if state.is_over || state.failure.is_some() {
                return Next::End;
            }
            if let Some(task) = state.task(workers.max(1)) {
                self.changed.notify_all();
                return Next::Task(task);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Next::Nothing;
            }
            let waited = self.changed.wait_timeout(state, left.min(PATIENCE));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Takes the answers to the first puzzles of a task, which took this many seconds; the
    /// others go out again. Answers to a task that is not out are not needed.
    pub fn give(
        &self,
        number: u64,
        answers: Vec<Answer>,
        seconds: f64,
    ) -> Result<(), WrongAnswers> {
        let mut state = self.state();
        let Some((losses, items)) = state.out.remove(&number) else {
            return Ok(());
        };
        let is_wrong = |(item, answer): (&Item, &Answer)| {
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
        // In this order: nothing is taken of the items when the answers are at their end.
        for (answer, item) in answers.into_iter().zip(items.by_ref()) {
            state.settle(&item, answer);
        }
        state.put_back(losses, items.collect());
        self.changed.notify_all();
        Ok(())
    }

    /// Takes a task back that was not worked on, through no fault of its puzzles.
    pub fn give_back(&self, number: u64) {
        let mut state = self.state();
        if let Some((losses, items)) = state.out.remove(&number) {
            state.put_back(losses, items);
        }
        self.changed.notify_all();
    }

    /// Takes down that the worker of a task died.
    pub fn lose(&self, number: u64) {
        let mut state = self.state();
        let Some((losses, items)) = state.out.remove(&number) else {
            return;
        };
        match losses {
            Losses::None => {
                let size = items.len().div_ceil(MOST_PIECES).max(PIECE);
                let mut items = items.into_iter().peekable();
                while items.peek().is_some() {
                    let piece = items.by_ref().take(size).collect();
                    state.pieces.push_back(piece);
                }
            }
            Losses::One => state.suspects.extend(items),
            Losses::Two => {
                for item in &items {
                    state.settle(item, Err(DEADLY.to_string()));
                }
            }
        }
        self.changed.notify_all();
    }

    /// Ends the job: there are no workers any more, for this reason. What is done is kept.
    pub fn fail(&self, reason: String) {
        let mut state = self.state();
        if !state.is_over {
            state.failure.get_or_insert(reason);
        }
        self.changed.notify_all();
    }

    /// Ends the exchange: whoever asks for a task learns that there are no more.
    pub fn close(&self) {
        self.state().is_over = true;
        self.changed.notify_all();
    }

    /// Tasks that are out.
    pub fn out(&self) -> usize {
        self.state().out.len()
    }
}

impl State {
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
        let last = match self.is_fed {
            true => self.waiting.len().div_ceil(AHEAD * workers),
            false => usize::MAX,
        };
        by_cost.min(share).min(last).max(1)
    }

    /// Whether more puzzles are wanted for tasks to come.
    fn is_hungry(&self) -> bool {
        let ready = |(seconds, puzzles): (f64, f64)| 4.0 * TARGET * puzzles / seconds.max(1e-9);
        let most = match self.lately {
            (_, 0.0) => 64 * FIRST,
            lately => (ready(lately) as usize).clamp(64 * FIRST, MOST_OUT / 4),
        };
        self.waiting.len() < most
    }

    /// Puts puzzles back where they came from, before all others.
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

    /// Takes a batch whose puzzles are to go out.
    fn open(&mut self, ticket: Ticket, batch: Batch) {
        self.number += 1;
        let number = self.number;
        let puzzles = batch.records.iter().filter_map(|r| r.content.as_ref().ok());
        let items = puzzles.enumerate().map(|(place, given)| Item {
            batch: number,
            place,
            puzzle: given.puzzle.to_string(),
        });
        let before = self.waiting.len();
        self.waiting.extend(items);
        let missing = self.waiting.len() - before;
        let open = Open {
            ticket,
            batch,
            answers: vec![None; missing],
            missing,
        };
        match missing {
            0 => self.finished.push(open),
            _ => drop(self.batches.insert(number, open)),
        }
        self.fed = Some(Instant::now());
    }

    fn settle(&mut self, item: &Item, answer: Answer) {
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

    /// Whether nothing more is to be expected of the workers.
    fn is_done(&self) -> bool {
        let all_answered = self.is_fed && self.batches.is_empty();
        let stopped = self.is_stopping && self.out.is_empty();
        self.finished.is_empty() && (all_answered || stopped || self.failure.is_some())
    }
}

impl Raters for Exchange {
    fn rate(&self, desk: &Desk<Batch, Done>, settle: &Settle) {
        {
            // A job whose inputs were mended begins again; answers of before are not its own.
            let mut state = self.state();
            *state = State {
                number: state.number,
                lately: state.lately,
                failure: state.failure.take(),
                ..State::default()
            };
        }
        loop {
            let (finished, is_done, is_hungry) = {
                let mut state = self.state();
                state.is_stopping = desk.is_stopping();
                let is_done = state.is_done();
                let is_hungry = !state.is_fed && !state.is_stopping && state.is_hungry();
                (std::mem::take(&mut state.finished), is_done, is_hungry)
            };
            for open in finished {
                let mut answers = open.answers.into_iter().flatten();
                let answer = |_: &dyn gradus_csp::Instance| {
                    let missing = || Err("no answer".to_string());
                    answers.next().unwrap_or_else(missing)
                };
                let done = settle.done(open.batch, answer);
                if desk.put(open.ticket, Ok(done)).is_err() {
                    return;
                }
            }
            if is_done {
                return;
            }
            if !is_hungry {
                let waited = self.changed.wait_timeout(self.state(), PATIENCE);
                drop(waited.unwrap_or_else(PoisonError::into_inner));
                continue;
            }
            match desk.take_within(PATIENCE) {
                Taken::Unit(ticket, batch) => self.state().open(ticket, batch),
                Taken::Nothing => continue,
                Taken::End => self.state().is_fed = true,
            }
            self.changed.notify_all();
        }
    }

    fn failure(&self) -> Option<String> {
        self.state().failure.clone()
    }
}
