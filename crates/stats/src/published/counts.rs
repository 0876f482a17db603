//! Tables of counts: the number, or the share, of puzzles of a collection that meet
//! conditions (tables 9.1, 11.1, 11.2 and 11.4 of PBCS, and the tables of HLS).
//!
//! The measured puzzles must be that very collection: the first ones of a generator
//! and a seed, or certain rows of a list. The numbers should then be equal up to
//! the printed digits, and there is no standard error.

use serde::Deserialize;

use super::comparison::{
    Compared, ComparisonCell, ComparisonColumn, ComparisonLine, ComparisonUnit, TableKind,
    check_width,
};
use super::error::TableError;
use super::printed::PrintedNumber;
use crate::Generator;
use crate::joint::Joint;
use crate::origin::Origin;
use crate::reading::{ReadPlan, Slice, TablesRead};
use crate::unbiased::Estimate;
use gradus_table::expression::{BoundCondition, Condition, Operand, Scope, Truth, Value};
use gradus_table::table::{Column, Entry};

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct CountsTable {
    columns: Vec<CountsColumn>,
    lines: Vec<CountsLine>,
}

/// A column: the puzzles of a collection that it counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct CountsColumn {
    name: String,
    /// The condition, in which `at` and `label` stand for those of the line. A
    /// column without a condition cannot be measured.
    #[serde(rename = "where")]
    condition: Option<String>,
    /// The generator and the seed of the puzzles, if they were generated.
    generator: Option<Generator>,
    seed: Option<u64>,
    sample: Option<u64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct CountsLine {
    label: String,
    /// The value of `at` in the conditions of the columns.
    at: Option<i32>,
    #[serde(rename = "where")]
    condition: Option<String>,
    /// Conditions that replace those of the columns, one per column.
    #[serde(default)]
    each: Vec<String>,
    /// The rows that the line covers, from 1, if it is a part of a list.
    rows: Option<(u64, u64)>,
    #[serde(default)]
    unsolved: bool,
    /// The percentage of the column's puzzles that meet the line's condition.
    #[serde(default)]
    percent: bool,
    printed: Vec<PrintedNumber>,
    #[serde(default)]
    correct: Vec<PrintedNumber>,
}

impl CountsLine {
    fn slice(&self) -> Option<Slice> {
        let (first, last) = self.rows?;
        Some(Slice { first, last })
    }

    fn condition_of(
        &self,
        place: usize,
        column: &CountsColumn,
    ) -> Result<Option<Condition>, TableError> {
        let text = self.each.get(place).or(column.condition.as_ref());
        let Some(text) = text else { return Ok(None) };
        let word = |word: &str| match (word, self.at) {
            ("label", _) => Ok(self.label.clone()),
            ("at", Some(at)) => Ok(at.to_string()),
            ("at", None) => Err(TableError::Line(self.label.clone())),
            _ => Ok(word.to_string()),
        };
        let words: Result<Vec<String>, TableError> = text.split(' ').map(word).collect();
        self.parse(&words?.join(" ")).map(Some)
    }

    fn own_condition(&self) -> Result<Option<Condition>, TableError> {
        let text = self.condition.as_ref();
        text.map(|text| self.parse(text)).transpose()
    }

    fn parse(&self, text: &str) -> Result<Condition, TableError> {
        text.parse()
            .map_err(|fault| TableError::Condition(self.label.clone(), fault))
    }
}

impl CountsColumn {
    fn is_generated(&self) -> bool {
        self.generator.is_some()
    }

    /// Returns true if these are the puzzles of the column, as far as it identifies them.
    fn is_measured(&self, joint: &Joint, origin: &Origin) -> bool {
        let here = (origin.kind, origin.seed, Some(joint.rows()));
        !self.is_generated() || (self.generator, self.seed, self.sample) == here
    }
}

impl TableKind for CountsTable {
    fn check(&self) -> Result<(), TableError> {
        for column in &self.columns {
            let given = [column.seed.is_some(), column.sample.is_some()];
            if given != [column.is_generated(); 2] {
                return Err(TableError::Line(column.name.clone()));
            }
        }
        for line in &self.lines {
            let is_slice = |(first, last)| first > 0 && first <= last;
            let has_conditions = match line.each.len() {
                0 => true,
                count => count == self.columns.len() && line.at.is_none(),
            };
            if !line.rows.is_none_or(is_slice)
                || !has_conditions
                || line.percent != line.condition.is_some()
            {
                return Err(TableError::Line(line.label.clone()));
            }
            for (place, column) in self.columns.iter().enumerate() {
                line.condition_of(place, column)?;
            }
            line.own_condition()?;
            let width = self.columns.len();
            check_width(&line.label, &line.printed, &line.correct, width)?;
        }
        Ok(())
    }

    fn plan(&self) -> ReadPlan {
        let mut slices: Vec<Slice> = self.lines.iter().filter_map(CountsLine::slice).collect();
        slices.sort_unstable();
        slices.dedup();
        ReadPlan {
            slices,
            ..ReadPlan::default()
        }
    }

