//! Expressions whose names have got their meaning: what is compared fits together, and
//! every column that is read has a place among the operands.

use super::fault::Fault;
use super::measure::Arithmetic;
use super::number::Number;
use super::scope::{Binding, Operand, Scope};
use super::syntax::{Comparator, Junction, Node, NodeKind, Operation, Parsed};
use crate::table::Entry;
use crate::table::columns::KIND;
use gradus_engine::rating::Status;
use gradus_engine::rating::registry::Words;
use gradus_puzzles::kind_names;

/// What stands in a column of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A number.
    Number(u64),
    /// A count or a rating.
    Entry(Entry),
    /// A text; nothing is an empty one.
    Text(&'a str),
}

/// Why there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// Something is missing, or the result is not defined.
    Missing,
    /// A text is no number.
    NoNumber,
}

/// Arithmetic over the places of operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// A number.
    Number(Number),
    /// A column.
    Operand(usize),
    /// A term with its sign changed.
    Negated(Box<Term>),
    /// Two terms and what is calculated from them.
    Calculated(Operation, Box<Term>, Box<Term>),
}

impl Term {
    /// What it is for a row whose operands have these values.
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
pub(super) enum Test {
    /// Numbers are compared.
    Numbers(Comparator, Term, Term),
    /// The status of an entry is compared with one, or with that of another entry. No
    /// status is one of its own.
    Status(Equality, usize, StatusSide),
    /// A text is compared with another.
    Texts(Comparator, usize, TextSide),
    /// A condition that must not hold.
    Not(Box<Test>),
    /// Two conditions.
    Joined(Junction, Box<Test>, Box<Test>),
}

/// Whether two things should be the same.
pub(super) type Equality = bool;

/// What a status is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StatusSide {
    /// This one, or none.
    Given(Option<Status>),
    /// That of another entry.
    Operand(usize),
}

/// What a text is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TextSide {
    /// This one.
    Given(String),
    /// That of another column; if both are numbers, these are compared.
    Operand(usize),
}

/// Gives names their meaning.
pub(super) struct Binder<'a> {
    /// The expression.
    text: &'a str,
    /// What names stand for.
    scope: &'a Scope,
    /// The columns that are read so far.
    operands: Vec<Operand>,
}

/// One side of a comparison.
enum Side {
    Number(Term),
    /// A column of texts, which may be numbers.
    Text(usize),
    Literal(String),
}

impl<'a> Binder<'a> {
    /// Binds the names of an expression. Returns what is made of it, and its operands.
    pub(super) fn bind<T>(
        parsed: &'a Parsed,
        scope: &'a Scope,
        make: impl FnOnce(&mut Self, &Node) -> Result<T, Fault>,
    ) -> Result<(T, Vec<Operand>), Fault> {
        let mut binder = Binder {
            text: &parsed.text,
            scope,
            operands: Vec::new(),
        };
        let made = make(&mut binder, &parsed.node)?;
        Ok((made, binder.operands))
    }

