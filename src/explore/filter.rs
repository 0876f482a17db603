//! Conditions over a table in memory.
//!
//! A condition is split at its `and`s. Each part compares few columns with few values: it is
//! decided once for each combination of values, and each row looks its combination up. Only
//! conditions on text, or on columns with too many combinations, are decided row by row.
//! Recent parts are cached, so that another bar of a histogram costs one part.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::chosen::Chosen;
use super::codes::Coded;
use super::loaded::{Loaded, TextColumns};
use super::recent::Recent;
use super::texts::BLOCK;
use crate::expression::{BoundCondition, BoundFormula, Condition, Fault, Formula, Operand};
use crate::expression::{Number, Truth, Value, Why};
use crate::job::pool;
use crate::table::PUZZLE;
use crate::table::{Entry, Texts};

/// Why a condition or formula cannot be used.
#[derive(Clone, Debug, Error)]
pub(super) enum FilterError {
    #[error(transparent)]
    Fault(#[from] Fault),
    /// It cannot be evaluated, or the table cannot be read.
    #[error("{0}")]
    Message(String),
}

/// The most combinations of values to decide in advance.
const MOST_COMBINATIONS: usize = 1 << 20;

const REMEMBERED: usize = 64;

/// The parts of a condition: all must hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts(Vec<Condition>);

impl Parts {
    /// Parses a condition. The empty string has no parts.
    pub(super) fn read(text: &str, table: &Loaded) -> Result<Parts, FilterError> {
        if text.trim().is_empty() {
            return Ok(Parts::default());
        }
        let condition: Condition = text.parse()?;
        condition.bind(&table.scope)?;
        Ok(Parts(condition.conjuncts()))
    }

    /// The parts except the ranges of a formula.
    pub(super) fn without(&self, formula: &Formula) -> Parts {
        let mut parts = self.clone();
        parts.0.retain(|part| !part.is_range_of(formula));
        parts
    }

    pub(super) fn with(mut self, others: Parts) -> Parts {
        self.0.extend(others.0);
        self
    }

    /// The formulas that the parts compare with numbers.
    pub(super) fn range_formulas(&self) -> impl Iterator<Item = Formula> {
        self.0.iter().filter_map(Condition::range_formula)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn condition(&self) -> Option<Condition> {
        let mut parts = self.0.iter();
        let first = parts.next()?.clone();
        Some(parts.fold(first, |all, part| all.and(part)))
    }
}

/// The rows of recent parts.
#[derive(Debug, Default)]
pub(super) struct Filters(Recent<String, Chosen, REMEMBERED>);

impl Filters {
    pub(super) fn chosen(&self, parts: &Parts, table: &Loaded) -> Result<Arc<Chosen>, FilterError> {
        let mut parts = parts.0.iter().map(|part| self.part(part, table));
        match parts.next() {
            None => Ok(Arc::new(Chosen::all(table.rows))),
            Some(first) => parts.try_fold(first?, |chosen, part| {
                let chosen = Arc::unwrap_or_clone(chosen);
                Ok(Arc::new(chosen.and(part?.as_ref())))
            }),
        }
    }

