//! A hunt from its start, or from where it was interrupted, to its table.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::cascade::{Stage, Tally};
use super::generation::{StopCondition, judge_all, make, sift};
use super::journal::{Frame, follow};
use super::judge::{Judge, Verdict};
use super::progress::HuntProgress;
use super::render::{is_same_hunt, render};
use super::seeds;
use super::seen::Seen;
use super::snapshot::SnapshotWriter;
use super::spec::{Job, Outcome, StopReason};
use super::state::{HuntState, Opened};
use crate::job::durable::{self, DurableJob, Flow, JournalWriter, Run};
use crate::job::journal::Offset;
use crate::job::pump::Sink;
use crate::job::{Error, Observer, Outputs, StartMode};
use crate::table::Asked;
use gradus_hunt::SolvedPuzzle;

/// Generations in a row without a new puzzle after which a hunt is complete.
const CLOSURE: u64 = 25;

/// Runs a hunt into a table.
pub fn run(
    job: &Job,
    outputs: &Outputs,
    mode: StartMode,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let mut job = TableJob {
        job,
        outputs,
        start: Instant::now(),
    };
    durable::run(&mut job, mode, &mut Run { stop, observer })
}

/// A hunt into a table.
struct TableJob<'a> {
    job: &'a Job,
    outputs: &'a Outputs,
    start: Instant,
}

/// The progress of a hunt, and what it is built from.
struct Hunting {
    state: HuntState,
    seeds: Vec<SolvedPuzzle>,
    seen: Seen,
    /// The number of input lines that are not seeds.
    rejected: u64,
    /// The times of the stages in this run.
    times: Tally,
    why: StopReason,
}

impl DurableJob for TableJob<'_> {
    type Frame = Frame;
    type State = Hunting;
    type Outcome = Outcome;

    fn output(&self) -> &Path {
        &self.outputs.table
    }

    fn finals(&self) -> Vec<PathBuf> {
        let table = [self.outputs.table.clone()].into_iter();
        table.chain(self.outputs.metadata()).collect()
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files = self.outputs.all();
        files.extend(self.job.watch.clone());
        files
    }

    fn inputs(&self) -> Vec<&Path> {
        let sources = self.job.seeds.iter().flat_map(|seeds| &seeds.found.sources);
        sources
            .filter_map(|source| source.path.as_deref())
            .collect()
    }

    fn asked(&mut self) -> Result<Asked, Error> {
        self.job.judge()?;
        self.job.asked()
    }

    fn rendered(&self, asked: &Asked) -> Result<Outcome, Error> {
        is_same_hunt(self.outputs, asked)?;
        Ok(Outcome::was_done())
    }

    fn start(&mut self, run: &mut Run) -> Result<Hunting, Error> {
        let job = self.job;
        let (mut seeds, counts) = match &job.seeds {
            Some(given) => seeds::given(given, run.stop, run.observer)?,
            None => Default::default(),
        };
        let (generator, random) = (job.generator, job.random);
        seeds.extend(seeds::random(generator, job.seed, random, job.threads)?);
        Ok(Hunting {
            state: HuntState::new(job),
            seeds,
            seen: Seen::new(job.memory),
            rejected: counts.rejected,
            times: Tally::default(),
            why: StopReason::Asked,
        })
    }

    fn replay(&mut self, hunt: &mut Hunting, frame: Frame, _: Offset) -> Result<(), Error> {
        if let Frame::Opened(opened) = &frame {
            let mut keys = opened.keys.iter();
            keys.try_for_each(|key| hunt.seen.insert(*key).map(drop))?;
        }
        follow(&mut hunt.state, self.job, &hunt.seeds, frame, |_| {});
        Ok(())
    }

    /// The table of an interrupted hunt is an earlier part of the same hunt.
    fn replaces_own(&self, asked: &Asked) -> Result<bool, Error> {
        is_same_hunt(self.outputs, asked).map(|()| true)
    }

    fn work(
        &mut self,
        hunt: &mut Hunting,
        log: &mut JournalWriter<Frame>,
        run: &mut Run,
    ) -> Result<Flow, Error> {
        let halt = AtomicBool::new(false);
        let condition = StopCondition {
            deadline: self.job.stops.time.map(|time| self.start + time),
            stop: run.stop,
            halt: &halt,
        };
        let mut hunter = Hunter {
            job: self.job,
            judge: self.job.judge()?,
            seeds: &hunt.seeds,
            seen: &mut hunt.seen,
            condition,
            sink: VerdictSink {
                job: self.job,
                progress: HuntProgress::new(self.job, &hunt.state),
                state: &mut hunt.state,
                log,
                snapshots: SnapshotWriter::new(self.job),
                times: &mut hunt.times,
                observer: run.observer,
                condition,
            },
        };
        hunter.sink.snapshots.write(hunter.sink.state)?;
        hunt.why = hunter.hunt()?;
        Ok(match hunt.why {
            StopReason::Enough | StopReason::Goal | StopReason::Closure => Flow::Complete,
            StopReason::Time | StopReason::Asked | StopReason::WasDone => Flow::Partial,
        })
    }

    fn render(
        &mut self,
        hunt: &mut Hunting,
        log: &JournalWriter<Frame>,
        run: &mut Run,
    ) -> Result<(), Error> {
        run.observer.rendering(hunt.state.rows);
        render(self.job, &hunt.seeds, self.outputs, &hunt.state, log)
    }

    fn outcome(&self, hunt: Hunting, _: Flow) -> Outcome {
        let (job, state) = (self.job, &hunt.state);
        let mut tally = state.tally;
        tally.add_times(&hunt.times);
        let best = state.best().map(|best| {
            let puzzle = best.row.puzzle.clone();
            (job.shown(best.score.value), puzzle, best.row.row)
        });
        let moves = job.moves.iter().enumerate();
        Outcome {
            why: hunt.why,
            finds: state.rows,
            generations: state.generation,
            tally,
            best,
            rejected: hunt.rejected,
            moves: moves
                .map(|(arm, name)| (name.to_string(), state.bandit.share(arm)))
                .collect(),
        }
    }
}

