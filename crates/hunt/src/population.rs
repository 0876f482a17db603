//! The population: the best puzzles so far, with a quota for each solution grid, so that
//! one family does not swamp it. The worst of a full population is the bar for new ones,
//! and rises.

use std::collections::{BTreeSet, HashMap};

use gradus_generate::dice::Dice;

use crate::position::SolvedPuzzle;

/// What a puzzle is worth: its target, then what decides between equals, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    /// The target.
    pub value: i64,
    /// What decides between equals.
    pub tie: i64,
}

/// A puzzle of the population.
#[derive(Clone, Debug)]
pub struct Member {
    /// The row of the puzzle among all finds.
    pub row: u64,
    /// Where it is.
    pub position: SolvedPuzzle,
    /// What stands for its solution grid.
    pub solution: u128,
    /// What it is worth.
    pub score: Score,
    /// How often a move began from it.
    pub tried: u32,
    /// The moves that need not be made from it again.
    pub done: Vec<usize>,
}

impl Member {
    /// What another must be worth to take its place.
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

/// What a puzzle must be worth to be taken in, at one moment.
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

    /// What a puzzle must be worth at present: more than the worst, or as much if the worst
    /// had its chance.
    pub fn bars(&self) -> Bars {
        let mut grids: HashMap<u128, (usize, i64)> = HashMap::new();
        let mut least: Option<i64> = None;
        for member in &self.members {
            let bar = member.bar();
            let (count, of_grid) = grids.entry(member.solution).or_insert((0, bar));
            *count += 1;
            *of_grid = bar.min(*of_grid);
            least = Some(least.map_or(bar, |least| bar.min(least)));
        }
        let is_full = self.members.len() >= self.capacity;
        let full = grids
            .into_iter()
            .filter(|(_, (count, _))| *count >= self.quota);
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
        let out = if quota_is_full {
            self.worst(same)
        } else if self.members.len() >= self.capacity {
            self.worst(|_| true)
        } else {
            self.members.push(member);
            return true;
        };
        match out {
            Some(place) if self.gives_way(place, &member) => {
                self.members[place] = member;
                true
            }
            _ => false,
        }
    }

    /// Returns true if a member gives way to a new one.
    fn gives_way(&self, place: usize, new: &Member) -> bool {
        let old = &self.members[place];
        old.score < new.score || old.score == new.score && old.tried >= STALE
    }

    fn worst(&self, among: impl Fn(&Member) -> bool) -> Option<usize> {
        let places = (0..self.members.len()).filter(|place| among(&self.members[*place]));
        places.min_by_key(|place| {
            let member = &self.members[*place];
            (member.score, std::cmp::Reverse(member.tried), member.row)
        })
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
            let fresh = std::cmp::Reverse(member.tried);
            let score = if by_value { Some(member.score) } else { None };
            (score, fresh, member.row)
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
        let places = (0..self.members.len()).filter(|place| {
            let member = &self.members[*place];
            member.score.value == value && is_open(member)
        });
        let places: Vec<usize> = places.collect();
        let member = &mut self.members[places[dice.below(places.len())]];
        member.tried += 1;
        member.done.push(made);
        Some(member)
    }
}
