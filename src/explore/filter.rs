//! Conditions over a table in memory.
//!
//! A condition is cut at its `and`s. What remains compares few columns with few values:
//! it is decided once for each combination of values, and the rows look their combination
//! up. Only a condition on texts, or one whose columns have too many combinations, is
//! decided row by row. Parts that were decided lately are remembered, so that another bar
//! of a histogram costs one part.

use std::sync::{Arc, Mutex, PoisonError};

use super::chosen::Chosen;
use super::codes::Coded;
use super::loaded::{Loaded, TextColumns};
use super::texts::BLOCK;
use crate::expression::{BoundCondition, BoundFormula, Condition, Fault, Formula, Operand};
use crate::expression::{Value, Verdict};
use crate::table::Texts;
use thiserror::Error;

/// Why no rows are chosen.
#[derive(Clone, Debug, Error)]
pub(super) enum FilterError {
    /// The condition or formula is wrong.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The texts of the table cannot be read.
    #[error("{0}")]
    Texts(String),
}

/// Combinations of values that are decided beforehand, at most.
const MOST_COMBINATIONS: usize = 1 << 20;

/// Parts that are remembered.
const REMEMBERED: usize = 64;

/// The condition of a view, in parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts(Vec<Condition>);

impl Parts {
    /// The condition that a text is for a table; no text is no condition.
    pub(super) fn read(text: &str, table: &Loaded) -> Result<Parts, FilterError> {
        if text.trim().is_empty() {
            return Ok(Parts::default());
        }
        let condition: Condition = text.parse()?;
        condition.bind(&table.scope)?;
        Ok(Parts(condition.conjuncts()))
    }

    /// Those that are no ranges of a formula.
    pub(super) fn without(&self, formula: &Formula) -> Parts {
        let mut parts = self.clone();
        parts.0.retain(|part| !part.is_range_of(formula));
        parts
    }

    /// These and others.
    pub(super) fn with(mut self, others: Parts) -> Parts {
        self.0.extend(others.0);
        self
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// All of them in one.
    pub(super) fn condition(&self) -> Option<Condition> {
        let mut parts = self.0.iter();
        let first = parts.next()?.clone();
        Some(parts.fold(first, |all, part| all.and(part)))
    }
}

/// What conditions have chosen lately.
#[derive(Debug, Default)]
pub(super) struct Filters(Mutex<Vec<(String, Arc<Chosen>)>>);

impl Filters {
    /// The rows for which all parts hold.
    pub(super) fn chosen(&self, parts: &Parts, table: &Loaded) -> Result<Arc<Chosen>, FilterError> {
        match &parts.0[..] {
            [] => Ok(Arc::new(Chosen::all(table.rows))),
            [part] => self.part(part, table),
            [first, rest @ ..] => {
                let mut chosen = self.part(first, table)?.as_ref().clone();
                for part in rest {
                    chosen = chosen.and(self.part(part, table)?.as_ref());
                }
                Ok(Arc::new(chosen))
            }
        }
    }

    fn part(&self, part: &Condition, table: &Loaded) -> Result<Arc<Chosen>, FilterError> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name = part.to_string();
        if let Some((_, known)) = lock().iter().find(|(other, _)| *other == name) {
            return Ok(known.clone());
        }
        let chosen = Arc::new(decide(&part.bind(&table.scope)?, table)?);
        let mut known = lock();
        if known.len() >= REMEMBERED {
            known.remove(0);
        }
        known.push((name, chosen.clone()));
        Ok(chosen)
    }
}

/// The rows for which a condition holds.
fn decide(condition: &BoundCondition, table: &Loaded) -> Result<Chosen, FilterError> {
    let operands = condition.operands();
    if let Some(combinations) = Combinations::of(operands, table) {
        let holds = combinations.map(|values| condition.verdict(values) == Verdict::Holds);
        return Chosen::by(table.rows, |first, chosen| {
            combinations.for_each(first, chosen, |holder, combination| {
                *holder = holds[combination];
            });
            Ok(())
        });
    }
    let rows = Rows::of(operands, table).map_err(FilterError::Texts)?;
    Chosen::by(table.rows, |first, chosen| {
        rows.for_each(first, chosen, |holder, values| {
            *holder = condition.verdict(values) == Verdict::Holds;
        });
        Ok(())
    })
}

