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
//! minutes, the other cores continue until the window is full, and then wait.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::pool;

/// How often the sink is called when there are no results.
const TICK: Duration = Duration::from_millis(200);

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
    /// Set to stop the job. Workers finish their tasks, and the sink receives them.
    pub stop: &'a AtomicBool,
}

/// Receives results in order.
pub(crate) trait Sink<R> {
    /// Why it cannot accept more results.
    type Error;

    /// Accepts the result of a task. Returns `Break` to end the run.
    fn accept(&mut self, result: R) -> Result<ControlFlow<()>, Self::Error>;

    /// Called regularly while there are no results.
    fn tick(&mut self) -> Result<(), Self::Error> {
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

/// The channels between the pump and its workers. When the last worker drops its port,
/// the sink knows that no more results will come.
pub(crate) struct WorkerPort<'a, U, R> {
    /// The tasks of the source.
    pub tasks: Receiver<(TaskId, U)>,
    results: Sender<(TaskId, thread::Result<R>)>,
    stop: &'a AtomicBool,
}

impl<U, R> WorkerPort<'_, U, R> {
    /// Returns the result of a task, or the panic that it ended in.
    pub(crate) fn put(&self, id: TaskId, content: thread::Result<R>) -> Result<(), QueueClosed> {
        let sent = self.results.send((id, content));
        sent.map_err(|_| QueueClosed)
    }

    /// Returns true if the job is stopping. Workers should still finish their tasks.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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
                let result = catch_unwind(AssertUnwindSafe(|| work(task)));
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
pub(crate) fn each<U: Send, R: Send, E>(
    threads: usize,
    items: impl IntoIterator<Item = U> + Send,
    work: impl Fn(U) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let pump = Pump {
        threads,
        window: ITEMS_AHEAD,
        stop: &NEVER,
    };
    let source = |queue: &mut Queue<U>| items.into_iter().try_for_each(|item| queue.put(item, 1));
    // The queue closes early only if `take` has failed.
    pump.run(source, work, &mut take).map(drop)
}

/// Items in progress.
const ITEMS_AHEAD: usize = 256;

/// The output of the pump. Dropping it, also by a panic, closes the queue and both
/// channels, so that neither the source nor the workers wait any longer.
struct CloseOnDrop<'a, R> {
    results: Receiver<(TaskId, thread::Result<R>)>,
    window: &'a Window,
    closed: &'a AtomicBool,
}

impl<R> CloseOnDrop<'_, R> {
    /// Passes results to the sink in the order of their numbers.
    fn in_order<S: Sink<R>>(
        &self,
        sink: &mut S,
        stop: &AtomicBool,
    ) -> Result<ControlFlow<()>, S::Error> {
        let mut early = BTreeMap::new();
        let mut next = 0;
        loop {
            match self.results.recv_timeout(TICK) {
                Ok((id, result)) => {
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
                Err(RecvTimeoutError::Timeout) => sink.tick()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(ControlFlow::Continue(())),
            }
            if stop.load(Ordering::Relaxed) {
                self.close();
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
    }
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
