//! A condition on generated puzzles: only the ratings that it needs are computed, the cheapest
//! first, and no more of them once it is decided.

use std::collections::BTreeMap;

use crate::expression::{
    BoundCondition, Condition, Fault, Operand, Truth, Value, own_columns, row_value,
};
use crate::table::{Column, Entry, Row};
use gradus_csp::Instance;
use gradus_engine::rating::{Fact, Limits, Name, Names, Request, classify};

/// Ratings by what they cost, the cheapest first. All others come after them.
const CHEAPEST: [&str; 14] = [
    "te", "gte", "b", "s", "bc", "z", "w", "gb", "gw", "spb", "bpb", "bs", "ws", "fw",
];

/// A condition that generated puzzles satisfy.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The condition.
    pub condition: Condition,
    /// The limits of its ratings.
    pub limits: Limits,
    bound: BoundCondition,
    /// What is computed at once: facts, and ratings whose status is tested.
    first: Names,
    /// The other ratings, in the order in which they are computed.
    rest: Vec<Name>,
}

impl Filter {
    /// Fails if the condition names a column that puzzles do not have.
    pub fn new(condition: Condition, limits: Limits) -> Result<Filter, Fault> {
        let bound = condition.bind(&own_columns(&Names::everything()))?;
        let (mut at_once, mut rest, mut facts) = (Vec::new(), Vec::new(), Vec::new());
        let by_status = bound.tested_by_status();
        for operand in &bound.operands {
            match operand {
                Operand::Entry(Column::Rating(name)) if by_status.contains(&operand) => {
                    at_once.push(*name);
                }
                Operand::Entry(Column::Rating(name)) => rest.push(*name),
                Operand::Entry(Column::Fact(fact)) => facts.push(*fact),
                Operand::Text(name) => facts.extend(Fact::of(name)),
                Operand::Row | Operand::Puzzle | Operand::Entry(_) => {}
            }
        }
        let cost = |name: &Name| {
            let place = CHEAPEST.iter().position(|cheap| *cheap == name.column());
            place.unwrap_or(CHEAPEST.len())
        };
        rest.sort_by_key(cost);
        Ok(Filter {
            condition,
            limits,
            bound,
            first: Names::new(at_once, facts),
            rest,
        })
    }

    /// The request for all ratings that the condition may need.
    pub(super) fn request(&self) -> Request {
        let ratings = self.first.iter().chain(self.rest.iter().copied());
        Request {
            names: Names::new(ratings, self.first.facts()),
            limits: self.limits,
        }
    }

    /// Returns true if the condition holds for a puzzle. It does not if a rating that it needs
    /// is not known within the limits.
    pub(super) fn admits(&self, puzzle: &dyn Instance) -> bool {
        let rate = |names: Names| {
            let limits = self.limits;
            classify(puzzle, &Request { names, limits }).ok()
        };
        let Some(numbers) = rate(self.first.clone()) else {
            return false;
        };
        let row = Row {
            puzzle: puzzle.to_string(),
            ..Row::from(&numbers)
        };
        let mut known: BTreeMap<Name, Entry> = BTreeMap::new();
        let mut rest = self.rest.iter();
        loop {
            let value = |at: usize| match &self.bound.operands[at] {
                Operand::Entry(Column::Rating(name)) if !self.first.contains(*name) => {
                    Value::Entry(known.get(name).copied().unwrap_or(Entry::Unknown))
                }
                operand => row_value(&self.first, &row, &[], operand),
            };
            match (self.bound.verdict(value), rest.next()) {
                (Truth::Holds, _) => return true,
                (Truth::Fails, _) | (Truth::Open(_), None) => return false,
                (Truth::Open(_), Some(name)) => {
                    let Some(numbers) = rate(Names::new([*name], [])) else {
                        return false;
                    };
                    let rating = numbers.ratings.iter().next();
                    let entry = rating.map_or(Entry::Unknown, |(_, rating)| Entry::from(*rating));
                    known.insert(*name, entry);
                }
            }
        }
    }
}