/// What a formula is for each row: the distinct results by a function of them, and which
/// of them each row has.
pub(super) fn evaluate<T: Copy + Eq + std::hash::Hash + Send>(
    formula: &BoundFormula,
    table: &Loaded,
    result: impl Fn(Result<crate::expression::Number, crate::expression::Why>) -> T + Sync,
) -> Result<(Vec<T>, Vec<u32>), FilterError> {
    let mut known: rustc_hash::FxHashMap<T, u32> = rustc_hash::FxHashMap::default();
    let mut distinct = Vec::new();
    let mut place = |result: T| {
        *known.entry(result).or_insert_with(|| {
            distinct.push(result);
            (distinct.len() - 1) as u32
        })
    };
    let mut codes = vec![0; table.rows];
    let operands = formula.operands();
    if let Some(combinations) = Combinations::of(operands, table) {
        let results = combinations.map(|values| result(formula.number(values)));
        // Combinations that do not occur have results that do not.
        let mut places = vec![u32::MAX; results.len()];
        combinations.for_each(0, &mut codes, |code, combination| {
            if places[combination] == u32::MAX {
                places[combination] = place(results[combination]);
            }
            *code = places[combination];
        });
    } else {
        let rows = Rows::of(operands, table).map_err(FilterError::Texts)?;
        rows.for_each(0, &mut codes, |code, values| {
            *code = place(result(formula.number(values)));
        });
    }
    Ok((distinct, codes))
}

/// All combinations of the values of some columns.
struct Combinations<'a> {
    columns: Vec<&'a Coded>,
    /// For each column, what the codes add to the number of a combination.
    strides: Vec<Vec<u32>>,
    count: usize,
}

impl<'a> Combinations<'a> {
    /// The combinations of some operands; none if there are too many, or if not all
    /// operands are columns of numbers.
    fn of(operands: &[Operand], table: &'a Loaded) -> Option<Combinations<'a>> {
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

    /// What a function makes of each combination.
    fn map<T>(&self, of: impl Fn(&dyn Fn(usize) -> Value<'static>) -> T) -> Vec<T> {
        let combination = |number: usize| {
            let value = |operand: usize| {
                let before = self.columns[..operand].iter();
                let before: usize = before.map(|column| column.entries.len()).product();
                let entries = &self.columns[operand].entries;
                Value::Entry(entries[number / before % entries.len()])
            };
            of(&value)
        };
        (0..self.count).map(combination).collect()
    }

    /// Hands the combination of each row to a function, with its place in a list of
    /// results; the first of these belongs to the row at this place.
    fn for_each<T>(&self, first: usize, results: &mut [T], mut take: impl FnMut(&mut T, usize)) {
        /// Rows at a time: their sums stay in the nearest memory.
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
struct Rows<'a> {
    table: &'a Loaded,
    operands: &'a [Operand],
    texts: Option<&'a TextColumns>,
}

impl<'a> Rows<'a> {
    fn of(operands: &'a [Operand], table: &'a Loaded) -> Result<Rows<'a>, String> {
        let is_text = |operand: &Operand| matches!(operand, Operand::Puzzle | Operand::Text(_));
        let texts = operands.iter().any(is_text).then(|| table.texts());
        Ok(Rows {
            table,
            operands,
            texts: texts.transpose()?,
        })
    }

    /// Hands the values of each row to a function, with its place in a list of results;
    /// the first of these belongs to the row at this place, where a block of texts begins.
    fn for_each<T>(
        &self,
        first: usize,
        results: &mut [T],
        mut take: impl for<'v> FnMut(&mut T, &'v (dyn Fn(usize) -> Value<'v> + 'v)),
    ) {
        for (step, results) in results.chunks_mut(BLOCK).enumerate() {
            let start = first + step * BLOCK;
            let texts = |operand: &Operand| {
                let column = match (operand, self.texts) {
                    (Operand::Puzzle, Some(texts)) => Some(&texts.puzzles),
                    (Operand::Text(name), Some(texts)) => texts.others.get(name),
                    _ => None,
                };
                column.map_or(Texts::default(), |column| column.unpacked(start / BLOCK))
            };
            let texts: Vec<Texts> = self.operands.iter().map(texts).collect();
            for (place, result) in results.iter_mut().enumerate() {
                let row = start + place;
                let value = |operand: usize| match &self.operands[operand] {
                    Operand::Row => Value::Number(self.table.number(row)),
                    Operand::Entry(column) => match self.table.column(*column) {
                        Some(coded) => Value::Entry(coded.entries[coded.codes.get(row)]),
                        None => Value::Entry(crate::table::Entry::Unknown),
                    },
                    Operand::Puzzle | Operand::Text(_) => Value::Text(texts[operand].get(place)),
                };
                take(result, &value);
            }
        }
    }
}
