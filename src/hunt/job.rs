//! A hunt from its start, or from where it was interrupted, to its table.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::cascade::{Stage, StageTally};
use super::generation::{StopCondition, judge_all, make, sift};
use super::judge::{HuntJudge, Judgement};
use super::progress::HuntProgress;
use super::render::{
    HuntFrame, check_snapshot, follow, has_own_metadata, is_same_hunt, render, write_snapshot,
};
use super::seeds;
use super::seen::KeySet;
use super::spec::{Job, Outcome, StopReason};
use super::state::HuntState;
use crate::io::exists;
use crate::job::durable::{self, DurableJob, Flow, JobFiles, JournalWriter};
use crate::job::journal::Offset;
use crate::job::pump::Sink;
use crate::job::{Control, Error, Observer, Outputs, StartMode};
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
    let mut job = DurableHunt {
        job,
        outputs,
        start: Instant::now(),
    };
    durable::run(&mut job, mode, &mut Control { stop, observer })
}

/// A hunt into a table.
struct DurableHunt<'a> {
    job: &'a Job,
    outputs: &'a Outputs,
    start: Instant,
}

/// The progress of a hunt, and what it is built from.
struct Hunting {
    state: HuntState,
    seeds: Vec<SolvedPuzzle>,
    seen: KeySet,
    /// The number of input lines that are not seeds.
    rejected: u64,
    /// The times of the stages in this run.
    times: StageTally,
    why: StopReason,
}

impl DurableJob for DurableHunt<'_> {
    type Frame = HuntFrame;
    type State = Hunting;
    type Outcome = Outcome;

    fn files(&self) -> JobFiles<'_> {
        let sources = self.job.seeds.iter().flat_map(|seeds| &seeds.found.sources);
        let finals = [self.outputs.table.clone()].into_iter();
        let finals = finals.chain(self.outputs.metadata());
        let all = self.outputs.all().into_iter();
        let watched = || self.job.watch.clone();
        JobFiles {
            inputs: sources.filter_map(|it| it.path.as_deref()).collect(),
            finals: finals.chain(watched()).collect(),
            all: all.chain(watched()).collect(),
        }
    }

    fn asked(&mut self) -> Result<Asked, Error> {
        self.job.scorer()?;
        self.job.asked()
    }

    fn rendered(&self, asked: &Asked) -> Result<Outcome, Error> {
        is_same_hunt(self.outputs, asked).map(|()| Outcome::default())
    }

    fn start(&mut self, control: &mut Control) -> Result<Hunting, Error> {
        let job = self.job;
        let (mut seeds, counts) = match &job.seeds {
            Some(given) => seeds::given(given, control)?,
            None => Default::default(),
        };
        let (generator, random) = (job.generator, job.random);
        let (seed, threads) = (job.seed, job.threads);
        seeds.extend(seeds::random(
            generator,
            seed,
            random,
            threads,
            control.stop,
        )?);
        Ok(Hunting {
            state: HuntState::new(job),
            seeds,
            seen: KeySet::new(job.memory),
            rejected: counts.rejected,
            times: StageTally::default(),
            why: StopReason::Asked,
        })
    }

    /// With some of its seeds missing, another hunt would follow from the same journal.
    fn is_started(&self, control: &Control) -> bool {
        !control.stop.load(Ordering::Relaxed)
    }

    fn replay(&mut self, hunt: &mut Hunting, frame: HuntFrame, _: Offset) -> Result<(), Error> {
        if let HuntFrame::Opened(opened) = &frame {
            let mut keys = opened.keys.iter();
            keys.try_for_each(|key| hunt.seen.insert(*key).map(drop))?;
        }
        follow(&mut hunt.state, self.job, &hunt.seeds, frame, |_| {});
        Ok(())
    }

    /// The table of an interrupted hunt is an earlier part of the same hunt.
    fn replaces_own(&self, asked: &Asked) -> Result<bool, Error> {
        is_same_hunt(self.outputs, asked)?;
        Ok(exists(&self.outputs.table) || has_own_metadata(self.outputs, asked))
    }

    fn work(
        &mut self,
        hunt: &mut Hunting,
        log: &mut JournalWriter<HuntFrame>,
        control: &mut Control,
    ) -> Result<Flow, Error> {
        let halt = AtomicBool::new(false);
        let mut hunter = Hunter {
            job: self.job,
            judge: &HuntJudge::new(self.job)?,
            progress: HuntProgress::new(self.job, &hunt.state),
            hunt,
            log,
            observer: control.observer,
            condition: StopCondition {
                deadline: self.job.stops.time.map(|time| self.start + time),
                stop: control.stop,
                halt: &halt,
            },
        };
        check_snapshot(self.job, &hunter.hunt.state, hunter.log.allowed)?;
        write_snapshot(self.job, &hunter.hunt.state)?;
        let why = hunter.hunt()?;
        hunt.why = why;
        Ok(match why {
            StopReason::Enough | StopReason::Goal | StopReason::Closure => Flow::Complete,
            StopReason::Time | StopReason::Asked | StopReason::WasDone => Flow::Partial,
        })
    }

    fn render(
        &mut self,
        hunt: &mut Hunting,
        log: &JournalWriter<HuntFrame>,
        control: &mut Control,
    ) -> Result<(), Error> {
        control.observer.rendering(hunt.state.rows);
        render(self.job, &hunt.seeds, self.outputs, &hunt.state, log)
    }

    fn outcome(&self, hunt: Hunting) -> Outcome {
        let (job, state) = (self.job, &hunt.state);
        let mut tally = state.tally;
        tally.add_times(&hunt.times);
        let best = state.best().map(|best| {
            let puzzle = best.row.puzzle.clone();
            (job.shown(best.score.value), puzzle, best.row.row)
        });
        let moves = job.moves.iter().enumerate();
        let moves = moves.map(|(arm, name)| (name.to_string(), state.bandit.share(arm)));
        Outcome {
            why: hunt.why,
            finds: state.rows,
            generations: state.generation,
            tally,
            best,
            rejected: hunt.rejected,
            moves: moves.collect(),
        }
    }
}

