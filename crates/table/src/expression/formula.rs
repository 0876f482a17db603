//! Formulas: numbers calculated from columns, such as `w - b`.

use std::fmt;
use std::ops::Sub;
use std::str::FromStr;

use super::bind::{Binder, Term, Value, Why};
use super::fault::Fault;
use super::measure::{Bounded, Measure};
use super::number::Number;
use super::scope::{Operand, Scope};
use super::syntax::{Expr, ExprKind, Operation, Parsed, parse};
use super::written::{WriteStyle, WrittenExpression};
use crate::table::Column;

/// A formula as it was written, not yet bound to columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula(Parsed);

impl Formula {
    /// The values of a column. Its name is not parsed.
    pub fn named(name: &str) -> Formula {
        Formula(Parsed {
            text: name.to_string(),
            node: name_node(name),
        })
    }

    /// The formula for tables with these columns.
    pub fn bind(&self, scope: &Scope) -> Result<BoundFormula, Fault> {
        let (term, operands) = Binder::bind(&self.0, scope, Binder::term)?;
        Ok(BoundFormula { term, operands })
    }

    /// The name of the column, if the formula is a single column.
    pub fn name(&self) -> Option<&str> {
        name_of(&self.0.node)
    }

    /// The rating or count, if the formula is a single one.
    pub fn column(&self) -> Option<Column> {
        self.name()?.parse().ok()
    }

    /// The counts and ratings that it names.
    pub fn columns(&self) -> impl Iterator<Item = Column> {
        let names = self.0.node.names().into_iter();
        names.filter_map(|name| name.parse().ok())
    }

    /// The names of the two columns, if it is a difference.
    pub fn minus(&self) -> Option<(&str, &str)> {
        match &self.0.node.kind {
            ExprKind::Calculated(Operation::Minus, a, b) => Some((name_of(a)?, name_of(b)?)),
            _ => None,
        }
    }

    /// The two ratings or counts, if it is a difference.
    pub fn gap(&self) -> Option<(Column, Column)> {
        let (minuend, subtrahend) = self.minus()?;
        Some((minuend.parse().ok()?, subtrahend.parse().ok()?))
    }

    /// The formula as in a condition: with blanks, and with quotes around unusual names.
    pub fn written(&self) -> String {
        WrittenExpression(&self.0.node, WriteStyle::Spaced).to_string()
    }

    /// The formula of a part of an expression.
    pub(super) fn of(node: &Expr) -> Formula {
        let text = WrittenExpression(node, WriteStyle::Tight).to_string();
        let node = node.clone();
        Formula(Parsed { text, node })
    }

    /// The formula as the book writes it.
    pub fn heading(&self) -> String {
        WrittenExpression(&self.0.node, WriteStyle::Heading).to_string()
    }
}

/// The difference of two columns.
impl Sub for Column {
    type Output = Formula;

    fn sub(self, subtrahend: Column) -> Formula {
        let [a, b] = [self, subtrahend].map(|column| Box::new(name_node(column.name())));
        let kind = ExprKind::Calculated(Operation::Minus, a, b);
        Formula::of(&Expr { kind, span: 0..0 })
    }
}

fn name_node(name: &str) -> Expr {
    let kind = ExprKind::Name(name.to_string());
    Expr { kind, span: 0..0 }
}

pub(super) fn name_of(node: &Expr) -> Option<&str> {
    match &node.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

impl FromStr for Formula {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Formula, Fault> {
        let node = parse(text)?;
        if node.is_condition() {
            let message = "a number is expected here, not a condition";
            return Err(Fault::new(text, node.span.start, message));
        }
        let text = text.to_string();
        Ok(Formula(Parsed { text, node }))
    }
}

/// The formula without blanks, as in the names of columns and files; a single column is just
/// its name.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => f.pad(&WrittenExpression(&self.0.node, WriteStyle::Tight).to_string()),
        }
    }
}

/// A formula over columns that are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundFormula {
    term: Term,
    /// The columns that it reads.
    pub operands: Vec<Operand>,
}

impl BoundFormula {
    /// The result for a row whose operands have these values, where bounds count as numbers
    /// as they do in conditions.
    pub fn number<'a>(&self, values: impl Fn(usize) -> Value<'a>) -> Result<Number, Why> {
        self.term.evaluate(&values)
    }

    /// The result for a row whose operands have these values, as far as it is known.
    pub fn measure<'a>(&self, values: impl Fn(usize) -> Value<'a>) -> Result<Measure, Why> {
        let bounded: Bounded = self.term.evaluate(&values)?;
        bounded.measure().ok_or(Why::Missing)
    }
}
