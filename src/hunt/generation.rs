//! One generation on all cores: moves first, then judgements of new puzzles.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::cascade::{Stage, StageTally};
use super::judge::{HuntJudge, Judgement, NewPuzzle};
use super::spec::Job;
use super::state::{GenerationStart, MoveTask};
use crate::job::pump::{Pump, Queue, Sink};
use crate::job::{Error, catch_defect};
use gradus_hunt::Bars;
use gradus_puzzles::sudoku::symmetry::Canoniser;

/// Units in progress per thread: enough that none waits for another.
const WINDOW: usize = 64;

/// Decides when a hunt must end.
#[derive(Clone, Copy)]
pub(super) struct StopCondition<'a> {
    /// The end of its time.
    pub(super) deadline: Option<Instant>,
    /// Set by the user to stop it.
    pub(super) stop: &'a AtomicBool,
    /// Set when it must end.
    pub(super) halt: &'a AtomicBool,
}

impl StopCondition<'_> {
    /// Checks the time and the user's stop.
    pub(super) fn look(&self) {
        let is_late = |deadline| Instant::now() >= deadline;
        if self.is_asked() || self.deadline.is_some_and(is_late) {
            self.halt.store(true, Ordering::Relaxed);
        }
    }

    /// Returns true if the user has stopped it.
    pub(super) fn is_asked(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns true if it must end.
    pub(super) fn is_over(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }
}

/// The puzzles of a move.
pub(super) struct MoveResult {
    count: u32,
    candidates: Vec<NewPuzzle>,
    times: StageTally,
}

/// Receives the puzzles of moves.
struct MoveSink<'a> {
    made: Vec<MoveResult>,
    times: &'a mut StageTally,
    condition: StopCondition<'a>,
}

impl Sink<MoveResult> for MoveSink<'_> {
    type Error = Error;

    fn accept(&mut self, made: MoveResult) -> Result<ControlFlow<()>, Error> {
        self.times.add_times(&made.times);
        self.made.push(made);
        self.tick()?;
        Ok(ControlFlow::Continue(()))
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.condition.look();
        Ok(())
    }
}

/// Makes the moves of a generation. Returns `None` if the hunt must end before.
pub(super) fn make<'t>(
    job: &Job,
    judge: &HuntJudge,
    tasks: &'t [MoveTask],
    condition: StopCondition,
    times: &mut StageTally,
) -> Result<Option<Vec<MoveResult>>, Error> {
    let mut sink = MoveSink {
        made: Vec::with_capacity(tasks.len()),
        times,
        condition,
    };
    let source = |queue: &mut Queue<'_, &'t MoveTask>| {
        let mut tasks = tasks.iter();
        tasks.try_for_each(|task| queue.put(task, 1))
    };
    pump(job, condition.halt).run(source, |task: &MoveTask| moved(job, judge, task), &mut sink)?;
    let complete = sink.made.len() == tasks.len();
    Ok(Some(sink.made).filter(|_| complete))
}

fn moved(job: &Job, judge: &HuntJudge, task: &MoveTask) -> MoveResult {
    let start = Instant::now();
    let mut dice = task.dice.clone();
    let positions = match task.arm {
        None => vec![task.position],
        Some(arm) => {
            let lead = || job.moves[arm].from(&task.position, &judge.class, &mut dice);
            catch_defect(lead).unwrap_or_default()
        }
    };
    let mut times = StageTally::default();
    times.spend(Stage::Made, start.elapsed());
    let start = Instant::now();
    let mut canoniser = Canoniser::default();
    let candidate = |position| judge.candidate(position, &mut canoniser);
    let candidates = positions.iter().filter_map(candidate).collect();
    times.spend(Stage::Singles, start.elapsed());
    MoveResult {
        count: positions.len() as u32,
        candidates,
        times,
    }
}

/// Selects the new puzzles of moves.
pub(super) fn sift(
    made: &[MoveResult],
    mut is_new: impl FnMut(u128) -> Result<bool, Error>,
) -> Result<(GenerationStart, Vec<NewPuzzle>), Error> {
    let mut opened = GenerationStart::default();
    let mut fresh = Vec::new();
    for made in made {
        let before = fresh.len();
        for candidate in &made.candidates {
            if is_new(candidate.key)? {
                opened.keys.push(candidate.key);
                fresh.push(*candidate);
            }
        }
        let new = (fresh.len() - before) as u32;
        let beyond = made.candidates.len() as u32;
        opened.counts.push([made.count, beyond, new]);
    }
    Ok((opened, fresh))
}

/// Judges puzzles and hands the judgements to a sink, in order.
pub(super) fn judge_all<'f, S: Sink<(Judgement, StageTally), Error = Error>>(
    job: &Job,
    judge: &HuntJudge,
    bars: &Bars,
    fresh: &'f [NewPuzzle],
    condition: StopCondition,
    sink: &mut S,
) -> Result<(), Error> {
    let source = |queue: &mut Queue<'_, &'f NewPuzzle>| {
        let mut fresh = fresh.iter();
        fresh.try_for_each(|puzzle| queue.put(puzzle, 1))
    };
    let work = |candidate: &NewPuzzle| {
        let mut times = StageTally::default();
        let verdict = catch_defect(|| judge.judge(&candidate.position, bars, &mut times));
        // A puzzle on which the engine fails is skipped.
        (verdict.unwrap_or(Judgement::Stopped(Stage::Value)), times)
    };
    pump(job, condition.halt).run(source, work, sink).map(drop)
}

fn pump<'a>(job: &Job, stop: &'a AtomicBool) -> Pump<'a> {
    Pump {
        threads: job.threads,
        window: WINDOW * job.threads,
        stop,
    }
}