/// A hunt at work: takes judgements into its state and its journal, and reports progress.
struct Hunter<'a> {
    job: &'a Job,
    judge: &'a HuntJudge<'a>,
    hunt: &'a mut Hunting,
    log: &'a mut JournalWriter<HuntFrame>,
    observer: &'a mut dyn Observer,
    progress: HuntProgress<'a>,
    condition: StopCondition<'a>,
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
                return Ok(if self.condition.is_asked() {
                    StopReason::Asked
                } else {
                    StopReason::Time
                });
            }
        }
    }

    /// The reason if the hunt is complete.
    fn is_over(&self) -> Option<StopReason> {
        let (stops, state) = (&self.job.stops, &self.hunt.state);
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
        let (job, judge, hunt) = (self.job, self.judge, &mut *self.hunt);
        let resumes = !hunt.state.current.tasks.is_empty();
        let tasks = if resumes {
            hunt.state.current.tasks.clone()
        } else {
            hunt.state.plan(job, &hunt.seeds)
        };
        let Some(made) = make(job, judge, &tasks, self.condition, &mut hunt.times)? else {
            return Ok(false);
        };
        let fresh = if resumes {
            // The same moves yield the same puzzles, and the same ones were new.
            let mut keys = hunt.state.current.opened.keys.iter().peekable();
            let is_next = |key: u128| Ok(keys.next_if(|next| **next == key).is_some());
            sift(&made, is_next)?.1
        } else {
            let (opened, fresh) = sift(&made, |key| hunt.seen.insert(key))?;
            self.log.add(HuntFrame::Opened(opened.clone()), 0)?;
            self.log.flush()?;
            hunt.state.open(opened);
            fresh
        };
        let bars = hunt.state.current.bars.clone();
        let rest = &fresh[hunt.state.current.judged..];
        judge_all(job, judge, &bars, rest, self.condition, self)?;
        self.log.flush()?;
        let complete = self.hunt.state.is_judged();
        if complete {
            self.hunt.state.close(job);
        }
        Ok(complete)
    }
}

impl Sink<(Judgement, StageTally)> for Hunter<'_> {
    type Error = Error;

    fn accept(&mut self, done: (Judgement, StageTally)) -> Result<ControlFlow<()>, Error> {
        let (judgement, times) = done;
        let state = &mut self.hunt.state;
        self.hunt.times.add_times(&times);
        let rises = state.rises.len();
        state.take(self.job, &judgement);
        self.log.add(HuntFrame::Verdicts(vec![judgement]), 0)?;
        if state.rises.len() > rises {
            self.progress.rise = Some(Instant::now());
            // The journal is never behind the file, which shows whose it is.
            self.log.flush()?;
            write_snapshot(self.job, &self.hunt.state)?;
        }
        self.tick()?;
        Ok(ControlFlow::Continue(()))
    }

    fn overdue(&mut self) -> Result<(), Error> {
        self.log.flush()?;
        // A hunt whose time is up waits for its last puzzle.
        if self.condition.is_asked() {
            let made = self.hunt.state.tally.passed(Stage::Made);
            self.observer.overdue(made);
        }
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.condition.look();
        let Hunting { state, times, .. } = &*self.hunt;
        self.progress.show(state, times, self.observer);
        self.log.tick()
    }
}
