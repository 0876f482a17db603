//! The state of a hunt: its population, the earnings of its moves, its finds so far. It is a
//! function of the job and the judgements, so that a journal can restore it.

use std::collections::HashMap;

use gradus_generate::dice::Dice;
use gradus_generate::grids::random_grid;
use gradus_generate::top_down::top_down;
use gradus_hunt::{Bandit, Bars, Member, Population, Score, SolvedPuzzle};

use super::cascade::{Stage, StageTally};
use super::judge::{Judgement, PassedPuzzle};
use super::spec::Job;
use crate::table::Row;

/// Moves of a generation.
const TASKS: usize = 64;

/// The value of the column `move` for seeds.
pub(crate) const SEED: &str = "seed";

/// The columns of a find besides its ratings.
pub(crate) const COLUMNS: [&str; 4] = ["parent", "move", "generation", "tried"];

/// A move to be made.
#[derive(Clone, Debug)]
pub(crate) struct MoveTask {
    /// The move, or `None` to judge the position itself.
    pub arm: Option<usize>,
    /// The position to start from.
    pub position: SolvedPuzzle,
    /// The find that it starts from.
    pub parent: Option<Parent>,
    /// Its own random numbers.
    pub dice: Dice,
}

/// A find from which a move starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parent {
    /// Its row.
    pub row: u64,
    /// Its value in thousandths.
    pub value: i64,
}

/// A find that was better than all before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rise {
    /// The find.
    pub row: Row,
    /// Its score.
    pub score: Score,
}

/// A generation before its puzzles are judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct GenerationStart {
    /// For each move, the numbers of puzzles that it made, that Singles do not solve, and that
    /// are new.
    pub counts: Vec<[u32; 3]>,
    /// The keys of the new puzzles, in order.
    pub keys: Vec<u128>,
}

pub(crate) struct HuntState {
    /// The number of the generation, from 0: the seeds.
    pub generation: u64,
    /// The best so far.
    pub population: Population,
    /// The earnings of the moves.
    pub bandit: Bandit,
    /// The counts of the stages.
    pub tally: StageTally,
    /// Finds so far.
    pub rows: u64,
    /// The finds that were better than all before.
    pub rises: Vec<Rise>,
    /// Generations in a row without anything new.
    pub barren: u64,
    /// For each move that is made once from a puzzle, the seeds that are left, the next one
    /// last.
    left: HashMap<usize, Vec<usize>>,
    /// The best since the last restart, and generations since it was found.
    recent: Option<Score>,
    waited: u64,
    /// The generation in progress.
    pub current: Current,
}

/// A generation in progress.
#[derive(Default)]
pub(crate) struct Current {
    /// Its moves.
    pub tasks: Vec<MoveTask>,
    /// The results of the moves.
    pub opened: GenerationStart,
    /// The least scores when the generation started.
    pub bars: Bars,
    /// The number of judgements so far.
    pub judged: usize,
    /// For each puzzle, the task that it came from.
    origins: Vec<usize>,
    /// Puzzles tried before this generation.
    before: u64,
    earned: Vec<u64>,
    cost: Vec<u64>,
}

impl HuntState {
    /// The start of a hunt.
    pub(crate) fn new(job: &Job) -> HuntState {
        HuntState {
            generation: 0,
            population: Population::new(job.population, job.quota),
            bandit: Bandit::new(job.moves.len()),
            tally: StageTally::default(),
            rows: 0,
            rises: Vec::new(),
            barren: 0,
            left: HashMap::new(),
            recent: None,
            waited: 0,
            current: Current::default(),
        }
    }

    /// The moves of the generation that comes next.
    pub(crate) fn plan(&mut self, job: &Job, seeds: &[SolvedPuzzle]) -> Vec<MoveTask> {
        let mut dice = Dice::new(job.seed, "hunt", self.generation);
        let tasks: Vec<MoveTask> = match self.generation {
            0 => {
                let judge_only = |position: &SolvedPuzzle| MoveTask {
                    arm: None,
                    position: *position,
                    parent: None,
                    dice: dice.fork(),
                };
                seeds.iter().map(judge_only).collect()
            }
            _ => {
                let tasks = (0..TASKS).filter_map(|_| self.task(job, seeds, &mut dice));
                tasks.collect()
            }
        };
        self.current = Current {
            earned: vec![0; tasks.len()],
            cost: vec![0; tasks.len()],
            tasks: tasks.clone(),
            bars: self.population.bars(),
            before: self.tally.passed(Stage::Made),
            ..Current::default()
        };
        tasks
    }

    /// A move to make, or `None` if it was already made from all puzzles.
    fn task(&mut self, job: &Job, seeds: &[SolvedPuzzle], dice: &mut Dice) -> Option<MoveTask> {
        let arm = self.bandit.choose(dice);
        let chosen = &job.moves[arm];
        let member = if chosen.restarts() {
            None
        } else if chosen.is_exhaustive() {
            self.population.draw_once(arm, dice)
        } else {
            self.population.draw(dice)
        };
        let (position, parent) = match member {
            Some(member) => {
                let (row, value) = (member.row, member.score.value);
                (member.position, Some(Parent { row, value }))
            }
            None if chosen.is_exhaustive() => (self.next_seed(arm, job, seeds, dice)?, None),
            None if seeds.is_empty() || job.random > 0 && dice.below(2) == 0 => {
                (random_puzzle(dice), None)
            }
            None => (seeds[dice.below(seeds.len())], None),
        };
        Some(MoveTask {
            arm: Some(arm),
            position,
            parent,
            dice: dice.fork(),
        })
    }

