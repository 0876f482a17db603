//! The population: the best puzzles so far, with a quota for each solution grid, so that one
//! family does not swamp it. The worst of a full population is the bar for new ones, and rises.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use gradus_generate::dice::Dice;

use crate::position::SolvedPuzzle;

/// The worth of a puzzle: its target, then the tie-breaker, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    /// The target.
    pub value: i64,
    /// The tie-breaker.
    pub tie: i64,
}

/// A puzzle of the population.
#[derive(Clone, Debug)]
pub struct Member {
    /// The row of the puzzle among all finds.
    pub row: u64,
    /// Where it is.
    pub position: SolvedPuzzle,
    /// The key of its solution grid.
    pub solution: u128,
    /// Its worth.
    pub score: Score,
    /// How often a move began from it.
    pub tried: u32,
    /// The moves that need not be made from it again.
    pub done: Vec<usize>,
}

impl Member {
    /// The worth that another must have to take its place.
    fn bar(&self) -> i64 {
        self.score.value + i64::from(self.tried < STALE)
    }
}

/// The best puzzles so far.
#[derive(Clone, Debug)]
pub struct Population {
    members: Vec<Member>,
    capacity: usize,
    quota: usize,
}

/// A member from which this many moves began has had its chance: others that are worth as
/// much may take its place.
const STALE: u32 = 4;

/// The worth that a puzzle must have to be taken in, at one moment.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// For any, or `None` if there is room.
    pub all: Option<i64>,
    /// For those of solution grids whose quota is full.
    grids: HashMap<u128, i64>,
}

impl Bars {
    /// The target that a puzzle with a solution must reach at least.
    pub fn of(&self, solution: u128) -> Option<i64> {
        self.all.max(self.grids.get(&solution).copied())
    }
}

impl Population {
    /// An empty population for this many puzzles, and for this many of each solution grid.
    pub fn new(capacity: usize, quota: usize) -> Population {
        Population {
            members: Vec::new(),
            capacity,
            quota,
        }
    }

    /// Its members, in no particular order.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Forgets all members.
    pub fn clear(&mut self) {
        self.members.clear();
    }

    /// The worth that a puzzle must have at present: more than the worst, or as much if the worst
    /// had its chance.
    pub fn bars(&self) -> Bars {
        let mut grids: HashMap<u128, (usize, i64)> = HashMap::new();
        let mut least: Option<i64> = None;
        for member in &self.members {
            let bar = member.bar();
            let (count, of_grid) = grids.entry(member.solution).or_insert((0, bar));
            *count += 1;
            *of_grid = bar.min(*of_grid);
            least = least.into_iter().chain([bar]).min();
        }
        let is_full = self.members.len() >= self.capacity;
        let full = grids.into_iter();
        let full = full.filter(|(_, (count, _))| *count >= self.quota);
        Bars {
            all: least.filter(|_| is_full),
            grids: full.map(|(grid, (_, bar))| (grid, bar)).collect(),
        }
    }

    /// Takes a puzzle in, if it is worth it; another goes for it if there is no room. Of
    /// those that are worth the same, the one goes that was tried most, of these the oldest.
    pub fn admit(&mut self, member: Member) -> bool {
        let same = |other: &Member| other.solution == member.solution;
        let quota_is_full = self.members.iter().filter(|other| same(other)).count() >= self.quota;
        if !quota_is_full && self.members.len() < self.capacity {
            self.members.push(member);
            return true;
        }
        let rivals = self.members.iter_mut();
        let rivals = rivals.filter(|other| !quota_is_full || same(other));
        let worst = rivals.min_by_key(|old| (old.score, Reverse(old.tried), old.row));
        let Some(old) = worst else { return false };
        let gives_way = old.score < member.score || old.score == member.score && old.tried >= STALE;
        if gives_way {
            *old = member;
        }
        gives_way
    }

    /// Draws a member to begin from: of a few, the one that is worth most and was tried
    /// least, the value first as a rule.
    pub fn draw(&mut self, dice: &mut Dice) -> Option<&Member> {
        if self.members.is_empty() {
            return None;
        }
        let rounds = 1 + dice.below(4);
        let by_value = dice.below(4) > 0;
        let drawn = (0..rounds).map(|_| dice.below(self.members.len()));
        let best = drawn.collect::<Vec<_>>().into_iter().max_by_key(|place| {
            let member = &self.members[*place];
            let score = by_value.then_some(member.score);
            (score, Reverse(member.tried), member.row)
        })?;
        self.members[best].tried += 1;
        Some(&self.members[best])
    }

    /// Draws a member from which a move was not made that need be made only once: every
    /// other time one of the best, and otherwise any value is as likely as another.
    pub fn draw_once(&mut self, made: usize, dice: &mut Dice) -> Option<&Member> {
        let is_open = |member: &Member| !member.done.contains(&made);
        let open = self.members.iter().filter(|member| is_open(member));
        let values: BTreeSet<i64> = open.map(|member| member.score.value).collect();
        let best = values.last()?;
        let value = match dice.below(2) {
            0 => *best,
            _ => *values.iter().nth(dice.below(values.len()))?,
        };
        let open = self.members.iter_mut();
        let open = open.filter(|member| member.score.value == value && is_open(member));
        let mut open: Vec<&mut Member> = open.collect();
        let drawn = dice.below(open.len());
        let member = open.swap_remove(drawn);
        member.tried += 1;
        member.done.push(made);
        Some(member)
    }
}