    fn fault<T>(&self, node: &Node, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault::new(self.text, node.span.start, message))
    }

    /// The place of an operand.
    fn place(&mut self, operand: Operand) -> usize {
        let known = self.operands.iter().position(|other| *other == operand);
        known.unwrap_or_else(|| {
            self.operands.push(operand);
            self.operands.len() - 1
        })
    }

    fn meaning(&self, node: &Node, name: &str) -> Result<Binding, Fault> {
        self.scope.meaning(self.text, name, &node.span)
    }

    /// An expression that is a number.
    pub(super) fn term(&mut self, node: &Node) -> Result<Term, Fault> {
        match &node.kind {
            NodeKind::Number(number) => Ok(Term::Number(*number)),
            NodeKind::Name(name) => match self.meaning(node, name)? {
                Binding::Values(Operand::Puzzle) => self.fault(node, "puzzles are no numbers"),
                Binding::Values(operand) => Ok(Term::Operand(self.place(operand))),
                Binding::Status(column) => {
                    let message = format!("{name} is no number; {column} is the rating itself");
                    self.fault(node, message)
                }
            },
            NodeKind::Negated(of) => Ok(Term::Negated(Box::new(self.term(of)?))),
            NodeKind::Calculated(operation, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                Ok(Term::Calculated(*operation, Box::new(a), Box::new(b)))
            }
            NodeKind::Text(_) => self.fault(node, "a number is expected here, not a text"),
            NodeKind::Compared(..) | NodeKind::Not(_) | NodeKind::Joined(..) => {
                self.fault(node, "a number is expected here, not a condition")
            }
        }
    }

    /// An expression that holds or does not.
    pub(super) fn test(&mut self, node: &Node) -> Result<Test, Fault> {
        match &node.kind {
            NodeKind::Not(of) => Ok(Test::Not(Box::new(self.test(of)?))),
            NodeKind::Joined(how, a, b) => {
                let (a, b) = (self.test(a)?, self.test(b)?);
                Ok(Test::Joined(*how, Box::new(a), Box::new(b)))
            }
            NodeKind::Compared(how, a, b) => self.comparison(node, *how, a, b),
            _ => {
                // A name that is not known is the first thing to say.
                self.side(node)?;
                self.fault(node, "a comparison is expected here, such as w >= 8")
            }
        }
    }

    fn comparison(
        &mut self,
        node: &Node,
        how: Comparator,
        first: &Node,
        second: &Node,
    ) -> Result<Test, Fault> {
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
                Ok(Test::Texts(how, a, TextSide::Given(text)))
            }
            (
                Comparator::Contains | Comparator::Equal | Comparator::Different,
                (Side::Text(a), Side::Text(b)),
            ) => Ok(Test::Texts(how, a, TextSide::Operand(b))),
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
                Ok(Test::Numbers(how, a, b))
            }
        }
    }

    /// The side of a comparison of numbers.
    fn number(&self, node: &Node, side: Side) -> Result<Term, Fault> {
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

    fn no_status<T>(&self, node: &Node) -> Result<T, Fault> {
        self.fault(node, format!("a status is expected here: {}", statuses()))
    }

    /// A comparison of which one side is a status.
    fn status(
        &mut self,
        how: Comparator,
        first: &Node,
        second: &Node,
    ) -> Result<Option<Test>, Fault> {
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
            (NodeKind::Text(word), _) if word.is_empty() => StatusSide::Given(None),
            (NodeKind::Text(word) | NodeKind::Name(word), _) => {
                match word.to_lowercase().parse::<Status>().ok() {
                    None => return self.no_status(other),
                    status => StatusSide::Given(status),
                }
            }
            _ => return self.no_status(other),
        };
        Ok(Some(Test::Status(equality, of, side)))
    }

    /// The place of the entry whose status a name stands for.
    fn status_of(&mut self, node: &Node) -> Option<usize> {
        let NodeKind::Name(name) = &node.kind else {
            return None;
        };
        match self.meaning(node, name) {
            Ok(Binding::Status(column)) => Some(self.place(Operand::Entry(column))),
            _ => None,
        }
    }

    /// A side of a comparison with another. Beside a rating whose values have words, a
    /// word is the value that it stands for.
    fn side_by(&mut self, node: &Node, other: &Node) -> Result<Side, Fault> {
        if let Some(kind) = self.kind_by(node, other) {
            return Ok(Side::Literal(kind.to_string()));
        }
        let (NodeKind::Text(word) | NodeKind::Name(word)) = &node.kind else {
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
            (_, NodeKind::Text(_)) => {
                let all: Vec<&str> = all().copied().collect();
                self.fault(node, format!("the values are {}", all.join(", ")))
            }
            _ => self.side(node),
        }
    }

    /// The kind of puzzles that is written on one side of a comparison, if the column of kinds
    /// is on the other: it needs no quotes, even if there is a `-` in its name.
    fn kind_by(&self, node: &Node, other: &Node) -> Option<&'static str> {
        let NodeKind::Name(name) = &other.kind else {
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

    /// The words for the values of the rating that a name stands for, if there are such.
    fn words_of(&self, node: &Node) -> Option<Words> {
        let NodeKind::Name(name) = &node.kind else {
            return None;
        };
        match self.meaning(node, name) {
            Ok(Binding::Values(Operand::Entry(column))) => column.words(),
            _ => None,
        }
    }

    fn side(&mut self, node: &Node) -> Result<Side, Fault> {
        match &node.kind {
            NodeKind::Text(text) => Ok(Side::Literal(text.clone())),
            NodeKind::Name(name) => match self.meaning(node, name)? {
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
