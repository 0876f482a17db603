//! The ordered pump: a source of units, workers that turn them into results on all
//! cores, and a sink that gets the results in the order of the units. The workers are
//! threads, or whatever else is a [`Pool`].
//!
//! What is under way is bounded by its cost, not in time: while one unit takes minutes
//! the other cores go on until the window is full, and then wait.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

/// How often the sink is called when there is nothing for it.
const TICK: Duration = Duration::from_millis(200);

/// For jobs that nobody asks to stop.
pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);

/// How units are worked on.
#[derive(Clone, Copy)]
pub struct Pump<'a> {
    /// Workers.
    pub threads: usize,
    /// The cost of what may be under way: taken from the source and not yet by the
    /// sink. In bytes or in units, as the source counts.
    pub window: usize,
    /// Set when the job is asked to stop. Workers finish what they have in hand, and
    /// the sink gets it.
    pub stop: &'a AtomicBool,
}

/// Where results go, in order.
pub trait Sink<R> {
    /// Why it can take no more.
    type Error;

    /// Takes the result of a unit; `Break` if that is enough.
    fn accept(&mut self, result: R) -> Result<ControlFlow<()>, Self::Error>;

    /// Is called now and then, results or not.
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

/// Where a source puts its units.
pub struct Hopper<'a, U> {
    units: Sender<Numbered<U>>,
    window: &'a Window,
    next: u64,
    stop: &'a AtomicBool,
    over: &'a AtomicBool,
}

/// Nobody wants more units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dismissed;

/// A unit or a result with its place in the order.
struct Numbered<T> {
    number: u64,
    cost: usize,
    content: T,
}

impl<'a, U> Hopper<'a, U> {
    /// Hands on a unit as soon as there is room for it.
    pub fn put(&mut self, content: U, cost: usize) -> Result<(), Dismissed> {
        self.window.admit(cost)?;
        let number = self.next;
        self.next += 1;
        let unit = Numbered {
            number,
            cost,
            content,
        };
        self.units.send(unit).map_err(|_| Dismissed)
    }

    /// Is set soon after nobody wants more units, to wake a source that waits for its
    /// input.
    pub fn over(&self) -> &'a AtomicBool {
        self.over
    }

    /// Whether nobody wants more units, or the job is asked to stop.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }
}

/// Those who turn units into results, in whatever order.
pub trait Pool<U, R>: Sync {
    /// Takes units from the desk and puts their results there, until there are no more or
    /// the job is asked to stop. What is taken and not put back when it returns is lost to
    /// the sink, with all that comes after it.
    fn serve(&self, desk: &Desk<U, R>);
}

/// Where a pool takes units and puts results.
pub struct Desk<'a, U, R> {
    queue: &'a Receiver<Numbered<U>>,
    results: &'a Sender<Answer<R>>,
    stop: &'a AtomicBool,
}

/// What a unit was taken for, to be shown when its result is put.
#[derive(Debug, PartialEq, Eq)]
pub struct Ticket {
    number: u64,
    cost: usize,
}

/// What became of a wish for a unit.
pub enum Taken<U> {
    /// Here is one.
    Unit(Ticket, U),
    /// None came in time.
    Nothing,
    /// There are no more.
    End,
}

impl<U, R> Desk<'_, U, R> {
    /// The next unit, as soon as there is one; none if there are no more.
    pub fn take(&self) -> Option<(Ticket, U)> {
        self.queue.recv().ok().map(Numbered::split)
    }

    /// The next unit, if it comes within some time.
    pub fn take_within(&self, time: Duration) -> Taken<U> {
        match self.queue.recv_timeout(time) {
            Ok(unit) => {
                let (ticket, unit) = unit.split();
                Taken::Unit(ticket, unit)
            }
            Err(RecvTimeoutError::Timeout) => Taken::Nothing,
            Err(RecvTimeoutError::Disconnected) => Taken::End,
        }
    }

    /// Hands on what a unit became, or the panic that it ended in.
    pub fn put(&self, ticket: Ticket, content: thread::Result<R>) -> Result<(), Dismissed> {
        let result = Numbered {
            number: ticket.number,
            cost: ticket.cost,
            content,
        };
        self.results.send(result).map_err(|_| Dismissed)
    }

    /// Whether the job is asked to stop: what is in hand should still be done.
    pub fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl<T> Numbered<T> {
    fn split(self) -> (Ticket, T) {
        let ticket = Ticket {
            number: self.number,
            cost: self.cost,
        };
        (ticket, self.content)
    }
}

