//! Units go out to the workers, and what they make comes back in the order of the units.
//!
//! The threads share nothing but channels and are never waited for, so that a stream that
//! is slow to give grids cannot hold up a job that is done or is asked to stop.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use super::given::{Given, Read};
use super::unit::{Made, Recipe, Unit};
use crate::runner::Error;

/// Units under way for each worker: enough that none waits for another.
const WINDOW: usize = 16;

/// How often the receiver is called when there is nothing for it.
const TICK: Duration = Duration::from_millis(200);

/// What a unit made, and how far the given grids had been read.
pub struct Done {
    /// What it made.
    pub made: Made,
    /// After the unit.
    pub read: Read,
}

/// Where units come from.
pub enum Supply {
    /// Grids of our own: there is no end of units.
    Own,
    /// Grids that are given.
    Given(Box<Given>),
}

/// Whether more is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Yes.
    More,
    /// No.
    Enough,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The receiver had enough.
    Enough,
    /// The given grids came to an end.
    NoMoreGrids,
    /// The job was asked to stop.
    Stopped,
}

/// A unit with its number, or why there is none.
type Task = (u64, Result<(Unit, Read), Error>);
/// What a worker hands back; a panic is handed on.
type Answer = (u64, thread::Result<Result<Done, Error>>);

/// Does units from a number on until the receiver has enough. It gets what they made in
/// order, and nothing now and then.
pub fn pump(
    recipe: Recipe,
    supply: Supply,
    first: u64,
    threads: usize,
    stop: &AtomicBool,
    mut receive: impl FnMut(Option<Done>) -> Result<Wanted, Error>,
) -> Result<Ended, Error> {
    let window = WINDOW * threads;
    let (permits, allowed) = unbounded();
    let (tasks, queue) = bounded::<Task>(window);
    let (answers, answered) = bounded::<Answer>(window);
    thread::spawn(move || hand_out(supply, first, &allowed, &tasks));
    for _ in 0..threads {
        let (queue, answers) = (queue.clone(), answers.clone());
        thread::spawn(move || labour(recipe, &queue, &answers));
    }
    drop((queue, answers));
    // There are never more units under way than permits were given.
    let permit = || {
        let _ = permits.send(());
    };
    (0..window).for_each(|_| permit());

    let mut early = BTreeMap::new();
    let mut next = first;
    while !stop.load(Ordering::Relaxed) {
        let wanted = match answered.recv_timeout(TICK) {
            Ok((number, answer)) => {
                early.insert(number, answer);
                let mut wanted = Wanted::More;
                while let (Wanted::More, Some(answer)) = (wanted, early.remove(&next)) {
                    let done = answer.unwrap_or_else(|panic| resume_unwind(panic))?;
                    wanted = receive(Some(done))?;
                    next += 1;
                    permit();
                }
                wanted
            }
            Err(RecvTimeoutError::Timeout) => receive(None)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(Ended::NoMoreGrids),
        };
        if wanted == Wanted::Enough {
            return Ok(Ended::Enough);
        }
    }
    Ok(Ended::Stopped)
}

/// Hands out a unit for every permit, as long as there are units and somebody takes them.
fn hand_out(mut supply: Supply, first: u64, allowed: &Receiver<()>, tasks: &Sender<Task>) {
    for (number, ()) in (first..).zip(allowed) {
        let unit = match &mut supply {
            Supply::Own => Ok(Some((Unit::Own(number), Read::default()))),
            Supply::Given(given) => given
                .next_unit()
                .map(|unit| unit.map(|unit| (unit, given.read()))),
        };
        let last = unit.is_err();
        let Some(task) = unit.transpose() else {
            return;
        };
        if tasks.send((number, task)).is_err() || last {
            return;
        }
    }
}

/// A worker.
fn labour(recipe: Recipe, queue: &Receiver<Task>, answers: &Sender<Answer>) {
    for (number, task) in queue {
        let done = |(unit, read): (Unit, Read)| Done {
            made: recipe.make(&unit),
            read,
        };
        let answer = catch_unwind(AssertUnwindSafe(|| task.map(done)));
        if answers.send((number, answer)).is_err() {
            return;
        }
    }
}
