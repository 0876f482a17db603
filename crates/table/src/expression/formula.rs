//! Formulas: numbers calculated from columns, such as `w - b`.

use std::fmt;
use std::str::FromStr;

use super::bind::{Binder, Term, Value, Why};
use super::fault::Fault;
use super::measure::{Bounded, Measure};
use super::number::Number;
use super::scope::{Operand, Scope};
use super::syntax::{Node, NodeKind, Operation, parse};
use super::written::{WriteStyle, WrittenExpression};
use crate::table::Column;

/// A formula as it was written; which columns there are is not known.
#[derive(Clone, Debug)]
pub struct Formula {
    text: String,
    node: Node,
}

impl Formula {
    /// The values of a column, whatever its name looks like.
    pub fn named(name: &str) -> Formula {
        Formula {
            text: name.to_string(),
            node: name_node(name),
        }
    }

    /// The difference of two columns.
    pub fn difference(minuend: Column, subtrahend: Column) -> Formula {
        let [a, b] = [minuend, subtrahend].map(|column| Box::new(name_node(column.name())));
        let node = Node {
            kind: NodeKind::Calculated(Operation::Minus, a, b),
            span: 0..0,
        };
        let text = WrittenExpression(&node, WriteStyle::Tight).to_string();
        Formula { text, node }
    }

    /// The formula for tables with these columns.
    pub fn bind(&self, scope: &Scope) -> Result<BoundFormula, Fault> {
        let mut binder = Binder {
            text: &self.text,
            scope,
            operands: Vec::new(),
        };
        let term = binder.term(&self.node)?;
        Ok(BoundFormula {
            term,
            operands: binder.operands,
        })
    }

    /// The name of the column that it is, if it is one alone.
    pub fn name(&self) -> Option<&str> {
        name_of(&self.node)
    }

    /// The column of ours that it is, if it is one alone.
    pub fn column(&self) -> Option<Column> {
        self.name()?.parse().ok()
    }

    /// The names of the columns that it is the difference of, if it is that.
    pub fn minus(&self) -> Option<(&str, &str)> {
        match &self.node.kind {
            NodeKind::Calculated(Operation::Minus, a, b) => Some((name_of(a)?, name_of(b)?)),
            _ => None,
        }
    }

    /// The columns of ours that it names.
    pub fn columns(&self) -> impl Iterator<Item = Column> {
        let names = self.node.names().into_iter();
        names.filter_map(|name| name.parse().ok())
    }

    /// The columns of ours that it is the difference of, if it is that.
    pub fn gap(&self) -> Option<(Column, Column)> {
        let (minuend, subtrahend) = self.minus()?;
        Some((minuend.parse().ok()?, subtrahend.parse().ok()?))
    }

    /// The formula as the book writes it.
    pub fn heading(&self) -> String {
        WrittenExpression(&self.node, WriteStyle::Heading).to_string()
    }
}

fn name_node(name: &str) -> Node {
    let kind = NodeKind::Name(name.to_string());
    Node { kind, span: 0..0 }
}

fn name_of(node: &Node) -> Option<&str> {
    match &node.kind {
        NodeKind::Name(name) => Some(name),
        _ => None,
    }
}

impl FromStr for Formula {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Formula, Fault> {
        let node = parse(text)?;
        match node.kind {
            NodeKind::Compared(..) | NodeKind::Not(_) | NodeKind::And(..) | NodeKind::Or(..) => {
                let message = "a number is expected here, not a condition";
                Err(Fault::new(text, node.span.start, message))
            }
            _ => {
                let text = text.to_string();
                Ok(Formula { text, node })
            }
        }
    }
}

/// The formula without blanks, as columns and files are named by it; the name of a
/// column alone is just that.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => f.pad(&WrittenExpression(&self.node, WriteStyle::Tight).to_string()),
        }
    }
}

/// Two formulas are the same if they are written the same.
impl PartialEq for Formula {
    fn eq(&self, other: &Formula) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Formula {}

/// A formula over columns that are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundFormula {
    term: Term,
    operands: Vec<Operand>,
}

impl BoundFormula {
    /// The columns that it reads.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// What it is for a row whose operands have these values, where bounds count as numbers
    /// as they do in conditions.
    pub fn number<'a>(&self, values: impl Fn(usize) -> Value<'a>) -> Result<Number, Why> {
        self.term.evaluate(&values)
    }

    /// What it is for a row whose operands have these values, as far as it is known.
    pub fn measure<'a>(&self, values: impl Fn(usize) -> Value<'a>) -> Result<Measure, Why> {
        let bounded: Bounded = self.term.evaluate(&values)?;
        bounded.measure().ok_or(Why::Missing)
    }
}