/// Threads of this process.
pub(crate) struct Threads<W> {
    /// How many.
    pub count: usize,
    /// What they do.
    pub work: W,
}

impl<U: Send, R: Send, W: Fn(U) -> R + Sync> Pool<U, R> for Threads<W> {
    fn serve(&self, desk: &Desk<U, R>) {
        thread::scope(|scope| {
            for _ in 0..self.count {
                scope.spawn(|| labour(&self.work, desk));
            }
        });
    }
}

impl Pump<'_> {
    /// Runs all units of a source through threads into a sink. Returns what the source
    /// returned; none if the sink had enough. A panic of a worker is handed on in its
    /// turn.
    pub fn run<U: Send, R: Send, T: Send, S: Sink<R>>(
        self,
        source: impl FnOnce(&mut Hopper<U>) -> T + Send,
        work: impl Fn(U) -> R + Sync,
        sink: &mut S,
    ) -> Result<Option<T>, S::Error> {
        let count = self.threads;
        self.run_in(source, &Threads { count, work }, sink)
    }

    /// The same, with the workers of a pool.
    pub fn run_in<U: Send, R: Send, T: Send, S: Sink<R>>(
        self,
        source: impl FnOnce(&mut Hopper<U>) -> T + Send,
        pool: &impl Pool<U, R>,
        sink: &mut S,
    ) -> Result<Option<T>, S::Error> {
        let (window, over) = (Window::new(self.window), AtomicBool::new(false));
        let (units, queue) = bounded(2 * self.threads);
        let (results, done) = bounded(2 * self.threads);
        thread::scope(|scope| {
            let mut hopper = Hopper {
                units,
                window: &window,
                next: 0,
                stop: self.stop,
                over: &over,
            };
            let reader = scope.spawn(move || source(&mut hopper));
            // What the pool has of the channels goes with it, so that whoever waits at their
            // other ends knows that it has left.
            scope.spawn(move || {
                pool.serve(&Desk {
                    queue: &queue,
                    results: &results,
                    stop: self.stop,
                });
            });
            let exit = Exit {
                done,
                window: &window,
                over: &over,
            };
            let flow = exit.in_order(sink, self.stop);
            drop(exit);
            let ended = reader.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok(flow?.is_continue().then_some(ended))
        })
    }
}

/// Applies a function to all items, and takes the results in their order.
pub(crate) fn each<U: Send, R: Send, E>(
    threads: usize,
    items: impl IntoIterator<Item = U> + Send,
    work: impl Fn(U) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let pump = Pump {
        threads,
        window: AHEAD,
        stop: &NEVER,
    };
    let source =
        |hopper: &mut Hopper<U>| items.into_iter().try_for_each(|item| hopper.put(item, 1));
    // The source is dismissed only if `take` has failed.
    pump.run(source, work, &mut take).map(drop)
}

/// Items under way.
const AHEAD: usize = 256;

/// Calls a function; none if it panics. A defect that one unit meets must not cost the
/// work of a night.
pub(crate) fn guarded<T>(function: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(function)).ok()
}

type Answer<R> = Numbered<thread::Result<R>>;

/// A worker: units in, results out. Asked to stop, it finishes the one it has.
fn labour<U, R>(work: &impl Fn(U) -> R, desk: &Desk<U, R>) {
    while let Some((ticket, unit)) = desk.take() {
        let result = catch_unwind(AssertUnwindSafe(|| work(unit)));
        if desk.put(ticket, result).is_err() || desk.is_stopping() {
            return;
        }
    }
}