    fn compare(&self, reading: &TablesRead, origin: &Origin) -> Compared {
        let columns = self.columns.iter();
        let columns = columns.map(|column| ComparisonColumn::new(&column.name, None));
        let line = |line: &CountsLine| {
            let joint = match line.slice() {
                Some(slice) => {
                    let joint = reading.slices.get(&slice);
                    joint.filter(|joint| joint.rows() == slice.rows())
                }
                None => Some(&reading.joint),
            };
            let cells = self.columns.iter().enumerate().map(|(place, column)| {
                let cell = ComparisonCell::new(&line.printed[place], line.correct.get(place));
                let joint = joint.filter(|joint| column.is_measured(joint, origin));
                match joint.and_then(|joint| measured(line, place, column, joint)) {
                    Some(percent) if line.percent => cell.with_rounded(percent),
                    count => cell.with(count.map(Estimate::exact), |_| None),
                }
            });
            ComparisonLine {
                label: line.label.clone(),
                unit: if line.percent {
                    ComparisonUnit::Percent
                } else {
                    ComparisonUnit::Count
                },
                cells: cells.collect(),
            }
        };
        (columns.collect(), self.lines.iter().map(line).collect())
    }
}

/// A number or share of the table, or `None` if a column of ratings is missing or a
/// rating is not known well enough.
fn measured(line: &CountsLine, place: usize, column: &CountsColumn, joint: &Joint) -> Option<f64> {
    let test = |condition: &Condition| BoundTest::new(condition, joint, column.is_generated());
    let counted = test(&line.condition_of(place, column).ok()??)?;
    let besides = match line.own_condition().ok()? {
        Some(condition) => Some(test(&condition)?),
        None => None,
    };
    let mut columns = counted.columns.clone();
    columns.extend(besides.iter().flat_map(|test| &test.columns));
    let (mut all, mut part) = (0, 0);
    for (entries, count) in joint.cells(&columns)? {
        let (own, others) = entries.split_at(counted.columns.len());
        if counted.holds(own)? {
            all += count;
            let besides = besides.as_ref().map_or(Some(true), |it| it.holds(others));
            part += count * u64::from(besides?);
        }
    }
    match (line.percent, line.unsolved) {
        (true, _) => (all > 0).then(|| 100.0 * part as f64 / all as f64),
        (false, true) => Some((joint.rows() - part) as f64),
        (false, false) => Some(part as f64),
    }
}

/// A condition over the columns of a collection.
struct BoundTest {
    bound: BoundCondition,
    columns: Vec<Column>,
    /// Every rating read must be known, if only as an upper bound. Otherwise an inapplicable
    /// class is that of a puzzle that needs less, and an unknown rating counts as unsolved.
    all_known: bool,
}

impl BoundTest {
    fn new(condition: &Condition, joint: &Joint, all_known: bool) -> Option<BoundTest> {
        let bound = condition.bind(&Scope::from_iter(joint.columns())).ok()?;
        let column = |operand: &Operand| match operand {
            Operand::Entry(column) => Some(*column),
            _ => None,
        };
        let columns = bound.operands.iter().map(column).collect::<Option<_>>()?;
        Some(BoundTest {
            bound,
            columns,
            all_known,
        })
    }

    /// Returns true if the condition holds for these entries, or `None` if undecided.
    fn holds(&self, entries: &[Entry]) -> Option<bool> {
        let is_known = |entry: &Entry| entry.finite().is_some() || *entry == Entry::Infinite;
        if self.all_known && !entries.iter().all(is_known) {
            return None;
        }
        let counted = |entry: &Entry| match *entry {
            Entry::NotApplicable => Entry::Exact(0),
            Entry::Unknown => Entry::Infinite,
            other => other,
        };
        self.holds_for_all(&mut entries.iter().map(counted).collect::<Vec<_>>())
    }

    /// Tries all values allowed by lower bounds, which must have the same verdict.
    fn holds_for_all(&self, entries: &mut [Entry]) -> Option<bool> {
        let mut lower = entries.iter().zip(&self.columns).enumerate();
        let lower = lower.find_map(|(place, (entry, column))| match entry {
            Entry::Lower(bound) => Some((place, *bound..=column.limit())),
            _ => None,
        });
        let Some((place, values)) = lower else {
            return match self.bound.verdict(|operand| Value::Entry(entries[operand])) {
                Truth::Holds => Some(true),
                Truth::Fails => Some(false),
                Truth::Open(_) => None,
            };
        };
        let bound = entries[place];
        let values = values.map(Entry::Exact).chain([Entry::Infinite]);
        let mut verdicts = values.map(|value| {
            entries[place] = value;
            self.holds_for_all(entries)
        });
        let first = verdicts.next()??;
        let same = verdicts.all(|verdict| verdict == Some(first));
        entries[place] = bound;
        same.then_some(first)
    }
}
