//! Conditions that select rows of a table, such as `te = 2 and bpb >= 6`.
//!
//! A comparison with something that is missing neither holds nor fails, and neither does
//! its negation. A row is chosen only if the condition holds.

use std::fmt;
use std::str::FromStr;

use super::bind::{Binder, ConditionTest, StatusSide, TextSide, Value, Why};
use super::fault::Fault;
use super::formula::{Formula, name_of};
use super::number::Number;
use super::scope::{Operand, Scope};
use super::syntax::{Comparator, Expr, ExprKind, Junction, Parsed, parse};
use super::written::{WriteStyle, WrittenExpression};
use crate::table::columns::PUZZLE;
use crate::table::{Column, Entry};
use gradus_engine::rating::Status;

/// A condition as it was written, not yet bound to columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(Parsed);

impl Condition {
    /// The condition for tables with these columns.
    pub fn bind(&self, scope: &Scope) -> Result<BoundCondition, Fault> {
        let (test, operands) = Binder::bind(&self.0, scope, Binder::test)?;
        Ok(BoundCondition { test, operands })
    }

    /// Returns true if it is about the puzzles themselves, their counts and ratings: whether it
    /// holds for a puzzle does not depend on the collection.
    pub fn is_about_puzzles(&self) -> bool {
        let is_ours = |name: &str| {
            let value = name.strip_suffix("_status").unwrap_or(name);
            name == PUZZLE || value.parse::<Column>().is_ok() || name.parse::<Status>().is_ok()
        };
        self.0.node.names().into_iter().all(is_ours)
    }

    /// The columns of ours that it names.
    pub fn columns(&self) -> impl Iterator<Item = Column> {
        let names = self.0.node.names().into_iter();
        names.filter_map(|name| name.strip_suffix("_status").unwrap_or(name).parse().ok())
    }

    /// The least and the greatest whole number that a name can have where the condition
    /// holds, as far as comparisons joined by `and` show it.
    pub fn range_of(&self, name: &str) -> (Option<i64>, Option<i64>) {
        let (mut least, mut most) = (None, None);
        range(&self.0.node, name, &mut |low, high| {
            least = least.max(low);
            most = match (most, high) {
                (Some(a), Some(b)) => Some(i64::min(a, b)),
                (a, b) => a.or(b),
            };
        });
        (least, most)
    }

    /// The conditions that must all hold for it to hold: it is these with `and` between.
    pub fn conjuncts(&self) -> Vec<Condition> {
        fn split<'a>(node: &'a Expr, parts: &mut Vec<&'a Expr>) {
            match &node.kind {
                ExprKind::Joined(Junction::And, a, b) => {
                    split(a, parts);
                    split(b, parts);
                }
                _ => parts.push(node),
            }
        }
        let mut parts = Vec::new();
        split(&self.0.node, &mut parts);
        parts.into_iter().cloned().map(Condition::of).collect()
    }

    /// Returns true if it compares a formula with a number or a text, or the status of a column
    /// that the formula is: such conditions choose bars of a histogram.
    pub fn is_range_of(&self, formula: &Formula) -> bool {
        let of = self.range_formula().map(|found| found.written());
        let (own, status) = (formula.written(), format!("{formula}_status"));
        of.is_some_and(|of| of.eq_ignore_ascii_case(&own) || of.eq_ignore_ascii_case(&status))
    }

    /// The formula that it compares with a number or a text, or with several of these.
    pub fn range_formula(&self) -> Option<Formula> {
        fn side(node: &Expr) -> Option<&Expr> {
            match &node.kind {
                ExprKind::Joined(Junction::Or, a, b) => {
                    let (a, b) = (side(a)?, side(b)?);
                    let [first, second] =
                        [a, b].map(|side| WrittenExpression(side, WriteStyle::Tight).to_string());
                    (first == second).then_some(a)
                }
                ExprKind::Compared(Comparator::Contains, ..) => None,
                ExprKind::Compared(_, a, b) => {
                    // A word beside a status is a status.
                    let is_status = name_of(a).is_some_and(|name| name.ends_with("_status"));
                    let is_value = match &b.kind {
                        ExprKind::Number(_) | ExprKind::Text(_) => true,
                        ExprKind::Negated(of) => matches!(of.kind, ExprKind::Number(_)),
                        _ => is_status,
                    };
                    is_value.then_some(a)
                }
                _ => None,
            }
        }
        side(&self.0.node).map(Formula::of)
    }

    /// Both this and another condition.
    pub fn and(&self, other: &Condition) -> Condition {
        let [a, b] = [self, other].map(|condition| Box::new(condition.0.node.clone()));
        let span = a.span.clone();
        let kind = ExprKind::Joined(Junction::And, a, b);
        Condition::of(Expr { kind, span })
    }

    fn of(node: Expr) -> Condition {
        let text = WrittenExpression(&node, WriteStyle::Spaced).to_string();
        Condition(Parsed { text, node })
    }
}

/// Shows the range that each comparison of a name with a number allows.
fn range(node: &Expr, of: &str, show: &mut impl FnMut(Option<i64>, Option<i64>)) {
    let (how, name, number) = match &node.kind {
        ExprKind::Joined(Junction::And, a, b) => {
            range(a, of, show);
            return range(b, of, show);
        }
        ExprKind::Compared(how, a, b) => match (&a.kind, &b.kind) {
            (ExprKind::Name(name), ExprKind::Number(number)) => (*how, name, number),
            _ => return,
        },
        _ => return,
    };
    let number = number.to_f64();
    if !name.eq_ignore_ascii_case(of) || number.fract() != 0.0 || number.abs() > 1e9 {
        return;
    }
    let number = number as i64;
    match how {
        Comparator::Equal => show(Some(number), Some(number)),
        Comparator::AtLeast => show(Some(number), None),
        Comparator::Greater => show(Some(number + 1), None),
        Comparator::AtMost => show(None, Some(number)),
        Comparator::Less => show(None, Some(number - 1)),
        Comparator::Different | Comparator::Contains => {}
    }
}

