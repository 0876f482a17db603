//! The ordered pump: a source of tasks, workers that turn them into results on all
//! cores, and a sink that receives the results in the order of the tasks.
//!
//! The workers run in a `rayon` pool; the window around them is ours, because rayon has
//! nothing that fits:
//! - `par_bridge` returns results in any order, pulls from the source as fast as it can,
//!   and holds a lock while the source waits for its input;
//! - indexed parallel iterators keep the order, but need all tasks before the first
//!   result: a job would hold its whole input in memory, write nothing until the end, and
//!   could not read from a pipe.
//!
//! The pump bounds the cost of the tasks in progress, not their time: while one task takes
//! minutes, the other cores continue until the window is full, and then wait. Results that have
//! waited for a moment are shown to the sink ahead of their turn, so that it can make them durable.
//!
//! When the job is stopped, no more tasks begin. Those in progress have a second to end; then their
//! searches are halted, and they have no results.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::pool;
use gradus_engine::halt::{self, Halted};

/// How often the sink is called, at least.
const TICK: Duration = Duration::from_millis(200);

/// How long a result waits for its turn before it is shown ahead of it.
const PATIENCE: Duration = Duration::from_millis(500);

/// How long tasks may take to end after a stop, before they are halted.
const GRACE: Duration = Duration::from_secs(1);

/// How long a stop may take before the sink is told that some tasks cannot be halted.
const LATEST: Duration = Duration::from_millis(1600);

/// The stop flag of jobs that cannot be stopped.
pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);

/// The limits of a run.
#[derive(Clone, Copy)]
pub(crate) struct Pump<'a> {
    /// Number of workers.
    pub threads: usize,
    /// The largest cost of the tasks in progress: taken from the source and not yet
    /// accepted by the sink. In bytes or in tasks, as the source counts.
    pub window: usize,
    /// Set to stop the job. Workers finish their tasks if that takes no more than a second, and
    /// the sink receives them.
    pub stop: &'a AtomicBool,
}

/// Receives results in order.
pub(crate) trait Sink<R> {
    /// Why it cannot accept more results.
    type Error;

    /// Accepts the result of a task. Returns `Break` to end the run.
    fn accept(&mut self, result: R) -> Result<ControlFlow<()>, Self::Error>;

    /// Called regularly.
    fn tick(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Shows a result that waits for earlier ones, and may never be accepted in this run.
    fn ahead(&mut self, _result: &mut R) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Called if the job is stopping and some tasks neither end nor can be halted.
    fn overdue(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl<R, E, F: FnMut(R) -> Result<(), E>> Sink<R> for F {
    type Error = E;

    fn accept(&mut self, result: R) -> Result<ControlFlow<()>, E> {
        self(result).map(ControlFlow::Continue)
    }
}

/// Takes the tasks of a source.
pub(crate) struct Queue<'a, U> {
    tasks: Sender<(TaskId, U)>,
    window: &'a Window,
    next: u64,
    stop: &'a AtomicBool,
    closed: &'a AtomicBool,
}

/// The receiver has hung up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QueueClosed;

/// The place of a task in the order. Workers return it with the result.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TaskId {
    number: u64,
    cost: usize,
}

impl<'a, U> Queue<'a, U> {
    /// Adds a task as soon as there is room for it.
    pub(crate) fn put(&mut self, content: U, cost: usize) -> Result<(), QueueClosed> {
        self.window.admit(cost)?;
        let number = self.next;
        self.next += 1;
        let sent = self.tasks.send((TaskId { number, cost }, content));
        sent.map_err(|_| QueueClosed)
    }

    /// A flag that is set soon after the queue is closed, to wake a source that waits for
    /// its input.
    pub(crate) fn closed(&self) -> &'a AtomicBool {
        self.closed
    }

    /// Returns true if the queue is closed or the job is stopping.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }
}

impl TaskId {
    /// The number of the task, from 0.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}

/// The channels between the pump and its workers. When the last worker drops its port,
/// the sink knows that no more results will come.
pub(crate) struct WorkerPort<'a, U, R> {
    /// The tasks of the source.
    pub tasks: Receiver<(TaskId, U)>,
    results: Sender<(TaskId, thread::Result<R>)>,
    stop: &'a AtomicBool,
    halt: Arc<AtomicBool>,
}

