//! Expressions with resolved names: the sides of comparisons fit together, and every column
//! that is read has a place among the operands.

use super::fault::Fault;
use super::measure::Arithmetic;
use super::number::Number;
use super::scope::{Binding, Operand, Scope};
use super::syntax::{Comparator, Expr, ExprKind, Junction, Operation, Parsed};
use crate::table::Entry;
use crate::table::columns::KIND;
use gradus_engine::rating::Status;
use gradus_engine::rating::registry::Words;
use gradus_puzzles::kind_names;

/// The content of a column of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A number.
    Number(u64),
    /// A count or a rating.
    Entry(Entry),
    /// A text; nothing is an empty one.
    Text(&'a str),
}

/// The reason for a missing number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// Something is missing, or the result is not defined.
    Missing,
    /// A text is not a number.
    NoNumber,
}

/// Arithmetic over the places of operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// A number.
    Number(Number),
    Operand(usize),
    Negated(Box<Term>),
    Calculated(Operation, Box<Term>, Box<Term>),
}

impl Term {
    /// The result for a row whose operands have these values.
    pub(super) fn evaluate<'a, A: Arithmetic>(
        &self,
        values: &impl Fn(usize) -> Value<'a>,
    ) -> Result<A, Why> {
        match self {
            Term::Number(number) => Ok((*number).into()),
            Term::Operand(place) => match values(*place) {
                Value::Entry(entry) => A::of_entry(entry).ok_or(Why::Missing),
                Value::Number(number) => {
                    let number = i64::try_from(number).map_err(|_| Why::Missing)?;
                    Ok(Number::whole(number).into())
                }
                Value::Text(text) => match text.trim() {
                    "" => Err(Why::Missing),
                    text => Number::parse(text).map(A::from).ok_or(Why::NoNumber),
                },
            },
            Term::Negated(of) => Ok(-of.evaluate::<A>(values)?),
            Term::Calculated(operation, a, b) => {
                let (a, b) = (a.evaluate(values), b.evaluate(values));
                match (a, b) {
                    (Ok(a), Ok(b)) => A::calculated(*operation, a, b).ok_or(Why::Missing),
                    (Err(a), Err(b)) => Err(a.max(b)),
                    (Err(why), _) | (_, Err(why)) => Err(why),
                }
            }
        }
    }
}

/// A condition over the places of operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ConditionTest {
    Numbers(Comparator, Term, Term),
    /// The status of an entry is compared with one, or with that of another entry. No
    /// status is one of its own.
    Status(Equality, usize, StatusSide),
    Texts(Comparator, usize, TextSide),
    Not(Box<ConditionTest>),
    Joined(Junction, Box<ConditionTest>, Box<ConditionTest>),
}