impl FromStr for Condition {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Condition, Fault> {
        let node = parse(text)?;
        // A missing comparison can be seen without columns.
        if !node.is_condition() {
            let message = "a comparison is expected here, such as w >= 8";
            return Err(Fault::new(text, node.span.start, message));
        }
        let text = text.to_string();
        Ok(Condition(Parsed { text, node }))
    }
}

/// The condition in its normal form: blanks, capitals and redundant brackets make no difference.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&WrittenExpression(&self.0.node, WriteStyle::Spaced).to_string())
    }
}

/// A condition over columns that are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundCondition {
    test: ConditionTest,
    /// The columns that it reads.
    pub operands: Vec<Operand>,
}

/// The result of a condition for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// Something that it compares is missing.
    Open(Why),
}

impl BoundCondition {
    /// The operands whose status is compared: a status that is not known differs from all others.
    pub fn tested_by_status(&self) -> Vec<&Operand> {
        fn add(test: &ConditionTest, found: &mut Vec<usize>) {
            match test {
                ConditionTest::Numbers(..) | ConditionTest::Texts(..) => {}
                ConditionTest::Status(_, place, side) => {
                    found.push(*place);
                    if let StatusSide::Operand(place) = side {
                        found.push(*place);
                    }
                }
                ConditionTest::Not(of) => add(of, found),
                ConditionTest::Joined(_, a, b) => {
                    add(a, found);
                    add(b, found);
                }
            }
        }
        let mut found = Vec::new();
        add(&self.test, &mut found);
        found
            .into_iter()
            .map(|place| &self.operands[place])
            .collect()
    }

    /// Returns true if it holds for a row whose operands have these values.
    pub fn verdict<'a>(&self, values: impl Fn(usize) -> Value<'a>) -> Truth {
        verdict(&self.test, &values)
    }
}

fn verdict<'a>(test: &ConditionTest, values: &impl Fn(usize) -> Value<'a>) -> Truth {
    match test {
        ConditionTest::Numbers(how, a, b) => match (a.evaluate(values), b.evaluate(values)) {
            (Ok(a), Ok(b)) => numbers(*how, a, b),
            (Err(a), Err(b)) => Truth::Open(a.max(b)),
            (Err(why), _) | (_, Err(why)) => Truth::Open(why),
        },
        ConditionTest::Status(equality, of, side) => {
            let status = |place| match values(place) {
                Value::Entry(entry) => Entry::status(entry),
                _ => None,
            };
            let other = match side {
                StatusSide::Given(status) => *status,
                StatusSide::Operand(place) => status(*place),
            };
            Truth::of((status(*of) == other) == *equality)
        }
        ConditionTest::Texts(how, of, side) => {
            let text = |place| match values(place) {
                Value::Text(text) => text,
                _ => "",
            };
            match side {
                TextSide::Given(other) => texts(*how, text(*of), other),
                TextSide::Operand(place) => {
                    let (a, b) = (text(*of), text(*place));
                    match (Number::parse(a.trim()), Number::parse(b.trim())) {
                        (Some(a), Some(b)) if *how != Comparator::Contains => numbers(*how, a, b),
                        _ => texts(*how, a, b),
                    }
                }
            }
        }
        ConditionTest::Not(of) => match verdict(of, values) {
            Truth::Holds => Truth::Fails,
            Truth::Fails => Truth::Holds,
            open => open,
        },
        ConditionTest::Joined(how, a, b) => {
            let decides = Truth::of(*how == Junction::Or);
            match verdict(a, values) {
                first if first == decides => first,
                first => joined(first, verdict(b, values), decides),
            }
        }
    }
}

impl Truth {
    fn of(holds: bool) -> Truth {
        if holds { Truth::Holds } else { Truth::Fails }
    }
}

/// Joins two verdicts; `decides` settles the result alone.
fn joined(a: Truth, b: Truth, decides: Truth) -> Truth {
    match (a, b) {
        _ if b == decides => decides,
        (Truth::Open(a), Truth::Open(b)) => Truth::Open(a.max(b)),
        (Truth::Open(why), _) | (_, Truth::Open(why)) => Truth::Open(why),
        _ => a,
    }
}

fn numbers(how: Comparator, a: Number, b: Number) -> Truth {
    let order = a.compare(b);
    Truth::of(match how {
        Comparator::Equal => order.is_eq(),
        Comparator::Different => order.is_ne(),
        Comparator::Less => order.is_lt(),
        Comparator::AtMost => order.is_le(),
        Comparator::Greater => order.is_gt(),
        Comparator::AtLeast => order.is_ge(),
        Comparator::Contains => false,
    })
}

fn texts(how: Comparator, a: &str, b: &str) -> Truth {
    Truth::of(match how {
        Comparator::Contains => a.contains(b),
        Comparator::Different => a != b,
        _ => a == b,
    })
}

/// Notes on rows that a condition leaves out although it does not fail.
pub fn open_notes(missing: u64, no_number: u64) -> Vec<String> {
    let rows = |count: u64| match count {
        1 => "1 row is".to_string(),
        count => format!("{count} rows are"),
    };
    let missing = (missing > 0).then(|| {
        let rows = rows(missing);
        format!("{rows} left out because something that the condition compares is missing")
    });
    let no_number = (no_number > 0).then(|| {
        let rows = rows(no_number);
        format!("{rows} left out because a text that the condition compares is no number")
    });
    missing.into_iter().chain(no_number).collect()
}