impl<U, R> WorkerPort<'_, U, R> {
    /// Returns the result of a task, or the panic that it ended in.
    pub(crate) fn put(&self, id: TaskId, content: thread::Result<R>) -> Result<(), QueueClosed> {
        let sent = self.results.send((id, content));
        sent.map_err(|_| QueueClosed)
    }

    /// Returns true if the job is stopping. Workers should still finish what they do, if that
    /// takes no longer than a moment.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns true if workers should end at once.
    pub(crate) fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// Runs a function whose searches can be halted. Returns `None` if they were.
    pub(crate) fn attempt<T>(&self, work: impl FnOnce() -> T) -> Option<thread::Result<T>> {
        match catch_unwind(AssertUnwindSafe(|| halt::until(&self.halt, work))) {
            Err(payload) if payload.is::<Halted>() => None,
            result => Some(result),
        }
    }
}

impl Pump<'_> {
    /// Runs all tasks of a source through threads into a sink. Returns what the source
    /// returned, or `None` if the sink ended the run. A panic of a worker continues here, in
    /// the place of its result.
    pub(crate) fn run<U: Send, R: Send, T: Send, S: Sink<R>>(
        self,
        source: impl FnOnce(&mut Queue<U>) -> T + Send,
        work: impl Fn(U) -> R + Sync,
        sink: &mut S,
    ) -> Result<Option<T>, S::Error> {
        let workers = |port: &WorkerPort<U, R>| {
            for (id, task) in &port.tasks {
                let Some(result) = port.attempt(|| work(task)) else {
                    return;
                };
                if port.put(id, result).is_err() || port.is_stopping() {
                    return;
                }
            }
        };
        self.run_with(source, self.threads, workers, sink)
    }

    /// Like [`Pump::run`], with threads that take tasks from a port and return their results
    /// in any order, until there are no more or the job is stopping. A task that is taken and
    /// not returned is lost to the sink, with all tasks after it.
    pub(crate) fn run_with<U: Send, R: Send, T: Send, S: Sink<R>>(
        self,
        source: impl FnOnce(&mut Queue<U>) -> T + Send,
        workers: usize,
        work: impl Fn(&WorkerPort<U, R>) + Sync,
        sink: &mut S,
    ) -> Result<Option<T>, S::Error> {
        let closed = AtomicBool::new(false);
        let halt = Arc::new(AtomicBool::new(false));
        let window = Window {
            limit: self.window,
            ..Window::default()
        };
        let (tasks, waiting) = bounded(2 * self.threads);
        let (results, finished) = bounded(2 * self.threads);
        let pool = pool::for_job(workers);
        let mut queue = Queue {
            tasks,
            window: &window,
            next: 0,
            stop: self.stop,
            closed: &closed,
        };
        let output = CloseOnDrop {
            results: finished,
            window: &window,
            closed: &closed,
            halt: &halt,
        };
        // The source may wait for its input, so it has a thread outside the pool.
        thread::scope(|scope| {
            let reader = scope.spawn(move || source(&mut queue));
            let flow = pool.in_place_scope(|scope| {
                for _ in 0..pool.current_num_threads() {
                    let port = WorkerPort {
                        tasks: waiting.clone(),
                        results: results.clone(),
                        stop: self.stop,
                        halt: halt.clone(),
                    };
                    let work = &work;
                    scope.spawn(move |_| work(&port));
                }
                // Only the workers' ends of the channels are left.
                drop((waiting, results));
                // Dropped here, before the scope waits for the workers.
                let output = output;
                output.in_order(sink, self.stop)
            });
            let ended = reader.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok(flow?.is_continue().then_some(ended))
        })
    }
}

/// Applies a function to all items and passes on the results in order.
#[cfg(feature = "polars")]
pub(crate) fn each<U: Send, R: Send, E>(
    threads: usize,
    items: impl IntoIterator<Item = U> + Send,
    work: impl Fn(U) -> R + Sync,
    take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    each_until(&NEVER, threads, items, work, take)
}