/// True if two things should be the same.
pub(super) type Equality = bool;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StatusSide {
    Given(Option<Status>),
    Operand(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TextSide {
    Given(String),
    /// That of another column; if both are numbers, these are compared.
    Operand(usize),
}

/// Resolves names.
pub(super) struct Binder<'a> {
    text: &'a str,
    scope: &'a Scope,
    operands: Vec<Operand>,
}

enum Side {
    Number(Term),
    /// A column of texts, which may be numbers.
    Text(usize),
    Literal(String),
}

impl<'a> Binder<'a> {
    /// Binds the names of an expression. Returns the result of `make` and the operands.
    pub(super) fn bind<T>(
        parsed: &'a Parsed,
        scope: &'a Scope,
        make: impl FnOnce(&mut Self, &Expr) -> Result<T, Fault>,
    ) -> Result<(T, Vec<Operand>), Fault> {
        let mut binder = Binder {
            text: &parsed.text,
            scope,
            operands: Vec::new(),
        };
        let made = make(&mut binder, &parsed.node)?;
        Ok((made, binder.operands))
    }

    fn fault<T>(&self, node: &Expr, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault::new(self.text, node.span.start, message))
    }

    fn place(&mut self, operand: Operand) -> usize {
        let known = self.operands.iter().position(|other| *other == operand);
        known.unwrap_or_else(|| {
            self.operands.push(operand);
            self.operands.len() - 1
        })
    }

    fn meaning(&self, node: &Expr, name: &str) -> Result<Binding, Fault> {
        self.scope.meaning(self.text, name, &node.span)
    }

    pub(super) fn term(&mut self, node: &Expr) -> Result<Term, Fault> {
        match &node.kind {
            ExprKind::Number(number) => Ok(Term::Number(*number)),
            ExprKind::Name(name) => match self.meaning(node, name)? {
                Binding::Values(Operand::Puzzle) => self.fault(node, "puzzles are no numbers"),
                Binding::Values(operand) => Ok(Term::Operand(self.place(operand))),
                Binding::Status(column) => {
                    let message = format!("{name} is no number; {column} is the rating itself");
                    self.fault(node, message)
                }
            },
            ExprKind::Negated(of) => Ok(Term::Negated(Box::new(self.term(of)?))),
            ExprKind::Calculated(operation, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                Ok(Term::Calculated(*operation, Box::new(a), Box::new(b)))
            }
            ExprKind::Text(_) => self.fault(node, "a number is expected here, not a text"),
            ExprKind::Compared(..) | ExprKind::Not(_) | ExprKind::Joined(..) => {
                self.fault(node, "a number is expected here, not a condition")
            }
        }
    }

    pub(super) fn test(&mut self, node: &Expr) -> Result<ConditionTest, Fault> {
        match &node.kind {
            ExprKind::Not(of) => Ok(ConditionTest::Not(Box::new(self.test(of)?))),
            ExprKind::Joined(how, a, b) => {
                let (a, b) = (self.test(a)?, self.test(b)?);
                Ok(ConditionTest::Joined(*how, Box::new(a), Box::new(b)))
            }
            ExprKind::Compared(how, a, b) => self.comparison(node, *how, a, b),
            _ => {
                // An unknown name is reported first.
                self.side(node)?;
                self.fault(node, "a comparison is expected here, such as w >= 8")
            }
        }
    }

    fn comparison(
        &mut self,
        node: &Expr,
        how: Comparator,
        first: &Expr,
        second: &Expr,
    ) -> Result<ConditionTest, Fault> {
        // Beside a status, a word is a status.
        if let Some(test) = self.status(how, first, second)? {
            return Ok(test);
        }
        let sides = (self.side_by(first, second)?, self.side_by(second, first)?);
        match (how, sides) {
            (
                Comparator::Contains | Comparator::Equal | Comparator::Different,
                (Side::Text(a), Side::Literal(text)),
            )
            | (Comparator::Equal | Comparator::Different, (Side::Literal(text), Side::Text(a))) => {
                Ok(ConditionTest::Texts(how, a, TextSide::Given(text)))
            }
            (
                Comparator::Contains | Comparator::Equal | Comparator::Different,
                (Side::Text(a), Side::Text(b)),
            ) => Ok(ConditionTest::Texts(how, a, TextSide::Operand(b))),
            (Comparator::Contains, (Side::Text(_), _)) => {
                self.fault(second, "~ looks for a text: put it between quotes")
            }
            (Comparator::Contains, _) => self.fault(
                first,
                "~ looks into columns of texts, such as comment ~ \"17c\"",
            ),
            (_, (Side::Literal(_), Side::Literal(_))) => {
                self.fault(node, "one of the two must be a column")
            }
            (_, (Side::Text(_), Side::Literal(_)) | (Side::Literal(_), Side::Text(_))) => {
                let message = "texts are compared by =, != and ~; numbers go without quotes";
                self.fault(node, message)
            }
            (_, (Side::Number(_), Side::Literal(_))) => {
                self.fault(second, "a number is expected here, not a text")
            }
            (_, (Side::Literal(_), Side::Number(_))) => {
                self.fault(first, "a number is expected here, not a text")
            }
            (_, (a, b)) => {
                let (a, b) = (self.number(first, a)?, self.number(second, b)?);
                Ok(ConditionTest::Numbers(how, a, b))
            }
        }
    }

    /// The side of a comparison of numbers.
    fn number(&self, node: &Expr, side: Side) -> Result<Term, Fault> {
        match side {
            Side::Number(term) => Ok(term),
            Side::Text(place) if self.operands[place] != Operand::Puzzle => {
                Ok(Term::Operand(place))
            }
            Side::Text(_) | Side::Literal(_) => self.fault(
                node,
                "a puzzle is a text: compare it with one between quotes",
            ),
        }
    }

    fn no_status<T>(&self, node: &Expr) -> Result<T, Fault> {
        self.fault(node, format!("a status is expected here: {}", statuses()))
    }

    /// A comparison with a status on one side.
    fn status(
        &mut self,
        how: Comparator,
        first: &Expr,
        second: &Expr,
    ) -> Result<Option<ConditionTest>, Fault> {
        let (of, (node, other)) = match (self.status_of(first), self.status_of(second)) {
            (Some(of), _) => (of, (first, second)),
            (None, Some(of)) => (of, (second, first)),
            (None, None) => return Ok(None),
        };
        let equality = match how {
            Comparator::Equal => true,
            Comparator::Different => false,
            _ => {
                let message = format!("a status is compared by = and !=, not by {}", how.sign());
                return self.fault(node, message);
            }
        };
        let side = match (&other.kind, self.status_of(other)) {
            (_, Some(place)) => StatusSide::Operand(place),
            (ExprKind::Text(word), _) if word.is_empty() => StatusSide::Given(None),
            (ExprKind::Text(word) | ExprKind::Name(word), _) => {
                match word.to_lowercase().parse::<Status>().ok() {
                    None => return self.no_status(other),
                    status => StatusSide::Given(status),
                }
            }
            _ => return self.no_status(other),
        };
        Ok(Some(ConditionTest::Status(equality, of, side)))
    }

    /// The place of the entry whose status a name stands for.
    fn status_of(&mut self, node: &Expr) -> Option<usize> {
        let ExprKind::Name(name) = &node.kind else {
            return None;
        };
        match self.meaning(node, name) {
            Ok(Binding::Status(column)) => Some(self.place(Operand::Entry(column))),
            _ => None,
        }
    }

    /// A side of a comparison with another. Beside a rating whose values have words, a
    /// word is the value that it stands for.
    fn side_by(&mut self, node: &Expr, other: &Expr) -> Result<Side, Fault> {
        if let Some(kind) = self.kind_by(node, other) {
            return Ok(Side::Literal(kind.to_string()));
        }
        let (ExprKind::Text(word) | ExprKind::Name(word)) = &node.kind else {
            return self.side(node);
        };
        let Some(words) = self.words_of(other) else {
            return self.side(node);
        };
        let all = || words.values.iter().chain([&words.beyond]);
        let known = all().find(|known| known.eq_ignore_ascii_case(word));
        match (known.map(|known| words.value(known)), &node.kind) {
            (Some(Ok(value)), _) => {
                let number = value.map_or(Number::INFINITE, |value| Number::whole(value.into()));
                Ok(Side::Number(Term::Number(number)))
            }
            (_, ExprKind::Text(_)) => {
                let all: Vec<&str> = all().copied().collect();
                self.fault(node, format!("the values are {}", all.join(", ")))
            }
            _ => self.side(node),
        }
    }

    /// The kind of puzzles that is written on one side of a comparison, if the column of kinds
    /// is on the other: it needs no quotes, even if there is a `-` in its name.
    fn kind_by(&self, node: &Expr, other: &Expr) -> Option<&'static str> {
        let ExprKind::Name(name) = &other.kind else {
            return None;
        };
        // A condition that is shown has blanks around a sign.
        let written = self.text.get(node.span.clone())?.replace(' ', "");
        let is_kind = matches!(
            self.meaning(other, name),
            Ok(Binding::Values(Operand::Text(column))) if column == KIND
        );
        let mut kinds = kind_names().filter(|_| is_kind);
        kinds.find(|kind| kind.eq_ignore_ascii_case(&written))
    }

    /// The words for the values of the rating that a name refers to, if it has any.
    fn words_of(&self, node: &Expr) -> Option<Words> {
        let ExprKind::Name(name) = &node.kind else {
            return None;
        };
        match self.meaning(node, name) {
            Ok(Binding::Values(Operand::Entry(column))) => column.words(),
            _ => None,
        }
    }

    fn side(&mut self, node: &Expr) -> Result<Side, Fault> {
        match &node.kind {
            ExprKind::Text(text) => Ok(Side::Literal(text.clone())),
            ExprKind::Name(name) => match self.meaning(node, name)? {
                Binding::Status(_) => {
                    let message = format!("compare a status with one, such as {name} = exact");
                    self.fault(node, message)
                }
                Binding::Values(operand @ (Operand::Text(_) | Operand::Puzzle)) => {
                    Ok(Side::Text(self.place(operand)))
                }
                Binding::Values(operand) => Ok(Side::Number(Term::Operand(self.place(operand)))),
            },
            _ => self.term(node).map(Side::Number),
        }
    }
}

/// The words of all statuses.
fn statuses() -> String {
    let all = [
        Status::Exact,
        Status::Upper,
        Status::Lower,
        Status::Infinite,
    ];
    let words: Vec<&str> = all.into_iter().map(Status::word).collect();
    format!("{} or {:?}", words.join(", "), Status::NotApplicable.word())
}