    /// A seed from which a move was not made yet, or a new random puzzle.
    fn next_seed(
        &mut self,
        arm: usize,
        job: &Job,
        seeds: &[SolvedPuzzle],
        dice: &mut Dice,
    ) -> Option<SolvedPuzzle> {
        let left = self.left.entry(arm).or_insert_with(|| {
            let mut left: Vec<usize> = (0..seeds.len()).collect();
            dice.shuffle(&mut left);
            left
        });
        match left.pop() {
            Some(seed) => Some(seeds[seed]),
            None => (job.random > 0).then(|| random_puzzle(dice)),
        }
    }

    /// Starts judging the puzzles of the moves of a generation.
    pub(crate) fn open(&mut self, opened: GenerationStart) {
        let current = &mut self.current;
        for (task, [made, beyond, new]) in opened.counts.iter().enumerate() {
            self.tally.pass(Stage::Made, u64::from(*made));
            self.tally.pass(Stage::Singles, u64::from(*beyond));
            self.tally.pass(Stage::New, u64::from(*new));
            current.origins.extend((0..*new).map(|_| task));
            current.cost[task] += 5 + u64::from(*made);
        }
        current.opened = opened;
    }

    /// Returns true if all puzzles of the current generation are judged.
    pub(crate) fn is_judged(&self) -> bool {
        self.current.judged == self.current.opened.keys.len()
    }

    /// Takes the next verdict. Returns the row if it is a find.
    pub(crate) fn take(&mut self, job: &Job, verdict: &Judgement) -> Option<Row> {
        let origin = self.current.origins[self.current.judged];
        self.current.judged += 1;
        let (stopped, found) = match verdict {
            Judgement::Stopped(stage) => (Some(*stage), None),
            Judgement::Found(found) => (None, Some(found)),
        };
        self.tally.judged(stopped);
        self.current.cost[origin] += match stopped {
            Some(Stage::Bar) => 10,
            Some(Stage::Value) | None => 40,
            _ => 1,
        };
        self.admit(job, origin, found?)
    }

    fn admit(&mut self, job: &Job, origin: usize, found: &PassedPuzzle) -> Option<Row> {
        let task = &self.current.tasks[origin];
        let position = position_of(&found.row)?;
        let member = Member {
            row: self.rows,
            position,
            solution: found.solution,
            score: found.score(),
            tried: 0,
            done: Vec::new(),
        };
        if !self.population.admit(member) {
            return None;
        }
        let by = task
            .arm
            .map_or(SEED.to_string(), |arm| job.moves[arm].to_string());
        let counts = &self.current.opened.counts[..=origin];
        let made: u64 = counts.iter().map(|[made, ..]| u64::from(*made)).sum();
        let kept = [
            task.parent.map(|parent| parent.row.to_string()),
            Some(by),
            Some(self.generation.to_string()),
            Some((self.current.before + made).to_string()),
        ];
        let row = Row {
            row: self.rows,
            kept: kept.to_vec(),
            ..found.row.clone()
        };
        self.rows += 1;
        let is_up = task.parent.is_none_or(|parent| parent.value < found.value);
        let earned = &mut self.current.earned[origin];
        *earned += 1 + 4 * u64::from(is_up);
        if self.recent.is_none_or(|recent| recent < found.score()) {
            self.recent = Some(found.score());
            self.waited = 0;
            *earned += 20;
        }
        let (best, score) = (self.rises.last().map(|rise| rise.score), found.score());
        if best.is_none_or(|best| best < score) {
            *earned += 30;
            let row = row.clone();
            self.rises.push(Rise { row, score });
        }
        Some(row)
    }

    /// Ends the current generation.
    pub(crate) fn close(&mut self, job: &Job) {
        let current = std::mem::take(&mut self.current);
        for (place, task) in current.tasks.iter().enumerate() {
            if let Some(arm) = task.arm {
                let cost = current.cost[place] + job.moves[arm].cost();
                self.bandit.note(arm, current.earned[place], cost);
            }
        }
        self.bandit.fade();
        self.generation += 1;
        self.waited += 1;
        if current.opened.keys.is_empty() {
            self.barren += 1
        } else {
            self.barren = 0
        }
        if job.restart_after.is_some_and(|limit| self.waited >= limit) {
            self.population.clear();
            self.recent = None;
            self.waited = 0;
        }
    }

    /// The best find so far.
    pub(crate) fn best(&self) -> Option<&Rise> {
        self.rises.last()
    }
}

/// The position of a find, whose puzzle has one solution.
fn position_of(row: &Row) -> Option<SolvedPuzzle> {
    let puzzle: gradus_puzzles::sudoku::Puzzle = row.puzzle.parse().ok()?;
    SolvedPuzzle::of(&puzzle.givens())
}

fn random_puzzle(dice: &mut Dice) -> SolvedPuzzle {
    let solution = random_grid(dice);
    let puzzle = top_down(&solution, dice);
    SolvedPuzzle { puzzle, solution }
}