/// Like [`each`], but ends soon after a flag is set, perhaps without the last results.
pub(crate) fn each_until<U: Send, R: Send, E>(
    stop: &AtomicBool,
    threads: usize,
    items: impl IntoIterator<Item = U> + Send,
    work: impl Fn(U) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let pump = Pump {
        threads,
        window: ITEMS_AHEAD,
        stop,
    };
    let source = |queue: &mut Queue<U>| items.into_iter().try_for_each(|item| queue.put(item, 1));
    // The queue closes early only if `take` has failed, or after a stop.
    pump.run(source, work, &mut take).map(drop)
}

/// Items in progress.
const ITEMS_AHEAD: usize = 256;

/// The output of the pump. Dropping it, also by a panic, closes the queue and both
/// channels and halts the tasks in progress, so that neither the source nor the workers take any
/// longer.
struct CloseOnDrop<'a, R> {
    results: Receiver<(TaskId, thread::Result<R>)>,
    window: &'a Window,
    closed: &'a AtomicBool,
    halt: &'a AtomicBool,
}

impl<R> CloseOnDrop<'_, R> {
    /// Passes results to the sink in the order of their numbers.
    fn in_order<S: Sink<R>>(
        &self,
        sink: &mut S,
        stop: &AtomicBool,
    ) -> Result<ControlFlow<()>, S::Error> {
        let mut early = BTreeMap::new();
        // When results arrived before their turn.
        let mut arrived = VecDeque::new();
        let mut next = 0;
        let mut ticked = Instant::now();
        let mut stopped = None;
        loop {
            match self.results.recv_timeout(TICK) {
                Ok((id, result)) => {
                    if id.number > next {
                        arrived.push_back((id.number, Instant::now()));
                    }
                    early.insert(id.number, (id.cost, result));
                    while let Some((cost, result)) = early.remove(&next) {
                        let content = result.unwrap_or_else(|panic| resume_unwind(panic));
                        if sink.accept(content)?.is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                        self.window.release(cost);
                        next += 1;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // What comes before these was halted.
                    let results = early.values_mut().filter_map(|(_, it)| it.as_mut().ok());
                    results.into_iter().try_for_each(|it| sink.ahead(it))?;
                    return Ok(ControlFlow::Continue(()));
                }
            }
            while let Some((number, _)) =
                arrived.pop_front_if(|(_, since)| is_over(*since, PATIENCE))
            {
                if let Some((_, Ok(result))) = early.get_mut(&number) {
                    sink.ahead(result)?;
                }
            }
            if is_over(ticked, TICK) {
                sink.tick()?;
                ticked = Instant::now();
            }
            if stop.load(Ordering::Relaxed) {
                self.close();
                let since = *stopped.get_or_insert_with(Instant::now);
                if is_over(since, GRACE) {
                    self.halt.store(true, Ordering::Relaxed);
                }
                if is_over(since, LATEST) {
                    sink.overdue()?;
                }
            }
        }
    }

    /// Takes no more tasks from the source.
    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.window.close();
    }
}

impl<R> Drop for CloseOnDrop<'_, R> {
    fn drop(&mut self) {
        self.close();
        // Nobody takes the results of the tasks in progress any more.
        self.halt.store(true, Ordering::Relaxed);
    }
}

fn is_over(since: Instant, time: Duration) -> bool {
    since.elapsed() >= time
}

/// The cost of the tasks in progress.
#[derive(Default)]
struct Window {
    limit: usize,
    state: Mutex<WindowState>,
    changed: Condvar,
}

#[derive(Default)]
struct WindowState {
    cost: usize,
    closed: bool,
}