/// A hunt at work.
struct Hunter<'a> {
    job: &'a Job,
    judge: Judge,
    seeds: &'a [SolvedPuzzle],
    seen: &'a mut Seen,
    condition: StopCondition<'a>,
    sink: VerdictSink<'a>,
}

impl Hunter<'_> {
    /// Runs generation after generation until there is a reason to stop.
    fn hunt(&mut self) -> Result<StopReason, Error> {
        loop {
            if let Some(why) = self.is_over() {
                return Ok(why);
            }
            self.condition.look();
            let complete = !self.condition.is_over() && self.generation()?;
            if !complete {
                return Ok(match self.condition.is_asked() {
                    true => StopReason::Asked,
                    false => StopReason::Time,
                });
            }
        }
    }

    /// The reason if the hunt is complete.
    fn is_over(&self) -> Option<StopReason> {
        let (stops, state) = (&self.job.stops, &self.sink.state);
        let reached = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        let best = state.best().map(|best| best.score.value);
        if stops.goal.is_some_and(|goal| best >= Some(goal)) {
            Some(StopReason::Goal)
        } else if reached(stops.generations, state.generation)
            || reached(stops.finds, state.rows)
            || reached(stops.tried, state.tally.passed(Stage::Made))
        {
            Some(StopReason::Enough)
        } else {
            (state.barren >= CLOSURE).then_some(StopReason::Closure)
        }
    }

    /// Runs a generation, or the rest of one. Returns false if it was not completed.
    fn generation(&mut self) -> Result<bool, Error> {
        let (job, sink) = (self.job, &mut self.sink);
        let resumes = !sink.state.tasks().is_empty();
        let tasks = match resumes {
            true => sink.state.tasks().to_vec(),
            false => sink.state.plan(job, self.seeds),
        };
        let made = make(job, &self.judge, &tasks, self.condition, sink.times)?;
        let Some(made) = made else {
            return Ok(false);
        };
        let fresh = match resumes {
            true => {
                // The same moves yield the same puzzles, and the same of them were new.
                let mut keys = sink.state.opened().keys.iter().peekable();
                let is_next = |key: u128| Ok(keys.next_if(|next| **next == key).is_some());
                sift(&made, is_next)?.1
            }
            false => {
                let (opened, fresh) = sift(&made, |key| self.seen.insert(key))?;
                sink.open(opened)?;
                fresh
            }
        };
        let bars = sink.state.bars().clone();
        let rest = &fresh[sink.state.judged()..];
        judge_all(job, &self.judge, &bars, rest, self.condition, sink)?;
        sink.log.flush()?;
        let complete = sink.state.is_judged();
        if complete {
            sink.state.close(job);
        }
        Ok(complete)
    }
}

/// Takes verdicts into the state of the hunt and its journal, and reports progress.
struct VerdictSink<'a> {
    job: &'a Job,
    state: &'a mut HuntState,
    log: &'a mut JournalWriter<Frame>,
    snapshots: SnapshotWriter<'a>,
    times: &'a mut Tally,
    observer: &'a mut dyn Observer,
    progress: HuntProgress<'a>,
    condition: StopCondition<'a>,
}

impl VerdictSink<'_> {
    /// Starts to judge a generation.
    fn open(&mut self, opened: Opened) -> Result<(), Error> {
        self.log.add(Frame::Opened(opened.clone()), 0)?;
        self.log.flush()?;
        self.state.open(opened);
        Ok(())
    }
}

impl Sink<(Verdict, Tally)> for VerdictSink<'_> {
    type Error = Error;

    fn accept(&mut self, (verdict, times): (Verdict, Tally)) -> Result<ControlFlow<()>, Error> {
        self.times.add_times(&times);
        let rises = self.state.rises.len();
        self.state.take(self.job, &verdict);
        self.log.add(Frame::Verdicts(vec![verdict]), 0)?;
        if self.state.rises.len() > rises {
            self.progress.rise();
            self.snapshots.write(self.state)?;
        }
        self.tick()?;
        Ok(ControlFlow::Continue(()))
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.condition.look();
        self.progress.show(self.state, self.times, self.observer);
        self.log.tick()
    }
}