/// The end of the pump. When it is dropped, be it by a panic, nobody waits any more:
/// all channels break.
struct Exit<'a, R> {
    done: Receiver<Answer<R>>,
    window: &'a Window,
    over: &'a AtomicBool,
}

impl<R> Exit<'_, R> {
    /// Hands results to the sink in the order of their numbers.
    fn in_order<S: Sink<R>>(
        &self,
        sink: &mut S,
        stop: &AtomicBool,
    ) -> Result<ControlFlow<()>, S::Error> {
        let mut early = BTreeMap::new();
        let mut next = 0;
        loop {
            match self.done.recv_timeout(TICK) {
                Ok(result) => {
                    early.insert(result.number, result);
                    while let Some(result) = early.remove(&next) {
                        let content = result.content.unwrap_or_else(|panic| resume_unwind(panic));
                        if sink.accept(content)?.is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                        self.window.release(result.cost);
                        next += 1;
                    }
                }
                Err(RecvTimeoutError::Timeout) => sink.tick()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(ControlFlow::Continue(())),
            }
            if stop.load(Ordering::Relaxed) {
                self.dismiss();
            }
        }
    }

    /// Takes no more units from the source.
    fn dismiss(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.window.close();
    }
}

impl<R> Drop for Exit<'_, R> {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// What is under way.
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
    fn new(limit: usize) -> Window {
        Window {
            limit,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, WindowState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for room, until the window is closed.
    fn admit(&self, cost: usize) -> Result<(), Dismissed> {
        let is_full = |state: &mut WindowState| {
            !state.closed && state.cost > 0 && state.cost + cost > self.limit
        };
        let waited = self.changed.wait_while(self.state(), is_full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.cost += cost;
        match state.closed {
            true => Err(Dismissed),
            false => Ok(()),
        }
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

    /// Numbers without end; returns after the last that somebody wanted.
    fn numbers(hopper: &mut Hopper<u64>) -> bool {
        (0..).try_for_each(|number| hopper.put(number, 1)).is_err()
    }

    /// Takes results up to a number.
    struct Until(u64, Vec<u64>);

    impl Sink<u64> for Until {
        type Error = ();

        fn accept(&mut self, result: u64) -> Result<ControlFlow<()>, ()> {
            self.1.push(result);
            Ok(match result < self.0 {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            })
        }
    }

    #[test]
    fn results_come_in_order_until_there_are_enough() {
        let mut sink = Until(100, Vec::new());
        let slow_at_times = |number: u64| {
            if number.is_multiple_of(7) {
                thread::sleep(Duration::from_millis(1));
            }
            number
        };
        assert_eq!(PUMP.run(numbers, slow_at_times, &mut sink), Ok(None));
        assert!(sink.1.into_iter().eq(0..=100));
    }

    #[test]
    fn a_sink_that_fails_ends_the_source() {
        let mut sink = |number: u64| if number < 5 { Ok(()) } else { Err(number) };
        assert_eq!(PUMP.run(numbers, |number| number, &mut sink), Err(5));
    }

    #[test]
    fn a_panic_is_handed_on_and_nobody_waits() {
        let work = |number: u64| assert!(number != 20, "a defect, made for this test");
        let run = || PUMP.run(numbers, work, &mut |()| Ok::<_, ()>(()));
        assert!(guarded(run).is_none());
    }

    #[test]
    fn what_is_in_hand_when_a_stop_comes_is_taken() {
        let (stop, begun) = (AtomicBool::new(false), Mutex::new(0));
        let work = |number: u64| {
            *begun.lock().expect("no panic") += 1;
            if number == 50 {
                stop.store(true, Ordering::Relaxed);
            }
            number
        };
        let mut taken = Vec::new();
        let mut sink = |number: u64| {
            taken.push(number);
            Ok::<_, ()>(())
        };
        let pump = Pump {
            stop: &stop,
            ..PUMP
        };
        assert_eq!(pump.run(numbers, work, &mut sink), Ok(Some(true)));
        assert!(
            taken
                .into_iter()
                .eq(0..begun.into_inner().expect("no panic"))
        );
    }
}