impl Window {
    fn state(&self) -> MutexGuard<'_, WindowState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for room, until the window is closed.
    fn admit(&self, cost: usize) -> Result<(), QueueClosed> {
        let is_full = |state: &mut WindowState| {
            !state.closed && state.cost > 0 && state.cost + cost > self.limit
        };
        let waited = self.changed.wait_while(self.state(), is_full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.cost += cost;
        (!state.closed).then_some(()).ok_or(QueueClosed)
    }

    fn release(&self, cost: usize) {
        self.state().cost -= cost;
        self.changed.notify_one();
    }

    fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUMP: Pump = Pump {
        threads: 3,
        window: 10,
        stop: &NEVER,
    };

    /// Infinitely many numbers. Returns true when the queue is closed.
    fn numbers(queue: &mut Queue<u64>) -> bool {
        (0..).try_for_each(|number| queue.put(number, 1)).is_err()
    }

    /// Accepts results up to a number.
    struct Until(u64, Vec<u64>);

    impl Sink<u64> for Until {
        type Error = ();

        fn accept(&mut self, result: u64) -> Result<ControlFlow<()>, ()> {
            self.1.push(result);
            let ends = result >= self.0;
            Ok(if ends {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        }
    }

    #[test]
    fn results_come_in_order_until_there_are_enough() {
        let mut sink = Until(100, Vec::new());
        // Every seventh of the tasks that the sink accepts waits for another one.
        let (sender, receiver) = bounded(1);
        let work = |number: u64| {
            match number % 7 {
                0 if number < 100 => receiver.recv().expect("the next task follows"),
                1 if number < 100 => sender.send(()).expect("the previous task waits"),
                _ => {}
            }
            number
        };
        assert_eq!(PUMP.run(numbers, work, &mut sink), Ok(None));
        assert!(sink.1.into_iter().eq(0..=100));
    }

    #[test]
    fn a_sink_that_fails_ends_the_source() {
        let mut sink = |number: u64| if number < 5 { Ok(()) } else { Err(number) };
        assert_eq!(PUMP.run(numbers, |number| number, &mut sink), Err(5));
    }

    #[test]
    fn a_panic_is_handed_on_and_nothing_waits() {
        let work = |number: u64| assert!(number != 20, "a defect, made for this test");
        let run = || PUMP.run(numbers, work, &mut |()| Ok::<_, ()>(()));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }

    #[test]
    fn results_that_wait_are_shown_ahead_of_their_turn() {
        /// Notes what is shown, and accepts everything.
        struct Shown<'a>(&'a Sender<u64>, Vec<u64>);

        impl Sink<u64> for Shown<'_> {
            type Error = ();

            fn accept(&mut self, result: u64) -> Result<ControlFlow<()>, ()> {
                self.1.push(result);
                Ok(ControlFlow::Continue(()))
            }

            fn ahead(&mut self, result: &mut u64) -> Result<(), ()> {
                self.0.send(*result).map_err(drop)
            }
        }

        let (sender, receiver) = bounded(10);
        // The first task waits until the others are shown.
        let work = |number: u64| {
            if number == 0 {
                let mut shown: Vec<u64> = receiver.iter().take(9).collect();
                shown.sort();
                assert!(shown.into_iter().eq(1..10));
            }
            number
        };
        let source = |queue: &mut Queue<u64>| (0..10).try_for_each(|it| queue.put(it, 1));
        let mut sink = Shown(&sender, Vec::new());
        assert!(PUMP.run(source, work, &mut sink).is_ok());
        assert!(sink.1.into_iter().eq(0..10));
    }

    #[test]
    fn a_task_that_does_not_end_is_halted_on_stop() {
        let stop = AtomicBool::new(false);
        let work = |number: u64| {
            if number == 3 {
                stop.store(true, Ordering::Relaxed);
                loop {
                    halt::check();
                }
            }
            number
        };
        let mut taken = Vec::new();
        let mut sink = |number| {
            taken.push(number);
            Ok::<_, ()>(())
        };
        let begun = Instant::now();
        let pump = Pump {
            stop: &stop,
            ..PUMP
        };
        assert_eq!(pump.run(numbers, work, &mut sink), Ok(Some(true)));
        assert!(
            taken.into_iter().eq(0..3),
            "nothing of it, and nothing after it"
        );
        assert!(!is_over(begun, 2 * GRACE));
    }

    #[test]
    fn tasks_in_progress_are_finished_on_stop() {
        let (stop, begun) = (AtomicBool::new(false), Mutex::new(0));
        let work = |number: u64| {
            *begun.lock().expect("no panic") += 1;
            if number == 50 {
                stop.store(true, Ordering::Relaxed);
            }
            number
        };
        let mut taken = Vec::new();
        let mut sink = |number| {
            taken.push(number);
            Ok::<_, ()>(())
        };
        let stop = &stop;
        let done = Pump { stop, ..PUMP }.run(numbers, work, &mut sink);
        assert_eq!(done, Ok(Some(true)));
        let begun = begun.into_inner().expect("no panic");
        assert!(taken.into_iter().eq(0..begun));
    }
}