    fn part(&self, part: &Condition, table: &Loaded) -> Result<Arc<Chosen>, FilterError> {
        self.0.get(part.to_string(), |_| {
            decide(&part.bind(&table.scope)?, table)
        })
    }
}

fn decide(condition: &BoundCondition, table: &Loaded) -> Result<Chosen, FilterError> {
    let operands = &condition.operands;
    if let Some(combinations) = Combinations::new(operands, table) {
        let holds = combinations.map(|values| condition.verdict(values) == Truth::Holds);
        return Chosen::by(table.rows, |first, chosen| {
            combinations.for_each(first, chosen, |holder, combination| {
                *holder = holds[combination];
            });
            Ok(())
        });
    }
    let rows = OperandRows::new(operands, table).map_err(FilterError::Message)?;
    Chosen::by(table.rows, |first, chosen| {
        rows.for_each(first, chosen, |holder, values| {
            *holder = condition.verdict(values) == Truth::Holds;
        });
        Ok(())
    })
}

/// Evaluates a formula for each row and converts the results. Returns the distinct results,
/// and for each row the index of its result.
pub(super) fn evaluate<T: Copy + Eq + std::hash::Hash + Send>(
    formula: &BoundFormula,
    table: &Loaded,
    result: impl Fn(Result<Number, Why>) -> T + Sync,
) -> Result<(Vec<T>, Vec<u32>), FilterError> {
    let mut known = FxHashMap::<T, u32>::default();
    let mut distinct = Vec::new();
    let mut place = |result: T| {
        *known.entry(result).or_insert_with(|| {
            distinct.push(result);
            (distinct.len() - 1) as u32
        })
    };
    let mut codes = vec![0; table.rows];
    let operands = &formula.operands;
    if let Some(combinations) = Combinations::new(operands, table) {
        let results = combinations.map(|values| result(formula.number(values)));
        // Only the results of combinations that occur count.
        let mut places = vec![u32::MAX; results.len()];
        combinations.for_each(0, &mut codes, |code, combination| {
            if places[combination] == u32::MAX {
                places[combination] = place(results[combination]);
            }
            *code = places[combination];
        });
    } else {
        let rows = OperandRows::new(operands, table).map_err(FilterError::Message)?;
        rows.for_each(0, &mut codes, |code, values| {
            *code = place(result(formula.number(values)));
        });
    }
    Ok((distinct, codes))
}

/// All combinations of the values of some columns.
struct Combinations<'a> {
    columns: Vec<&'a Coded>,
    /// For each column, what its codes add to the index of a combination.
    strides: Vec<Vec<u32>>,
    count: usize,
}

impl<'a> Combinations<'a> {
    /// The combinations of some operands, or `None` if there are too many or an operand is
    /// not a numeric column.
    fn new(operands: &[Operand], table: &'a Loaded) -> Option<Combinations<'a>> {
        let column = |operand: &Operand| match operand {
            Operand::Entry(column) => table.column(*column).map(|coded| coded.as_ref()),
            _ => None,
        };
        let columns: Vec<&Coded> = operands.iter().map(column).collect::<Option<_>>()?;
        let mut count = 1_usize;
        let mut strides = Vec::new();
        for column in &columns {
            let stride = |code: usize| (code * count) as u32;
            strides.push((0..column.entries.len()).map(stride).collect());
            count = count.checked_mul(column.entries.len())?;
            if count > MOST_COMBINATIONS {
                return None;
            }
        }
        Some(Combinations {
            columns,
            strides,
            count,
        })
    }

    /// Applies a function to each combination.
    fn map<T: Send>(&self, of: impl Fn(&dyn Fn(usize) -> Value<'static>) -> T + Sync) -> Vec<T> {
        let combination = |number: usize| {
            let value = |operand: usize| {
                let before = self.columns[..operand].iter();
                let before: usize = before.map(|column| column.entries.len()).product();
                let entries = &self.columns[operand].entries;
                Value::Entry(entries[number / before % entries.len()])
            };
            of(&value)
        };
        let all = (0..self.count)
            .into_par_iter()
            .with_min_len(MOST_COMBINATIONS / 256);
        pool::install(|| all.map(combination).collect())
    }

    /// Calls a function with the result and the combination of each row. The first result
    /// belongs to the row `first`.
    fn for_each<T>(&self, first: usize, results: &mut [T], mut take: impl FnMut(&mut T, usize)) {
        /// Rows at a time: their sums stay in the cache.
        const STEP: usize = 4096;
        let mut sums = [0; STEP];
        for (step, results) in results.chunks_mut(STEP).enumerate() {
            let sums = &mut sums[..results.len()];
            sums.fill(0);
            for (column, strides) in self.columns.iter().zip(&self.strides) {
                column.codes.add_to(sums, first + step * STEP, strides);
            }
            for (result, combination) in results.iter_mut().zip(sums.iter()) {
                take(result, *combination as usize);
            }
        }
    }
}

/// The values of operands, row by row.
struct OperandRows<'a> {
    table: &'a Loaded,
    operands: &'a [Operand],
    texts: Option<&'a TextColumns>,
}

impl<'a> OperandRows<'a> {
    fn new(operands: &'a [Operand], table: &'a Loaded) -> Result<OperandRows<'a>, String> {
        let is_text = |operand: &Operand| matches!(operand, Operand::Puzzle | Operand::Text(_));
        let texts = operands.iter().any(is_text).then(|| table.texts());
        Ok(OperandRows {
            table,
            operands,
            texts: texts.transpose()?,
        })
    }

    /// Calls a function with the result and the values of each row. The first result
    /// belongs to the row `first`, where a block of texts must begin.
    fn for_each<T>(
        &self,
        first: usize,
        results: &mut [T],
        mut take: impl for<'v> FnMut(&mut T, &'v (dyn Fn(usize) -> Value<'v> + 'v)),
    ) {
        for (step, results) in results.chunks_mut(BLOCK).enumerate() {
            let start = first + step * BLOCK;
            let texts = |operand: &Operand| {
                let column = self.texts.and_then(|texts| match operand {
                    Operand::Puzzle => texts.get(PUZZLE),
                    Operand::Text(name) => texts.get(name),
                    Operand::Row | Operand::Entry(_) => None,
                });
                column.map_or(Texts::default(), |column| column.unpacked(start / BLOCK))
            };
            let texts: Vec<Texts> = self.operands.iter().map(texts).collect();
            for (place, result) in results.iter_mut().enumerate() {
                let row = start + place;
                let value = |operand: usize| match &self.operands[operand] {
                    Operand::Row => Value::Number(self.table.number(row)),
                    Operand::Entry(column) => {
                        let coded = self.table.column(*column);
                        Value::Entry(coded.map_or(Entry::Unknown, |coded| coded.entry(row)))
                    }
                    Operand::Puzzle | Operand::Text(_) => {
                        Value::Text(texts[operand].get(place).unwrap_or_default())
                    }
                };
                take(result, &value);
            }
        }
    }
}
